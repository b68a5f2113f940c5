// What may have a role and a name, in the order of the document: more than have them, for
// the accessibility tree to choose from, and never less. To ask the tree for all that has
// a role costs some twenty times as much. A role that is not listed is undefined.
// (HTML Accessibility API Mappings 1.0; Accessible Name 1.2)
globalThis.mayBe = (() => {
  const roles = {
    alert: "", article: "article", button: "button, summary, input[type=button], input[type=submit]", combobox: "select, input[list]",
    dialog: "dialog, [role=alertdialog]", heading: "h1, h2, h3, h4, h5, h6", listbox: "select", list: "ul, ol, menu", option: "option",
    progressbar: "progress", radio: "input[type=radio]", region: "section", searchbox: "input[type=search]", slider: "input[type=range]",
    spinbutton: "input[type=number]", tab: "", tabpanel: "", textbox: "input, textarea, [contenteditable]",
  };
  const byContent = new Set(["button", "heading", "option", "radio", "tab"]);
  const texts = (el, role) => {
    const named = (el.getAttribute("aria-labelledby") ?? "").split(/\s+/).map((id) => id && document.getElementById(id)?.textContent);
    const parts = [...named, ...[...(el.labels ?? [])].map((l) => l.textContent)];
    const from = byContent.has(role) ? [el, ...el.querySelectorAll("[aria-label], [alt], [title]")] : [el];
    for (const e of from) parts.push(...["aria-label", "alt", "title", "placeholder", "value"].map((a) => e.getAttribute(a)));
    return parts.concat(byContent.has(role) ? el.textContent : "").join(" ");
  };
  return (role, name, nth) => {
    if (!(role in roles)) return undefined;
    const want = name.replace(/…/g, " ").trim().split(/\s+/), selector = [roles[role], `[role=${role}]`].filter(Boolean).join(", ");
    for (const el of document.querySelectorAll(selector)) {
      const all = texts(el, role); // first, since what is shown is known only when the page is laid out
      if (want.every((word) => all.includes(word)) && (role === "option" || el.checkVisibility()) && nth-- === 0) return el;
    }
    return null;
  };
})();

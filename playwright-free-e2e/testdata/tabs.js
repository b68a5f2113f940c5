// How a person edits who is quick: each step opens a text, adds a mark to what the box
// shows, saves, and tells how that ended. A step that is refused is taken back by Revert.
globalThis.tabs = (() => {
  // changed waits for the page to show something else, or a moment where it does not.
  const changed = () => new Promise((done) => {
    const seen = new MutationObserver(() => end()), late = setTimeout(() => end(), 20);
    const end = () => { seen.disconnect(); clearTimeout(late); done(); };
    seen.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  });
  const until = async (what, holds) => {
    for (const end = Date.now() + 15000; Date.now() < end; await changed()) {
      const got = holds();
      if (got) return got;
    }
    throw new Error("got no " + what + "; the page says: " + document.querySelector(".notices").innerText + document.querySelector(".groups")?.innerText);
  };
  const all = (selector, text) => [...document.querySelectorAll(selector)].find((e) => e.textContent.trim() === text);
  const notice = () => document.querySelector(".notices .notice span")?.textContent ?? "";
  const dismiss = async () => {
    if (!notice()) return;
    all(".notices button", "Dismiss")?.click();
    await until("end of the notice", () => !notice());
  };
  const list = async (name) => {
    const tab = () => all(".rail [role=tab]", name);
    if (tab().getAttribute("aria-selected") !== "true") tab().click();
    await until("list " + name, () => tab().getAttribute("aria-selected") === "true");
  };
  const labels = { Profile: "Profile as YAML", Policy: "Policy as YAML" };
  // open gives the box of a text, once it shows that text.
  const open = async (of) => {
    await list(labels[of] ? "Rules" : "Files");
    const row = await until("row " + of, () => [...document.querySelectorAll("#list button")].find((b) => (b.querySelector("bdi") ?? b).textContent.trim() === of));
    row.click();
    const label = labels[of] ?? "Text of /workspace/" + of, begins = { Profile: "os:", Policy: "allow:" }[of] ?? of + "\n";
    return until(label, () => {
      const box = document.querySelector(`[contenteditable][aria-label="${label}"]`);
      return box?.value.startsWith(begins) && box;
    });
  };
  const add = (of, text, mark) => {
    switch (of) {
      case "Profile": return text.replace("binaries: [", "binaries: [" + mark + ", ");
      case "Policy": return text.replace("disabled: [", "disabled: [" + mark + ", ");
    }
    return text + mark + "\n";
  };
  const step = async ({ of, mark }) => {
    await dismiss();
    const box = await open(of), said = { mark, of, kept: false, refused: "", draft: true };
    const around = box.closest(".editing");
    const conflict = () => around.querySelector(".conflict")?.innerText ?? "";
    const button = (text) => [...around.querySelectorAll("button")].find((b) => b.textContent === text);
    const text = add(of, box.value, mark);
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    box.select();
    box.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    await until("something to save in " + of, () => conflict() || !button("Save").disabled);
    if (!conflict()) {
      button("Save").click();
      await until("end of saving " + of, () => conflict() || notice());
    }
    if (notice().startsWith("Saved")) {
      said.kept = true;
      await until("saved text of " + of, () => button("Revert").disabled);
      return said;
    }
    said.refused = await until("announcement in " + of, conflict);
    said.draft = box.value === text;
    button("Revert").click();
    await until("their text of " + of, () => !conflict() && button("Revert").disabled && box.value !== text);
    return said;
  };
  return {
    async run(steps) {
      const said = [];
      for (const s of steps) said.push(await step(s));
      await dismiss();
      return said;
    },
    async texts(list) {
      const said = {};
      for (const of of list) said[of] = (await open(of)).value;
      return said;
    },
  };
})();

// A class of a pattern as a regular expression has it: [!0-9] is [^0-9], and [[:space:]] holds what it says. just-bash
// took the brackets of case and [[ as they are written.

const named = {
  alpha: "A-Za-z", digit: "0-9", alnum: "A-Za-z0-9", upper: "A-Z", lower: "a-z", space: " \\t\\n\\r\\f\\v", blank: " \\t", word: "A-Za-z0-9_", xdigit: "0-9A-Fa-f",
  punct: "!-\\/:-@\\[-`{-~", cntrl: "\\x00-\\x1f\\x7f", print: "\\x20-\\x7e", graph: "\\x21-\\x7e",
};

// lilyClass is the class that begins at a place: what it is, and where it ends; or nothing.
export function lilyClass(text, start) {
  let at = start + 1, body = "";
  const not = text[at] === "!" || text[at] === "^";
  if (not) at++;
  for (const first = at; at < text.length; at++) {
    const c = text[at], [all, name] = c === "[" ? /^\[:([a-z]+):\]/.exec(text.slice(at, at + 12)) ?? [] : [];
    if (c === "]" && at > first) return { regex: `[${not ? "^" : ""}${body}]`, end: at };
    if (all && Object.hasOwn(named, name)) { body += named[name]; at += all.length - 1; continue; }
    const meant = c === "\\" && at + 1 < text.length ? text[++at] : c;
    body += /[\\\][^]/.test(meant) || (meant === "-" && c === "\\") ? `\\${meant}` : meant;
  }
  return undefined;
}

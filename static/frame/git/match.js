// What names paths by a pattern: .gitignore and pathspecs.
"use strict";

// wild makes a regular expression of a pattern; slashes tells that * does not match /. Each star may be tried out at each
// place of a path, so that a pattern has few of them.
function wild(pattern, slashes, fold = false) {
  if ((pattern.match(/\*+/g) ?? []).length > 12) fatal(`the pattern '${pattern.slice(0, 80)}' has more stars than this page's git takes`);
  let out = "";
  for (let i = 0; i < pattern.length; i++) {
    const c = pattern[i];
    if (c === "*") {
      let stars = 1;
      while (pattern[i + 1] === "*") { stars++; i++; }
      const before = pattern[i - stars] ?? "/", after = pattern[i + 1];
      if (!slashes) out += "[^]*?";
      else if (stars === 2 && before === "/" && after === "/") { out += "(?:[^]*/)?"; i++; } else if (stars === 2 && before === "/" && after === undefined) out += "[^]*";
      else out += "[^/]*?";
    } else if (c === "?") out += slashes ? "[^/]" : "[^]";
    else if (c === "[") {
      const m = /^\[([!^]?)(\]?(?:\[:[a-z]+:\]|\\.|[^\]\\])*)\]/s.exec(pattern.slice(i));
      if (!m) return /(?!)/;
      const kinds = { alpha: "A-Za-z", digit: "0-9", alnum: "A-Za-z0-9", upper: "A-Z", lower: "a-z", space: "\\s", punct: "!-/:-@[-`{-~", xdigit: "0-9A-Fa-f", blank: " \\t" };
      const body = m[2].replace(/\[:([a-z]+):\]|\\(.)|([\][^\\])/gs, (all, kind, escaped, sign) => (kind ? kinds[kind] ?? "" : `\\${escaped ?? sign}`));
      out += `${slashes ? "(?!/)" : ""}[${m[1] ? "^" : ""}${body}]`;
      i += m[0].length - 1;
    } else if (c === "\\" && i + 1 < pattern.length) out += pattern[++i].replace(/[^A-Za-z0-9]/, "\\$&");
    else out += c.replace(/[\\^$.|+(){}\][/-]/, "\\$&");
  }
  try { return new RegExp(`^${out}$`, fold ? "i" : ""); } catch { return /(?!)/; }
}

// ignoreRules reads a file of patterns that stands in a folder. https://git-scm.com/docs/gitignore
function ignoreRules(text, folder, from) {
  const rules = [];
  for (const [n, raw] of text.replace(/^\xef\xbb\xbf/, "").split("\n").entries()) {
    let p = raw.replace(/\r$/, "");
    if (p === "" || p[0] === "#") continue;
    p = p.replace(/(?<!\\)((?:\\\\)*) +$/, "$1");
    const not = p[0] === "!", shown = p;
    if (not) p = p.slice(1);
    const dir = p.endsWith("/");
    if (dir) p = p.slice(0, -1);
    if (p === "") continue;
    const anchored = p.includes("/");
    rules.push({ not, dir, anchored, folder, shown, from, line: n + 1, test: wild(anchored ? p.replace(/^\//, "") : p, true) });
  }
  return rules;
}

// An Ignore says whether a path is ignored; what is in an ignored folder is.
class Ignore {
  constructor(r) { Object.assign(this, { r, folders: new Map() }); }

  async rules(folder) {
    if (!this.folders.has(folder)) {
      const path = folder === "" ? ".gitignore" : `${folder}/.gitignore`, s = await this.r.disk.stat(this.r.at(path));
      const own = ignoreRules((s?.isFile && await this.r.disk.read(this.r.at(path))) || "", folder, path);
      const info = folder === "" ? ignoreRules((await this.r.disk.read(`${this.r.dir}/info/exclude`)) ?? "", "", ".git/info/exclude") : [];
      this.folders.set(folder, [...info, ...own]);
    }
    return this.folders.get(folder);
  }

  // rule is the one that decides, of a path whose folders are not ignored.
  async rule(path, dir) {
    const parts = path.split("/");
    for (let n = parts.length - 1; n >= 0; n--) {
      const folder = parts.slice(0, n).join("/"), rest = folder === "" ? path : path.slice(folder.length + 1);
      const found = (await this.rules(folder)).findLast((rule) => (dir || !rule.dir) && rule.test.test(rule.anchored ? rest : parts.at(-1)));
      if (found) return found;
    }
    return null;
  }

  // why is the rule by which a path is ignored, or not; null where none speaks of it.
  async why(path, dir) {
    const parts = path.split("/");
    for (let n = 1; n < parts.length; n++) {
      const rule = await this.rule(parts.slice(0, n).join("/"), true);
      if (rule && !rule.not) return rule;
    }
    return this.rule(path, dir);
  }

  async is(path, dir) { const rule = await this.why(path, dir); return rule !== null && !rule.not; }
}

// A Spec is the paths that a command is about. https://git-scm.com/docs/gitglossary#Documentation/gitglossary.txt-pathspec
class Spec {
  constructor(r, words) {
    this.items = words.map((word) => specItem(r, word));
    this.all = this.items.every((i) => i.not);
  }

  // which is the item that takes a path, if one does.
  which(path) {
    if (this.items.some((i) => i.not && i.test(path))) return null;
    if (this.all) return this.items[0] ?? allPaths;
    return this.items.find((i) => !i.not && i.test(path)) ?? null;
  }

  has(path) { return this.which(path) !== null; }

  // may tells whether something below a folder may be meant.
  may(folder) { return this.all || this.items.some((i) => !i.not && (i.wild || i.test(folder) || i.path.startsWith(`${folder}/`))); }
}

const allPaths = { word: "", path: "", test: () => true };

function specItem(r, word) {
  let not = false, top = false, rest = word, literal = false, fold = false, glob = false;
  const long = /^:\(([^)]*)\)(.*)$/s.exec(word), signs = /^:([/!^]+):?(.*)$/s.exec(word);
  if (word === "") fatal("empty string is not a valid pathspec. please use . instead if you meant to match all paths");
  if (long) {
    rest = long[2];
    for (const magic of long[1].split(",")) {
      if (magic === "exclude") not = true;
      else if (magic === "top") top = true;
      else if (magic === "literal") literal = true;
      else if (magic === "icase") fold = true;
      else if (magic === "glob") glob = true;
      else if (magic !== "") fatal(`Invalid pathspec magic '${magic}' in '${word}'`);
    }
  } else if (signs) {
    not = /[!^]/.test(signs[1]);
    top = signs[1].includes("/");
    rest = signs[2];
  }
  const from = top ? "" : r.prefix, at = rest.startsWith("/") ? rest : placed(`${r.top}/${from}`, rest);
  const base = r.top === "/" ? "" : r.top;
  if (at !== r.top && !at.startsWith(`${base}/`)) fatal(`${word}: '${word}' is outside repository at '${r.top}'`);
  const path = at === r.top ? "" : at.slice(base.length + 1), folder = rest.endsWith("/") && path !== "";
  const plain = literal || !/[*?[\\]/.test(rest), pattern = plain ? null : wild(path, glob, fold);
  const low = (s) => (fold ? s.toLowerCase() : s), want = low(path);
  const test = (p) => path === "" || (low(p) === want && !folder) || low(p).startsWith(`${want}/`) || (pattern !== null && pattern.test(p));
  return { word, path, not, wild: !plain, test };
}

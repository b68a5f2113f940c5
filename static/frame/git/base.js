// git on the shell's files. Text is bytes here, a character each: names, messages and what files hold. Only what a
// person reads on stderr is decoded at the end. Objects are read and written by isomorphic-git (static/vendor), and
// the rest is here, since what git prints is compared to the byte.
//
// A repository is a stranger's. Nothing that it names runs: no hook, filter, editor, pager or alias, and no file that
// it includes is read. Names in it are paths below its folder or refused.
"use strict";

// A GitEnd ends a command with what it says.
class GitEnd extends Error {
  constructor(code, said = "") { super(said); this.code = code; }
}

const fatal = (why, code = 128) => { throw new GitEnd(code, `fatal: ${why}\n`); };
const wrong = (why, code = 1) => { throw new GitEnd(code, `error: ${why}\n`); };
const lacking = (what) => wrong(`${what} is not in this page's git`, 129);

const plain = /^[\0-\x7f]*$/;
const bytesIn = (text) => (plain.test(text) ? text : latin1(new TextEncoder().encode(text))); // a text as bytes
const textIn = (bytes) => (plain.test(bytes) ? bytes : new TextDecoder().decode(arrayOf(bytes)));
function arrayOf(bytes) {
  const array = new Uint8Array(bytes.length);
  for (let i = 0; i < array.length; i++) array[i] = bytes.charCodeAt(i);
  return array;
}
const byBytes = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
// widthOf is how many columns a text has: two for a letter of East Asia, none for one that stands on another.
const widthOf = (bytes) => [...textIn(bytes)].reduce((n, c) => n + (/\p{Mn}|\p{Me}|\p{Cf}/u.test(c) ? 0 : /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u.test(c) ? 2 : 1), 0);
const linesOf = (text) => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
const plural = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;

// A Disk is the shell's files as git has them: paths and contents in bytes.
class Disk {
  constructor(fs) { this.fs = fs; }
  async stat(path) { return this.fs.lstat(textIn(path)).catch(() => null); }
  async bytes(path) { return this.fs.readFileBuffer(textIn(path)).catch(() => null); }
  async read(path) { const b = await this.bytes(path); return b && latin1(b); }
  async link(path) { return bytesIn(await this.fs.readlink(textIn(path))); }
  async folder(path) { this.changed(); await this.fs.mkdir(textIn(path), { recursive: true }); }
  async remove(path) { this.changed(); await this.fs.rm(textIn(path), { force: true, recursive: true }); }

  // list is what is in a folder. The shell's files look through all paths for it, so that it is done once for all folders.
  async list(path) {
    if (!this.folders) {
      this.folders = new Map();
      for (const p of this.fs.getAllPaths()) {
        const at = p.lastIndexOf("/"), folder = p.slice(0, at) || "/";
        if (p === "/") continue;
        if (!this.folders.has(folder)) this.folders.set(folder, []);
        this.folders.get(folder).push(p.slice(at + 1));
      }
    }
    const names = this.folders.get(textIn(path).replace(/(.)\/$/, "$1"));
    return names ? names.map(bytesIn).sort(byBytes) : [];
  }

  changed() { this.folders = undefined; }

  async write(path, bytes) {
    await this.folder(parentOf(path));
    this.changed();
    await this.fs.writeFile(textIn(path), arrayOf(bytes));
  }

  // files are all files below a folder, by path from there.
  async files(folder, at = "", depth = 0) {
    const found = [];
    if (depth > 32) return found;
    for (const name of await this.list(folder + at)) {
      const s = await this.stat(`${folder}${at}/${name}`);
      if (s?.isDirectory) found.push(...await this.files(folder, `${at}/${name}`, depth + 1));
      else found.push(`${at}/${name}`.slice(1));
    }
    return found;
  }
}

const parentOf = (path) => path.slice(0, Math.max(0, path.lastIndexOf("/"))) || "/";
const nameOf = (path) => path.slice(path.lastIndexOf("/") + 1);

// placed is where a path leads from a folder, written without dots.
function placed(from, path) {
  const parts = [];
  for (const part of (path.startsWith("/") ? path : `${from}/${path}`).split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}

// safePath tells whether an index or a tree may name it: git-read-tree(1), and verify_path of git.
const safePath = (path) => path !== "" && path.length <= 4096 && !path.includes("\0") && path.split("/").every((p) => p !== "" && p !== "." && p !== ".." && !/^(\.git|git~1)$/i.test(p));

// quotedPath is a path as git shows it (core.quotePath).
function quotedPath(path, r, always = false) {
  const high = r.flag("core.quotepath", true) ? /[\x00-\x1f"\\\x7f-\xff]/ : /[\x00-\x1f"\\\x7f]/;
  if (!high.test(path) && !always) return path;
  const named = { "\x07": "a", "\b": "b", "\t": "t", "\n": "n", "\v": "v", "\f": "f", "\r": "r", '"': '"', "\\": "\\" };
  return `"${path.replace(new RegExp(high, "g"), (c) => "\\" + (named[c] ?? c.charCodeAt(0).toString(8).padStart(3, "0")))}"`;
}

// unquotedPath reads such a name again.
function unquotedPath(text) {
  if (!text.startsWith('"')) return text;
  const named = { a: "\x07", b: "\b", t: "\t", n: "\n", v: "\v", f: "\f", r: "\r" };
  return text.slice(1, -1).replace(/\\([0-7]{3}|.)/g, (_, c) => (c.length === 3 ? String.fromCharCode(parseInt(c, 8)) : named[c] ?? c));
}

const plainAsked = { given: {}, list: [], has: () => false }; // nothing is asked

// options takes a command's options from its words. kinds has a letter or a name: 0 without a value, 1 with one, and 2
// with one only beside it, and 3 with one unless it is last. What is none of them is said to be not there.
function options(command, words, kinds, { stop = false } = {}) {
  const given = {}, list = [], operands = [];
  let after = -1;
  const put = (name, value) => { given[name] = value; list.push([name, value]); };
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    if (word === "--") { after = operands.length; operands.push(...words.slice(i + 1)); break; }
    if (word.startsWith("--")) {
      const [, name, value] = /^--([^=]*)(?:=(.*))?$/s.exec(word);
      const kind = kinds[name];
      if (kind === undefined) lacking(`${command} --${name}`);
      if (kind === 0 && value !== undefined) wrong(`option \`${name}' takes no value`, 129);
      if (kind === 1 && value === undefined && i + 1 >= words.length) wrong(`option \`${name}' requires a value`, 129);
      put(name, value ?? (kind === 1 || (kind === 3 && i + 1 < words.length) ? words[++i] : true));
    } else if (/^-./.test(word)) {
      if (kinds.digits && /^-\d+$/.test(word)) { put("n", word.slice(1)); continue; }
      for (let at = 1; at < word.length; at++) {
        const letter = word[at], kind = kinds[letter];
        if (kind === undefined) lacking(`${command} -${letter}`);
        if (kind === 0) { put(letter, true); continue; }
        const beside = word.slice(at + 1);
        if (kind === 1 && beside === "" && i + 1 >= words.length) wrong(`switch \`${letter}' requires a value`, 129);
        put(letter, beside !== "" ? beside : kind === 1 ? words[++i] : true);
        break;
      }
    } else {
      operands.push(word);
      if (stop) { operands.push(...words.slice(i + 1)); break; }
    }
  }
  return { given, list, operands, after, has: (...names) => names.some((n) => given[n] !== undefined) };
}

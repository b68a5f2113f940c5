// sed as GNU's: its language (this file) and how it runs (sedrun.js). What is not known here is refused.
// https://www.gnu.org/software/sed/manual/sed.html
"use strict";

const sedLong = {
  quiet: "n", silent: "n", expression: "e", file: "f", "in-place": "i", "line-length": "l", "regexp-extended": "E", separate: "s",
  unbuffered: "u", "null-data": "z", "zero-terminated": "z", posix: "\x01", sandbox: "\x02", "follow-symlinks": "\x03", binary: "b",
};

// A SedParser reads a script into a list of commands; blocks and labels are places in it.
class SedParser {
  constructor(script, how) { Object.assign(this, { s: script, i: 0, how, list: [], open: [], labels: new Map(), jumps: [] }); }
  fail(why) { throw new Refusal(`-e expression #1, char ${this.i}: ${why}`); }
  peek() { return this.s[this.i]; }
  blanks() { while (/[ \t\r\v\f]/.test(this.peek() ?? "")) this.i++; }
  program() {
    for (;;) {
      while (/[\s;]/.test(this.peek() ?? "")) this.i++;
      if (this.i >= this.s.length) break;
      if (this.peek() === "#") { this.line(); continue; }
      this.command();
    }
    if (this.open.length > 0) { this.i = 0; this.fail("unmatched `{'"); }
    for (const [command, label] of this.jumps) {
      if (!this.labels.has(label)) throw new Refusal(`can't find label for jump to \`${label}'`);
      command.to = this.labels.get(label);
    }
    return this.list;
  }
  line() { const to = this.s.indexOf("\n", this.i), text = this.s.slice(this.i, to < 0 ? undefined : to); this.i = to < 0 ? this.s.length : to + 1; return text; }
  command() {
    const c = { first: this.address(), last: undefined, not: false };
    if (c.first) {
      this.blanks();
      if (this.peek() === ",") {
        this.i++;
        this.blanks();
        c.last = this.address(true) ?? this.fail("unexpected `,'");
        if (c.last.is === "step") this.fail("a step as the end of a range is not known here");
      }
      if (c.first.is === "line" && c.first.n === 0 && c.last?.is !== "re") this.fail("invalid usage of line address 0");
    }
    this.blanks();
    while (this.peek() === "!") { c.not = true; this.i++; this.blanks(); if (this.peek() === "!") this.fail("multiple `!'s"); }
    c.is = this.s[this.i++] ?? this.fail("missing command");
    this.list.push(c);
    this.rest(c);
  }
  rest(c) {
    const { is } = c;
    if ("}:=".includes(is) && (is === "}" || is === ":") && c.first) this.fail(is === ":" ? ": doesn't want any addresses" : "} doesn't want any addresses");
    if (is === "{") { this.open.push(c); return; }
    if (is === "}") { (this.open.pop() ?? this.fail("unexpected `}'")).to = this.list.length; this.end(); return; }
    if (is === ":") { this.labels.set(this.label() || this.fail('":" lacks a label'), this.list.length); return; }
    if ("btT".includes(is)) { const label = this.label(); if (label) this.jumps.push([c, label]); else c.to = Infinity; return; }
    if ("aic".includes(is)) { c.text = this.text(); return; }
    if ("rRwW".includes(is)) { c.file = this.file(); return; }
    if ("qQlL".includes(is) && is !== "L") { this.number(c); return; }
    if (is === "s") { this.substitute(c); return; }
    if (is === "y") { this.letters(c); return; }
    if (is === "v") { this.label(); return; }
    if (!"dDgGhHnNpPxzF=".includes(is)) this.fail(is === "e" ? "the command e is not known here" : `unknown command: \`${is}'`);
    this.end();
  }
  number(c) {
    this.blanks();
    const m = /^\d+/.exec(this.s.slice(this.i, this.i + 20));
    if (m) { c.n = Number(m[0]); this.i += m[0].length; }
    if (c.last && "qQ".includes(c.is)) this.fail("command only uses one address");
    if (c.n === 1 && c.is === "l") this.fail("lines of one letter are not known here");
    this.end();
  }
  // end is what may stand behind a command.
  end() {
    this.blanks();
    const c = this.peek();
    if (c === undefined || c === "}" || c === "#") return;
    if (c !== ";" && c !== "\n") { this.i++; this.fail("extra characters after command"); }
    this.i++;
  }
  label() {
    this.blanks();
    const m = /^[^\s;]*/.exec(this.s.slice(this.i))[0];
    this.i += m.length;
    if (m.includes("}")) this.fail("a } in a label, or right behind one, is not known here");
    this.end();
    return m;
  }
  file() {
    this.blanks();
    return this.line() || this.fail("missing filename in r/R/w/W commands");
  }
  // text is what a, i and c put out: up to a newline that has no backslash before it.
  text() {
    this.blanks();
    if (this.i >= this.s.length) this.fail("expected \\ after `a', `c' or `i'");
    if (this.peek() === "\\") {
      this.i++;
      const from = this.i;
      this.blanks();
      if (this.peek() === "\n") this.i++;
      else if (this.i >= this.s.length) return this.i = this.s.length, "";
      else this.i = from;
    }
    return this.said();
  }
  said() {
    let out = "";
    while (this.i < this.s.length) {
      const c = this.s[this.i++];
      if (c === "\n") return out + "\n";
      if (c !== "\\") { out += c; continue; }
      const e = this.s[this.i++];
      if (e === undefined) break;
      out += this.escape(e) ?? e;
    }
    return out + "\n";
  }
  // escape is a letter that sed's escapes stand for, the letter behind the backslash taken already.
  escape(e) {
    const plain = { a: "\x07", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" };
    if (Object.hasOwn(plain, e)) return plain[e];
    if (e === "c") this.fail("\\c is not known here");
    const m = { x: /^[0-9a-fA-F]{1,2}/, o: /^[0-7]{1,3}/, d: /^\d{1,3}/ }[e]?.exec(this.s.slice(this.i, this.i + 3));
    if (!m) return undefined;
    this.i += m[0].length;
    const code = parseInt(m[0], { x: 16, o: 8, d: 10 }[e]);
    if (code > 127) this.fail(`\\${e}${m[0]} is not known here`);
    return String.fromCharCode(code);
  }
  address(second) {
    const c = this.peek() ?? "";
    if (c === "$") { this.i++; return { is: "last" }; }
    if (/\d/.test(c)) return this.lineAddress();
    if (second && /[+~]/.test(c)) {
      this.i++;
      const n = this.digits();
      return c === "+" ? { is: "more", n } : { is: "times", n };
    }
    if (c !== "/" && c !== "\\") return undefined;
    if (c === "\\") this.i++;
    const mark = this.s[this.i++] ?? this.fail("unterminated address regex"), source = this.until(mark, true) ?? this.fail("unterminated address regex");
    let flags = "";
    for (;; this.i++) { this.blanks(); if (!/[IM]/.test(this.peek() ?? "")) break; flags += this.peek(); }
    return { is: "re", re: this.regex(source, flags) };
  }
  digits() { const m = /^\d+/.exec(this.s.slice(this.i, this.i + 20))?.[0] ?? this.fail("expected a number"); this.i += m.length; return Number(m); }
  lineAddress() {
    const n = this.digits();
    this.blanks();
    if (this.peek() !== "~") return { is: "line", n };
    this.i++;
    const step = /\d/.test(this.peek() ?? "") ? this.digits() : 0;
    return step === 0 ? { is: "line", n } : { is: "step", n, step };
  }
  // until reads up to a mark. In an expression \mark is the mark itself, and \n a newline.
  until(mark, pattern) {
    if (mark === "\n" || mark === "\\") this.fail("a newline or a backslash cannot be used as a mark");
    let out = "";
    while (this.i < this.s.length) {
      const c = this.s[this.i++];
      if (c === mark) return out;
      if (c === "\n" && pattern) return undefined;
      if (c !== "\\") { out += c; continue; }
      if (this.i >= this.s.length) return undefined;
      const e = this.s[this.i++];
      if (e !== mark) out += "\\" + e;
      else if (!pattern) out += e === "&" ? "\\&" : /[\dnLUElu]/.test(e) ? this.fail("such a mark is not known here") : e;
      else out += this.marked(e);
    }
    return undefined;
  }
  // marked is a mark inside of an expression, without its backslash: what it means there by itself.
  marked(e) {
    if (/[a-zA-Z0-9<>'`^*$[\]]/.test(e)) this.fail("such a mark is not known here within an expression");
    return e;
  }
  // regex is an expression; an empty one is the last that ran.
  regex(source, flags) {
    if (source === "") { if (flags !== "") this.fail("no previous regular expression"); return undefined; }
    try { return new Regex(source, { extended: this.how.extended, sed: true, fold: flags.includes("I") || flags.includes("i"), lines: /[Mm]/.test(flags) }); } catch (err) { return this.fail(err.message); }
  }
  substitute(c) {
    const mark = this.s[this.i++] ?? this.fail("unterminated `s' command"), source = this.until(mark, true) ?? this.fail("unterminated `s' command");
    const into = this.until(mark, false) ?? this.fail("unterminated `s' command");
    Object.assign(c, { all: false, nth: 0, print: 0 });
    let flags = "";
    for (;; this.i++) {
      const f = this.peek() ?? "";
      if (/[iImM]/.test(f) && f) flags += f;
      else if (f === "g") { if (c.all) this.fail("multiple `g' options to `s' command"); c.all = true; }
      else if (f === "p") { if (c.print) this.fail("multiple `p' options to `s' command"); c.print = 1; }
      else if (/\d/.test(f)) { if (c.nth) this.fail("multiple number options to `s' command"); c.nth = this.digits() || this.fail("number option to `s' command may not be zero"); this.i--; }
      else if (f === "w") { this.i++; c.file = this.file(); break; }
      else if (f === "e") this.fail("the flag e is not known here");
      else { if (!/^[;\s}#]?$/.test(f)) { this.i++; this.fail("unknown option to `s'"); } this.end(); break; }
    }
    c.re = this.regex(source, flags);
    c.into = this.replacement(into, c.re);
  }
  // replacement is a list: a text, the number of a group, or {turn} for a change of case.
  replacement(text, re) {
    const inner = new SedParser(text, this.how), list = [];
    const add = (t) => { if (typeof list.at(-1) === "string") list[list.length - 1] += t; else list.push(t); };
    while (inner.i < text.length) {
      const c = text[inner.i++];
      if (c === "&") { list.push(0); continue; }
      if (c !== "\\") { add(c); continue; }
      const e = text[inner.i++] ?? "\\";
      if (/\d/.test(e)) { if (re && Number(e) > re.groups) this.fail(`invalid reference \\${e} on \`s' command's RHS`); list.push(Number(e)); }
      else if (/[ULEul]/.test(e)) list.push({ turn: e });
      else add(e === "\n" || e === "&" ? e : inner.escape(e) ?? e);
    }
    return list;
  }
  letters(c) {
    const mark = this.s[this.i++] ?? this.fail("unterminated `y' command"), read = () => {
      const out = [];
      for (;;) {
        const point = this.s.codePointAt(this.i);
        if (point === undefined) this.fail("unterminated `y' command");
        const x = String.fromCodePoint(point);
        this.i += x.length;
        if (x === mark) return out;
        if (x !== "\\") { out.push(x); continue; }
        const e = this.s[this.i++] ?? this.fail("unterminated `y' command");
        if (e === mark || e === "\\") out.push(e);
        else out.push(this.escape(e) ?? this.fail("y command strings: unknown escape"));
      }
    };
    const from = read(), to = read();
    if (from.length !== to.length) this.fail("strings for `y' command are different lengths");
    c.map = new Map();
    from.forEach((x, i) => { if (!c.map.has(x)) c.map.set(x, to[i]); });
    this.end();
  }
}

// sedAsked reads the words of a call: the script, and the rest.
async function sedAsked(args, ctx) {
  const { given, operands } = asked(args, "nrEsuzbe:f:l:i?\x01\x02\x03", sedLong), parts = [];
  for (const [letter, value] of given.list) {
    if (letter === "e") parts.push(value);
    if (letter !== "f") continue;
    const [file] = await contents([value], ctx);
    if (!file) throw new Refusal(`couldn't open file ${value}`);
    parts.push(lettersOf(file.text).replace(/\n$/, ""));
  }
  if (parts.length === 0) {
    if (operands.length === 0) throw new Refusal("a script is missing");
    parts.push(operands.shift());
  }
  if (given.has("l") && !/^\d+$/.test(given.get("l"))) throw new Refusal(`invalid line length: ${given.get("l")}`);
  if (given.has("\x01") || given.has("\x02")) throw new Refusal("--posix and --sandbox are not known here");
  const script = parts.join("\n"), extended = given.has("r") || given.has("E");
  return { given, operands, quiet: given.has("n") || /^#n(\n|$)/.test(script), list: new SedParser(script, { extended }).program() };
}

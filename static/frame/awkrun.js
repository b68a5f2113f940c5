// How awk runs (see awk.js). A program runs at one go: where it reads a file or a command that
// is not there yet, it is run anew with it, and what it writes and starts is done at its end.
"use strict";

class AwkWants { constructor(kind, name) { this.kind = kind; this.name = name; } }
class AwkSignal { constructor(kind, value) { this.kind = kind; this.value = value; } }
class AwkLocal { constructor(value, from) { this.value = value; this.from = from; } } // a parameter, and the place that was handed on

// A Given is a text of the input, which is a number where it looks like one.
class Given {
  constructor(text) { this.text = text; }
  get number() { return (this.n ??= /^\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*$/.test(this.text) ? Number(this.text) : NaN); }
}

const awkMost = { text: 64 << 20, elements: 1e6, runs: 300 };

// awkPattern makes an extended regular expression one of JavaScript.
const awkPatterns = new Map();
function awkPattern(source) {
  let re = awkPatterns.get(source);
  if (re) return re;
  let out = "", i = 0, open = 0, empty = true;
  const names = { alpha: "A-Za-z", digit: "0-9", alnum: "A-Za-z0-9", upper: "A-Z", lower: "a-z", space: "\\t-\\r ", blank: " \\t", punct: "!-\\/:-@\\[-`{-~", cntrl: "\\0-\\x1f\\x7f", print: " -~\\u00a0-\\u{10ffff}", graph: "!-~\\u00a1-\\u{10ffff}", xdigit: "0-9A-Fa-f" };
  const literal = (c) => (/[\^$\\.*+?()[\]{}|/]/.test(c) ? "\\" + c : c);
  while (i < source.length) {
    const c = String.fromCodePoint(source.codePointAt(i));
    i += c.length;
    if (c === "\\") {
      const e = source[i++];
      if (e === undefined) { out += "\\\\"; continue; }
      const octal = /^[0-7]{1,3}/.exec(source.slice(i - 1, i + 2));
      if ("<>yB`'".includes(e)) throw new Refusal(`the escape \\${e} of a regular expression is not known here`, 2);
      if (octal) { out += literal(String.fromCharCode(parseInt(octal[0], 8))); i += octal[0].length - 1; }
      else if ("sSwW".includes(e)) out += { s: "[\\t-\\r ]", S: "[^\\t-\\r ]", w: "\\w", W: "\\W" }[e];
      else if (Object.hasOwn(awkSlashes, e) && /[abfnrtv]/.test(e)) out += literal(awkSlashes[e]);
      else out += literal(e);
      empty = false;
    } else if (c === "[") {
      let set = "[";
      if (source[i] === "^") { set += "^"; i++; }
      for (let first = true; first || source[i] !== "]"; first = false) {
        if (i >= source.length) throw new Refusal(`regular expression compile failed (missing ]): ${source}`, 2);
        const named = /^\[:(\w+):\]/.exec(source.slice(i, i + 20));
        if (named) { if (!Object.hasOwn(names, named[1])) throw new Refusal(`the class ${named[0]} is not known here`, 2); set += names[named[1]]; i += named[0].length; continue; }
        if (source[i] === "[" && ".=".includes(source[i + 1])) throw new Refusal("a collating element is not known here", 2);
        const point = String.fromCodePoint(source.codePointAt(i));
        i += point.length;
        if (point === "\\" && i < source.length) { const e = source[i++]; set += /[abfnrtv]/.test(e) ? literal(awkSlashes[e]) : e === "-" ? "\\-" : literal(e); } else set += point === "-" ? (set === "[" || set === "[^" || source[i] === "]" ? "\\-" : "-") : literal(point);
      }
      i++;
      out += set + "]";
      empty = false;
    } else if (c === "{" && (empty || !/^(\d+)(,\d*)?\}/.test(source.slice(i)))) { out += "\\{"; empty = false; } else if (c === "}" && !/\{\d+(,\d*)?$/.test(out)) { out += "\\}"; empty = false; } else if (c === "]" || c === "/") { out += "\\" + c; empty = false; } else if ("*+?".includes(c)) {
      if (empty) { if (c === "*") { out += "\\*"; empty = false; continue; } throw new Refusal(`regular expression compile failed (missing operand): ${source}`, 2); }
      if (/(^|[^\\])[*+?]$/.test(out) && !/\\[*+?]$/.test(out)) out = `${out.slice(0, awkAtom(out))}(?:${out.slice(awkAtom(out))})`;
      out += c;
    } else {
      if (c === "(") { open++; out += "(?:"; empty = true; if (source[i] === ")") { i++; open--; out += ")"; empty = false; } continue; }
      if (c === ")") { if (open === 0) { out += "\\)"; empty = false; continue; } open--; }
      out += c;
      empty = c === "|" || c === "^";
    }
  }
  try { re = new RegExp(out, "gsu"); } catch { throw new Refusal(`regular expression compile failed: ${source}`, 2); }
  re.longest = /\|/.test(out) ? new RegExp(`^(?:${out})$`, "su") : undefined;
  if (awkPatterns.size > 500) awkPatterns.clear();
  awkPatterns.set(source, re);
  return re;
}
// awkAtom is where the last atom with its repeat begins: a x* that is repeated again.
function awkAtom(out) {
  let i = out.length - 2;
  if (out[i] === ")" || out[i] === "]") throw new Refusal("a repeat of a repeat of a group is not known here", 2);
  if (out[i - 1] === "\\") i--;
  return i;
}

// awkFind is the first match from a place on, the longest one there as POSIX wants it.
function awkFind(re, text, from) {
  re.lastIndex = from;
  const m = re.exec(text);
  if (!m) return undefined;
  let end = m.index + m[0].length;
  if (re.longest && end < text.length) {
    if (text.length - m.index > 20000) throw new Refusal("alternatives in a text of more than 20,000 letters cannot be matched here", 2);
    for (let to = text.length; to > end; to--) if (re.longest.test(text.slice(m.index, to))) { end = to; break; }
  }
  return { from: m.index, to: end };
}

class Awk {
  constructor(program, host) {
    Object.assign(this, { program, host, vars: new Map(), out: [], size: 0, effects: 0, files: new Map(), pipes: new Map(), readers: new Map(), frames: [], active: new Set(), count: 0, seed: 0, random: 1, fields: undefined, record: "", NF: 0 });
    for (const [name, value] of Object.entries({ FS: " ", OFS: " ", ORS: "\n", RS: "\n", NR: 0, FNR: 0, FILENAME: "", SUBSEP: "\x1c", RSTART: 0, RLENGTH: -1, CONVFMT: "%.6g", OFMT: "%.6g" })) this.vars.set(name, value);
    this.vars.set("ENVIRON", new Map(Object.entries(host.env).map(([k, v]) => [k, new Given(v)])));
    this.vars.set("ARGV", new Map(["awk", ...host.operands].map((v, i) => [String(i), new Given(v)])));
    this.vars.set("ARGC", host.operands.length + 1);
    for (const [name, value] of host.assigned) this.assign(name, value);
  }
  assign(name, text) { if (!/^[A-Za-z_]\w*$/.test(name)) throw new Refusal(`invalid variable name ${name}`, 2); this.store({ op: "global", name }, new Given(awkString(text))); }

  // Values.
  number(v) {
    if (typeof v === "number") return v;
    if (v === undefined) return 0;
    if (v instanceof Map) throw new Refusal("an array is used as a value", 2);
    const text = v instanceof Given ? v.text : v, m = /^\s*([-+]?)(?:(0[xX][\da-fA-F]+)|((?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?))/.exec(text);
    if (!m) return 0;
    if (m[2]) throw new Refusal(`${m[2]}: a hexadecimal number in a text is another number in each awk`, 2);
    return Number(m[1] + m[3]);
  }
  string(v, format = "CONVFMT") {
    if (typeof v === "string") return v;
    if (v === undefined) return "";
    if (v instanceof Given) return v.text;
    if (v instanceof Map) throw new Refusal("an array is used as a value", 2);
    if (Number.isInteger(v) && Math.abs(v) < 1e16) return String(v + 0);
    if (!Number.isFinite(v)) return Number.isNaN(v) ? "-nan" : v < 0 ? "-inf" : "inf";
    return this.sprintf(this.string(this.vars.get(format)), [v]);
  }
  truth(v) { return typeof v === "number" ? v !== 0 : v === undefined ? false : v instanceof Given ? (Number.isNaN(v.number) ? v.text !== "" : v.number !== 0) : v !== ""; }
  compare(l, r) {
    const numeric = (v) => v === undefined || typeof v === "number" || v instanceof Given && !Number.isNaN(v.number);
    if (numeric(l) && numeric(r)) { const [a, b] = [l, r].map((v) => (v === undefined ? 0 : v instanceof Given ? v.number : v)); return a < b ? -1 : a > b ? 1 : 0; }
    const [a, b] = [this.string(l), this.string(r)];
    return a === b ? 0 : byPoint(a, b) < 0 ? -1 : 1;
  }
  fit(text) { if (text.length > awkMost.text) throw new Refusal(`a text of more than ${awkMost.text} letters cannot be made here`, 2); return text; }

  // Places.
  load(node) {
    switch (node.op) {
      case "global":
        if (node.name === "NF") { this.split(); return this.NF; }
        return this.vars.get(node.name);
      case "local": { const c = this.frame[node.i]; return c.value === undefined && c.from ? c.from() : c.value; }
      case "index": { const a = this.array(node.array), k = this.key(node.key); if (!a.has(k)) this.put(a, k, undefined); return a.get(k); }
      case "field": return this.field(this.index(node.i));
    }
    throw new Refusal("this is no variable", 2);
  }
  index(node) { const n = this.number(this.eval(node)); if (!(n >= 0) || n > 1e6) throw new Refusal(`$${n}: there is no such field`, 2); return Math.trunc(n); }
  put(array, key, value) { if (!array.has(key) && ++this.count > awkMost.elements) throw new Refusal(`more than ${awkMost.elements} elements of arrays cannot be held here`, 2); array.set(key, value); }
  store(node, value) {
    if (value instanceof Map) throw new Refusal("an array is used as a value", 2);
    switch (node.op) {
      case "global":
        if (this.vars.get(node.name) instanceof Map) throw new Refusal(`${node.name} is an array`, 2);
        if (this.program.functions.has(node.name)) throw new Refusal(`${node.name} is a function`, 2);
        if (node.name === "NF") { this.split(); const n = Math.trunc(this.number(value)); if (n < 0 || n > 1e6) throw new Refusal(`NF = ${n} cannot be set`, 2); this.fields.length = Math.min(this.fields.length, n); while (this.fields.length < n) this.fields.push(""); this.NF = n; this.rebuild(); return value; }
        if (node.name === "FS" || node.name === "NF") this.split();
        this.vars.set(node.name, value);
        return value;
      case "local":
        if (this.frame[node.i].value instanceof Map) throw new Refusal("an array is used as a value", 2);
        this.frame[node.i] = new AwkLocal(value);
        return value;
      case "index": this.put(this.array(node.array), this.key(node.key), value); return value;
      case "field": {
        const i = this.index(node.i);
        if (i === 0) { this.set(this.string(value)); return value; }
        this.split();
        while (this.fields.length < i) this.fields.push("");
        this.fields[i - 1] = value;
        this.NF = this.fields.length;
        this.rebuild();
        return value;
      }
    }
    throw new Refusal("this is no variable", 2);
  }
  array(node) {
    if (node.op === "global") {
      if (["NF", "NR", "FS", "OFS", "RS", "ORS", "FNR", "FILENAME"].includes(node.name)) throw new Refusal(`${node.name} is no array`, 2);
      const v = this.vars.get(node.name);
      if (v instanceof Map) return v;
      if (v !== undefined) throw new Refusal(`${node.name} is no array`, 2);
      const made = new Map();
      this.vars.set(node.name, made);
      return made;
    }
    const c = this.frame[node.i];
    if (c.value instanceof Map) return c.value;
    if (c.value !== undefined) throw new Refusal("a value is used as an array", 2);
    c.value = c.array ? c.array() : new Map();
    return c.value;
  }
  key(list) { if (list.length === 1) { const v = this.eval(list[0]); return this.string(v); } return list.map((n) => this.string(this.eval(n))).join(this.string(this.vars.get("SUBSEP"))); }

  // Records and fields.
  set(text) { this.record = text; this.fields = undefined; }
  split() { if (this.fields === undefined) { this.fields = this.parts(this.record, this.string(this.vars.get("FS")), true).map((t) => new Given(t)); this.NF = this.fields.length; } }
  rebuild() { this.record = this.fit(this.fields.map((f) => this.string(f)).join(this.string(this.vars.get("OFS")))); }
  field(i) { if (i === 0) return new Given(this.record); this.split(); return this.fields[i - 1] ?? (i <= this.NF ? "" : undefined); }
  parts(text, by, fields) {
    if (text === "") return [];
    const paragraphs = fields && this.string(this.vars.get("RS")) === "";
    if (by === " ") return text.replace(/^[ \t\n]+|[ \t\n]+$/g, "") === "" ? [] : text.replace(/^[ \t\n]+|[ \t\n]+$/g, "").split(/[ \t\n]+/);
    if (by === "") return [...text];
    if (!paragraphs && by.length === 1 && by !== "\\") return text.split(by);
    return this.cut(text, awkPattern(by.length === 1 ? `[${by === "\\" || by === "^" ? "\\" + by : by}]${paragraphs ? "|\n" : ""}` : paragraphs ? `(${by})|\n` : by));
  }
  cut(text, re) {
    const all = [];
    let at = 0;
    for (let from = 0; from <= text.length;) {
      const m = awkFind(re, text, from);
      if (!m) break;
      if (m.to === m.from) { from = m.to + 1; continue; }
      all.push(text.slice(at, m.from));
      at = from = m.to;
    }
    all.push(text.slice(at));
    return all;
  }
  // reader gives the records of a text.
  reader(text) {
    let at = 0;
    return () => {
      const by = this.string(this.vars.get("RS"));
      if (by === "") while (text[at] === "\n") at++;
      if (at >= text.length) return undefined;
      let m;
      if (by === "") { const re = /\n\n+/g; re.lastIndex = at; const f = re.exec(text); m = f ? { from: f.index, to: f.index + f[0].length } : text.endsWith("\n") ? { from: text.length - 1, to: text.length } : undefined; } else if (by.length === 1) { const i = text.indexOf(by, at); m = i < 0 ? undefined : { from: i, to: i + 1 }; } else m = awkFind(awkPattern(by), text, at);
      if (m && m.to === m.from) m = undefined;
      const record = text.slice(at, m ? m.from : text.length);
      at = m ? m.to : text.length;
      return record;
    };
  }
  // next is the next record of the input, of all files.
  next() {
    for (;;) {
      if (this.input) {
        const record = this.input();
        if (record !== undefined) { this.vars.set("NR", this.number(this.vars.get("NR")) + 1); this.vars.set("FNR", this.number(this.vars.get("FNR")) + 1); return record; }
        this.input = undefined;
      }
      if (!this.open()) return undefined;
    }
  }
  open() {
    const argv = this.vars.get("ARGV");
    for (this.arg ??= 1; this.arg < this.number(this.vars.get("ARGC"));) {
      const v = argv.get(String(this.arg++)), word = v === undefined ? "" : this.string(v), set = /^([A-Za-z_]\w*)=(.*)$/s.exec(word);
      if (word === "") continue;
      if (set) { this.assign(set[1], set[2]); continue; }
      this.any = true;
      this.begin(word === "-" ? "" : word, word === "-" ? this.host.stdin : this.host.read(word));
      return true;
    }
    if (this.any) return false;
    this.any = true;
    this.begin("", this.host.stdin);
    return true;
  }
  begin(name, text) {
    if (text === undefined) { this.host.say(`cannot open ${name} (No such file or directory)`); this.failed = 2; this.input = () => undefined; return; }
    this.vars.set("FILENAME", name === "" ? "" : new Given(name));
    this.vars.set("FNR", 0);
    this.input = this.reader(text);
  }

  // Output.
  write(text, to, target) {
    const name = to === undefined ? "/dev/stdout" : this.string(this.eval(target));
    if ((this.size += text.length) > awkMost.text) throw new Refusal(`more than ${awkMost.text} letters of output cannot be held here`, 2);
    if (to === "|") { if (!this.pipes.has(name)) this.pipes.set(name, []); this.pipes.get(name).push(text); return; }
    if (name === "/dev/stdout" || name === "-") return void this.out.push(text);
    if (name === "/dev/stderr") return void this.out.push({ stderr: text });
    if (/^\/dev\/(fd|tcp|udp|inet)/.test(name)) throw new Refusal(`${name} cannot be written here`, 2);
    let file = this.files.get(name);
    if (!file) this.files.set(name, file = { parts: [], append: to === ">>", open: true });
    else if (!file.open) { file.open = true; if (to === ">") file.parts = []; }
    file.parts.push(text);
  }
  close(name) {
    let known = -1;
    if (this.pipes.has(name)) { this.out.push({ command: name, input: this.pipes.get(name).join("") }); this.pipes.delete(name); this.effects++; known = 0; }
    for (const kind of ["file", "command"]) if (this.readers.delete(`${kind}:${name}`)) known = 0;
    const file = this.files.get(name);
    if (file?.open) { file.open = false; known = 0; }
    return known;
  }
  getline({ command, file, to }) {
    let record;
    if (command || file) {
      const kind = command ? "command" : "file", name = this.string(this.eval(command ?? file)), id = `${kind}:${name}`;
      let read = this.readers.get(id);
      if (!read) {
        const own = file && this.files.get(name);
        if (command && this.effects > 0) throw new Refusal(`"${name}" | getline after another command was run cannot be run here`, 2);
        const text = own ? (own.append ? this.host.read(name) ?? "" : "") + own.parts.join("") : name === "-" && file ? this.host.stdin : command ? this.host.run(name) : this.host.read(name);
        if (text === undefined) return -1;
        this.readers.set(id, read = this.reader(text));
      }
      record = read();
      if (record !== undefined && command) this.vars.set("NR", this.number(this.vars.get("NR")) + 1);
    } else record = this.next();
    if (record === undefined) return 0;
    if (to) this.store(to, new Given(record)); else this.set(record);
    return 1;
  }

  // Expressions.
  eval(n) {
    switch (n.op) {
      case "value": return n.value;
      case "global": case "local": case "index": case "field": return this.load(n);
      case "group": return this.eval(n.value);
      case "regex": return awkFind(awkPattern(n.source), this.record, 0) ? 1 : 0;
      case "set": {
        if (n.how === "") { const v = this.eval(n.value); return this.store(n.to, v instanceof Map ? this.string(v) : v); }
        const r = this.number(this.eval(n.value));
        return this.store(n.to, this.math(n.how, this.number(this.load(n.to)), r));
      }
      case "choose": return this.eval(this.truth(this.eval(n.test)) ? n.yes : n.no);
      case "or": return this.truth(this.eval(n.l)) || this.truth(this.eval(n.r)) ? 1 : 0;
      case "and": return this.truth(this.eval(n.l)) && this.truth(this.eval(n.r)) ? 1 : 0;
      case "not": return this.truth(this.eval(n.value)) ? 0 : 1;
      case "neg": return -this.number(this.eval(n.value));
      case "plus": return this.number(this.eval(n.value));
      case "has": { const key = this.key(n.key); return this.array(n.array).has(key) ? 1 : 0; }
      case "match": { const text = this.string(this.eval(n.l)); return Boolean(awkFind(this.pattern(n.r), text, 0)) === n.not ? 0 : 1; }
      case "compare": {
        const l = this.eval(n.l), d = this.compare(l, this.eval(n.r));
        return ({ "<": d < 0, "<=": d <= 0, "==": d === 0, "!=": d !== 0, ">": d > 0, ">=": d >= 0 })[n.how] ? 1 : 0;
      }
      case "concat": { const l = this.string(this.eval(n.l)); return this.fit(l + this.string(this.eval(n.r))); }
      case "math": { const l = this.number(this.eval(n.l)); return this.math(n.how, l, this.number(this.eval(n.r))); }
      case "step": { const was = this.number(this.load(n.to)); this.store(n.to, was + n.by); return n.after ? was : was + n.by; }
      case "getline": return this.getline(n);
      case "call": return this.call(n);
      case "builtin": return awkBuiltin[n.name].call(this, n.args);
    }
    throw new Refusal(`${n.op} is not known here`, 2);
  }
  math(how, l, r) {
    switch (how) {
      case "+": return l + r;
      case "-": return l - r;
      case "*": return l * r;
      case "/": if (r === 0) throw new Refusal("division by zero", 2); return l / r;
      case "%": if (r === 0) throw new Refusal("division by zero in %", 2); return l % r;
    }
    return l ** r;
  }
  pattern(n) { return awkPattern(n.op === "regex" ? n.source : this.string(this.eval(n))); }
  call({ name, args }) {
    const f = this.program.functions.get(name);
    if (args.length > f.params.length) throw new Refusal(`function ${name} called with more arguments than it has`, 2);
    const caller = this.frame, frame = f.params.map((_, i) => this.handed(args[i], caller));
    if (this.frames.length >= 700) throw new Refusal("functions within functions, more than 700 deep, cannot be run here", 2);
    this.frames.push(caller);
    this.frame = frame;
    try { this.run(f.body); return undefined; } catch (err) { if (err instanceof AwkSignal && err.kind === "return") return err.value; throw err; } finally { this.frame = caller; this.frames.pop(); }
  }
  // handed is an argument: an array as such, and what is neither yet may become one.
  handed(node, caller) {
    if (node === undefined) return new AwkLocal(undefined);
    if (node.op !== "global" && node.op !== "local") { const v = this.eval(node); return new AwkLocal(v); }
    const v = this.load(node), local = new AwkLocal(v);
    if (v === undefined) local.array = () => { const now = this.frame; this.frame = caller; try { return this.array(node); } finally { this.frame = now; } };
    if (v === undefined) local.from = () => { const now = this.frame; this.frame = caller; try { const x = this.load(node); return x instanceof Map ? x : undefined; } finally { this.frame = now; } };
    return local;
  }

  // Statements.
  run(s) {
    switch (s.op) {
      case "block": for (const inner of s.list) this.run(inner); return;
      case "expr": this.eval(s.value); return;
      case "if": if (this.truth(this.eval(s.test))) this.run(s.yes); else if (s.no) this.run(s.no); return;
      case "while": while (this.truth(this.eval(s.test))) if (this.round(s.body)) return; return;
      case "do": do { if (this.round(s.body)) return; } while (this.truth(this.eval(s.test))); return;
      case "for": for (s.init && this.run(s.init); !s.test || this.truth(this.eval(s.test)); s.step && this.run(s.step)) if (this.round(s.body)) return; return;
      case "in": { const array = this.array(s.array); for (const key of [...array.keys()]) { this.store(s.name, new Given(key)); if (this.round(s.body)) return; } return; }
      case "print": this.write((s.args.length === 0 ? this.record : s.args.map((a) => this.string(this.eval(a), "OFMT")).join(this.string(this.vars.get("OFS")))) + this.string(this.vars.get("ORS")), s.to, s.target); return;
      case "printf": { const [format, ...values] = s.args.map((a) => this.eval(a)); this.write(this.sprintf(this.string(format), values), s.to, s.target); return; }
      case "delete": { const array = this.array(s.array); if (array.delete(this.key(s.key))) this.count--; return; }
      case "clear": { const array = this.array(s.array); this.count -= array.size; array.clear(); return; }
      case "exit": throw new AwkSignal("exit", s.value === undefined ? undefined : Math.trunc(this.number(this.eval(s.value))) & 255);
      case "return": throw new AwkSignal("return", s.value === undefined ? undefined : this.eval(s.value));
      default: throw new AwkSignal(s.op);
    }
  }
  // round is one round of a loop, and whether it was the last.
  round(body) {
    try { this.run(body); } catch (err) {
      if (!(err instanceof AwkSignal)) throw err;
      if (err.kind === "break") return true;
      if (err.kind !== "continue") throw err;
    }
    return false;
  }
  sprintf(format, values) {
    let at = 0, out = "";
    for (const part of specs(format)) {
      if (typeof part === "string") { out += part; continue; }
      const spec = { ...part }, value = () => { if (at >= values.length) throw new Refusal(`not enough arguments for the format ${JSON.stringify(format)}`, 2); return values[at++]; };
      if (spec.time !== undefined || spec.flags.includes("'")) throw new Refusal(`${spec.all} is not known here`, 2);
      const size = (word) => bounded(word === "*" ? Math.trunc(this.number(value())) : Number(word || 0), spec);
      spec.width = spec.width === undefined ? 0 : size(spec.width);
      if (spec.width < 0) { spec.flags += "-"; spec.width = -spec.width; }
      spec.precision = spec.precision === undefined ? undefined : size(spec.precision);
      if (spec.precision < 0) spec.precision = undefined;
      const text = (s) => { const points = [...s].slice(0, spec.precision), room = " ".repeat(Math.max(0, spec.width - points.length)); return spec.flags.includes("-") ? points.join("") + room : room + points.join(""); };
      switch (spec.letter) {
        case "s": out += text(this.string(value())); break;
        case "c": { const v = value(); spec.precision = undefined; out += text(typeof v === "number" ? String.fromCodePoint(Math.max(0, Math.min(0x10ffff, Math.trunc(v)))) : [...this.string(v)][0] ?? ""); break; }
        case "d": case "i": case "o": case "x": case "X": case "u": {
          const n = this.number(value());
          if (!Number.isFinite(n)) { out += padded("", this.string(n), spec, false); break; }
          const whole = BigInt(Math.trunc(n));
          if (whole < 0n && !"di".includes(spec.letter)) throw new Refusal(`${spec.all} of a negative number is another text in each awk`, 2);
          out += putInteger(whole, spec);
          break;
        }
        case "e": case "E": case "f": case "F": case "g": case "G": out += putReal(realOf(this.number(value())), spec); break;
        default: throw new Refusal(`${spec.all} is not known here`, 2);
      }
      this.fit(out);
    }
    return out;
  }

  // main runs all, and gives the code.
  main() {
    let code = 0;
    const { rules } = this.program, of = (kind) => rules.filter((r) => r.kind === kind), between = new Map();
    const guarded = (f) => { try { f(); return false; } catch (err) { if (!(err instanceof AwkSignal) || err.kind !== "exit") throw err; code = err.value ?? code; return true; } };
    const each = () => {
      for (let record; (record = this.next()) !== undefined;) {
        this.set(record);
        try {
          for (const rule of of("each")) {
            if (rule.until) { if (!between.get(rule)) { if (!this.truth(this.eval(rule.test))) continue; between.set(rule, true); } if (this.truth(this.eval(rule.until))) between.set(rule, false); } else if (rule.test && !this.truth(this.eval(rule.test))) continue;
            this.run(rule.body ?? { op: "print", args: [] });
          }
        } catch (err) {
          if (!(err instanceof AwkSignal) || err.kind !== "next" && err.kind !== "nextfile") throw err;
          if (err.kind === "nextfile") this.input = undefined;
        }
      }
    };
    guarded(() => { for (const rule of of("BEGIN")) this.run(rule.body); if (of("each").length + of("END").length > 0) each(); });
    guarded(() => { for (const rule of of("END")) this.run(rule.body); });
    for (const name of [...this.pipes.keys()]) this.close(name);
    return code || this.failed || 0;
  }
}

// Functions of awk.
const awkMath = (f) => function (args) { if (args.length !== 1) throw new Refusal("one argument is wanted", 2); return f(this.number(this.eval(args[0]))); };
const awkBits = (f) => function (args) { const list = args.map((a) => this.number(this.eval(a))); if (!list.every((n) => Number.isSafeInteger(n) && n >= 0)) throw new Refusal("bits of a number that is negative or over 2^53 cannot be used here", 2); const n = Number(list.map(BigInt).reduce(f)); if (!Number.isSafeInteger(n)) throw new Refusal("a number over 2^53 cannot be used here", 2); return n; };
const awkReplacement = (text, match, general) => text.replace(/\\\\&|\\&|&|\\\\/g, (m) => (m === "&" ? match : m === "\\&" ? "&" : m === "\\\\&" ? "\\" + match : general ? "\\" : m));

// substituted replaces the first match, or all of them.
function substituted(awk, args, all) {
  if (args.length < 2 || args.length > 3) throw new Refusal("sub and gsub want two or three arguments", 2);
  const re = awk.pattern(args[0]), by = awk.string(awk.eval(args[1])), to = args[2] ?? { op: "field", i: { op: "value", value: 0 } };
  const own = to.op === "group" ? to.value : to, text = awk.string(awk.eval(own));
  let out = "", at = 0, n = 0, last = -1;
  for (let from = 0; from <= text.length;) {
    const m = awkFind(re, text, from);
    if (!m) break;
    if (m.to === m.from && m.from === last) { from = m.to + 1; if (m.from < text.length) { out += text[m.from]; at = m.from + 1; } continue; }
    out = awk.fit(out + text.slice(at, m.from) + awkReplacement(by, text.slice(m.from, m.to)));
    n++;
    at = last = m.to;
    from = m.to;
    if (m.to === m.from) { if (m.to < text.length) out += text[m.to]; at = m.to + 1; from = m.to + 1; }
    if (!all) break;
  }
  if (n > 0 && ["global", "local", "index", "field"].includes(own.op)) awk.store(own, out + text.slice(at));
  return n;
}

const awkBuiltin = {
  length(args) {
    if (args.length === 0) return [...this.record].length;
    const node = args[0];
    if (node.op === "global" || node.op === "local") { const v = this.load(node); if (v instanceof Map) return v.size; }
    return [...this.string(this.eval(node))].length;
  },
  substr(args) {
    if (args.length < 2 || args.length > 3) throw new Refusal("substr wants two or three arguments", 2);
    const text = [...this.string(this.eval(args[0]))], round = (n) => { const f = Math.floor(n), d = n - f; return d < 0.5 ? f : d > 0.5 ? f + 1 : f % 2 === 0 ? f : f + 1; };
    const [from, length] = args.slice(1).map((a) => this.number(this.eval(a)));
    if (length !== undefined && (from < 1 || !Number.isInteger(from) || !Number.isInteger(length))) throw new Refusal(`substr(s, ${from}, ${length}) is another text in each awk, and is not known here`, 2);
    return text.slice(Math.max(0, round(from) - 1), length === undefined ? undefined : Math.max(0, from - 1 + length)).join("");
  },
  index(args) { const text = this.string(this.eval(args[0])), at = text.indexOf(this.string(this.eval(args[1]))); return at < 0 ? 0 : [...text.slice(0, at)].length + 1; },
  split(args) {
    const text = this.string(this.eval(args[0])), by = args[2];
    let list;
    if (by === undefined) list = this.parts(text, this.string(this.vars.get("FS")), false);
    else if (by.op === "regex") list = text === "" ? [] : this.cut(text, awkPattern(by.source));
    else list = this.parts(text, this.string(this.eval(by)), false);
    if (args.length > 3) throw new Refusal("split with separators is not known here", 2);
    const array = this.array(args[1]);
    this.count -= array.size;
    array.clear();
    list.forEach((t, i) => this.put(array, String(i + 1), new Given(t)));
    return list.length;
  },
  sub(args) { return substituted(this, args, false); }, gsub(args) { return substituted(this, args, true); },
  match(args) {
    if (args.length !== 2) throw new Refusal("match with an array is not known here", 2);
    const text = this.string(this.eval(args[0])), m = awkFind(this.pattern(args[1]), text, 0), points = (s) => [...s].length;
    this.vars.set("RSTART", m ? points(text.slice(0, m.from)) + 1 : 0);
    this.vars.set("RLENGTH", m ? points(text.slice(m.from, m.to)) : -1);
    return this.vars.get("RSTART");
  },
  sprintf(args) { const [format, ...values] = args.map((a) => this.eval(a)); return this.sprintf(this.string(format), values); },
  sin: awkMath(Math.sin), cos: awkMath(Math.cos), exp: awkMath(Math.exp), log: awkMath(Math.log), sqrt: awkMath(Math.sqrt), int: awkMath((n) => Math.trunc(n) + 0),
  atan2(args) { return Math.atan2(this.number(this.eval(args[0])), this.number(this.eval(args[1]))); },
  rand() { this.random = this.random * 48271 % 2147483647; return this.random / 2147483647; },
  srand(args) { const was = this.seed; this.seed = args.length > 0 ? this.number(this.eval(args[0])) : this.host.now; this.random = Math.abs(Math.trunc(this.seed)) % 2147483646 + 1; return was; },
  tolower(args) { return this.string(this.eval(args[0])).replace(/[A-Z]/g, (c) => c.toLowerCase()); }, toupper(args) { return this.string(this.eval(args[0])).replace(/[a-z]/g, (c) => c.toUpperCase()); },
  system(args) { for (const name of [...this.pipes.keys()]) this.close(name); this.out.push({ command: this.string(this.eval(args[0])), input: "" }); this.effects++; return 0; },
  close(args) { return this.close(this.string(this.eval(args[0]))); }, fflush: () => 0,
  strtonum(args) { const v = this.eval(args[0]); if (typeof v === "number") return v; const t = this.string(v).trim(); return /^0[xX][\da-fA-F]+$/.test(t) ? Number(t) : /^0[0-7]+$/.test(t) ? parseInt(t, 8) : this.number(t); },
  systime() { return this.host.now; },
  strftime(args) {
    const [format = "%c", at = this.host.now, utc = ""] = args.map((a) => this.eval(a)), zone = dateZone(this.string(utc) !== "" && this.number(utc) !== 0 ? "UTC" : this.host.env.TZ?.replace(/^:/, "") || "UTC"), ms = Math.trunc(this.number(at)) * 1000;
    return dateSaid(this.string(format), { ms, nanos: 0, zone, d: zone.local(ms) });
  },
  mktime(args) {
    const [year, month, day, hour, minute, second] = this.string(this.eval(args[0])).trim().split(/\s+/).map(Number), zone = dateZone(this.host.env.TZ?.replace(/^:/, "") || "UTC");
    const ms = zone.instant(Date.UTC(year, month - 1, day, hour, minute, second));
    return Number.isNaN(ms) ? -1 : ms / 1000;
  },
  and: awkBits((a, b) => a & b), or: awkBits((a, b) => a | b), xor: awkBits((a, b) => a ^ b), lshift: awkBits((a, b) => a << b), rshift: awkBits((a, b) => a >> b),
};

// awkUsed tells where system's or close's answer is used, which is not known while the program runs.
function awkUsed(n, whole) {
  if (n === null || typeof n !== "object") return;
  if (Array.isArray(n)) return void n.forEach((e) => awkUsed(e, false));
  if (n.op === "builtin" && n.name === "system" && !whole) throw new Refusal("the answer of system() is not known here while the program runs", 2);
  for (const [key, e] of Object.entries(n)) if (typeof e === "object") awkUsed(e, n.op === "expr" && key === "value");
}

async function awkExecute(args, ctx) {
  const given = [], said = [];
  let program, code = 0, stdout = "";
  const decode = (bytes) => { try { return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes, (c) => c.charCodeAt(0))); } catch { throw new Refusal("an input that is no UTF-8 cannot be read here", 2); } };
  const read = async (file) => { let bytes; try { bytes = await ctx.fs.readFileBytes(ctx.fs.resolvePath(ctx.cwd, file)); } catch (err) { if (/ENOENT|EISDIR/.test(err.message)) return undefined; throw new Refusal(err.message, 2); } return decode(bytes); };
  try {
    const words = [...args];
    const files = [];
    while (words[0]?.length > 1 && words[0][0] === "-") {
      const word = words.shift();
      if (word === "--") break;
      const [, letter, rest] = /^-(.)(.*)$/s.exec(word), value = () => { if (rest !== "") return rest; if (words.length === 0) throw new Refusal(`option requires an argument -- ${letter}`, 2); return words.shift(); };
      if (letter === "F") { given.push(["FS", value()]); }
      else if (letter === "v") { const [, name, v] = /^([^=]*)=(.*)$/s.exec(value()) ?? [undefined, ""]; if (v === undefined) throw new Refusal("-v wants name=value", 2); given.push([name, v]); }
      else if (letter === "f") files.push(value());
      else throw new Refusal(`the option ${word} is not known here`, 2);
    }
    if (files.length > 0) { const texts = await Promise.all(files.map(read)); if (texts.includes(undefined)) throw new Refusal(`cannot open ${files[texts.indexOf(undefined)]} (No such file or directory)`, 2); program = texts.join("\n"); } else program = words.shift();
    if (program === undefined) throw new Refusal("usage: awk [-F fs] [-v var=value] 'program' [file …]", 2);
    const tree = new AwkParser(program).program();
    awkUsed([...tree.rules, ...[...tree.functions.values()].map((f) => f.body)], false);
    const known = { file: new Map(), command: new Map() }, now = Math.floor(Date.now() / 1000);
    let awk, warned, input;
    for (let runs = 0; ; runs++) {
      if (runs > awkMost.runs) throw new Refusal(`more than ${awkMost.runs} files and commands cannot be read here`, 2);
      warned = [];
      const ask = (kind) => (name) => { if (!known[kind].has(name)) throw new AwkWants(kind, name); return known[kind].get(name); };
      try {
        awk = new Awk(tree, { env: ctx.exportedEnv ?? {}, operands: words, assigned: given, get stdin() { return input ??= decode(ctx.stdin); }, read: ask("file"), run: ask("command"), now, say: (s) => warned.push(`awk: ${s}\n`) });
        code = awk.main();
        break;
      } catch (err) {
        if (err instanceof AwkSignal) { code = 2; warned.push(`awk: ${err.kind} is not allowed there\n`); break; }
        if (err instanceof Refusal && awk) { warned.push(`awk: ${err.message}\n`); code = 2; break; }
        if (!(err instanceof AwkWants)) throw err;
        if (err.kind === "file") known.file.set(err.name, await read(err.name));
        else { const r = await ctx.exec(err.name, { cwd: ctx.cwd }); warned.push(r.stderr); said.push(r.stderr); known.command.set(err.name, r.stdoutKind === "bytes" || r.stdoutEncoding === "binary" ? decode(r.stdout) : r.stdout); }
      }
    }
    said.push(...warned);
    for (const [name, { parts, append }] of awk.files) { const path = ctx.fs.resolvePath(ctx.cwd, name); await (append ? ctx.fs.appendFile(path, parts.join("")) : ctx.fs.writeFile(path, parts.join(""))); }
    for (const part of awk.out) {
      if (typeof part === "string") stdout += part;
      else if (part.stderr !== undefined) said.push(part.stderr);
      else { const r = await ctx.exec(part.command, { cwd: ctx.cwd, stdin: part.input }); said.push(r.stderr); stdout += r.stdoutKind === "bytes" || r.stdoutEncoding === "binary" ? decode(r.stdout) : r.stdout; }
    }
  } catch (err) {
    if (err instanceof AwkSyntax) { said.push(`awk: ${err.message}\n`); code = 2; }
    else if (err instanceof Refusal) { said.push(`awk: ${err.message}\n`); code = err.code === 1 ? 2 : err.code; }
    else if (err instanceof RangeError && /call stack/i.test(err.message)) { said.push("awk: the recursion is too deep to be run here\n"); code = 2; }
    else throw err;
  }
  return { stdout, stderr: said.join(""), exitCode: code, stdoutKind: "text" };
}

tools.push({ name: "awk", execute: awkExecute });

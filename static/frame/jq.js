// jq, with what jq 1.6 answers: a parser and an evaluator of its language. What jq has
// and this does not is an error that names it. Objects are Maps, so that no key is special.
// https://jqlang.github.io/jq/manual/v1.6/
"use strict";

class JqError extends Error { constructor(value) { super("jq"); this.value = value; } }
class JqBreak { constructor(label) { this.label = label; } }
class JqBeyond { constructor(of, err) { this.of = of; this.err = err; } } // an error of what comes after a try
class JqSyntax extends Error {}
class JqHalt { constructor(code, out) { this.code = code; this.out = out; } }

const jqMost = { values: 5e6, text: 64 << 20, depth: 2000 };

// Values.

const jqType = (v) => (v === null ? "null" : typeof v === "boolean" || typeof v === "number" || typeof v === "string" ? typeof v : Array.isArray(v) ? "array" : "object");
const jqFail = (text) => { throw new JqError(text); };
const jqTrue = (v) => v !== null && v !== false;

function byPoint(a, b) {
  const n = Math.min(a.length, b.length);
  for (let i = 0; i < n; i++) {
    const x = a.charCodeAt(i), y = b.charCodeAt(i);
    if (x !== y) return (x >= 0xd800 && x < 0xe000) !== (y >= 0xd800 && y < 0xe000) ? (x >= 0xd800 && x < 0xe000 ? 1 : -1) : x - y;
  }
  return a.length - b.length;
}
const jqKeys = (o) => [...o.keys()].sort(byPoint);
const jqRank = (v) => (v === null ? 0 : v === false ? 1 : v === true ? 2 : { number: 3, string: 4, array: 5, object: 6 }[jqType(v)]);

function jqOrder(a, b) {
  const d = jqRank(a) - jqRank(b);
  if (d !== 0 || jqRank(a) < 3) return d;
  if (typeof a === "number") return a < b || Number.isNaN(a) ? -1 : a === b ? 0 : 1;
  if (typeof a === "string") return byPoint(a, b);
  if (Array.isArray(a)) {
    for (let i = 0; i < a.length && i < b.length; i++) { const r = jqOrder(a[i], b[i]); if (r !== 0) return r; }
    return a.length - b.length;
  }
  const k = jqKeys(a), r = jqOrder(k, jqKeys(b));
  if (r !== 0) return r;
  for (const key of k) { const s = jqOrder(a.get(key), b.get(key)); if (s !== 0) return s; }
  return 0;
}

// jqNumber shows a number as dtoa's g_fmt in jq 1.6 does.
function jqNumber(n) {
  if (Number.isNaN(n)) return "null";
  n = Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, n));
  if (n === 0) return Object.is(n, -0) ? "-0" : "0";
  const [, sign, first, rest = "", exponent] = /^(-?)(\d)(?:\.(\d+))?e([-+]\d+)$/.exec(n.toExponential()), all = first + rest, point = Number(exponent) + 1;
  if (point <= -5 + 1 || point > all.length + 15) {
    const e = point - 1;
    return `${sign}${first}${rest ? "." + rest : ""}e${e < 0 ? "-" : "+"}${String(Math.abs(e)).padStart(2, "0")}`;
  }
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${all}`;
  return sign + (point >= all.length ? all + "0".repeat(point - all.length) : `${all.slice(0, point)}.${all.slice(point)}`);
}

const jqMarks = { "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\" };
function jqQuoted(s, ascii) {
  const text = s.replace(/["\\\0-\x1f\x7f]/g, (c) => jqMarks[c] ?? "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0"));
  return `"${ascii ? text.replace(/[\u0080-\uffff]/g, (c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0")) : text}"`;
}

// jqText is a value as JSON: on one line, or with an indent.
function jqText(v, { indent = "", sort = false, ascii = false } = {}) {
  const out = [];
  let size = 0;
  const put = (s) => { size += s.length; if (size > jqMost.text) throw new Refusal(`a text of more than ${jqMost.text} bytes cannot be made here`, 5); out.push(s); };
  const show = (value, depth) => {
    if (depth > 256) throw new Refusal("a value that is more than 256 deep cannot be shown here", 5);
    const line = indent ? "\n" + indent.repeat(depth + 1) : "", last = indent ? "\n" + indent.repeat(depth) : "";
    switch (jqType(value)) {
      case "number": return put(jqNumber(value));
      case "string": return put(jqQuoted(value, ascii));
      case "array":
        if (value.length === 0) return put("[]");
        value.forEach((e, i) => { put((i === 0 ? "[" : ",") + line); show(e, depth + 1); });
        return put(last + "]");
      case "object":
        if (value.size === 0) return put("{}");
        (sort ? jqKeys(value) : [...value.keys()]).forEach((k, i) => { put((i === 0 ? "{" : ",") + line + jqQuoted(k, ascii) + (indent ? ": " : ":")); show(value.get(k), depth + 1); });
        return put(last + "}");
      default: return put(String(value));
    }
  };
  show(v, 0);
  return out.join("");
}
const jqString = (v) => (typeof v === "string" ? v : jqText(v));
const jqShort = (v) => { const t = jqText(v), bytes = new TextEncoder().encode(t); return bytes.length > 11 ? new TextDecoder().decode(bytes.slice(0, 10)).replace(/\ufffd+$/, "") + "..." : t; };
const jqNamed = (v) => `${jqType(v)} (${jqShort(v)})`;

// jqParse reads the values of a text, one after the other; next gives one, or undefined at the end.
class JqReader {
  constructor(text) { this.text = text; this.at = 0; }
  fault(what) { const before = this.text.slice(0, this.at).split("\n"); throw new Refusal(`error (at <stdin>:${before.length - 1}): ${what} at line ${before.length}, column ${before.at(-1).length}`, 4); }
  space() { while (" \t\n\r\ufeff".includes(this.text[this.at]) && this.at < this.text.length) this.at++; }
  next() { this.space(); return this.at >= this.text.length ? undefined : this.value(0); }
  value(depth) {
    if (depth > 256) this.fault("Exceeds depth limit for parsing");
    this.space();
    const c = this.text[this.at];
    if (c === "{") return this.object(depth);
    if (c === "[") return this.array(depth);
    if (c === '"') return this.string();
    const word = /[-+.\w]+/y;
    word.lastIndex = this.at;
    const found = word.exec(this.text)?.[0];
    if (found === undefined) return this.fault(c === undefined ? "Unfinished JSON term" : "Invalid JSON");
    this.at += found.length;
    if (["true", "false", "null"].includes(found)) return { true: true, false: false, null: null }[found];
    if (/^-?nan$/i.test(found)) return NaN;
    if (!/^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/.test(found)) this.fault("Invalid numeric literal");
    return Number(found);
  }
  array(depth) {
    const all = [];
    this.at++;
    this.space();
    if (this.text[this.at] === "]") { this.at++; return all; }
    for (;;) {
      all.push(this.value(depth + 1));
      this.space();
      const c = this.text[this.at++];
      if (c === "]") return all;
      if (c !== ",") this.fault(c === undefined ? "Unfinished JSON term" : "Expected separator between values");
    }
  }
  object(depth) {
    const all = new Map();
    this.at++;
    this.space();
    if (this.text[this.at] === "}") { this.at++; return all; }
    for (;;) {
      this.space();
      if (this.text[this.at] !== '"') this.fault(this.at >= this.text.length ? "Unfinished JSON term" : "Object keys must be strings");
      const key = this.string();
      this.space();
      if (this.text[this.at++] !== ":") this.fault(this.at > this.text.length ? "Unfinished JSON term" : "Objects must consist of key:value pairs");
      all.set(key, this.value(depth + 1));
      this.space();
      const c = this.text[this.at++];
      if (c === "}") return all;
      if (c !== ",") this.fault(c === undefined ? "Unfinished JSON term" : "Expected separator between values");
    }
  }
  string() {
    const found = /"((?:[^"\\]|\\.)*)"/ys;
    found.lastIndex = this.at;
    const m = found.exec(this.text);
    if (!m) this.fault("Unfinished string");
    this.at += m[0].length;
    return m[1].replace(/\\(u[\da-fA-F]{4}|.)/gs, (all, e) => {
      if (e.length === 5) return String.fromCharCode(parseInt(e.slice(1), 16));
      return { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", "/": "/", "\\": "\\", '"': '"' }[e] ?? this.fault("Invalid escape");
    }).toWellFormed();
  }
}

// The parser.

const jqTokens = /\s+|#[^\n]*|(?<num>(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)|(?<field>\.(?:[A-Za-z_]\w*))|(?<var>\$(?:__loc__|(?:[A-Za-z_]\w*::)*[A-Za-z_]\w*))|(?<word>(?:[A-Za-z_]\w*::)*[A-Za-z_]\w*)|(?<format>@[A-Za-z0-9_]+)|(?<op>\?\/\/=?|\/\/=|\|=|\+=|-=|\*=|\/=|%=|==|!=|<=|>=|\/\/|\.\.|[-+*/%|,.<>=?:;()[\]{}$])|(?<quote>")/y;
const jqWords = ["def", "if", "then", "elif", "else", "end", "as", "reduce", "foreach", "try", "catch", "label", "import", "include", "and", "or", "__loc__"];

class JqParser {
  constructor(text) { this.tokens = []; this.at = 0; this.scan(text, 0, false); }

  // scan splits the text, to its end or to the ) that closes an interpolation, whose place it gives.
  scan(text, at, inner) {
    const open = [];
    while (at < text.length) {
      jqTokens.lastIndex = at;
      const m = jqTokens.exec(text);
      if (!m) throw new JqSyntax(`syntax error, unexpected INVALID_CHARACTER ${JSON.stringify(text[at])}`);
      const start = at, { num, field, var: name, word, format, op, quote } = m.groups;
      at = jqTokens.lastIndex;
      const push = (kind, value) => this.tokens.push({ kind, value, line: text.slice(0, start).split("\n").length });
      if (num !== undefined) push("num", Number(num));
      else if (field !== undefined) push("field", field.slice(1));
      else if (name !== undefined) push("var", name.slice(1));
      else if (word !== undefined) push(jqWords.includes(word) ? "key" : "word", word);
      else if (format !== undefined) push("format", format);
      else if (op !== undefined) {
        if ("([{".includes(op)) open.push(op);
        if (")]}".includes(op) && open.length === 0) { if (inner && op === ")") return at; throw new JqSyntax(`syntax error, unexpected '${op}'`); }
        if (")]}".includes(op)) open.pop();
        push("op", op);
      } else if (quote !== undefined) at = this.string(text, at, push);
    }
    if (inner) throw new JqSyntax("syntax error, unexpected end of a string");
    return at;
  }

  string(text, at, push) {
    const parts = [""];
    for (;;) {
      const c = text[at++];
      if (c === undefined) throw new JqSyntax("syntax error, unexpected end of a string");
      if (c === '"') break;
      if (c !== "\\") { parts[parts.length - 1] += c; continue; }
      const e = text[at++];
      if (e === "(") {
        const own = new JqParser("");
        at = own.scan(text, at, true);
        parts.push(own.whole(), "");
      } else if (e === "u" && /^[\da-fA-F]{4}/.test(text.slice(at))) { parts[parts.length - 1] += String.fromCharCode(parseInt(text.slice(at, at + 4), 16)); at += 4; }
      else {
        const known = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", "/": "/", "\\": "\\", '"': '"' }[e];
        if (known === undefined) throw new JqSyntax("error: Invalid escape");
        parts[parts.length - 1] += known;
      }
    }
    push("string", parts);
    return at;
  }

  peek(value, kind) { const t = this.tokens[this.at]; return t !== undefined && t.value === value && (kind ? t.kind === kind : t.kind === "op" || t.kind === "key"); }
  take(value) { if (!this.peek(value)) return false; this.at++; return true; }
  want(value) { if (!this.take(value)) this.unexpected(value); }
  unexpected(want) { const t = this.tokens[this.at]; throw new JqSyntax(`syntax error, unexpected ${t === undefined ? "end" : JSON.stringify(t.value)}${want ? `, want ${want}` : ""}`); }
  whole() {
    if (this.tokens.length === 0) return { op: "id" };
    const n = this.tokens.some((t, i) => i === 0 && t.kind === "key" && t.value === "def") ? this.program() : this.pipe();
    if (this.at < this.tokens.length) this.unexpected();
    return n;
  }
  program() { return this.peek("def") && this.define(true) || this.pipe(); }

  define(last) {
    const def = this.definition();
    if (last && this.at >= this.tokens.length) return { op: "def", def, body: { op: "id" } };
    return { op: "def", def, body: last ? this.program() : this.pipe() };
  }
  definition() {
    this.want("def");
    const name = this.name(), params = [];
    if (this.take("(")) do { const t = this.tokens[this.at++]; if (t?.kind !== "var" && t?.kind !== "word") { this.at--; this.unexpected("a parameter"); } params.push({ name: t.value, value: t.kind === "var" }); } while (this.take(";"));
    if (params.length > 0) this.want(")");
    this.want(":");
    const body = this.pipe();
    this.want(";");
    return { name, params, body };
  }
  name() { const t = this.tokens[this.at]; if (t?.kind !== "word" && t?.kind !== "key") this.unexpected("a name"); this.at++; return t.value; }

  pipe(noComma) {
    if (this.peek("def")) return this.define(false);
    if (this.take("label")) { const t = this.tokens[this.at++]; if (t?.kind !== "var") this.unexpected("a label"); this.want("|"); return { op: "label", name: t.value, body: this.pipe() }; }
    const left = this.comma(noComma);
    if (left.op !== "as!" && this.take("|")) return { op: "pipe", left, right: this.pipe(noComma) };
    return left;
  }
  comma(no) {
    let left = this.binary(0);
    while (!no && this.take(",")) left = { op: "comma", left, right: this.binary(0) };
    return left;
  }
  // binary is of operators by their precedence.
  binary(level) {
    const levels = [["//"], ["=", "|=", "+=", "-=", "*=", "/=", "%=", "//="], ["or"], ["and"], ["==", "!=", "<", "<=", ">", ">="], ["+", "-"], ["*", "/", "%"]];
    if (level === levels.length) return this.postfix();
    let left = this.binary(level + 1);
    for (;;) {
      const t = this.tokens[this.at];
      if (t === undefined || t.kind !== "op" && t.kind !== "key" || !levels[level].includes(t.value)) return left;
      this.at++;
      if (level === 0) return { op: "alt", left, right: this.binary(0) };
      const right = this.binary(level + 1);
      left = level === 1 ? { op: "assign", how: t.value, left, right } : { op: level === 2 ? "or" : level === 3 ? "and" : "math", how: t.value, left, right };
      if ((level === 1 || level === 4) && levels[level].includes(this.tokens[this.at]?.value) && this.tokens[this.at].kind === "op") this.unexpected();
    }
  }

  postfix() {
    if (this.take("-")) return { op: "neg", body: this.postfix() };
    let term = this.term();
    for (;;) {
      const t = this.tokens[this.at];
      if (t?.kind === "field") { this.at++; term = { op: "index", of: term, key: { op: "literal", value: t.value } }; }
      else if (this.peek(".") && this.tokens[this.at + 1]?.kind === "string") { this.at++; term = { op: "index", of: term, key: this.text(this.tokens[this.at++].value) }; }
      else if (this.peek(".") && this.tokens[this.at + 1]?.value === "[") { this.at++; term = this.bracket(term); }
      else if (this.peek("[")) term = this.bracket(term);
      else if (this.take("?")) term = { op: "try", body: term };
      else if (this.peek("?//")) this.unexpected();
      else if (this.take("as")) {
        const pattern = this.pattern();
        if (this.peek("?//")) throw new JqSyntax("the operator ?// is not known here");
        this.want("|");
        return { op: "as", source: term, pattern, body: this.pipe() };
      } else return term;
    }
  }
  bracket(of) {
    this.want("[");
    if (this.take("]")) return { op: "each", of };
    if (this.take(":")) { const to = this.pipe(); this.want("]"); return { op: "slice", of, to }; }
    const from = this.pipe();
    if (this.take("]")) return { op: "index", of, key: from };
    this.want(":");
    if (this.take("]")) return { op: "slice", of, from };
    const to = this.pipe();
    this.want("]");
    return { op: "slice", of, from, to };
  }
  text(parts, format) { return parts.length === 1 ? { op: "literal", value: parts[0] } : { op: "string", parts, format }; }

  term() {
    const t = this.tokens[this.at++];
    if (t === undefined) { this.at--; this.unexpected(); }
    if (t.kind === "num") return { op: "literal", value: t.value };
    if (t.kind === "string") return this.text(t.value);
    if (t.kind === "format") return this.tokens[this.at]?.kind === "string" ? this.text(this.tokens[this.at++].value, t.value) : { op: "format", name: t.value };
    if (t.kind === "field") return { op: "index", of: { op: "id" }, key: { op: "literal", value: t.value } };
    if (t.kind === "var") return t.value === "__loc__" ? { op: "literal", value: new Map([["file", "<top-level>"], ["line", t.line]]) } : { op: "var", name: t.value };
    if (t.kind === "word") {
      if (t.value === "break" && this.tokens[this.at]?.kind === "var") return { op: "break", name: this.tokens[this.at++].value };
      const args = [];
      if (this.take("(")) { do args.push(this.pipe()); while (this.take(";")); this.want(")"); }
      return { op: "call", name: t.value, args };
    }
    switch (t.value) {
      case ".":
        if (this.tokens[this.at]?.kind === "string") return { op: "index", of: { op: "id" }, key: this.text(this.tokens[this.at++].value) };
        return this.peek("[") ? this.bracket({ op: "id" }) : { op: "id" };
      case "..": return { op: "call", name: "recurse", args: [] };
      case "(": { const n = this.pipe(); this.want(")"); return n; }
      case "[": { if (this.take("]")) return { op: "array" }; const body = this.pipe(); this.want("]"); return { op: "array", body }; }
      case "{": return this.object();
      case "if": return this.condition();
      case "try": { const body = this.handled(); return { op: "try", body, handler: this.take("catch") ? this.handled() : undefined }; }
      case "reduce": case "foreach": return this.fold(t.value);
      case "def": this.at--; return this.define(false);
    }
    this.at--;
    return this.unexpected();
  }
  handled() {
    if (this.take("-")) return { op: "neg", body: this.handled() };
    const was = this.at;
    const n = this.postfix();
    if (n.op === "as") { this.at = was; return this.term(); }
    return n;
  }
  condition() {
    const test = this.pipe();
    this.want("then");
    const yes = this.pipe();
    if (this.take("elif")) return { op: "if", test, yes, no: this.condition() };
    const no = this.take("else") ? this.pipe() : { op: "id" };
    this.want("end");
    return { op: "if", test, yes, no };
  }
  fold(op) {
    let source = this.term();
    for (;;) {
      const t = this.tokens[this.at];
      if (t?.kind === "field") { this.at++; source = { op: "index", of: source, key: { op: "literal", value: t.value } }; }
      else if (this.peek("[")) source = this.bracket(source);
      else if (this.peek(".") && this.tokens[this.at + 1]?.value === "[") { this.at++; source = this.bracket(source); }
      else if (this.take("?")) source = { op: "try", body: source };
      else break;
    }
    this.want("as");
    const pattern = this.pattern(), parts = [];
    this.want("(");
    do parts.push(this.pipe()); while (this.take(";"));
    this.want(")");
    if (parts.length < 2 || parts.length > (op === "reduce" ? 2 : 3)) this.unexpected();
    return { op, source, pattern, init: parts[0], update: parts[1], extract: parts[2] };
  }
  pattern() {
    const t = this.tokens[this.at++];
    if (t?.kind === "var") return { name: t.value };
    if (t?.value === "[") { const all = []; do all.push(this.pattern()); while (this.take(",")); this.want("]"); return { array: all }; }
    if (t?.value === "{") {
      const all = [];
      do {
        const k = this.tokens[this.at++];
        if (k?.kind === "var") all.push({ key: { op: "literal", value: k.value }, name: k.value, pattern: this.take(":") ? this.pattern() : undefined });
        else {
          let key;
          if (k?.kind === "word" || k?.kind === "key") key = { op: "literal", value: k.value };
          else if (k?.kind === "string") key = this.text(k.value);
          else if (k?.value === "(") { key = this.pipe(); this.want(")"); } else { this.at--; this.unexpected("a pattern"); }
          this.want(":");
          all.push({ key, pattern: this.pattern() });
        }
      } while (this.take(","));
      this.want("}");
      return { object: all };
    }
    this.at--;
    return this.unexpected("a pattern");
  }
  object() {
    const pairs = [];
    while (!this.take("}")) {
      if (pairs.length > 0) this.want(",");
      const t = this.tokens[this.at++];
      let key, own;
      if (t?.kind === "var") { key = { op: "literal", value: t.value }; own = t.value === "__loc__" ? { op: "literal", value: new Map([["file", "<top-level>"], ["line", t.line]]) } : { op: "var", name: t.value }; }
      else if (t?.kind === "word" || t?.kind === "key") key = { op: "literal", value: t.value };
      else if (t?.kind === "num") key = { op: "literal", value: jqNumber(t.value) };
      else if (t?.kind === "string") key = this.text(t.value);
      else if (t?.kind === "format" && this.tokens[this.at]?.kind === "string") key = this.text(this.tokens[this.at++].value, t.value);
      else if (t?.value === "(" && t.kind === "op") { key = this.pipe(); this.want(")"); } else { this.at--; this.unexpected("a key"); }
      if (t.kind === "var" || !this.take(":")) {
        if (t.value === "(") this.unexpected(":");
        pairs.push({ key, value: own ?? { op: "index", of: { op: "id" }, key } });
        continue;
      }
      let value = this.minused();
      while (this.take("|")) value = { op: "pipe", left: value, right: this.minused() };
      pairs.push({ key, value });
    }
    return { op: "object", pairs };
  }
  minused() {
    if (this.take("-")) return { op: "neg", body: this.minused() };
    const n = this.postfix();
    return n.op === "as" ? this.unexpected() : n;
  }
}

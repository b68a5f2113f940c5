// bc, as GNU's: decimal numbers of any length, each with its scale. read() and the Bessel functions are refused.
// https://www.gnu.org/software/bc/manual/html_mono/bc.html
"use strict";

// A number is n / 10^s.
const bcTen = (s) => 10n ** BigInt(s);
const bcZero = { n: 0n, s: 0 };
const bcAt = ({ n, s }, scale) => (scale >= s ? { n: n * bcTen(scale - s), s: scale } : { n: n / bcTen(s - scale), s: scale });
const bcWhole = (v) => Number(bcAt(v, 0).n);
const bcTruth = (yes) => ({ n: yes ? 1n : 0n, s: 0 });
const bcMost = 100000; // digits of a number

let bcLargest; // made when it is first asked

function bcBound(v) {
  bcLargest ??= bcTen(bcMost);
  if (v.s > bcMost || v.n > bcLargest || v.n < -bcLargest) throw new Refusal(`a number of more than ${bcMost} digits cannot be used here`);
  return v;
}

function bcSame(a, b, f) {
  const s = Math.max(a.s, b.s);
  return f(bcAt(a, s).n, bcAt(b, s).n, s);
}

function bcDivide(a, b, scale) {
  if (b.n === 0n) throw new Refusal("Runtime error (func=(main)): Divide by zero");
  return { n: a.n * bcTen(scale + b.s) / (b.n * bcTen(a.s)), s: scale };
}

function bcPower(a, b, scale) {
  const times = bcWhole(b);
  if (Math.abs(times) * Math.max(1, a.n.toString().length) > bcMost) throw new Refusal(`a number of more than ${bcMost} digits cannot be used here`);
  const p = { n: a.n ** BigInt(Math.abs(times)), s: a.s * Math.abs(times) };
  return times < 0 ? bcDivide({ n: 1n, s: 0 }, p, scale) : bcAt(p, Math.min(p.s, Math.max(scale, a.s)));
}

function bcRoot(v, scale) {
  if (v.n < 0n) throw new Refusal("Runtime error (func=(main)): Square root of a negative number");
  const s = Math.max(scale, v.s), of = v.n * bcTen(2 * s - v.s);
  if (of === 0n) return { n: 0n, s };
  let x = 1n << BigInt((of.toString(2).length + 1) >> 1);
  for (let y = (x + of / x) >> 1n; y < x; y = (x + of / x) >> 1n) x = y;
  return { n: x, s };
}

const bcBinary = {
  "+": (a, b) => bcSame(a, b, (x, y, s) => ({ n: x + y, s })),
  "-": (a, b) => bcSame(a, b, (x, y, s) => ({ n: x - y, s })),
  "*": (a, b, scale) => bcAt({ n: a.n * b.n, s: a.s + b.s }, Math.min(a.s + b.s, Math.max(scale, a.s, b.s))),
  "/": bcDivide,
  "%": (a, b, scale) => {
    const q = bcDivide(a, b, scale), s = Math.max(a.s, b.s + scale);
    return { n: bcAt(a, s).n - bcAt({ n: q.n * b.n, s: q.s + b.s }, s).n, s };
  },
  "^": bcPower,
  "<": (a, b) => bcTruth(bcSame(a, b, (x, y) => x < y)), "<=": (a, b) => bcTruth(bcSame(a, b, (x, y) => x <= y)),
  ">": (a, b) => bcTruth(bcSame(a, b, (x, y) => x > y)), ">=": (a, b) => bcTruth(bcSame(a, b, (x, y) => x >= y)),
  "==": (a, b) => bcTruth(bcSame(a, b, (x, y) => x === y)), "!=": (a, b) => bcTruth(bcSame(a, b, (x, y) => x !== y)),
};

// The functions of -l work with more digits than are asked for, and cut them off.
const bcLibrary = {
  e(x, scale) {
    const s = scale + 20 + Math.max(0, Math.ceil(Number(bcAt(x, 0).n) * 0.44)), one = bcTen(s);
    let halves = 0, v = bcAt(x, s).n;
    for (; v > one || v < -one; halves++) v /= 2n;
    let sum = one, term = one;
    for (let i = 1n; term !== 0n; i++) sum += (term = term * v / one / i);
    for (; halves > 0; halves--) sum = sum * sum / one;
    return bcAt({ n: sum, s }, scale);
  },
  l(x, scale) {
    if (x.n <= 0n) return bcAt({ n: 1n - bcTen(scale), s: 0 }, scale);
    const s = scale + 20, one = bcTen(s);
    let v = bcAt(x, s).n, times = 1n;
    for (; v > 2n * one || v * 2n < one; times *= 2n) v = bcRoot({ n: v, s }, s).n;
    const y = (v - one) * one / (v + one), square = y * y / one;
    let sum = 0n, term = y;
    for (let i = 1n; term !== 0n; i += 2n) { sum += term / i; term = term * square / one; }
    return bcAt({ n: 2n * times * sum, s }, scale);
  },
  a(x, scale) {
    const s = scale + 20, one = bcTen(s);
    let v = bcAt(x, s).n, times = 1n;
    for (; v * 5n > one || v * 5n < -one; times *= 2n) v = v * one / (one + bcAt(bcRoot({ n: one * one + v * v, s: 2 * s }, s), s).n);
    const square = v * v / one;
    let sum = 0n, term = v;
    for (let i = 1n; term !== 0n; i += 2n) { sum += term / i; term = -term * square / one; }
    return bcAt({ n: times * sum, s }, scale);
  },
  s: (x, scale) => bcSine(x, scale, false),
  c: (x, scale) => bcSine(x, scale, true),
};

function bcSine(x, scale, cosine) {
  const s = scale + 20 + x.n.toString().length, one = bcTen(s), whole = 2n * 4n * bcLibrary.a({ n: 1n, s: 0 }, s).n, v = bcAt(x, s).n % whole;
  let sum = 0n, term = cosine ? one : v;
  for (let i = cosine ? 1n : 2n; term !== 0n; i += 2n) { sum += term; term = -term * v / one * v / one / (i * (i + 1n)); }
  return bcAt({ n: sum, s }, scale);
}

// bcTokens takes a text apart; a line's end is a token.
function bcTokens(text) {
  const tokens = [], word = /\/\*[^]*?\*\/|#[^\n]*|\\\n|[ \t\r]+|(\n)|("[^"]*")|([0-9A-Z]*\.?[0-9A-Z]+|[0-9A-Z]+\.)|([a-z][a-z0-9_]*)|(\+\+|--|[-+*/%^]=|[<>=!]=|&&|\|\||[-+*/%^=<>!(){}[\],;.])/y;
  for (let line = 1; word.lastIndex < text.length;) {
    const at = word.lastIndex, m = word.exec(text);
    if (!m) throw new Refusal(`(standard_in) ${line}: illegal character: ${text[at]}`);
    const [all, end, string, number, name, mark] = m;
    if (end) { tokens.push({ is: "\n", line }); line++; continue; }
    if (string !== undefined) tokens.push({ is: "string", text: string.slice(1, -1), line });
    else if (number !== undefined) tokens.push({ is: "number", text: number, line });
    else if (name !== undefined) tokens.push({ is: bcWords.has(name) ? name : "name", text: name, line });
    else if (mark !== undefined) tokens.push({ is: mark, line });
    line += all.split("\n").length - 1;
  }
  return [...tokens, { is: "\n", line: tokens.at(-1)?.line ?? 1 }];
}

const bcWords = new Set(["auto", "break", "continue", "define", "else", "for", "halt", "ibase", "if", "last", "length", "limits", "obase", "print", "quit", "read", "return", "scale", "sqrt", "void", "warranty", "while"]);

// A Bc holds the variables, and runs what it is given, a statement at a time.
class Bc {
  #tokens = []; #at = 0; #vars = new Map(); #arrays = new Map(); #functions = new Map(); #column = 0; #library;
  out = []; scale = 0; ibase = 10; obase = 10; last = bcZero;

  constructor(library) { this.#library = library; if (library) this.scale = 20; }

  run(text) {
    [this.#tokens, this.#at] = [bcTokens(text), 0];
    while (this.#at < this.#tokens.length) {
      if (this.#take("\n") || this.#take(";")) continue;
      const line = this.#now.line;
      let does;
      try {
        const defines = this.#is("define");
        does = defines ? this.#define() : this.#statement();
        if (!defines && !this.#is("\n") && !this.#is(";")) this.#wrong();
      } catch (err) {
        if (!(err instanceof Refusal) || err.message !== "syntax error") throw err;
        this.error(`(standard_in) ${line}: syntax error`);
        while (this.#at < this.#tokens.length && !this.#is("\n")) this.#at++;
        continue;
      }
      try { does(); } catch (err) {
        if (!(err instanceof Refusal)) throw err;
        this.error(err.message);
      }
    }
  }

  get #now() { return this.#tokens[this.#at] ?? { is: "end" }; }
  #is(what) { return this.#now.is === what; }
  #take(what) { return this.#is(what) && this.#tokens[this.#at++]; }
  #wrong() { throw new Refusal("syntax error"); }
  #need(what) { return this.#take(what) || this.#wrong(); }
  #lines() { while (this.#take("\n"));  }

  #define() {
    this.#need("define");
    const quiet = this.#take("void"), { text: name } = this.#need("name"), parameters = this.#names("(", ")");
    this.#lines();
    this.#need("{");
    this.#lines();
    const autos = this.#is("auto") ? this.#names("auto", undefined) : [];
    const body = this.#block();
    return () => void this.#functions.set(name, { parameters, autos, body, quiet: Boolean(quiet) });
  }

  // #names are those of parameters or autos, arrays with [] behind them.
  #names(open, close) {
    const names = [];
    this.#need(open);
    while (this.#is("name")) {
      const { text } = this.#take("name"), array = Boolean(this.#take("[") && this.#need("]"));
      names.push({ text, array });
      if (!this.#take(",")) break;
    }
    if (close) this.#need(close);
    return names;
  }

  #block() {
    const list = [];
    for (;;) {
      while (this.#take("\n") || this.#take(";"));
      if (this.#take("}")) break;
      list.push(this.#statement());
      if (!this.#is("\n") && !this.#is(";") && !this.#is("}")) this.#wrong();
    }
    return () => { for (const does of list) does(); };
  }

  #statement() {
    if (this.#take("{")) return this.#block();
    const { is, text } = this.#now;
    if (is === "string") { this.#at++; return () => this.#write(text); }
    if (is === "if") return this.#if();
    if (is === "while" || is === "for") return this.#loop();
    if (is === "print") return this.#print();
    if (is === "break" || is === "continue" || is === "halt") { this.#at++; return () => { throw { bc: is }; }; }
    if (is === "quit") throw { bc: "halt" };
    if (is === "return") return this.#return();
    if (["limits", "warranty", "read", "auto"].includes(is)) this.#wrong();
    const assigns = this.#assigns(), value = this.#expression();
    return () => { const v = value(); if (!assigns && v !== undefined) { this.#write(this.#shown(v) + "\n"); this.last = v; } };
  }

  // #assigns tells whether a statement is an assignment, which shows nothing.
  #assigns() {
    let at = this.#at;
    const is = (i) => this.#tokens[i]?.is;
    if (!["name", "scale", "ibase", "obase", "last", "."].includes(is(at))) return false;
    at++;
    if (is(at) === "[") for (let depth = 0; at < this.#tokens.length;) { depth += is(at) === "[" ? 1 : is(at) === "]" ? -1 : 0; at++; if (depth === 0) break; }
    return /^[-+*/%^]?=$/.test(is(at));
  }

  #return() {
    this.#need("return");
    const value = ["\n", ";", "}"].includes(this.#now.is) ? () => bcZero : this.#expression();
    return () => { throw { bc: "return", value: value() }; };
  }

  #if() {
    this.#need("if");
    this.#need("(");
    const test = this.#expression();
    this.#need(")");
    this.#lines();
    const yes = this.#statement(), back = this.#at;
    this.#lines();
    if (!this.#take("else")) { this.#at = back; return () => { if (test().n !== 0n) yes(); }; }
    this.#lines();
    const no = this.#statement();
    return () => (test().n !== 0n ? yes() : no());
  }

  #loop() {
    const parts = [() => {}, () => bcTruth(true), () => {}], loop = this.#tokens[this.#at++].is;
    this.#need("(");
    if (loop === "while") parts[1] = this.#expression();
    else {
      if (!this.#is(";")) parts[0] = this.#expression();
      this.#need(";");
      if (!this.#is(";")) parts[1] = this.#expression();
      this.#need(";");
      if (!this.#is(")")) parts[2] = this.#expression();
    }
    this.#need(")");
    this.#lines();
    const body = this.#statement();
    return () => {
      for (parts[0](); parts[1]().n !== 0n; parts[2]()) {
        try { body(); } catch (err) { if (err?.bc === "break") break; if (err?.bc !== "continue") throw err; }
      }
    };
  }

  #print() {
    this.#need("print");
    const list = [];
    do {
      const string = this.#take("string"), value = string ? undefined : this.#expression();
      const said = string && string.text.replace(/\\(.)/gs, (_, c) => ({ a: "\x07", b: "\b", f: "\f", n: "\n", q: '"', r: "\r", t: "\t", "\\": "\\" })[c] ?? "");
      list.push(() => { if (string) return this.#write(said); const v = value(); this.last = v; return this.#write(this.#shown(v)); });
    } while (this.#take(","));
    return () => { for (const does of list) does(); };
  }

  // The operators, from those that bind least.
  #expression() { return this.#left(["||"], () => this.#left(["&&"], () => this.#not())); }

  #left(marks, next) {
    let a = next();
    while (marks.includes(this.#now.is)) {
      const { is } = this.#tokens[this.#at++], l = a, r = next();
      a = is === "||" ? () => { const x = l(), y = r(); return bcTruth(x.n !== 0n || y.n !== 0n); } : is === "&&" ? () => { const x = l(), y = r(); return bcTruth(x.n !== 0n && y.n !== 0n); }
        : () => bcBound(bcBinary[is](l(), r(), this.scale));
    }
    return a;
  }

  #not() {
    if (!this.#take("!")) return this.#left(["<", "<=", ">", ">=", "==", "!="], () => this.#assigned());
    const v = this.#not();
    return () => bcTruth(v().n === 0n);
  }

  #assigned() {
    if (!this.#assigns()) return this.#left(["+", "-"], () => this.#left(["*", "/", "%"], () => this.#raised()));
    const place = this.#place(), { is } = this.#tokens[this.#at++], value = this.#assigned();
    return () => { const v = value(); return place.set(is === "=" ? v : bcBound(bcBinary[is[0]](place.get(), v, this.scale))); };
  }

  #raised() {
    const base = this.#signed();
    if (!this.#take("^")) return base;
    const power = this.#raised();
    return () => bcBound(bcPower(base(), power(), this.scale));
  }

  #signed() {
    if (this.#take("-")) { const v = this.#signed(); return () => { const { n, s } = v(); return { n: -n, s }; }; }
    return this.#simple();
  }

  #simple() {
    const { is, text } = this.#now;
    if (is === "number") { this.#at++; return () => this.#number(text); }
    if (this.#take("(")) { const v = this.#expression(); this.#need(")"); return v; }
    if (is === "++" || is === "--") { this.#at++; const place = this.#place(); return () => place.set(bcBinary[is[0]](place.get(), bcTruth(true))); }
    if (is === "length" || is === "sqrt" || is === "scale" && this.#tokens[this.#at + 1]?.is === "(") return this.#builtin();
    if (is === "name" && this.#tokens[this.#at + 1]?.is === "(") { this.#at++; return this.#call(text); }
    const place = this.#place(), after = this.#take("++") || this.#take("--");
    return after ? () => { const v = place.get(); place.set(bcBinary[after.is[0]](v, bcTruth(true))); return v; } : place.get;
  }

  #builtin() {
    const { is } = this.#tokens[this.#at++];
    this.#need("(");
    const value = this.#expression();
    this.#need(")");
    const digits = ({ n, s }) => Math.max(n === 0n ? 1 : (n < 0n ? -n : n).toString().length, s);
    return { sqrt: () => bcRoot(value(), this.scale), length: () => ({ n: BigInt(digits(value())), s: 0 }), scale: () => ({ n: BigInt(value().s), s: 0 }) }[is];
  }

  #call(name) {
    const args = [];
    this.#need("(");
    while (!this.#is(")")) { args.push(this.#is("name") && this.#tokens[this.#at + 1]?.is === "[" && this.#tokens[this.#at + 2]?.is === "]" ? this.#whole() : this.#expression()); if (!this.#take(",")) break; }
    this.#need(")");
    return () => this.#called(name, args.map((arg) => (typeof arg === "string" ? this.#arrays.get(arg) ?? new Map() : arg())));
  }

  #whole() { const { text } = this.#take("name"); this.#need("["); this.#need("]"); return text; }

  #called(name, args) {
    const f = this.#functions.get(name);
    if (!f) {
      if (!this.#library || !Object.hasOwn(bcLibrary, name) || args.length !== 1) throw new Refusal(`Runtime error (func=(main)): Function ${name} not defined.`);
      return bcLibrary[name](args[0], this.scale);
    }
    if (args.length !== f.parameters.length) throw new Refusal(`Runtime error (func=${name}): Parameter number mismatch`);
    const saved = [...f.parameters, ...f.autos].map(({ text, array }, i) => {
      const all = array ? this.#arrays : this.#vars, had = all.get(text);
      all.set(text, i < args.length ? (array ? new Map(args[i]) : args[i]) : array ? new Map() : bcZero);
      return () => (had === undefined ? all.delete(text) : all.set(text, had));
    });
    try { f.body(); } catch (err) { if (err?.bc !== "return") throw err; return f.quiet ? undefined : err.value; } finally { for (const back of saved.reverse()) back(); }
    return f.quiet ? undefined : bcZero;
  }

  // #place is what can be assigned to.
  #place() {
    const token = this.#tokens[this.#at++] ?? this.#wrong(), { is, text } = token;
    if (is === "scale" || is === "ibase" || is === "obase") return { get: () => ({ n: BigInt(this[is]), s: 0 }), set: (v) => { this[is] = Math.max(is === "scale" ? 0 : 2, Math.min(bcWhole(v), is === "ibase" ? 16 : bcMost)); return v; } };
    if (is === "last" || is === ".") return { get: () => this.last, set: (v) => (this.last = v) };
    if (is !== "name") this.#wrong();
    if (!this.#take("[")) return { get: () => this.#vars.get(text) ?? bcZero, set: (v) => { this.#vars.set(text, v); return v; } };
    const index = this.#expression();
    this.#need("]");
    const array = () => this.#arrays.get(text) ?? this.#arrays.set(text, new Map()).get(text);
    return { get: () => array().get(bcWhole(index())) ?? bcZero, set: (v) => { array().set(bcWhole(index()), v); return v; } };
  }

  #number(text) {
    const [whole, part = ""] = text.split("."), digit = (c) => BigInt(Math.min(parseInt(c, 36), text.length === 1 ? 35 : this.ibase - 1)), base = BigInt(this.ibase);
    let n = 0n;
    for (const c of whole + part) n = n * base + digit(c);
    return this.ibase === 10 ? { n, s: part.length } : { n: n * bcTen(part.length) / base ** BigInt(part.length), s: part.length };
  }

  #shown({ n, s }) {
    if (n === 0n) return "0";
    const sign = n < 0n ? "-" : "", all = n < 0n ? -n : n, whole = all / bcTen(s), part = all % bcTen(s);
    if (this.obase === 10) return sign + (whole === 0n ? "" : whole) + (s > 0 ? "." + String(part).padStart(s, "0") : "");
    const base = BigInt(this.obase), wide = String(base - 1n).length, digit = (d) => (base > 16n ? " " + String(d).padStart(wide, "0") : d.toString(16).toUpperCase()), digits = [];
    for (let w = whole; w > 0n; w /= base) digits.unshift(digit(w % base));
    if (s === 0) return sign + (digits.join("") || "0");
    const after = [];
    for (let p = part, one = 1n; one < bcTen(s); one *= base) { p *= base; after.push(digit(p / bcTen(s))); p %= bcTen(s); }
    return `${sign}${digits.join("")}.${after.join("")}`;
  }

  // #write folds what is longer than a line, as bc does.
  #write(text) {
    const lines = text.split("\n");
    lines.forEach((line, i) => {
      if (/^-?[0-9A-F. ]+$/.test(line)) for (; this.#column + line.length > 69 && line.length > 0;) { const room = 68 - this.#column; this.out.push(line.slice(0, room), "\\\n"); line = line.slice(room); this.#column = 0; }
      this.out.push(line);
      this.#column = i < lines.length - 1 ? 0 : this.#column + line.length;
      if (i < lines.length - 1) this.out.push("\n");
    });
  }
}

tools.push({ name: "bc", execute: bcExecute });

async function bcExecute(args, ctx) {
  const said = [], say = (line) => void said.push(line + "\n"), ended = (stdout, exitCode) => ({ stdout, stderr: said.join(""), exitCode });
  let bc;
  try {
    const { given, operands } = asked(args, "hilqsw", { help: "h", interactive: "i", mathlib: "l", quiet: "q", standard: "s", warn: "w" });
    bc = Object.assign(new Bc(given.has("l")), { error: say });
    const files = operands.length > 0 ? await contents(operands, beside(ctx, { say: () => say(`File ${operands[0]} is unavailable.`) })) : [];
    if (files.length < operands.length) return ended("", 1);
    for (const { text } of files) bc.run(text);
    bc.run(ctx.stdin);
  } catch (err) {
    if (err instanceof Refusal) { say(err.message); return ended(bc?.out.join("") ?? "", 1); }
    if (err?.bc === undefined) throw err;
  }
  return ended(bc.out.join(""), 0);
}

// awk, as POSIX says and with what gawk adds that scripts use: a parser of its language.
// awkrun.js runs it. What awk has and this does not is an error that names it.
// https://pubs.opengroup.org/onlinepubs/9799919799/utilities/awk.html
"use strict";

class AwkSyntax extends Error {}

const awkWords = ["BEGIN", "END", "function", "func", "if", "else", "while", "for", "do", "break", "continue", "next", "nextfile", "exit", "return", "delete", "in", "getline", "print", "printf", "switch", "case", "default"];
const awkFunctions = ["length", "substr", "index", "split", "sub", "gsub", "match", "sprintf", "sin", "cos", "atan2", "exp", "log", "sqrt", "int", "rand", "srand", "tolower", "toupper", "system", "close", "fflush", "strtonum", "systime", "strftime", "mktime", "and", "or", "xor", "lshift", "rshift"];
const awkUnknown = ["IGNORECASE", "FIELDWIDTHS", "FPAT", "PROCINFO", "RT", "BINMODE", "LINT", "TEXTDOMAIN", "asort", "asorti", "gensub", "compl", "patsplit", "isarray", "typeof", "BEGINFILE", "ENDFILE", "dcgettext", "bindtextdomain"];
const awkToken = /[ \t\r]+|\\\r?\n|#[^\n]*|(?<nl>\n)|(?<num>0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)|(?<str>"(?:[^"\\\n]|\\[\s\S])*")|(?<name>[A-Za-z_]\w*)(?<call>\(?)|(?<op>\*\*=|\|&|&&|\|\||\+\+|--|\*\*|\+=|-=|\*=|\/=|%=|\^=|==|<=|>=|!=|!~|>>|[-+*/%^!<>=?:~$(){}[\],;|@])/y;
const awkSlashes = { '"': '"', "\\": "\\", "/": "/", a: "\x07", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" };

function awkString(text) {
  return text.replace(/\\(\r?\n|[0-7]{1,3}|x[\da-fA-F]{1,2}|[\s\S])/g, (all, e) => (/^\r?\n$/.test(e) ? "" : /^[0-7]/.test(e) ? awkByte(parseInt(e, 8)) : /^x./.test(e) ? awkByte(parseInt(e.slice(1), 16)) : awkSlashes[e] ?? all));
}
const awkByte = (n) => { if (n > 127) throw new AwkSyntax(`the byte ${n} by its number cannot be used here`); return String.fromCharCode(n); };

class AwkParser {
  constructor(text) { this.text = text; this.at = 0; this.line = 1; this.functions = new Map(); this.named = new Set(); this.advance(); }

  fail(what) { throw new AwkSyntax(`line ${this.line}: ${what}`); }
  advance() {
    const last = this.token;
    for (;;) {
      if (this.at >= this.text.length) { this.last = last; this.token = { kind: "end", value: "the end" }; return last; }
      awkToken.lastIndex = this.at;
      const m = awkToken.exec(this.text);
      if (!m) this.fail(`syntax error at or near ${this.text[this.at]}`);
      this.at = awkToken.lastIndex;
      const { nl, num, str, name, call, op } = m.groups;
      if (nl) this.line++;
      let kind, value;
      if (nl) [kind, value] = ["nl", "\n"];
      else if (num !== undefined) [kind, value] = ["num", Number(num)];
      else if (str !== undefined) [kind, value] = ["str", awkString(str.slice(1, -1))];
      else if (name !== undefined) {
        if (awkUnknown.includes(name)) this.fail(`${name} is not known here`);
        const special = awkWords.includes(name) || awkFunctions.includes(name);
        if (call && special) this.at--;
        kind = awkWords.includes(name) ? "key" : awkFunctions.includes(name) ? "builtin" : call ? "call" : "name";
        value = name;
      } else if (op !== undefined) [kind, value] = ["op", { "**": "^", "**=": "^=" }[op] ?? op];
      else { this.line += m[0].split("\n").length - 1; continue; }
      this.token = { kind, value, start: this.at - m[0].length };
      return last;
    }
  }
  is(value) { return this.token.value === value && ["op", "key", "nl"].includes(this.token.kind); }
  take(value) { if (!this.is(value)) return false; this.advance(); return true; }
  want(value) { if (!this.take(value)) this.fail(`syntax error at or near ${JSON.stringify(this.token.value)}, want ${JSON.stringify(value)}`); }
  lines() { while (this.token.kind === "nl") this.advance(); }
  ends() { while (this.token.kind === "nl" || this.is(";")) this.advance(); }

  program() {
    const rules = [];
    for (this.ends(); this.token.kind !== "end"; this.ends()) {
      if (this.is("function") || this.is("func")) { this.function(); continue; }
      if (this.is("@")) this.fail("@ is not known here");
      if (this.take("BEGIN")) { this.lines(); rules.push({ kind: "BEGIN", body: this.block() }); }
      else if (this.take("END")) { this.lines(); rules.push({ kind: "END", body: this.block() }); }
      else {
        const rule = { kind: "each" };
        if (!this.is("{")) {
          rule.test = this.expr();
          if (this.take(",")) { this.lines(); rule.until = this.expr(); }
        }
        rule.body = this.is("{") ? this.block() : undefined;
        rules.push(rule);
      }
    }
    for (const name of this.named) if (!this.functions.has(name)) this.fail(`function ${name} never defined`);
    return { rules, functions: this.functions };
  }
  function() {
    this.advance();
    const name = this.token.value;
    if (this.token.kind !== "call" && this.token.kind !== "name") this.fail(`syntax error at or near ${name}`);
    const called = this.token.kind === "call";
    this.advance();
    if (!called) this.want("(");
    const params = [];
    while (!this.take(")")) {
      if (params.length > 0) { this.want(","); this.lines(); }
      if (this.token.kind !== "name") this.fail("syntax error in the parameters");
      params.push(this.advance().value);
    }
    this.lines();
    if (this.functions.has(name)) this.fail(`function ${name} is defined twice`);
    const own = { params, body: undefined };
    this.functions.set(name, own);
    this.params = params;
    own.body = this.block();
    this.params = undefined;
  }
  block() {
    this.want("{");
    const list = [];
    for (this.ends(); !this.take("}"); this.ends()) { if (this.token.kind === "end") this.fail("a } is missing"); list.push(this.statement()); }
    return { op: "block", list };
  }
  end() { if (this.token.kind === "nl" || this.is(";")) this.advance(); else if (!this.is("}") && this.token.kind !== "end") this.fail(`syntax error at or near ${JSON.stringify(this.token.value)}`); }
  inner() { this.lines(); if (this.take(";")) return { op: "block", list: [] }; return this.statement(); }

  statement() {
    if (this.is("{")) return this.block();
    if (this.take("if")) {
      this.want("(");
      const test = this.expr();
      this.want(")");
      const yes = this.inner(), at = this.at, line = this.line, token = this.token;
      this.ends();
      if (this.take("else")) return { op: "if", test, yes, no: this.inner() };
      [this.at, this.line, this.token] = [at, line, token];
      return { op: "if", test, yes };
    }
    if (this.take("while")) { this.want("("); const test = this.expr(); this.want(")"); if (this.take(";")) return { op: "while", test, body: { op: "block", list: [] } }; return { op: "while", test, body: this.inner() }; }
    if (this.take("do")) { const body = this.inner(); this.ends(); this.want("while"); this.want("("); const test = this.expr(); this.want(")"); this.end(); return { op: "do", test, body }; }
    if (this.take("for")) return this.loop();
    if (this.is("switch")) this.fail("switch is not known here");
    const s = this.simple();
    this.end();
    return s;
  }
  loop() {
    this.want("(");
    if (this.token.kind === "name") {
      const at = this.at, line = this.line, token = this.token, name = this.advance().value;
      if (this.take("in") && this.token.kind === "name") { const array = this.advance().value; if (this.take(")")) return { op: "in", name: this.ref(name), array: this.ref(array), body: this.inner() }; }
      [this.at, this.line, this.token] = [at, line, token];
    }
    const part = (end) => { if (this.is(end)) { this.advance(); return undefined; } const s = this.simple(); this.want(end); return s; };
    const init = part(";");
    this.lines();
    let test;
    if (!this.take(";")) { test = this.expr(); this.want(";"); }
    this.lines();
    const step = part(")");
    if (this.take(";")) return { op: "for", init, test, step, body: { op: "block", list: [] } };
    return { op: "for", init, test, step, body: this.inner() };
  }
  simple() {
    for (const word of ["break", "continue", "next", "nextfile"]) if (this.take(word)) return { op: word };
    if (this.take("exit")) return { op: "exit", value: this.over() ? undefined : this.expr() };
    if (this.take("return")) return { op: "return", value: this.over() ? undefined : this.expr() };
    if (this.take("delete")) {
      const name = this.advance().value;
      if (!this.take("[")) return { op: "clear", array: this.ref(name) };
      const key = this.list("]");
      return { op: "delete", array: this.ref(name), key };
    }
    if (this.is("print") || this.is("printf")) return this.print();
    return { op: "expr", value: this.expr() };
  }
  over() { return this.token.kind === "nl" || this.token.kind === "end" || this.is(";") || this.is("}"); }
  list(end) { const all = [this.expr()]; while (this.take(",")) { this.lines(); all.push(this.expr()); } this.want(end); return all; }

  print() {
    const op = this.advance().value;
    let args = [];
    const redirected = () => this.over() || [">", ">>", "|", "|&"].some((r) => this.is(r));
    if (!redirected()) {
      const at = this.at, line = this.line, token = this.token;
      let grouped = false;
      if (this.take("(")) {
        const before = this.noGreater;
        this.noGreater = false;
        args = this.list(")");
        this.noGreater = before;
        grouped = redirected();
      }
      if (!grouped) {
        [this.at, this.line, this.token] = [at, line, token];
        this.noGreater = true;
        args = [this.expr()];
        while (this.take(",")) { this.lines(); args.push(this.expr()); }
        this.noGreater = false;
      }
    }
    if (op === "printf" && args.length === 0) this.fail("printf: no format");
    for (const to of [">", ">>", "|"]) if (this.take(to)) { this.noGreater = true; const target = this.concat(); this.noGreater = false; return { op, args, to, target }; }
    if (this.is("|&")) this.fail("|& is not known here");
    return { op, args };
  }

  ref(name) { const i = this.params?.indexOf(name) ?? -1; if (this.functions.has(name) && i < 0) this.fail(`${name} is a function`); return i < 0 ? { op: "global", name } : { op: "local", i }; }
  expr() { return this.ternary(); }
  ternary() {
    const left = this.or();
    if (this.token.kind === "op" && ["=", "+=", "-=", "*=", "/=", "%=", "^="].includes(this.token.value) && ["global", "local", "index", "field"].includes(left.op)) {
      const how = this.advance().value;
      this.lines();
      return { op: "set", to: left, how: how.slice(0, -1), value: this.ternary() };
    }
    if (!this.is("?")) return left;
    this.advance();
    this.lines();
    const yes = this.ternary();
    this.lines();
    this.want(":");
    this.lines();
    return { op: "choose", test: left, yes, no: this.ternary() };
  }
  or() { let l = this.and(); while (this.take("||")) { this.lines(); l = { op: "or", l, r: this.assigned(() => this.and()) }; } return l; }
  and() { let l = this.member(); while (this.take("&&")) { this.lines(); l = { op: "and", l, r: this.assigned(() => this.member()) }; } return l; }
  // assigned lets x && y = 1 be what it is in all awks.
  assigned(read) {
    const left = read();
    if (this.token.kind === "op" && ["=", "+=", "-=", "*=", "/=", "%=", "^="].includes(this.token.value) && ["global", "local", "index", "field"].includes(left.op)) { const how = this.advance().value; this.lines(); return { op: "set", to: left, how: how.slice(0, -1), value: this.ternary() }; }
    return left;
  }
  member() { let l = this.matching(); while (this.is("in") && !this.noIn) { this.advance(); l = { op: "has", key: l.op === "group" && l.list ? l.list : [l], array: this.ref(this.advance().value) }; } return l; }
  matching() { let l = this.compare(); while (this.is("~") || this.is("!~")) { const not = this.advance().value === "!~"; l = { op: "match", l, r: this.compare(), not }; } return l; }
  compare() {
    let l = this.concat();
    for (;;) {
      if (this.is("|") && !this.noGreater) { // a command that getline reads
        const at = this.at, line = this.line, token = this.token;
        this.advance();
        if (!this.is("getline")) { [this.at, this.line, this.token] = [at, line, token]; return l; }
        this.advance();
        l = { op: "getline", command: l, to: this.target() };
        continue;
      }
      if (this.is("|&")) this.fail("|& is not known here");
      const op = ["<", "<=", "==", "!=", ">", ">="].find((o) => this.is(o));
      if (op === undefined || op === ">" && this.noGreater) return l;
      this.advance();
      l = { op: "compare", how: op, l, r: this.concat() };
    }
  }
  target() { return this.token.kind === "name" || this.is("$") ? this.primary() : undefined; }
  concat() {
    let l = this.sum();
    while (["num", "str", "name", "call", "builtin"].includes(this.token.kind) || ["$", "!", "(", "-", "+", "++", "--"].some((o) => this.is(o)) && !(this.is("-") || this.is("+"))) {
      if (this.is("in")) break;
      l = { op: "concat", l, r: this.sum() };
    }
    return l;
  }
  sum() { let l = this.product(); while (this.is("+") || this.is("-")) { const how = this.advance().value; l = { op: "math", how, l, r: this.product() }; } return l; }
  product() { let l = this.unary(); while (this.is("*") || this.is("/") || this.is("%")) { const how = this.advance().value; l = { op: "math", how, l, r: this.unary() }; } return l; }
  unary() {
    if (this.take("!")) return { op: "not", value: this.unary() };
    if (this.take("-")) return { op: "neg", value: this.unary() };
    if (this.take("+")) return { op: "plus", value: this.unary() };
    return this.power();
  }
  power() {
    const l = this.suffix();
    if (!this.take("^")) return l;
    return { op: "math", how: "^", l, r: this.is("-") || this.is("+") || this.is("!") ? this.unary() : this.power() };
  }
  suffix() {
    const l = this.primary();
    if ((this.is("++") || this.is("--")) && ["global", "local", "index", "field"].includes(l.op)) return { op: "step", to: l, by: this.advance().value === "++" ? 1 : -1, after: true };
    return l;
  }
  primary() {
    const t = this.token;
    if (t.kind === "num" || t.kind === "str") { this.advance(); return { op: "value", value: t.value }; }
    if (this.is("/") || this.is("/=")) return this.regex();
    if (this.take("$")) { if (this.is("++") || this.is("--")) { const by = this.advance().value === "++" ? 1 : -1; return { op: "field", i: { op: "step", to: this.primary(), by, after: false } }; } return { op: "field", i: this.is("-") ? this.unary() : this.primary() }; }
    if (this.is("++") || this.is("--")) { const by = this.advance().value === "++" ? 1 : -1, to = this.primary(); if (!["global", "local", "index", "field"].includes(to.op)) this.fail("syntax error at ++ or --"); return { op: "step", to, by, after: false }; }
    if (this.take("-")) return { op: "neg", value: this.unary() };
    if (this.take("!")) return { op: "not", value: this.unary() };
    if (this.take("(")) {
      const before = [this.noGreater, this.noIn];
      this.noGreater = this.noIn = false;
      this.lines();
      const list = [this.expr()];
      this.lines();
      while (this.take(",")) { this.lines(); list.push(this.expr()); }
      this.want(")");
      [this.noGreater, this.noIn] = before;
      if (list.length > 1) { if (!this.is("in")) this.fail("syntax error at or near ,"); return { op: "group", list }; }
      return { op: "group", value: list[0] };
    }
    if (this.take("getline")) {
      const to = this.target();
      if (this.take("<")) return { op: "getline", file: this.suffix(), to };
      return { op: "getline", to };
    }
    if (t.kind === "call") {
      this.advance();
      const before = [this.noGreater, this.noIn];
      this.noGreater = this.noIn = false;
      this.lines();
      const args = this.take(")") ? [] : this.list(")");
      [this.noGreater, this.noIn] = before;
      this.named.add(t.value);
      return { op: "call", name: t.value, args };
    }
    if (t.kind === "builtin") {
      this.advance();
      const before = [this.noGreater, this.noIn];
      if (!this.take("(")) { if (t.value !== "length") this.fail(`syntax error at or near ${t.value}`); return { op: "builtin", name: "length", args: [] }; }
      this.noGreater = this.noIn = false;
      this.lines();
      const args = this.take(")") ? [] : this.list(")");
      [this.noGreater, this.noIn] = before;
      return { op: "builtin", name: t.value, args };
    }
    if (t.kind === "name") {
      this.advance();
      if (!this.take("[")) return this.ref(t.value);
      const before = [this.noGreater, this.noIn];
      this.noGreater = this.noIn = false;
      const key = this.list("]");
      [this.noGreater, this.noIn] = before;
      return { op: "index", array: this.ref(t.value), key };
    }
    return this.fail(`syntax error at or near ${JSON.stringify(t.value)}`);
  }
  regex() {
    let at = this.token.start + 1, inside = false;
    for (; at < this.text.length; at++) {
      const c = this.text[at];
      if (c === "\n") this.fail("a / is missing");
      if (c === "\\") at++;
      else if (c === "[" && !inside) { inside = true; if (this.text[at + 1] === "^") at++; if (this.text[at + 1] === "]") at++; } else if (c === "[" && ":.=".includes(this.text[at + 1])) { const end = this.text.indexOf(this.text[at + 1] + "]", at + 2); if (end > 0) at = end + 1; } else if (c === "]") inside = false;
      else if (c === "/" && !inside) break;
    }
    if (at >= this.text.length) this.fail("a / is missing");
    const source = this.text.slice(this.token.start + 1, at);
    this.at = at + 1;
    this.advance();
    return { op: "regex", source: source.replaceAll("\\/", "/") };
  }
}

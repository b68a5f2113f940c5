// Regular expressions of POSIX with GNU's additions, as grep and sed have them in C.UTF-8: of the matches
// at the first place the longest one, found in time that grows with the text. A reference back (\1) is
// tried out, within a bound. What is not known here is refused.
// https://pubs.opengroup.org/onlinepubs/9799919799/basedefs/V1_chap09.html
"use strict";

const regexMost = { program: 20000, states: 5000, steps: 2e7, marks: 1 << 28 };

const regexClasses = {
  alpha: /^\p{Alphabetic}$/u, digit: /^[0-9]$/, alnum: /^[\p{Alphabetic}\p{Nd}]$/u, upper: /^\p{Lu}$/u, lower: /^\p{Ll}$/u,
  space: /^[\t-\r \u1680\u2000-\u2006\u2008-\u200a\u2028\u2029\u205f\u3000]$/, blank: /^[ \t\u1680\u2000-\u2006\u2008-\u200a\u205f\u3000]$/,
  punct: /^[!-/:-@[-`{-~]$/, cntrl: /^[\0-\x1f\x7f]$/, print: /^[ -~]$/, graph: /^[!-~]$/, xdigit: /^[0-9A-Fa-f]$/,
};

const regexWord = (c) => c >= 0 && (c < 128 ? /\w/.test(String.fromCharCode(c)) : regexClasses.alnum.test(String.fromCodePoint(c)));

// What is no UTF-8 stands in a text as half a surrogate, and no set has it.
const broken = (c) => c >= 0xdc80 && c <= 0xdcff;

const utf8 = /[\0-\x7f]+|[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}|[\x80-\xff]/g;

// lettersOf reads bytes as UTF-8, and written gives the same bytes again.
function lettersOf(bytes) {
  if (!/[\x80-\xff]/.test(bytes)) return bytes;
  const decode = (part) => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(part, (c) => c.charCodeAt(0)));
  try { return decode(bytes); } catch { return bytes.replace(utf8, (part) => (part.length === 1 && part >= "\x80" ? String.fromCharCode(0xdc00 + part.charCodeAt(0)) : part < "\x80" ? part : decode(part))); }
}

const written = (text) => text.split(/([\udc80-\udcff])/u).map((part) => (/^[\udc80-\udcff]$/u.test(part) ? String.fromCharCode(part.charCodeAt(0) - 0xdc00) : bytesOf(part))).join("");

// RegexParser makes a tree of an expression. how has extended, fold, lines (^ and $ at each line), and sed,
// whose escapes \n, \t, \xHH are letters, also in brackets.
class RegexParser {
  constructor(source, how) { Object.assign(this, { s: [...source], i: 0, how, groups: 0, open: 0, closed: new Set(), refs: false }); }
  fail(why) { throw new Refusal(why, 2); }
  peek(text) { return [...text].every((c, n) => this.s[this.i + n] === c); }
  take(text) { const is = this.peek(text); if (is) this.i += text.length; return is; }
  // over takes an operator: as it stands where expressions are extended, else behind a backslash.
  over(c) { return this.take(this.how.extended ? c : "\\" + c); }
  tree() {
    const all = this.either();
    if (this.i < this.s.length) this.fail("Unmatched ) or \\)");
    return all;
  }
  either() {
    const before = this.closed, list = [this.row()];
    let closed = this.closed;
    while (this.over("|")) { this.closed = before; list.push(this.row()); closed = new Set([...closed, ...this.closed]); }
    this.closed = closed;
    return list.length > 1 ? { is: "either", list } : list[0];
  }
  ends() { return this.i >= this.s.length || this.peek(this.how.extended ? "|" : "\\|") || this.peek(this.how.extended ? ")" : "\\)") && (this.open > 0 || !this.how.extended || !this.how.loose); }
  row() {
    const list = [];
    while (!this.ends()) list.push(this.repeated(this.atom(list.length === 0), list.length === 0));
    return { is: "row", list };
  }
  repeated(node, first) {
    for (;;) {
      const bounds = this.bounds(node, first);
      if (!bounds) return node;
      if (node.is === "repeat" && !this.how.extended && !this.how.loose && (bounds[2] === "*")) this.fail("Invalid preceding regular expression");
      if (node.is === "at") this.fail("a repeat of an anchor is not known here");
      node = { is: "repeat", of: node, min: bounds[0], max: bounds[1] };
    }
  }
  bounds(node, first) {
    if (!this.how.extended && first && node.is === "at" && node.kind === "^" && this.peek("*")) return undefined; // ^* has a star
    if (this.take("*")) return [0, Infinity, "*"];
    if (this.over("+")) return [1, Infinity];
    if (this.over("?")) return [0, 1];
    const from = this.i;
    if (!this.over("{")) return undefined;
    const m = /^(\d*)(,?)(\d*)(\\?)\}/.exec(this.s.slice(this.i, this.i + 20).join(""));
    if (!m || (m[4] === "\\") === this.how.extended || m[1] + m[2] === "") {
      if (!this.how.extended) this.fail(this.s.slice(this.i).join("").includes("\\}") ? "Invalid content of \\{\\}" : "Unmatched \\{");
      if (!this.how.loose) this.fail(this.s.slice(this.i).includes("}") ? "Invalid preceding regular expression" : "Unmatched { ");
      this.i = from;
      return undefined;
    }
    this.i += m[0].length;
    const min = Number(m[1]), max = m[2] === "" ? min : m[3] === "" ? Infinity : Number(m[3]);
    if (min > max) this.fail("Invalid content of \\{\\}");
    if (Math.max(min, max === Infinity ? 0 : max) > 32767) this.fail("Regular expression too big");
    return [min, max, "*"];
  }
  one(c) { return this.set((x) => x === c, false); }
  set(has, not) {
    const fold = this.how.fold;
    const other = (c) => { const t = String.fromCodePoint(c), l = t.toLowerCase(), u = t.toUpperCase(); return [l, u].filter((x) => [...x].length === 1).map((x) => x.codePointAt(0)); };
    const any = fold ? (c) => has(c) || other(c).some(has) : has;
    return { is: "set", has: (c) => !broken(c) && any(c) !== not };
  }
  named(name) {
    if (!Object.hasOwn(regexClasses, name)) this.fail("Invalid character class name");
    const re = regexClasses[this.how.fold && /^(upper|lower)$/.test(name) ? "alpha" : name];
    return (c) => { if (c > 127 && /print|graph|punct|cntrl/.test(name)) this.fail(`a letter that is not ASCII cannot be judged by [:${name}:] here`); return re.test(String.fromCodePoint(c)); };
  }
  atom(first) {
    const c = this.s[this.i++], extended = this.how.extended;
    if (c === "\\") return this.escaped();
    if (c === "[") return this.brackets();
    if (c === ".") return this.set(() => true, false);
    if (extended && c === "(") return this.group();
    if (c === "^" && (extended || first)) return { is: "at", kind: "^" };
    if (c === "$" && (extended || this.ends())) return { is: "at", kind: "$" };
    if (extended && first && /[*+?{]/.test(c)) return this.operand(c);
    return this.one(c.codePointAt(0));
  }
  // operand is an operator without anything before it.
  operand(c) {
    if (!this.how.loose || this.open > 0) this.fail("Invalid preceding regular expression");
    if (c === "{") this.fail("{ at the start of an expression is not known here");
    return { is: "row", list: [] };
  }
  group() {
    const n = ++this.groups;
    this.open++;
    const of = this.either();
    this.open--;
    if (!this.over(")")) this.fail("Unmatched ( or \\(");
    this.closed = new Set([...this.closed, n]);
    return { is: "group", of, n };
  }
  escaped() {
    if (this.i >= this.s.length) this.fail("Trailing backslash");
    const c = this.s[this.i++];
    if (!this.how.extended && c === "(") return this.group();
    if (!this.how.extended && c === "{") this.fail("Invalid preceding regular expression");
    if (/[1-9]/.test(c)) {
      if (!this.closed.has(Number(c))) this.fail("Invalid back reference");
      this.refs = true;
      return { is: "again", n: Number(c) };
    }
    if ("<>bB`'".includes(c)) return { is: "at", kind: c };
    if (c === "w" || c === "W") return this.set(regexWord, c === "W");
    if (c === "s" || c === "S") return this.set(this.named("space"), c === "S");
    const letter = this.how.sed ? this.letter(c) : undefined;
    return this.one((letter ?? c).codePointAt(0));
  }
  // letter is what an escape of sed stands for.
  letter(c) {
    const plain = { a: "\x07", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" };
    if (Object.hasOwn(plain, c)) return plain[c];
    const rest = this.s.slice(this.i, this.i + 3).join("");
    const m = { x: /^[0-9a-fA-F]{1,2}/, o: /^[0-7]{1,3}/, d: /^\d{1,3}/ }[c]?.exec(rest);
    if (c === "c") this.fail("\\c is not known here");
    if (!m) return undefined;
    this.i += m[0].length;
    const code = parseInt(m[0], { x: 16, o: 8, d: 10 }[c]);
    if (code > 127 || /[^\w\s"',:;<=>@!#%~`-]/.test(String.fromCharCode(code))) this.fail(`\\${c}${m[0]} is not known here`);
    return String.fromCharCode(code);
  }
  brackets() {
    const from = this.i, not = this.take("^"), sets = [];
    for (let first = true; first || this.s[this.i] !== "]"; first = false) {
      const start = this.place();
      if (typeof start === "function") { sets.push(start); continue; }
      if (this.s[this.i] !== "-" || this.s[this.i + 1] === "]" || this.i + 1 >= this.s.length) { sets.push((c) => c === start); continue; }
      this.i++;
      const end = this.place();
      if (typeof end === "function" || end < start) this.fail("Invalid range end");
      sets.push((c) => c >= start && c <= end);
    }
    const text = this.s.slice(from, this.i++).join("");
    if (/^:[a-z]+:$/.test(text)) this.fail("character class syntax is [[:space:]], not [:space:]");
    return this.set((c) => sets.some((has) => has(c)), not);
  }
  // place is a letter between brackets, or a class.
  place() {
    if (this.i >= this.s.length) this.fail("Unmatched [, [^, [:, [., or [=");
    const c = this.s[this.i++];
    if (c === "[" && /[.:=]/.test(this.s[this.i] ?? "")) {
      const kind = this.s[this.i], end = this.s.findIndex((x, n) => n > this.i + 1 && x === "]" && this.s[n - 1] === kind);
      if (end < 0) this.fail("Unmatched [, [^, [:, [., or [=");
      const name = this.s.slice(this.i + 1, end - 1);
      this.i = end + 1;
      if (kind === ":") return this.named(name.join(""));
      if (name.length !== 1) this.fail("Invalid collation character");
      return name[0].codePointAt(0);
    }
    if (c === "\\" && this.how.sed && this.i < this.s.length) {
      const at = this.i, letter = this.letter(this.s[this.i++]);
      if (letter !== undefined) return letter.codePointAt(0);
      this.i = at;
    }
    return c.codePointAt(0);
  }
}

// A Regex is a program of steps: a set of letters, a choice, a place, a mark, a reference, the end.
class Regex {
  constructor(source, how) {
    const parser = new RegexParser(source, how);
    Object.assign(this, { lines: how.lines ?? false, fold: how.fold ?? false, steps: [], loops: 0, caches: [undefined, undefined] });
    const tree = parser.tree();
    Object.assign(this, { groups: parser.groups, refs: parser.refs });
    this.add(tree);
    this.step({ is: "end" });
  }
  step(s) {
    if (this.steps.length > regexMost.program) throw new Refusal("Regular expression too big", 2);
    return this.steps.push(s) - 1;
  }
  add(node) {
    const here = () => this.steps.length;
    if (node.is === "row") { for (const n of node.list) this.add(n); return; }
    if (node.is === "group") { this.step({ is: "save", n: 2 * node.n }); this.add(node.of); this.step({ is: "save", n: 2 * node.n + 1 }); return; }
    if (node.is === "repeat") { this.repeat(node); return; }
    if (node.is !== "either") { this.step(node); return; }
    const gone = [];
    node.list.forEach((n, i) => {
      const last = i === node.list.length - 1, fork = last ? undefined : this.steps[this.step({ is: "fork", to: [here() + 1] })];
      this.add(n);
      if (last) return;
      gone.push(this.steps[this.step({ is: "fork", to: [] })]);
      fork.to.push(here());
    });
    for (const g of gone) g.to.push(here());
  }
  repeat({ of, min, max }) {
    for (let n = 0; n < min; n++) this.add(of);
    if (max === Infinity) {
      const loop = this.loops++, fork = this.step({ is: "fork", to: [this.steps.length + 1] });
      this.step({ is: "enter", loop });
      this.add(of);
      this.step({ is: "again?", loop, to: [fork] });
      this.steps[fork].to.push(this.steps.length);
      return;
    }
    const forks = [];
    for (let n = min; n < max; n++) { forks.push(this.step({ is: "fork", to: [this.steps.length + 1] })); this.add(of); }
    for (const f of forks) this.steps[f].to.push(this.steps.length);
  }
  // holds tells whether a place is between two letters, -1 at an end of the text.
  holds(kind, before, after) {
    const b = regexWord(before), a = regexWord(after);
    switch (kind) {
      case "^": return before < 0 || this.lines && before === 10;
      case "$": return after < 0 || this.lines && after === 10;
      case "`": return before < 0;
      case "'": return after < 0;
      case "<": return !b && a;
      case ">": return b && !a;
      case "b": return b !== a;
      default: return b === a;
    }
  }
  // next is where a set of steps leads over a letter, and whether the end is reached before it. What was found once is kept.
  next(state, c, anywhere) {
    const known = state.over.get(c);
    if (known) return known;
    const cache = this.caches[anywhere ? 1 : 0], seen = new Set(), stack = [...state.at].reverse(), to = new Set();
    let ended = false;
    while (stack.length > 0) {
      const pc = stack.pop(), s = this.steps[pc];
      if (seen.has(pc)) continue;
      seen.add(pc);
      if (s.is === "end") ended = true;
      else if (s.is === "set") { if (c >= 0 && s.has(c)) to.add(pc + 1); }
      else if (s.to) stack.push(...s.to);
      else if (s.is !== "at" || this.holds(s.kind, state.before, c)) stack.push(pc + 1);
    }
    if (anywhere) to.add(0);
    const kind = c < 0 || c === 10 ? c : regexWord(c) ? 97 : 32, at = [...to].sort((x, y) => x - y), key = `${kind} ${at.join()}`;
    if (cache.size > regexMost.states) { cache.clear(); this.starts = undefined; }
    if (!cache.has(key)) cache.set(key, { at, before: kind, over: new Map() });
    const found = { ended, state: cache.get(key) };
    state.over.set(c, found);
    return found;
  }
  start(text, from, anywhere) {
    this.caches[anywhere ? 1 : 0] ??= new Map();
    const c = before(text, from), kind = c < 0 || c === 10 ? c : regexWord(c) ? 97 : 32;
    this.starts ??= new Map();
    const key = kind * 2 + (anywhere ? 1 : 0);
    if (!this.starts.has(key)) this.starts.set(key, { at: [0], before: kind, over: new Map() });
    return this.starts.get(key);
  }
  // has tells whether a match begins at a place or behind it.
  has(text, from = 0) {
    if (this.refs) return this.find(text, from) !== undefined;
    let state = this.start(text, from, true);
    for (let i = from; ;) {
      const c = i < text.length ? text.codePointAt(i) : -1, { ended, state: to } = this.next(state, c, true);
      if (ended) return true;
      if (c < 0) return false;
      i += c > 0xffff ? 2 : 1;
      state = to;
    }
  }
  // ends are all places where a match that begins at a place can end, the longest last.
  ends(text, from) {
    if (this.refs) return this.tried(text, from);
    const all = [];
    let state = this.start(text, from, false);
    for (let i = from; ;) {
      const c = i < text.length ? text.codePointAt(i) : -1, { ended, state: to } = this.next(state, c, false);
      if (ended) all.push(i);
      if (c < 0 || to.at.length === 0) return all;
      i += c > 0xffff ? 2 : 1;
      state = to;
    }
  }
  find(text, from = 0, takes = (at, ends) => ends.at(-1)) {
    if (!this.refs && !this.has(text, from)) return undefined;
    for (let at = from; at <= text.length; at += text.codePointAt(at) > 0xffff ? 2 : 1) {
      const ends = this.ends(text, at), to = ends.length > 0 ? takes(at, ends) : undefined;
      if (to !== undefined) return { from: at, to };
    }
    return undefined;
  }
  tried(text, from) { const all = []; this.walk(text, from, (to) => { all.push(to); return false; }); return [...new Set(all)].sort((a, b) => a - b); }
  // inside gives what the groups of a match are: of all ways to it the first one, as glibc takes it.
  inside(text, { from, to }) {
    const got = this.walk(text, from, (end) => end === to);
    const part = (n) => (got?.[2 * n + 1] === undefined ? "" : text.slice(got[2 * n], got[2 * n + 1]));
    return [text.slice(from, to), ...Array.from({ length: this.groups }, (_, n) => part(n + 1))];
  }
  // walk goes all ways from a place, in order, until taken likes an end. Without references no step is taken twice at a place.
  walk(text, from, taken) {
    const width = text.length - from + 1, kept = this.refs ? undefined : new Uint32Array(this.marks(width));
    const saved = [], entered = [], stack = [{ pc: 0, i: from }];
    let left = regexMost.steps;
    while (stack.length > 0) {
      let { pc, i, list, n, old } = stack.pop();
      if (list) { list[n] = old; continue; }
      for (;;) {
        if (left-- === 0 && this.refs) throw new Refusal("a reference back takes too many steps here", 2);
        if (kept) { const at = pc * width + i - from; if (kept[at >>> 5] & (1 << (at & 31))) break; kept[at >>> 5] |= 1 << (at & 31); }
        const s = this.steps[pc], c = i < text.length ? text.codePointAt(i) : -1;
        if (s.is === "end") { if (taken(i)) return saved; break; }
        if (s.is === "set") { if (c < 0 || !s.has(c)) break; i += c > 0xffff ? 2 : 1; pc++; continue; }
        if (s.is === "save" || s.is === "enter") { const into = s.is === "save" ? saved : entered, k = s.n ?? s.loop; stack.push({ list: into, n: k, old: into[k] }); into[k] = i; pc++; continue; }
        if (s.is === "again?") { if (entered[s.loop] === i) pc++; else pc = s.to[0]; continue; }
        if (s.is === "fork") { if (s.to.length > 1) stack.push({ pc: s.to[1], i }); pc = s.to[0]; continue; }
        if (s.is === "again") { const end = this.same(text, i, saved[2 * s.n], saved[2 * s.n + 1]); if (end < 0) break; i = end; pc++; continue; }
        if (!this.holds(s.kind, before(text, i), c)) break;
        pc++;
      }
    }
    return undefined;
  }
  marks(width) {
    if (this.steps.length * width > regexMost.marks) throw new Refusal("a match of so many letters cannot be taken apart here", 2);
    return (this.steps.length * width >>> 5) + 1;
  }
  same(text, at, from, to) {
    if (to === undefined) return -1;
    const said = text.slice(from, to), here = text.slice(at, at + said.length);
    return said === here || this.fold && said.toLowerCase() === here.toLowerCase() ? at + said.length : -1;
  }
}

// before is the letter before a place.
function before(text, at) {
  if (at === 0) return -1;
  const c = text.charCodeAt(at - 1);
  return c >= 0xdc00 && c < 0xe000 && at > 1 && text.codePointAt(at - 2) > 0xffff ? text.codePointAt(at - 2) : c;
}

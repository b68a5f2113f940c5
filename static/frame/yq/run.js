// How yq runs (see command.js): an expression gives places, each a node of a document or one that was made. What is set in a
// place is set in its document.
"use strict";

class YqPlace {
  constructor(of, node, parent, key) { this.of = of; this.node = node; this.parent = parent; this.key = key; }
  get doc() { return this.of.base ?? this.of.doc; }
  // now is the node that is in this place now, which may have been set since.
  now(kit) {
    if (!this.parent) return this.of.doc.contents;
    const up = kit.real(this.parent.now(kit), this.doc);
    return yqFound(kit, up, this.key)?.value;
  }
  put(kit, node) {
    this.node = node;
    if (!this.parent) { this.of.doc.contents = node; return; }
    if (this.isKey) { const pair = this.pair; pair.key = node; return; }
    const up = this.parent.held(kit, this.key);
    if (kit.lib.isMap(up)) {
      const found = up.items.find((p) => yqKey(kit, p.key) === this.key);
      if (found) found.value = node; else up.items.push(new kit.lib.Pair(yqName(kit, this.key), node));
    } else {
      const at = Number(this.key) < 0 ? Number(this.key) + up.items.length : Number(this.key);
      if (!Number.isInteger(at) || at < 0) yqFail(`index [${this.key}] out of range, array size is ${up.items.length}`);
      if (at > yqMost.nodes) yqFail(`more than ${yqMost.nodes} values cannot be held here`);
      while (up.items.length < at) up.items.push(kit.scalar(null, "null"));
      up.items[at] = node;
    }
  }
  // held is the map or list in this place, made where there is none.
  held(kit, key) {
    const n = this.now(kit), real = n && kit.real(n, this.doc);
    if (real && kit.lib.isCollection(real)) { if (real.items.length === 0) real.flow = false; return real; }
    if (real && real.value !== null) yqFail(`cannot set ${key} in a ${kit.tag(real)}`);
    const made = typeof key === "number" ? kit.seq() : kit.map();
    if (n) yqNotes(n, made);
    this.put(kit, made);
    return made;
  }
  path() { const all = []; for (let p = this; p.parent; p = p.parent) all.unshift(p.key); return all; }
}

const yqKey = (kit, key) => kit.value(kit.lib.isScalar(key) ? key : kit.scalar(""));
const yqName = (kit, key) => (typeof key === "number" ? kit.scalar(BigInt(key), String(key)) : kit.string(String(key)));
function yqFound(kit, n, key) {
  if (kit.lib.isMap(n)) return n.items.findLast((p) => yqKey(kit, p.key) === String(key));
  if (kit.lib.isSeq(n)) { const at = Number(key) < 0 ? Number(key) + n.items.length : Number(key); return at in n.items ? { value: n.items[at] } : undefined; }
  return undefined;
}
const yqNotes = (from, to) => { for (const k of ["commentBefore", "comment"]) if (from[k] && !to[k]) to[k] = from[k]; };
// yqGlob is the pattern that a name or a text with * or ? is.
const yqGlob = (text) => (/[*?]/.test(text) ? new RegExp(`^${text.replace(/[.+^${}()|[\]\\]/g, "\\$&").replace(/\*+/g, ".*").replaceAll("?", ".")}$`, "s") : undefined);

class YqMachine {
  constructor(kit, env) { this.kit = kit; this.env = env; this.made = 0; }
  count(n = 1) { if ((this.made += n) > yqMost.nodes) yqFail(`more than ${yqMost.nodes} values cannot be held here`); }
  real(p) { return this.kit.real(p.node, p.doc); }
  truth(p) { const n = this.real(p); return !this.kit.lib.isScalar(n) || n.value !== null && n.value !== false; }
  text(p) { const n = this.real(p); return this.kit.lib.isScalar(n) ? this.kit.value(n) : this.kit.write(n, 2).replace(/\n$/, ""); }
  give(node, of) { this.count(); return this.kit.made(node, of); }
  string(text, of) { return this.give(this.kit.string(text), of); }
  bool(value, of) { return this.give(this.kit.scalar(value, String(value)), of); }
  // like gives a list that looks as the one in a place does.
  like(p, items) { const { flow } = this.real(p); return this.give(Object.assign(this.kit.seq(items), { flow }), p); }
  // over gives what a and b make, with the comments of the document that a is.
  over(a, node) { const made = this.give(node, a); if (!a.parent) for (const k of ["commentBefore", "comment"]) made.of.doc[k] = a.of.doc[k]; return made; }
  copy(p) { let count = 0; const n = this.real(p); this.kit.lib.visit(n, () => { count++; }); this.count(count); return n.clone(); }
  first(n, p, env) { return this.run(n, [p], env)[0] ?? this.give(this.kit.scalar(null, "null"), p); }

  run(n, list, env) {
    const each = (f) => list.flatMap(f);
    switch (n.op) {
      case "self": return list;
      case "number": return this.all(list, () => this.give(this.kit.plain(n.text)));
      case "bool": return this.all(list, () => this.bool(n.value));
      case "null": return this.all(list, () => this.give(this.kit.scalar(null, "null")));
      case "text": return this.all(list, (p) => this.string(n.parts.map((e) => (typeof e === "string" ? e : this.run(e, [p], env).map((x) => this.text(x)).join(""))).join("")));
      case "env": case "strenv": return this.all(list, (p) => this.variable(n, p));
      case "var": return this.known(n.name, env);
      case "get": return this.run(n.of, list, env).flatMap((p) => this.get(p, n.key, n.maybe));
      case "at": return this.run(n.of, list, env).flatMap((p) => n.keys.flatMap((k) => this.run(k, n.of.op === "self" ? [p] : list.slice(0, 1), env)).flatMap((k) => this.at(p, k, n.maybe)));
      case "each": return this.run(n.of, list, env).flatMap((p) => this.each(p));
      case "slice": return this.run(n.of, list, env).map((p) => this.slice(n, p, env));
      case "deep": return each((p) => this.deep(p, n.keys, []));
      case "list": return this.groups(list).map((g) => this.give(this.kit.seq(n.body ? this.run(n.body, g, env).map((p) => this.copy(p)) : [])));
      case "object": return each((p) => this.object(n.pairs, p, env));
      case "|": return this.pipe(n, list, env);
      case ",": case ";": return [...this.run(n.left, list, env), ...this.run(n.right, list, env)];
      case "as": return list;
      case "ireduce": return this.reduce(n, list, env);
      case "and": case "or": return each((p) => { const l = this.run(n.left, [p], env).map((x) => this.truth(x)), done = n.op === "or"; return (l.length > 0 ? l : [false]).flatMap((a) => (a === done ? [this.bool(done, p)] : this.run(n.right, [p], env).map((x) => this.bool(this.truth(x), p)))); });
      case "=": case "|=": case "+=": case "-=": case "*=": return this.assign(n, list, env);
      case "mark": return this.mark(n, list, env);
      case "call": return yqMarks.includes(n.name) ? list.map((p) => this.marked(n.name, p)) : yqCalls[n.name].run.call(this, list, n.args, env);
      case "//": return this.groups(list).flatMap((g) => { const l = this.run(n.left, g, env), good = l.filter((p) => this.truth(p)); return good.length > 0 ? good : this.run(n.right, g, env); });
    }
    if (Object.hasOwn(yqMath, n.op)) return this.groups(list).flatMap((g) => { const there = (p) => !p.missing || !"+-".includes(n.op), right = this.run(n.right, g, env).filter(there), left = this.run(n.left, g, env).filter(there); return left.flatMap((a) => right.map((b) => yqMath[n.op].call(this, a, b, n.flags))); });
    return yqFail(`bad expression, ${n.op} cannot stand there`);
  }
  // groups are the places that are worked on together: each alone, but all documents of eval-all.
  groups(list) { return list.length > 0 && list.every((p) => p.together) ? [list] : list.length > 0 ? list.map((p) => [p]) : []; }
  all(list, f) { return list.every((p) => p.together) ? list.slice(0, 1).map(f) : list.map(f); }

  variable(n, p) {
    const value = Object.hasOwn(this.env, n.name) ? this.env[n.name] : yqFail(`value for env variable '${n.name}' not provided in env()`);
    if (n.op === "strenv") return this.string(value, p);
    return this.give(this.kit.read(value, "yaml", "env", 0)[0].doc.contents ?? this.kit.scalar(null, ""), p);
  }
  known(name, env) {
    for (let e = env; e; e = e.up) if (e.name === name) return e.value;
    if (name === "ENV") return [this.give(this.kit.map(Object.entries(this.env).map(([k, v]) => [k, this.kit.string(String(v))])))];
    return yqFail(`Variable ${name} is not defined, and cannot be used here`);
  }
  pipe(n, list, env) {
    if (n.left.op !== "as") return this.run(n.right, this.run(n.left, list, env), env);
    const name = n.left.right.op === "var" ? n.left.right.name : yqFail("bad expression, as wants a $name");
    return list.flatMap((p) => { const got = this.run(n.left.left, [p], env); return got.flatMap((x) => this.run(n.right, [p], { name, value: [x], up: env })); });
  }
  reduce(n, list, env) {
    if (n.left.op !== "as" || n.left.right.op !== "var" || n.right.op !== ";") yqFail("bad expression, reduce is .[] as $x ireduce (0; . + $x)");
    const source = this.run(n.left.left, list, env);
    let state = this.run(n.right.left, list.slice(0, 1), env);
    for (const x of source) state = this.run(n.right.right, state, { name: n.left.right.name, value: [x], up: env });
    return state;
  }

  // get is of one name, with * and ? for any letters, in a map or a list.
  get(p, key, maybe) {
    const { kit } = this, n = this.real(p);
    if (kit.lib.isMap(n)) {
      const glob = yqGlob(key), hits = glob ? yqMerged(kit, n, p.doc).filter((q) => glob.test(yqKey(kit, q.key))) : [];
      if (glob) return hits.map((q) => this.child(p, q));
      const own = yqFound(kit, n, key) ?? yqMerged(kit, n, p.doc).find((q) => yqKey(kit, q.key) === key);
      return [own ? this.child(p, own) : this.missing(p, key)];
    }
    if (kit.lib.isSeq(n)) {
      if (/^-?\d+$/.test(key)) return this.index(p, n, Number(key));
      return maybe ? [] : yqFail(`cannot index array with '${key}' (strconv.ParseInt: parsing "${key}": invalid syntax)`);
    }
    return n.value === null && !yqGlob(key) ? [this.missing(p, key)] : [];
  }
  missing(p, key) { return Object.assign(new YqPlace(p.of, this.kit.scalar(null, "null"), p, key), { missing: true }); }
  child(p, pair) { this.count(); const c = new YqPlace(p.of, pair.value ?? (pair.value = this.kit.scalar(null, "")), p, yqKey(this.kit, pair.key)); c.pair = pair; return c; }
  index(p, n, at) {
    const i = at < 0 ? at + n.items.length : at;
    if (i < 0) yqFail(`index [${at}] out of range, array size is ${n.items.length}`);
    return [new YqPlace(p.of, n.items[i] ?? this.kit.scalar(null, "null"), p, i)];
  }
  at(p, k, maybe) {
    const { kit } = this, key = this.real(k), n = this.real(p);
    if (kit.lib.isSeq(key)) return key.items.flatMap((e) => this.at(p, this.give(e, k), maybe));
    if (typeof key.value !== "bigint" || kit.lib.isMap(n)) return this.get(p, kit.value(key), maybe);
    if (kit.lib.isSeq(n)) return this.index(p, n, Number(key.value));
    return n.value === null ? [new YqPlace(p.of, kit.scalar(null, "null"), p, Number(key.value))] : [];
  }
  each(p) {
    const n = this.real(p), { kit } = this;
    if (kit.lib.isMap(n)) return yqMerged(kit, n, p.doc).map((q) => this.child(p, q));
    if (kit.lib.isSeq(n)) { this.count(n.items.length); return n.items.map((e, i) => new YqPlace(p.of, e, p, i)); }
    return [];
  }
  slice(n, p, env) {
    const is = this.real(p), whole = (e, or) => { if (!e) return or; const v = this.real(this.first(e, p, env)).value; return typeof v === "bigint" ? Number(v) : yqFail("a slice wants whole numbers"); };
    if (this.kit.lib.isSeq(is)) return this.give(this.kit.seq(is.items.slice(whole(n.from, 0), whole(n.to, is.items.length)).map((e) => e.clone())), p);
    if (typeof is.value === "string") { const points = [...is.value]; return this.string(points.slice(whole(n.from, 0), whole(n.to, points.length)).join(""), p); }
    return yqFail(`cannot slice ${this.kit.tag(is)}`);
  }
  deep(p, keys, into) {
    into.push(p);
    if (this.kit.lib.isAlias(p.node)) return into;
    const n = p.node, { kit } = this;
    if (kit.lib.isMap(n)) for (const q of n.items) {
      const c = this.child(p, q);
      if (keys) { const k = new YqPlace(p.of, q.key, p, c.key); k.isKey = true; k.pair = q; into.push(k); }
      this.deep(c, keys, into);
    } else for (const c of this.each(p)) this.deep(c, keys, into);
    return into;
  }
  object(pairs, p, env) {
    let all = [[]];
    for (const { key, value } of pairs) {
      const keys = this.run(key, [p], env), values = this.run(value, [p], env);
      this.count(all.length * keys.length * values.length);
      all = all.flatMap((made) => keys.flatMap((k) => values.map((v) => [...made.filter(([o]) => yqKey(this.kit, o) !== this.text(k)), [this.copy(k), this.copy(v)]])));
    }
    return all.map((made) => this.give(this.kit.map(made), p));
  }

  // assign sets what the left gives; how a text was quoted and the comments of a place stay.
  assign(n, list, env) {
    for (const g of this.groups(list)) {
      const values = n.op === "|=" ? [] : this.run(n.right, g, env);
      for (const p of this.run(n.left, g, env)) {
        if (n.op === "|=") { const [y] = this.run(n.right, [p], env); if (y) this.set(p, y); continue; }
        for (const y of values) this.set(p, n.op === "=" ? y : yqMath[n.op[0]].call(this, p, y, n.flags));
      }
    }
    return list;
  }
  set(p, from) {
    const { kit } = this, was = p.node, to = kit.lib.isAlias(from.node) ? from.node.clone() : this.copy(from);
    if (was === from.node) return;
    yqNotes(was, to);
    if (!p.parent && !from.parent) for (const k of ["commentBefore", "comment"]) p.of.doc[k] ??= from.of.doc[k];
    if (kit.lib.isScalar(was) && kit.lib.isScalar(to) && kit.tag(was) === kit.tag(to) && was.type && was.type !== "PLAIN" && typeof to.value === "string") to.type = was.type;
    if (kit.lib.isCollection(was) && kit.lib.isCollection(to) && was.items.length > 0 && was.flow) to.flow = true;
    if (was.anchor && !kit.lib.isAlias(to)) to.anchor = was.anchor;
    if (was.tag && !was.tag.startsWith("tag:yaml.org")) to.tag = was.tag;
    p.put(kit, to);
  }
  delete(p) {
    if (!p.parent) { p.put(this.kit, this.kit.scalar(null, "")); return; }
    const up = this.kit.real(p.parent.now(this.kit) ?? p.parent.node, p.doc);
    if (this.kit.lib.isMap(up)) up.items = up.items.filter((q) => yqKey(this.kit, q.key) !== String(p.key));
    else if (this.kit.lib.isSeq(up)) up.items = up.items.filter((e) => e !== p.node);
  }

  marked(name, p) {
    const n = p.node, { kit } = this, note = (text) => this.string((text ?? "").split("\n").map((l) => l.replace(/^ /, "")).join("\n"), p);
    switch (name) {
      case "style": return this.string(kit.lib.isCollection(n) ? n.flow ? "flow" : "" : { QUOTE_DOUBLE: "double", QUOTE_SINGLE: "single", BLOCK_LITERAL: "literal", BLOCK_FOLDED: "folded" }[n.type] ?? "", p);
      case "tag": case "type": return this.string(kit.tag(this.real(p)), p);
      case "anchor": return this.string(n.anchor ?? "", p);
      case "alias": return this.string(kit.lib.isAlias(n) ? n.source : "", p);
      case "head_comment": return note(p.pair?.key.commentBefore ?? (p.parent ? undefined : p.of.doc.commentBefore) ?? n.commentBefore);
      case "foot_comment": return note(p.parent ? "" : p.of.doc.comment);
      default: return note(n.comment);
    }
  }
  mark(n, list, env) {
    for (const p of this.run(n.of, list, env)) for (const y of this.run(n.body, n.each ? [p] : list.slice(0, 1), env).slice(0, 1)) this.marks(n.name, p, this.text(y));
    return list;
  }
  marks(name, p, text) {
    const n = p.node, { kit } = this, note = text === "" ? undefined : text.split("\n").map((l) => ` ${l}`).join("\n");
    const head = p.pair && !p.isKey ? p.pair.key : n;
    switch (name) {
      case "style":
        if (kit.lib.isCollection(n)) { n.flow = text === "flow"; return; }
        if (!kit.lib.isScalar(n)) return;
        if (!["", "double", "single", "literal", "folded", "flow", "tagged"].includes(text)) yqFail(`unknown style ${text}`);
        if (["double", "single", "literal", "folded"].includes(text) && typeof n.value !== "string") p.put(kit, Object.assign(n.clone(), { value: kit.value(n), source: undefined }));
        p.node.type = { double: "QUOTE_DOUBLE", single: "QUOTE_SINGLE", literal: "BLOCK_LITERAL", folded: "BLOCK_FOLDED" }[text] ?? (typeof n.value === "string" ? kit.string(n.value).type : "PLAIN");
        return;
      case "tag": case "type": return this.tagged(p, text);
      case "anchor": n.anchor = text === "" ? undefined : text; return;
      case "line_comment": n.comment = note; return;
      case "head_comment": if (p.parent) head.commentBefore = note; else { p.of.doc.commentBefore = note; n.commentBefore = undefined; } return;
      case "comments": n.comment = head.commentBefore = n.commentBefore = note; if (!p.parent && p.of.doc.directives) p.of.doc.commentBefore = p.of.doc.comment = note; return;
    }
    yqFail(`the page's yq cannot set ${name}`);
  }
  tagged(p, tag) {
    const { kit } = this, n = p.node;
    if (kit.lib.isScalar(n)) {
      const text = kit.value(n), plain = kit.plain(text), to = tag === "!!str" ? kit.string(text) : plain instanceof Object && kit.tag(plain) === tag ? plain : undefined;
      if (to) { yqNotes(n, to); p.put(kit, to); return; }
    }
    n.tag = tag.replace(/^!!/, "tag:yaml.org,2002:");
  }

  order(a, b) {
    const x = this.kit.real(a.node, a.doc), y = this.kit.real(b.node, b.doc), rank = (n) => (!this.kit.lib.isScalar(n) ? 5 : n.value === null ? 0 : { boolean: 1, bigint: 2, number: 2, string: 3 }[typeof n.value] ?? 4);
    if (rank(x) !== rank(y)) return rank(x) - rank(y);
    if (rank(x) === 0 || rank(x) === 5) return 0;
    return x.value < y.value ? -1 : x.value > y.value ? 1 : 0;
  }
  same(a, b) {
    const { kit } = this, x = this.real(a), y = this.real(b);
    if (kit.lib.isScalar(x) && kit.lib.isScalar(y)) {
      if (x.value === null || y.value === null) return x.value === y.value;
      if (typeof x.value !== "string" && typeof y.value !== "string") return x.value == y.value;
      const l = kit.value(x), r = kit.value(y);
      return l === r || (yqGlob(r)?.test(l) ?? false);
    }
    if (kit.lib.isScalar(x) || kit.lib.isScalar(y)) return false;
    return kit.lib.isSeq(x) === kit.lib.isSeq(y) && yqJson(kit, x, a.doc, 0) === yqJson(kit, y, b.doc, 0);
  }
}

const yqNumber = (m, p) => { const v = m.real(p).value; return typeof v === "bigint" || typeof v === "number" ? v : undefined; };
function yqCount(m, a, b, how) {
  const x = yqNumber(m, a), y = yqNumber(m, b);
  if (x === undefined || y === undefined) yqFail(`${m.kit.tag(m.real(a))} (${a.path().join(".")}) cannot be ${{ "+": "added to", "-": "subtracted from", "*": "multiplied with", "/": "divided by", "%": "modulo'd by" }[how]} ${m.kit.tag(m.real(b))} (${b.path().join(".")})`);
  const whole = typeof x === "bigint" && typeof y === "bigint", work = { "+": (p, q) => p + q, "-": (p, q) => p - q, "*": (p, q) => p * q, "%": (p, q) => p % q, "/": (p, q) => p / q }[how];
  if (how === "%" && Number(y) === 0) yqFail("cannot modulo by 0");
  const r = whole && how !== "/" ? BigInt.asIntN(64, work(x, y)) : work(Number(x), Number(y));
  if (whole && how !== "/" && /^0x/.test(m.real(a).source)) return m.give(m.kit.scalar(r, `${r < 0n ? "-" : ""}0x${(r < 0n ? -r : r).toString(16).toUpperCase()}`), a);
  return m.give(m.kit.scalar(r, Number.isFinite(Number(r)) ? String(r) : r > 0 ? "+Inf" : "-Inf"), a);
}
const yqNil = (m, p) => m.real(p).value === null && m.kit.lib.isScalar(m.real(p));
const yqCompare = (test) => function (a, b) { if (yqNil(this, a) || yqNil(this, b)) return this.bool(test === "<=" || test === ">=" ? yqNil(this, a) && yqNil(this, b) : false, a); const x = this.real(a).value, y = this.real(b).value; if (typeof x === "string" !== (typeof y === "string")) yqFail(`${this.kit.tag(this.real(a))} not yet supported for comparison`); return this.bool({ "<": x < y, ">": x > y, "<=": x <= y, ">=": x >= y }[test], a); };

const yqMath = {
  "==": function (a, b) { return this.bool(this.same(a, b), a); },
  "!=": function (a, b) { return this.bool(!this.same(a, b), a); },
  "<": yqCompare("<"), ">": yqCompare(">"), "<=": yqCompare("<="), ">=": yqCompare(">="),
  "+": function (a, b) {
    const { kit } = this, x = this.real(a), y = this.real(b);
    if (yqNil(this, a)) return this.over(a, this.copy(b));
    if (kit.lib.isSeq(x)) { const made = this.copy(a); if (kit.lib.isSeq(y)) made.items.push(...this.copy(b).items); else if (!yqNil(this, b)) made.items.push(this.copy(b)); return this.over(a, made); }
    if (yqNil(this, b)) return this.over(a, this.copy(a));
    if (kit.lib.isMap(x) && kit.lib.isMap(y)) { const made = this.copy(a); for (const q of this.copy(b).items) { const at = made.items.findIndex((p) => yqKey(kit, p.key) === yqKey(kit, q.key)); if (at < 0) made.items.push(q); else made.items[at] = q; } return this.over(a, made); }
    if (kit.lib.isScalar(x) && kit.lib.isScalar(y) && (typeof x.value === "string" || typeof y.value === "string")) { const t = kit.value(x) + kit.value(y); if (t.length > yqMost.text) yqFail("a text so long cannot be made here"); this.count(t.length >> 10); return this.string(t, a); }
    return yqCount(this, a, b, "+");
  },
  "-": function (a, b) {
    const x = this.real(a), y = this.real(b);
    if (!this.kit.lib.isSeq(x)) return yqCount(this, a, b, "-");
    if (!this.kit.lib.isSeq(y)) yqFail(`${this.kit.tag(y)} (${b.path().join(".")}) cannot be subtracted from ${this.kit.tag(x)}`);
    return this.like(a, x.items.filter((e) => !y.items.some((f) => this.same(this.kit.made(e, a), this.kit.made(f, b)))).map((e) => e.clone()));
  },
  "*": function (a, b, flags) {
    const { kit } = this, x = this.real(a), y = this.real(b);
    if (kit.lib.isCollection(y) && (kit.lib.isCollection(x) || yqNil(this, a))) return this.over(a, yqMerge(this, yqNil(this, a) ? kit.lib.isMap(y) ? kit.map() : kit.seq() : this.copy(a), this.copy(b), flags ?? "", true));
    if (kit.lib.isCollection(x) && yqNil(this, b)) return this.over(a, this.copy(a));
    const [s, n] = typeof x.value === "string" ? [x.value, yqNumber(this, b)] : [y.value, yqNumber(this, a)];
    if (typeof s === "string" && n !== undefined) { if (Number(n) * s.length > yqMost.text) yqFail("a text so long cannot be made here"); this.count(Number(n) * s.length >> 10); return this.string(s.repeat(Math.max(0, Number(n))), a); }
    return yqCount(this, a, b, "*");
  },
  "/": function (a, b) {
    const x = this.real(a).value, y = this.real(b).value;
    if (typeof x === "string" && typeof y === "string") return this.give(this.kit.seq((x === "" ? [] : x.split(y)).map((t) => this.kit.string(t))), a);
    return yqCount(this, a, b, "/");
  },
  "%": function (a, b) { return yqCount(this, a, b, "%"); },
};

// yqMerge puts what is in b into a: deeply in maps; a list takes the place of another, but + adds to it and d goes into it.
function yqMerge(m, a, b, flags, top) {
  const { kit } = m, { isMap, isSeq } = kit.lib;
  if (isSeq(a) && isSeq(b)) {
    if (flags.includes("+")) { a.items.push(...b.items); return a; }
    if (flags.includes("d")) { b.items.forEach((e, i) => { a.items[i] = i < a.items.length ? yqMerge(m, a.items[i], e, flags) : e; }); return a; }
    return flags.includes("n") && !top ? a : b;
  }
  if (!isMap(a) || !isMap(b)) { if (flags.includes("n")) return a; yqNotes(a, b); return b; }
  for (const q of b.items) {
    const own = a.items.find((p) => yqKey(kit, p.key) === yqKey(kit, q.key));
    if (!own) { if (!flags.includes("?")) a.items.push(q); continue; }
    const nested = isMap(own.value) && isMap(q.value) || isSeq(own.value) && isSeq(q.value);
    if (nested || !flags.includes("n")) own.value = yqMerge(m, own.value, q.value, flags);
  }
  return a;
}

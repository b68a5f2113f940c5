// How jq runs (see jq.js): an expression gives its results one after the other to k, each with
// its path where paths are asked for. A path is an array, null where none is asked for, and
// notPath where what was made has none.
"use strict";

const notPath = { not: true };
const jqStep = (p, key, v) => (p === null ? null : p === notPath ? jqFail(`Invalid path expression with result ${jqShort(v)}`) : [...p, key]);
const jqBound = (list) => { if (list.length > jqMost.values) throw new Refusal(`more than ${jqMost.values} values in an array cannot be held here`, 5); return list; };
const jqFit = (s) => { if (s.length > jqMost.text) throw new Refusal(`a text of more than ${jqMost.text} bytes cannot be made here`, 5); return s; };

// An environment is a list of names: variables by $name, functions by name/number.
const jqBind = (env, name, value) => ({ name, value, up: env });
function jqFind(env, name) { for (let e = env; e !== undefined; e = e.up) if (e.name === name) return e; return undefined; }

const jqSlicePath = (from, to) => new Map([["start", from], ["end", to]]);

function jqGet(v, key) {
  if (key instanceof Map && (v === null || Array.isArray(v) || typeof v === "string")) return jqSlice(v, key.get("start") ?? null, key.get("end") ?? null);
  if (v === null && (key === null || typeof key === "string" || typeof key === "number")) return null;
  if (v instanceof Map && typeof key === "string") return v.get(key) ?? null;
  if (Array.isArray(v) && typeof key === "number") { const i = Math.floor(key); return v[i < 0 ? i + v.length : i] ?? null; }
  if (Array.isArray(v) && Array.isArray(key)) return jqIndices(v, key);
  return jqFail(`Cannot index ${jqType(v)} with ${typeof key === "string" ? `string "${key}"` : jqType(key)}`);
}

function jqRange(length, from, to) {
  const at = (x, otherwise) => (x === null ? otherwise : typeof x === "number" ? x : jqFail("Start and end indices of an array slice must be numbers"));
  const place = (x) => Math.max(0, Math.min(length, x < 0 ? x + length : x));
  const start = Math.floor(place(at(from, 0))), end = Math.ceil(place(at(to, length)));
  return [start, Math.max(start, end)];
}
function jqSlice(v, from, to) {
  if (v === null) return null;
  if (typeof v !== "string" && !Array.isArray(v)) return jqFail(`Cannot index ${jqType(v)} with object`);
  if (typeof v === "string") { const points = [...v]; return points.slice(...jqRange(points.length, from, to)).join(""); }
  return v.slice(...jqRange(v.length, from, to));
}

function jqIndices(v, of) {
  if (v === null) return null;
  const found = [];
  if (typeof v === "string" && typeof of === "string") {
    if (of === "") return null;
    const bytes = bytesOf(v), part = bytesOf(of); // jq 1.6 counts bytes
    for (let i = bytes.indexOf(part); i >= 0; i = bytes.indexOf(part, i + 1)) found.push(i);
    return found;
  }
  if (Array.isArray(v) && Array.isArray(of)) {
    if (of.length === 0) return null;
    for (let i = 0; i + of.length <= v.length; i++) if (of.every((e, j) => jqOrder(v[i + j], e) === 0)) found.push(i);
    return found;
  }
  if (Array.isArray(v)) { v.forEach((e, i) => { if (jqOrder(e, of) === 0) found.push(i); }); return found; }
  return jqGet(v, of);
}

function jqSet(v, key, to) {
  if (typeof key === "string" && (v === null || v instanceof Map)) return new Map(v ?? []).set(key, to);
  if (typeof key === "number" && (v === null || Array.isArray(v))) {
    const list = [...(v ?? [])];
    let i = Math.trunc(key);
    if (i < 0 && (i += list.length) < 0) jqFail("Out of bounds negative array index");
    if (i > jqMost.values) throw new Refusal(`an array of ${i} values cannot be made here`, 5);
    while (list.length < i) list.push(null);
    list[i] = to;
    return list;
  }
  if (key instanceof Map && (v === null || Array.isArray(v))) {
    if (!Array.isArray(to)) jqFail("A slice of an array can only be assigned another array");
    const [start, end] = jqRange((v ?? []).length, key.get("start") ?? null, key.get("end") ?? null);
    return [...(v ?? []).slice(0, start), ...to, ...(v ?? []).slice(end)];
  }
  return jqFail(key instanceof Map ? `Cannot update field at object index of ${jqType(v)}` : `Cannot index ${jqType(v)} with ${typeof key === "string" ? `"${key}"` : jqType(key)}`);
}
const jqGetPath = (v, path) => { for (const key of path) { if (v === null) return null; v = jqGet(v, key); } return v; };
const jqSetPath = (v, path, to, at = 0) => (at === path.length ? to : jqSet(v, path[at], jqSetPath(jqGet(v, path[at]), path, to, at + 1)));

function jqDelete(v, path, at = 0) {
  const key = path[at];
  if (v === null) return null;
  if (at + 1 < path.length) { const inner = jqGet(v, key); return inner === null ? v : jqSet(v, key, jqDelete(inner, path, at + 1)); }
  if (v instanceof Map && typeof key === "string") { const o = new Map(v); o.delete(key); return o; }
  if (Array.isArray(v) && typeof key === "number") { const i = Math.trunc(key) < 0 ? Math.trunc(key) + v.length : Math.trunc(key); return v.filter((_, j) => j !== i); }
  if (Array.isArray(v) && key instanceof Map) { const [start, end] = jqRange(v.length, key.get("start") ?? null, key.get("end") ?? null); return [...v.slice(0, start), ...v.slice(end)]; }
  return jqFail(v instanceof Map ? `Cannot delete field at object index of ${jqType(key) === "number" ? "array" : jqType(key)}` : Array.isArray(v) ? `Cannot delete field at array index of ${jqType(key)}` : `Cannot delete field${typeof key === "string" ? " at object index" : ""} of ${jqType(v)}`);
}
const jqDeleteAll = (v, paths) => [...paths].sort(jqOrder).reverse().reduce((all, path) => (path.length === 0 ? null : jqDelete(all, path)), v);

const jqMath = {
  "+": (a, b) => {
    if (a === null) return b;
    if (b === null) return a;
    if (typeof a === "number" && typeof b === "number") return a + b;
    if (typeof a === "string" && typeof b === "string") return jqFit(a + b);
    if (Array.isArray(a) && Array.isArray(b)) return jqBound(a.concat(b));
    if (a instanceof Map && b instanceof Map) return new Map([...a, ...b]);
    return jqFail(`${jqNamed(a)} and ${jqNamed(b)} cannot be added`);
  },
  "-": (a, b) => {
    if (typeof a === "number" && typeof b === "number") return a - b;
    if (Array.isArray(a) && Array.isArray(b)) return a.filter((e) => !b.some((f) => jqOrder(e, f) === 0));
    return jqFail(`${jqNamed(a)} and ${jqNamed(b)} cannot be subtracted`);
  },
  "*": (a, b) => {
    if (typeof a === "number" && typeof b === "number") return a * b;
    const [s, n] = typeof a === "string" ? [a, b] : [b, a];
    if (typeof s === "string" && typeof n === "number") { if (!(n > 0)) return null; const times = n < 1 ? 1 : Math.floor(n); if (s.length * times > jqMost.text) throw new Refusal(`a text of more than ${jqMost.text} bytes cannot be made here`, 5); return s.repeat(times); }
    if (a instanceof Map && b instanceof Map) return jqMerge(a, b);
    return jqFail(`${jqNamed(a)} and ${jqNamed(b)} cannot be multiplied`);
  },
  "/": (a, b) => {
    if (typeof a === "number" && typeof b === "number") return b === 0 ? jqFail(`${jqNamed(a)} and ${jqNamed(b)} cannot be divided because the divisor is zero`) : a / b;
    if (typeof a === "string" && typeof b === "string") return jqSplit(a, b);
    return jqFail(`${jqNamed(a)} and ${jqNamed(b)} cannot be divided`);
  },
  "%": (a, b) => {
    if (typeof a !== "number" || typeof b !== "number") return jqFail(`${jqNamed(a)} and ${jqNamed(b)} cannot be divided`);
    const whole = (n) => { if (Math.abs(n) > Number.MAX_SAFE_INTEGER || Number.isNaN(n)) throw new Refusal(`% of ${jqNumber(n)}: a number over 2^53 cannot be used here`, 5); return Math.trunc(n); };
    const [m, n] = [whole(a), whole(b)];
    return n === 0 ? jqFail(`${jqNamed(a)} and ${jqNamed(b)} cannot be divided because the divisor is zero`) : m % Math.abs(n) + 0;
  },
  "==": (a, b) => jqEqual(a, b), "!=": (a, b) => !jqEqual(a, b),
  "<": (a, b) => jqOrder(a, b) < 0, "<=": (a, b) => jqOrder(a, b) <= 0, ">": (a, b) => jqOrder(a, b) > 0, ">=": (a, b) => jqOrder(a, b) >= 0,
};
const jqEqual = (a, b) => jqOrder(a, b) === 0;
function jqMerge(a, b) {
  const all = new Map(a);
  for (const [k, v] of b) all.set(k, v instanceof Map && all.get(k) instanceof Map ? jqMerge(all.get(k), v) : v);
  return all;
}
const jqSplit = (s, by) => (s === "" ? [] : by === "" ? [...s] : s.split(by));

// jqIter gives all elements of a value.
function jqIter(v, p, k) {
  if (Array.isArray(v)) for (let i = 0; i < v.length; i++) k(v[i], jqStep(p, i, v));
  else if (v instanceof Map) for (const key of v.keys()) k(v.get(key), jqStep(p, key, v));
  else jqFail(`Cannot iterate over ${jqType(v)}${v === null ? "" : ` (${jqShort(v)})`}`);
}

class JqMachine {
  constructor(host) { this.host = host; this.builtins = new Map(); this.label = 0; }

  // all is the list of results of an expression.
  all(n, v, env) { const list = []; this.run(n, v, null, env, (x) => { list.push(x); jqBound(list); }); return list; }

  run(n, v, p, env, k) {
    switch (n.op) {
      case "id": return k(v, p);
      case "literal": return k(n.value, p === null ? null : notPath);
      case "pipe": return this.run(n.left, v, p, env, (x, q) => this.run(n.right, x, q, env, k));
      case "comma": this.run(n.left, v, p, env, k); return this.run(n.right, v, p, env, k);
      case "index": return this.run(n.of, v, p, env, (x, q) => this.run(n.key, v, null, env, (key) => k(jqGet(x, key), jqStep(q, key, x))));
      case "slice": return this.run(n.of, v, p, env, (x, q) => this.sliced(n, v, env, (from, to) => k(jqSlice(x, from, to), jqStep(q, jqSlicePath(from, to), x))));
      case "each": return this.run(n.of, v, p, env, (x, q) => jqIter(x, q, k));
      case "if": return this.run(n.test, v, null, env, (x) => this.run(jqTrue(x) ? n.yes : n.no, v, p, env, k));
      case "alt": return this.alternative(n, v, p, env, k);
      case "try": return this.attempt(n, v, p, env, k);
      case "reduce": case "foreach": return this.fold(n, v, p, env, k);
      case "def": return this.run(n.body, v, p, this.defined(n.def, env), k);
      case "as": return this.run(n.source, v, null, env, (x) => this.matched(n.pattern, x, v, env, (inner) => this.run(n.body, v, p, inner, k)));
      case "label": return this.labelled(n.name, env, (inner) => this.run(n.body, v, p, inner, k));
      case "break": { const found = jqFind(env, "*" + n.name); if (!found) throw new JqSyntax(`$*label-${n.name} is not defined`); throw new JqBreak(found.value); }
      case "call": return this.call(n, v, p, env, k);
    }
    const q = p === null ? null : notPath;
    switch (n.op) {
      case "var": return k(this.variable(n.name, env), q);
      case "array": return k(n.body ? this.all(n.body, v, env) : [], q);
      case "object": return this.object(n.pairs, 0, new Map(), v, env, (o) => k(o, q));
      case "string": return this.text(n, 0, "", v, env, (s) => k(s, q));
      case "format": return k(jqFormat(n.name, v), q);
      case "neg": return this.run(n.body, v, null, env, (x) => k(typeof x === "number" ? -x : jqFail(`${jqNamed(x)} cannot be negated`), q));
      case "and": case "or": return this.run(n.left, v, null, env, (x) => (jqTrue(x) === (n.op === "or") ? k(n.op === "or", q) : this.run(n.right, v, null, env, (y) => k(jqTrue(y), q))));
      case "math": return this.run(n.right, v, null, env, (y) => this.run(n.left, v, null, env, (x) => k(jqMath[n.how](x, y), q)));
      case "assign": return this.assign(n, v, env, (x) => k(x, q));
    }
    throw new JqSyntax(`${n.op} is not known here`);
  }

  sliced(n, v, env, k) {
    const nothing = { op: "literal", value: null };
    this.run(n.from ?? nothing, v, null, env, (from) => this.run(n.to ?? nothing, v, null, env, (to) => k(from, to)));
  }
  variable(name, env) {
    const found = jqFind(env, "$" + name);
    if (found) return found.value;
    if (name === "ENV") return this.host.env;
    throw new JqSyntax(`$${name} is not defined`);
  }
  alternative(n, v, p, env, k) {
    let any = false;
    this.run(n.left, v, p, env, (x, q) => { if (jqTrue(x)) { any = true; k(x, q); } });
    if (!any) this.run(n.right, v, p, env, k);
  }
  attempt(n, v, p, env, k) {
    const own = {};
    try { this.run(n.body, v, p, env, (x, q) => { try { k(x, q); } catch (err) { throw new JqBeyond(own, err); } }); } catch (err) {
      if (err instanceof JqBeyond && err.of === own) throw err.err;
      if (!(err instanceof JqError)) throw err;
      if (err.value instanceof Map && err.value.get("__jq") !== undefined) throw err;
      if (n.handler) this.run(n.handler, err.value, p === null ? null : notPath, env, k);
    }
  }
  labelled(name, env, body) {
    const id = ++this.label;
    try { body(jqBind(env, "*" + name, id)); } catch (err) { if (!(err instanceof JqBreak) || err.label !== id) throw err; }
  }
  fold(n, v, p, env, k) {
    this.run(n.init, v, p, env, (first, q) => {
      let state = [first, q];
      this.run(n.source, v, null, env, (x) => this.matched(n.pattern, x, v, env, (inner) => {
        if (n.op === "reduce") {
          let last = [null, p === null ? null : notPath];
          this.run(n.update, state[0], state[1], inner, (y, r) => { last = [y, r]; });
          state = last;
        } else this.run(n.update, state[0], state[1], inner, (y, r) => { state = [y, r]; if (n.extract) this.run(n.extract, y, r, inner, k); else k(y, r); });
      }));
      if (n.op === "reduce") k(...state);
    });
  }
  // defined adds a function, which knows itself.
  defined(def, env) {
    const bound = jqBind(env, `${def.name}/${def.params.length}`, { def });
    bound.value.env = bound;
    return bound;
  }
  matched(pattern, x, v, env, k) {
    if (pattern.name !== undefined) return k(jqBind(env, "$" + pattern.name, x));
    if (pattern.array) {
      if (x !== null && !Array.isArray(x)) jqFail(`Cannot index ${jqType(x)} with number`);
      const next = (i, inner) => (i === pattern.array.length ? k(inner) : this.matched(pattern.array[i], jqGet(x, i), v, inner, (e) => next(i + 1, e)));
      return next(0, env);
    }
    const next = (i, inner) => {
      if (i === pattern.object.length) return k(inner);
      const { key, name, pattern: sub } = pattern.object[i];
      return this.run(key, v, null, inner, (key_) => {
        if (typeof key_ !== "string") jqFail(`Cannot index ${jqType(x)} with ${jqType(key_)}`);
        const got = jqGet(x, key_), e = name === undefined ? inner : jqBind(inner, "$" + name, got);
        return sub ? this.matched(sub, got, v, e, (f) => next(i + 1, f)) : next(i + 1, e);
      });
    };
    return next(0, env);
  }
  object(pairs, i, made, v, env, k) {
    if (i === pairs.length) return k(made);
    return this.run(pairs[i].key, v, null, env, (key) => {
      if (typeof key !== "string") jqFail(`Cannot use ${jqNamed(key)} as object key`);
      this.run(pairs[i].value, v, null, env, (x) => this.object(pairs, i + 1, new Map(made).set(key, x), v, env, k));
    });
  }
  text({ parts, format }, i, made, v, env, k) {
    if (i === parts.length) return k(made);
    if (typeof parts[i] === "string") return this.text({ parts, format }, i + 1, made + parts[i], v, env, k);
    return this.run(parts[i], v, null, env, (x) => this.text({ parts, format }, i + 1, jqFit(made + (format ? jqFormat(format, x) : jqString(x))), v, env, k));
  }

  paths(n, v, env) { const list = []; this.run(n, v, [], env, (x, q) => { if (q === notPath) jqFail(`Invalid path expression with result ${jqShort(x)}`); list.push(q); jqBound(list); }); return list; }

  assign({ how, left, right }, v, env, k) {
    if (how === "|=") return k(this.updated(left, v, env, (x, done) => this.run(right, x, null, env, done)));
    return this.run(right, v, null, env, (y) => {
      if (how === "=") return k(this.paths(left, v, env).reduce((all, path) => jqSetPath(all, path, y), v));
      if (how === "//=") return k(this.paths(left, v, env).reduce((all, path) => { const x = jqGetPath(all, path); return jqSetPath(all, path, jqTrue(x) ? x : y); }, v));
      return k(this.updated(left, v, env, (x, done) => done(jqMath[how[0]](x, y))));
    });
  }
  // updated gives each place its first new value, and takes away those that have none.
  updated(left, v, env, change) {
    return this.paths(left, v, env).reduce((all, path) => {
      let to, any = false;
      const stop = new JqBreak(0);
      try { change(jqGetPath(all, path), (y) => { any = true; to = y; throw stop; }); } catch (err) { if (err !== stop) throw err; }
      return any ? jqSetPath(all, path, to) : jqDeleteAll(all, [path]);
    }, v);
  }

  call(n, v, p, env, k) {
    const name = `${n.name}/${n.args.length}`, found = jqFind(env, name);
    if (found) return found.value.def ? this.invoke(found.value, n.args, v, p, env, k) : this.run(found.value.body, v, p, found.value.env, k);
    const own = Object.hasOwn(jqNative, name) ? jqNative[name] : undefined;
    if (own) return own.call(this, n.args, v, p, env, k);
    const made = this.builtins.get(name) ?? this.prelude(name);
    if (made) return this.invoke(made, n.args, v, p, env, k);
    throw new JqSyntax(`${name} is not defined`);
  }
  invoke({ def, env: own }, args, v, p, env, k) {
    const next = (i, inner) => {
      if (i === args.length) return this.run(def.body, v, p, inner, k);
      const param = def.params[i], closure = args[i].op === "call" && args[i].args.length === 0 && jqFind(env, `${args[i].name}/0`)?.value, value = closure && !closure.def ? closure : { body: args[i], env };
      if (!param.value) return next(i + 1, jqBind(inner, `${param.name}/0`, value));
      return this.run(args[i], v, null, env, (x) => next(i + 1, jqBind(jqBind(inner, "$" + param.name, x), `${param.name}/0`, { body: { op: "literal", value: x }, env: undefined })));
    };
    return next(0, own);
  }
  prelude(name) {
    if (!Object.hasOwn(jqPrelude, name)) return undefined;
    const parser = new JqParser(jqPrelude[name]), def = parser.definition(), env = jqBind(undefined, name, { def });
    env.value.env = env;
    this.builtins.set(name, env.value);
    return env.value;
  }

  // known tells what an expression calls that is not defined, before it runs.
  known(n, names) {
    if (n === null || typeof n !== "object" || n instanceof Map) return;
    if (Array.isArray(n)) return void n.forEach((e) => this.known(e, names));
    if (n.op === "var" && n.name !== "ENV" && !names.has("$" + n.name)) throw new JqSyntax(`$${n.name} is not defined`);
    if (n.op === "break" && !names.has("*" + n.name)) throw new JqSyntax(`$*label-${n.name} is not defined`);
    if (n.op === "format" || n.format) jqFormatKnown(n.format ?? n.name);
    if (n.op === "call") {
      const name = `${n.name}/${n.args.length}`;
      if (!names.has(name) && !Object.hasOwn(jqNative, name) && !Object.hasOwn(jqPrelude, name)) throw new JqSyntax(`${name} is not defined`);
    }
    const more = (...own) => new Set([...names, ...own]), bound = (q) => (q.name !== undefined && !q.key ? ["$" + q.name] : (q.array ?? q.object ?? []).flatMap((e) => (e.key ? [...(e.name ? ["$" + e.name] : []), ...(e.pattern ? bound(e.pattern) : [])] : bound(e))));
    switch (n.op) {
      case "def": {
        const own = `${n.def.name}/${n.def.params.length}`;
        this.known(n.def.body, more(own, ...n.def.params.flatMap((q) => [`${q.name}/0`, ...(q.value ? ["$" + q.name] : [])])));
        return this.known(n.body, more(own));
      }
      case "as": this.known(n.source, names); return this.known(n.body, more(...bound(n.pattern)));
      case "label": return this.known(n.body, more("*" + n.name));
      case "reduce": case "foreach":
        this.known(n.source, names); this.known(n.init, names);
        return this.known([n.update, n.extract ?? null], more(...bound(n.pattern)));
      case "literal": return undefined;
    }
    for (const [key, e] of Object.entries(n)) if (!["op", "name", "how", "format", "value"].includes(key) || key === "value" && n.op === undefined) this.known(e, names);
    return undefined;
  }
}

// What jq defines in its own language (builtin.jq).
const jqPrelude = Object.fromEntries([
  "def map(f): [.[] | f];", "def select(f): if f then . else empty end;", "def recurse: recurse(.[]?);", "def recurse_down: recurse;", "def values: select(. != null);", "def nulls: select(. == null);",
  "def scalars: select(type | . != \"array\" and . != \"object\");", "def iterables: select(type | . == \"array\" or . == \"object\");", "def booleans: select(type == \"boolean\");", "def numbers: select(type == \"number\");", "def strings: select(type == \"string\");",
  "def arrays: select(type == \"array\");", "def objects: select(type == \"object\");", "def finites: select(isinfinite or isnan | not);", "def normals: select(isnormal);",
  "def map_values(f): .[] |= f;", "def to_entries: [keys_unsorted[] as $k | {key: $k, value: .[$k]}];",
  "def from_entries: map({(.key // .Key // .name // .Name): (if has(\"value\") then .value else .Value end)}) | add + {} // {};",
  "def with_entries(f): to_entries | map(f) | from_entries;", "def paths: path(..) | select(length > 0);", "def paths(node_filter): . as $dot | paths | select(. as $p | $dot | getpath($p) | node_filter);", "def leaf_paths: paths(scalars);",
  "def del(f): delpaths([path(f)]);", "def todate: strftime(\"%Y-%m-%dT%H:%M:%SZ\");", "def fromdateiso8601: strptime(\"%Y-%m-%dT%H:%M:%SZ\") | mktime;", "def todateiso8601: strftime(\"%Y-%m-%dT%H:%M:%SZ\");", "def fromdate: fromdateiso8601;", "def date: todate;",
  "def in(xs): . as $x | xs | has($x);", "def inside(xs): . as $x | xs | contains($x);", "def index($i): indices($i) | .[0];", "def rindex($i): indices($i) | .[-1:][0];",
  "def combinations: if length == 0 then [] else .[0][] as $x | (.[1:] | combinations) as $w | [$x] + $w end;", "def combinations(n): . as $dot | [range(n)] | map($dot) | combinations;", "def walk(f): . as $in | if type == \"object\" then reduce keys_unsorted[] as $key ({}; . + {($key): ($in[$key] | walk(f))}) | f elif type == \"array\" then map(walk(f)) | f else f end;",
  "def env: $ENV;", "def first(f): label $out | (f | ., break $out);", "def last(f): reduce f as $x (null; $x);", "def isempty(g): label $go | (g | false, break $go), true;", "def first: .[0];", "def last: .[-1];", "def nth($n): .[$n];",
  "def nth($n; f): if $n < 0 then error(\"Out of bounds negative array index\") else last(limit($n + 1; f)) end;", "def any: reduce .[] as $x (false; . or $x);", "def all: reduce .[] as $x (true; . and $x);", "def any(f): any(.[]; f);", "def all(f): all(.[]; f);", "def any(g; cond): isempty(first(g | cond or empty)) | not;", "def all(g; cond): isempty(first(g | cond and empty));",
  "def limit($n; f): if $n > 0 then label $out | foreach f as $item (0; . + 1; $item, if . >= $n then break $out else empty end) elif $n == 0 then empty else f end;",
  "def INDEX(stream; idx_expr): reduce stream as $row ({}; .[$row | idx_expr | tostring] |= $row);", "def INDEX(idx_expr): INDEX(.[]; idx_expr);", "def IN(s): any(s == .; .);", "def IN(src; s): any(src == s; .);",
  "def match(re; mode): _match(re; mode; false) | .[];", "def match($val): ($val | type) as $vt | if $vt == \"string\" then match($val; null) elif $vt == \"array\" and ($val | length) > 1 then match($val[0]; $val[1]) elif $vt == \"array\" and ($val | length) > 0 then match($val[0]; null) else error($vt + \" not a string or array\") end;",
  "def test(re; mode): _match(re; mode; true);", "def test($val): ($val | type) as $vt | if $vt == \"string\" then test($val; null) elif $vt == \"array\" and ($val | length) > 1 then test($val[0]; $val[1]) elif $vt == \"array\" and ($val | length) > 0 then test($val[0]; null) else error($vt + \" not a string or array\") end;",
  "def capture(re; mods): match(re; mods) | _captured;", "def capture($val): match($val) | _captured;", "def _captured: [.captures | .[] | select(.name != null) | {key: .name, value: .string}] | from_entries;", "def scan(re): scan(re; null);", "def scan(re; flags): match(re; \"g\" + flags) | if (.captures | length) > 0 then [.captures | .[] | .string] else .string end;",
  "def splits($re): splits($re; null);", "def splits($re; flags): split($re; flags) | .[];", "def split($re; flags): . as $s | [foreach ((match($re; flags + \"g\") | [.offset, .length]), null) as $m ([0, null]; if $m == null then [.[0], $s[.[0]:]] else [$m[0] + $m[1], $s[.[0]:$m[0]]] end; .[1])];",
  "def sub($re; str): sub($re; str; \"\");", "def gsub($re; str): sub($re; str; \"g\");", "def gsub($re; str; $flags): sub($re; str; $flags + \"g\");",
  "def sub($re; str; $flags): . as $in | (reduce (match($re; $flags), null) as $m ([[\"\", 0]]; if $m == null then map([.[0] + $in[.[1]:], 0]) else [.[] as $p | ($m | _captured | str) as $s | [$p[0] + $in[$p[1]:$m.offset] + $s, $m.offset + $m.length]] end) | .[] | .[0]);",
  "def tostream: path(def r: (.[]? | r), .; r) as $p | getpath($p) | reduce path(.[]?) as $q ([$p, .]; [$p + $q]);", "def fromstream(f): {x: null, e: false} as $init | foreach f as $i ($init; if .e then $init else . end | if $i | length == 2 then setpath([\"e\"]; $i[0] | length == 0) | setpath([\"x\"] + $i[0]; $i[1]) else setpath([\"e\"]; $i[0] | length == 1) end; if .e then .x else empty end);",
  "def truncate_stream(stream): . as $n | null | stream | . as $input | if (.[0] | length) > $n then setpath([0]; .[0][$n:]) else empty end;", "def error: error(.);",
  "def add(f): reduce f as $x (null; . + $x);", "def pick(pathexps): . as $top | reduce path(pathexps) as $p (null; setpath($p; $top | getpath($p)));", "def debug(msg): (msg | debug | empty), .;", "def halt_error: halt_error(5);", "def min_by(f): _min_by(map([f]));", "def max_by(f): _max_by(map([f]));", "def sort_by(f): _sort_by(map([f]));", "def group_by(f): _group_by(map([f]));", "def unique_by(f): [group_by(f)[] | .[0]];", "def unique: group_by(.) | map(.[0]);", "def have_literal_numbers: true;", "def abs: if type == \"number\" and . < 0 then -. else . end;", "def toarray: if type == \"array\" then . else [.] end;",
].map((text) => { const [, name, , params] = /^def (\w+)(\(([^)]*)\))?:/.exec(text) ?? []; return [`${name}/${params === undefined ? 0 : params.split(";").length}`, text]; }));

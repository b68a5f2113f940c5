// The words of yq's language (see command.js): how many values each takes, and what it gives for a list of places.
"use strict";

const yqCalls = {};
// yqEach knows a word that gives something for each place; yqOnly one that gives the places it was given.
const yqEach = (name, args, f) => { yqCalls[name] = { args, run(list, given, env) { return list.flatMap((p) => f.call(this, p, given, env)); } }; };
const yqItems = (m, p, what) => { const n = m.real(p); return m.kit.lib.isSeq(n) ? n.items : yqFail(`${what} only works for arrays, got ${m.kit.tag(n)}`); };
const yqTextOf = (m, p, what) => { const v = m.real(p).value; return typeof v === "string" ? v : yqFail(`cannot ${what} with ${m.kit.tag(m.real(p))}, can only ${what} strings. Hint: Most often you'll want to use '|=' over '=' for this operation.`); };
const yqRegex = (text, flags) => { const [, set = "", rest] = /^(?:\(\?([a-z]+)\))?(.*)$/s.exec(text); try { return new RegExp(rest.replaceAll("(?P<", "(?<"), [...new Set(`${flags}${[...set].filter((c) => "ims".includes(c)).join("")}u`)].join("")); } catch { return yqFail(`error parsing regexp: ${text}`); } };
const yqBy = (m, p, [by], env) => yqItems(m, p, "this").map((e, i) => { const place = new YqPlace(p.of, e, p, i); return { e, keys: by ? m.run(by, [place], env) : [place] }; });
const yqKeysOrder = (m) => (a, b) => { for (let i = 0; i < Math.max(a.keys.length, b.keys.length); i++) { if (!a.keys[i] || !b.keys[i]) return a.keys[i] ? 1 : -1; const d = m.order(a.keys[i], b.keys[i]); if (d !== 0) return d; } return 0; };
const yqInt = (m, n, p) => m.give(m.kit.scalar(BigInt(n), String(n)), p);

yqEach("select", [1], function (p, [f], env) { return this.run(f, [p], env).some((x) => this.truth(x)) ? [p] : []; });
yqEach("map", [1], function (p, [f], env) { return this.like(p, this.each(p).flatMap((c) => this.run(f, [c], env)).map((x) => this.copy(x))); });
yqEach("filter", [1], function (p, [f], env) { return this.like(p, this.each(p).filter((c) => this.run(f, [c], env).some((x) => this.truth(x))).map((x) => this.copy(x))); });
yqEach("map_values", [1], function (p, [f], env) { const made = this.give(this.copy(p), p); for (const c of this.each(made)) { const [y] = this.run(f, [c], env); if (y) this.set(c, y); } return made; });
yqEach("not", [0], function (p) { return this.bool(!this.truth(p), p); });
yqEach("empty", [0], () => []);
yqEach("error", [1], function (p, [f], env) { return yqFail(this.text(this.first(f, p, env))); });
yqEach("length", [0], function (p) { const n = this.real(p); return yqInt(this, this.kit.lib.isCollection(n) ? n.items.length : n.value === null ? 0 : new TextEncoder().encode(this.kit.value(n)).length, p); });
yqEach("keys", [0], function (p) {
  const n = this.real(p), { kit } = this;
  if (!kit.lib.isCollection(n)) yqFail(`Cannot get keys of ${kit.tag(n)}, keys only works for maps and arrays`);
  return this.give(kit.seq(kit.lib.isMap(n) ? n.items.map((q) => { const k = q.key.clone(); k.commentBefore = undefined; return k; }) : n.items.map((_, i) => kit.scalar(BigInt(i), String(i)))), p);
});
yqEach("key", [0], function (p) { if (!p.parent) return []; if (typeof p.key === "number") return yqInt(this, p.key, p); const k = new YqPlace(p.of, p.pair?.key ?? this.kit.string(p.key), p.parent, p.key); k.isKey = true; k.pair = p.pair ?? { key: k.node }; return [k]; });
yqEach("path", [0], function (p) { return this.give(this.kit.seq(p.path().map((k) => yqName(this.kit, k))), p); });
yqEach("parent", [0, 1], function (p) { return p.parent ? [p.parent] : []; });
yqEach("has", [1], function (p, [f], env) {
  const k = this.real(this.first(f, p, env)), n = this.real(p);
  return this.bool(this.kit.lib.isMap(n) ? n.items.some((q) => yqKey(this.kit, q.key) === this.kit.value(k)) : this.kit.lib.isSeq(n) && typeof k.value === "bigint" && k.value >= 0n && k.value < BigInt(n.items.length), p);
});
yqEach("kind", [0], function (p) { return this.string(this.kit.lib.isAlias(p.node) ? "alias" : this.kit.lib.isMap(p.node) ? "map" : this.kit.lib.isSeq(p.node) ? "seq" : "scalar", p); });
yqEach("line", [0], () => yqFail("the page's yq does not know the line of a value"));
yqEach("filename", [0], function (p) { return this.string(p.of.name, p); });
yqEach("file_index", [0], function (p) { return yqInt(this, p.of.file, p); });
yqEach("document_index", [0], function (p) { return yqInt(this, p.of.index, p); });
yqCalls.split_doc = { args: [0], run(list) { return list.map((p, i) => { const q = this.give(this.copy(p), p); q.of.index = i; return q; }); } };
yqEach("to_entries", [0], function (p) { const n = this.real(p), { kit } = this; if (!kit.lib.isCollection(n)) return []; return this.give(kit.seq((kit.lib.isMap(n) ? n.items.map((q) => [q.key.clone(), q.value.clone()]) : n.items.map((e, i) => [kit.scalar(BigInt(i), String(i)), e.clone()])).map(([k, v]) => { k.commentBefore = undefined; return kit.map([["key", k], ["value", v]]); })), p); });
const yqFromEntries = (m, p) => m.give(m.kit.map(yqItems(m, p, "from_entries").map((e) => { const get = (k) => yqFound(m.kit, m.kit.real(e, p.doc), k)?.value?.clone(); return [get("key") ?? yqFail("from_entries wants a key in each"), get("value") ?? m.kit.scalar(null, "null")]; })), p);
yqEach("from_entries", [0], function (p) { return yqFromEntries(this, p); });
yqEach("with_entries", [1], function (p, [f], env) {
  const list = yqCalls.to_entries.run.call(this, [p], [], env).flatMap((e) => this.each(e)), all = list.flatMap((e) => this.run(f, [e], env));
  return yqFromEntries(this, this.give(this.kit.seq(all.map((x) => this.copy(x))), p));
});
yqEach("with", [2], function (p, [path, f], env) { for (const q of this.run(path, [p], env)) this.run(f, [q], env); return [p]; });
yqCalls.del = { args: [1, 2, 3, 4, 5, 6], run(list, given, env) { for (const p of list.flatMap((p) => given.flatMap((f) => this.run(f, [p], env))).reverse()) this.delete(p); return list; } };
yqEach("delpaths", [1], function (p, [f], env) { return yqCalls.del_paths.run.call(this, [p], [f], env); });
const yqWay = (m, p, path) => m.kit.real(path, p.doc).items.reduce((at, k) => at.flatMap((q) => m.at(q, m.give(k, p))), [p]);
yqEach("del_paths", [1], function (p, [f], env) { for (const q of yqItems(this, this.first(f, p, env), "del_paths").flatMap((path) => yqWay(this, p, path)).reverse()) this.delete(q); return [p]; });
yqEach("set_path", [2], function (p, [path, value], env) { const [q] = yqWay(this, p, this.real(this.first(path, p, env))); this.set(q, this.first(value, p, env)); return [p]; });
yqEach("pick", [1], function (p, [f], env) {
  const n = this.real(p), keys = yqItems(this, this.first(f, p, env), "pick");
  if (this.kit.lib.isMap(n)) return this.over(p, this.kit.map(keys.map((k) => yqFound(this.kit, n, this.kit.value(k))).filter(Boolean).map((q) => [q.key.clone(), q.value.clone()])));
  return this.give(this.kit.seq(keys.map((k) => yqFound(this.kit, n, this.kit.value(k))?.value.clone()).filter(Boolean)), p);
});
yqEach("omit", [1], function (p, [f], env) {
  const made = this.give(this.copy(p), p), keys = yqItems(this, this.first(f, p, env), "omit").map((k) => this.kit.value(k)), n = made.node;
  n.items = n.items.filter((e, i) => !keys.includes(this.kit.lib.isMap(n) ? yqKey(this.kit, e.key) : String(i)));
  return made;
});
const yqSorted = function (p, by, env) { return this.like(p, yqBy(this, p, by, env).sort(yqKeysOrder(this)).map((x) => x.e.clone())); };
yqEach("sort", [0], yqSorted);
yqEach("sort_by", [1], yqSorted);
yqEach("reverse", [0], function (p) { return this.like(p, yqItems(this, p, "reverse").map((e) => e.clone()).reverse()); });
yqEach("sort_keys", [1], function (p, [f], env) {
  for (const q of this.run(f, [p], env)) if (this.kit.lib.isMap(q.node)) q.node.items.sort((a, b) => { const x = yqKey(this.kit, a.key), y = yqKey(this.kit, b.key); return x < y ? -1 : x > y ? 1 : 0; });
  return [p];
});
const yqGroups = (m, p, by, env) => { const all = new Map(); for (const x of yqBy(m, p, by, env)) { const k = x.keys.map((q) => yqJson(m.kit, q.node, q.doc, 0)).join(); all.set(k, [...all.get(k) ?? [], x.e.clone()]); } return [...all.values()]; };
const yqUnique = function (p, by, env) { return this.like(p, yqGroups(this, p, by, env).map(([e]) => e)); };
yqEach("unique", [0], yqUnique);
yqEach("unique_by", [1], yqUnique);
yqEach("group_by", [1], function (p, by, env) { return this.give(this.kit.seq(yqGroups(this, p, by, env).map((g) => this.kit.seq(g))), p); });
yqEach("flatten", [0, 1], function (p, [f], env) {
  const flat = (items, deep) => items.flatMap((e) => (deep > 0 && this.kit.lib.isSeq(e) ? flat(e.items, deep - 1) : [e.clone()]));
  return this.like(p, flat(yqItems(this, p, "flatten"), f ? Number(this.real(this.first(f, p, env)).value) : Infinity));
});
const yqMost1 = (sign) => function (p) { yqItems(this, p, "min and max"); const all = this.each(p).sort((a, b) => sign * this.order(a, b)); return all.slice(0, 1); };
yqEach("min", [0], yqMost1(1));
yqEach("max", [0], yqMost1(-1));
yqEach("any", [0], function (p) { yqItems(this, p, "any"); return this.bool(this.each(p).some((c) => this.truth(c)), p); });
yqEach("all", [0], function (p) { yqItems(this, p, "all"); return this.bool(this.each(p).every((c) => this.truth(c)), p); });
yqEach("any_c", [1], function (p, [f], env) { return this.bool(this.each(p).some((c) => this.run(f, [c], env).some((x) => this.truth(x))), p); });
yqEach("all_c", [1], function (p, [f], env) { return this.bool(this.each(p).every((c) => this.run(f, [c], env).every((x) => this.truth(x))), p); });
yqEach("contains", [1], function (p, [f], env) {
  const { kit } = this, inside = (a, b) => {
    const x = kit.real(a, p.doc), y = kit.real(b, p.doc), { isMap, isSeq } = kit.lib;
    if (isMap(x) && !isMap(y)) yqFail(`${kit.tag(y)} cannot check contained in ${kit.tag(x)}`);
    if (isMap(x)) return y.items.every((q) => x.items.some((o) => yqKey(kit, o.key) === yqKey(kit, q.key) && inside(o.value, q.value)));
    if (isSeq(x)) return (isSeq(y) ? y.items : [y]).every((e) => x.items.some((o) => inside(o, e)));
    return typeof x.value === "string" && typeof y.value === "string" ? x.value.includes(y.value) : kit.lib.isScalar(y) && x.value === y.value;
  };
  return this.bool(inside(p.node, this.first(f, p, env).node), p);
});

// Of texts.
yqEach("split", [1], function (p, [f], env) { if (yqNil(this, p)) return this.give(this.kit.scalar(null, "null"), p); const t = yqTextOf(this, p, "split"); return this.give(this.kit.seq((t === "" ? [] : t.split(this.text(this.first(f, p, env)))).map((e) => this.kit.string(e))), p); });
yqEach("join", [1], function (p, [f], env) { return this.string(yqItems(this, p, "join").map((e) => this.kit.real(e, p.doc)).map((e) => (e.value === null ? "" : this.kit.value(e))).join(this.text(this.first(f, p, env))), p); });
yqEach("upcase", [0], function (p) { return yqNil(this, p) ? [p] : this.string(yqTextOf(this, p, "change case").toUpperCase(), p); });
yqEach("downcase", [0], function (p) { return yqNil(this, p) ? [p] : this.string(yqTextOf(this, p, "change case").toLowerCase(), p); });
yqEach("trim", [0], function (p) { return this.string(yqTextOf(this, p, "trim").trim(), p); });
yqEach("to_string", [0], function (p) { return this.string(this.kit.lib.isScalar(this.real(p)) ? this.text(p) : yqJson(this.kit, p.node, p.doc, 0), p); });
yqEach("to_number", [0], function (p) { const n = this.kit.plain(this.text(p)), v = n?.value; return typeof v === "bigint" || typeof v === "number" ? this.give(n, p) : yqFail(`cannot convert node value [${this.text(p)}] at path ${p.path().join(".")} of tag ${this.kit.tag(this.real(p))} to number`); });
yqEach("test", [1], function (p, [f], env) { return yqNil(this, p) ? this.bool(false, p) : this.bool(yqRegex(this.text(this.first(f, p, env)), "").test(yqTextOf(this, p, "match")), p); });
yqEach("sub", [2], function (p, [from, to], env) {
  const re = yqRegex(this.text(this.first(from, p, env)), "g"), by = this.text(this.first(to, p, env));
  const made = yqTextOf(this, p, "substitute").replace(re, (...m) => { const named = typeof m.at(-1) === "object" ? m.at(-1) : Object.create(null); return by.replace(/\$(?:\{(\w+)\}|(\w+)|(\$))/g, (_, a, b, dollar) => (dollar ? "$" : /^\d+$/.test(a ?? b) ? Number(a ?? b) < m.length - 2 ? m[a ?? b] ?? "" : "" : named?.[a ?? b] ?? "")); });
  if (made.length > yqMost.text) yqFail("a text so long cannot be made here");
  return this.string(made, p);
});
const yqMatches = (m, p, args, env) => {
  let re = m.text(m.first(args[0], p, env)), all = args[1] && m.text(m.first(args[1], p, env)).includes("g");
  if (/^\(\?[a-z]*g/.test(re)) { re = re.replace("g", ""); all = true; }
  const t = yqTextOf(m, p, "match"), found = [...t.matchAll(yqRegex(re, "dg"))];
  return all ? found : found.slice(0, 1);
};
yqEach("match", [1, 2], function (p, args, env) {
  const { kit } = this, int = (n) => kit.scalar(BigInt(n), String(n)), at = (f, i) => (i < 0 ? -1 : new TextEncoder().encode(f.input.slice(0, i)).length);
  const one = (f, text, from, name) => [["string", text === undefined ? kit.scalar(null, "null") : kit.string(text)], ["offset", int(at(f, from))], ["length", int(new TextEncoder().encode(text ?? "").length)], ...(name ? [["name", kit.string(name)]] : [])];
  return yqMatches(this, p, args, env).map((f) => {
    const names = Object.entries(f.indices.groups ?? {}), inner = f.slice(1).map((text, i) => kit.map(one(f, text, f.indices[i + 1]?.[0] ?? -1, names.find(([, at]) => at === f.indices[i + 1])?.[0])));
    return this.give(kit.map([...one(f, f[0], f.index), ["captures", kit.seq(inner)]]), p);
  });
});
yqEach("capture", [1], function (p, args, env) { return yqMatches(this, p, args, env).map((f) => this.give(this.kit.map(Object.entries(f.groups ?? {}).map(([k, v]) => [k, v === undefined ? this.kit.scalar(null, "null") : this.kit.string(v)])), p)); });
yqEach("envsubst", [0], function (p) { return this.string(yqTextOf(this, p, "envsubst").replace(/\$(?:(\w+)|\{(\w+)(?:(:?-)([^}]*))?\})/g, (_, a, b, how, or) => { const v = Object.hasOwn(this.env, a ?? b) ? this.env[a ?? b] : undefined; return how && (v === undefined || how === ":-" && v === "") ? or : v ?? ""; }), p); });

// Of other forms.
const yqFormed = (form, indent) => function (p, [f], env) {
  const wide = f ? Number(this.real(this.first(f, p, env)).value) : indent;
  if (form === "json") return this.string(yqJson(this.kit, p.node, p.doc, wide) + (wide > 0 ? "\n" : ""), p);
  if (form === "yaml") return this.string(`${this.kit.lib.isScalar(p.node) ? this.text(p) : this.kit.write(this.copy(p), wide)}\n`, p);
  if (form === "props") return this.string(`${yqProps(this.kit, p.node, p.doc)}\n`, p);
  return this.string(yqSeparated(this.kit, p.node, p.doc, form === "csv" ? "," : "\t"), p);
};
for (const [name, form, indent] of [["to_json", "json", 2], ["@json", "json", 0], ["to_yaml", "yaml", 2], ["@yaml", "yaml", 2], ["to_props", "props", 2], ["@props", "props", 2], ["@csv", "csv", 0], ["to_csv", "csv", 0], ["@tsv", "tsv", 0], ["to_tsv", "tsv", 0]]) yqEach(name, form === "json" || form === "yaml" ? [0, 1] : [0], yqFormed(form, indent));
for (const name of ["from_yaml", "@yamld", "@jsond"]) yqEach(name, [0], function (p) { const [doc] = this.kit.read(yqTextOf(this, p, "decode"), name === "@jsond" ? "json" : "yaml", "text", 0); return this.give(this.kit.real(doc.doc.contents ?? this.kit.scalar(null, ""), doc.doc), p); });
yqEach("@base64", [0], function (p) { return this.string(btoa(bytesOf(yqTextOf(this, p, "encode"))), p); });
yqEach("@base64d", [0], function (p) { try { return this.string(yqDecode(latin1Bytes(atob(yqTextOf(this, p, "decode")))), p); } catch { return yqFail("illegal base64 data"); } });
yqEach("@uri", [0], function (p) { return this.string(encodeURIComponent(yqTextOf(this, p, "encode")).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`).replaceAll("%20", "+"), p); });
yqEach("@sh", [0], function (p) { return this.string(yqTextOf(this, p, "encode").replace(/[^\w@%+=:,./-]+/g, (s) => `'${s.replaceAll("'", "'\\''")}'`), p); });

// explode puts what aliases stand for in their place.
yqEach("explode", [1], function (p, [f], env) {
  const { kit } = this, plain = (given, deep) => {
    this.count();
    if (deep > yqMost.depth) yqFail(`a value that is more than ${yqMost.depth} deep cannot be made here`);
    const n = kit.lib.isAlias(given) ? kit.real(given, p.doc).clone() : given;
    n.anchor = undefined;
    if (kit.lib.isMap(n)) n.items = yqMerged(kit, n, p.doc).map((q) => new kit.lib.Pair(q.key, plain(q.value.clone(), deep + 1)));
    if (kit.lib.isSeq(n)) n.items = n.items.map((e) => plain(e, deep + 1));
    return n;
  };
  for (const q of this.run(f, [p], env)) { const made = plain(q.node, 0); q.put(kit, made); }
  return [p];
});

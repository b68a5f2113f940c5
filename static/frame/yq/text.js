// What yq reads and prints (see command.js): YAML with its comments and styles, JSON, properties, CSV and TSV.
"use strict";

// yqKit is what of a YAML library is used: nodes are its own.
const yqKit = (lib) => {
  const options = { // a number is printed as it was written
    customTags: (tags) => tags.map((t) => (/:(int|float)$/.test(t.tag ?? "") ? { ...t, stringify: (item) => item.source ?? String(item.value) } : t)),
    intAsBigInt: true, uniqueKeys: false, merge: false, logLevel: "silent", prettyErrors: false, version: "1.2", stringKeys: false,
  };
  const styled = (node, style) => Object.assign(node, { type: style });
  const kit = {
    lib,
    map: (pairs = []) => Object.assign(new lib.YAMLMap(), { items: pairs.map(([k, v]) => new lib.Pair(typeof k === "string" ? kit.string(k) : k, v)) }),
    seq: (items = []) => Object.assign(new lib.YAMLSeq(), { items }),
    scalar: (value, source) => Object.assign(new lib.Scalar(value), { source: source ?? (typeof value === "number" ? String(value) : undefined) }),
    string: (text) => styled(new lib.Scalar(text), text.includes("\n") ? "BLOCK_LITERAL" : kit.plain(text) instanceof Object ? "QUOTE_DOUBLE" : "PLAIN"),
    // plain gives the number, truth or null that a text would be without quotes.
    plain: (text) => {
      if (/^(~|null|Null|NULL|)$/.test(text)) return kit.scalar(null, text);
      if (/^(true|True|TRUE|false|False|FALSE)$/.test(text)) return kit.scalar(/^t/i.test(text), text);
      if (/^[-+]?\d+$|^0x[\da-fA-F]+$|^0o[0-7]+$/.test(text)) return kit.scalar(BigInt(/^[-+]/.test(text) ? text.slice(1) : text) * (text[0] === "-" ? -1n : 1n), text);
      if (/^[-+]?(\.\d+|\d+(\.\d*)?)([eE][-+]?\d+)?$/.test(text)) return kit.scalar(Number(text), text);
      if (/^[-+]?\.(inf|Inf|INF)$/.test(text)) return kit.scalar(text[0] === "-" ? -Infinity : Infinity, text);
      return /^\.(nan|NaN|NAN)$/.test(text) ? kit.scalar(NaN, text) : text;
    },
    nothing: () => new YqPlace({ doc: new lib.Document(null, options), name: "", file: 0, index: 0 }, kit.scalar(null, "")),
    root: (holder) => new YqPlace(holder, holder.doc.contents ?? (holder.doc.contents = kit.scalar(null, ""))),
    made: (node, of) => new YqPlace({ doc: { contents: node }, base: of?.of.base ?? of?.of.doc, name: of?.of.name ?? "", file: of?.of.file ?? 0, index: of?.of.index ?? 0 }, node),
    real: (node, doc) => { let n = node; for (let i = 0; lib.isAlias(n); i++) { n = i < 100 ? n.resolve(doc) : undefined; if (n === undefined) yqFail(`unknown anchor '${node.source}' referenced`); } return n ?? kit.scalar(null, "null"); },

    read(text, format, name, file) {
      const held = (doc, index) => ({ doc, name, file, index, start: false });
      if (format === "csv" || format === "tsv") return [held(new lib.Document(yqTable(kit, text, format === "csv" ? "," : "\t"), options), 0)];
      if (format === "props") return [held(new lib.Document(yqUnprops(kit, text), options), 0)];
      const list = (format === "json" ? yqValuesOf(text) : [text]).flatMap((part) => { const docs = lib.parseAllDocuments(part, options); return Array.isArray(docs) ? docs : []; });
      if (list.length === 0) { const none = new lib.Document(null, options); none.contents = kit.scalar(null, ""); none.commentBefore = text.match(/^#.*$/gm)?.map((line) => line.slice(1)).join("\n"); return [held(none, 0)]; }
      let count = 0;
      return list.map((doc, i) => {
        if (doc.errors.length > 0) { const line = text.slice(0, doc.errors[0].pos[0]).split("\n").length; yqFail(`bad file '${name}': yaml: line ${line}: ${doc.errors[0].message.split("\n")[0]}`); }
        lib.visit(doc, { Node: (_, n) => { if (++count > yqMost.nodes) yqFail(`more than ${yqMost.nodes} values cannot be held here`); n.spaceBefore = false; if (format === "json") kit.own(n); if (lib.isAlias(n)) kit.real(n, doc); if (n.type === "PLAIN" && /^[-+]?\d+_[\d_]*$/.test(n.value)) { n.source = n.value; n.value = BigInt(n.value.replace(/[_+]/g, "")); } } });
        const start = i === 0 && doc.directives?.docStart === true, before = start && doc.commentBefore ? /^((?:[ \t]*(?:#[^\n]*)?\n)*?)---/.exec(text)?.[1] ?? "" : "";
        if (before) doc.commentBefore = undefined;
        kit.headed(doc);
        return Object.assign(held(doc, i), { start, before });
      });
    },

    // own takes the look of JSON from a node.
    own(n) {
      n.flow = false;
      if (lib.isScalar(n) && typeof n.value === "string") n.type = kit.string(n.value).type;
      if (lib.isScalar(n) && typeof n.value === "number") n.source = String(n.value);
    },
    // headed gives a document the comment before its first key or element.
    headed(doc) {
      const first = lib.isCollection(doc.contents) && !doc.contents.flow ? doc.contents.items[0] : undefined, at = lib.isPair(first) ? first.key : first;
      if (!at?.commentBefore) return;
      doc.commentBefore = doc.commentBefore ? `${doc.commentBefore}\n\n${at.commentBefore}` : at.commentBefore;
      at.commentBefore = undefined;
    },

    // write prints a node as YAML, without what ends its last line.
    write(node, indent) {
      const doc = new lib.Document(null, options);
      doc.contents = node;
      const text = doc.toString({ indent: Math.max(1, indent), lineWidth: 0, flowCollectionPadding: false, singleQuote: true, verifyAliasOrder: false, nullStr: "null" });
      if (text.length > yqMost.text) yqFail(`a text of more than ${yqMost.text} bytes cannot be made here`);
      return text.replace(/\n+$/, (lines) => (/\+\n/.test(text) ? lines.slice(1) : ""));
    },
    // value is what a scalar says, without quotes.
    value: (n) => (n.value === null ? n.source ?? "null" : typeof n.value === "string" ? n.value : n.source ?? String(n.value)),
    tag: (n) => n.tag && !n.tag.startsWith("tag:yaml.org,2002:") ? n.tag : n.tag ? `!!${n.tag.slice(18)}` : lib.isMap(n) ? "!!map" : lib.isSeq(n) ? "!!seq" : kit.simple(n),
    simple(n) {
      const v = n.value;
      if (v === null || v === undefined) return "!!null";
      if (typeof v === "string") return (n.type === "PLAIN" || n.type === undefined) && /^\d{4}-\d\d?-\d\d?([Tt ]|$)/.test(v) ? "!!timestamp" : n.source === "<<" && n.type === "PLAIN" ? "!!merge" : "!!str";
      return typeof v === "boolean" ? "!!bool" : typeof v === "bigint" ? "!!int" : "!!float";
    },
  };
  return kit;
};

// yqValuesOf is the text of each value of JSON, of which more may stand behind each other.
function yqValuesOf(text) {
  const reader = new JqReader(text), parts = [];
  for (let at = 0; reader.next() !== undefined; at = reader.at) parts.push(text.slice(at, reader.at).replaceAll("\t", " "));
  return parts;
}

// yqJson prints a node as JSON; an alias is what it stands for.
function yqJson(kit, node, doc, indent) {
  const out = [], pad = " ".repeat(indent);
  let size = 0;
  const put = (text) => { size += text.length; if (size > yqMost.text) yqFail(`a text of more than ${yqMost.text} bytes cannot be made here`); out.push(text); };
  const show = (given, deep) => {
    if (deep > yqMost.depth) yqFail(`a value that is more than ${yqMost.depth} deep cannot be shown here`);
    const n = kit.real(given, doc), line = indent > 0 ? `\n${pad.repeat(deep + 1)}` : "", last = indent > 0 ? `\n${pad.repeat(deep)}` : "";
    if (kit.lib.isScalar(n)) {
      const v = n.value;
      if (typeof v === "number" && !Number.isFinite(v)) yqFail(`json: unsupported value: ${v}`);
      return put(typeof v === "string" ? JSON.stringify(v) : v === null || v === undefined ? "null" : String(v));
    }
    const items = kit.lib.isMap(n) ? yqMerged(kit, n, doc) : n.items, [open, close] = kit.lib.isMap(n) ? "{}" : "[]";
    if (items.length === 0) return put(open + close);
    items.forEach((e, i) => {
      put((i === 0 ? open : ",") + line);
      if (kit.lib.isPair(e)) put(JSON.stringify(kit.value(kit.real(e.key, doc))) + (indent > 0 ? ": " : ":"));
      show(kit.lib.isPair(e) ? e.value : e, deep + 1);
    });
    return put(last + close);
  };
  show(node, 0);
  return out.join("");
}

// yqMerged is the pairs of a map, with those that << brings where the map has none of its own.
function yqMerged(kit, map, doc, deep = 0) {
  if (deep > 50) yqFail("<< goes round in a circle");
  if (!map.items.some((p) => p.key?.value === "<<")) return map.items;
  const all = new Map();
  for (const p of map.items) {
    if (p.key?.value !== "<<") { all.set(p.key?.value, p); continue; }
    const from = kit.real(p.value, doc);
    for (const m of kit.lib.isSeq(from) ? from.items.map((e) => kit.real(e, doc)) : [from]) {
      if (!kit.lib.isMap(m)) yqFail("<< wants a map or a list of maps");
      for (const q of yqMerged(kit, m, doc, deep + 1)) if (!all.has(q.key?.value) && !map.items.some((own) => own.key?.value === q.key?.value)) all.set(q.key?.value, q);
    }
  }
  return [...all.values()];
}

// yqProps prints the leaves of a node, each by its path.
function yqProps(kit, node, doc, head = []) {
  const out = [];
  const show = (given, path, above) => {
    if (path.length > yqMost.depth) yqFail(`a value that is more than ${yqMost.depth} deep cannot be shown here`);
    const n = kit.real(given, doc), notes = [...above, n.commentBefore, kit.lib.isScalar(n) ? n.comment : undefined].filter(Boolean);
    if (out.length > yqMost.nodes) yqFail(`more than ${yqMost.nodes} values cannot be shown here`);
    if (kit.lib.isScalar(n)) {
      for (const c of notes) out.push(...c.split("\n").map((line) => (line === "" ? "\n" : `#${line}\n`)));
      return void out.push(path.length > 0 ? `${path.join(".").replace(/[ :=]/g, "\\$&")} = ${n.value === null ? "" : kit.value(n).replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}\n` : `${kit.value(n)}\n`);
    }
    if (kit.lib.isSeq(n)) return n.items.forEach((e, i) => show(e, [...path, String(i)], i === 0 ? notes : []));
    return yqMerged(kit, n, doc).forEach((p, i) => show(p.value, [...path, kit.value(p.key)], [...(i === 0 ? notes : []), p.key?.commentBefore]));
  };
  show(node, [], head);
  return out.join("").replace(/\n$/, "");
}

function yqUnprops(kit, text) {
  const root = kit.map();
  for (const line of text.replace(/\\\r?\n\s*/g, "").split(/\r?\n/)) {
    const m = /^\s*([^#!\s](?:\\.|[^:=\s\\])*)\s*[:=\s]?\s*(.*)$/.exec(line);
    if (!m) continue;
    let at = root;
    const path = m[1].replace(/\\(.)/g, "$1").split(".");
    path.forEach((key, i) => {
      const found = at.items.find((p) => p.key.value === key), last = i === path.length - 1;
      if (found && (last || kit.lib.isMap(found.value))) { if (last) found.value = yqGuess(kit, m[2]); at = found.value; return; }
      const value = last ? yqGuess(kit, m[2]) : kit.map();
      if (found) found.value = value; else at.items.push(new kit.lib.Pair(kit.string(key), value));
      at = value;
    });
  }
  return yqListed(kit, root);
}
// yqListed makes a list of each map whose keys are 0, 1, 2 and so on.
function yqListed(kit, n) {
  if (!kit.lib.isMap(n)) return n;
  n.items.forEach((p) => { p.value = yqListed(kit, p.value); });
  return n.items.length > 0 && n.items.every((p, i) => p.key.value === String(i)) ? kit.seq(n.items.map((p) => p.value)) : n;
}
const yqGuess = (kit, text) => { const v = text === "" ? text : kit.plain(text); return typeof v === "string" ? kit.string(v) : v; };

// yqTable reads rows, whose first names the columns.
function yqTable(kit, text, by) {
  const rows = [];
  let row = [], at = 0;
  while (at < text.length) {
    let cell;
    if (text[at] === '"') { const m = /"((?:[^"]|"")*)"/y; m.lastIndex = at; const found = m.exec(text) ?? yqFail("a quote in the table is not closed"); cell = found[1].replaceAll('""', '"'); at = m.lastIndex; } else { let to = at; while (to < text.length && text[to] !== by && text[to] !== "\n") to++; cell = text.slice(at, to).replace(/\r$/, ""); at = to; }
    row.push(cell);
    if (text[at] === "\r") at++;
    if (text[at] === by) { at++; if (at >= text.length) row.push(""); continue; }
    at++;
    rows.push(row);
    row = [];
  }
  if (row.length > 0) rows.push(row);
  const [head = [], ...rest] = rows;
  return kit.seq(rest.filter((r) => r.length > 1 || r[0] !== "").map((r) => kit.map(head.map((h, i) => [h, yqGuess(kit, r[i] ?? "")]))));
}

function yqSeparated(kit, node, doc, by) {
  const real = (n) => kit.real(n, doc), cell = (n) => { if (!kit.lib.isScalar(real(n))) yqFail(`csv encoding only works for arrays of scalars (string/numbers/booleans), or of maps of them`); const t = real(n).value === null ? "" : kit.value(real(n)); return t.includes(by) || /["\n\r]|^\s/.test(t) ? `"${t.replaceAll('"', '""')}"` : t; };
  const n = real(node);
  if (!kit.lib.isSeq(n)) yqFail(`csv encoding only works for arrays, got: ${kit.tag(n)}`);
  const first = n.items.length > 0 ? real(n.items[0]) : undefined;
  if (first === undefined) return "";
  if (kit.lib.isScalar(first)) return n.items.map(cell).join(by);
  if (kit.lib.isSeq(first)) return n.items.map((r) => real(r).items.map(cell).join(by)).join("\n");
  const keys = first.items.map((p) => p.key.value);
  return [keys.map((k) => cell(kit.scalar(String(k)))).join(by), ...n.items.map((r) => keys.map((k) => cell(real(r).items?.find((p) => p.key.value === k)?.value ?? kit.scalar(""))).join(by))].join("\n");
}

// YqPrinter prints what an expression gives, with --- between documents.
class YqPrinter {
  constructor(kit, o) { this.kit = kit; this.o = o; this.out = []; this.size = 0; this.found = false; this.last = undefined; }
  all(places) { for (const p of places) this.one(p); }
  one(place) {
    const { kit, o } = this, { of } = place, node = place.node, doc = of.base ?? of.doc;
    if (!kit.lib.isScalar(node) || node.value !== null && node.value !== false) this.found = true;
    const where = `${of.file} ${of.index}`;
    if (o.to === "yaml" && !o.bare && (this.last === undefined ? of.start && place.parent === undefined : this.last !== where)) this.put(`${this.last === undefined ? of.before : ""}---\n`);
    this.last = where;
    this.put(`${this.shown(place, node, doc)}${o.nul ? "\0" : "\n"}`);
  }
  shown(place, node, doc) {
    const { kit, o } = this, real = kit.lib.isAlias(node) && o.to !== "yaml" ? kit.real(node, doc) : node, bare = kit.lib.isScalar(real) && o.raw !== false;
    if (o.to === "json") return bare && o.raw && typeof real.value === "string" ? real.value : yqJson(kit, node, doc, Number(o.indent));
    if (o.to === "props") return yqProps(kit, node, doc, place.parent === undefined ? [place.of.doc.commentBefore] : []);
    if (o.to === "csv" || o.to === "tsv") return yqSeparated(kit, node, doc, o.to === "csv" ? "," : "\t");
    const root = place.parent === undefined && !kit.lib.isScalar(node) ? place.of.doc : {}, noted = (text) => text.split("\n").map((line) => (line === "" ? "" : `#${line}`)).join("\n");
    if (o.pretty) yqPretty(kit, node);
    if (bare) return kit.value(node) || (place.parent === undefined && node.value === null && place.of.doc.commentBefore ? noted(place.of.doc.commentBefore) : "");
    return `${root.commentBefore ? `${noted(root.commentBefore)}\n` : ""}${kit.write(node, Number(o.indent))}${root.comment ? `\n${noted(root.comment)}` : ""}`;
  }
  put(text) { this.size += text.length; if (this.size > yqMost.text) yqFail(`more than ${yqMost.text >> 20} MiB cannot be told here`); this.out.push(text); }
  text() { return this.out.join(""); }
}

// yqPretty takes flow and quotes away, where a text stays one.
function yqPretty(kit, node) {
  kit.lib.visit(node, { Node: (_, n) => {
    if (kit.lib.isCollection(n)) n.flow = false;
    else if (kit.lib.isScalar(n) && typeof n.value === "string" && !/^(y|yes|n|no|on|off)$/i.test(n.value)) n.type = kit.string(n.value).type;
  } });
}

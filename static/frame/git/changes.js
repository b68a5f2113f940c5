// What differs between two states of the files, each path → { mode, oid }, with renames, and how git tells it.
"use strict";

// pairsOf are the files that differ: { status, path, a, b, from, score }, sorted by path.
async function pairsOf(r, before, after, { spec, renames = true, least = 50 } = {}) {
  const pairs = [];
  for (const path of new Set([...before.keys(), ...after.keys()])) {
    const a = before.get(path), b = after.get(path);
    if ((spec && !spec.has(path)) || (a && b && a.oid === b.oid && a.mode === b.mode)) continue;
    const status = !a ? "A" : !b ? "D" : b.unmerged ? "U" : kindOf(a.mode) !== kindOf(b.mode) ? "T" : "M";
    pairs.push({ status, path, from: path, a: a && { path, ...a }, b: b && { path, ...b } });
  }
  pairs.sort((p, q) => byBytes(p.path, q.path));
  return renames ? renamed(r, pairs, least) : pairs;
}

const kindOf = (mode) => mode.slice(0, 3);

// dataOf is what a side holds; a file of the work tree brings its bytes along.
const dataOf = async (r, side) => (!side ? "" : side.mode === "160000" ? `Subproject commit ${side.oid}\n` : side.bytes ? latin1(side.bytes) : r.blob(side.oid));

// renamed finds files that moved: those that hold the same, then those of the same name that are much alike, then all
// others, the most alike first. https://git-scm.com/docs/gitdiffcore
async function renamed(r, pairs, least) {
  const gone = pairs.filter((p) => p.status === "D"), come = pairs.filter((p) => p.status === "A");
  if (gone.length === 0 || come.length === 0) return pairs;
  const of = new Map(), used = new Set(), found = (to, from, score) => { of.set(to, { from, score }); used.add(from); };
  for (const to of come) {
    const same = gone.filter((p) => !used.has(p) && p.a.oid === to.b.oid && (kindOf(p.a.mode) === "100" && kindOf(to.b.mode) === "100" || p.a.mode === to.b.mode));
    const from = same.find((p) => nameOf(p.path) === nameOf(to.path)) ?? same[0];
    if (from) found(to, from, 60000);
  }
  const most = Math.floor(least * 600), open = () => [gone.filter((p) => !used.has(p)), come.filter((p) => !of.has(p))], spans = new Map();
  const alike = (from, to) => likeness(r, from.a, to.b, most, spans);
  const [sources, targets] = open(), once = (list) => { const by = Map.groupBy ? Map.groupBy(list, (p) => nameOf(p.path)) : grouped(list, (p) => nameOf(p.path)); return new Map([...by].filter(([, l]) => l.length === 1).map(([n, [p]]) => [n, p])); };
  const bySource = once(sources), byTarget = once(targets);
  for (const [name, from] of bySource) {
    const to = byTarget.get(name), score = to ? await alike(from, to) : 0;
    if (to && score >= most + Math.floor((60000 - most) / 2)) found(to, from, score);
  }
  const [left, right] = open(), all = [];
  if (left.length * right.length <= 1000 * 1000) {
    for (const to of right) {
      const best = [];
      for (const from of left) {
        const score = await alike(from, to);
        if (score >= most) best.push({ from, to, score, name: nameOf(from.path) === nameOf(to.path) ? 1 : 0 });
      }
      all.push(...best);
    }
  }
  all.sort((x, y) => y.score - x.score || y.name - x.name);
  for (const { from, to, score } of all) if (!of.has(to) && !used.has(from)) found(to, from, score);
  return pairs.filter((p) => !used.has(p)).map((p) => (of.has(p) ? { ...p, status: "R", a: of.get(p).from.a, from: of.get(p).from.path, score: Math.floor(of.get(p).score / 600) } : p));
}

function grouped(list, key) {
  const by = new Map();
  for (const item of list) by.set(key(item), [...(by.get(key(item)) ?? []), item]);
  return by;
}

// likeness is how much of the longer file comes from the other, of 60,000: by lines, or by 64 bytes of longer ones.
async function likeness(r, a, b, least, known) {
  if (kindOf(a.mode) !== "100" || kindOf(b.mode) !== "100") return 0;
  const [x, y] = [await dataOf(r, a), await dataOf(r, b)], most = Math.max(x.length, y.length), less = Math.min(x.length, y.length);
  if (most === 0 || most * (60000 - least) < (most - less) * 60000 || less === 0) return 0;
  const from = spansOf(a, x, known), to = spansOf(b, y, known);
  let copied = 0;
  for (const [span, n] of from) copied += Math.min(n, to.get(span) ?? 0);
  return Math.floor((copied * 60000) / most);
}

function spansOf(side, data, known) {
  let spans = known.get(side);
  if (spans) return spans;
  const text = !isBinaryData(data), source = text ? data.replaceAll("\r\n", "\n") : data;
  known.set(side, spans = new Map());
  for (let at = 0; at < source.length;) {
    const line = source.indexOf("\n", at), end = line >= 0 && line < at + 64 ? line + 1 : at + 64;
    if (end > source.length) break; // what has neither an end nor 64 bytes is not counted
    const span = source.slice(at, end);
    spans.set(span, (spans.get(span) ?? 0) + span.length);
    at = end;
  }
  return spans;
}

const isBinaryData = (data) => data.slice(0, 8000).includes("\0");

// What is printed -----------------------------------------------------------------

// diffKinds are the options of all commands that show changes.
const diffKinds = {
  p: 0, u: 0, patch: 0, s: 0, "no-patch": 0, stat: 2, numstat: 0, shortstat: 0, summary: 0, "name-only": 0, "name-status": 0, raw: 0, U: 1, unified: 1, z: 0,
  M: 2, "find-renames": 2, "no-renames": 0, "no-color": 0, color: 2, w: 0, "ignore-all-space": 0, b: 0, "ignore-space-change": 0, "ignore-space-at-eol": 0, "ignore-cr-at-eol": 0,
  "ignore-blank-lines": 0, "no-ext-diff": 0, "no-textconv": 0, "no-prefix": 0, "full-index": 0, abbrev: 2, "no-abbrev": 0, R: 0, "diff-filter": 1, quiet: 0, "exit-code": 0, a: 0, text: 0,
  "src-prefix": 1, "dst-prefix": 1, "diff-algorithm": 1, "patch-with-stat": 0, "compact-summary": 0, "no-indent-heuristic": 0, "indent-heuristic": 0, minimal: 0, check: 0, relative: 2, "no-relative": 0, "default-prefix": 0,
};

const absentDiff = ["ignore-blank-lines", "check", "relative", "no-indent-heuristic", "compact-summary"];

// formsOf are the forms that are asked for.
function formsOf(asked, otherwise) {
  const absent = absentDiff.find((n) => asked.has(n));
  if (absent) lacking(`--${absent}`);
  if (asked.has("diff-algorithm") && !["myers", "default"].includes(asked.given["diff-algorithm"])) lacking(`--diff-algorithm=${asked.given["diff-algorithm"]}`);
  if (asked.has("color") && !["never", "auto"].includes(asked.given.color)) lacking("color");
  const forms = { raw: asked.has("raw"), stat: asked.has("stat", "patch-with-stat"), numstat: asked.has("numstat"), shortstat: asked.has("shortstat"), summary: asked.has("summary"), names: asked.has("name-only"), statuses: asked.has("name-status"), patch: asked.has("p", "u", "patch", "U", "unified", "patch-with-stat") };
  if (asked.has("s", "no-patch")) return {};
  if (!Object.values(forms).some(Boolean)) forms[otherwise] = otherwise !== "";
  return forms;
}

function renamesAsked(r, asked) {
  if (asked.has("no-renames")) return { renames: false };
  const said = asked.given.M ?? asked.given["find-renames"], value = r.config?.("diff.renames");
  const least = typeof said === "string" ? (said.endsWith("%") ? parseFloat(said) : parseFloat(`0.${said}`) * 100) : 50;
  return { renames: asked.has("M", "find-renames") || value === undefined || value === "copies" || value === "copy" || configFlag(value, "diff.renames"), least };
}

// shownPairs are the pairs that --diff-filter lets through, turned around by -R.
function shownPairs(pairs, asked) {
  const filter = asked.given["diff-filter"];
  if (asked.has("R")) pairs = pairs.map((p) => ({ ...p, status: { A: "D", D: "A" }[p.status] ?? p.status, a: p.b, b: p.a, path: p.from, from: p.path })).sort((p, q) => byBytes(p.path, q.path));
  if (!filter) return pairs;
  const want = filter.replace(/[a-z]/g, ""), not = filter.toUpperCase().split("").filter((c) => filter.includes(c.toLowerCase()));
  return pairs.filter((p) => (want === "" || want.includes(p.status)) && !not.includes(p.status));
}

const nameShown = (r, asked, path) => (asked.has("z") ? path : quotedPath(path, r));

// told is the text of the changes, in the forms that were asked for.
async function told(r, pairs, forms, asked) {
  const end = asked.has("z") ? "\0" : "\n", tab = asked.has("z") ? "\0" : "\t", out = [], name = (p) => nameShown(r, asked, p);
  const status = (p) => (p.status === "R" ? `R${String(p.score).padStart(3, "0")}` : p.status), both = (p) => (p.status === "R" ? `${name(p.from)}${tab}${name(p.path)}` : name(p.path));
  if (forms.raw) {
    const cut = async (side) => (!side || side.unknown ? asked.has("no-abbrev", "full-index") ? noObject : "0".repeat((await short(r, noObject)).length) : asked.has("no-abbrev", "full-index") ? side.oid : short(r, side.oid));
    for (const p of pairs) out.push(`:${p.a?.mode ?? "000000"} ${p.b?.mode ?? "000000"} ${await cut(p.a)} ${await cut(p.b)} ${status(p)}${tab}${both(p)}${end}`);
  }
  if (forms.statuses) for (const p of pairs) out.push(`${status(p)}${tab}${both(p)}${end}`);
  else if (forms.names) for (const p of pairs) out.push(`${name(p.path)}${end}`);
  if (forms.statuses || forms.names) return out.join("");
  const counts = forms.stat || forms.numstat || forms.shortstat ? await countsOf(r, pairs, asked) : [];
  if (forms.numstat) for (const c of counts) out.push(`${c.binary ? "-\t-" : `${c.added}\t${c.gone}`}\t${asked.has("z") ? (c.p.status === "R" ? `\0${c.p.from}\0${c.p.path}` : c.p.path) : shownRename(r, c.p)}${end}`);
  if (forms.stat) out.push(statText(r, counts, asked.given.stat));
  if (forms.shortstat || forms.stat) out.push(statSum(counts));
  if (forms.summary) out.push(...pairs.map((p) => summaryOf(r, p)));
  if (forms.patch) {
    if (pairs.length > 0 && out.length > 0) out.push("\n");
    for (const p of pairs) out.push(await patchOf(r, p, asked));
  }
  return out.join("");
}

const keyAsked = (asked) => {
  const none = (l) => l.replace(/[\t-\r ]+/g, "");
  if (asked.has("w", "ignore-all-space")) return none;
  if (asked.has("b", "ignore-space-change")) return (l) => l.replace(/[\t-\r ]+$/, "").replace(/[\t-\r ]+/g, " ");
  if (asked.has("ignore-space-at-eol")) return (l) => l.replace(/[\t-\r ]+$/, "");
  if (asked.has("ignore-cr-at-eol")) return (l) => l.replace(/\r\n$/, "\n");
  return undefined;
};

async function countsOf(r, pairs, asked) {
  const counts = [];
  for (const p of pairs) {
    const [x, y] = [await dataOf(r, p.a), await dataOf(r, p.b)];
    if (p.status === "U") counts.push({ p, unmerged: true, added: 0, gone: 0 });
    else if (!asked.has("a", "text") && (isBinaryData(x) || isBinaryData(y))) counts.push({ p, binary: true, added: x === y ? 0 : y.length, gone: x === y ? 0 : x.length });
    else {
      const hunks = x === y ? [] : textHunks(linesOf(x), linesOf(y), keyAsked(asked));
      counts.push({ p, added: hunks.reduce((n, h) => n + h[3] - h[2], 0), gone: hunks.reduce((n, h) => n + h[1] - h[0], 0) });
    }
  }
  return counts.filter((c) => c.unmerged || c.binary || c.added + c.gone > 0 || !keyAsked(asked) || c.p.a?.mode !== c.p.b?.mode || c.p.status === "R");
}

// shownRename is both names with what they share said once: a/{b => c}/d.
function shownRename(r, p) {
  if (p.status !== "R") return quotedPath(p.path, r);
  const [a, b] = [p.from, p.path];
  if (quotedPath(a, r) !== a || quotedPath(b, r) !== b) return `${quotedPath(a, r)} => ${quotedPath(b, r)}`;
  let start = 0, end = 0;
  for (let i = 0; i < Math.min(a.length, b.length) && a[i] === b[i]; i++) if (a[i] === "/") start = i + 1;
  for (let i = 1; i <= Math.min(a.length, b.length) - (start > 0 ? start - 1 : 0) && a[a.length - i] === b[b.length - i]; i++) if (a[a.length - i] === "/") end = i;
  const mid = (s) => s.slice(start, Math.max(start, s.length - end));
  if (start + end === 0) return `${a} => ${b}`;
  return `${a.slice(0, start)}{${mid(a)} => ${mid(b)}}${end > 0 ? a.slice(a.length - end) : ""}`;
}

// statText is --stat: a graph of at most 80 columns, or of what was asked.
function statText(r, counts, asked) {
  const [wanted, nameAsked, limit] = typeof asked === "string" ? asked.split(",").map(Number) : [];
  let width = wanted || Number(r.env.COLUMNS) || 80;
  const names = counts.map((c) => shownRename(r, c.p)), longest = Math.max(0, ...names.map(widthOf)), digits = (n) => String(n).length;
  const most = Math.max(0, ...counts.filter((c) => !c.binary).map((c) => c.added + c.gone));
  const binary = Math.max(0, ...counts.map((c) => (c.unmerged ? 8 : c.binary ? 14 + digits(c.added) + digits(c.gone) : 0)));
  const number = Math.max(digits(most), counts.some((c) => c.binary) ? 3 : 0);
  width = Math.max(width, 16 + 6 + number);
  let graph = most + 4 > binary ? most : binary - 4, name = nameAsked > 0 && nameAsked < longest ? nameAsked : longest;
  if (name + number + 6 + graph > width) {
    if (graph > Math.floor((width * 3) / 8) - number - 6) graph = Math.max(6, Math.floor((width * 3) / 8) - number - 6);
    if (name > width - number - 6 - graph) name = width - number - 6 - graph;
    else graph = width - number - 6 - name;
  }
  const scaled = (n) => (n === 0 ? 0 : 1 + Math.floor((n * (graph - 1)) / most));
  const lines = counts.map((c, i) => {
    const left = ` ${fitted(names[i], name)} |`;
    if (c.unmerged) return `${left} Unmerged\n`;
    if (c.binary) return `${left} ${"Bin".padStart(number)}${c.added + c.gone > 0 ? ` ${c.gone} -> ${c.added} bytes` : ""}\n`;
    let { added, gone } = c;
    if (graph <= most) {
      let sum = scaled(added + gone);
      if (sum < 2 && added && gone) sum = 2;
      if (added < gone) { added = scaled(added); gone = sum - added; } else { gone = scaled(gone); added = sum - gone; }
    }
    return `${left} ${String(c.added + c.gone).padStart(number)}${c.added + c.gone > 0 ? " " : ""}${"+".repeat(added)}${"-".repeat(gone)}\n`;
  });
  return limit > 0 && lines.length > limit ? lines.slice(0, limit).join("") + " ...\n" : lines.join("");
}

function fitted(name, width) {
  const wide = widthOf(name);
  if (wide <= width) return name + " ".repeat(width - wide);
  let rest = name.slice(name.length - Math.max(0, width - 3));
  const slash = rest.indexOf("/");
  if (slash >= 0) rest = rest.slice(slash);
  return `...${rest}`.padEnd(width);
}

function statSum(counts) {
  if (counts.length === 0) return "";
  const changed = counts.filter((c) => !c.unmerged).length, of = (key) => counts.reduce((n, c) => n + (c.binary ? 0 : c[key]), 0), added = of("added"), gone = of("gone");
  const parts = [` ${plural(changed, "file")} changed`];
  if (changed > 0 && (added > 0 || gone === 0)) parts.push(` ${plural(added, "insertion")}(+)`);
  if (changed > 0 && (gone > 0 || added === 0)) parts.push(` ${plural(gone, "deletion")}(-)`);
  return `${parts.join(",")}\n`;
}

function summaryOf(r, p) {
  if (p.status === "A") return ` create mode ${p.b.mode} ${quotedPath(p.path, r)}\n`;
  if (p.status === "D") return ` delete mode ${p.a.mode} ${quotedPath(p.path, r)}\n`;
  const mode = p.a && p.b && p.a.mode !== p.b.mode;
  if (p.status === "R") return ` rename ${shownRename(r, p)} (${p.score}%)\n${mode ? ` mode change ${p.a.mode} => ${p.b.mode}\n` : ""}`;
  return mode ? ` mode change ${p.a.mode} => ${p.b.mode} ${quotedPath(p.path, r)}\n` : "";
}

// patchOf is the patch of one pair. What is another kind of file is told as gone and come.
async function patchOf(r, p, asked) {
  if (p.status === "U") return `* Unmerged path ${quotedPath(p.path, r)}\n`;
  if (p.status === "T") return await patchOf(r, { ...p, status: "D", b: undefined }, asked) + await patchOf(r, { ...p, status: "A", a: undefined }, asked);
  const prefix = asked.has("no-prefix") ? ["", ""] : [asked.given["src-prefix"] ?? "a/", asked.given["dst-prefix"] ?? "b/"];
  const named = (i, path) => quotedPath(bytesIn(prefix[i]) + path, r), [from, to] = [named(0, p.from), named(1, p.path)];
  const head = [`diff --git ${from} ${to}\n`];
  if (p.status === "A") head.push(`new file mode ${p.b.mode}\n`);
  else if (p.status === "D") head.push(`deleted file mode ${p.a.mode}\n`);
  else if (p.a.mode !== p.b.mode) head.push(`old mode ${p.a.mode}\nnew mode ${p.b.mode}\n`);
  if (p.status === "R") head.push(`similarity index ${p.score}%\nrename from ${quotedPath(p.from, r)}\nrename to ${quotedPath(p.path, r)}\n`);
  const [x, y] = [await dataOf(r, p.a), await dataOf(r, p.b)];
  if (p.a && p.b && x === y) return head.join("");
  const full = asked.has("full-index"), cut = async (side) => (full ? side?.oid ?? noObject : side ? short(r, side.oid, asked.given.abbrev > 3 ? Number(asked.given.abbrev) : undefined) : "0".repeat(asked.given.abbrev > 3 ? Number(asked.given.abbrev) : (await short(r, noObject)).length));
  const index = `index ${await cut(p.a)}..${await cut(p.b)}${p.a && p.b && p.a.mode === p.b.mode ? ` ${p.b.mode}` : ""}\n`;
  const tabbed = (name, path) => (name.startsWith('"') || !path.includes(" ") ? name : `${name}\t`);
  const sides = [p.a ? tabbed(from, p.from) : "/dev/null", p.b ? tabbed(to, p.path) : "/dev/null"];
  if (!asked.has("a", "text") && (isBinaryData(x) || isBinaryData(y))) return `${head.join("")}${index}Binary files ${p.a ? from : "/dev/null"} and ${p.b ? to : "/dev/null"} differ\n`;
  const a = linesOf(x), b = linesOf(y), body = hunksShown(a, b, textHunks(a, b, keyAsked(asked)), Number(asked.given.U ?? asked.given.unified ?? r.config("diff.context") ?? 3));
  if (body === "" && keyAsked(asked)) return head.length > 1 ? head.join("") : "";
  return `${head.join("")}${index}${body === "" ? "" : `--- ${sides[0]}\n+++ ${sides[1]}\n${body}`}`;
}

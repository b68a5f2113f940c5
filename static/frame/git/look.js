// What shows commits, files and their history.
"use strict";

const prettyKinds = { oneline: 0, format: 1, pretty: 2, "abbrev-commit": 0, "no-abbrev-commit": 0, decorate: 2, "no-decorate": 0, date: 1, "relative-date": 0, parents: 0, "no-notes": 0, notes: 2, follow: 0, m: 0, c: 0, cc: 0, "diff-merges": 1, "no-mailmap": 0, "use-mailmap": 0, "show-signature": 0, S: 1, G: 1, "pickaxe-regex": 0, L: 1, g: 0, "walk-reflogs": 0, root: 0, "expand-tabs": 2, "no-expand-tabs": 0 };
const absentPretty = ["follow", "m", "c", "diff-merges", "notes", "show-signature", "pickaxe-regex", "L", "g", "walk-reflogs", "expand-tabs", "no-expand-tabs"];

function prettyAsked(command, words) {
  const asked = options(command, words, { ...diffKinds, ...walkKinds, ...prettyKinds });
  const absent = absentPretty.find((n) => asked.has(n));
  if (absent) lacking(`${command} ${absent.length === 1 ? "-" : "--"}${absent}`);
  return asked;
}

async function gitLog(r, words) {
  const asked = prettyAsked("log", words), range = await rangeOf(r, asked), list = await new Walk(r, range, asked).list();
  if (asked.has("graph") && list.some((c) => c.follow.length > 1)) lacking("log --graph of a history with merges");
  return tellAll(r, list, asked, range.spec, formsOf(asked, ""));
}

// tellAll tells commits one after the other, with what they change.
async function tellAll(r, list, asked, spec, forms) {
  const teller = new Teller(r, asked), any = Object.values(forms).some(Boolean), graph = asked.has("graph"), line = asked.has("oneline") || teller.format === "oneline" || teller.user !== null && !teller.between, out = [];
  for (const c of list) {
    let pairs = [];
    if (any || asked.has("S", "G")) {
      pairs = c.parents.length > 1 ? [] : shownPairs(await pairsOf(r, c.parents.length ? await r.flat((await r.commit(c.parents[0])).tree) : new Map(), await r.flat(c.tree), { spec: spec ?? undefined, ...renamesAsked(r, asked) }), asked);
      if (asked.has("first-parent") && c.parents.length > 1) pairs = shownPairs(await pairsOf(r, await r.flat((await r.commit(c.parents[0])).tree), await r.flat(c.tree), { spec: spec ?? undefined, ...renamesAsked(r, asked) }), asked);
      if (asked.has("S", "G")) pairs = await picked(r, pairs, asked);
      if (asked.has("S", "G") && pairs.length === 0) continue;
    }
    const text = await teller.tell(c), changes = any ? await told(r, pairs, forms, asked) : "";
    const gap = changes === "" ? "" : teller.format === "oneline" && teller.user === null ? "" : forms.patch && (forms.stat || forms.numstat || forms.shortstat || forms.summary) ? "---\n" : "\n";
    let inner;
    if (teller.user === null) inner = `${text.endsWith("\n") ? text : `${text}\n`}${gap}${changes}`;
    else if (teller.between) inner = changes === "" ? text : `${text}\n${changes}`;
    else inner = teller.user === "" ? changes : `${text}\n${changes === "" ? "" : `\n${changes}`}`;
    const end = spec ? c !== list.at(-1) : c.follow?.length > 0;
    out.push(graph ? linesOf(inner).map((l, i) => (i === 0 ? `* ${l}` : `${end ? "|" : " "} ${l}`.replace(/^(.) \n$/, "$1 \n"))).join("") : inner);
  }
  if (graph && teller.user === null && teller.format !== "oneline") r.print(out.map((t, i) => (i + 1 < out.length ? `${t}| \n` : t)).join(""));
  else r.print(out.join(teller.between || (teller.user === null && teller.format !== "oneline") ? "\n" : ""));
  return 0;
}

async function picked(r, pairs, asked) {
  const kept = [], want = bytesIn(asked.given.S ?? asked.given.G), regex = asked.has("G") ? regexOf(want, { extended: true, fold: "" }) : null;
  const times = (text) => { let n = 0; for (let at = text.indexOf(want); at >= 0 && want; at = text.indexOf(want, at + want.length)) n++; return n; };
  for (const p of pairs) {
    const [x, y] = [await dataOf(r, p.a), await dataOf(r, p.b)];
    if (regex) {
      const [a, b] = [linesOf(x), linesOf(y)], lines = textHunks(a, b).flatMap((h) => [...a.slice(h[0], h[1]), ...b.slice(h[2], h[3])]);
      if (lines.some((l) => regex.test(l.replace(/\n$/, "")))) kept.push(p);
    } else if (times(x) !== times(y)) kept.push(p);
  }
  return kept;
}

async function gitShow(r, words) {
  const asked = prettyAsked("show", words), own = asked.after < 0 ? asked.operands : asked.operands.slice(0, asked.after), names = [], paths = asked.after < 0 ? [] : asked.operands.slice(asked.after);
  for (const [i, word] of own.entries()) {
    if (await resolve(r, word).catch((e) => { if (e instanceof GitEnd) throw e; return null; }) || /\.\./.test(word)) { names.push(word); continue; }
    const inside = /^([^:]+):(.+)$/s.exec(word), tree = inside && await resolve(r, inside[1]);
    if (tree) fatal(await r.disk.stat(r.at(inside[2])) ? `path '${inside[2]}' exists on disk, but not in '${inside[1]}'` : `path '${inside[2]}' does not exist in '${inside[1]}'`);
    if (asked.after >= 0) fatal(`bad revision '${word}'`);
    for (const p of own.slice(i)) { if (!(await r.disk.stat(placed(r.cwd, bytesIn(p))))) unknownRevision(p); paths.push(p); }
    break;
  }
  if (names.length === 0) {
    const h = await head(r);
    if (!h.oid) fatal(`your current branch '${shortRef(h.ref)}' does not have any commits yet`);
    names.push("HEAD");
  }
  const spec = paths.length > 0 ? new Spec(r, paths.map(bytesIn)) : undefined;
  let shown = 0;
  for (const name of names) {
    if (/\.\./.test(name)) {
      const range = await rangeOf(r, { ...asked, operands: [name], after: 1 });
      shown += await showCommits(r, await new Walk(r, range, asked).list(), asked, spec, shown);
      continue;
    }
    let oid = await resolve(r, name), o = await r.object(oid);
    if (!o) fatal(`bad object ${name}`);
    if (o.type === "tag") {
      const [top, ...rest] = o.data.split("\n\n"), of = (key) => new RegExp(`^${key} (.*)$`, "m").exec(top)?.[1], who = identity(of("tagger"));
      if (shown++ > 0) r.print("\n");
      r.print(`tag ${of("tag")}\n${of("tagger") ? `Tagger: ${who.name} <${who.email}>\nDate:   ${dateText(who, new Teller(r, asked).date, nowOf())}\n` : ""}\n${rest.join("\n\n")}`);
      oid = of("object");
      o = await r.object(oid);
    }
    if (o.type === "commit") shown += await showCommits(r, [await r.commit(oid)], asked, spec, shown);
    else if (o.type === "tree") { if (shown++ > 0) r.print("\n"); r.print(`tree ${name}\n\n${(await r.tree(oid)).map((e) => `${e.name}${e.mode === "040000" ? "/" : ""}\n`).join("")}`); } else { shown++; r.print(o.data); }
  }
  return 0;
}

async function showCommits(r, list, asked, spec, before) {
  const forms = formsOf(asked, "patch"), teller = new Teller(r, asked);
  for (const [i, c] of list.entries()) {
    if (before + i > 0 && teller.user === null && teller.format !== "oneline") r.print("\n");
    const merge = c.parents.length > 1;
    if (merge && forms.patch) await plainMerge(r, c, spec);
    await tellAll(r, [{ ...c, follow: [] }], merge ? { ...asked, has: (...names) => names.includes("first-parent") || asked.has(...names) } : asked, spec, merge ? { ...forms, patch: false } : forms);
    if (merge && forms.patch && teller.format !== "oneline" && teller.user === null) r.print("\n");
  }
  return list.length;
}

// plainMerge stops where a merge changed a file in a way that neither side has, of which git shows a patch of its own kind.
async function plainMerge(r, c, spec) {
  const now = await r.flat(c.tree), sides = await Promise.all(c.parents.map(async (p) => r.flat((await r.commit(p)).tree)));
  for (const [path, f] of now) {
    if (spec && !spec.has(path) || sides.some((s) => s.get(path)?.oid === f.oid)) continue;
    const text = linesOf(await r.blob(f.oid)), places = [];
    for (const [i, s] of sides.entries()) {
      const before = s.get(path);
      for (const [, , from, to] of before ? textHunks(linesOf(await r.blob(before.oid)), text) : [[0, 0, 0, text.length]]) places.push({ i, from, to });
    }
    places.sort((p, q) => p.from - q.from);
    if (places.some((p, n) => n > 0 && places[n - 1].i !== p.i && p.from - places[n - 1].to < 8)) lacking(`the combined patch of a merge (${quotedPath(path, r)})`);
  }
}

async function gitDiff(r, words) {
  const asked = options("diff", words, { ...diffKinds, cached: 0, staged: 0, "merge-base": 0, "no-index": 0, "word-diff": 2 });
  if (asked.has("no-index", "word-diff")) lacking("diff --no-index or --word-diff");
  const { commits, spec } = await sidesOf(r, asked), how = { spec, ...renamesAsked(r, asked) }, cached = asked.has("cached", "staged"), forms = formsOf(asked, asked.has("quiet") ? "" : "patch"), index = await readIndex(r);
  const files = async (oid) => r.flat((await r.peeled(oid, "tree") ?? fatal(`${oid} names no tree`)).oid);
  let pairs;
  if (commits.length > 2) lacking("diff of more than two commits");
  if (commits.length === 2) pairs = await pairsOf(r, await files(commits[0]), await files(commits[1]), how);
  else if (cached) pairs = await stagedPairs(r, index, commits.length > 0 ? await files(asked.has("merge-base") ? (await mergeBases(r, commits[0], (await head(r)).oid))[0] : commits[0]) : await headFiles(r), how);
  else if (commits.length === 1) pairs = await againstWork(r, index, await files(commits[0]), how);
  else pairs = await workPairs(r, index, how);
  pairs = shownPairs(pairs, asked);
  if (!asked.has("quiet")) r.print(await told(r, pairs, forms, asked));
  return asked.has("quiet", "exit-code") && pairs.length > 0 ? 1 : 0;
}

async function stagedPairs(r, index, before, how) {
  const stuck = index.unmerged().filter((p) => !how.spec || how.spec.has(p));
  return [...(await pairsOf(r, before, index.files(), how)).filter((p) => !stuck.includes(p.path)), ...stuck.map((path) => ({ status: "U", path, from: path, a: { path, mode: "000000", oid: noObject } }))].sort((p, q) => byBytes(p.path, q.path));
}

async function againstWork(r, index, before, how) {
  const after = await workFiles(r, index, how.spec);
  return pairsOf(r, before, after, how);
}

// sidesOf takes the commits of a diff and its paths apart.
async function sidesOf(r, asked) {
  const own = asked.after < 0 ? asked.operands : asked.operands.slice(0, asked.after), paths = asked.after < 0 ? [] : asked.operands.slice(asked.after), commits = [];
  const one = async (word) => (await resolve(r, word === "" ? "HEAD" : word)) ?? (asked.after < 0 ? unknownRevision(word) : fatal(`bad revision '${word}'`));
  for (const [i, word] of own.entries()) {
    const dots = /^(.*?)(\.\.\.?)(.*)$/s.exec(word), lies = await r.disk.stat(placed(r.cwd, bytesIn(word)));
    if (dots && !/^\.\.?(\/|$)/.test(word) && !lies) {
      const [a, b] = await Promise.all([dots[1], dots[3]].map((w) => resolve(r, w === "" ? "HEAD" : w)));
      if (!a || !b) asked.after < 0 ? unknownRevision(word) : fatal(`bad revision '${word}'`);
      commits.push(dots[2] === ".." ? a : (await mergeBases(r, (await r.peeled(a, "commit")).oid, (await r.peeled(b, "commit")).oid))[0] ?? fatal(`${word}: no merge base`), b);
      continue;
    }
    const oid = await resolve(r, word).catch((e) => { if (e instanceof GitEnd) throw e; return null; });
    if (oid && asked.after < 0 && lies) fatal(`ambiguous argument '${word}': both revision and filename\nUse '--' to separate paths from revisions, like this:\n'git <command> [<revision>...] -- [<file>...]'`);
    if (oid) { commits.push(oid); continue; }
    if (asked.after >= 0) await one(word);
    for (const p of own.slice(i)) { if (!(await r.disk.stat(placed(r.cwd, bytesIn(p)))) && !/^:|[*?[]/.test(p)) unknownRevision(p); paths.push(p); }
    break;
  }
  return { commits, spec: paths.length > 0 ? new Spec(r, paths.map(bytesIn)) : undefined };
}

// gitDiffIndex and gitDiffFiles are for scripts, which ask mostly whether anything is otherwise.
const gitDiffIndex = (r, words) => plumbing(r, "diff-index", words);
const gitDiffFiles = (r, words) => plumbing(r, "diff-files", words);

async function plumbing(r, command, words) {
  const asked = options(command, words, { ...diffKinds, cached: 0, "merge-base": 0, m: 0, "ignore-submodules": 2, q: 0 });
  if (asked.has("m", "merge-base")) lacking(`${command} -m or --merge-base`);
  const own = [...asked.operands], tree = command === "diff-index" ? await resolve(r, own[0] ?? wrong("diff-index wants a tree", 129)).then((o) => o && r.peeled(o, "tree")) : null;
  if (command === "diff-index" && !tree) unknownRevision(own[0]);
  const paths = own.slice(tree ? 1 : 0).map(bytesIn), how = { spec: paths.length > 0 ? new Spec(r, paths) : undefined, ...renamesAsked(r, asked), renames: asked.has("M", "find-renames") }, index = await readIndex(r);
  const pairs = shownPairs(!tree ? await workPairs(r, index, how) : asked.has("cached") ? await stagedPairs(r, index, await r.flat(tree.oid), how) : await againstWork(r, index, await r.flat(tree.oid), how), asked);
  if (!asked.has("abbrev")) asked.given["no-abbrev"] = true;
  const forms = formsOf(asked, "raw");
  if (!forms.raw) delete asked.given["no-abbrev"];
  if (!asked.has("quiet")) r.print(await told(r, pairs, forms, asked));
  return asked.has("quiet", "exit-code") && pairs.length > 0 ? 1 : 0;
}

async function gitDiffTree(r, words) {
  const asked = options("diff-tree", words, { ...diffKinds, ...prettyKinds, r: 0, t: 0, "no-commit-id": 0, root: 0, v: 0 }), own = asked.operands.slice(0, asked.after < 0 ? undefined : asked.after);
  if (asked.has("t", "v", "pretty", "format", "m", "c", "cc", "S", "G")) lacking("diff-tree with -t, -v, -m, -c, -S, -G or a format");
  const trees = [];
  let i = 0;
  for (; i < own.length && trees.length < 2; i++) { const oid = await resolve(r, own[i]); if (!oid) break; trees.push(oid); }
  if (trees.length === 0) own.length > 0 ? unknownRevision(own[0]) : wrong("diff-tree wants one or two trees", 129);
  const paths = [...own.slice(i), ...(asked.after < 0 ? [] : asked.operands.slice(asked.after))], spec = paths.length > 0 ? new Spec(r, paths.map(bytesIn)) : undefined, how = { spec, ...renamesAsked(r, asked), renames: asked.has("M", "find-renames") };
  const forms = formsOf(asked, "raw"), deep = asked.has("r") || Object.entries(forms).some(([n, is]) => is && !["raw", "names", "statuses"].includes(n)), list = async (oid) => { const t = (await r.peeled(oid, "tree")).oid; return deep ? r.flat(t) : new Map((await r.tree(t)).map((e) => [e.name, e])); };
  let pairs;
  if (!asked.has("abbrev")) asked.given["no-abbrev"] = true;
  if (trees.length === 2) pairs = await pairsOf(r, await list(trees[0]), await list(trees[1]), how);
  else {
    const c = await r.commit(trees[0]);
    if (c.parents.length > 1 || (c.parents.length === 0 && !asked.has("root"))) return 0;
    pairs = await pairsOf(r, c.parents.length ? await list(c.parents[0]) : new Map(), await list(c.oid), how);
    if (!asked.has("no-commit-id") && pairs.length > 0) r.print(`${c.oid}\n`);
  }
  if (!forms.raw && !asked.has("full-index")) delete asked.given["no-abbrev"];
  r.print(await told(r, shownPairs(pairs, asked), forms, asked));
  return 0;
}

async function gitRevList(r, words) {
  const asked = options("rev-list", words, { ...walkKinds, ...prettyKinds, abbrev: 2, count: 0, objects: 0, timestamp: 0, header: 0, "disk-usage": 0 });
  for (const name of [...absentPretty, "objects", "timestamp", "header", "disk-usage"]) if (asked.has(name)) lacking(`rev-list --${name}`);
  const range = await rangeOf(r, asked, { otherwise: null });
  if (range.from.length === 0) wrong("rev-list wants a commit", 129);
  const list = await new Walk(r, range, asked).list();
  if (asked.has("count")) { r.print(`${list.length}\n`); return 0; }
  const teller = new Teller(r, asked), pretty = asked.has("format", "pretty", "oneline");
  for (const c of list) {
    const name = asked.has("abbrev-commit") ? await short(r, c.oid) : c.oid;
    if (!pretty) r.print(`${name}${asked.has("parents") ? c.parents.map((p) => ` ${p}`).join("") : ""}\n`);
    else if (teller.user !== null) r.print(`commit ${name}\n${await teller.tell(c)}\n`);
    else r.print(`${await teller.tell(c)}\n`);
  }
  return 0;
}

async function gitShortlog(r, words) {
  const asked = options("shortlog", words, { ...walkKinds, n: 0, numbered: 0, s: 0, summary: 0, e: 0, email: 0, c: 0, committer: 0, w: 2, format: 1, group: 1, digits: false });
  if (asked.has("w", "format", "group")) lacking("shortlog -w, --format or --group");
  const own = { ...asked, given: { ...asked.given, n: undefined, committer: undefined }, has: (...names) => asked.has(...names.filter((n) => n !== "n" && n !== "committer")) };
  const list = await new Walk(r, await rangeOf(r, own), { ...own, list: asked.list.filter(([n]) => n !== "committer") }).list(), by = new Map();
  for (const c of list.reverse()) {
    const w = asked.has("c", "committer") ? c.committer : c.author, who = asked.has("e", "email") ? `${w.name} <${w.email}>` : w.name;
    by.set(who, [...(by.get(who) ?? []), subjectOf(c.message).subject]);
  }
  const rows = [...by].sort(([a], [b]) => byBytes(a, b));
  if (asked.has("n", "numbered")) rows.sort(([, a], [, b]) => b.length - a.length);
  for (const [who, subjects] of rows) r.print(asked.has("s", "summary") ? `${String(subjects.length).padStart(6)}\t${who}\n` : `${who} (${subjects.length}):\n${subjects.map((s) => `      ${s}\n`).join("")}\n`);
  return 0;
}

async function gitLsFiles(r, words) {
  const asked = options("ls-files", words, { c: 0, cached: 0, d: 0, deleted: 0, m: 0, modified: 0, o: 0, others: 0, i: 0, ignored: 0, s: 0, stage: 0, u: 0, unmerged: 0, z: 0, "exclude-standard": 0, "full-name": 0, "error-unmatch": 0, directory: 0, x: 1, exclude: 1, abbrev: 2, t: 0, v: 0, eol: 0, format: 1, "no-empty-directory": 0 });
  for (const name of ["x", "exclude", "t", "v", "eol", "format", "ignored", "i"]) if (asked.has(name)) lacking(`ls-files ${name.length === 1 ? "-" : "--"}${name}`);
  const index = await readIndex(r), words2 = asked.operands.map(bytesIn), spec = words2.length > 0 ? new Spec(r, words2) : r.prefix ? new Spec(r, ["."]) : undefined, end = asked.has("z") ? "\0" : "\n";
  const shown = (path) => { const text = asked.has("full-name") ? path : fromHere({ prefix: r.prefix, flag: () => true }, path); return asked.has("z") ? text : quotedPath(text, r); }, hit = new Set(), is = (path) => { const i = spec ? spec.which(path) : allPaths; if (i) hit.add(i); return i; };
  if (asked.has("o", "others")) {
    const loose = await untracked(r, index, { all: !asked.has("directory"), ignored: true, spec });
    const paths = asked.has("exclude-standard") ? loose.found : asked.has("directory") ? [...loose.found, ...loose.ignored] : await forced(r, index, spec);
    for (const path of paths.sort(byBytes)) if (is(path.replace(/\/$/, ""))) r.print(`${shown(path)}${end}`);
  }
  const stage = asked.has("s", "stage", "u", "unmerged");
  if (asked.has("c", "cached") || stage || !asked.has("o", "others", "d", "deleted", "m", "modified")) {
    for (const e of index.all()) {
      if (asked.has("u", "unmerged") && e.stage === 0 || !is(e.path)) continue;
      r.print(stage ? `${e.mode} ${asked.has("abbrev") ? await short(r, e.oid) : e.oid} ${e.stage}\t${shown(e.path)}${end}` : `${shown(e.path)}${end}`);
    }
  }
  if (asked.has("d", "deleted", "m", "modified")) {
    for (const e of index.all()) {
      if (!is(e.path)) continue;
      const f = await there(r, e.path, index);
      if (asked.has("d", "deleted") && !f) r.print(`${shown(e.path)}${end}`);
      if (asked.has("m", "modified") && (!f || e.stage > 0 || f.mode !== e.mode || oidOf(r, f) !== e.oid)) r.print(`${shown(e.path)}${end}`);
    }
  }
  if (asked.has("error-unmatch") && spec) {
    const bad = spec.items.filter((i) => !i.not && !hit.has(i) && ![...index.paths()].some(i.test));
    if (bad.length > 0) throw new GitEnd(1, bad.map((i) => `error: pathspec '${textIn(i.word)}' did not match any file(s) known to git\n`).join("") + "Did you forget to 'git add'?\n");
  }
  return 0;
}

async function gitLsTree(r, words) {
  const asked = options("ls-tree", words, { r: 0, d: 0, t: 0, l: 0, long: 0, z: 0, "name-only": 0, "name-status": 0, "object-only": 0, "full-name": 0, "full-tree": 0, abbrev: 2, format: 1 });
  if (asked.has("t", "format", "full-tree")) lacking("ls-tree -t, --format or --full-tree");
  const [name, ...paths] = asked.operands, oid = name === undefined ? wrong("ls-tree wants a tree", 129) : await resolve(r, name);
  const tree = oid ? await r.peeled(oid, "tree") : fatal(`Not a valid object name ${name}`), end = asked.has("z") ? "\0" : "\n", wanted = paths.map((p) => placed(`/${r.prefix}`, bytesIn(p)).slice(1) + (p.endsWith("/") ? "/" : ""));
  if (!tree) fatal("not a tree object");
  const shown = (p) => { const text = asked.has("full-name") ? p : fromHere({ prefix: r.prefix, flag: () => true }, p); return asked.has("z") ? text : quotedPath(text, r); };
  const walk = async (at, t, depth) => {
    if (depth > 256) fatal(`tree ${t} is corrupt: its folders go deeper than 256`);
    for (const e of await r.tree(t)) {
      const path = at + e.name, folder = e.mode === "040000", into = wanted.some((w) => w.startsWith(`${path}/`)), all = wanted.length === 0 ? path.startsWith(r.prefix) || r.prefix.startsWith(`${path}/`) : wanted.some((w) => path === w || path.startsWith(w.endsWith("/") ? w : `${w}/`));
      if (!all && !into) continue;
      if (folder && (into || asked.has("r") || (wanted.length === 0 && r.prefix.startsWith(`${path}/`))) && !(asked.has("d") && !into)) { await walk(`${path}/`, e.oid, depth + 1); continue; }
      if (!all || (asked.has("d") && !folder)) continue;
      const type = folder ? "tree" : e.mode === "160000" ? "commit" : "blob", cut = asked.has("abbrev") ? await short(r, e.oid, Number(asked.given.abbrev) || undefined) : e.oid;
      const size = asked.has("l", "long") ? ` ${(type === "blob" ? String((await r.blob(e.oid)).length) : "-").padStart(7)}` : "";
      r.print((asked.has("name-only", "name-status") ? shown(path) : asked.has("object-only") ? cut : `${e.mode} ${type} ${cut}${size}\t${shown(path)}`) + end);
    }
  };
  await walk("", tree.oid, 0);
  return 0;
}

async function gitCatFile(r, words) {
  const asked = options("cat-file", words, { t: 0, s: 0, e: 0, p: 0, batch: 2, "batch-check": 2 });
  if (asked.has("batch", "batch-check")) return catBatch(r, asked);
  const kind = asked.has("t", "s", "e", "p") ? undefined : asked.operands.shift(), name = asked.operands[0];
  if (name === undefined) wrong("cat-file wants an object", 129);
  const oid = await resolve(r, name), o = oid && await r.object(oid);
  if (asked.has("e")) { if (!oid) fatal(`Not a valid object name ${name}`); return o ? 0 : 1; }
  if (!o) fatal(asked.has("t", "s") && oid ? "git cat-file: could not get object info" : `Not a valid object name ${name}`);
  if (asked.has("t")) r.print(`${o.type}\n`);
  else if (asked.has("s")) r.print(`${o.data.length}\n`);
  else if (asked.has("p") && o.type === "tree") r.print((await r.tree(oid)).map((e) => `${e.mode} ${e.mode === "040000" ? "tree" : e.mode === "160000" ? "commit" : "blob"} ${e.oid}\t${quotedPath(e.name, r)}\n`).join(""));
  else if (asked.has("p")) r.print(o.data);
  else {
    const found = await r.peeled(oid, kind);
    if (!found) fatal(`git cat-file ${name}: bad file`);
    r.print(found.data);
  }
  return 0;
}

async function catBatch(r, asked) {
  const format = asked.given.batch ?? asked.given["batch-check"], shape = format === true ? "%(objectname) %(objecttype) %(objectsize)" : format;
  for (const line of r.stdin.split("\n").slice(0, r.stdin.endsWith("\n") ? -1 : undefined)) {
    const oid = await resolve(r, line).catch(() => null), o = oid && await r.object(oid);
    if (!o) { r.print(`${line} missing\n`); continue; }
    r.print(`${shape.replace(/%\((\w+)\)/g, (all, key) => ({ objectname: oid, objecttype: o.type, objectsize: o.data.length, rest: "" })[key] ?? lacking(`cat-file ${all}`))}\n${asked.has("batch") ? `${o.data}\n` : ""}`);
  }
  return 0;
}

async function gitDescribe(r, words) {
  const asked = options("describe", words, { tags: 0, all: 0, abbrev: 1, long: 0, always: 0, dirty: 2, "exact-match": 0, match: 1, exclude: 1, candidates: 1, "first-parent": 0, contains: 0, broken: 2 });
  for (const name of ["contains", "candidates", "broken", "all"]) if (asked.has(name)) lacking(`describe --${name}`);
  const name = asked.operands[0] ?? "HEAD", tags = new Map();
  if (!asked.has("always") && (await listRefs(r, "refs/tags/")).length === 0) fatal("No names found, cannot describe anything.");
  const oid = await commitOf(r, name, () => fatal(`Not a valid object name ${name}`));
  for (const [ref, o] of await listRefs(r, "refs/tags/")) {
    const object = await r.object(o), c = await r.peeled(o, "commit"), annotated = object?.type === "tag", text = shortRef(ref);
    if (!c || (!annotated && !asked.has("tags")) || (asked.has("match") && !wild(asked.given.match, false).test(text)) || (asked.has("exclude") && wild(asked.given.exclude, false).test(text))) continue;
    const time = annotated ? identity(/^tagger (.*)$/m.exec(object.data)?.[1]).time : 0, had = tags.get(c.oid);
    if (!had || (annotated && (!had.annotated || had.time < time))) tags.set(c.oid, { text, annotated, time });
  }
  const dirty = asked.has("dirty") && ((await workPairs(r, await readIndex(r), { renames: false })).length > 0 || (await stagedPairs(r, await readIndex(r), await headFiles(r), { renames: false })).length > 0) ? (asked.given.dirty === true ? "-dirty" : asked.given.dirty) : "";
  const cut = async () => short(r, oid, asked.has("abbrev") && asked.given.abbrev !== "0" ? Number(asked.given.abbrev) : undefined), exact = tags.get(oid);
  if (exact) { r.print(`${exact.text}${asked.has("long") ? `-0-g${await cut()}` : ""}${dirty}\n`); return 0; }
  const fail = async (why) => { if (!asked.has("always")) fatal(why); r.print(`${await cut()}${dirty}\n`); return 0; };
  if (asked.has("exact-match")) return fail(`no tag exactly matches '${oid}'`);
  if (tags.size === 0) return fail((await listRefs(r, "refs/tags/")).length > 0 && !asked.has("tags") ? `No annotated tags can describe '${oid}'.\nHowever, there were unannotated tags: try --tags.` : `No names found, cannot describe anything.`);
  const list = await new Walk(r, { from: [oid], not: [], spec: null }, asked).list(), near = [];
  for (const c of list) if (tags.has(c.oid) && near.length < 10) near.push({ c, tag: tags.get(c.oid) });
  if (near.length === 0) return fail(`No tags can describe '${oid}'.\nTry --always, or create some tags.`);
  for (const n of near) { const of = await ancestors(r, [n.c.oid]); n.depth = list.filter((c) => !of.has(c.oid)).length; }
  near.sort((a, b) => a.depth - b.depth);
  r.print(`${near[0].tag.text}${asked.given.abbrev === "0" ? "" : `-${near[0].depth}-g${await cut()}`}${dirty}\n`);
  return 0;
}

async function gitBlame(r, words) {
  const asked = options("blame", words, { L: 1, s: 0, e: 0, "show-email": 0, l: 0, porcelain: 0, p: 0, "line-porcelain": 0, w: 0, date: 1, f: 0, n: 0, root: 0, M: 2, C: 2 });
  for (const name of ["porcelain", "p", "line-porcelain", "w", "f", "n", "M", "C"]) if (asked.has(name)) lacking(`blame ${name.length === 1 ? "-" : "--"}${name}`);
  const rest = [...asked.operands], word = rest.pop(), path = word === undefined ? wrong("blame wants a file", 129) : specItem(r, bytesIn(word)).path, from = rest[0] !== undefined ? await commitOf(r, rest[0]) : null, start = from ?? (await head(r)).oid ?? fatal("no such ref: HEAD");
  const at = async (oid) => { const f = await inTree(r, (await r.commit(oid)).tree, path); return f ? linesOf(await r.blob(f)) : null; };
  const committed = await at(start);
  if (!committed) fatal(`no such path '${path}' in ${rest[0] ?? "HEAD"}`);
  const lines = from ? committed : linesOf((await r.disk.read(r.at(path))) ?? fatal(`cannot open '${path}'`)), owner = lines.map(() => null);
  let open = lines.map((_, i) => [i, i]); // [line here, line there]
  const passed = (a, b, list) => { const hunks = textHunks(a, b), kept = [], mine = []; for (const [i, j] of list) { let shift = 0, own = false; for (const [al, ah, bl, bh] of hunks) { if (j >= bh) shift = ah - bh; else if (j >= bl) own = true; } own ? mine.push([i, j]) : kept.push([i, j + shift]); } return [kept, mine]; };
  if (!from) open = passed(committed, lines, open)[0];
  for (const work = [[start, committed, open]]; work.length > 0;) {
    let [oid, text, list] = work.shift();
    for (const p of (await r.commit(oid)).parents) {
      const before = await at(p);
      if (!before) continue;
      const [kept, mine] = passed(before, text, list);
      if (kept.length > 0) work.push([p, before, kept]);
      list = mine;
    }
    for (const [i] of list) owner[i] = oid;
  }
  const [first, last] = asked.has("L") ? await linesAsked(asked.given.L, lines.length, path) : [1, lines.length], width = String(last).length, rows = [], commits = new Map();
  for (const oid of new Set(owner.filter(Boolean))) commits.set(oid, await r.commit(oid));
  for (let i = first - 1; i < last; i++) {
    const c = commits.get(owner[i]), who = c ? (asked.has("e", "show-email") ? `<${c.author.email}>` : c.author.name) : asked.has("e", "show-email") ? "<not.committed.yet>" : "Not Committed Yet", when = c ? c.author : { time: nowOf(), zone: "+0000" };
    const bound = c && c.parents.length === 0 && !asked.has("root"), n = asked.has("l") ? 40 : 8, name = (bound ? "^" : "") + (owner[i] ?? noObject).slice(0, bound ? n - (asked.has("l") ? 1 : 1) : n);
    rows.push({ name, who, date: dateText(when, asked.given.date ?? "iso", nowOf()), line: lines[i], n: i + 1 });
  }
  const most = Math.max(0, ...rows.map((w) => textIn(w.who).length));
  for (const w of rows) r.print(`${w.name}${asked.has("s") ? ` ${String(w.n).padStart(width)}` : ` (${w.who}${" ".repeat(most - textIn(w.who).length)} ${w.date} ${String(w.n).padStart(width)}`}) ${w.line.endsWith("\n") ? w.line : `${w.line}\n`}`);
  return 0;
}

async function linesAsked(said, count, path) {
  const m = /^(\d+)?(?:,(\+?\d+|-\d+)?)?$/.exec(said);
  if (!m) lacking(`blame -L ${said}`);
  const first = Number(m[1] ?? 1), last = m[2] === undefined ? count : m[2][0] === "+" ? first + Number(m[2]) - 1 : m[2][0] === "-" ? first : Number(m[2]);
  if (first > count) fatal(`file ${path} has only ${count} line${count === 1 ? "" : "s"}`);
  return [first, Math.min(last, count)];
}

async function gitGrep(r, words) {
  const asked = options("grep", words, { n: 0, "line-number": 0, i: 0, "ignore-case": 0, l: 0, "files-with-matches": 0, "name-only": 0, c: 0, count: 0, E: 0, "extended-regexp": 0, F: 0, "fixed-strings": 0, G: 0, q: 0, quiet: 0, e: 1, h: 0, H: 0, cached: 0, L: 0, "files-without-match": 0, v: 0, "invert-match": 0, I: 0 });
  const patterns = asked.list.filter(([n]) => n === "e").map(([, p]) => p), before = asked.after < 0 ? asked.operands : asked.operands.slice(0, asked.after), paths = asked.after < 0 ? [] : asked.operands.slice(asked.after);
  if (patterns.length === 0) patterns.push(before.shift() ?? paths.shift() ?? fatal("no pattern given"));
  const revs = [];
  while (before.length > 0 && await resolve(r, before[0])) revs.push(before.shift());
  const spec = [...before, ...paths].length > 0 ? new Spec(r, [...before, ...paths].map(bytesIn)) : r.prefix ? new Spec(r, ["."]) : null, index = await readIndex(r);
  const tests = patterns.map((p) => regexOf(bytesIn(p), { fixed: asked.has("F", "fixed-strings"), extended: asked.has("E", "extended-regexp"), fold: asked.has("i", "ignore-case") ? "i" : "" })), not = asked.has("v", "invert-match");
  let found = false;
  for (const rev of revs.length > 0 ? revs : [null]) {
    const files = rev ? await r.flat((await r.peeled(await resolve(r, rev), "tree")).oid) : index.files();
    for (const [path, e] of files) {
      if ((spec && !spec.has(path)) || e.mode === "160000") continue;
      const f = rev || asked.has("cached") ? null : await there(r, path, index), text = rev || asked.has("cached") ? await r.blob(e.oid) : f && latin1(f.bytes);
      if (text === null) continue;
      const name = `${rev ? `${bytesIn(rev)}:` : ""}${quotedPath(fromHere({ prefix: r.prefix, flag: () => true }, path), r)}`, hits = [];
      linesOf(text).forEach((l, i) => { const line = l.replace(/\n$/, ""); if (tests.some((t) => t.test(line)) !== not) hits.push([i + 1, line]); });
      if (asked.has("L", "files-without-match")) { if (hits.length === 0) { r.print(`${name}\n`); found = true; } continue; }
      if (hits.length === 0) continue;
      found = true;
      if (asked.has("q", "quiet")) return 0;
      if (asked.has("l", "files-with-matches", "name-only")) r.print(`${name}\n`);
      else if (asked.has("c", "count")) r.print(`${asked.has("h") ? "" : `${name}:`}${hits.length}\n`);
      else if (isBinaryData(text)) { if (!asked.has("I")) r.print(`Binary file ${name} matches\n`); } else for (const [n, line] of hits) r.print(`${asked.has("h") ? "" : `${name}:`}${asked.has("n", "line-number") ? `${n}:` : ""}${line}\n`);
    }
  }
  return found ? 0 : 1;
}

async function gitReflog(r, words) {
  const [first, ...rest] = words[0] === "show" ? words.slice(1) : words;
  if (["expire", "delete", "exists"].includes(first)) lacking(`reflog ${first}`);
  const asked = options("reflog", [first, ...rest].filter((w) => w !== undefined), { n: 1, digits: true, "max-count": 1 }), name = asked.operands[0] ?? "HEAD", ref = (await dwim(r, name))?.full ?? (asked.operands.length > 0 ? unknownRevision(name) : fatal(`your current branch '${shortRef((await head(r)).ref)}' does not have any commits yet`)), most = Number(asked.given.n ?? asked.given["max-count"] ?? Infinity);
  for (const [i, e] of (await reflog(r, ref)).slice(0, most).entries()) r.print(`${await short(r, e.oid)} ${ref.startsWith("refs/remotes/") ? ref : name}@{${i}}: ${e.why}\n`);
  return 0;
}

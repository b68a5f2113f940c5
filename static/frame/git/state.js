// git status, and the three states of a file that others ask for too.
"use strict";

// headFiles is what the last commit holds.
async function headFiles(r) {
  const h = await head(r);
  return h.oid ? r.flat((await r.commit(h.oid)).tree) : new Map();
}

// workFiles is what lies where the index has a file: path → { mode, oid, bytes }, those that are gone not.
async function workFiles(r, index, spec) {
  const found = new Map();
  for (const path of index.paths()) {
    if (spec && !spec.has(path)) continue;
    const e = index.get(path);
    if (e?.mode === "160000" || e?.skip) { found.set(path, e); continue; }
    const f = await there(r, path, index);
    if (f) found.set(path, { mode: f.mode, oid: oidOf(r, f), bytes: f.bytes, unknown: true });
  }
  return found;
}

// workPairs is what differs between the index and the work tree.
async function workPairs(r, index, options = {}) {
  const before = new Map(index.all().filter((e) => e.stage === 0).map((e) => [e.path, e])), after = await workFiles(r, index, options.spec), unmerged = index.unmerged().filter((p) => !options.spec || options.spec.has(p));
  for (const path of unmerged) after.delete(path);
  for (const [path, e] of before) if (e.intent) before.delete(path);
  const pairs = await pairsOf(r, before, after, options);
  return [...pairs, ...unmerged.map((path) => ({ status: "U", path, from: path, a: { path, mode: "000000", oid: noObject }, b: undefined }))].sort((p, q) => byBytes(p.path, q.path));
}

// untracked are the files that the index has not: those of folders without any that it has as the folder, unless all
// are asked for; and those that are ignored.
async function untracked(r, index, { all = false, ignored = false, spec } = {}) {
  const ignore = new Ignore(r), tracked = new Set(index.paths()), folders = new Set(), found = [], passed = [];
  for (const path of tracked) for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) folders.add(path.slice(0, at));
  const walk = async (folder, whole, out) => {
    for (const name of await r.disk.list(r.at(folder === "" ? "" : folder.slice(0, -1)).replace(/(.)\/$/, "$1"))) {
      const path = folder + name;
      if (name === ".git") continue;
      const s = await r.disk.stat(r.at(path));
      if (!s) continue;
      if (s.isDirectory) {
        if (tracked.has(path) && index.get(path)?.mode === "160000") continue;
        if (spec && !spec.may(path)) continue;
        if (tracked.has(path) && !all) continue; // the file is gone, and that is told
        const inner = whole || !folders.has(path);
        if (await ignore.rule(path, true).then((rule) => rule && !rule.not)) {
          if (folders.has(path)) await walk(`${path}/`, false, { found: [], passed: out.passed, ignored: true });
          else if (ignored && await holds(r, path)) out.passed.push(`${path}/`);
          continue;
        }
        if (await r.disk.stat(r.at(`${path}/.git/HEAD`))) { out.found.push(`${path}/`); continue; }
        const below = { found: [], passed: [] };
        await walk(`${path}/`, inner, out.ignored ? { ...below, ignored: true } : below);
        if (!inner || all) out.found.push(...below.found);
        else if (below.found.length > 0) out.found.push(spec && !spec.has(path) && spec.items.some((i) => !i.not && i.path.startsWith(`${path}/`)) ? below.found : `${path}/`);
        out.found = out.found.flat();
        out.passed.push(...(inner && !all && below.found.length === 0 && below.passed.length > 0 ? [`${path}/`] : below.passed));
      } else if (!tracked.has(path) && (!spec || spec.has(path))) {
        const rule = out.ignored ? { not: false } : await ignore.rule(path, false);
        if (rule && !rule.not) out.passed.push(path);
        else out.found.push(path);
      }
    }
  };
  const out = { found, passed };
  await walk("", false, out);
  return { found: out.found.sort(byBytes), ignored: ignored ? out.passed.sort(byBytes) : [] };
}

async function holds(r, folder) {
  for (const name of await r.disk.list(r.at(folder))) {
    const s = await r.disk.stat(r.at(`${folder}/${name}`));
    if (s && (!s.isDirectory || await holds(r, `${folder}/${name}`))) return true;
  }
  return false;
}

const unmergedKinds = { 1: ["DD", "both deleted:"], 2: ["AU", "added by us:"], 3: ["UD", "deleted by them:"], 4: ["UA", "added by them:"], 5: ["DU", "deleted by us:"], 6: ["AA", "both added:"], 7: ["UU", "both modified:"] };
const unmergedOf = (index, path) => unmergedKinds[[1, 2, 3].reduce((n, stage) => n | (index.get(path, stage) ? 1 << (stage - 1) : 0), 0)];

const statusKinds = { s: 0, short: 0, long: 0, b: 0, branch: 0, porcelain: 2, z: 0, u: 2, "untracked-files": 2, ignored: 2, "no-renames": 0, renames: 0, M: 2, "find-renames": 2, "no-column": 0, "ahead-behind": 0, "no-ahead-behind": 0, v: 0, verbose: 0, "show-stash": 0, "ignore-submodules": 2 };

async function gitStatus(r, words) {
  const asked = options("status", words, statusKinds);
  if (asked.has("v", "verbose")) lacking("status -v");
  if (!["none", "", true, "1", "v1", undefined].includes(asked.given.porcelain)) lacking(`status --porcelain=${asked.given.porcelain}`);
  const state = await stateOf(r, asked.operands, asked);
  const short = !asked.has("long") && (asked.has("s", "short", "porcelain", "z") || r.flag("status.short", false));
  if (short) r.print(await shortStatus(r, state, asked));
  else r.print(await longStatus(r, state));
  return 0;
}

async function stateOf(r, words = [], asked = plainAsked) {
  const index = await readIndex(r), spec = words.length > 0 ? new Spec(r, words.map(bytesIn)) : undefined, h = await head(r);
  const said = asked.given.u ?? asked.given["untracked-files"] ?? r.config("status.showuntrackedfiles") ?? "normal", mode = said === true || said === "true" ? "all" : said === "false" ? "no" : said;
  if (!["all", "no", "normal"].includes(mode)) fatal(`Invalid untracked files mode '${mode}'`);
  const how = { spec, ...renamesAsked(r, asked) }, before = await headFiles(r), unmerged = new Set(index.unmerged());
  const staged = (await pairsOf(r, before, index.files(), how)).filter((p) => !unmerged.has(p.path));
  const work = (await workPairs(r, index, how)).filter((p) => p.status !== "U");
  const ignored = asked.has("ignored") && asked.given.ignored !== "no";
  const loose = mode === "no" ? { found: [], ignored: [] } : await untracked(r, index, { all: mode === "all", ignored, spec });
  return { index, head: h, staged, work, unmerged: [...unmerged].filter((p) => !spec || spec.has(p)), untracked: loose.found, ignored: loose.ignored, mode };
}

// fromHere is a path as a person in this folder writes it.
function fromHere(r, path) {
  if (r.prefix === "" || !r.flag("status.relativepaths", true)) return path;
  const here = r.prefix.slice(0, -1).split("/"), to = path.split("/");
  let same = 0;
  while (same < here.length && same < to.length - 1 && here[same] === to[same]) same++;
  const text = [...here.slice(same).map(() => ".."), ...to.slice(same)].join("/");
  return text === "" ? "./" : text;
}

// branchMark is what stands behind a branch's name in short: ...origin/main [ahead 1].
async function branchMark(r, h) {
  const f = await followed(r, h.ref, h.oid);
  return f ? `...${f.name}${followedMark(f) ? ` [${followedMark(f)}]` : ""}` : "";
}

async function shortStatus(r, s, asked) {
  const z = asked.has("z"), end = z ? "\0" : "\n", porcelain = asked.has("porcelain", "z"), out = [];
  const name = (path) => { const text = z ? path : quotedPath(porcelain ? path : fromHere(r, path), r); return !z && text.includes(" ") && text[0] !== '"' ? `"${text}"` : text; };
  if (asked.has("b", "branch") || (!porcelain && r.flag("status.branch", false))) out.push(`## ${s.head.oid === null ? "No commits yet on " : ""}${s.head.ref === "HEAD" ? "HEAD (no branch)" : shortRef(s.head.ref)}${await branchMark(r, s.head)}${end}`);
  const rows = new Map();
  for (const p of s.staged) rows.set(p.path, { x: p.status, y: " ", from: p.status === "R" ? p.from : undefined });
  for (const p of s.work) rows.set(p.path, { x: " ", ...rows.get(p.path), y: p.status });
  for (const path of s.unmerged) rows.set(path, { x: unmergedOf(s.index, path)[0][0], y: unmergedOf(s.index, path)[0][1] });
  for (const [path, row] of [...rows].sort(([a], [b]) => byBytes(a, b))) out.push(`${row.x}${row.y} ${row.from === undefined ? name(path) : z ? `${path}\0${row.from}` : `${name(row.from)} -> ${name(path)}`}${end}`);
  for (const [sign, paths] of [["??", s.untracked], ["!!", s.ignored]]) for (const path of paths) out.push(`${sign} ${name(path)}${end}`);
  return out.join("");
}

const statusWords = { A: "new file:", M: "modified:", D: "deleted:", R: "renamed:", T: "typechange:" };

// longStatus is what a person reads; of a commit that has nothing to hold too.
async function longStatus(r, s, { amend = false, committing = false } = {}) {
  const out = [], hints = r.flag("advice.statushints", true), hint = (text) => { if (hints) out.push(`  (${text})\n`); }, initial = s.head.oid === null, shown = (path) => quotedPath(fromHere(r, path), r);
  out.push(s.head.ref === "HEAD" ? `${await detachedAt(r) ?? "Not currently on any branch."}\n` : `On branch ${shortRef(s.head.ref)}\n`);
  const follows = await followedText(r, s.head.ref, s.head.oid);
  if (follows !== "") out.push(`${follows}\n`);
  const merging = await r.disk.stat(`${r.dir}/MERGE_HEAD`);
  if (merging) {
    out.push(s.unmerged.length > 0 ? 'You have unmerged paths.\n' : "All conflicts fixed but you are still merging.\n");
    if (s.unmerged.length > 0) { hint('fix conflicts and run "git commit"'); hint('use "git merge --abort" to abort the merge'); } else hint('use "git commit" to conclude merge');
    out.push("\n");
  }
  if (initial) out.push(committing ? "\nInitial commit\n\n" : "\nNo commits yet\n\n");
  if (s.staged.length > 0) {
    out.push("Changes to be committed:\n");
    hint(initial ? 'use "git rm --cached <file>..." to unstage' : 'use "git restore --staged <file>..." to unstage');
    for (const p of s.staged) out.push(`\t${statusWords[p.status].padEnd(12)}${p.status === "R" ? `${shown(p.from)} -> ${shown(p.path)}` : shown(p.path)}\n`);
    out.push("\n");
  }
  if (s.unmerged.length > 0) {
    out.push("Unmerged paths:\n");
    if (!merging) hint(initial ? 'use "git rm --cached <file>..." to unstage' : 'use "git restore --staged <file>..." to unstage');
    hint(s.unmerged.some((p) => unmergedOf(s.index, p)[0].includes("D")) ? 'use "git add/rm <file>..." as appropriate to mark resolution' : 'use "git add <file>..." to mark resolution');
    for (const path of s.unmerged) out.push(`\t${unmergedOf(s.index, path)[1].padEnd(17)}${shown(path)}\n`);
    out.push("\n");
  }
  if (s.work.length > 0) {
    out.push("Changes not staged for commit:\n");
    hint(s.work.some((p) => p.status === "D") ? 'use "git add/rm <file>..." to update what will be committed' : 'use "git add <file>..." to update what will be committed');
    hint('use "git restore <file>..." to discard changes in working directory');
    for (const p of s.work) out.push(`\t${statusWords[p.status].padEnd(12)}${p.status === "R" ? `${shown(p.from)} -> ${shown(p.path)}` : shown(p.path)}\n`);
    out.push("\n");
  }
  for (const [title, verb, paths] of [["Untracked files", 'use "git add <file>..." to include in what will be committed', s.untracked], ["Ignored files", 'use "git add -f <file>..." to include in what will be committed', s.ignored]]) {
    if (paths.length === 0) continue;
    out.push(`${title}:\n`);
    hint(verb);
    for (const path of paths) out.push(`\t${shown(path)}\n`);
    out.push("\n");
  }
  if (s.mode === "no" && s.staged.length > 0) out.push(`Untracked files not listed${hints ? " (use -u option to show untracked files)" : ""}\n`);
  if (s.staged.length > 0) return out.join("");
  const more = (text, way) => `${text}${hints ? ` (${way})` : ""}\n`;
  if (amend) out.push("No changes\n");
  else if (s.work.length > 0 || s.unmerged.length > 0) out.push(hints ? 'no changes added to commit (use "git add" and/or "git commit -a")\n' : "no changes added to commit\n");
  else if (s.untracked.length > 0) out.push(more("nothing added to commit but untracked files present", 'use "git add" to track'));
  else if (initial) out.push(more("nothing to commit", 'create/copy files and use "git add" to track'));
  else if (s.mode === "no") out.push(more("nothing to commit", "use -u to show untracked files"));
  else out.push("nothing to commit, working tree clean\n");
  return out.join("");
}

// detachedAt is what was checked out, and whether it is there still.
async function detachedAt(r) {
  const h = await head(r), move = (await reflog(r, "HEAD")).find((e) => /^checkout: moving from .* to /.test(e.why));
  if (!move) return null;
  const name = move.why.replace(/^checkout: moving from .* to /, ""), ref = await dwim(r, name), label = /^[0-9a-f]{7,40}$/.test(name) && !ref ? await short(r, move.oid) : ref && /^refs\/(tags|heads|remotes)\//.test(ref.full) ? shortRef(ref.full) : await short(r, move.oid);
  return `HEAD detached ${move.oid === h.oid ? "at" : "from"} ${label}`;
}

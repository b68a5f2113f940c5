// git fetch, pull and clone.
"use strict";

const fetchKinds = { a: 0, append: 0, all: 0, t: 0, tags: 0, n: 0, "no-tags": 0, p: 0, prune: 0, "no-prune": 0, depth: 1, unshallow: 0, deepen: 1, f: 0, force: 0, q: 0, quiet: 0, v: 0, verbose: 0, progress: 0, "no-progress": 0, "no-auto-gc": 0, "no-auto-maintenance": 0, j: 1, jobs: 1, "no-recurse-submodules": 0, "recurse-submodules": 2, "update-head-ok": 0, u: 0, k: 0, keep: 0, 4: 0, 6: 0, ipv4: 0, ipv6: 0, "dry-run": 0, "prune-tags": 0, P: 0, multiple: 0, "set-upstream": 0, "shallow-since": 1, "shallow-exclude": 1, filter: 1, atomic: 0, "show-forced-updates": 0, "no-show-forced-updates": 0 };
const absentFetch = ["append", "a", "deepen", "dry-run", "prune-tags", "P", "multiple", "set-upstream", "shallow-since", "shallow-exclude", "atomic"];

async function gitFetch(r, words) {
  const asked = options("fetch", words, fetchKinds);
  for (const name of absentFetch) if (asked.has(name)) lacking(`fetch ${name.length === 1 ? "-" : "--"}${name}`);
  noSubmodules(asked, "fetch");
  const [word, ...specs] = asked.operands.map(bytesIn);
  if (!asked.has("all")) return fetchFrom(r, remoteOf(r, word ?? await usualRemote(r)), specs, asked, ["fetch", ...words].join(" "));
  let code = 0;
  for (const name of remotesOf(r)) {
    if (!asked.has("q", "quiet")) r.print(`Fetching ${name}\n`);
    code = Math.max(code, await fetchFrom(r, remoteOf(r, name), specs, asked, ["fetch", ...words].join(" ")));
  }
  return code;
}

function noSubmodules(asked, command) {
  const said = asked.given["recurse-submodules"];
  if (said !== undefined && said !== "no" && said !== "on-demand") lacking(`${command} --recurse-submodules: no other repository is ever asked because one names it`);
}

// fetchFrom brings what refspecs name, has the refs here follow, and tells so. action is what the logs say.
async function fetchFrom(r, remote, specs, asked, action) {
  const depth = asked.has("unshallow") ? 0x7fffffff : depthAsked(asked.given.depth);
  if (asked.has("unshallow") && r.shallow.size === 0) fatal("--unshallow on a complete repository does not make sense");
  const far = await new Far(r, remote.url).hello("git-upload-pack"), moves = await fetchMoves(r, far, remote, specs, asked), noTags = asked.has("n", "no-tags");
  const missing = [];
  for (const m of moves) if (!(await r.object(m.oid)) || depth) missing.push(m.oid);
  await far.fetched(missing, { depth, haves: await havesOf(r), tags: !noTags });
  if (!noTags && moves.some((m) => m.to && !m.to.startsWith("refs/tags/"))) moves.push(...await followedTags(r, far, moves));
  if (specs.length > 0) moves.push(...besides(remote, moves));
  const pruned = asked.has("p", "prune") || (r.flag("fetch.prune", false) && !asked.has("no-prune")) ? await pruneMoves(r, far, remote, specs) : [];
  return takeMoves(r, far, [...pruned, ...moves.filter((m) => m.merge), ...moves.filter((m) => !m.merge)], { force: asked.has("f", "force"), quiet: asked.has("q", "quiet"), loud: asked.has("v", "verbose"), action });
}

function depthAsked(said) {
  if (said !== undefined && !/^[1-9]\d{0,8}$/.test(said)) fatal(`depth ${said} is not a positive number`);
  return said && Number(said);
}

// havesOf are commits that are here, the newest of each branch first.
async function havesOf(r) {
  const seen = new Set(), tips = [...new Set((await listRefs(r, "refs/")).map(([, oid]) => oid))], list = [];
  for (const tip of tips) { const c = await r.peeled(tip, "commit"); if (c) list.push(c.oid); }
  for (let i = 0; i < list.length && seen.size < 512; i++) {
    if (seen.has(list[i])) continue;
    seen.add(list[i]);
    list.push(...(await r.commit(list[i])).parents);
  }
  return [...seen];
}

// fetchMoves are what is asked for: { from, oid, to, force, merge }, each with what is to follow it here.
async function fetchMoves(r, far, remote, specs, asked) {
  const moves = [], usual = remote.specs.map(specOf), h = await head(r).catch(() => null), follows = h && upstreamOf(r, h.ref), mine = follows && remote.name !== undefined && follows.remote === remote.name ? follows.merge : undefined;
  const put = (f, to, force, merge) => { if (!moves.some((m) => m.from === f.name && m.to === to)) moves.push({ from: f.name, oid: f.oid, to, force, merge }); };
  if (specs.length === 0 && usual.length === 0 && !asked.has("t", "tags")) put(far.refs.find((f) => f.name === "HEAD") ?? noFarRef("HEAD"), undefined, false, true);
  if (specs.length === 0) {
    for (const s of usual) for (const f of far.refs) { const to = through(s, f.name); if (to) put(f, to, s.force, mine === undefined ? !s.wild && f === far.refs.find((g) => through(s, g.name)) : f.name === mine); }
    if (mine !== undefined && !moves.some((m) => m.merge)) { const f = far.refs.find((g) => g.name === mine); if (f) put(f, undefined, false, true); }
  }
  for (const s of specs.map(specOf)) {
    const hits = s.wild ? far.refs.filter((f) => through(s, f.name) !== undefined || (s.to === undefined && through({ ...s, to: s.from }, f.name))) : [farRef(far, s.from || "HEAD")];
    for (const f of hits) put(f, s.to === undefined || s.to === "" ? undefined : s.wild ? through(s, f.name) : fullRef(s.to, f.name), s.force, !s.wild);
  }
  if (asked.has("t", "tags")) for (const f of far.refs) if (f.name.startsWith("refs/tags/")) put(f, f.name, false, false);
  for (const m of moves) {
    if (m.to !== undefined && (!goodRef(m.to) || !m.to.startsWith("refs/"))) fatal(`'${textIn(m.to)}' is not a valid name of a ref`);
    if (m.to && h?.ref === m.to && h.oid !== m.oid && h.oid !== null) fatal(`refusing to fetch into branch '${textIn(m.to)}' checked out at '${textIn(r.top)}'`);
  }
  return moves;
}

// besides are the names here of what was asked for in another way.
const besides = (remote, moves) => moves.filter((m) => !m.follows).map((m) => ({ ...m, to: trackedBy(remote, m.from), force: true, merge: false, beside: true })).filter((m) => m.to && !moves.some((o) => o.to === m.to));

const noFarRef = (name) => fatal(`couldn't find remote ref ${textIn(name)}`);

// farRef is what a person's word names at the server.
function farRef(far, word) {
  if (/^[0-9a-f]{40}$/.test(word)) return { name: word, oid: word };
  for (const full of [word, `refs/${word}`, `refs/tags/${word}`, `refs/heads/${word}`, `refs/remotes/${word}`]) { const f = far.refs.find((g) => g.name === full); if (f) return f; }
  return noFarRef(word);
}

const fullRef = (to, from) => (to.startsWith("refs/") ? to : from.startsWith("refs/tags/") ? `refs/tags/${to}` : `refs/heads/${to}`);

// followedTags are the tags of what is here now.
async function followedTags(r, far, moves) {
  const list = [];
  for (const f of far.refs) {
    if (!f.name.startsWith("refs/tags/") || moves.some((m) => m.to === f.name) || (await readRef(r, f.name))?.oid) continue;
    if (await r.object(f.peeled ?? f.oid) && await r.object(f.oid)) list.push({ from: f.name, oid: f.oid, to: f.name, force: false, merge: false, follows: true });
  }
  return list;
}

async function pruneMoves(r, far, remote, specs) {
  const list = [];
  for (const s of (specs.length > 0 ? specs : remote.specs).map(specOf)) {
    if (!s.to) continue;
    for (const [ref, oid] of await listRefs(r, "refs/")) {
      const from = through(s, ref, true);
      if (from !== undefined && (await r.disk.read(`${r.dir}/${ref}`))?.startsWith("ref:") !== true && !far.refs.some((f) => f.name === from)) list.push({ gone: ref, oid, merge: true });
    }
  }
  return list;
}

// takeMoves has the refs here follow, writes FETCH_HEAD, and tells what moved.
async function takeMoves(r, far, moves, { force, quiet, loud, action }) {
  const from = far.shown.replace(/\/*$/, "").replace(/\.git$/, ""), lines = [], heads = [], wide = await columnsOf(r, moves, loud);
  let code = 0;
  for (const m of moves) {
    const said = m.gone ? await pruneRef(r, m) : await takeMove(r, m, { force, action });
    if (said.failed) code = 1;
    if (!m.gone && !m.beside) heads.push(`${m.oid}\t${m.merge ? "" : "not-for-merge"}\t${kindAndName(m.from)}${bytesIn(from)}\n`);
    if (said.text && (said.failed || !quiet) && (said.sign !== "=" || loud)) lines.push(` ${said.sign} ${said.text.padEnd(said.wide ?? 17)} ${prettyRef(m.gone ? "(none)" : m.from).padEnd(wide)} -> ${m.gone ? prettyRef(m.gone) : m.to === undefined ? "FETCH_HEAD" : prettyRef(m.to)}${said.why ? `  (${said.why})` : ""}\n`);
  }
  await r.disk.write(`${r.dir}/FETCH_HEAD`, heads.join(""));
  if (lines.length > 0) r.say(`From ${from}\n${textIn(lines.join(""))}`);
  return code;
}

const prettyRef = (ref) => ref.replace(/^refs\/(heads|tags|remotes)\//, "");
const kindAndName = (ref) => (ref === "HEAD" ? "" : `${ref.startsWith("refs/heads/") ? `branch '${ref.slice(11)}'` : ref.startsWith("refs/tags/") ? `tag '${ref.slice(10)}'` : ref.startsWith("refs/remotes/") ? `remote-tracking branch '${ref.slice(13)}'` : `'${ref}'`} of `);

// columnsOf is how wide git shows the names of the server's side.
async function columnsOf(r, moves, loud) {
  let most = 10;
  for (const m of moves) {
    if (m.gone || m.to === undefined) continue;
    if (!loud && (await readRef(r, m.to))?.oid === m.oid) continue;
    const [far, here] = [widthOf(prettyRef(m.from)), widthOf(prettyRef(m.to))];
    if (21 + far + 4 + here < 80) most = Math.max(most, far);
  }
  return most;
}

async function pruneRef(r, m) {
  await removeRef(r, m.gone);
  return { sign: "-", text: "[deleted]" };
}

async function takeMove(r, { from, oid, to, force: plus }, { force, action }) {
  if (to === undefined) return { sign: "*", text: from.startsWith("refs/tags/") ? "tag" : "branch" };
  const old = (await readRef(r, to))?.oid ?? null, put = (why) => writeRef(r, to, oid, `${action}: ${why}`);
  if (old === oid) return { sign: "=", text: "[up to date]" };
  if (old && to.startsWith("refs/tags/")) {
    if (!force && !plus) return { sign: "!", text: "[rejected]", why: "would clobber existing tag", failed: true };
    await put("updating tag");
    return { sign: "t", text: "[tag update]" };
  }
  if (!old) {
    const kind = from.startsWith("refs/tags/") ? "tag" : from.startsWith("refs/heads/") ? "head" : "ref";
    await put(`storing ${kind}`);
    return { sign: "*", text: `[new ${kind === "head" ? "branch" : kind}]` };
  }
  const [a, b] = [await r.peeled(old, "commit"), await r.peeled(oid, "commit")], span = async (dots) => `${await short(r, old)}${dots}${await short(r, oid)}`;
  if (a && b && (await ancestors(r, [b.oid])).has(a.oid)) { await put("fast-forward"); return { sign: " ", text: await span("..") }; }
  if (!force && !plus) return { sign: "!", text: "[rejected]", why: "non-fast-forward", failed: true };
  await put("forced-update");
  return { sign: "+", text: await span("..."), why: "forced update" };
}

// pull -----------------------------------------------------------------------------

const pullKinds = { ...fetchKinds, r: 2, rebase: 2, "no-rebase": 0, ff: 0, "no-ff": 0, "ff-only": 0, "no-edit": 0, e: 0, edit: 0, n: 0, stat: 0, "no-stat": 0, s: 1, strategy: 1, X: 1, "strategy-option": 1, squash: 0, "no-commit": 0, commit: 0, autostash: 0, "no-autostash": 0, "allow-unrelated-histories": 0, "no-verify": 0 };

async function gitPull(r, words) {
  const asked = options("pull", words, pullKinds), said = asked.given.rebase ?? asked.given.r ?? r.config("pull.rebase");
  for (const name of ["s", "strategy", "X", "strategy-option", "squash", "no-commit", "autostash", "allow-unrelated-histories"]) if (asked.has(name)) lacking(`pull ${name.length === 1 ? "-" : "--"}${name}`);
  const rebase = !asked.has("no-rebase") && said !== undefined && said !== "false", own = ["n", "r", "rebase"], h = await head(r);
  const [word, ...specs] = asked.operands.map(bytesIn), remote = remoteOf(r, word ?? await usualRemote(r)), of = { ...asked, has: (...names) => asked.has(...names.filter((n) => !own.includes(n))) };
  const code = await fetchFrom(r, remote, specs, of, ["pull", ...words].join(" ")).catch((err) => { throw err instanceof GitEnd ? new GitEnd(1, err.message) : err; });
  if (code !== 0) return code;
  const heads = linesOf((await r.disk.read(`${r.dir}/FETCH_HEAD`)) ?? "").map((l) => l.trimEnd().split("\t")).filter(([, not]) => not === "");
  if (heads.length === 0) nothingToPull(r, h, word, specs, remote, rebase);
  if (heads.length > 1) lacking("pull of more than one branch");
  const [[oid, , name]] = heads;
  if (h.oid) {
    const there = await ancestors(r, [oid]), ahead = !there.has(h.oid) && !(await ancestors(r, [h.oid])).has(oid);
    if (ahead && rebase) lacking("pull --rebase of histories that have both gone on: pull --no-rebase merges them");
    const chosen = asked.has("ff", "no-ff", "ff-only", "no-rebase") || said !== undefined || r.config("pull.ff") !== undefined;
    if (ahead && !chosen) { r.say(divergentHint); fatal("Need to specify how to reconcile divergent branches."); }
    if (ahead && (asked.has("ff-only") || r.config("pull.ff") === "only")) fatal("Not possible to fast-forward, aborting.");
  }
  const how = ["no-ff", "q", "quiet", "no-stat"].filter((n) => asked.has(n)).map((n) => (n.length === 1 ? `-${n}` : `--${n}`));
  return gitMerge(r, [...how, oid], { name, action: ["pull", ...words].join(" ") });
}

const divergentHint = `hint: You have divergent branches and need to specify how to reconcile them.
hint: You can do so by running one of the following commands sometime before
hint: your next pull:
hint: 
hint:   git config pull.rebase false  # merge
hint:   git config pull.rebase true   # rebase
hint:   git config pull.ff only       # fast-forward only
hint: 
hint: You can replace "git config" with "git config --global" to set a default
hint: preference for all repositories. You can also pass --rebase, --no-rebase,
hint: or --ff-only on the command line to override the configured default per
hint: invocation.
`;

function nothingToPull(r, h, word, specs, remote, rebase) {
  const verb = rebase ? "rebase against" : "merge with", end = (text) => { throw new GitEnd(1, text); };
  if (specs.length > 0) end(`There are no candidates for ${rebase ? "rebasing against" : "merging"} among the refs that you just fetched.\n`);
  if (h.ref === "HEAD") end(`You are not currently on a branch.\nPlease specify which branch you want to ${verb}.\nSee git-pull(1) for details.\n\n    git pull <remote> <branch>\n\n`);
  const follows = upstreamOf(r, h.ref), name = shortRef(h.ref);
  if (follows) end(`Your configuration specifies to merge with the ref '${textIn(follows.merge)}'\nfrom the remote, but no such ref was fetched.\n`);
  end(`There is no tracking information for the current branch.\nPlease specify which branch you want to ${verb}.\nSee git-pull(1) for details.\n\n    git pull <remote> <branch>\n\nIf you wish to set tracking information for this branch you can do so with:\n\n    git branch --set-upstream-to=${remote.name ?? "<remote>"}/<branch> ${textIn(name)}\n\n`);
}

// clone ----------------------------------------------------------------------------

const cloneKinds = { b: 1, branch: 1, depth: 1, "single-branch": 0, "no-single-branch": 0, q: 0, quiet: 0, v: 0, verbose: 0, progress: 0, n: 0, "no-checkout": 0, o: 1, origin: 1, "no-tags": 0, c: 1, config: 1, filter: 1, "recurse-submodules": 2, recursive: 2, "shallow-submodules": 0, "no-shallow-submodules": 0, j: 1, jobs: 1, l: 0, local: 0, "no-hardlinks": 0, bare: 0, mirror: 0, reference: 1, "shallow-since": 1, "shallow-exclude": 1, template: 1, s: 0, shared: 0, "separate-git-dir": 1, u: 1, "upload-pack": 1, sparse: 0, "reject-shallow": 0, 4: 0, 6: 0, ipv4: 0, ipv6: 0 };
const absentClone = ["bare", "mirror", "reference", "shallow-since", "shallow-exclude", "shared", "s", "separate-git-dir", "upload-pack", "u", "sparse", "recursive"];

async function gitClone(r, words) {
  const asked = options("clone", words, cloneKinds), [url, folder, ...rest] = asked.operands.map(bytesIn), quiet = asked.has("q", "quiet");
  for (const name of absentClone) if (asked.has(name)) lacking(`clone ${name.length === 1 ? "-" : "--"}${name}`);
  noSubmodules(asked, "clone");
  if (url === undefined) fatal("You must specify a repository to clone.", 129);
  if (rest.length > 0) fatal("Too many arguments.", 129);
  await r.configure();
  const named = folder ?? cloneName(url), top = placed(r.cwd, named), origin = bytesIn(asked.given.o ?? asked.given.origin ?? r.config("clone.defaultremotename") ?? "origin"), had = await r.disk.stat(top);
  if (!goodName(origin)) fatal(`'${textIn(origin)}' is not a valid remote name`);
  if (had && (!had.isDirectory || (await r.disk.list(top)).length > 0)) fatal(`destination path '${textIn(named)}' already exists and is not an empty directory.`);
  farAddress(url);
  if (!quiet) r.say(`Cloning into '${textIn(named.replace(/\/+$/, ""))}'...\n`);
  if (asked.has("filter")) r.say("warning: filtering not recognized by server, ignoring\n");
  Object.assign(r, { dir: `${top === "/" ? "" : top}/.git`, top, prefix: "" });
  try { return await cloned(r, { url, origin, asked, quiet }); } catch (err) {
    if (had) for (const name of await r.disk.list(top)) await r.disk.remove(`${top}/${name}`);
    else await r.disk.remove(top);
    throw err;
  }
}

// cloneName is the folder that an address without one leads to.
function cloneName(url) {
  const name = url.replace(/^[a-z][a-z0-9+.-]*:\/\/([^/]*@)?/i, "").replace(/[/\s]+$/, "").replace(/\/\.git$/, "").replace(/\/+$/, "").replace(/^.*[/:]/s, "").replace(/\.git$/, "").replace(/[\x00-\x20]+/g, " ").trim();
  if (name === "" || name === "." || name === "..") fatal("No directory name could be guessed.\nPlease specify a directory on the command line");
  return name;
}

async function cloned(r, { url, origin, asked, quiet }) {
  const cwd = r.cwd, depth = depthAsked(asked.given.depth), far = await new Far(r, url).hello("git-upload-pack"), single = asked.has("single-branch") || (depth && !asked.has("no-single-branch"));
  r.cwd = r.top;
  await r.disk.folder(r.top);
  await gitInit(r, ["-q", "-b", "main"]);
  r.cwd = cwd;
  const path = `${r.dir}/config`, set = async (name, value, more) => r.disk.write(path, configSet(await r.disk.read(path), name, value, more));
  for (const [name, text] of asked.list) if (name === "c" || name === "config") { const at = text.indexOf("="); await set(bytesIn(at < 0 ? text : text.slice(0, at)), bytesIn(at < 0 ? "true" : text.slice(at + 1)), { add: true }); }
  await set(`remote.${origin}.url`, url);
  if (asked.has("no-tags")) await set(`remote.${origin}.tagOpt`, "--no-tags");
  const said = asked.given.b ?? asked.given.branch, head = cloneHead(r, far, said === undefined ? undefined : bytesIn(said), origin), only = single && head?.name;
  await set(`remote.${origin}.fetch`, only && head.name.startsWith("refs/heads/") ? `+${head.name}:refs/remotes/${origin}/${head.name.slice(11)}` : only ? `+${head.name}:${head.name}` : `+refs/heads/*:refs/remotes/${origin}/*`);
  const wanted = far.refs.filter((f) => f.oid && (only ? f.name === only : f.name.startsWith("refs/heads/")) || (!asked.has("no-tags") && !only && f.name.startsWith("refs/tags/")));
  if (head?.oid && !wanted.some((f) => f.oid === head.oid)) wanted.push({ name: "HEAD", oid: head.oid });
  await far.fetched(wanted.map((f) => f.oid), { depth, tags: !asked.has("no-tags") });
  await clonedRefs(r, far, wanted, { origin, noTags: asked.has("no-tags") });
  if (!head) { await r.disk.write(`${r.dir}/HEAD`, `ref: refs/heads/${r.config("init.defaultbranch") || "master"}\n`); await r.configure(); r.say("warning: You appear to have cloned an empty repository.\n"); return 0; }
  return clonedHead(r, far, head, { origin, asked, quiet, set, url });
}

// cloneHead is what is checked out: a branch, a tag or a commit, or undefined where the server has nothing.
function cloneHead(r, far, said, origin) {
  if (said !== undefined) {
    for (const name of [`refs/heads/${said}`, `refs/tags/${said}`]) if (far.oid(name)) return { name, oid: far.oid(name) };
    return fatal(`Remote branch ${textIn(said)} not found in upstream ${textIn(origin)}`);
  }
  const oid = far.oid("HEAD"), link = far.links.get("HEAD");
  if (oid === undefined) return far.refs.length > 0 ? { lost: true } : undefined;
  const name = link && far.oid(link) === oid ? link : far.refs.find((f) => f.name.startsWith("refs/heads/") && f.oid === oid)?.name;
  return name?.startsWith("refs/heads/") ? { name, oid } : { oid };
}

// clonedRefs keeps the server's names as git does: those of a clone are packed.
async function clonedRefs(r, far, wanted, { origin, noTags }) {
  const rows = [];
  for (const f of far.refs) {
    const tag = f.name.startsWith("refs/tags/");
    if (tag ? noTags || !(await r.object(f.oid)) : !wanted.includes(f) || !f.name.startsWith("refs/heads/")) continue;
    rows.push([tag ? f.name : `refs/remotes/${origin}/${f.name.slice(11)}`, f.oid, f.peeled]);
  }
  if (rows.length > 0) await r.disk.write(`${r.dir}/packed-refs`, `# pack-refs with: peeled fully-peeled sorted \n${rows.sort(([a], [b]) => byBytes(a, b)).map(([name, oid, peeled]) => `${oid} ${name}\n${peeled ? `^${peeled}\n` : ""}`).join("")}`);
}

async function clonedHead(r, far, head, { origin, asked, quiet, set, url }) {
  const log = `clone: from ${url}`, link = far.links.get("HEAD"), dir = r.dir;
  if (head.lost) { r.say("warning: remote HEAD refers to nonexistent ref, unable to checkout.\n"); return 0; }
  const oid = (await r.peeled(head.oid, "commit"))?.oid ?? fatal(`the server's ${textIn(head.name ?? "HEAD")} is no commit`);
  if (link?.startsWith("refs/heads/") && goodRef(link) && far.oid(link) && (await readRef(r, `refs/remotes/${origin}/${link.slice(11)}`))?.oid) {
    await r.disk.write(`${dir}/refs/remotes/${origin}/HEAD`, `ref: refs/remotes/${origin}/${link.slice(11)}\n`);
    await logRef(r, `refs/remotes/${origin}/HEAD`, noObject, far.oid(link), log);
  }
  if (head.name?.startsWith("refs/heads/")) {
    await set(`branch.${head.name.slice(11)}.remote`, origin);
    await set(`branch.${head.name.slice(11)}.merge`, head.name);
    await r.disk.write(`${dir}/HEAD`, `ref: ${head.name}\n`);
    await writeRef(r, head.name, oid, log, { old: noObject });
  } else await r.disk.write(`${dir}/HEAD`, `${oid}\n`);
  await logRef(r, "HEAD", noObject, oid, log);
  await r.configure();
  if (!head.name?.startsWith("refs/heads/") && !quiet && r.flag("advice.detachedhead", true)) r.say(detachedHint(oid));
  if (!asked.has("n", "no-checkout")) await moveTo(r, new Map(), await r.flat((await r.commit(oid)).tree), "checkout");
  return 0;
}

// What changes the index, the work tree and the last commit: init, add, rm, mv, commit, reset, checkout, restore.
"use strict";

async function gitInit(r, words) {
  const asked = options("init", words, { q: 0, quiet: 0, b: 1, "initial-branch": 1, bare: 0, template: 1, "object-format": 1, shared: 2, "separate-git-dir": 1 });
  for (const name of ["bare", "separate-git-dir", "shared"]) if (asked.has(name)) lacking(`init --${name}`);
  if (asked.has("object-format") && asked.given["object-format"] !== "sha1") lacking(`init --object-format=${asked.given["object-format"]}`);
  const at = placed(r.cwd, bytesIn(asked.operands[0] ?? ".")), dir = at === "/" ? "/.git" : `${at}/.git`, again = await r.disk.stat(`${dir}/HEAD`), said = asked.given.b ?? asked.given["initial-branch"];
  await r.configure();
  const branch = bytesIn(said ?? "") || r.config("init.defaultbranch") || "master";
  if (!goodRef(`refs/heads/${branch}`)) fatal(`invalid initial branch name: '${branch}'`);
  for (const folder of ["branches", "hooks", "info", "objects/info", "objects/pack", "refs/heads", "refs/tags"]) await r.disk.folder(`${dir}/${folder}`);
  if (again && said) r.say(`warning: re-init: ignored --initial-branch=${said}\n`);
  if (!again) {
    if (!said && !r.config("init.defaultbranch") && !asked.has("q", "quiet")) r.say(defaultBranchHint);
    await r.disk.write(`${dir}/HEAD`, `ref: refs/heads/${branch}\n`);
    await r.disk.write(`${dir}/config`, "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\tlogallrefupdates = true\n");
    await r.disk.write(`${dir}/description`, "Unnamed repository; edit this file 'description' to name the repository.\n");
    await r.disk.write(`${dir}/info/exclude`, "# git ls-files --others --exclude-from=.git/info/exclude\n# Lines that start with '#' are comments.\n# For a project mostly in C, the following would be a good set of\n# exclude patterns (uncomment them if you want to use them):\n# *.[oa]\n# *~\n");
  }
  if (!asked.has("q", "quiet")) r.print(`${again ? "Reinitialized existing" : "Initialized empty"} Git repository in ${dir}/\n`);
  return 0;
}

const defaultBranchHint = `hint: Using 'master' as the name for the initial branch. This default branch name
hint: is subject to change. To configure the initial branch name to use in all
hint: of your new repositories, which will suppress this warning, call:
hint: 
hint: \tgit config --global init.defaultBranch <name>
hint: 
hint: Names commonly chosen instead of 'master' are 'main', 'trunk' and
hint: 'development'. The just-created branch can be renamed via this command:
hint: 
hint: \tgit branch -m <name>
`;

// ident is who a commit is by, with the time.
async function ident(r, role, strict = true) {
  const low = role.toLowerCase(), clean = (s) => s?.replace(/[\n<>]/g, "").replace(/^[\x00-\x20.,:;<>"\\']+|[\x00-\x20.,:;<>"\\']+$/g, "");
  const name = clean(bytesIn(r.env[`GIT_${role}_NAME`] ?? "")) || clean(r.config(`${low}.name`) ?? r.config("user.name") ?? ""), email = clean(bytesIn(r.env[`GIT_${role}_EMAIL`] ?? "")) || clean(r.config(`${low}.email`) ?? r.config("user.email") ?? bytesIn(r.env.EMAIL ?? ""));
  const said = r.env[`GIT_${role}_DATE`], now = nowOf(), when = said ? dateOf(said, now) : { time: now, zone: "+0000" };
  if (!when) fatal(`invalid date format: ${said}`);
  if (strict && (!name || !email)) throw new GitEnd(128, `${role === "AUTHOR" ? "Author" : "Committer"} identity unknown\n\n*** Please tell me who you are.\n\nRun\n\n  git config --global user.email "you@example.com"\n  git config --global user.name "Your Name"\n\nto set your account's default identity.\nOmit --global to set the identity only in this repository.\n\nfatal: unable to auto-detect email address (got 'user@localhost.(none)')\n`);
  return `${name || "user"} <${email || "user@localhost"}> ${when.time} ${when.zone}`;
}

// stage takes what lies at a path into the index.
async function stage(r, index, path) {
  const f = await there(r, path, index);
  if (!f) { index.drop(path); return; }
  const bytes = latin1(f.bytes), oid = oidOf(r, f);
  if (index.get(path)?.oid !== oid) await r.put("blob", bytes);
  for (const p of index.below(path)) index.drop(p);
  for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) if (index.get(path.slice(0, at))) index.drop(path.slice(0, at));
  index.put(path, f.mode, oid);
}

async function gitAdd(r, words) {
  const asked = options("add", words, { A: 0, all: 0, u: 0, update: 0, n: 0, "dry-run": 0, v: 0, verbose: 0, f: 0, force: 0, N: 0, "intent-to-add": 0, p: 0, patch: 0, i: 0, interactive: 0, e: 0, edit: 0, "ignore-errors": 0, "ignore-removal": 0, "no-all": 0, chmod: 1, renormalize: 0, sparse: 0 });
  if (asked.has("p", "patch", "i", "interactive", "e", "edit")) wrong("add: there is nobody to ask in this page's git; name the files to add", 128);
  if (asked.has("renormalize", "ignore-errors")) lacking("add --renormalize or --ignore-errors");
  const index = await readIndex(r), update = asked.has("u", "update"), all = asked.has("A", "all"), named = asked.operands.map(bytesIn), fails = [];
  if (named.length === 0 && !update && !all) {
    r.say("Nothing specified, nothing added.\nhint: Maybe you wanted to say 'git add .'?\nhint: Turn this message off by running\nhint: \"git config advice.addEmptyPathspec false\"\n");
    return 0;
  }
  const spec = named.length > 0 ? new Spec(r, named) : undefined, force = asked.has("f", "force"), ignore = new Ignore(r), dry = asked.has("n", "dry-run");
  const loose = update ? { found: [], ignored: [] } : await untracked(r, index, { all: true, ignored: true, spec: spec && new Spec(r, named) });
  const come = loose.found.filter((p) => !p.endsWith("/")), tracked = index.paths().filter((p) => !spec || spec.has(p));
  for (const p of loose.found.filter((p) => p.endsWith("/"))) if (!spec || spec.has(p.slice(0, -1))) wrong(`'${p}' holds a repository of its own, and a repository in another is not in this page's git`, 128);
  for (const item of (spec?.items ?? []).filter((i) => !i.not)) {
    if (item.path === "" || tracked.some(item.test) || come.some(item.test)) continue;
    const s = await r.disk.stat(r.at(item.path));
    if (!item.wild && s && await ignore.is(item.path, s.isDirectory)) { fails.push(item); continue; }
    if (!item.wild && s?.isDirectory && !update) continue;
    if (loose.ignored.some((p) => item.test(p.replace(/\/$/, "")))) { if (!item.wild) fails.push(item); continue; }
    if (!force || !s) fatal(`pathspec '${textIn(item.word)}' did not match any files`);
  }
  if (force) for (const p of await forced(r, index, spec)) if (!come.includes(p)) come.push(p);
  const chmod = asked.given.chmod;
  for (const path of [...tracked, ...come].sort(byBytes)) {
    const was = index.get(path), f = await there(r, path, index), gone = was?.mode === "160000" ? false : !f;
    if (was?.mode === "160000") continue;
    if (gone && asked.has("ignore-removal", "no-all")) continue;
    const same = was && f && !was.intent && was.mode === f.mode && was.oid === oidOf(r, f);
    if ((asked.has("v", "verbose") || dry) && !same) r.print(gone ? `remove '${path}'\n` : `add '${path}'\n`);
    if (dry) continue;
    if (asked.has("N", "intent-to-add")) { if (!was) { index.put(path, f.mode, await r.put("blob", ""), { intent: true }); } } else await stage(r, index, path);
    if (chmod && index.get(path)) index.get(path).mode = chmod === "+x" ? "100755" : "100644";
  }
  if (!dry) await writeIndex(r, index);
  if (fails.length > 0 && !force) {
    r.say(`The following paths are ignored by one of your .gitignore files:\n${fails.map((i) => `${textIn(i.path)}\n`).join("")}hint: Use -f if you really want to add them.\nhint: Turn this message off by running\nhint: "git config advice.addIgnoredFile false"\n`);
    return 1;
  }
  return 0;
}

// forced are all files that paths name, ignored or not.
async function forced(r, index, spec) {
  const found = [];
  for (const p of await r.disk.files(r.top === "/" ? "" : r.top)) if (!/(^|\/)\.git(\/|$)/.test(p) && (!spec || spec.has(p)) && !index.get(p)) found.push(p);
  return found;
}

const unknownPath = (item) => wrong(`pathspec '${textIn(item.word)}' did not match any file(s) known to git`);

async function gitRm(r, words) {
  const asked = options("rm", words, { r: 0, f: 0, force: 0, cached: 0, n: 0, "dry-run": 0, q: 0, quiet: 0, "ignore-unmatch": 0 });
  if (asked.operands.length === 0) fatal("No pathspec was given. Which files should I remove?");
  const index = await readIndex(r), spec = new Spec(r, asked.operands.map(bytesIn)), hit = index.paths().filter((p) => spec.has(p)), cached = asked.has("cached"), before = await headFiles(r);
  for (const item of spec.items.filter((i) => !i.not)) {
    const mine = hit.filter(item.test);
    if (mine.length === 0 && !asked.has("ignore-unmatch")) fatal(`pathspec '${textIn(item.word)}' did not match any files`);
    if (!asked.has("r") && !item.wild && mine.some((p) => p !== item.path)) fatal(`not removing '${textIn(item.word)}' recursively without -r`);
  }
  if (!asked.has("f", "force")) await refuseLoss(r, index, hit, before, cached);
  for (const path of hit) {
    if (!asked.has("q", "quiet")) r.print(`rm '${quotedPath(path, r)}'\n`);
    if (asked.has("n", "dry-run")) continue;
    if (!cached) await dropFile(r, path);
    index.drop(path);
  }
  if (!asked.has("n", "dry-run")) await writeIndex(r, index);
  return 0;
}

async function refuseLoss(r, index, hit, before, cached) {
  const both = [], staged = [], local = [];
  for (const path of hit) {
    const e = index.get(path), f = await there(r, path, index);
    if (!e || !f) continue;
    const h = before.get(path), differsHead = !h || h.oid !== e.oid || h.mode !== e.mode, differsFile = f.mode !== e.mode || oidOf(r, f) !== e.oid;
    if (e.intent) continue;
    if (differsHead && differsFile) both.push(path);
    else if (!cached && differsHead) staged.push(path);
    else if (!cached && differsFile) local.push(path);
  }
  const tell = (paths, one, many, hint) => (paths.length === 0 ? "" : `error: the following ${paths.length === 1 ? one : many}:\n${paths.map((p) => `    ${textIn(p)}\n`).join("")}${hint}\n`);
  const said = tell(both, "file has staged content different from both the\nfile and the HEAD", "files have staged content different from both the\nfile and the HEAD", "(use -f to force removal)")
    + tell(staged, "file has changes staged in the index", "files have changes staged in the index", "(use --cached to keep the file, or -f to force removal)")
    + tell(local, "file has local modifications", "files have local modifications", "(use --cached to keep the file, or -f to force removal)");
  if (said !== "") throw new GitEnd(1, said);
}

async function gitMv(r, words) {
  const asked = options("mv", words, { f: 0, force: 0, n: 0, "dry-run": 0, k: 0, v: 0, verbose: 0 });
  if (asked.operands.length < 2) wrong("git mv wants what to move and where to", 129);
  const index = await readIndex(r), at = (word) => specItem(r, bytesIn(word)).path, to = at(asked.operands.at(-1)), s = to === "" ? { isDirectory: true } : await r.disk.stat(r.at(to)), sources = asked.operands.slice(0, -1);
  const shown = (why, from, dest) => fatal(`${why}, source=${textIn(from)}, destination=${textIn(dest)}`);
  if (sources.length > 1 && !s?.isDirectory) fatal(`destination '${asked.operands.at(-1)}' is not a directory`);
  const moves = [];
  for (const word of sources) {
    const from = at(word), dest = s?.isDirectory ? (to === "" ? nameOf(from) : `${to}/${nameOf(from)}`) : to, below = index.below(from), lies = await r.disk.stat(r.at(from));
    if (!lies) { if (asked.has("k")) continue; shown("bad source", from, dest); }
    if (from === dest || dest.startsWith(`${from}/`)) { if (asked.has("k")) continue; shown("can not move directory into itself", from, dest); }
    if (lies.isDirectory && below.length === 0) { if (asked.has("k")) continue; shown("source directory is empty", from, dest); }
    if (!lies.isDirectory && !index.get(from)) { if (asked.has("k")) continue; shown(index.unmerged().includes(from) ? "conflicted" : "not under version control", from, dest); }
    if (await r.disk.stat(r.at(dest)) && !asked.has("f", "force")) { if (asked.has("k")) continue; shown("destination exists", from, dest); }
    if (parentOf(`/${dest}`) !== "/" && !(await r.disk.stat(parentOf(r.at(dest))))?.isDirectory) fatal(`renaming '${textIn(from)}' failed: No such file or directory`);
    moves.push([from, dest, lies.isDirectory ? below : [from]]);
  }
  for (const [from, dest, paths] of moves) {
    if (asked.has("v", "verbose", "n", "dry-run")) { if (asked.has("n", "dry-run")) r.print(`Checking rename of '${from}' to '${dest}'\n`); r.print(`Renaming ${from} to ${dest}\n`); }
    if (asked.has("n", "dry-run")) continue;
    r.disk.changed();
    await r.disk.fs.mv(textIn(r.at(from)), textIn(r.at(dest)));
    for (const path of paths) {
      const e = index.get(path);
      index.drop(path);
      index.put(dest + path.slice(from.length), e.mode, e.oid, { intent: e.intent });
    }
  }
  if (moves.length > 0 && !asked.has("n", "dry-run")) await writeIndex(r, index);
  return 0;
}

// cleanMessage is git-stripspace(1): no blanks at ends of lines, no empty lines around and one between.
const cleanMessage = (text) => { const t = text.replace(/[ \t\r\v\f]+$/gm, "").replace(/^\n+/, "").replace(/\n{3,}/g, "\n\n").replace(/\n+$/, ""); return t === "" ? "" : `${t}\n`; };

async function gitCommit(r, words) {
  const asked = options("commit", words, {
    m: 1, message: 1, a: 0, all: 0, amend: 0, "allow-empty": 0, "allow-empty-message": 0, F: 1, file: 1, q: 0, quiet: 0, author: 1, date: 1, "no-edit": 0, n: 0, "no-verify": 0, s: 0, signoff: 0, "dry-run": 0, short: 0, C: 1, "reuse-message": 1,
    "reset-author": 0, cleanup: 1, "no-gpg-sign": 0, "no-post-rewrite": 0, p: 0, patch: 0, interactive: 0, e: 0, edit: 0, o: 0, only: 0, i: 0, include: 0, t: 1, template: 1, fixup: 1, squash: 1, c: 1, S: 2, "gpg-sign": 2, trailer: 1, v: 0, verbose: 0, porcelain: 0, u: 2,
  });
  for (const [letter, name] of [["p", "patch"], ["", "interactive"], ["", "fixup"], ["", "squash"], ["c", "c"], ["S", "gpg-sign"], ["t", "template"], ["", "trailer"]]) if (asked.has(letter || name, name)) lacking(`commit ${letter ? `-${letter}` : `--${name}`}`);
  let index = await readIndex(r);
  const h = await head(r), old = h.oid && await r.commit(h.oid), amend = asked.has("amend"), paths = asked.operands.map(bytesIn), merging = !amend && await r.disk.read(`${r.dir}/MERGE_HEAD`);
  if (amend && !old) fatal("You have nothing to amend.");
  if (asked.has("a", "all") && paths.length > 0) fatal(`paths '${asked.operands[0]} ...' with -a does not make sense`);
  if (asked.has("a", "all")) for (const path of index.paths()) if (index.get(path)?.mode !== "160000") await stage(r, index, path);
  if (index.unmerged().length > 0) throw new GitEnd(128, `${index.unmerged().map((p) => `U\t${textIn(p)}\n`).join("")}error: Committing is not possible because you have unmerged files.\nhint: Fix them up in the work tree, and then use 'git add/rm <file>'\nhint: as appropriate to mark resolution and make a commit.\nfatal: Exiting because of an unresolved conflict.\n`);
  let files = index.files();
  if (paths.length > 0) {
    const spec = new Spec(r, paths), known = [...new Set([...index.paths(), ...(old ? (await headFiles(r)).keys() : [])])];
    for (const item of spec.items.filter((i) => !i.not)) if (!known.some(item.test)) unknownPath(item);
    const only = asked.has("i", "include") ? index : new Index(old ? [...await headFiles(r)].map(([path, f]) => ({ path, ...f, stage: 0, flags: 0 })) : []);
    for (const path of known.filter((p) => spec.has(p))) {
      await stage(r, index, path);
      const e = index.get(path);
      if (e) only.put(path, e.mode, e.oid);
      else only.drop(path);
    }
    files = only.files();
  }
  const tree = await treeOf(r, files), against = amend ? old.parents[0] && (await r.commit(old.parents[0])).tree : old?.tree;
  if (!merging && !asked.has("allow-empty") && !(amend && old.parents.length > 1) && (against ? tree === against : files.size === 0)) {
    if (!amend || against) return nothingToCommit(r, index, asked, amend);
  }
  if (asked.has("dry-run", "short", "porcelain")) { r.print(asked.has("short", "porcelain") ? await shortStatus(r, await stateOf(r), asked) : await longStatus(r, await stateOf(r))); return 0; }
  let message = await messageOf(r, asked, amend ? old.message : undefined);
  if (asked.has("s", "signoff")) message = signed_off(message, (await ident(r, "COMMITTER")).replace(/>.*/, ">"));
  if (message.trim() === "" && !asked.has("allow-empty-message")) throw new GitEnd(1, "Aborting commit due to empty commit message.\n");
  const author = await authorOf(r, asked, amend ? old : undefined), committer = await ident(r, "COMMITTER"), parents = amend ? old.parents : [...(old ? [old.oid] : []), ...(merging ? merging.trim().split("\n") : [])];
  const oid = await r.put("commit", `tree ${tree}\n${parents.map((p) => `parent ${p}\n`).join("")}author ${author}\ncommitter ${committer}\n\n${message}`);
  await writeIndex(r, index);
  await moveHead(r, oid, `commit${amend ? " (amend)" : merging ? " (merge)" : old ? "" : " (initial)"}: ${subjectOf(message).subject}`);
  for (const name of ["MERGE_HEAD", "MERGE_MSG", "MERGE_MODE"]) await r.disk.remove(`${r.dir}/${name}`);
  await r.disk.write(`${r.dir}/COMMIT_EDITMSG`, message);
  if (!asked.has("q", "quiet")) await tellCommit(r, oid, asked, amend);
  return 0;
}

async function nothingToCommit(r, index, asked, amend) {
  if (amend) throw new GitEnd(1, ""
    + "You asked to amend the most recent commit, but doing so would make\nit empty. You can repeat your command with --allow-empty, or you can\nremove the commit entirely with \"git reset HEAD^\".\n", r.print(await longStatus(r, await stateOf(r), { amend })));
  await writeIndex(r, index);
  r.print(asked.has("short", "porcelain") ? await shortStatus(r, await stateOf(r), asked) : await longStatus(r, await stateOf(r), { committing: true }));
  return 1;
}

async function messageOf(r, asked, before) {
  const parts = asked.list.filter(([n]) => n === "m" || n === "message").map(([, text]) => bytesIn(text)), file = asked.given.F ?? asked.given.file, reuse = asked.given.C ?? asked.given["reuse-message"];
  if (parts.length > 0 && file !== undefined) fatal("options '-m' and '-F' cannot be used together");
  const clean = asked.given.cleanup, cleaned = (text) => (clean === "verbatim" ? text : clean === "strip" ? cleanMessage(text.replace(/^#.*\n?/gm, "")) : cleanMessage(text));
  if (clean !== undefined && !["default", "verbatim", "whitespace", "strip"].includes(clean)) lacking(`commit --cleanup=${clean}`);
  if (parts.length > 0) return cleaned(parts.map((p) => (p.endsWith("\n") ? p : `${p}\n`)).join("\n"));
  if (file !== undefined) {
    const text = file === "-" ? r.stdin : await r.disk.read(placed(r.cwd, bytesIn(file)));
    if (text === null) fatal(`could not read log file '${file}': No such file or directory`);
    return cleaned(text);
  }
  if (reuse !== undefined) return (await r.commit(await commitOf(r, reuse, () => fatal(`could not lookup commit ${reuse}`)))).message;
  if (before !== undefined && asked.has("no-edit")) return before;
  const merge = await r.disk.read(`${r.dir}/MERGE_MSG`);
  if (merge !== null && asked.has("no-edit")) return cleanMessage(merge.replace(/^#.*\n?/gm, ""));
  return wrong(`there is no editor in this page's git; give the message with -m or -F${before !== undefined ? ", or keep it with --no-edit" : ""}`, 1);
}

function signed_off(message, who) {
  const line = `Signed-off-by: ${who}`, trailers = trailersOf(message);
  if (trailers.at(-1) === line) return message;
  return `${message.trimEnd()}\n${trailers.length > 0 ? "" : "\n"}${line}\n`;
}

async function authorOf(r, asked, old) {
  const said = asked.given.author, date = asked.given.date, reuse = asked.given.C ?? asked.given["reuse-message"], from = reuse !== undefined ? await r.commit(await commitOf(r, reuse)) : old;
  let text = from && !asked.has("reset-author") ? `${from.author.name} <${from.author.email}> ${from.author.time} ${from.author.zone}` : await ident(r, "AUTHOR", said === undefined);
  if (said !== undefined) {
    const m = /^\s*(.*?)\s*<([^>]*)>\s*$/s.exec(bytesIn(said));
    if (!m) fatal(`--author '${said}' is not 'Name <email>' and matches no existing author`);
    text = `${m[1]} <${m[2]}>${text.slice(text.indexOf(">") + 1)}`;
  }
  if (date !== undefined) {
    const when = dateOf(date, nowOf());
    if (!when) fatal(`invalid date format: ${date}`);
    text = text.replace(/> .*$/, `> ${when.time} ${when.zone}`);
  }
  return text;
}

async function tellCommit(r, oid, asked, amend) {
  const c = await r.commit(oid), h = await head(r), who = (w) => `${w.name} <${w.email}>`, where = h.ref === "HEAD" ? "detached HEAD" : shortRef(h.ref);
  r.print(`[${where}${c.parents.length === 0 ? " (root-commit)" : ""} ${await short(r, oid)}] ${subjectOf(c.message).subject}\n`);
  if (who(c.author) !== who(c.committer)) r.print(` Author: ${who(c.author)}\n`);
  if (amend || asked.has("date", "C", "reuse-message")) r.print(` Date: ${dateText(c.author)}\n`);
  if (c.parents.length > 1) return;
  const before = c.parents.length > 0 ? await r.flat((await r.commit(c.parents[0])).tree) : new Map();
  r.print(await told(r, await pairsOf(r, before, await r.flat(c.tree)), { shortstat: true, summary: true }, plainAsked));
}

// Moving between commits -------------------------------------------------------------

// moveTo has the index and the work tree go from one commit's files to another's, and keeps what was changed where
// both are alike. What would be lost stops it before anything is changed.
async function moveTo(r, before, after, verb) {
  const index = await readIndex(r), lost = [], over = [], work = [];
  for (const path of [...new Set([...before.keys(), ...after.keys(), ...index.paths()])].sort(byBytes)) {
    const b = before.get(path), a = after.get(path), e = index.get(path), alike = (x, y) => (x?.oid ?? "") === (y?.oid ?? "") && (x?.mode ?? "") === (y?.mode ?? "");
    if (alike(b, a) || alike(e, a)) continue;
    const f = await there(r, path, index), clean = f && e ? f.mode === e.mode && oidOf(r, f) === e.oid : !f;
    if (!alike(e, b)) { lost.push(path); continue; }
    if (e && !clean && f) { lost.push(path); continue; }
    if (!e && a && await r.disk.stat(r.at(path))) {
      const s = await r.disk.stat(r.at(path)), same = f && oidOf(r, f) === a.oid && f.mode === a.mode;
      if (!same && !(s.isDirectory && !(await untracked(r, index, { all: true })).found.some((p) => p.startsWith(`${path}/`))) && !await new Ignore(r).is(path, s.isDirectory)) { over.push(path); continue; }
    }
    work.push([path, a]);
  }
  const tell = (paths, what, hint) => (paths.length === 0 ? "" : `error: ${what}:\n${paths.map((p) => `\t${textIn(p)}\n`).join("")}${hint}`);
  const said = tell(lost, `Your local changes to the following files would be overwritten by ${verb}`, `Please commit your changes or stash them before you ${verb === "checkout" ? "switch branches" : verb}.\n`)
    + tell(over, `The following untracked working tree files would be overwritten by ${verb}`, `Please move or remove them before you ${verb === "checkout" ? "switch branches" : verb}.\n`);
  if (said !== "") throw new GitEnd(1, `${said}Aborting\n`);
  for (const [path, a] of work) if (!a) { await dropFile(r, path); index.drop(path); }
  for (const [path, a] of work) if (a) { await placeFile(r, path, a); for (const p of index.below(path)) index.drop(p); index.put(path, a.mode, a.oid); }
  await writeIndex(r, index);
}

const checkoutKinds = { b: 1, B: 1, c: 1, C: 1, create: 1, "force-create": 1, f: 0, force: 0, "discard-changes": 0, q: 0, quiet: 0, detach: 0, d: 0, orphan: 1, t: 0, track: 2, "no-track": 0, ours: 0, theirs: 0, p: 0, patch: 0, m: 0, merge: 0, "no-progress": 0, progress: 0, guess: 0, "no-guess": 0 };

async function gitCheckout(r, words, command = "checkout") {
  if (words.includes("-")) words = words.map((w) => (w === "-" ? "@{-1}" : w));
  const asked = options(command, words, checkoutKinds);
  for (const name of ["ours", "theirs", "patch", "p", "m", "merge", "orphan"]) if (asked.has(name)) lacking(`${command} ${name.length === 1 ? "-" : "--"}${name}`);
  let make = command === "checkout" ? asked.given.b ?? asked.given.B : asked.given.c ?? asked.given.C ?? asked.given.create ?? asked.given["force-create"], again = asked.has("B", "C", "force-create");
  const words2 = asked.after < 0 ? asked.operands : asked.operands.slice(0, asked.after);
  let paths = asked.after < 0 ? [] : asked.operands.slice(asked.after), target = words2[0];
  if (make === undefined && asked.has("t", "track") && target !== undefined) make = target.replace(/^(refs\/)?(remotes\/)?[^/]+\//, "");
  if (make === undefined && !asked.has("no-guess", "detach", "d") && words2.length === 1 && paths.length === 0 && !(await r.disk.stat(placed(r.cwd, bytesIn(target)))) && !(await resolve(r, target).catch(() => null))) {
    const start = await guessedBranch(r, bytesIn(target));
    if (start) [make, target] = [target, textIn(start)];
  }
  if (make === undefined && command === "checkout" && (paths.length > 0 || words2.length > 1 || (target !== undefined && !(await resolve(r, target.replace(/^@\{-1\}$/, "@{-1}")).catch((e) => { if (e instanceof GitEnd) throw e; return null; }))))) {
    const rev = target !== undefined && await resolve(r, target) ? target : undefined;
    paths = [...words2.slice(rev === undefined ? 0 : 1), ...paths];
    if (rev === undefined && asked.after > 0) fatal(`invalid reference: ${target}`);
    return checkoutPaths(r, rev, paths, asked);
  }
  if (command === "switch" && target === undefined && make === undefined) fatal("missing branch or commit argument");
  if (command === "switch" && words2.length > 1 || words2.length > 1) fatal(words2.length > 1 && command === "switch" ? `only one reference expected` : `Cannot update paths and switch to branch '${make}' at the same time.`);
  return switchTo(r, { target, make, again, asked, command });
}

async function switchTo(r, { target, make, again, asked, command }) {
  const h = await head(r), quiet = asked.has("q", "quiet");
  const last = target === "@{-1}" ? await previous(r, 1) : undefined, name = last ?? target;
  if (target === "@{-1}" && !last) command === "switch" ? fatal("invalid reference: @{-1}") : wrong("pathspec '-' did not match any file(s) known to git");
  const branch = name !== undefined && goodRef(`refs/heads/${bytesIn(name)}`) ? await readRef(r, `refs/heads/${bytesIn(name)}`) : null;
  const oid = name === undefined ? h.oid : await commitOf(r, branch?.oid ? `refs/heads/${name}` : name, () => fatal(command === "switch" ? `invalid reference: ${name}` : `${make === undefined ? `reference is not a tree: ${name}` : `'${name}' is not a commit and a branch '${make}' cannot be created from it`}`));
  const into = make !== undefined ? `refs/heads/${bytesIn(make)}` : branch?.oid && !asked.has("detach", "d") ? branch.ref : null;
  if (make !== undefined) {
    if (!goodRef(into) || make.startsWith("-")) fatal(`'${make}' is not a valid branch name`);
    if (!again && (await readRef(r, into))?.oid) fatal(`a branch named '${make}' already exists`);
  }
  if (command === "switch" && !into && !asked.has("detach", "d")) {
    const tag = await dwim(r, name);
    fatal(`a branch is expected, got ${tag?.full.startsWith("refs/tags/") ? `tag '${name}'` : tag?.full.startsWith("refs/remotes/") ? `remote branch '${name}'` : `commit '${name}'`}\nhint: If you want to detach HEAD at the commit, try again with the --detach option.`);
  }
  if (oid && oid !== h.oid || (asked.has("f", "force", "discard-changes") && oid)) {
    const after = await r.flat((await r.commit(oid)).tree);
    if (asked.has("f", "force", "discard-changes")) await resetHard(r, after);
    else await moveTo(r, await headFiles(r), after, "checkout");
  }
  const from = h.ref === "HEAD" ? h.oid : shortRef(h.ref), old = h.ref === "HEAD" && h.oid !== oid ? await leaving(r, h.oid, oid) : "";
  const existed = make !== undefined && again && !!(await readRef(r, into))?.oid;
  if (make !== undefined && oid) await writeRef(r, into, oid, existed ? `branch: Reset to ${name ?? "HEAD"}` : `branch: Created from ${name ?? "HEAD"}`);
  await r.disk.write(`${r.dir}/HEAD`, into ? `ref: ${into}\n` : `${oid}\n`);
  if (make !== undefined && oid && target !== undefined) await followStart(r, into, target, asked);
  if (oid) await logRef(r, "HEAD", h.oid ?? noObject, oid, `checkout: moving from ${from} to ${into ? shortRef(into) : name}`);
  if (quiet) return 0;
  if (!asked.has("f", "force", "discard-changes") && oid && (make === undefined || target !== undefined)) r.print(await keptChanges(r));
  r.say(old);
  if (!into) {
    if (h.ref !== "HEAD" && !asked.has("detach", "d") && r.flag("advice.detachedhead", true)) r.say(detachedHint(name));
    r.say(h.ref === "HEAD" && h.oid === oid ? `HEAD is now at ${await short(r, oid)} ${textIn(subjectOf((await r.commit(oid)).message).subject)}\n` : `HEAD is now at ${await short(r, oid)} ${textIn(subjectOf((await r.commit(oid)).message).subject)}\n`);
  } else if (make !== undefined) r.say(existed && into === h.ref ? `Reset branch '${make}'\n` : existed ? `Switched to and reset branch '${make}'\n` : `Switched to a new branch '${make}'\n`);
  else { r.say(into === h.ref ? `Already on '${name}'\n` : `Switched to branch '${textIn(shortRef(into))}'\n`); r.print(await followedText(r, into, oid)); }
  return 0;
}

const detachedHint = (name) => `Note: switching to '${name}'.

You are in 'detached HEAD' state. You can look around, make experimental
changes and commit them, and you can discard any commits you make in this
state without impacting any branches by switching back to a branch.

If you want to create a new branch to retain commits you create, you may
do so (now or later) by using -c with the switch command. Example:

  git switch -c <new-branch-name>

Or undo this operation with:

  git switch -

Turn off this advice by setting config variable advice.detachedHead to false

`;

// leaving tells of commits that no name leads to any more.
async function leaving(r, oid, to) {
  const kept = [to];
  for (const [, o] of await listRefs(r, "refs/")) { const c = await r.peeled(o, "commit"); if (c) kept.push(c.oid); }
  const line = async (o) => `${await short(r, o)} ${textIn(subjectOf((await r.commit(o)).message).subject)}`, reached = await ancestors(r, kept.filter(Boolean));
  if (reached.has(oid)) return `Previous HEAD position was ${await line(oid)}\n`;
  const lost = await new Walk(r, { from: [oid], not: kept, spec: null }, plainAsked).list(), n = lost.length;
  const shown = await Promise.all(lost.slice(0, n > 5 ? 4 : 5).map(async (c) => `  ${await line(c.oid)}\n`));
  return `Warning: you are leaving ${n} commit${n === 1 ? "" : "s"} behind, not connected to\nany of your branches:\n\n${shown.join("")}${n > 5 ? ` ... and ${n - 4} more.\n` : ""}\nIf you want to keep ${n === 1 ? "it" : "them"} by creating a new branch, this may be a good time\nto do so with:\n\n git branch <new-branch-name> ${await short(r, oid)}\n\n`;
}

// keptChanges lists what a checkout left changed.
async function keptChanges(r) {
  const index = await readIndex(r), pairs = await pairsOf(r, await headFiles(r), new Map([...await workFiles(r, index)].filter(([p]) => index.get(p))), { renames: false });
  return pairs.map((p) => `${p.status}\t${quotedPath(p.path, r)}\n`).join("");
}

async function checkoutPaths(r, rev, words, asked) {
  const index = await readIndex(r), spec = new Spec(r, words.map(bytesIn)), from = rev === undefined ? new Map(index.all().filter((e) => e.stage === 0).map((e) => [e.path, e])) : await r.flat((await r.peeled(await resolve(r, rev), "tree")).oid);
  const known = new Set([...from.keys(), ...(rev === undefined ? index.unmerged() : [])]), bad = spec.items.filter((i) => !i.not && ![...known].some(i.test));
  if (bad.length > 0) throw new GitEnd(1, bad.map((i) => `error: pathspec '${textIn(i.word)}' did not match any file(s) known to git\n`).join(""));
  const hit = [...from].filter(([p]) => spec.has(p)), stuck = index.unmerged().filter((p) => spec.has(p) && rev === undefined);
  if (stuck.length > 0 && !asked.has("f", "force")) throw new GitEnd(1, stuck.map((p) => `error: path '${textIn(p)}' is unmerged\n`).join(""));
  let n = 0;
  for (const [path, e] of hit) {
    const f = await there(r, path, index), now = index.get(path);
    if (!f || f.mode !== e.mode || oidOf(r, f) !== e.oid) { await placeFile(r, path, e); n++; }
    else if (rev !== undefined && (now?.oid !== e.oid || now?.mode !== e.mode)) n++;
    if (rev !== undefined) index.put(path, e.mode, e.oid);
  }
  await writeIndex(r, index);
  if (!asked.has("q", "quiet") && asked.after < 0) r.say(rev === undefined ? `Updated ${plural(n, "path")} from the index\n` : `Updated ${plural(n, "path")} from ${await short(r, (await r.peeled(await resolve(r, rev), "tree")).oid)}\n`);
  return 0;
}

async function gitRestore(r, words) {
  const asked = options("restore", words, { S: 0, staged: 0, W: 0, worktree: 0, s: 1, source: 1, q: 0, quiet: 0, p: 0, patch: 0, ours: 0, theirs: 0, m: 0, merge: 0, "ignore-unmerged": 0, overlay: 0, "no-overlay": 0, progress: 0, "no-progress": 0 });
  for (const name of ["patch", "p", "ours", "theirs", "m", "merge", "overlay", "ignore-unmerged"]) if (asked.has(name)) lacking(`restore ${name.length === 1 ? "-" : "--"}${name}`);
  if (asked.operands.length === 0) fatal("you must specify path(s) to restore");
  const index = await readIndex(r), staged = asked.has("S", "staged"), work = asked.has("W", "worktree") || !staged, rev = asked.given.s ?? asked.given.source ?? (staged ? "HEAD" : undefined), spec = new Spec(r, asked.operands.map(bytesIn));
  const h = await head(r), tree = rev === undefined ? null : rev === "HEAD" && !h.oid ? fatal("could not resolve HEAD") : await resolve(r, rev).then((o) => o && r.peeled(o, "tree"));
  if (rev !== undefined && !tree) fatal(`could not resolve ${rev}`);
  const from = tree ? await r.flat(tree.oid) : new Map(index.all().filter((e) => e.stage === 0).map((e) => [e.path, e])), known = new Set([...from.keys(), ...index.paths()]);
  const bad = spec.items.filter((i) => !i.not && ![...known].some(i.test));
  if (bad.length > 0) throw new GitEnd(1, bad.map((i) => `error: pathspec '${textIn(i.word)}' did not match any file(s) known to git\n`).join(""));
  const stuck = index.unmerged().filter((p) => spec.has(p) && !tree);
  if (stuck.length > 0) throw new GitEnd(1, stuck.map((p) => `error: path '${textIn(p)}' is unmerged\n`).join(""));
  for (const path of [...known].filter((p) => spec.has(p)).sort(byBytes)) {
    const e = from.get(path);
    if (work) {
      const f = await there(r, path, index);
      if (!e && f && index.get(path)) await dropFile(r, path);
      else if (e && (!f || f.mode !== e.mode || oidOf(r, f) !== e.oid)) await placeFile(r, path, e);
    }
    if (staged) { if (e) index.put(path, e.mode, e.oid); else index.drop(path); }
  }
  await writeIndex(r, index);
  return 0;
}

// resetHard has the index and the work tree be a commit's files.
async function resetHard(r, after) {
  const index = await readIndex(r), next = new Index();
  for (const path of index.paths()) if (!after.has(path)) await dropFile(r, path);
  for (const [path, e] of after) {
    const f = await there(r, path, index);
    if (!f || f.mode !== e.mode || oidOf(r, f) !== e.oid) await placeFile(r, path, e);
    next.put(path, e.mode, e.oid);
  }
  await writeIndex(r, next);
}

async function gitReset(r, words) {
  const asked = options("reset", words, { soft: 0, mixed: 0, hard: 0, merge: 0, keep: 0, q: 0, quiet: 0, p: 0, patch: 0, N: 0, "no-refresh": 0, refresh: 0, "intent-to-add": 0 });
  for (const name of ["merge", "keep", "p", "patch", "N", "intent-to-add"]) if (asked.has(name)) lacking(`reset ${name.length === 1 ? "-" : "--"}${name}`);
  const own = asked.after < 0 ? asked.operands : asked.operands.slice(0, asked.after), h = await head(r), found = own.length > 0 && await resolve(r, own[0]), rev = found ? own[0] : undefined;
  const paths = [...own.slice(rev === undefined ? 0 : 1), ...(asked.after < 0 ? [] : asked.operands.slice(asked.after))];
  if (asked.after < 0 && rev === undefined) for (const word of own) if (!(await r.disk.stat(placed(r.cwd, bytesIn(word)))) && !(await readIndex(r)).paths().some(specItem(r, bytesIn(word)).test) && !/[*?[]/.test(word)) unknownRevision(word);
  if (asked.after > 0 && rev === undefined && own.length > 0) fatal(`bad revision '${own[0]}'`);
  const mode = asked.has("hard") ? "hard" : asked.has("soft") ? "soft" : "mixed", quiet = asked.has("q", "quiet");
  if (paths.length > 0 && mode !== "mixed") fatal(`Cannot do ${mode} reset with paths.`);
  const oid = rev === undefined ? h.oid : paths.length > 0 ? found : await commitOf(r, rev, () => fatal(`Could not parse object '${rev}'.`));
  const after = oid ? await r.flat((await r.peeled(oid, "tree")).oid) : new Map(), index = await readIndex(r);
  if (paths.length > 0) {
    const spec = new Spec(r, paths.map(bytesIn));
    for (const path of new Set([...index.paths(), ...after.keys()])) {
      if (!spec.has(path)) continue;
      const e = after.get(path);
      if (e) index.put(path, e.mode, e.oid);
      else index.drop(path);
    }
    await writeIndex(r, index);
  } else {
    if (mode === "soft" && index.unmerged().length > 0) fatal("Cannot do a soft reset in the middle of a merge.");
    if (mode === "hard") await resetHard(r, after);
    if (mode === "mixed") await writeIndex(r, new Index([...after].map(([path, f]) => ({ path, ...f, stage: 0, flags: 0 }))));
    if (oid && (h.oid || rev !== undefined)) {
      if (h.oid) await r.disk.write(`${r.dir}/ORIG_HEAD`, `${h.oid}\n`);
      await moveHead(r, oid, `reset: moving to ${rev ?? "HEAD"}`);
    }
    for (const name of ["MERGE_HEAD", "MERGE_MSG", "MERGE_MODE"]) await r.disk.remove(`${r.dir}/${name}`);
    if (mode === "hard" && !quiet && oid) r.print(`HEAD is now at ${await short(r, oid)} ${subjectOf((await r.commit(oid)).message).subject}\n`);
  }
  if (mode === "mixed" && !quiet) {
    const pairs = (await workPairs(r, r.index, { renames: false })).filter((p) => p.status !== "A");
    if (pairs.length > 0) r.print(`Unstaged changes after reset:\n${pairs.map((p) => `${p.status}\t${quotedPath(fromHere(r, p.path), r)}\n`).join("")}`);
  }
  return 0;
}

async function gitClean(r, words) {
  const asked = options("clean", words, { f: 0, force: 0, d: 0, n: 0, "dry-run": 0, q: 0, quiet: 0, x: 0, X: 0, e: 1, exclude: 1, i: 0, interactive: 0 });
  if (asked.has("i", "interactive", "X", "e", "exclude")) lacking("clean -i, -X or -e");
  if (!asked.has("f", "force", "n", "dry-run") && r.flag("clean.requireforce", true)) fatal(`clean.requireForce ${r.config("clean.requireforce") === undefined ? "defaults to true" : "set to true"} and neither -i, -n, nor -f given; refusing to clean`);
  const index = await readIndex(r), spec = new Spec(r, asked.operands.length > 0 ? asked.operands.map(bytesIn) : ["."]), loose = await untracked(r, index, { ignored: true, spec });
  for (const path of [...loose.found, ...(asked.has("x") ? loose.ignored : [])].sort(byBytes)) {
    const folder = path.endsWith("/");
    if (!spec.has(path.replace(/\/$/, ""))) continue;
    if (folder && (!asked.has("d") || await r.disk.stat(r.at(`${path}.git`)))) continue;
    if (asked.has("n", "dry-run")) r.print(`Would remove ${quotedPath(fromHere(r, path), r)}\n`);
    else {
      if (!asked.has("q", "quiet")) r.print(`Removing ${quotedPath(fromHere(r, path), r)}\n`);
      await r.disk.remove(r.at(path.replace(/\/$/, "")));
    }
  }
  return 0;
}

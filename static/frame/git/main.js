// The command line of git.
"use strict";

const gitCommands = {
  add: gitAdd, blame: gitBlame, branch: gitBranch, "cat-file": gitCatFile, "check-ignore": gitCheckIgnore, checkout: gitCheckout, clean: gitClean, clone: gitClone, commit: gitCommit, config: gitConfig, describe: gitDescribe, diff: gitDiff,
  "diff-files": gitDiffFiles, "diff-index": gitDiffIndex, "diff-tree": gitDiffTree, fetch: gitFetch, "for-each-ref": gitForEachRef, grep: gitGrep, "hash-object": gitHashObject, init: gitInit, log: gitLog, "ls-files": gitLsFiles, "ls-remote": gitLsRemote, "ls-tree": gitLsTree, merge: gitMerge, "merge-base": gitMergeBase, mv: gitMv, pull: gitPull, push: gitPush,
  reflog: gitReflog, remote: gitRemote, reset: gitReset, restore: gitRestore, "rev-list": gitRevList, "rev-parse": gitRevParse, rm: gitRm, shortlog: gitShortlog, show: gitShow, "show-ref": gitShowRef, stage: gitAdd, status: gitStatus,
  switch: (r, words) => gitCheckout(r, words, "switch"), "symbolic-ref": gitSymbolicRef, tag: gitTag, "update-ref": gitUpdateRef,
};

// Of git's other programs these are the ones that people call.
const absentCommands = "am annotate apply archive bisect bugreport bundle cherry cherry-pick citool commit-graph commit-tree count-objects credential daemon difftool fast-export fast-import filter-branch format-patch fsck gc gui http-backend index-pack instaweb interpret-trailers maintenance merge-file merge-tree mergetool mktag mktree multi-pack-index name-rev notes p4 fetch-pack pack-objects pack-refs patch-id prune range-diff read-tree rebase repack replace request-pull rerere revert scalar send-email send-pack show-branch sparse-checkout stash stripspace submodule subtree svn unpack-objects update-index var verify-commit verify-pack verify-tag web--browse whatchanged worktree write-tree".split(" ");

// gitMain runs git: { stdout, stderr, code }, both in bytes but stderr, which is text.
async function gitMain(words, given, kit) {
  const { fs, cwd, env } = given;
  const r = new Repo({ disk: new Disk(fs), cwd: bytesIn(cwd), env, kit, given: [] });
  Object.defineProperty(r, "stdin", { get: () => given.stdin }); // read where it is wanted
  let code;
  try { code = await gitRun(r, words); } catch (err) {
    if (err instanceof Refusal) { r.say(`fatal: ${err.message}\n`); code = 128; } else if (err instanceof GitEnd) { r.say(err.message); code = err.code; } else throw err;
  }
  return { stdout: r.out.join(""), stderr: r.said.join(""), code };
}

async function gitRun(r, words) {
  let i = 0;
  for (; words[i]?.startsWith("-"); i++) {
    const word = words[i];
    if (word === "-C") {
      const to = words[++i] ?? fatal("no directory given for '-C'", 129), at = to === "" ? r.cwd : placed(r.cwd, bytesIn(to));
      if (!(await r.disk.stat(at))?.isDirectory && !(await r.disk.fs.stat(textIn(at)).catch(() => null))?.isDirectory) fatal(`cannot change to '${to}': No such file or directory`);
      r.cwd = at;
    } else if (word === "-c") {
      const said = bytesIn(words[++i] ?? fatal("-c expects a configuration string", 129)), at = said.indexOf("=");
      r.given.push(at < 0 ? [said, null] : [said.slice(0, at), said.slice(at + 1)]);
    } else if (word === "--version" || word === "-v") return gitVersion(r);
    else if (word === "--help" || word === "-h") return gitHelp(r);
    else if (word === "--no-pager" || word === "-P" || word === "--no-optional-locks" || word === "--literal-pathspecs" && lacking(word)) continue;
    else if (word === "-p" || word === "--paginate") continue;
    else lacking(`git ${word}`);
  }
  const name = words[i];
  if (name === undefined) { gitHelp(r); return 1; }
  return gitNamed(r, name, words.slice(i + 1), 0);
}

async function gitNamed(r, name, words, depth) {
  if (name === "version") return gitVersion(r);
  if (name === "help") return gitHelp(r);
  const run = Object.hasOwn(gitCommands, name) ? gitCommands[name] : undefined;
  if (run === undefined) return gitAlias(r, name, words, depth);
  if (words.includes("-h") && words.length === 1) lacking(`${name} -h: its help`);
  if (!["init", "clone", "ls-remote", "config", "hash-object"].includes(name)) await r.find();
  else if (name === "hash-object") await r.configure();
  return run(r, words);
}

// gitAlias follows an alias of the configuration, but one that runs a program.
async function gitAlias(r, name, words, depth) {
  const absent = absentCommands.includes(name), unknown = () => { throw new GitEnd(1, absent ? `git: '${name}' is not in this page's git; it has ${Object.keys(gitCommands).sort().join(", ")}\n` : `git: '${name}' is not a git command. See 'git --help'.\n`); };
  if (absent) unknown();
  await r.find().catch(() => r.configure());
  const alias = r.config(`alias.${name}`);
  if (alias === undefined || alias === null) unknown();
  if (alias.startsWith("!")) wrong(`the alias '${name}' runs a program, which this page's git does not do`, 128);
  if (depth > 9) fatal(`the alias '${name}' leads to itself`);
  const own = [...alias.matchAll(/(?:[^\s'"\\]|\\.|'[^']*'|"(?:[^"\\]|\\.)*")+/gs)].map(([w]) => textIn(w.replace(/\\(.)|'([^']*)'|"((?:[^"\\]|\\.)*)"/gs, (_, c, one, both) => c ?? one ?? both.replace(/\\(.)/gs, "$1"))));
  return gitNamed(r, own[0] ?? unknown(), [...own.slice(1), ...words], depth + 1);
}

function gitVersion(r) {
  r.print("git version 2.39.5\n");
  return 0;
}

function gitHelp(r) {
  r.print(`usage: git [-C <path>] [-c <name>=<value>] [--no-pager] <command> [<args>]\n\nThis page's git works on the files of this run. It has:\n\n${Object.keys(gitCommands).sort().map((n) => `   ${n}\n`).join("")}\nIt asks servers by https alone. It has no editor and no pager, and runs no hook, filter or alias that is a program.\n`);
  return 0;
}

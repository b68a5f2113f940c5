// What branches follow: the names of a server's branches as they are kept here.
"use strict";

// followed tells how a branch stands to what it follows: { name, ahead, behind }, with no name where that is gone.
async function followed(r, ref, oid) {
  const u = upstreamOf(r, ref);
  if (!u?.ref || !goodRef(u.ref)) return null;
  const theirs = (await readRef(r, u.ref))?.oid, name = shortRef(u.ref);
  if (!theirs) return { name, gone: true };
  const [a, b] = [oid ? await ancestors(r, [oid]) : new Set(), await ancestors(r, [theirs])];
  return { name, oid: theirs, ahead: [...a].filter((c) => !b.has(c)).length, behind: [...b].filter((c) => !a.has(c)).length };
}

// followedText is what status and checkout say of it.
async function followedText(r, ref, oid) {
  const f = await followed(r, ref, oid), hint = (text) => (r.flag("advice.statushints", true) ? `  (${text})\n` : "");
  if (!f || !oid) return "";
  if (f.gone) return `Your branch is based on '${f.name}', but the upstream is gone.\n${hint('use "git branch --unset-upstream" to fixup')}`;
  if (f.ahead === 0 && f.behind === 0) return `Your branch is up to date with '${f.name}'.\n`;
  if (f.behind === 0) return `Your branch is ahead of '${f.name}' by ${plural(f.ahead, "commit")}.\n${hint('use "git push" to publish your local commits')}`;
  if (f.ahead === 0) return `Your branch is behind '${f.name}' by ${plural(f.behind, "commit")}, and can be fast-forwarded.\n${hint('use "git pull" to update your local branch')}`;
  return `Your branch and '${f.name}' have diverged,\nand have ${f.ahead} and ${f.behind} different commits each, respectively.\n${hint('use "git pull" to merge the remote branch into yours')}`;
}

// followedMark is the same in short: [ahead 1, behind 2].
function followedMark(f) {
  if (f.gone) return "gone";
  return [f.ahead > 0 ? `ahead ${f.ahead}` : "", f.behind > 0 ? `behind ${f.behind}` : ""].filter(Boolean).join(", ");
}

// upstreamNamed is the ref that name@{upstream} is.
async function upstreamNamed(r, name) {
  const ref = name === "" || name === "HEAD" || name === "@" ? (await head(r)).ref : `refs/heads/${name}`;
  if (ref === "HEAD") fatal("HEAD does not point to a branch");
  if (!goodRef(ref) || !(await readRef(r, ref))?.oid) fatal(`no such branch: '${textIn(name)}'`);
  return upstreamOf(r, ref)?.ref ?? fatal(`no upstream configured for branch '${textIn(shortRef(ref))}'`);
}

// followStart has a new branch follow what it begins at, where that is a server's (branch.autoSetupMerge).
async function followStart(r, ref, start, asked) {
  const from = start && goodName(bytesIn(start)) ? await dwim(r, bytesIn(start)) : null, far = from?.ref?.startsWith("refs/remotes/") ? from.ref : null;
  const wanted = asked.has("t", "track") || (r.config("branch.autosetupmerge") ?? "true") !== "false";
  if (!far || !wanted || asked.has("no-track")) return;
  for (const remote of remotesOf(r)) {
    const merge = r.entries.filter((e) => e.name === `remote.${remote}.fetch`).map((e) => through(specOf(e.value ?? ""), far, true)).find(Boolean);
    if (!merge) continue;
    await setUpstream(r, ref, remote, merge);
    if (!asked.has("q", "quiet")) r.print(`branch '${shortRef(ref)}' set up to track '${shortRef(far)}'.\n`);
    return;
  }
}

// branchFollows is git branch --set-upstream-to and --unset-upstream.
async function branchFollows(r, asked, name, h) {
  const ref = name === undefined ? h.ref : `refs/heads/${name}`, path = `${r.dir}/config`, said = asked.given.u ?? asked.given["set-upstream-to"];
  if (ref === "HEAD") fatal(`could not ${said ? "set upstream of" : "unset upstream of"} HEAD ${said ? `to ${said} ` : ""}when it does not point to any branch.`);
  if (!goodRef(ref) || !(await readRef(r, ref))?.oid) fatal(`branch '${textIn(shortRef(ref))}' does not exist`);
  if (said === undefined) {
    if (!upstreamOf(r, ref)) fatal(`Branch '${textIn(shortRef(ref))}' has no upstream information`);
    const text = configSet(await r.disk.read(path), `branch.${ref.slice(11)}.remote`, null, { all: true });
    await r.disk.write(path, configSet(text, `branch.${ref.slice(11)}.merge`, null, { all: true }) ?? text);
    return 0;
  }
  const to = await dwim(r, bytesIn(said));
  if (!to) fatal(`the requested upstream branch '${said}' does not exist\nhint: \nhint: If you are planning on basing your work on an upstream\nhint: branch that already exists at the remote, you may need to\nhint: run "git fetch" to retrieve it.\nhint: \nhint: If you are planning to push out a new local branch that\nhint: will track its remote counterpart, you may want to use\nhint: "git push -u" to set the upstream config as you push.`);
  if (to.ref.startsWith("refs/heads/")) { await setUpstream(r, ref, ".", to.ref); r.print(`branch '${shortRef(ref)}' set up to track '${shortRef(to.ref)}'.\n`); return 0; }
  await followStart(r, ref, said, { has: () => false });
  return 0;
}

// guessed is the server's branch that a name means, of which there is none here: { start, name }, or null.
async function guessedBranch(r, name) {
  const found = [];
  if (!goodName(name)) return null;
  for (const remote of remotesOf(r)) { const at = `refs/remotes/${remote}/${name}`; if ((await readRef(r, at))?.oid) found.push(`${remote}/${name}`); }
  return found.length === 1 ? found[0] : null;
}

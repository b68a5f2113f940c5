// git push.
"use strict";

const pushKinds = { u: 0, "set-upstream": 0, f: 0, force: 0, "force-with-lease": 2, "force-if-includes": 0, tags: 0, all: 0, d: 0, delete: 0, n: 0, "dry-run": 0, q: 0, quiet: 0, v: 0, verbose: 0, progress: 0, "no-progress": 0, "no-verify": 0, porcelain: 0, "follow-tags": 0, o: 1, "push-option": 1, atomic: 0, prune: 0, mirror: 0, repo: 1, thin: 0, "no-thin": 0, signed: 2, "no-signed": 0, "recurse-submodules": 2, 4: 0, 6: 0, ipv4: 0, ipv6: 0 };
const absentPush = ["porcelain", "follow-tags", "o", "push-option", "atomic", "prune", "mirror", "repo", "signed", "force-if-includes"];

async function gitPush(r, words) {
  const asked = options("push", words, pushKinds), [word, ...specs] = asked.operands.map(bytesIn);
  for (const name of absentPush) if (asked.has(name)) lacking(`push ${name.length === 1 ? "-" : "--"}${name}`);
  const name = word ?? await usualRemote(r);
  if (word === undefined && !r.config(`remote.${name}.url`)) fatal("No configured push destination.\nEither specify the URL from the command-line or configure a remote repository using\n\n    git remote add <name> <url>\n\nand then push using the remote name\n\n    git push <name>\n");
  const remote = remoteOf(r, name), h = await head(r), pairs = await pushPairs(r, asked, specs, remote, h);
  const far = await new Far(r, remote.push).hello("git-receive-pack"), ended = await pushedRefs(r, far, remote, pairs, asked);
  if (asked.has("u", "set-upstream") && !asked.has("n", "dry-run")) await follow(r, remote, ended);
  return ended.some((p) => p.why) ? 1 : 0;
}

// pushPairs are what goes where: { from, oid, to, force }; one without an oid is taken away.
async function pushPairs(r, asked, specs, remote, h) {
  const all = asked.has("all") ? (await listRefs(r, "refs/heads/")).map(([ref]) => ref) : [], tags = asked.has("tags") ? (await listRefs(r, "refs/tags/")).map(([ref]) => ref) : [], pairs = [], lost = [];
  const list = specs.length === 0 && all.length + tags.length === 0 && !asked.has("tags", "all") ? [usualPush(r, asked, remote, h)] : specs.flatMap((s, i) => (s === "tag" ? [] : specs[i - 1] === "tag" ? [`refs/tags/${s}`] : [s]));
  if (asked.has("d", "delete") && specs.length === 0) fatal("--delete doesn't make sense without any refs");
  for (const text of [...list, ...all, ...tags]) {
    const s = specOf(text), force = s.force || asked.has("f", "force"), from = asked.has("d", "delete") ? "" : s.from, target = asked.has("d", "delete") ? s.from : s.to ?? s.from;
    if (s.wild) { for (const [ref, oid] of await listRefs(r, "refs/")) { const to = through({ ...s, to: s.to ?? s.from }, ref); if (to) pairs.push({ from: ref, oid, to, force }); } continue; }
    if (from === "") { pairs.push({ to: target, force, gone: true }); continue; }
    const ref = from === "HEAD" || from === "@" ? { full: h.ref, oid: h.oid } : await dwim(r, from), oid = ref?.oid ?? await resolve(r, from);
    if (!oid) { lost.push(from); continue; }
    const to = s.to === undefined || s.to === "" ? ref?.full ?? fatal(`invalid refspec '${textIn(text)}'`) : s.to.startsWith("refs/") ? s.to : ref?.full.startsWith("refs/tags/") ? `refs/tags/${s.to}` : `refs/heads/${s.to}`;
    if (!goodRef(to) || !to.startsWith("refs/")) fatal(`invalid refspec '${textIn(text)}'`);
    pairs.push({ from: ref?.full ?? from, oid, to, force });
  }
  if (lost.length > 0) throw new GitEnd(1, `${lost.map((l) => `error: src refspec ${textIn(l)} does not match any\n`).join("")}error: failed to push some refs to '${textIn(remote.push)}'\n`);
  return pairs;
}

// usualPush is what a push without a name means: push.default, which is simple.
function usualPush(r, asked, remote, h) {
  const said = r.config("push.default") ?? "simple", follows = upstreamOf(r, h.ref), name = shortRef(h.ref), shown = textIn(name);
  if (said === "nothing") fatal("You didn't specify any refspecs to push, and push.default is \"nothing\".");
  if (h.ref === "HEAD") fatal(`You are not currently on a branch.\nTo push the history leading to the current (detached HEAD)\nstate now, use\n\n    git push ${textIn(remote.name ?? remote.url)} HEAD:<name-of-remote-branch>\n`);
  if (said === "current" || asked.has("u", "set-upstream") || r.flag("push.autosetupremote", false) || (said === "simple" && (follows === null || follows.remote !== remote.name) && remote.name !== (r.config(`branch.${name}.remote`) ?? (remotesOf(r).length === 1 ? remotesOf(r)[0] : "origin")))) return h.ref;
  if (said === "matching") lacking("push.default matching");
  if (!follows) fatal(`The current branch ${shown} has no upstream branch.\nTo push the current branch and set the remote as upstream, use\n\n    git push --set-upstream ${textIn(remote.name ?? remote.url)} ${shown}\n\nTo have this happen automatically for branches without a tracking\nupstream, see 'push.autoSetupRemote' in 'git help config'.\n`);
  if (said === "simple" && follows.merge !== h.ref) fatal(`The upstream branch of your current branch does not match\nthe name of your current branch.  To push to the upstream branch\non the remote, use\n\n    git push ${textIn(remote.name)} HEAD:${textIn(shortRef(follows.merge))}\n\nTo push to the branch of the same name on the remote, use\n\n    git push ${textIn(remote.name)} HEAD\n\nTo choose either option permanently, see push.default in 'git help config'.\n`);
  return `${h.ref}:${follows.merge}`;
}

// pushedRefs judges each pair, sends what may go, and tells how it went.
async function pushedRefs(r, far, remote, pairs, asked) {
  const all = [];
  for (const p of pairs) all.push(await judged(r, far, remote, p, asked));
  const going = all.filter((p) => !p.why && p.old !== (p.oid ?? noObject)), quiet = asked.has("q", "quiet"), failed = () => all.filter((p) => p.why);
  if (going.length > 0 && !asked.has("n", "dry-run")) await sendRefs(r, far, going);
  for (const p of going) if (!p.why && !asked.has("n", "dry-run")) await trackPushed(r, remote, p);
  const shown = [...going.filter((p) => !p.why), ...failed().filter((p) => !p.missing)];
  if (shown.length > 0 && (!quiet || failed().length > 0)) r.say(`To ${textIn(remote.push)}\n${(await Promise.all(shown.map((p) => pushLine(r, p)))).map(textIn).join("")}`);
  if (failed().length > 0) r.say(`error: failed to push some refs to '${textIn(remote.push)}'\n${pushHint(r, failed(), await head(r))}`);
  else if (shown.length === 0 && !quiet) r.say("Everything up-to-date\n");
  return all;
}

async function judged(r, far, remote, p, asked) {
  const to = p.to.startsWith("refs/") ? p.to : [`refs/heads/${p.to}`, `refs/tags/${p.to}`].find((n) => far.oid(n)) ?? `refs/heads/${p.to}`, old = far.oid(to) ?? noObject, lease = asked.given["force-with-lease"];
  const j = { ...p, to, old };
  if (p.gone && old === noObject) { r.say(`error: unable to delete '${textIn(p.to)}': remote ref does not exist\n`); return { ...j, missing: true, why: "remote ref does not exist" }; }
  if (p.gone || old === noObject || old === p.oid) return j;
  if (lease !== undefined) {
    const [name, want] = lease === true ? [] : bytesIn(lease).split(":"), mine = name === undefined || name === to || `refs/heads/${name}` === to, here = want !== undefined ? await resolve(r, want) : (await readRef(r, trackedBy(remote, to) ?? "-"))?.oid;
    if (mine && here !== old) return { ...j, why: "stale info" };
    if (mine) return { ...j, forced: !(await forward(r, old, p.oid)) };
  }
  if (to.startsWith("refs/tags/") && !p.force) return { ...j, why: "already exists" };
  if (!to.startsWith("refs/tags/") && await forward(r, old, p.oid)) return j;
  if (p.force) return { ...j, forced: true };
  return { ...j, why: (await r.object(old)) ? "non-fast-forward" : "fetch first" };
}

// forward tells whether a commit stands behind another.
async function forward(r, old, oid) {
  const a = (await r.object(old)) && await r.peeled(old, "commit"), b = await r.peeled(oid, "commit");
  return !!a && !!b && (await ancestors(r, [b.oid])).has(a.oid);
}

// sendRefs sends commands and a pack, and hears what became of each.
async function sendRefs(r, far, going) {
  const can = far.offered("report-status", "side-band-64k", "ofs-delta"), lines = going.map((p, i) => packetLine(`${p.old} ${p.oid ?? noObject} ${p.to}${i === 0 ? `\0 ${can} agent=git/2.39.5` : ""}`));
  if (going.some((p) => p.gone) && !far.can.has("delete-refs")) fatal("the server deletes no refs");
  const pack = going.some((p) => p.oid) ? [await packOf(r, await newObjects(r, going.map((p) => p.oid).filter(Boolean), far.refs.map((f) => f.oid)))] : [];
  const answer = await far.sent("git-receive-pack", [...lines, "0000", ...pack]), parts = [], banded = far.can.has("side-band-64k");
  for (const p of packets(answer)) {
    if (p === null) continue;
    if (!banded || p[0] === 1) parts.push(banded ? p.subarray(1) : arrayOf(packetLine(latin1(p))));
    else if (p[0] === 2) sayFar(r, latin1(p.subarray(1)));
    else fatal(`remote error: ${sayable(latin1(p.subarray(1)))}`);
  }
  const report = packetLines(together(parts)).filter(Boolean).map((l) => l.trimEnd()), unpack = report.find((l) => l.startsWith("unpack "))?.slice(7);
  if (unpack !== "ok") r.say(`error: remote unpack failed: ${sayable(unpack ?? "it did not say how it went")}\n`);
  for (const p of going) {
    const said = report.find((l) => l === `ok ${p.to}` || l.startsWith(`ng ${p.to} `));
    if (!said?.startsWith("ok ")) Object.assign(p, { why: sayable(said?.slice(4 + p.to.length) ?? "remote failed to report status"), far: true });
  }
}

// newObjects are those that tips lead to and that a server with others has not.
async function newObjects(r, tips, known) {
  const theirs = [];
  for (const oid of new Set(known)) { const c = (await r.object(oid)) && await r.peeled(oid, "commit"); if (c) theirs.push(c.oid); }
  const old = await ancestors(r, theirs), skip = new Set(known), list = new Set();
  const trees = async (oid, keep, depth = 0) => {
    if (skip.has(oid) || list.has(oid)) return;
    if (depth > 256) fatal(`tree ${oid} is corrupt: its folders go deeper than 256`);
    (keep ? list : skip).add(oid);
    for (const e of await r.tree(oid)) {
      if (e.mode === "040000") await trees(e.oid, keep, depth + 1);
      else if (e.mode !== "160000" && !skip.has(e.oid)) (keep ? list : skip).add(e.oid);
    }
  };
  const commits = [];
  for (let oid of tips) {
    for (let o = await r.object(oid); o?.type === "tag" && !skip.has(oid); o = await r.object(oid)) { list.add(oid); oid = /^object ([0-9a-f]{40})\n/.exec(o.data)?.[1] ?? fatal(`the tag ${oid} is corrupt`); }
    if (skip.has(oid)) continue;
    const o = (await r.object(oid)) ?? fatal(`unable to read ${oid}`);
    if (o.type === "tree") await trees(oid, true);
    else if (o.type === "blob") list.add(oid);
    else commits.push(oid);
  }
  const fresh = [...await ancestors(r, commits)].filter((oid) => !old.has(oid)), freshSet = new Set(fresh);
  for (const oid of fresh) for (const p of (await r.commit(oid)).parents) if (!freshSet.has(p)) await trees((await r.commit(p)).tree, false);
  for (const oid of fresh) { list.add(oid); await trees((await r.commit(oid)).tree, true); }
  return [...list];
}

async function trackPushed(r, remote, p) {
  const here = trackedBy(remote, p.to);
  if (!here || !goodRef(here)) return;
  if (p.gone) { if ((await readRef(r, here))?.oid) await removeRef(r, here); } else await writeRef(r, here, p.oid, "update by push");
}

// pushLine is what is told of one ref.
async function pushLine(r, p) {
  const line = (sign, text, rest) => ` ${sign} ${text.padEnd(17)} ${rest}\n`, pair = `${prettyRef(p.from ?? "")} -> ${prettyRef(p.to)}`;
  if (p.why) return line("!", p.far ? "[remote rejected]" : "[rejected]", `${p.gone ? prettyRef(p.to) : pair} (${bytesIn(p.why)})`);
  if (p.gone) return line("-", "[deleted]", prettyRef(p.to));
  if (p.old === noObject) return line("*", `[new ${p.to.startsWith("refs/tags/") ? "tag" : p.to.startsWith("refs/heads/") ? "branch" : "reference"}]`, pair);
  const known = await r.object(p.old), from = known ? await short(r, p.old) : p.old.slice(0, 7);
  return p.forced ? line("+", `${from}...${await short(r, p.oid)}`, `${pair} (forced update)`) : line(" ", `${from}..${await short(r, p.oid)}`, pair);
}

function pushHint(r, failed, h) {
  if (!r.flag("advice.pushupdaterejected", true)) return "";
  const hints = (...lines) => lines.map((l) => `hint: ${l}\n`).join(""), note = "See the 'Note about fast-forwards' in 'git push --help' for details.", has = (why) => failed.some((p) => p.why === why);
  if (failed.some((p) => p.why === "non-fast-forward" && p.from === h.ref)) return hints("Updates were rejected because the tip of your current branch is behind", "its remote counterpart. Integrate the remote changes (e.g.", "'git pull ...') before pushing again.", note);
  if (has("non-fast-forward")) return hints("Updates were rejected because a pushed branch tip is behind its remote", "counterpart. Check out this branch and integrate the remote changes", "(e.g. 'git pull ...') before pushing again.", note);
  if (has("already exists")) return hints("Updates were rejected because the tag already exists in the remote.");
  if (has("fetch first")) return hints("Updates were rejected because the remote contains work that you do", "not have locally. This is usually caused by another repository pushing", "to the same ref. You may want to first integrate the remote changes", "(e.g., 'git pull ...') before pushing again.", note);
  return "";
}

// follow has branches follow what they were pushed to.
async function follow(r, remote, ended) {
  for (const p of ended) {
    if (p.why || p.gone || !p.from.startsWith("refs/heads/")) continue;
    await setUpstream(r, p.from, remote.name ?? remote.url, p.to);
    if (p.to.startsWith("refs/heads/")) r.print(`branch '${shortRef(p.from)}' set up to track '${remote.name ? `${remote.name}/` : ""}${shortRef(p.to)}'.\n`);
  }
}

async function setUpstream(r, ref, remote, merge) {
  const path = `${r.dir}/config`, name = ref.slice(11), text = (await r.disk.read(path)) ?? "";
  await r.disk.write(path, configSet(configSet(text, `branch.${name}.remote`, remote), `branch.${name}.merge`, merge));
  await r.configure();
}

// git merge: forward, or a new commit where both sides changed other things. Where they changed the same, nothing is
// done, and it says where.
"use strict";

// gitMerge merges a commit; a pull says what it is called.
async function gitMerge(r, words, { name, action = `merge ${words.findLast((w) => !w.startsWith("-"))}` } = {}) {
  const asked = options("merge", words, { ff: 0, "no-ff": 0, "ff-only": 0, m: 1, F: 1, "no-edit": 0, e: 0, edit: 0, q: 0, quiet: 0, n: 0, "no-stat": 0, stat: 0, squash: 0, "no-commit": 0, abort: 0, continue: 0, quit: 0, s: 1, strategy: 1, X: 1, "strategy-option": 1, "allow-unrelated-histories": 0, commit: 0, "no-verify": 0, "no-progress": 0, v: 0 });
  for (const name of ["squash", "no-commit", "abort", "continue", "quit", "s", "strategy", "X", "strategy-option", "F", "allow-unrelated-histories"]) if (asked.has(name)) lacking(`merge ${name.length === 1 ? "-" : "--"}${name}`);
  if (asked.operands.length !== 1) asked.operands.length === 0 ? fatal("No remote for the current branch.") : lacking("merge of more than one commit");
  const word = asked.operands[0], h = await head(r), oid = await commitOf(r, word, () => { throw new GitEnd(1, `merge: ${word} - not something we can merge\n`); }), quiet = asked.has("q", "quiet");
  if (!h.oid) {
    await resetHard(r, await r.flat((await r.commit(oid)).tree));
    await moveHead(r, oid, name === undefined ? "initial pull" : `${action}: initial pull`);
    return 0;
  }
  const bases = await mergeBases(r, h.oid, oid);
  if (bases[0] === oid) { if (!quiet) r.print("Already up to date.\n"); return 0; }
  if (bases.length === 0) fatal("refusing to merge unrelated histories");
  const now = await r.flat((await r.commit(h.oid)).tree), theirs = await r.flat((await r.commit(oid)).tree);
  if (bases[0] === h.oid && !asked.has("no-ff")) {
    if (!quiet) r.print(`Updating ${await short(r, h.oid)}..${await short(r, oid)}\n`);
    await moveTo(r, now, theirs, "merge");
    await r.disk.write(`${r.dir}/ORIG_HEAD`, `${h.oid}\n`);
    await moveHead(r, oid, `${action}: Fast-forward`);
    if (!quiet) r.print(`Fast-forward\n${await mergeStat(r, asked, now, theirs)}`);
    return 0;
  }
  if (asked.has("ff-only") || r.config("merge.ff") === "only") fatal("Not possible to fast-forward, aborting.");
  if (bases.length > 1) lacking("merge of histories that crossed before");
  const dirty = (await stagedPairs(r, await readIndex(r), now, { renames: false })).filter((p) => p.status !== "U");
  if (dirty.length > 0) throw new GitEnd(2, `error: Your local changes to the following files would be overwritten by merge:\n  ${dirty.map((p) => textIn(p.path)).join(" ")}\nMerge with strategy ort failed.\n`);
  const base = await r.flat((await r.commit(bases[0])).tree), { files, fights, texts } = await merged(r, base, now, theirs);
  if (fights.length > 0) wrong(`${plural(fights.length, "file")} changed on both sides in the same place (${textIn(fights.slice(0, 5).map((p) => quotedPath(p, r)).join(", "))}), and merging such files is not in this page's git: nothing was changed`, 1);
  await moveTo(r, now, files, "merge");
  for (const path of texts) r.print(`Auto-merging ${path}\n`);
  const kind = name ?? await mergeName(r, word), onto = h.ref === "HEAD" ? "HEAD" : shortRef(h.ref), message = cleanMessage(asked.given.m !== undefined ? `${asked.list.filter(([n]) => n === "m").map(([, t]) => bytesIn(t)).join("\n\n")}\n` : `Merge ${kind}${["main", "master"].includes(onto) ? "" : ` into ${onto}`}\n`);
  const commit = await r.put("commit", `tree ${await treeOf(r, files)}\nparent ${h.oid}\nparent ${oid}\nauthor ${await ident(r, "AUTHOR")}\ncommitter ${await ident(r, "COMMITTER")}\n\n${message}`);
  await r.disk.write(`${r.dir}/ORIG_HEAD`, `${h.oid}\n`);
  await moveHead(r, commit, `${action}: Merge made by the 'ort' strategy.`);
  if (!quiet) r.print(`Merge made by the 'ort' strategy.\n${await mergeStat(r, asked, now, files)}`);
  return 0;
}

async function mergeName(r, word) {
  const ref = await dwim(r, bytesIn(word));
  if (ref?.full.startsWith("refs/heads/")) return `branch '${shortRef(ref.full)}'`;
  if (ref?.full.startsWith("refs/tags/")) return `tag '${shortRef(ref.full)}'`;
  if (ref?.full.startsWith("refs/remotes/")) return `remote-tracking branch '${shortRef(ref.full)}'`;
  return `commit '${bytesIn(word)}'`;
}

async function mergeStat(r, asked, before, after) {
  if (asked.has("n", "no-stat") || !r.flag("merge.stat", true)) return "";
  return told(r, await pairsOf(r, before, after), { stat: true, summary: true }, plainAsked);
}

// merged are the files of both sides, and where they fight.
async function merged(r, base, ours, theirs) {
  const files = new Map(), fights = [], texts = [], alike = (x, y) => (x?.oid ?? "") === (y?.oid ?? "") && (x?.mode ?? "") === (y?.mode ?? "");
  for (const path of [...new Set([...base.keys(), ...ours.keys(), ...theirs.keys()])].sort(byBytes)) {
    const [b, o, t] = [base, ours, theirs].map((m) => m.get(path));
    let f = alike(o, t) || alike(t, b) ? o : alike(o, b) ? t : undefined;
    if (f === undefined && (o || t) && !alike(o, t) && !alike(o, b) && !alike(t, b)) {
      const text = o && t && b && o.mode === t.mode && kindOf(o.mode) === "100" ? await mergedText(r, b, o, t) : null;
      if (text === null) { fights.push(path); continue; }
      texts.push(path);
      f = { mode: o.mode, oid: await r.put("blob", text) };
    }
    if (f) files.set(path, { mode: f.mode, oid: f.oid });
  }
  // A file that one side moved and the other changed is a fight too, which only a search for moves could settle.
  for (const path of files.keys()) for (let at = path.indexOf("/"); at > 0; at = path.indexOf("/", at + 1)) if (files.has(path.slice(0, at))) fights.push(path);
  return { files, fights, texts };
}

// mergedText takes what both sides changed of a text, or null where that is in the same place.
async function mergedText(r, b, o, t) {
  const [x, y, z] = await Promise.all([b, o, t].map((f) => r.blob(f.oid)));
  if ([x, y, z].some(isBinaryData)) return null;
  const [base, ours, theirs] = [x, y, z].map(linesOf), mine = textHunks(base, ours).map((h) => [...h, ours]), other = textHunks(base, theirs).map((h) => [...h, theirs]), all = [...mine, ...other].sort((p, q) => p[0] - q[0] || p[1] - q[1]), out = [];
  let at = 0;
  for (let i = 0; i < all.length; i++) {
    const [from, to, lo, hi, side] = all[i], next = all[i + 1];
    if (next && next[4] !== side && next[0] <= to) {
      if (next[0] === from && next[1] === to && next[4].slice(next[2], next[3]).join("") === side.slice(lo, hi).join("")) { i++; } else return null;
    }
    out.push(...base.slice(at, from), ...side.slice(lo, hi));
    at = to;
  }
  return [...out, ...base.slice(at)].join("");
}

// Names of objects: refs, their logs, and what a person writes for a revision.
"use strict";

// goodRef is git-check-ref-format(1), for a name that begins with refs/ or is HEAD and its like. So no name leaves .git.
const goodRef = (name) => /^([A-Z_]+|refs\/.+)$/.test(name) && goodName(name);
const goodName = (name) => name.length < 1024 && !/[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|\.$|\/$|^\/|^@$/.test(name) && name.split("/").every((p) => p !== "" && !p.startsWith(".") && !p.endsWith(".lock"));

async function packedRefs(r) {
  const found = new Map();
  for (const line of ((await r.disk.read(`${r.dir}/packed-refs`)) ?? "").split("\n")) {
    const m = /^([0-9a-f]{40}) (\S+)$/.exec(line);
    if (m && goodRef(m[2])) found.set(m[2], m[1]);
  }
  return found;
}

// readRef gives what a ref names, and the ref that it is in the end: { oid, ref }, or null.
async function readRef(r, name) {
  for (let n = 0; n < 6; n++) {
    if (!goodRef(name)) return null;
    const s = await r.disk.stat(`${r.dir}/${name}`), text = s?.isFile ? await r.disk.read(`${r.dir}/${name}`) : null;
    const link = text && /^ref:\s*(\S+)/.exec(text);
    if (link) { name = link[1]; continue; }
    const oid = text === null ? (await packedRefs(r)).get(name) : /^([0-9a-f]{40})(?:\s*$|\t)/.exec(text)?.[1]; // FETCH_HEAD says more
    if (text !== null && !oid) fatal(`bad ref ${name}`);
    return { oid: oid ?? null, ref: name };
  }
  return fatal(`the ref ${name} leads to itself`);
}

const head = (r) => readRef(r, "HEAD").then((h) => h ?? fatal("HEAD names nothing that is a ref")); // { oid, ref: "HEAD" where it is detached }

const shortRef = (ref) => ref.replace(/^refs\/(heads|tags|remotes)\//, "");

// listRefs gives all refs below a prefix, sorted: [[name, oid]].
async function listRefs(r, prefix) {
  const found = await packedRefs(r);
  for (const path of await r.disk.files(`${r.dir}/refs`)) {
    const name = `refs/${path}`, oid = goodRef(name) && (await readRef(r, name))?.oid;
    if (oid) found.set(name, oid);
  }
  return [...found].filter(([name]) => name.startsWith(prefix)).sort(([a], [b]) => byBytes(a, b));
}

async function writeRef(r, name, oid, why, { old } = {}) {
  if (!goodRef(name)) fatal(`'${shortRef(name)}' is not a valid name of a ref`);
  const before = old ?? (await readRef(r, name))?.oid ?? noObject;
  const taken = (await listRefs(r, "refs/")).find(([n]) => n.startsWith(`${name}/`) || name.startsWith(`${n}/`));
  if (taken && name !== "HEAD") fatal(`cannot lock ref '${name}': '${taken[0]}' exists; cannot create '${name}'`);
  await r.disk.write(`${r.dir}/${name}`, `${oid}\n`);
  if (why !== undefined && /^(HEAD|refs\/(heads|remotes)\/)/.test(name)) await logRef(r, name, before, oid, why);
}

async function logRef(r, name, before, after, why) {
  const at = `${r.dir}/logs/${name}`, line = `${before} ${after} ${await ident(r, "COMMITTER", false)}\t${why.replace(/\s+/g, " ").trim()}\n`;
  await r.disk.write(at, ((await r.disk.read(at)) ?? "") + line);
}

async function removeRef(r, name) {
  await r.disk.remove(`${r.dir}/${name}`);
  await r.disk.remove(`${r.dir}/logs/${name}`);
  for (let at = parentOf(name); /^refs\/[a-z]+\/./.test(at); at = parentOf(at)) {
    for (const below of ["", "logs/"]) if ((await r.disk.list(`${r.dir}/${below}${at}`)).length === 0) await r.disk.remove(`${r.dir}/${below}${at}`);
  }
  const path = `${r.dir}/packed-refs`, text = await r.disk.read(path);
  if (text?.includes(` ${name}\n`)) await r.disk.write(path, linesOf(text).filter((l, i, all) => !l.endsWith(` ${name}\n`) && !(l[0] === "^" && all[i - 1]?.endsWith(` ${name}\n`))).join(""));
}

// moveHead has HEAD's branch, or HEAD itself, name another commit, and logs both.
async function moveHead(r, oid, why) {
  const h = await head(r), before = h.oid ?? noObject;
  await writeRef(r, h.ref, oid, why, { old: before });
  if (h.ref !== "HEAD") await logRef(r, "HEAD", before, oid, why);
}

async function reflog(r, name) {
  const text = (await r.disk.read(`${r.dir}/logs/${name}`)) ?? "";
  return linesOf(text).map((l) => /^([0-9a-f]{40}) ([0-9a-f]{40}) (.*?)\t?([^\t]*)\n$/.exec(l)).filter(Boolean).map(([, old, oid, who, why]) => ({ old, oid, who: identity(who), why })).reverse();
}

// previous is the branch or commit that was checked out n times ago: @{-n}.
async function previous(r, n) {
  const moves = (await reflog(r, "HEAD")).map((e) => /^checkout: moving from (\S+) to /.exec(e.why)?.[1]).filter(Boolean);
  return moves[n - 1];
}

// dwim is the full name of a ref that a person shortened.
async function dwim(r, name) {
  if (!goodName(name) && name !== "HEAD") return null;
  for (const full of [name, `refs/${name}`, `refs/tags/${name}`, `refs/heads/${name}`, `refs/remotes/${name}`, `refs/remotes/${name}/HEAD`]) {
    if (!goodRef(full)) continue;
    const found = await readRef(r, full);
    if (found?.oid) return { ...found, full };
  }
  return null;
}

// named are all objects whose name begins so.
async function named(r, start) {
  const found = new Set((await r.disk.list(`${r.dir}/objects/${start.slice(0, 2)}`)).map((n) => start.slice(0, 2) + n));
  for (const oid of await packedNames(r)) found.add(oid);
  return [...found].filter((oid) => oid.startsWith(start) && oid.length === 40).sort();
}

async function packedNames(r) {
  if (r.packed) return r.packed;
  r.packed = [];
  for (const file of (await r.disk.list(`${r.dir}/objects/pack`)).filter((f) => f.endsWith(".idx"))) {
    const idx = await r.disk.bytes(`${r.dir}/objects/pack/${file}`);
    if (idx.length < 1032 || idx[0] !== 0xff || idx[7] !== 2) continue;
    const count = new DataView(idx.buffer, idx.byteOffset).getUint32(1028);
    for (let i = 0; i < count && 1032 + 20 * i + 20 <= idx.length; i++) r.packed.push(hexOf(latin1(idx.subarray(1032 + 20 * i, 1052 + 20 * i))));
  }
  return r.packed;
}

// short is a name cut as far as it is nobody else's.
async function short(r, oid, least) {
  const packed = (await packedNames(r)).length;
  let n = least ?? Number(r.config("core.abbrev") ?? 0);
  if (!(n >= 4)) n = Math.max(7, Math.ceil(((packed > 0 ? Math.floor(Math.log2(packed)) + 1 : 0) + 1) / 2));
  const near = (await named(r, oid.slice(0, 4))).filter((o) => o !== oid);
  while (n < 40 && near.some((o) => o.startsWith(oid.slice(0, n)))) n++;
  return oid.slice(0, Math.min(40, n));
}

// resolve is the object that a revision names, or null. https://git-scm.com/docs/gitrevisions
async function resolve(r, spec) {
  const stage = /^:(?:([0-3]):)?(.*)$/s.exec(spec);
  if (stage && !spec.startsWith(":/")) return (await readIndex(r)).get(...[relative(r, stage[2]), Number(stage[1] ?? 0)])?.oid ?? null;
  const colon = spec.indexOf(":");
  if (colon > 0) {
    const tree = await resolve(r, spec.slice(0, colon)).then((oid) => oid && r.peeled(oid, "tree"));
    return tree && inTree(r, tree.oid, relative(r, spec.slice(colon + 1)));
  }
  const m = /^(.*?)((?:\^\{[a-z]*\}|\^\d*|~\d*)*)$/s.exec(spec);
  let oid = await base(r, m[1]);
  for (const step of m[2].match(/\^\{[a-z]*\}|\^\d*|~\d*/g) ?? []) {
    if (!oid) return null;
    oid = await stepped(r, oid, step);
  }
  return oid;
}

// relative is a path of a revision: from the top, or with ./ from here.
const relative = (r, path) => (/^\.\.?(\/|$)/.test(path) ? placed(`/${r.prefix}`, path).slice(1) : path);

async function stepped(r, oid, step) {
  if (step.startsWith("^{")) {
    const want = step.slice(2, -1);
    return (await r.peeled(oid, want === "object" ? (await r.object(oid))?.type : want))?.oid ?? null;
  }
  const c = await r.peeled(oid, "commit");
  if (!c) return null;
  const n = step.length > 1 ? Number(step.slice(1)) : 1;
  if (step[0] === "^") return n === 0 ? c.oid : (await r.commit(c.oid)).parents[n - 1] ?? null;
  for (oid = c.oid; n > 0;) {
    for (let i = 0; i < n && oid; i++) oid = (await r.commit(oid)).parents[0] ?? null;
    break;
  }
  return oid;
}

async function base(r, name) {
  if (name === "@") name = "HEAD";
  if (/^[0-9a-f]{40}$/i.test(name)) return name.toLowerCase();
  const at = /^(.*)@\{(-?\d+|u|upstream|push)\}$/s.exec(name);
  if (at) {
    if (at[2] === "push") return lacking(name);
    if (/^[a-z]/.test(at[2])) return upstreamNamed(r, at[1]).then((ref) => readRef(r, ref)).then((f) => f?.oid ?? null);
    if (at[2][0] === "-") return previous(r, -Number(at[2])).then((p) => p && base(r, p));
    const ref = at[1] === "" ? (await head(r)).ref : (await dwim(r, at[1]))?.full, log = ref ? await reflog(r, ref) : [];
    const n = Number(at[2]);
    return n === 0 ? (await readRef(r, ref))?.oid : log[n]?.oid ?? (log.length === n && log.length > 0 && log.at(-1).old !== noObject ? log.at(-1).old : fatal(`log for '${name.replace(/@.*/s, "") || shortRef(ref)}' only has ${log.length} entries`));
  }
  const ref = await dwim(r, name);
  if (ref) return ref.oid;
  const described = /-\d+-g([0-9a-f]{4,40})$/.exec(name)?.[1] ?? name;
  if (!/^[0-9a-f]{4,40}$/i.test(described)) return null;
  const found = await named(r, described.toLowerCase());
  if (found.length < 2) return found[0] ?? null;
  const commits = [];
  for (const oid of found) if ((await r.object(oid))?.type === "commit") commits.push(oid);
  if (commits.length === 1) return commits[0];
  return wrong(`short object ID ${described} is ambiguous`, 128);
}

async function inTree(r, oid, path) {
  for (const name of path.split("/").filter((p) => p !== "" && p !== ".")) {
    const o = await r.object(oid);
    oid = o?.type === "tree" || oid === emptyTree ? (await r.tree(oid)).find((e) => e.name === name)?.oid : null;
    if (!oid) return null;
  }
  return oid;
}

const unknownRevision = (spec) => fatal(`ambiguous argument '${spec}': unknown revision or path not in the working tree.\nUse '--' to separate paths from revisions, like this:\n'git <command> [<revision>...] -- [<file>...]'`);

// commitOf is the commit that a revision names, or the end of the command.
async function commitOf(r, spec, otherwise = () => fatal(`bad revision '${spec}'`)) {
  const oid = await resolve(r, spec), c = oid && await r.peeled(oid, "commit");
  return c ? c.oid : otherwise();
}

// ancestors are all commits that are reached, and those themselves.
async function ancestors(r, from) {
  const seen = new Set(), work = [...from];
  while (work.length > 0) {
    const oid = work.pop();
    if (seen.has(oid)) continue;
    seen.add(oid);
    work.push(...(await r.commit(oid)).parents);
  }
  return seen;
}

// mergeBases are the best commits that both have.
async function mergeBases(r, a, b) {
  const of = await ancestors(r, [a]), both = [...await ancestors(r, [b])].filter((oid) => of.has(oid)), beaten = new Set();
  for (const oid of both) {
    if (beaten.has(oid)) continue;
    for (const p of await ancestors(r, (await r.commit(oid)).parents)) beaten.add(p);
  }
  const best = both.filter((oid) => !beaten.has(oid)), times = new Map();
  for (const oid of best) times.set(oid, (await r.commit(oid)).committer.time);
  return best.sort((x, y) => times.get(y) - times.get(x));
}

// What names commits: branches, tags, revisions, and the configuration.
"use strict";

async function gitBranch(r, words) {
  const asked = options("branch", words, { a: 0, all: 0, r: 0, remotes: 0, d: 0, delete: 0, D: 0, m: 0, move: 0, M: 0, c: 0, copy: 0, C: 0, f: 0, force: 0, v: 0, verbose: 0, "show-current": 0, l: 0, list: 0, q: 0, quiet: 0, merged: 3, "no-merged": 3, contains: 3, "no-contains": 3, format: 1, sort: 1, "points-at": 3, "no-color": 0, color: 2, "no-column": 0, i: 0, "ignore-case": 0, u: 1, "set-upstream-to": 1, "unset-upstream": 0, t: 2, track: 2, "no-track": 0, "edit-description": 0, "no-abbrev": 0, abbrev: 2 });
  for (const name of ["edit-description", "c", "copy", "C"]) if (asked.has(name)) lacking(`branch ${name.length === 1 ? "-" : "--"}${name}`);
  const h = await head(r), names = asked.operands.map(bytesIn);
  if (asked.has("show-current")) { if (h.ref !== "HEAD") r.print(`${shortRef(h.ref)}\n`); return 0; }
  if (asked.has("d", "delete", "D")) return deleteBranches(r, asked, names, h);
  if (asked.has("u", "set-upstream-to", "unset-upstream")) return branchFollows(r, asked, names[0], h);
  if (asked.has("m", "move", "M")) return renameBranch(r, asked, names, h);
  if (names.length === 0 || asked.has("l", "list", "a", "all", "r", "remotes", "merged", "no-merged", "contains", "no-contains", "points-at", "format")) return listBranches(r, asked, names, h);
  if (names.length > 2) wrong("branch wants a name and where it begins", 129);
  const [name, start = "HEAD"] = asked.operands, ref = `refs/heads/${bytesIn(name)}`, old = goodRef(ref) && (await readRef(r, ref))?.oid;
  if (!goodRef(ref) || name.startsWith("-") || name === "HEAD") fatal(`'${name}' is not a valid branch name`);
  if (old && !asked.has("f", "force")) fatal(`a branch named '${name}' already exists`);
  if (old && h.ref === ref) fatal(`cannot force update the branch '${name}' checked out at '${textIn(r.top)}'`);
  const oid = await commitOf(r, start, () => fatal(`not a valid object name: '${start === "HEAD" && h.ref !== "HEAD" ? shortRef(h.ref) : start}'`));
  await writeRef(r, ref, oid, old ? `branch: Reset to ${start}` : `branch: Created from ${start === "HEAD" && h.ref !== "HEAD" ? shortRef(h.ref) : start}`);
  await followStart(r, ref, start, asked);
  return 0;
}

async function deleteBranches(r, asked, names, h) {
  if (names.length === 0) fatal("branch name required");
  const remote = asked.has("r", "remotes"), kind = remote ? "refs/remotes/" : "refs/heads/";
  let code = 0;
  for (const name of names) {
    const ref = kind + name, found = goodRef(ref) ? await readRef(r, ref) : null, bad = (why) => { r.say(`error: ${textIn(why)}\n`); code = 1; };
    if (h.ref === ref) { bad(`Cannot delete branch '${name}' checked out at '${r.top}'`); continue; }
    if (!found?.oid) { bad(`${remote ? "remote-tracking branch" : "branch"} '${name}' not found.`); continue; }
    if (!asked.has("D", "f", "force") && !remote && !(h.oid && (await ancestors(r, [h.oid])).has(found.oid))) { bad(`The branch '${name}' is not fully merged.\nIf you are sure you want to delete it, run 'git branch -D ${name}'.`); continue; }
    await removeRef(r, ref);
    if (!asked.has("q", "quiet")) r.print(`Deleted ${remote ? "remote-tracking " : ""}branch ${name} (was ${await short(r, found.oid)}).\n`);
  }
  return code;
}

async function renameBranch(r, asked, names, h) {
  const [from, to] = names.length > 1 ? names : [h.ref === "HEAD" ? fatal("cannot rename the current branch while not on any.") : shortRef(h.ref), names[0]];
  if (to === undefined) fatal("branch name required");
  const [a, b] = [`refs/heads/${from}`, `refs/heads/${to}`], old = goodRef(a) ? await readRef(r, a) : null;
  if (!goodRef(b) || to.startsWith("-") || to === "HEAD") fatal(`'${textIn(to)}' is not a valid branch name`);
  if (!old?.oid && h.ref !== a) fatal(`no branch named '${textIn(from)}'`, 128);
  if (a !== b && (await readRef(r, b))?.oid && !asked.has("M", "f", "force")) fatal(`a branch named '${textIn(to)}' already exists`);
  if (h.ref === a) await r.disk.write(`${r.dir}/HEAD`, `ref: ${b}\n`);
  if (!old?.oid || a === b) return 0;
  const log = await r.disk.read(`${r.dir}/logs/${a}`);
  await removeRef(r, a);
  await writeRef(r, b, old.oid);
  if (log !== null) await r.disk.write(`${r.dir}/logs/${b}`, log);
  await logRef(r, b, old.oid, old.oid, `Branch: renamed ${a} to ${b}`);
  if (h.ref === a) { await logRef(r, "HEAD", old.oid, noObject, `Branch: renamed ${a} to ${b}`); await logRef(r, "HEAD", noObject, old.oid, `Branch: renamed ${a} to ${b}`); }
  return 0;
}

// linkOf is what a ref leads to that is none itself, such as origin/HEAD.
const linkOf = async (r, ref) => /^ref: (\S+)/.exec((ref.startsWith("refs/") && (await r.disk.stat(`${r.dir}/${ref}`))?.isFile && (await r.disk.read(`${r.dir}/${ref}`))) || "")?.[1];

async function listBranches(r, asked, patterns, h) {
  const rows = [], kinds = asked.has("a", "all") ? ["refs/heads/", "refs/remotes/"] : asked.has("r", "remotes") ? ["refs/remotes/"] : ["refs/heads/"], tests = patterns.map((p) => wild(p, true));
  if (h.ref === "HEAD" && !asked.has("r", "remotes") && patterns.length === 0) rows.push({ name: `(${await detachedAt(r) ?? "no branch"})`, oid: h.oid, here: true, ref: "HEAD" });
  for (const kind of kinds) for (const [ref, oid] of await listRefs(r, kind)) {
    const name = ref.slice(kind.length);
    if (tests.length === 0 || tests.some((t) => t.test(name))) rows.push({ name: asked.has("a", "all") && kind === "refs/remotes/" ? `remotes/${name}` : name, oid, here: ref === h.ref, ref });
  }
  const want = async (option, otherwise = "HEAD") => commitOf(r, asked.given[option] === true ? otherwise : asked.given[option], () => wrong(`malformed object name ${asked.given[option]}`, 129));
  let shown = rows;
  const keep = async (test) => { const kept = []; for (const row of shown) if (await test(row)) kept.push(row); shown = kept; };
  if (asked.has("merged")) { const of = await ancestors(r, [await want("merged")]); await keep((row) => of.has(row.oid)); }
  if (asked.has("no-merged")) { const of = await ancestors(r, [await want("no-merged")]); await keep((row) => !of.has(row.oid)); }
  if (asked.has("contains")) { const oid = await want("contains"); await keep(async (row) => (await ancestors(r, [row.oid])).has(oid)); }
  if (asked.has("no-contains")) { const oid = await want("no-contains"); await keep(async (row) => !(await ancestors(r, [row.oid])).has(oid)); }
  if (asked.has("points-at")) { const oid = await want("points-at"); await keep((row) => row.oid === oid); }
  const sorted = await sortedRefs(r, shown, asked.given.sort ?? r.config("branch.sort"));
  if (asked.has("format")) { for (const row of sorted) r.print(`${await refText(r, bytesIn(asked.given.format), row, h)}\n`); return 0; }
  const most = Math.max(0, ...shown.map((row) => textIn(row.name).length));
  for (const row of sorted) {
    const sign = row.here ? "* " : "  ", link = await linkOf(r, row.ref);
    if (link) { r.print(`${sign}${row.name}${asked.has("v", "verbose") ? " ".repeat(most - textIn(row.name).length) : ""} -> ${shortRef(link)}\n`); continue; }
    if (!asked.has("v", "verbose")) { r.print(`${sign}${row.name}\n`); continue; }
    const f = row.ref.startsWith("refs/heads/") ? await followed(r, row.ref, row.oid) : null, twice = asked.list.filter(([n]) => n === "v" || n === "verbose").length > 1;
    const mark = !f ? "" : [twice ? f.name : "", followedMark(f)].filter(Boolean).join(": ");
    r.print(`${sign}${row.name}${" ".repeat(most - textIn(row.name).length)} ${await short(r, row.oid)} ${mark ? `[${mark}] ` : ""}${subjectOf((await r.commit(row.oid)).message).subject}\n`);
  }
  return 0;
}

// sortedRefs sorts by what for-each-ref and its like know.
async function sortedRefs(r, rows, by) {
  if (by === undefined) return rows;
  const back = by.startsWith("-"), key = back ? by.slice(1) : by, values = new Map();
  for (const row of rows) {
    const c = await r.peeled(row.oid, "commit"), o = await r.object(row.oid), commit = c && await r.commit(c.oid), tagger = o?.type === "tag" ? identity(/^tagger (.*)$/m.exec(o.data)?.[1]) : null;
    const of = { refname: row.ref, committerdate: commit?.committer.time, authordate: commit?.author.time, creatordate: tagger?.time ?? commit?.committer.time, taggerdate: tagger?.time ?? 0, objectname: row.oid, "v:refname": row.ref, "version:refname": row.ref };
    if (!(key in of)) lacking(`--sort=${by}`);
    values.set(row, of[key]);
  }
  const compare = (a, b) => (key.endsWith(":refname") ? byVersion(a, b) : typeof a === "number" ? a - b : byBytes(a, b));
  return [...rows].sort((a, b) => (compare(values.get(a), values.get(b)) * (back ? -1 : 1)) || byBytes(a.ref, b.ref));
}

function byVersion(a, b) {
  const [x, y] = [a, b].map((s) => s.match(/\d+|\D+/g) ?? []);
  for (let i = 0; i < Math.max(x.length, y.length); i++) {
    if (x[i] === undefined || y[i] === undefined) return x[i] === undefined ? -1 : 1;
    if (x[i] === y[i]) continue;
    return /^\d/.test(x[i]) && /^\d/.test(y[i]) ? Number(x[i]) - Number(y[i]) || byBytes(x[i], y[i]) : byBytes(x[i], y[i]);
  }
  return 0;
}

// refText fills in a format of for-each-ref. https://git-scm.com/docs/git-for-each-ref#_field_names
async function refText(r, format, row, h) {
  const o = await r.object(row.oid), c = o.type === "commit" ? await r.commit(row.oid) : null, tag = o.type === "tag" ? { message: o.data.slice(o.data.indexOf("\n\n") + 2), tagger: identity(/^tagger (.*)$/m.exec(o.data)?.[1]), object: /^object (.*)$/m.exec(o.data)?.[1] } : null;
  const dated = (who, mode) => (who ? dateText(who, mode === "iso8601" ? "iso" : mode, nowOf()) : ""), parts = [];
  let at = 0;
  for (const m of format.matchAll(/%\(([^)]*)\)|%%/g)) {
    parts.push(format.slice(at, m.index));
    at = m.index + m[0].length;
    if (m[0] === "%%") { parts.push("%"); continue; }
    const deref = m[1].startsWith("*"), [key, mode] = m[1].replace("*", "").split(/:(.*)/s), of = deref ? (tag ? await r.object(tag.object) : null) : o;
    const message = deref ? (of ? of.data.slice(of.data.indexOf("\n\n") + 2) : "") : c?.message ?? tag?.message ?? "", who = deref ? (of?.type === "commit" ? await r.commit(tag.object) : null) : c, name = deref ? tag?.object ?? "" : row.oid;
    switch (key) {
      case "refname": parts.push(mode === "short" ? shortRef(row.ref) : mode === undefined ? row.ref : /^(lstrip|strip)=\d+$/.test(mode) ? row.ref.split("/").slice(Number(mode.split("=")[1])).join("/") : lacking(`%(${m[1]})`)); break;
      case "objectname": parts.push(mode?.startsWith("short") && name ? await short(r, name, Number(mode.split("=")[1]) || undefined) : name); break;
      case "objecttype": parts.push(of?.type ?? ""); break;
      case "objectsize": parts.push(String(of?.data.length ?? "")); break;
      case "subject": parts.push(subjectOf(message).subject); break;
      case "body": parts.push(subjectOf(message).body); break;
      case "contents": parts.push(mode === undefined ? message : mode === "subject" ? subjectOf(message).subject : mode === "body" ? subjectOf(message).body : lacking(`%(${m[1]})`)); break;
      case "authorname": parts.push(who?.author.name ?? ""); break;
      case "authoremail": parts.push(who ? `<${who.author.email}>` : ""); break;
      case "authordate": parts.push(dated(who?.author, mode)); break;
      case "committername": parts.push(who?.committer.name ?? ""); break;
      case "committeremail": parts.push(who ? `<${who.committer.email}>` : ""); break;
      case "committerdate": parts.push(dated(who?.committer, mode)); break;
      case "taggername": parts.push(tag?.tagger.name ?? ""); break;
      case "taggeremail": parts.push(tag ? `<${tag.tagger.email}>` : ""); break;
      case "taggerdate": parts.push(dated(tag?.tagger, mode)); break;
      case "creatordate": parts.push(dated(tag?.tagger ?? c?.committer, mode)); break;
      case "HEAD": parts.push(row.ref === h.ref ? "*" : " "); break;
      case "upstream": { const u = row.ref && upstreamOf(r, row.ref)?.ref; parts.push(!u ? "" : mode === "short" ? shortRef(u) : u); break; }
      default: lacking(`%(${m[1]})`);
    }
  }
  return (parts.join("") + format.slice(at)).replace(/%([0-9a-fA-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
}

async function gitForEachRef(r, words) {
  const asked = options("for-each-ref", words, { format: 1, sort: 1, count: 1, merged: 2, contains: 2, "points-at": 1, "no-color": 0, "ignore-case": 0 });
  if (asked.has("merged", "contains", "points-at")) lacking("for-each-ref --merged, --contains or --points-at");
  const tests = asked.operands.map((p) => { const text = bytesIn(p).replace(/\/$/, ""); return { test: (n) => n === text || n.startsWith(`${text}/`) || wild(text, true).test(n) }; }), h = await head(r);
  const rows = (await listRefs(r, "refs/")).filter(([n]) => tests.length === 0 || tests.some((t) => t.test(n))).map(([ref, oid]) => ({ ref, oid, name: shortRef(ref) }));
  const sorted = await sortedRefs(r, rows, asked.given.sort);
  for (const row of sorted.slice(0, Number(asked.given.count ?? Infinity))) r.print(`${await refText(r, bytesIn(asked.given.format ?? "%(objectname) %(objecttype)\t%(refname)"), row, h)}\n`);
  return 0;
}

async function gitTag(r, words) {
  const asked = options("tag", words, { a: 0, annotate: 0, m: 1, message: 1, F: 1, file: 1, d: 0, delete: 0, l: 0, list: 0, n: 2, f: 0, force: 0, s: 0, sign: 0, u: 1, v: 0, verify: 0, sort: 1, format: 1, contains: 3, "points-at": 3, merged: 3, "no-merged": 3, "no-sign": 0, cleanup: 1, i: 0, "create-reflog": 0, "no-column": 0, column: 2, "no-contains": 3 });
  for (const name of ["s", "sign", "u", "v", "verify", "cleanup", "column"]) if (asked.has(name)) lacking(`tag ${name.length === 1 ? "-" : "--"}${name}`);
  const names = asked.operands.map(bytesIn);
  if (asked.has("d", "delete")) {
    let code = 0;
    for (const name of names) {
      const found = goodRef(`refs/tags/${name}`) ? await readRef(r, `refs/tags/${name}`) : null;
      if (!found?.oid) { r.say(`error: tag '${textIn(name)}' not found.\n`); code = 1; continue; }
      await removeRef(r, `refs/tags/${name}`);
      r.print(`Deleted tag '${name}' (was ${await short(r, found.oid)})\n`);
    }
    return code;
  }
  const making = asked.has("a", "annotate", "m", "message", "F", "file");
  if (!making && (names.length === 0 || asked.has("l", "list", "n", "contains", "no-contains", "points-at", "merged", "no-merged", "sort", "format"))) return listTags(r, asked, names);
  const [name, what = "HEAD"] = asked.operands, ref = `refs/tags/${bytesIn(name ?? "")}`;
  if (name === undefined || !goodRef(ref) || name.startsWith("-")) fatal(`'${name ?? ""}' is not a valid tag name.`);
  const target = await resolve(r, what) ?? fatal(`Failed to resolve '${what}' as a valid ref.`), old = (await readRef(r, ref))?.oid;
  if (old && !asked.has("f", "force")) fatal(`tag '${name}' already exists`);
  let oid = target;
  if (making) {
    const parts = asked.list.filter(([n]) => n === "m" || n === "message").map(([, t]) => bytesIn(t)), file = asked.given.F ?? asked.given.file;
    if (parts.length === 0 && file === undefined) wrong("there is no editor in this page's git; give the message with -m or -F", 1);
    const text = cleanMessage(file === undefined ? parts.map((p) => `${p}\n`).join("\n") : file === "-" ? r.stdin : (await r.disk.read(placed(r.cwd, bytesIn(file)))) ?? fatal(`could not open or read '${file}': No such file or directory`));
    if (text === "") fatal("no tag message?");
    oid = await r.put("tag", `object ${target}\ntype ${(await r.object(target)).type}\ntag ${bytesIn(name)}\ntagger ${await ident(r, "COMMITTER")}\n\n${text}`);
  }
  await writeRef(r, ref, oid);
  if (old && old !== oid) r.print(`Updated tag '${bytesIn(name)}' (was ${await short(r, old)})\n`);
  return 0;
}

async function listTags(r, asked, patterns) {
  const tests = patterns.map((p) => wild(p, false)), rows = [];
  for (const [ref, oid] of await listRefs(r, "refs/tags/")) {
    const name = ref.slice(10), c = await r.peeled(oid, "commit");
    if (tests.length > 0 && !tests.some((t) => t.test(name))) continue;
    const at = (option) => commitOf(r, asked.given[option] === true ? "HEAD" : asked.given[option], () => wrong(`malformed object name ${asked.given[option]}`, 129));
    if (asked.has("contains") && !(c && (await ancestors(r, [c.oid])).has(await at("contains")))) continue;
    if (asked.has("no-contains") && c && (await ancestors(r, [c.oid])).has(await at("no-contains"))) continue;
    if (asked.has("merged") && !(c && (await ancestors(r, [await at("merged")])).has(c.oid))) continue;
    if (asked.has("no-merged") && c && (await ancestors(r, [await at("no-merged")])).has(c.oid)) continue;
    if (asked.has("points-at") && ![c?.oid, oid].includes(await at("points-at"))) continue;
    rows.push({ ref, oid, name });
  }
  const h = await head(r), lines = asked.has("n") ? Number(asked.given.n === true ? 1 : asked.given.n) : 0;
  for (const row of await sortedRefs(r, rows, asked.given.sort ?? r.config("tag.sort"))) {
    if (asked.has("format")) { r.print(`${await refText(r, bytesIn(asked.given.format), row, h)}\n`); continue; }
    if (lines === 0) { r.print(`${row.name}\n`); continue; }
    const o = await r.object(row.oid), text = linesOf(o.data.slice(o.data.indexOf("\n\n") + 2));
    r.print(`${row.name.padEnd(15)} ${text.slice(0, lines).join("    ").replace(/\n$/, "")}\n`);
  }
  return 0;
}

async function gitRevParse(r, words) {
  let verify = false, quiet = false, cut, refs = false, symbolic = false, full = false, out = [], named = 0, onlyRevs = false;
  const refuse = () => (quiet ? (() => { throw new GitEnd(1); })() : fatal("Needed a single revision"));
  for (const [i, word] of words.entries()) {
    const [, option, value] = /^--([a-z-]+)(?:=(.*))?$/s.exec(word) ?? [];
    if (word === "--") { out.push("--\n", ...words.slice(i + 1).map((w) => `${bytesIn(w)}\n`)); break; }
    if (word === "-q" || option === "quiet") quiet = true;
    else if (option === "verify") verify = true;
    else if (option === "short") { cut = Number(value) || 0; verify = true; }
    else if (option === "abbrev-ref") refs = true;
    else if (option === "symbolic-full-name") full = true;
    else if (option === "symbolic") symbolic = true;
    else if (option === "revs-only" || option === "no-flags") onlyRevs = true;
    else if (option === "show-toplevel") out.push(`${r.top}\n`);
    else if (option === "show-prefix") out.push(`${r.prefix}\n`);
    else if (option === "show-cdup") out.push(`${"../".repeat(r.prefix.split("/").length - 1)}\n`);
    else if (option === "git-dir") out.push(r.prefix === "" ? ".git\n" : `${r.dir}\n`);
    else if (option === "absolute-git-dir") out.push(`${r.dir}\n`);
    else if (option === "git-common-dir") out.push(r.prefix === "" ? ".git\n" : `${"../".repeat(r.prefix.split("/").length - 1)}.git\n`);
    else if (option === "is-inside-work-tree") out.push("true\n");
    else if (option === "is-inside-git-dir" || option === "is-bare-repository") out.push("false\n");
    else if (option === "is-shallow-repository") out.push(`${r.shallow.size > 0}\n`);
    else if (option === "show-object-format") out.push("sha1\n");
    else if (["all", "branches", "tags", "remotes"].includes(option)) for (const [, oid] of await listRefs(r, { all: "refs/", branches: "refs/heads/", tags: "refs/tags/", remotes: "refs/remotes/" }[option])) out.push(`${oid}\n`);
    else if (option === "git-path") { out.push(""); lacking("rev-parse --git-path"); } else if (word.startsWith("-") && word !== "-") { if (["local-env-vars", "parseopt", "sq-quote", "default", "path-format", "since", "until"].includes(option)) lacking(`rev-parse --${option}`); if (!onlyRevs) out.push(`${bytesIn(word)}\n`); } else {
      named++;
      const dots = /^(.*?)(\.\.\.?)(.*)$/s.exec(word), not = word.startsWith("^");
      if (dots && !verify && await resolve(r, dots[1] || "HEAD") && await resolve(r, dots[3] || "HEAD")) {
        const [a, b] = [await resolve(r, dots[1] || "HEAD"), await resolve(r, dots[3] || "HEAD")];
        out.push(`${b}\n`);
        if (dots[2] === "..") out.push(`^${a}\n`);
        else out.push(`${a}\n`, ...(await mergeBases(r, (await r.peeled(a, "commit")).oid, (await r.peeled(b, "commit")).oid)).map((o) => `^${o}\n`));
        continue;
      }
      const oid = await resolve(r, not ? word.slice(1) : word);
      if (!oid) {
        if (verify) refuse();
        r.print(out.join(""));
        if (onlyRevs) return 0;
        if (await r.disk.stat(placed(r.cwd, bytesIn(word)))) { out = [`${bytesIn(word)}\n`]; r.out = [...r.out]; continue; }
        r.print(`${bytesIn(word)}\n`);
        const inside = /^([^:]+):(.+)$/s.exec(word);
        if (inside && await resolve(r, inside[1])) fatal(await r.disk.stat(r.at(inside[2])) ? `path '${inside[2]}' exists on disk, but not in '${inside[1]}'` : `path '${inside[2]}' does not exist in '${inside[1]}'`);
        unknownRevision(word);
      }
      const ref = refs || symbolic || full ? await refNamed(r, word) : null;
      if (refs) out.push(ref ? `${ref === "HEAD" ? "HEAD" : shortRef(ref)}\n` : "");
      else if (full) out.push(ref ? `${ref}\n` : "");
      else if (symbolic) out.push(`${bytesIn(word)}\n`);
      else out.push(`${not ? "^" : ""}${cut !== undefined ? await short(r, oid, cut || undefined) : oid}\n`);
    }
  }
  if (verify && named !== 1) refuse();
  r.print(out.join(""));
  return 0;
}

// refNamed is the full name of the ref that a word is, HEAD being its branch.
async function refNamed(r, word) {
  const at = /^@\{-(\d+)\}$/.exec(word), name = at ? await previous(r, Number(at[1])) : word === "@" ? "HEAD" : bytesIn(word);
  if (name === "HEAD") return (await head(r)).ref;
  const up = /^(.*)@\{u(?:pstream)?\}$/s.exec(name);
  if (up) return upstreamNamed(r, up[1]);
  return (await dwim(r, name))?.full ?? null;
}

async function gitMergeBase(r, words) {
  const asked = options("merge-base", words, { a: 0, all: 0, "is-ancestor": 0, octopus: 0, "fork-point": 0, independent: 0 });
  if (asked.has("octopus", "fork-point", "independent") || asked.operands.length > 2) lacking("merge-base of more than two commits, --octopus, --fork-point or --independent");
  if (asked.operands.length < 2) wrong("merge-base wants two commits", 129);
  const [a, b] = await Promise.all(asked.operands.map((w) => commitOf(r, w, () => fatal(`Not a valid object name ${w}`))));
  if (asked.has("is-ancestor")) return (await ancestors(r, [b])).has(a) ? 0 : 1;
  const bases = await mergeBases(r, a, b);
  r.print(bases.slice(0, asked.has("a", "all") ? undefined : 1).map((o) => `${o}\n`).join(""));
  return bases.length > 0 ? 0 : 1;
}

async function gitConfig(r, words) {
  const asked = options("config", words, { global: 0, local: 0, system: 0, worktree: 0, l: 0, list: 0, get: 0, "get-all": 0, "get-regexp": 0, unset: 0, "unset-all": 0, add: 0, "replace-all": 0, z: 0, null: 0, "name-only": 0, bool: 0, int: 0, type: 1, path: 0, "show-origin": 0, "show-scope": 0, default: 1, e: 0, edit: 0, f: 1, file: 1, "rename-section": 0, "remove-section": 0, includes: 0, "no-includes": 0, blob: 1, "get-urlmatch": 0, "get-color": 0, "bool-or-int": 0 });
  for (const name of ["system", "worktree", "e", "edit", "path", "show-scope", "rename-section", "remove-section", "blob", "get-urlmatch", "get-color"]) if (asked.has(name)) lacking(`config ${name.length === 1 ? "-" : "--"}${name}`);
  const inside = await r.find().then(() => true, (err) => { if (!(err instanceof GitEnd) || !err.message.startsWith("fatal: not a git repository")) throw err; return false; });
  if (!inside) await r.configure();
  const file = asked.given.f ?? asked.given.file, path = file !== undefined ? placed(r.cwd, bytesIn(file)) : asked.has("global") ? globalConfig(r) : inside ? `${r.dir}/config` : null;
  let entries = r.entries;
  if (asked.has("local") && !inside) fatal("--local can only be used inside a git repository");
  if (file !== undefined || asked.has("global", "local")) entries = configEntries((await r.disk.read(path)) ?? "", path).filter((e) => e.key).map((e) => ({ name: `${e.section}.${e.key}`, value: e.value, path: asked.has("global") ? path : ".git/config" }));
  const end = asked.has("z", "null") ? "\0" : "\n", type = asked.given.type ?? (asked.has("bool") ? "bool" : asked.has("int") ? "int" : undefined), [name, value] = asked.operands.map(bytesIn);
  if (type && !["bool", "int"].includes(type)) lacking(`config --type=${type}`);
  const typed = (e) => (type === "bool" ? String(configFlag(e.value, e.name)) : type === "int" ? String(configNumber(e)) : e.value ?? ""), from = (e) => (asked.has("show-origin") ? `${e.path ? `file:${e.path}` : "command line:"}${end === "\0" ? "\0" : "\t"}` : "");
  if (asked.has("l", "list")) {
    for (const e of entries) r.print(`${from(e)}${e.name}${asked.has("name-only") || e.value === null ? "" : `${end === "\0" ? "\n" : "="}${e.value}`}${end}`);
    return 0;
  }
  if (asked.has("get-regexp")) {
    const test = regexOf(name ?? "", { extended: true, fold: "" }), hit = entries.filter((e) => test.test(e.name));
    for (const e of hit) r.print(`${from(e)}${e.name}${asked.has("name-only") ? "" : ` ${typed(e)}`}${end}`);
    return hit.length > 0 ? 0 : 1;
  }
  if (name === undefined) wrong("no action specified", 129);
  const key = configKey(name), full = `${key.section}.${key.key}`;
  const writing = asked.has("unset", "unset-all", "add", "replace-all") || (value !== undefined && !asked.has("get", "get-all"));
  if (!writing) {
    const hit = entries.filter((e) => e.name === full);
    if (hit.length === 0 && asked.has("default")) { r.print(`${bytesIn(asked.given.default)}${end}`); return 0; }
    for (const e of asked.has("get-all") ? hit : hit.slice(-1)) r.print(`${from(e)}${typed(e)}${end}`);
    return hit.length > 0 ? 0 : 1;
  }
  if (path === null) fatal("not in a git directory");
  const text = (await r.disk.read(path)) ?? "", count = configEntries(text, path).filter((e) => e.key && `${e.section}.${e.key}` === full).length;
  if (asked.has("unset", "unset-all")) {
    if (count === 0) return 5;
    if (count > 1 && !asked.has("unset-all")) { r.say(`warning: ${textIn(full)} has multiple values\n`); return 5; }
    await r.disk.write(path, configSet(text, name, null, { all: true }));
    return 0;
  }
  if (count > 1 && !asked.has("add", "replace-all")) { r.say(`warning: ${textIn(full)} has multiple values\nerror: cannot overwrite multiple values with a single value\n       Use a regexp, --add or --replace-all to change ${textIn(full)}.\n`); return 5; }
  await r.disk.write(path, configSet(text, name, type === "bool" ? String(configFlag(value, full)) : value, { add: asked.has("add"), all: asked.has("replace-all") }));
  return 0;
}

const globalConfig = (r) => (r.env.GIT_CONFIG_GLOBAL ?? (r.env.HOME ? `${r.env.HOME}/.gitconfig` : fatal("$HOME not set")));

function configNumber(e) {
  const m = /^(-?\d+)([kmg]?)$/i.exec(e.value ?? "");
  return m ? Number(m[1]) * 1024 ** ["", "k", "m", "g"].indexOf(m[2].toLowerCase()) : fatal(`bad numeric config value '${e.value}' for '${e.name}': invalid unit`);
}

async function gitSymbolicRef(r, words) {
  const asked = options("symbolic-ref", words, { q: 0, quiet: 0, short: 0, d: 0, delete: 0, m: 1 }), [name, to] = asked.operands.map(bytesIn);
  if (asked.has("d", "delete", "m") || name !== "HEAD") lacking("symbolic-ref of another name than HEAD, -d or -m");
  if (to !== undefined) {
    if (!goodRef(to) || !to.startsWith("refs/")) fatal("Refusing to point HEAD outside of refs/");
    await r.disk.write(`${r.dir}/HEAD`, `ref: ${to}\n`);
    return 0;
  }
  const h = await head(r);
  if (h.ref === "HEAD") { if (asked.has("q", "quiet")) return 1; fatal("ref HEAD is not a symbolic ref"); }
  r.print(`${asked.has("short") ? shortRef(h.ref) : h.ref}\n`);
  return 0;
}

async function gitShowRef(r, words) {
  const asked = options("show-ref", words, { heads: 0, tags: 0, head: 0, verify: 0, q: 0, quiet: 0, s: 2, hash: 2, d: 0, dereference: 0, abbrev: 2 }), quiet = asked.has("q", "quiet"), rows = [];
  if (asked.has("d", "dereference", "abbrev")) lacking("show-ref -d or --abbrev");
  const print = ([name, oid]) => { if (!quiet) r.print(asked.has("s", "hash") ? `${oid}\n` : `${oid} ${name}\n`); };
  if (asked.has("verify")) {
    for (const name of asked.operands.map(bytesIn)) {
      const found = goodRef(name) ? await readRef(r, name) : null;
      if (!found?.oid) { if (quiet) return 1; fatal(`'${textIn(name)}' - not a valid ref`); }
      print([name, found.oid]);
    }
    return 0;
  }
  const want = asked.operands.map(bytesIn), kinds = [...(asked.has("heads") ? ["refs/heads/"] : []), ...(asked.has("tags") ? ["refs/tags/"] : [])];
  if (asked.has("head")) { const h = await head(r); if (h.oid) rows.push(["HEAD", h.oid]); }
  rows.push(...(await listRefs(r, "refs/")).filter(([n]) => (kinds.length === 0 || kinds.some((k) => n.startsWith(k))) && (want.length === 0 || want.some((w) => n === w || n.endsWith(`/${w}`)))));
  rows.forEach(print);
  return rows.length > 0 ? 0 : 1;
}

async function gitUpdateRef(r, words) {
  const asked = options("update-ref", words, { d: 0, m: 1, "no-deref": 0, stdin: 0, z: 0, "create-reflog": 0 }), [name, value] = asked.operands.map(bytesIn);
  if (asked.has("stdin", "z", "no-deref") || !name) lacking("update-ref --stdin, -z or --no-deref");
  if (!goodRef(name)) fatal(`${textIn(name)}: not a valid ref name`);
  const found = await readRef(r, name);
  if (asked.has("d")) { await removeRef(r, found.ref); return 0; }
  const oid = await resolve(r, textIn(value ?? "")) ?? fatal(`${textIn(value ?? "")}: not a valid SHA1`);
  if (name === "HEAD") await moveHead(r, oid, asked.given.m ?? "");
  else await writeRef(r, name, oid, asked.given.m ?? "");
  return 0;
}

async function gitHashObject(r, words) {
  const asked = options("hash-object", words, { w: 0, t: 1, stdin: 0, "no-filters": 0, "stdin-paths": 0, path: 1, literally: 0 });
  if (asked.has("stdin-paths", "literally")) lacking("hash-object --stdin-paths or --literally");
  const type = asked.given.t ?? "blob", all = asked.has("stdin") ? [arrayOf(r.stdin)] : [];
  if (type !== "blob") lacking(`hash-object -t ${type}`);
  for (const word of asked.operands) all.push((await r.disk.bytes(placed(r.cwd, bytesIn(word)))) ?? fatal(`could not open '${word}' for reading: No such file or directory`));
  if (asked.has("w")) await r.find();
  for (const bytes of all) r.print(`${asked.has("w") ? await r.put(type, latin1(bytes)) : r.sum(type, bytes)}\n`);
  return 0;
}

async function gitCheckIgnore(r, words) {
  const asked = options("check-ignore", words, { v: 0, verbose: 0, q: 0, quiet: 0, n: 0, "non-matching": 0, stdin: 0, z: 0, "no-index": 0 });
  const names = asked.has("stdin") ? r.stdin.split(asked.has("z") ? "\0" : "\n").filter(Boolean) : asked.operands.map(bytesIn), ignore = new Ignore(r), index = await readIndex(r);
  if (names.length === 0 && !asked.has("stdin")) fatal("no path specified");
  let hit = 0;
  for (const name of names) {
    const path = specItem(r, name).path, s = await r.disk.stat(r.at(path)), rule = index.get(path) && !asked.has("no-index") ? null : await ignore.why(path, s?.isDirectory ?? name.endsWith("/"));
    const is = rule && (asked.has("v", "verbose") || !rule.not);
    if (is) hit++;
    if (asked.has("q", "quiet")) continue;
    if (is) r.print(asked.has("v", "verbose") ? `${rule.from}:${rule.line}:${rule.shown}\t${quotedPath(name, r)}\n` : `${quotedPath(name, r)}\n`);
    else if (asked.has("n", "non-matching") && asked.has("v", "verbose")) r.print(`::\t${quotedPath(name, r)}\n`);
  }
  return hit > 0 ? 0 : 1;
}

async function gitRemote(r, words) {
  const asked = options("remote", words, { v: 0, verbose: 0, push: 0, all: 0 }), [command, name, url] = asked.operands.map(bytesIn), of = () => r.entries.filter((e) => /^remote\..+\.url$/.test(e.name)).map((e) => [e.name.slice(7, -4), e.value]);
  if (command === undefined) {
    for (const [n, u] of of().sort(([a], [b]) => byBytes(a, b))) r.print(asked.has("v", "verbose") ? `${n}\t${u} (fetch)\n${n}\t${u} (push)\n` : `${n}\n`);
    return 0;
  }
  const known = of().find(([n]) => n === name), path = `${r.dir}/config`, text = (await r.disk.read(path)) ?? "";
  if (command === "get-url") { if (!known) wrong(`No such remote '${textIn(name ?? "")}'`, 2); r.print(`${known[1]}\n`); return 0; }
  if (command === "add" && url !== undefined) {
    if (known) wrong(`remote ${textIn(name)} already exists.`, 3);
    if (!goodName(name)) fatal(`'${textIn(name)}' is not a valid remote name`);
    await r.disk.write(path, configSet(configSet(text, `remote.${name}.url`, url), `remote.${name}.fetch`, `+refs/heads/*:refs/remotes/${name}/*`));
    return 0;
  }
  if (command === "set-url" && url !== undefined) {
    if (!known) wrong(`No such remote '${textIn(name)}'`, 2);
    await r.disk.write(path, configSet(text, `remote.${name}.url`, url));
    return 0;
  }
  if (command === "remove" || command === "rm") {
    if (!known) wrong(`No such remote: '${textIn(name ?? "")}'`, 2);
    for (const [ref] of await listRefs(r, `refs/remotes/${name}/`)) await removeRef(r, ref);
    await r.disk.write(path, configSet(configSet(text, `remote.${name}.fetch`, null, { all: true }) ?? text, `remote.${name}.url`, null, { all: true }));
    return 0;
  }
  if (command === "update") return gitFetch(r, name === undefined ? ["--all"] : [textIn(name)]);
  return lacking(`remote ${textIn(command)}`);
}

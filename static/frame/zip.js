// zip and unzip, as Info-ZIP's are. What an archive names never leads out of the folder that it is unpacked in: a leading
// / and every .. are taken off, with a warning. What is unpacked is bounded while it is.
// https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
"use strict";

class ZipEnd extends Error { constructor(code, said = {}) { super("zip"); Object.assign(this, { code, said }); } }

// zipEntries reads the list at the end of an archive; nothing where there is none.
function zipEntries(zip) {
  let end = zip.length - 22;
  while (end >= Math.max(0, zip.length - 65558) && littleAt(zip, end, 4) !== 0x06054b50) end--;
  if (end < 0 || littleAt(zip, end, 4) !== 0x06054b50) return undefined;
  const list = [];
  let at = littleAt(zip, end + 16, 4);
  for (let n = littleAt(zip, end + 10, 2); n > 0; n--) {
    if (littleAt(zip, at, 4) !== 0x02014b50) return undefined;
    const [name, extra, note] = [28, 30, 32].map((i) => littleAt(zip, at + i, 2));
    const e = {
      made: littleAt(zip, at + 4, 2), flags: littleAt(zip, at + 8, 2), method: littleAt(zip, at + 10, 2), time: littleAt(zip, at + 12, 4), crc: littleAt(zip, at + 16, 4),
      packed: littleAt(zip, at + 20, 4), size: littleAt(zip, at + 24, 4), mode: Math.floor(littleAt(zip, at + 38, 4) / 65536), local: littleAt(zip, at + 42, 4), name: new TextDecoder().decode(zip.subarray(at + 46, at + 46 + name)),
      extra: zip.subarray(at + 46 + name, at + 46 + name + extra),
    };
    const begin = e.local + 30 + littleAt(zip, e.local + 26, 2) + littleAt(zip, e.local + 28, 2);
    list.push({ ...e, data: zip.subarray(begin, begin + e.packed) });
    at += 46 + name + extra + note;
  }
  return list;
}

// zipData unpacks an entry, or tells what is wrong with it.
function zipData(pako, e, most) {
  if (e.flags & 1) return { wrong: `   skipping: ${e.name.padEnd(22)}  unable to get password\n`, code: 82 };
  if (e.method !== 0 && e.method !== 8) return { wrong: `   skipping: ${e.name.padEnd(22)}  unsupported compression method ${e.method}\n`, code: 81 };
  if (e.method === 0 && e.data.length > most) throw new Refusal(`more than ${most >> 20} MiB cannot be unpacked here`);
  const r = e.method === 0 ? { bytes: e.data } : inflated(pako, e.data, 0, most);
  return r.wrong ? { wrong: "  error:  invalid compressed data to inflate\n", code: 2 } : { bytes: r.bytes, bad: crc32(r.bytes) !== e.crc ? crc32(r.bytes) : undefined };
}

const zipHex = (n) => n.toString(16).padStart(8, "0");
const zipTwo = (n) => String(n).padStart(2, "0");
const zipWhen = (t) => { const d = Math.floor(t / 65536), c = t & 65535; return [((d >> 9) & 127) + 1980, (d >> 5) & 15, d & 31, c >> 11, (c >> 5) & 63, (c & 31) * 2]; };
const zipDate = (t) => { const [y, m, d, h, min] = zipWhen(t); return `${y}-${zipTwo(m)}-${zipTwo(d)} ${zipTwo(h)}:${zipTwo(min)}`; };

// Unpacking.

const unzip = {
  name: "unzip",
  async execute(args, ctx) {
    const o = { ctx, out: [], err: [], code: 0 };
    try { await unzipRun(o, args); } catch (e) {
      if (e instanceof Refusal) { o.err.push(`unzip:  ${e.message}\n`); o.code = 10; } else if (!(e instanceof ZipEnd)) throw e;
      else { o.out.push(e.said.out ?? ""); o.err.push(e.said.err ?? ""); o.code = e.code; }
    }
    return { stdout: o.out.join(""), stderr: o.err.join(""), exitCode: o.code, stdoutKind: "bytes" };
  },
};

async function unzipRun(o, args) {
  const words = [], given = new Set(), left = [];
  let folder = "", inLeft = false;
  for (let i = 0; i < args.length; i++) {
    const a = args[i];
    if (!/^-./.test(a) || inLeft && a !== "-d") { (inLeft ? left : words).push(a); continue; }
    for (let at = 1; at < a.length; at++) {
      if (a[at] === "d") { folder = a.slice(at + 1) || (args[++i] ?? ""); break; }
      if (a[at] === "x") { inLeft = true; continue; }
      if (a[at] === "Z" && a.slice(at) === "Z1") { given.add("Z"); break; }
      if (!"lvqonpjtLCaXK:".includes(a[at])) throw new ZipEnd(10, { err: `unzip:  -${a[at]}: the page's unzip has no such option\n` });
      given.add(a[at]);
    }
  }
  if (words.length === 0) throw new ZipEnd(10, { err: "unzip:  name the archive: unzip [-l|-p|-t|-o|-n|-q|-j] FILE.zip [NAME...] [-x NAME...] [-d FOLDER]\n" });
  const { fs, cwd } = o.ctx, [name, ...patterns] = words, read = (n) => fs.readFileBuffer(fs.resolvePath(cwd, n)).then((bytes) => ({ bytes, n }), () => undefined);
  const found = await read(name) ?? await read(`${name}.zip`) ?? await read(`${name}.ZIP`);
  if (!found) throw new ZipEnd(9, { err: `unzip:  cannot find or open ${name}, ${name}.zip or ${name}.ZIP.\n` });
  const quiet = given.has("q"), entries = zipEntries(found.bytes);
  if (!given.has("p") && !given.has("Z") && (!quiet || given.has("l") || given.has("v"))) o.out.push(`Archive:  ${bytesOf(found.n)}\n`);
  if (!entries) throw new ZipEnd(9, { err: `  End-of-central-directory signature not found.  Either this file is not\n  a zipfile, or it constitutes one disk of a multi-part archive.  In the\n  latter case the central directory and zipfile comment will be found on\n  the last disk(s) of this archive.\nunzip:  cannot find zipfile directory in one of ${name} or\n        ${name}.zip, and cannot find ${name}.ZIP, period.\n` });
  const wants = patterns.map((p) => ({ p, at: new RegExp(`^${globbed(p, ".")}$`, given.has("C") ? "is" : "s"), found: false })), not = left.map((p) => new RegExp(`^${globbed(p, ".")}$`, "s"));
  const chosen = entries.filter((e) => {
    const by = wants.filter((w) => w.at.test(e.name));
    for (const w of by) w.found = true;
    return (wants.length === 0 || by.length > 0) && !not.some((p) => p.test(e.name));
  });
  const pako = await pagesParts.script("pako.js", "pako");
  if (given.has("Z")) o.out.push(bytesOf(chosen.map((e) => `${e.name}\n`).join("")));
  else if (given.has("l") || given.has("v")) unzipList(o, chosen, given.has("v"));
  else if (given.has("t")) unzipTest(o, chosen, pako, found.n, quiet);
  else if (given.has("p")) for (const e of chosen) unzipStream(o, e, pako);
  else await unzipAll(o, chosen, { pako, given, folder: folder === "" ? "" : `${folder.replace(/\/+$/, "")}/`, quiet });
  for (const w of wants) if (!w.found) { o.err.push(`caution: filename not matched:  ${w.p}\n`); o.code = Math.max(o.code, 11); }
}

function unzipList(o, list, long) {
  const total = list.reduce((sum, e) => sum + e.size, 0), packed = list.reduce((sum, e) => sum + e.packed, 0), many = `${list.length} file${list.length === 1 ? "" : "s"}`;
  const part = (size, small) => `${size === 0 ? 0 : Math.max(-999, Math.round((size - small) / size * 100))}%`.padStart(4);
  if (!long) {
    o.out.push("  Length      Date    Time    Name\n---------  ---------- -----   ----\n");
    for (const e of list) o.out.push(`${String(e.size).padStart(9)}  ${zipDate(e.time)}   ${bytesOf(e.name)}\n`);
    return o.out.push(`---------                     -------\n${String(total).padStart(9)}                     ${many}\n`);
  }
  o.out.push(" Length   Method    Size  Cmpr    Date    Time   CRC-32   Name\n--------  ------  ------- ---- ---------- ----- --------  ----\n");
  for (const e of list) o.out.push(`${String(e.size).padStart(8)}  ${e.method === 0 ? "Stored" : `Defl:${["N", "X", "F", "S"][(e.flags >> 1) & 3]}`} ${String(e.packed).padStart(8)} ${part(e.size, e.packed)} ${zipDate(e.time)} ${zipHex(e.crc)}  ${bytesOf(e.name)}\n`);
  return o.out.push(`--------          -------  ---                            -------\n${String(total).padStart(8)} ${String(packed).padStart(16)} ${part(total, packed)}                            ${many}\n`);
}

function unzipTest(o, list, pako, archive, quiet) {
  let wrong = 0;
  for (const e of list) {
    const r = zipData(pako, e, limits.maxFileSystemBytes), line = `    testing: ${bytesOf(e.name.padEnd(22))}  `;
    if (!quiet) o.out.push(r.wrong || r.bad !== undefined ? line : `${line} OK\n`);
    if (r.wrong) { o.out.push(r.wrong); o.code = Math.max(o.code, r.code); wrong++; }
    if (r.bad !== undefined) { o.out.push(` bad CRC ${zipHex(r.bad)}  (should be ${zipHex(e.crc)})\n`); o.code = Math.max(o.code, 2); wrong++; }
  }
  o.out.push(wrong > 0 ? `At least one error was detected in ${bytesOf(archive)}.\n` : `No errors detected in compressed data of ${bytesOf(archive)}.\n`);
}

function unzipStream(o, e, pako) {
  const r = zipData(pako, e, limits.maxFileSystemBytes);
  if (r.wrong) { o.err.push(r.wrong); o.code = Math.max(o.code, r.code); return; }
  o.out.push(latin1(r.bytes));
}

// unzipName is where an entry goes, inside.
function unzipName(o, name) {
  let to = name;
  if (/^\/+/.test(to)) { o.err.push(`warning:  stripped absolute path spec from ${name}\n`); o.code = Math.max(o.code, 1); to = to.replace(/^\/+/, ""); }
  const parts = to.split("/"), inside = parts.filter((part) => part !== "..");
  if (inside.length < parts.length) { o.out.push(bytesOf(`warning:  skipped "../" path component(s) in ${name}\n`)); o.code = Math.max(o.code, 1); }
  return inside.join("/");
}

async function unzipAll(o, list, { pako, given, folder, quiet }) {
  const { fs, cwd } = o.ctx, links = [];
  let room = limits.maxFileSystemBytes;
  for (const e of list) {
    let name = unzipName(o, e.name);
    if (given.has("j")) { if (name.endsWith("/")) continue; name = name.replace(/.*\//, ""); }
    const shown = folder + name, path = fs.resolvePath(cwd, shown), there = await fs.lstat(path).catch(() => undefined);
    if (name === "" || links.some((l) => path.startsWith(`${l.path}/`))) continue;
    if (name.endsWith("/")) {
      if (there) continue;
      if (!quiet) o.out.push(`   creating: ${bytesOf(shown)}\n`);
      await fs.mkdir(path, { recursive: true });
      continue;
    }
    if (there && !there.isDirectory && given.has("n")) continue;
    if (there && !given.has("o")) {
      o.err.push(`replace ${shown}? [y]es, [n]o, [A]ll, [N]one, [r]ename:  NULL\n(EOF or read error, treating as "[N]one" ...)\n`);
      o.code = Math.max(o.code, 1);
      given.add("n");
      continue;
    }
    const r = zipData(pako, e, room), line = `${e.method === 0 ? " extracting" : "  inflating"}: ${bytesOf(shown.padEnd(22))}  `;
    if (r.wrong) { o.out.push(r.code > 80 ? r.wrong : line + r.wrong); o.code = Math.max(o.code, r.code); continue; }
    room -= r.bytes.length;
    await fs.mkdir(path.replace(/\/[^/]*$/, "") || "/", { recursive: true });
    if ((e.mode & 0o170000) === 0o120000) { if (!quiet) o.out.push(`    linking: ${bytesOf(shown.padEnd(22))}  -> ${latin1(r.bytes)} \n`); links.push({ path, to: new TextDecoder().decode(r.bytes), shown }); continue; }
    if (!quiet) o.out.push(r.bad === undefined ? `${line}\n` : line);
    if (r.bad !== undefined) { o.out.push(` bad CRC ${zipHex(r.bad)}  (should be ${zipHex(e.crc)})\n`); o.code = Math.max(o.code, 2); }
    if (there) await fs.rm(path);
    await fs.writeFile(path, r.bytes.slice());
    const [y, m, d, h, min, s] = zipWhen(e.time), at = new Date(Date.UTC(y, m - 1, d, h, min, s));
    await fs.utimes(path, at, at);
    if (e.made >> 8 === 3 && e.mode & 0o777) await fs.chmod(path, e.mode & 0o777);
  }
  if (links.length > 0 && !quiet) o.out.push("finishing deferred symbolic links:\n");
  for (const l of links) {
    if (!quiet) o.out.push(`  ${bytesOf(l.shown.padEnd(22))} -> ${bytesOf(l.to)}\n`);
    if (!await fs.exists(l.path)) await fs.symlink(l.to, l.path);
  }
}

// Packing.

const zip = {
  name: "zip",
  async execute(args, ctx) {
    const o = { ctx, out: [], err: [], code: 0 };
    try { await zipRun(o, args); } catch (e) {
      if (e instanceof Refusal) { o.err.push(`zip: ${e.message}\n`); o.code = 10; } else if (!(e instanceof ZipEnd)) throw e;
      else { o.out.push(e.said.out ?? ""); o.err.push(e.said.err ?? ""); o.code = e.code; }
    }
    return { stdout: o.out.join(""), stderr: o.err.join(""), exitCode: o.code, stdoutKind: "bytes" };
  },
};

const zipLong = { "recurse-paths": "r", "junk-paths": "j", quiet: "q", delete: "d", update: "u", freshen: "f", move: "m", exclude: "x", include: "i", "no-extra": "X", symlinks: "y", "names-stdin": "@", test: "T", "no-dir-entries": "D" };

async function zipRun(o, args) {
  const { fs, cwd } = o.ctx, given = new Set(), words = [], lists = { x: [], i: [] };
  let level = 6, into;
  const bad = (why) => { throw new ZipEnd(16, { out: `\nzip error: Invalid command arguments (${why})\n` }); };
  for (let i = 0; i < args.length; i++) {
    const a = args[i], long = /^--(.+)$/.exec(a)?.[1];
    if (a === "-" || !a.startsWith("-")) { (into ? lists[into] : words).push(a); continue; }
    into = undefined;
    if (long !== undefined && !zipLong[long]) bad(`long option '${long}' not supported`);
    for (const letter of long ? zipLong[long] : a.slice(1)) {
      if (/\d/.test(letter)) level = Number(letter);
      else if (letter === "x" || letter === "i") into = letter;
      else if ("rjqdufmXy@TDov".includes(letter)) given.add(letter);
      else bad(letter === "e" ? "stderr is not a tty" : `short option '${letter}' not supported`);
    }
    if (into && long === undefined && a.slice(1).indexOf(into) < a.length - 2) { lists[into].push(a.slice(a.indexOf(into) + 1)); }
  }
  if (words.length === 0) throw new ZipEnd(16, { err: "zip: name the archive: zip [-r] [-j] [-q] [-0..-9] FILE.zip NAME... [-x NAME...]\n" });
  const name = words[0] === "-" || /\.[^/]*$/.test(words[0].replace(/.*\//, "").slice(1)) ? words[0] : `${words[0]}.zip`, path = fs.resolvePath(cwd, name);
  const old = name === "-" ? undefined : await fs.readFileBuffer(path).catch(() => undefined), entries = new Map();
  if (old) {
    const list = zipEntries(old);
    if (!list) throw new ZipEnd(3, { out: `\tzip warning: missing end signature--probably not a zip file (did you\n\tzip warning: remember to use binary mode when you transferred it?)\n\tzip warning: (if you are trying to read a damaged archive try -F)\n\nzip error: Zip file structure invalid (${name})\n` });
    for (const e of list) entries.set(e.name, e);
  }
  const say = (line) => (name === "-" ? o.err.push(line) : o.out.push(bytesOf(line))), pako = await pagesParts.script("pako.js", "pako");
  if (given.has("T") && words.length === 1) return zipTest(o, name, [...entries.values()], pako, say);
  if (given.has("d")) zipDelete({ entries, name, say, given }, words.slice(1));
  else {
    const names = [...words.slice(1), ...(given.has("@") ? linesOf(new TextDecoder().decode(latin1Bytes(o.ctx.stdin))).filter(Boolean) : [])];
    await zipAdd(o, { entries, given, names, lists, level, pako, name, path, say });
  }
  const bytes = zipWhole([...entries.values()], given.has("D"));
  if (name === "-") o.out.push(latin1(bytes));
  else if (entries.size === 0) { await fs.rm(path); o.out.push(`\tzip warning: zip file empty\n`); } else await fs.writeFile(path, bytes);
  return undefined;
}

function zipTest(o, name, list, pako, say) {
  const bad = list.filter((e) => { const r = zipData(pako, e, limits.maxFileSystemBytes); return r.wrong || r.bad !== undefined; });
  say(bad.length === 0 ? `test of ${name} OK\n` : `test of ${name} FAILED\n\nzip error: Zip file invalid, could not spawn unzip, or wrong unzip (original files unmodified)\n`);
  o.code = bad.length === 0 ? 0 : 8;
}

function zipDelete({ entries, name, say, given }, patterns) {
  let gone = 0;
  for (const p of patterns) {
    const at = new RegExp(`^${globbed(p, ".")}$`, "s"), found = [...entries.keys()].filter((n) => at.test(n));
    if (found.length === 0) say(`\tzip warning: name not matched: ${p}\n`);
    for (const n of found) { entries.delete(n); gone++; if (!given.has("q")) say(`deleting: ${n}\n`); }
  }
  if (gone === 0) { say(`\nzip error: Nothing to do! (${name})\n`); throw new ZipEnd(12); }
}

async function zipAdd(o, z) {
  const { fs, cwd } = o.ctx, { given, lists, entries, say } = z, list = [];
  const out = lists.x.map((p) => new RegExp(`^${globbed(p, ".")}$`, "s")), only = lists.i.map((p) => new RegExp(`^${globbed(p, ".")}$`, "s"));
  const walk = async (name, path) => {
    const s = await (given.has("y") ? fs.lstat(path) : fs.stat(path)).catch(() => undefined);
    if (!s) return say(`\tzip warning: name not matched: ${name}\n`);
    if (path === z.path) return undefined;
    const stored = name.replace(/^(\.?\/)+/, "").replace(/\/+$/, ""), shown = s.isDirectory ? `${stored}/` : stored;
    if (shown !== "/" && !out.some((p) => p.test(shown)) && (only.length === 0 || only.some((p) => p.test(shown)))) list.push({ name: given.has("j") ? shown.replace(/.*\/(?=.)/, "") : shown, path, s });
    if (!s.isDirectory || !given.has("r")) return undefined;
    for (const inside of (await fs.readdir(path)).sort()) await walk(`${name.replace(/\/+$/, "")}/${inside}`, `${path}/${inside}`.replace("//", "/"));
    return undefined;
  };
  for (const name of z.names) {
    if (name === "-") list.push({ name: "-", s: { mode: 0o600, mtime: Date.now(), pipe: true } });
    else await walk(name, fs.resolvePath(cwd, name));
  }
  const todo = list.filter(({ name, s }) => !(given.has("j") || given.has("D")) || !s.isDirectory).filter(({ name, s }) => {
    const had = entries.get(name);
    return !(given.has("f") && !had) && !((given.has("u") || given.has("f")) && had && zipStamp(s.mtime) <= had.time);
  });
  if (todo.length === 0) { if (!given.has("u") && !given.has("f")) say(`\nzip error: Nothing to do! (${z.name})\n`); throw new ZipEnd(12); }
  for (const { name, path, s } of todo) await zipOne(o, z, { name, path, s });
  if (given.has("m")) for (const { path, s } of todo.reverse()) await fs.rm(path, { recursive: s.isDirectory });
}

async function zipOne(o, { entries, given, level, pako, say }, { name, path, s }) {
  const { fs } = o.ctx, bytes = s.isDirectory ? new Uint8Array() : s.pipe ? latin1Bytes(o.ctx.stdin) : s.isSymbolicLink ? new TextEncoder().encode(await fs.readlink(path)) : await fs.readFileBuffer(path);
  const small = level > 0 && bytes.length > 0 && !s.isSymbolicLink ? deflated(pako, bytes, level) : bytes, packs = small.length < bytes.length, data = packs ? small : bytes;
  const mode = (s.mode & 0o777) | (s.isDirectory ? 0o040000 : s.isSymbolicLink ? 0o120000 : s.pipe ? 0o010000 : 0o100000), seconds = Math.floor(Number(s.mtime) / 1000);
  const extra = given.has("X") ? new Uint8Array() : together([new TextEncoder().encode("UT"), little(5, 2), Uint8Array.of(1), little(seconds, 4)]);
  const e = { name, made: 0x31e, flags: packs ? (level === 9 ? 2 : level === 1 ? 4 : 0) : 0, method: packs ? 8 : 0, time: zipStamp(s.mtime), crc: crc32(bytes), packed: data.length, size: bytes.length, mode, extra, data };
  if (!given.has("q")) say(`${entries.has(name) ? "updating" : "  adding"}: ${name} (${packs ? `deflated ${Math.round((bytes.length - data.length) / bytes.length * 100)}%` : "stored 0%"})\n`);
  entries.set(name, e);
}

// zipStamp is a time as MS-DOS has it, in steps of two seconds, rounded up.
function zipStamp(time) {
  const t = new Date(Math.ceil(Number(time) / 2000) * 2000), y = t.getUTCFullYear();
  return y < 1980 ? 0x210000 : (((y - 1980) << 9) | ((t.getUTCMonth() + 1) << 5) | t.getUTCDate()) * 65536 + ((t.getUTCHours() << 11) | (t.getUTCMinutes() << 5) | (t.getUTCSeconds() >> 1));
}

function zipWhole(list) {
  const parts = [], central = [];
  let at = 0;
  for (const e of list) {
    const name = new TextEncoder().encode(e.name), wide = /[^\0-\x7f]/.test(e.name) ? 0x800 : 0;
    const head = together([little(e.method === 8 ? 20 : 10, 2), little(e.flags & ~8 | wide, 2), little(e.method, 2), little(e.time, 4), little(e.crc, 4), little(e.packed, 4), little(e.size, 4), little(name.length, 2), little(e.extra.length, 2)]);
    const local = together([Uint8Array.of(0x50, 0x4b, 3, 4), head, name, e.extra, e.data]);
    central.push(together([Uint8Array.of(0x50, 0x4b, 1, 2), little(e.made, 2), head, little(0, 6), little(e.mode * 65536 + (e.name.endsWith("/") ? 16 : 0), 4), little(at, 4), name, e.extra]));
    parts.push(local);
    at += local.length;
  }
  const end = central.reduce((sum, c) => sum + c.length, 0);
  return together([...parts, ...central, Uint8Array.of(0x50, 0x4b, 5, 6), little(0, 4), little(list.length, 2), little(list.length, 2), little(end, 4), little(at, 4), little(0, 2)]);
}

tools.push(zip, unzip);

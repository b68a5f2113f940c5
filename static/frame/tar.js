// tar, as GNU's is: it makes, lists and unpacks archives of files, folders and links, plain or by gzip. Nothing of an
// archive leaves the folder that it is unpacked in: a name with .. is refused, a leading / taken off, and links are made
// last, so that nothing is written through one of the archive's own.
// https://www.gnu.org/software/tar/manual/html_node/Standard.html
"use strict";

const tarLong = {
  create: "c", extract: "x", get: "x", list: "t", append: "r", update: "u", file: "f", gzip: "z", gunzip: "z", ungzip: "z", "auto-compress": "a", directory: "C",
  verbose: "v", exclude: "E", "strip-components": "1", "to-stdout": "O", "keep-old-files": "k", "skip-old-files": "3", overwrite: "4", "preserve-permissions": "p",
  "same-permissions": "p", "no-same-owner": "o", "no-same-permissions": "5", "same-owner": "6", owner: "7", group: "8", mtime: "9", sort: "0", "numeric-owner": "2",
  dereference: "h", "absolute-names": "P", "files-from": "T", "exclude-from": "X", touch: "m", bzip2: "j", xz: "J", zstd: "Z", format: "H", "no-recursion": "R", wildcards: "W",
  "no-wildcards": "N", transform: "F", xform: "F", "one-file-system": "l", "exclude-vcs": "V", "full-time": "U", "ignore-failed-read": "I", mode: "M", "remove-files": "D", help: "?",
};
const tarShort = "cxtruf:zaC:vE:1:Ok34po567:8:9:0:2hPT:X:mjJZH:RWNF:lVUIM:D";

class TarEnd extends Error { constructor(lines, code = 2) { super("tar"); this.lines = lines; this.code = code; } }
const tarOver = (line) => new TarEnd([`tar: ${line}`, "tar: Error is not recoverable: exiting now"]);
const tarMisused = (line, code = 2) => new TarEnd([`tar: ${line}`, "Try 'tar --help' or 'tar --usage' for more information."], code);

// tarWords makes options of the first word where that has no dash, as in tar czf x.tgz folder.
function tarWords(args) {
  if (args.length === 0 || args[0].startsWith("-")) return args;
  const rest = args.slice(1), words = [];
  for (const letter of args[0]) {
    words.push(`-${letter}`);
    if (!"fCTX".includes(letter)) continue;
    if (rest.length === 0) throw tarMisused(`Old option '${letter}' requires an argument.`);
    words.push(rest.shift());
  }
  return [...words, ...rest];
}

const tar = {
  name: "tar",
  async execute(args, ctx) {
    const out = [], err = [];
    let code = 0;
    const o = { ctx, out, say: (line, at = 2) => { err.push(line); code = Math.max(code, at); }, cwd: ctx.cwd, given: new Map(), once: new Set() };
    try {
      await tarRun(o, args);
      if (code === 2) err.push("tar: Exiting with failure status due to previous errors");
    } catch (e) {
      if (!(e instanceof TarEnd) && !(e instanceof Refusal)) throw e;
      err.push(...(e instanceof TarEnd ? e.lines : [`tar: ${e.message}`, "tar: Error is not recoverable: exiting now"]));
      code = e instanceof TarEnd ? e.code : 2;
    }
    return { stdout: out.join(""), stderr: err.map((line) => `${line}\n`).join(""), exitCode: code, stdoutKind: "bytes" };
  },
};

// tarOwn are the letters that are options; all others stand for long names (tarLong).
const tarOwn = "cxtrufzaCvOkopmhPTXjJZHl";

async function tarRun(o, args) {
  let words;
  const all = tarWords(args), strange = all.slice(0, all.includes("--") ? all.indexOf("--") : all.length).map((w) => /^-([^-].*)/s.exec(w)?.[1].match(/^[^CHTXf]*.?/s)[0].split("").find((l) => !tarOwn.includes(l))).find(Boolean);
  if (strange) throw tarMisused(`the page's tar has no option -${strange}`, 64);
  try { words = asked(tarWords(args).flatMap((w) => (/^-[^-]*C$/.test(w) ? [w] : [w])), tarShort, tarLong); } catch (e) {
    if (e instanceof Refusal) throw tarMisused(e.message, 64);
    throw e;
  }
  Object.assign(o, { given: words.given, names: words.operands });
  const what = [...new Set(words.given.list.map(([letter]) => letter).filter((letter) => "cxtru".includes(letter)))];
  for (const [letter, program] of [["j", "bzip2"], ["J", "xz"], ["Z", "zstd"]]) if (o.given.has(letter)) throw tarOver(`${program}: the page's tar has gzip (-z) alone`);
  for (const [letter, name] of [["F", "--transform"], ["M", "--mode"], ["r", "-r"], ["u", "-u"]]) if (o.given.has(letter)) throw tarOver(`${name}: the page's tar has no such option`);
  if (what.length > 1) throw tarMisused("You may not specify more than one '-Acdtrux', '--delete' or  '--test-label' option");
  if (what.length === 0) throw tarMisused("You must specify one of the '-Acdtrux', '--delete' or '--test-label' options");
  if (!["gnu", "oldgnu", "ustar", "posix", "pax", undefined].includes(o.given.get("H"))) throw tarMisused(`${o.given.get("H")}: Invalid archive format`);
  o.file = o.given.get("f") ?? "-";
  await tarExcluded(o);
  if (what[0] === "c") return tarCreate(o, args);
  return tarRead(o, what[0] === "x");
}

// tarExcluded reads the patterns of what is left out: without a / at any place of a path.
async function tarExcluded(o) {
  const patterns = o.given.list.filter(([letter]) => letter === "E").map(([, p]) => p);
  for (const [letter, file] of o.given.list) if (letter === "X") patterns.push(...linesOf(await o.ctx.fs.readFile(o.ctx.fs.resolvePath(o.cwd, file))));
  if (o.given.has("V")) patterns.push(".git", ".svn", ".hg", ".bzr", ".gitignore", ".gitattributes", ".gitmodules", ".cvsignore", ".bzrignore", ".hgignore", "CVS", "RCS", "SCCS", "_darcs");
  const all = patterns.map((p) => new RegExp(`(^|/)${globbed(p.replace(/\/+$/, ""), ".")}(/.*)?$`, "s"));
  o.excluded = (name) => all.some((p) => p.test(name.replace(/\/$/, "")));
}

// globbed is a shell's pattern as a regular expression; any is what * and ? stand for.
function globbed(pattern, any) {
  return pattern.replace(/\\(.)|\*|\?|\[(!|\^)?(\]?[^\]]*)\]|[\\^$.|+(){}[\]]/gs, (all, quoted, not, set) => {
    if (all === "*") return `${any}*`;
    if (all === "?") return any;
    if (set !== undefined) return `[${not ? "^" : ""}${set.replace(/[\\\]]/g, "\\$&")}]`;
    return (quoted ?? all).replace(/[\\^$.|?*+(){}[\]]/g, "\\$&");
  });
}

// Making.

async function tarCreate(o, args) {
  const { fs } = o.ctx, parts = [], made = o.file === "-" ? undefined : fs.resolvePath(o.cwd, o.file);
  const names = await tarNames(o, args);
  if (names.length === 0) throw tarMisused("Cowardly refusing to create an empty archive");
  let folder = o.cwd;
  for (const [name, to] of names) {
    if (to !== undefined) {
      folder = fs.resolvePath(folder, to);
      if (!(await fs.stat(folder).catch(() => undefined))?.isDirectory) throw tarOver(`${to}: Cannot open: No such file or directory`);
    } else await tarAdd(o, { folder, name, made, parts });
  }
  parts.push(new Uint8Array(1024));
  const size = parts.reduce((sum, p) => sum + p.length, 0), whole = together([...parts, new Uint8Array((10240 - size % 10240) % 10240)]);
  const packs = o.given.has("z") || o.given.has("a") && /\.(tar\.gz|tgz|taz)$/.test(o.file);
  if (o.given.has("a") && /\.(bz2|xz|zst|lzma|Z)$/.test(o.file)) throw tarOver(`${o.file}: the page's tar has gzip (-z) alone`);
  const bytes = packs ? gzipped(await pagesParts.script("pako.js", "pako"), whole) : whole;
  if (made === undefined) return o.out.push(latin1(bytes));
  try { await fs.writeFile(made, bytes); } catch (err) { throw tarOver(`${o.file}: Cannot open: ${tarWhy(err)}`); }
  return undefined;
}

const tarWhy = (err) => (/EISDIR/.test(err.message) ? "Is a directory" : /ENOTDIR/.test(err.message) ? "Not a directory" : /ENOENT/.test(err.message) ? "No such file or directory" : err.message);

// tarNames are what is to be added, in order: [name], and [, folder] where -C changes that.
async function tarNames(o, args) {
  const list = [], words = tarWords(args);
  for (let i = 0, open = true; i < words.length; i++) {
    const w = words[i];
    if (open && w === "--") open = false;
    else if (open && /^--directory=/.test(w)) list.push([, w.slice(12)]);
    else if (open && w.startsWith("--")) { const letter = tarLong[w.slice(2)]; if (letter === "C") list.push([, words[i + 1]]); if (letter && tarShort[tarShort.indexOf(letter) + 1] === ":") i++; }
    else if (open && /^-./.test(w)) {
      const at = [...w].findIndex((letter, n) => n > 0 && tarShort[tarShort.indexOf(letter) + 1] === ":");
      if (at > 0 && w[at] === "C") list.push([, w.slice(at + 1) || words[i + 1]]);
      if (at > 0 && at === w.length - 1) i++;
    } else list.push([w]);
  }
  for (const [letter, file] of o.given.list) {
    if (letter !== "T") continue;
    const text = file === "-" ? new TextDecoder().decode(latin1Bytes(o.ctx.stdin)) : await o.ctx.fs.readFile(o.ctx.fs.resolvePath(o.cwd, file)).catch(() => { throw tarOver(`${file}: Cannot open: No such file or directory`); });
    list.push(...linesOf(text).filter(Boolean).map((line) => [line]));
  }
  return list;
}

async function tarAdd(o, { folder, name, made, parts }) {
  const { fs } = o.ctx, path = fs.resolvePath(folder, name), s = await (o.given.has("h") ? fs.stat(path) : fs.lstat(path)).catch(() => undefined);
  if (o.excluded(name)) return;
  if (!s) return o.say(`tar: ${name}: Cannot stat: No such file or directory`);
  if (path === made) return o.say(`tar: ${name}: file is the archive; not dumped`, 0);
  const stored = tarInside(o, name, "member names"), shown = s.isDirectory && !stored.endsWith("/") ? `${stored}/` : stored;
  const head = { name: shown, mode: s.mode & 0o7777, time: o.time ?? Math.floor(Number(s.mtime) / 1000), size: 0, type: s.isDirectory ? "5" : s.isSymbolicLink ? "2" : "0", link: "" };
  const bytes = head.type === "0" ? await fs.readFileBuffer(path) : new Uint8Array();
  if (head.type === "2") head.link = await fs.readlink(path);
  if (o.given.has("9")) head.time = tarTime(o.given.get("9"));
  head.size = bytes.length;
  parts.push(...tarHead(o, head), bytes, new Uint8Array((512 - bytes.length % 512) % 512));
  const line = s.isDirectory && !name.endsWith("/") ? `${name}/` : name;
  if (o.given.has("v")) (o.file === "-" ? (text) => o.say(text, 0) : (text) => o.out.push(bytesOf(`${text}\n`)))(tarTwice(o) ? tarLine(o, head) : tarShown(line));
  if (!s.isDirectory || o.given.has("R")) return;
  for (const inside of (await fs.readdir(path)).sort()) await tarAdd(o, { folder, name: `${name.replace(/\/+$/, "") || "/"}${name === "/" ? "" : "/"}${inside}`.replace(/^\/\//, "/"), made, parts });
}

function tarTime(text) {
  const at = text.startsWith("@") ? Number(text.slice(1)) * 1000 : Date.parse(/[zZ]|[+-]\d\d:?\d\d$|UTC|GMT/.test(text) ? text : /T|:/.test(text) ? `${text.trim().replace(" ", "T")}Z` : text);
  if (Number.isNaN(at)) throw tarOver(`${text}: the page's tar knows a time as @SECONDS or YYYY-MM-DD [HH:MM:SS] alone`);
  return Math.floor(at / 1000);
}

// tarInside takes off what would lead out, and says so, once for each.
function tarInside(o, name, what) {
  if (o.given.has("P")) return name;
  const [, lead, rest] = /^((?:.*(?:^|\/)\.\.(?:\/|$))?\/*)(.*)$/s.exec(name);
  if (lead === "") return name;
  const line = `tar: Removing leading \`${/\.\./.test(lead) ? lead : "/"}' from ${what}`;
  if (!o.once.has(line)) { o.once.add(line); o.say(line, 0); }
  return rest === "" ? "./" : rest;
}

// tarHead is a file's block in GNU's format, with blocks before it for what is too long for it, or in that of ustar.
function tarHead(o, h) {
  const parts = [], name = bytesOf(h.name), link = bytesOf(h.link), owner = o.given.get("7"), group = o.given.get("8");
  const long = (text, type) => {
    const bytes = latin1Bytes(`${text}\0`);
    parts.push(tarBlock({ name: "././@LongLink", mode: 0o644, time: 0, size: bytes.length, type, link: "", user: [o.given.has("2") ? "" : "root", 0], group: [o.given.has("2") ? "" : "root", 0] }), bytes, new Uint8Array((512 - bytes.length % 512) % 512));
  };
  const plain = o.given.get("H") === "ustar", [, before, rest] = plain && name.length > 100 ? /^(.{1,155})\/([^]{1,100})$/s.exec(name) ?? [] : [];
  if (plain && (link.length > 100 || (name.length > 100 && !rest))) throw tarOver(`${h.name}: the name is too long for this format`);
  if (!plain && link.length > 100) long(link, "K");
  if (!plain && name.length > 100) long(name, "L");
  const who = (word, known) => { const [, text, id] = /^([^:]*?)(?::(\d+))?$/.exec(word ?? "") ?? []; return word === undefined ? known : /^\d+$/.test(text) ? [text === "0" ? "root" : "", Number(text)] : [text, Number(id ?? 0)]; };
  const [user, of] = [who(owner, ["root", 0]), who(group, ["root", 0])].map(([text, id]) => [o.given.has("2") ? "" : text, id]);
  parts.push(tarBlock({ ...h, name: rest ?? name.slice(0, 100), before, link: link.slice(0, 100), user, group: of, plain }));
  return parts;
}

function tarBlock({ name, before = "", mode, time, size, type, link, user, group, plain = false }) {
  const b = new Uint8Array(512), put = (at, text) => b.set(latin1Bytes(text), at), octal = (at, n, digits) => put(at, n.toString(8).padStart(digits, "0"));
  put(0, name);
  octal(100, mode, 7);
  octal(108, user[1], 7);
  octal(116, group[1], 7);
  octal(124, size, 11);
  octal(136, Math.max(0, time), 11);
  put(148, "        ");
  put(156, type);
  put(157, link);
  put(257, plain ? "ustar\x0000" : "ustar  ");
  if (plain) for (const at of [329, 337]) octal(at, 0, 7);
  put(345, before);
  put(265, user[0]);
  put(297, group[0]);
  octal(148, b.reduce((sum, byte) => sum + byte, 0), 6);
  b[154] = 0;
  return b;
}

// Reading.

async function tarBytes(o) {
  let bytes;
  if (o.file === "-") bytes = latin1Bytes(o.ctx.stdin);
  else {
    try { bytes = await o.ctx.fs.readFileBuffer(o.ctx.fs.resolvePath(o.cwd, o.file)); } catch (err) {
      if (/EISDIR/.test(err.message)) throw new TarEnd([`tar: ${o.file}: Cannot read: Is a directory`, "tar: At beginning of tape, quitting now", "tar: Error is not recoverable: exiting now"]);
      throw tarOver(`${o.file}: Cannot open: ${tarWhy(err)}`);
    }
  }
  const packed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!packed && bytes[0] === 0x42 && bytes[1] === 0x5a && bytes[2] === 0x68) throw tarOver("bzip2: the page's tar has gzip alone");
  if (!packed && bytes[0] === 0xfd && bytes[1] === 0x37) throw tarOver("xz: the page's tar has gzip alone");
  if (!packed && !o.given.has("z")) return bytes;
  if (packed && o.file === "-" && !o.given.has("z")) throw tarOver("Archive is compressed. Use -z option");
  const r = gunzipped(await pagesParts.script("pako.js", "pako"), bytes, limits.maxFileSystemBytes);
  if (!r.wrong || r.garbage) return r.bytes;
  o.child = `\ngzip: stdin: ${r.wrong}`;
  return r.bytes;
}

// tarMembers gives what an archive holds: { head, bytes }.
function* tarMembers(o, all) {
  const text = (at, size) => { const b = all.subarray(at, at + size), end = b.indexOf(0); return new TextDecoder().decode(end < 0 ? b : b.subarray(0, end)); };
  const whole = (at, size) => (all[at] & 0x80 ? [...all.subarray(at + 1, at + size)].reduce((n, b) => n * 256 + b, 0) : parseInt(text(at, size).trim() || "0", 8));
  let long = {}, seen = false;
  for (let at = 0; ; ) {
    if (at + 512 > all.length) {
      if (!seen && all.length === 0 && !o.child) throw new TarEnd(o.file === "-" ? ["tar: This does not look like a tar archive", "tar: Exiting with failure status due to previous errors"] : []);
      if (at < all.length || at === 0) o.say("tar: This does not look like a tar archive");
      return;
    }
    const block = all.subarray(at, at + 512);
    if (block.every((b) => b === 0)) return;
    const sum = block.reduce((n, b, i) => n + (i >= 148 && i < 156 ? 32 : b), 0);
    if (whole(at + 148, 8) !== sum) return o.say(seen ? "tar: Skipping to next header" : "tar: This does not look like a tar archive");
    seen = true;
    const size = long.size ?? whole(at + 124, 12), type = String.fromCharCode(all[at + 156] || 48), prefix = text(at + 257, 6) === "ustar" && all[at + 263] === 48 ? text(at + 345, 155) : "";
    const head = { name: (prefix ? `${prefix}/` : "") + text(at, 100), mode: whole(at + 100, 8), uid: whole(at + 108, 8), gid: whole(at + 116, 8), size, time: whole(at + 136, 12), type, link: text(at + 157, 100), user: text(at + 265, 32), group: text(at + 297, 32) };
    const bytes = all.subarray(at + 512, at + 512 + size);
    if (bytes.length < size && "LKxg".includes(type) === false) o.cut = true;
    at += 512 + Math.ceil(size / 512) * 512;
    if (type === "L" || type === "K") { long[type === "L" ? "name" : "link"] = text(at - Math.ceil(size / 512) * 512, size); continue; }
    if (type === "g") continue;
    if (type === "x") { long = { ...long, ...tarPax(bytes) }; continue; }
    yield { head: { ...head, ...long }, bytes };
    long = {};
    if (o.cut) throw tarOver("Unexpected EOF in archive");
  }
}

// tarPax reads a record of extended headers: LENGTH NAME=VALUE.
function tarPax(bytes) {
  const found = {}, text = new TextDecoder(), names = { path: "name", linkpath: "link", uname: "user", gname: "group" };
  for (let at = 0; at < bytes.length;) {
    const blank = bytes.indexOf(32, at), length = Number(text.decode(bytes.subarray(at, blank)));
    if (!(length > 0)) break;
    const [, key, value] = /^([^=]*)=(.*)\n$/s.exec(text.decode(bytes.subarray(blank + 1, at + length))) ?? [];
    if (names[key]) found[names[key]] = value;
    if (key === "mtime") found.time = Math.floor(Number(value));
    if (key === "size" && /^\d{1,15}$/.test(value)) found.size = Number(value);
    at += length;
  }
  return found;
}

const tarShown = (name) => name.replace(/[\\\x00-\x1f\x7f]/g, (c) => ({ "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r" }[c] ?? `\\${c.charCodeAt(0).toString(8).padStart(3, "0")}`));
const tarTwice = (o) => o.given.list.filter(([letter]) => letter === "v").length > 1;

function tarLine(o, h) {
  const bits = [..."rwxrwxrwx"].map((c, i) => (h.mode & (1 << (8 - i)) ? c : "-")).join(""), kind = { 0: "-", 1: "h", 2: "l", 3: "c", 4: "b", 5: "d", 6: "p" }[h.type] ?? "-";
  const numeric = o.given.has("2"), who = `${(!numeric && h.user) || h.uid || (h.uid === undefined ? "root" : 0)}/${(!numeric && h.group) || h.gid || (h.gid === undefined ? "root" : 0)}`, size = String(h.size);
  o.wide = Math.max(o.wide ?? 19, who.length + size.length + 1);
  const when = new Date(h.time * 1000).toISOString().replace("T", " ").slice(0, o.given.has("U") ? 19 : 16), link = h.type === "2" ? ` -> ${tarShown(h.link)}` : h.type === "1" ? ` link to ${tarShown(tarInside(o, h.link, "hard link targets"))}` : "";
  return `${kind}${bits} ${who} ${size.padStart(o.wide - who.length - 1)} ${when} ${tarShown(h.name)}${link}`;
}

async function tarRead(o, unpacks) {
  const { fs } = o.ctx, all = await tarBytes(o), wanted = o.names.map((name) => ({ name: name.replace(/(.)\/+$/, "$1"), found: false })), links = [];
  let folder = o.cwd;
  for (const [letter, to] of o.given.list) {
    if (letter !== "C") continue;
    folder = fs.resolvePath(folder, to);
    if (unpacks && !(await fs.stat(folder).catch(() => undefined))?.isDirectory) o.nowhere ??= to;
  }
  const glob = o.given.has("W"), matches = (w, name) => (glob ? new RegExp(`^${globbed(w, ".")}(/.*)?$`, "s").test(name) : name === w || name.startsWith(`${w}/`));
  for (const { head, bytes } of tarMembers(o, all)) {
    const plain = head.name.replace(/(.)\/+$/, "$1"), by = wanted.filter((w) => matches(w.name, plain));
    for (const w of by) w.found = true;
    if (wanted.length > 0 && by.length === 0 || o.excluded(plain)) continue;
    if (o.nowhere !== undefined) throw tarOver(`${o.nowhere}: Cannot open: No such file or directory`);
    if (unpacks) await tarExtract(o, { head, bytes, folder, links });
    else {
      tarInside(o, head.name, "member names");
      o.out.push(bytesOf(`${o.given.has("v") ? tarLine(o, head) : tarShown(head.name)}\n`));
    }
  }
  for (const { head, path } of links) {
    if (await fs.lstat(path).then(() => true, () => false)) o.say(`tar: ${head.name}: Cannot open: File exists`);
    else await fs.symlink(head.link, path);
  }
  if (o.child) throw new TarEnd([o.child, ...(all.length > 0 ? ["tar: Unexpected EOF in archive"] : []), "tar: Child returned status 1", "tar: Error is not recoverable: exiting now"]);
  for (const w of wanted) if (!w.found) o.say(`tar: ${w.name}: Not found in archive`);
}

// tarExtract puts one member where it belongs, or says why not.
async function tarExtract(o, { head, bytes, folder, links }) {
  const { fs } = o.ctx, strip = Number(o.given.get("1") ?? 0);
  let name = tarInside(o, head.name, "member names");
  if (!o.given.has("P") && head.name.split("/").includes("..")) return o.say(`tar: ${head.name}: Member name contains '..'`);
  if (strip > 0) name = name.split("/").filter((part) => part !== "" && part !== ".").slice(strip).join("/");
  if (name === "") return undefined;
  if (o.given.has("v")) (o.given.has("O") ? (line) => o.say(line, 0) : (line) => o.out.push(bytesOf(`${line}\n`)))(tarTwice(o) ? tarLine(o, head) : tarShown(head.name));
  if (o.given.has("O")) return "07".includes(head.type) ? o.out.push(latin1(bytes)) : undefined;
  const path = fs.resolvePath(folder, name), there = await fs.lstat(path).catch(() => undefined);
  if (links.some((l) => path.startsWith(`${l.path}/`))) return o.say(`tar: ${head.name}: Cannot open: Not a directory`);
  if (head.type === "5") return tarFolder(o, head, path, there);
  if (there && o.given.has("k")) return o.say(`tar: ${head.name}: Cannot open: File exists`);
  if (there && o.given.has("3")) return undefined;
  if (there?.isDirectory) return o.say(`tar: ${head.name}: Cannot open: Is a directory`);
  try {
    await fs.mkdir(path.replace(/\/[^/]*$/, "") || "/", { recursive: true });
    if (there) await fs.rm(path);
    return await tarPut(o, { head, bytes, path, folder, links });
  } catch (err) {
    if (!/^E[A-Z]+:/.test(err.message)) throw err;
    return o.say(`tar: ${head.name}: Cannot open: ${/EEXIST|ENOTDIR/.test(err.message) ? "Not a directory" : tarWhy(err)}`);
  }
}

async function tarFolder(o, head, path, there) {
  if (there && !there.isDirectory) return o.say(`tar: ${head.name}: Cannot mkdir: File exists`);
  try { await o.ctx.fs.mkdir(path, { recursive: true }); } catch (err) { return o.say(`tar: ${head.name}: Cannot mkdir: ${/EEXIST/.test(err.message) ? "Not a directory" : tarWhy(err)}`); }
  return o.ctx.fs.chmod(path, head.mode & 0o777);
}

async function tarPut(o, { head, bytes, path, folder, links }) {
  const { fs } = o.ctx;
  if (head.type === "2") return links.push({ head, path });
  if (head.type === "1") {
    const to = tarInside(o, head.link, "hard link targets"), from = fs.resolvePath(folder, to), data = await fs.readFileBuffer(from).catch(() => undefined);
    return data ? fs.writeFile(path, data) : o.say(`tar: ${head.name}: Cannot hard link to ‘${to}’: No such file or directory`);
  }
  if (!"07".includes(head.type)) return o.say(`tar: ${head.name}: Cannot make it: the page has files, folders and links alone`);
  await fs.writeFile(path, bytes.slice());
  await fs.chmod(path, head.mode & 0o777);
  if (!o.given.has("m")) await fs.utimes(path, new Date(head.time * 1000), new Date(head.time * 1000));
  return undefined;
}

tools.push(tar);

// gzip, gunzip, zcat, and what archives share: sums, and the deflate of zlib, a part that comes when it is first used
// (static/vendor/formats). What is unpacked is bounded while it is, since a few bytes can stand for a memory full.
// https://www.gnu.org/software/gzip/manual/gzip.html
"use strict";

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n;
});

function crc32(bytes) {
  let crc = -1;
  for (let i = 0; i < bytes.length; i++) crc = crcTable[(crc ^ bytes[i]) & 255] ^ (crc >>> 8);
  return (crc ^ -1) >>> 0;
}

const latin1Bytes = (text) => { const b = new Uint8Array(text.length); for (let i = 0; i < text.length; i++) b[i] = text.charCodeAt(i); return b; };
const little = (n, size) => Uint8Array.from({ length: size }, (_, i) => Math.floor(n / 2 ** (8 * i)) & 255);
const littleAt = (bytes, at, size) => { let n = 0; for (let i = size; i-- > 0;) n = n * 256 + (bytes[at + i] ?? 0); return n; };

// deflated packs bytes as zlib does, with the blocks of gzip.
const deflated = ({ Deflate }, bytes, level = 6) => {
  const d = new Deflate({ raw: true, level, memLevel: 9 });
  d.push(bytes, true);
  return d.result;
};

// inflated unpacks what begins at a place, and tells how many bytes that was: { bytes, used } or { wrong }.
function inflated({ Inflate }, packed, at, most) {
  const parts = [], i = new Inflate({ raw: true, chunkSize: 1 << 16 });
  let size = 0;
  i.onData = (chunk) => {
    size += chunk.length;
    if (size > most) throw new Refusal(`more than ${most >> 20} MiB cannot be unpacked here`);
    parts.push(chunk);
  };
  i.push(packed.subarray(at), true);
  if (i.err !== 0 || !i.ended) return { wrong: i.err === 0 || i.err === -5 ? "end" : "format" };
  return { bytes: together(parts), used: packed.length - at - i.strm.avail_in };
}

const gzipHead = (name, time, level) => together([
  Uint8Array.of(0x1f, 0x8b, 8, name ? 8 : 0), little(time, 4), Uint8Array.of(level === 9 ? 2 : level === 1 ? 4 : 0, 3), ...(name ? [latin1Bytes(`${bytesOf(name)}\0`)] : []),
]);

// gzipped is a member of a gzip file.
const gzipped = (pako, bytes, { name = "", time = 0, level = 6 } = {}) => together([gzipHead(name, time, level), deflated(pako, bytes, level), little(crc32(bytes), 4), little(bytes.length, 4)]);

// gunzipped reads all members: { bytes, name, time } or { wrong: sentence, bytes of what is before it }.
function gunzipped(pako, packed, most) {
  const parts = [];
  let at = 0, name = "", time = 0, size = 0;
  const end = (wrong) => ({ wrong, bytes: together(parts) });
  while (at === 0 || at < packed.length) {
    if (packed[at] !== 0x1f || packed[at + 1] !== 0x8b) {
      if (at === 0) return packed.length === 0 ? end("unexpected end of file") : end("not in gzip format");
      return packed.subarray(at).every((b) => b === 0) ? { bytes: together(parts), name, time } : { ...end("decompression OK, trailing garbage ignored"), garbage: true, name, time };
    }
    if (packed.length < at + 18) return end("unexpected end of file");
    if (packed[at + 2] !== 8) return end(`unknown method ${packed[at + 2]} -- not supported`);
    const flags = packed[at + 3];
    if (at === 0) time = littleAt(packed, at + 4, 4);
    at += 10;
    if (flags & 4) at += 2 + littleAt(packed, at, 2);
    for (const flag of [8, 16]) {
      if (!(flags & flag)) continue;
      const stop = packed.indexOf(0, at);
      if (stop < 0) return end("unexpected end of file");
      if (flag === 8) name ||= new TextDecoder().decode(packed.subarray(at, stop));
      at = stop + 1;
    }
    if (flags & 2) at += 2;
    const r = inflated(pako, packed, at, most - size);
    if (r.wrong) return end(r.wrong === "end" ? "unexpected end of file" : "invalid compressed data--format violated");
    at += r.used;
    if (at + 8 > packed.length) return end("unexpected end of file");
    parts.push(r.bytes);
    size += r.bytes.length;
    if (littleAt(packed, at, 4) !== crc32(r.bytes)) return end("invalid compressed data--crc error");
    if (littleAt(packed, at + 4, 4) !== r.bytes.length % 2 ** 32) return end("invalid compressed data--length error");
    at += 8;
  }
  return { bytes: together(parts), name, time };
}

const gzipLong = {
  stdout: "c", "to-stdout": "c", decompress: "d", uncompress: "d", force: "f", keep: "k", list: "l", "no-name": "n", name: "N", quiet: "q", silent: "q",
  recursive: "r", suffix: "S", test: "t", verbose: "v", fast: "1", best: "9",
};

// gzip is one of the three names, of which the others say options.
const gzip = (name, always) => ({
  name,
  async execute(args, ctx) {
    const said = { out: [], err: [], code: 0 };
    const say = (code, line) => { said.err.push(line); said.code = said.code === 1 ? 1 : code; };
    try {
      const { given, operands } = asked([...always, ...args], "cdfklnNqrS:tv123456789", gzipLong);
      const pako = await pagesParts.script("pako.js", "pako"), level = Number([...given.keys()].filter((k) => /\d/.test(k)).pop() ?? 6);
      const o = { given, level, pako, say, out: said.out, ctx, suffix: given.get("S") ?? ".gz", down: given.has("d") || given.has("l") || given.has("t") };
      if (given.has("l")) said.out.push("         compressed        uncompressed  ratio uncompressed_name\n");
      for (const file of operands.length > 0 ? operands : ["-"]) await (file === "-" ? gzipStream(o) : gzipFile(o, file));
    } catch (err) {
      if (!(err instanceof Refusal)) throw err;
      say(1, `gzip: ${err.message}\n${misused.test(err.message) ? "Try `gzip --help' for more information.\n" : ""}`);
    }
    return { stdout: said.out.join(""), stderr: said.err.join(""), exitCode: said.code, stdoutKind: "bytes" };
  },
});

const gzipMost = () => limits.maxFileSystemBytes;
const gzipRatio = (plain, packed) => { const r = plain === 0 ? 0 : (plain - packed) / plain * 100; return `${r < 0 ? "-" : ""}${Math.abs(r).toFixed(1)}`.padStart(5) + "%"; };

async function gzipStream(o) {
  const bytes = latin1Bytes(o.ctx.stdin);
  if (!o.down) return o.out.push(latin1(gzipped(o.pako, bytes, { level: o.level })));
  return gzipTake(o, "stdin", bytes, (r) => o.out.push(latin1(r.bytes)));
}

// gzipTake unpacks, says what is wrong, lists or tests, or gives what is right to be kept.
function gzipTake(o, name, bytes, keep) {
  const r = gunzipped(o.pako, bytes, gzipMost());
  if (r.wrong === "not in gzip format" && o.given.has("c") && o.given.has("f")) return keep({ bytes });
  if (r.wrong && !r.garbage) {
    if (o.given.has("c")) o.out.push(latin1(r.bytes));
    return o.say(1, `\ngzip: ${name}: ${r.wrong}\n`), false;
  }
  if (r.garbage) o.say(2, `\ngzip: ${name}: ${r.wrong}\n`);
  if (o.given.has("l")) {
    const shown = name === "stdin" ? "stdout" : name.replace(/\.(gz|tgz)$/, ""), head = 18 + (r.name ? bytesOf(r.name).length + 1 : 0);
    return o.out.push(`${String(bytes.length).padStart(19)} ${String(r.bytes.length).padStart(19)} ${gzipRatio(r.bytes.length, bytes.length - head)} ${shown}\n`), false;
  }
  if (o.given.has("t")) return o.given.has("v") && o.say(o.garbage ? 2 : 0, `${name}:\t OK\n`), false;
  return keep(r), true;
}

const gzipKnown = /\.(gz|z|tgz|taz|Z)$|-(gz|z)$/;
const gzipTo = (name, suffix) => (/\.(tgz|taz)$/.test(name) ? name.replace(/\.[^.]*$/, ".tar") : name.endsWith(suffix) ? name.slice(0, -suffix.length) : name.replace(gzipKnown, ""));

async function gzipFile(o, named) {
  const { fs, cwd } = o.ctx, at = (name) => fs.resolvePath(cwd, name), there = async (name) => fs.lstat(at(name)).catch(() => undefined);
  let name = named, s = await there(name);
  if (!s && o.down && !name.endsWith(o.suffix)) s = await there(name += o.suffix);
  if (!s) return o.say(1, `gzip: ${name}: No such file or directory\n`);
  if (s.isSymbolicLink) s = await fs.stat(at(name)).catch(() => s);
  if (s.isDirectory) {
    if (!o.given.has("r")) return o.given.has("q") ? o.say(2, "") : o.say(2, `gzip: ${name} is a directory -- ignored\n`);
    for (const inside of (await fs.readdir(at(name))).sort()) await gzipFile(o, `${name.replace(/\/$/, "")}/${inside}`);
    return undefined;
  }
  const known = name.endsWith(o.suffix) || gzipKnown.test(name), streams = o.given.has("c") || o.given.has("t") || o.given.has("l");
  if (!o.down && known && !o.given.has("c")) return o.say(0, o.given.has("r") || o.given.has("q") ? "" : `gzip: ${name} already has ${/\.[^.]*$/.exec(name)[0]} suffix -- unchanged\n`);
  if (o.down && !known && !streams) return o.say(2, `gzip: ${name}: unknown suffix -- ignored\n`);
  const bytes = await fs.readFileBuffer(at(name)), time = o.given.has("n") ? 0 : Math.floor(Number(s.mtime) / 1000);
  if (!o.down) {
    const packed = gzipped(o.pako, bytes, { name: o.given.has("n") ? "" : name.replace(/.*\//, ""), time, level: o.level });
    const head = 18 + (o.given.has("n") ? 0 : bytesOf(name.replace(/.*\//, "")).length + 1);
    return o.given.has("c") ? o.out.push(latin1(packed)) : gzipKeep(o, name, name + o.suffix, packed, s, gzipRatio(bytes.length, packed.length - head));
  }
  const kept = [];
  if (!gzipTake(o, name, bytes, (r) => kept.push(r))) return undefined;
  if (o.given.has("c")) return o.out.push(latin1(kept[0].bytes));
  const to = o.given.has("N") && kept[0].name ? name.replace(/[^/]*$/, "") + kept[0].name.replace(/.*\//, "") : gzipTo(name, o.suffix);
  const head = 18 + (kept[0].name ? bytesOf(kept[0].name).length + 1 : 0);
  return gzipKeep(o, name, to, kept[0].bytes, s, gzipRatio(kept[0].bytes.length, bytes.length - head));
}

async function gzipKeep(o, from, to, bytes, s, ratio) {
  const { fs, cwd } = o.ctx, at = (name) => fs.resolvePath(cwd, name);
  if (!o.given.has("f") && await fs.exists(at(to))) return o.say(2, `gzip: ${to} already exists;\tnot overwritten\n`);
  await fs.writeFile(at(to), bytes);
  await fs.chmod(at(to), s.mode & 0o777);
  await fs.utimes(at(to), new Date(Number(s.mtime)), new Date(Number(s.mtime)));
  if (!o.given.has("k")) await fs.rm(at(from));
  if (o.given.has("v")) o.say(0, `${from}:\t${ratio} -- ${o.given.has("k") ? "created" : "replaced with"} ${to}\n`);
}

tools.push(gzip("gzip", []), gzip("gunzip", ["-d"]), gzip("zcat", ["-cd"]));

// The index: what the next commit holds. https://git-scm.com/docs/index-format
"use strict";

class Index {
  constructor(entries = []) { this.entries = new Map(entries.map((e) => [`${e.path}\0${e.stage}`, e])); }
  get(path, stage = 0) { return this.entries.get(`${path}\0${stage}`); }
  put(path, mode, oid, more = {}) {
    this.drop(path);
    this.entries.set(`${path}\0${0}`, { path, mode, oid, stage: 0, flags: 0, ...more });
  }
  drop(path) { for (const stage of [0, 1, 2, 3]) this.entries.delete(`${path}\0${stage}`); }
  all() { return [...this.entries.values()].sort((a, b) => byBytes(a.path, b.path) || a.stage - b.stage); }
  // files are those that a commit would hold: path → { mode, oid }.
  files() { return new Map(this.all().filter((e) => e.stage === 0 && !e.intent).map((e) => [e.path, e])); }
  unmerged() { return [...new Set(this.all().filter((e) => e.stage > 0).map((e) => e.path))]; }
  paths() { return [...new Set(this.all().map((e) => e.path))]; }
  // below are the paths in a folder.
  below(folder) { return this.paths().filter((p) => p.startsWith(`${folder}/`)); }
}

async function readIndex(r) {
  if (r.index) return r.index;
  const data = await r.disk.bytes(`${r.dir}/index`);
  if (!data) return r.index = new Index();
  const bad = (why) => fatal(`the index is corrupt: ${why}`), view = new DataView(data.buffer, data.byteOffset, data.length);
  if (data.length < 32 || latin1(data.subarray(0, 4)) !== "DIRC") bad("it has no signature");
  const version = view.getUint32(4), count = view.getUint32(8), entries = [];
  if (version !== 2 && version !== 3) bad(`got version ${version}, want 2 or 3`);
  let at = 12;
  for (let i = 0; i < count; i++) {
    if (at + 62 > data.length) bad("it ends within an entry");
    const flags = view.getUint16(at + 60), long = flags & 0x4000 ? 2 : 0, more = long ? view.getUint16(at + 62) : 0;
    const end = data.indexOf(0, at + 62 + long);
    if (end < 0) bad("it ends within a name");
    const path = latin1(data.subarray(at + 62 + long, end));
    if (!safePath(path)) bad(`it names ${quotedPath(path, r, true)}`);
    entries.push({ path, mode: view.getUint32(at + 24).toString(8).padStart(6, "0"), oid: hexOf(latin1(data.subarray(at + 40, at + 60))), stage: (flags >> 12) & 3, flags: flags & 0x8000, intent: (more & 0x2000) !== 0, skip: (more & 0x4000) !== 0 });
    at += (62 + long + path.length + 8) & ~7;
  }
  return r.index = new Index(entries);
}

// writeIndex writes no times: what a file holds is always looked at.
async function writeIndex(r, index) {
  r.index = index;
  const entries = index.all(), wide = entries.some((e) => e.intent || e.skip);
  const number = (n, bytes) => Array.from({ length: bytes }, (_, i) => String.fromCharCode((n / 2 ** (8 * (bytes - 1 - i))) & 255)).join("");
  const parts = [`DIRC${number(wide ? 3 : 2, 4)}${number(entries.length, 4)}`];
  for (const e of entries) {
    const long = e.intent || e.skip, flags = e.flags | (e.stage << 12) | Math.min(0xfff, e.path.length) | (long ? 0x4000 : 0);
    const entry = "\0".repeat(24) + number(parseInt(e.mode, 8), 4) + "\0".repeat(12) + unhex(e.oid) + number(flags, 2) + (long ? number((e.intent ? 0x2000 : 0) | (e.skip ? 0x4000 : 0), 2) : "") + e.path;
    parts.push(entry + "\0".repeat(8 - (entry.length & 7)));
  }
  const text = parts.join("");
  await r.disk.write(`${r.dir}/index`, text + unhex(r.kit.sha1(arrayOf(text))));
}

// The work tree ----------------------------------------------------------------

// there is what lies at a path: { mode, bytes }, or null. Of a file whose mode the shell guessed, since a tree of the
// page has none, the mode is what the index says.
async function there(r, path, index) {
  const s = await r.disk.stat(r.at(path));
  if (!s || s.isDirectory || !await within(r, path)) return null;
  if (s.isSymbolicLink) return { mode: "120000", bytes: arrayOf(await r.disk.link(r.at(path))) };
  const known = index?.get(path)?.mode, guessed = known?.startsWith("100") && (r.disk.fs.guessed?.has(textIn(r.at(path))) || !r.flag("core.filemode", true));
  return { mode: guessed ? known : s.mode & 0o100 ? "100755" : "100644", bytes: (await r.disk.bytes(r.at(path))) ?? new Uint8Array() };
}

// within tells whether a path is reached without a symbolic link.
async function within(r, path) {
  for (let at = path.indexOf("/"); at > 0; at = path.indexOf("/", at + 1)) if (!(await r.disk.stat(r.at(path.slice(0, at))))?.isDirectory) return false;
  return true;
}

const oidOf = (r, found) => r.sum("blob", found.bytes);

// placeFile writes a file of a tree into the work tree.
async function placeFile(r, path, { mode, oid }) {
  if (!safePath(path)) wrong(`invalid path '${path}'`, 128);
  if (mode === "160000") return r.disk.folder(r.at(path));
  const data = await r.blob(oid);
  for (let at = path.indexOf("/"); at > 0; at = path.indexOf("/", at + 1)) {
    const part = r.at(path.slice(0, at)), s = await r.disk.stat(part);
    if (s && !s.isDirectory) await r.disk.remove(part);
  }
  const to = r.at(path), s = await r.disk.stat(to);
  if (s && (s.isSymbolicLink || s.isDirectory || mode === "120000")) await r.disk.remove(to);
  if (mode === "120000") {
    await r.disk.folder(parentOf(to));
    r.disk.changed();
    return r.disk.fs.symlink(textIn(data), textIn(to));
  }
  await r.disk.write(to, data);
  return r.disk.fs.chmod(textIn(to), mode === "100755" ? 0o755 : 0o644);
}

// dropFile takes a file away, and the folders that are empty then.
async function dropFile(r, path) {
  if (!await within(r, path)) return;
  const s = await r.disk.stat(r.at(path));
  if (s && !s.isDirectory) await r.disk.remove(r.at(path));
  for (let at = parentOf(`/${path}`); at !== "/" && r.at(at.slice(1)) !== r.cwd; at = parentOf(at)) {
    if ((await r.disk.list(r.at(at.slice(1)))).length > 0 || !(await r.disk.stat(r.at(at.slice(1))))) return;
    await r.disk.remove(r.at(at.slice(1)));
  }
}

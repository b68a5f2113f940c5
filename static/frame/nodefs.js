// Node's fs over the files of a job, in memory. https://nodejs.org/api/fs.html
"use strict";

// A Disk is files and folders by path. A folder knows the names in it, so that a listing costs what it lists.
class Disk {
  constructor(files, folders) {
    this.files = new Map();
    this.folders = new Map([["/", new Set()]]);
    this.times = new Map();
    this.modes = new Map();
    for (const path of folders) this.folder(path);
    for (const [path, bytes] of files) this.put(path, bytes);
  }
  has(path) { return this.files.has(path) || this.folders.has(path); }
  folder(path) {
    for (; !this.folders.has(path); path = this.above(path)) { this.folders.set(path, new Set()); this.enter(path); }
  }
  above(path) { return path.slice(0, path.lastIndexOf("/")) || "/"; }
  enter(path) { const above = this.above(path); if (!this.folders.has(above)) this.folder(above); this.folders.get(above).add(path.slice(path.lastIndexOf("/") + 1)); }
  put(path, bytes) { if (!this.files.has(path)) this.enter(path); this.files.set(path, bytes); this.touch(path); }
  touch(path, ms = Date.now()) { this.times.set(path, ms); }
  time(path) { return this.times.get(path) ?? performance.timeOrigin; }
  names(path) { return [...this.folders.get(path)].sort(); }
  remove(path) {
    for (const name of this.folders.get(path) ?? []) this.remove(path === "/" ? `/${name}` : `${path}/${name}`);
    this.folders.get(this.above(path))?.delete(path.slice(path.lastIndexOf("/") + 1));
    for (const of of [this.files, this.folders, this.times, this.modes]) of.delete(path);
  }
}

// filesystem makes the module; get gives parts of Node's library, and on(f) runs f as the event loop would.
function filesystem(disk, { get, process, stdin, later }) {
  const path = get("path"), { Buffer } = get("buffer"), { codes } = get("internal/errors"), { validateFunction, validateEncoding } = get("internal/validators");
  const fault = (code, syscall, p, dest) => {
    const [n, text] = systemErrors[code];
    const err = new Error(`${code}: ${text}, ${syscall}${p === undefined ? "" : ` '${p}'`}${dest === undefined ? "" : ` -> '${dest}'`}`);
    Object.assign(err, { errno: -n, code, syscall }, p === undefined ? {} : { path: p }, dest === undefined ? {} : { dest });
    Error.captureStackTrace?.(err, fault);
    return err;
  };
  const text = (p, name = "path") => {
    if (p instanceof URL) return get("internal/url").fileURLToPath(p);
    if (p instanceof Uint8Array) p = fromUtf8.decode(p);
    if (typeof p !== "string") throw new codes.ERR_INVALID_ARG_TYPE(name, ["string", "Buffer", "URL"], p);
    if (p.includes("\0")) throw new codes.ERR_INVALID_ARG_VALUE(name, p, "must be a string, Uint8Array, or URL without null bytes");
    return p;
  };
  const at = (p, name) => path.resolve(text(p, name));
  // found gives what is there, or says as the system does what is not: a file in the way is no folder.
  const missing = (syscall, p, q, ...dest) => {
    for (let above = disk.above(q); above !== "/"; above = disk.above(above)) if (disk.files.has(above)) return fault("ENOTDIR", syscall, p, ...dest);
    return fault("ENOENT", syscall, p, ...dest);
  };
  const exists = (syscall, p, ...dest) => {
    const q = at(p);
    if (!disk.has(q) || (/.\/$/.test(text(p)) && disk.files.has(q))) throw missing(syscall, text(p), q, ...dest);
    return q;
  };
  const optionsOf = (options, more = {}) => {
    const o = typeof options === "string" ? { ...more, encoding: options } : { ...more, ...options };
    if (o.encoding && o.encoding !== "buffer" && !Buffer.isEncoding(o.encoding)) throw new codes.ERR_INVALID_ARG_VALUE("encoding", o.encoding, "is invalid encoding");
    return o;
  };
  const shown = (bytes, encoding) => (encoding && encoding !== "buffer" ? bytes.toString(encoding) : bytes);
  const bytesOf = (data, encoding, allowed = ["string", "Buffer", "TypedArray", "DataView"]) => {
    if (typeof data === "string") return Buffer.from(data, encoding ?? "utf8");
    if (!ArrayBuffer.isView(data)) throw new codes.ERR_INVALID_ARG_TYPE("data", allowed, data);
    return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  };

  class StatsBase {}
  class Stats extends StatsBase {
    constructor(p, big) {
      super();
      const file = disk.files.has(p), n = (v) => (big ? BigInt(Math.trunc(v)) : v), mode = disk.modes.get(p) ?? (file ? 0o644 : 0o755), size = file ? disk.files.get(p).length : 4096;
      Object.assign(this, { dev: n(1), mode: n((file ? 0o100000 : 0o40000) | mode), nlink: n(1), uid: n(1000), gid: n(1000), rdev: n(0), blksize: n(4096), ino: n(1), size: n(size), blocks: n(Math.ceil(size / 512)) });
      for (const name of ["atime", "mtime", "ctime", "birthtime"]) this[`${name}Ms`] = n(disk.time(p));
      for (const name of ["atime", "mtime", "ctime", "birthtime"]) this[name] = new Date(disk.time(p));
    }
    isFile() { return (Number(this.mode) & 0o170000) === 0o100000; }
    isDirectory() { return (Number(this.mode) & 0o170000) === 0o40000; }
  }
  for (const name of ["isSymbolicLink", "isFIFO", "isSocket", "isBlockDevice", "isCharacterDevice"]) Object.defineProperty(Stats.prototype, name, { value: () => false, writable: true, configurable: true });
  const kType = Symbol("type");
  class Dirent {
    constructor(name, parent, type) { this.name = name; this.parentPath = parent; this.path = parent; this[kType] = type; }
    isFile() { return this[kType] === 1; }
    isDirectory() { return this[kType] === 2; }
  }
  for (const name of ["isSymbolicLink", "isFIFO", "isSocket", "isBlockDevice", "isCharacterDevice"]) Object.defineProperty(Dirent.prototype, name, { value: () => false, writable: true, configurable: true });

  // Open files: what each number stands for. 0, 1 and 2 are the program's streams.
  const open = new Map([[0, { stdin: true, pos: 0, read: true }], [1, { out: "stdout", write: true }], [2, { out: "stderr", write: true }]]);
  let next = 17;
  const ofNumber = (fd, call) => {
    if (typeof fd !== "number") throw new codes.ERR_INVALID_ARG_TYPE("fd", "number", fd);
    const o = open.get(fd);
    if (!o) throw fault("EBADF", call);
    return o;
  };
  const put = (q, from, bytes) => {
    const old = disk.files.get(q) ?? new Uint8Array(0), all = new Uint8Array(Math.max(old.length, from + bytes.length));
    all.set(old);
    all.set(bytes, from);
    disk.put(q, all);
  };
  const contents = (o) => (o.stdin ? stdin() : disk.files.get(o.path) ?? new Uint8Array(0));
  const opened = (p, flags = "r", syscall = "open") => {
    const given = text(p), q = at(p), f = typeof flags === "number" ? { 0: "r", 1: "r+", 2: "r+" }[flags & 3] ?? "r" : String(flags);
    const kind = typeof flags === "number" && flags & 1024 ? "a" : typeof flags === "number" && flags & 512 ? "w" : typeof flags === "number" && flags & 64 ? "w" : f;
    if (!/^(r|rs|sr|w|wx|xw|a|ax|xa|as|sa)\+?$/.test(kind.replace("+", "")) ) throw new codes.ERR_INVALID_ARG_VALUE("flags", flags);
    const writes = /[wa+]/.test(kind);
    if (given === "/dev/stdin" || given === "/dev/fd/0") return { stdin: true, pos: 0, read: true };
    if (given === "/dev/stdout" || given === "/dev/stderr") return { out: given.slice(5), write: true };
    if (given === "/dev/null") return { none: true, read: true, write: true, pos: 0 };
    if (disk.folders.has(q) && writes) throw fault("EISDIR", syscall, given);
    if (kind.startsWith("r") ? !disk.has(q) : !disk.folders.has(disk.above(q)) || given.endsWith("/")) throw missing(syscall, given, q);
    if (kind.includes("x") && disk.has(q)) throw fault("EEXIST", syscall, given);
    if (kind.startsWith("w") || (!disk.has(q) && !kind.startsWith("r"))) disk.put(q, new Uint8Array(0));
    return { path: q, pos: 0, append: kind.startsWith("a"), read: /^r|\+/.test(kind), write: writes };
  };

  const fs = {
    constants: { UV_FS_SYMLINK_DIR: 1, UV_FS_SYMLINK_JUNCTION: 2, O_RDONLY: 0, O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_EXCL: 128, O_TRUNC: 512, O_APPEND: 1024, S_IFMT: 61440, S_IFREG: 32768, S_IFDIR: 16384, S_IFLNK: 40960, S_IRWXU: 448, S_IRUSR: 256, S_IWUSR: 128, S_IXUSR: 64, F_OK: 0, R_OK: 4, W_OK: 2, X_OK: 1, COPYFILE_EXCL: 1, COPYFILE_FICLONE: 2, COPYFILE_FICLONE_FORCE: 4 },
    existsSync: (p) => { try { exists("access", p); return true; } catch { return false; } },
    accessSync(p, mode = 0) {
      const q = exists("access", p);
      if (mode & 1 && disk.files.has(q) && !(disk.modes.get(q) & 0o111) && !textOf(disk.files.get(q).subarray(0, 2)).startsWith("#!")) throw fault("EACCES", "access", text(p));
    },
    openSync(p, flags, mode) {
      const made = !disk.has(at(p)), o = opened(p, flags ?? "r");
      if (made && mode !== undefined && o.path) disk.modes.set(o.path, Number(mode) & 0o755);
      open.set(next, o);
      return next++;
    },
    closeSync(fd) { ofNumber(fd, "close"); open.delete(fd); },
    readSync(fd, buffer, offset = 0, length, position) {
      if (typeof offset === "object" && offset !== null) ({ offset = 0, length, position } = offset);
      const o = ofNumber(fd, "read"), view = new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
      if (!o.read) throw fault("EBADF", "read");
      if (disk.folders.has(o.path)) throw fault("EISDIR", "read");
      const own = typeof position === "number" || typeof position === "bigint", from = own && position >= 0 ? Number(position) : o.pos;
      const piece = o.none ? new Uint8Array(0) : contents(o).subarray(from, from + Math.min(length ?? view.length - offset, view.length - offset));
      view.set(piece, offset);
      if (!own || position < 0) o.pos = from + piece.length;
      return piece.length;
    },
    writeSync(fd, data, ...rest) {
      const o = ofNumber(fd, "write"), string = typeof data === "string";
      if (!string && !ArrayBuffer.isView(data)) throw new codes.ERR_INVALID_ARG_TYPE("buffer", ["string", "Buffer", "TypedArray", "DataView"], data);
      if (!string && typeof rest[0] === "object" && rest[0] !== null) rest = [rest[0].offset, rest[0].length, rest[0].position];
      const bytes = string ? Buffer.from(data, rest[1] ?? "utf8") : bytesOf(data).subarray(rest[0] ?? 0, rest[1] === undefined || rest[1] === null ? undefined : (rest[0] ?? 0) + rest[1]), position = string ? rest[0] : rest[2];
      if (!o.write) throw fault("EBADF", "write");
      if (o.out) process[o.out].write(bytes);
      else if (!o.none) {
        const own = typeof position === "number", from = o.append ? contents(o).length : own ? position : o.pos;
        put(o.path, from, bytes);
        if (!own) o.pos = from + bytes.length;
      }
      return bytes.length;
    },
    fstatSync: (fd, options) => { const o = ofNumber(fd, "fstat"); return new Stats(o.path ?? "", options?.bigint); },
    ftruncateSync(fd, length = 0) { fs.truncateSync(ofNumber(fd, "ftruncate").path, length); },
    truncateSync(p, length = 0) {
      const q = exists("open", p), old = disk.files.get(q);
      if (!old) throw fault("EISDIR", "open", text(p));
      const all = new Uint8Array(length);
      all.set(old.subarray(0, length));
      disk.put(q, all);
    },
    fsyncSync(fd) { ofNumber(fd, "fsync"); }, fdatasyncSync(fd) { ofNumber(fd, "fdatasync"); }, futimesSync(fd, _, mtime) { fs.utimesSync(ofNumber(fd, "futime").path, 0, mtime); }, fchmodSync(fd, mode) { fs.chmodSync(ofNumber(fd, "fchmod").path, mode); }, fchownSync(fd) { ofNumber(fd, "fchown"); },
    readFileSync(p, options) {
      const { encoding, flag } = optionsOf(options), o = typeof p === "number" ? ofNumber(p, "fstat") : opened(p, flag ?? "r");
      if (disk.folders.has(o.path)) throw fault("EISDIR", "read");
      const from = typeof p === "number" ? o.pos ?? 0 : 0, bytes = o.none ? new Uint8Array(0) : contents(o).subarray(from);
      if (typeof p === "number") o.pos = from + bytes.length;
      return shown(Buffer.from(bytes), encoding);
    },
    writeFileSync(p, data, options) {
      const { encoding, flag, mode } = optionsOf(options), bytes = bytesOf(data, encoding), fd = typeof p === "number" ? p : fs.openSync(p, flag ?? "w", mode);
      try { fs.writeSync(fd, bytes); } finally { if (fd !== p) fs.closeSync(fd); }
    },
    appendFileSync: (p, data, options) => fs.writeFileSync(p, data, { flag: "a", ...optionsOf(options) }),
    statSync(p, options) {
      try { return new Stats(exists("stat", p), options?.bigint); } catch (err) { if (options?.throwIfNoEntry === false && (err.code === "ENOENT" || err.code === "ENOTDIR")) return undefined; throw err; }
    },
    lstatSync(p, options) {
      try { return new Stats(exists("lstat", p), options?.bigint); } catch (err) { if (options?.throwIfNoEntry === false && (err.code === "ENOENT" || err.code === "ENOTDIR")) return undefined; throw err; }
    },
    statfsSync(p) { exists("statfs", p); return { type: 61267, bsize: 4096, blocks: 65536, bfree: 65536, bavail: 65536, files: 0, ffree: 0 }; },
    realpathSync: (p) => exists("lstat", p),
    readdirSync(p, options) {
      const o = optionsOf(options), q = exists("scandir", p), given = text(p);
      if (!disk.folders.has(q)) throw fault("ENOTDIR", "scandir", given);
      const all = [], queue = [[q, "", given]];
      for (const [folder, below, said] of queue) {
        for (const name of disk.names(folder)) {
          const whole = folder === "/" ? `/${name}` : `${folder}/${name}`, isFolder = disk.folders.has(whole);
          all.push(o.withFileTypes ? new Dirent(name, said, isFolder ? 2 : 1) : shown(Buffer.from(below + name), o.encoding ?? "utf8"));
          if (isFolder && o.recursive) queue.push([whole, `${below}${name}/`, path.join(said, name)]);
        }
      }
      return all;
    },
    opendirSync(p) {
      const entries = fs.readdirSync(p, { withFileTypes: true });
      return { path: text(p), readSync: () => entries.shift() ?? null, read: async () => entries.shift() ?? null, closeSync() {}, close: async () => {}, async *[Symbol.asyncIterator]() { yield* entries; } };
    },
    mkdirSync(p, options) {
      const given = text(p), q = at(p), recursive = options?.recursive;
      if (disk.files.has(q) || (disk.folders.has(q) && !recursive)) throw fault("EEXIST", "mkdir", given);
      if (disk.folders.has(q)) return undefined;
      if (!disk.folders.has(disk.above(q)) && !recursive) throw missing("mkdir", given, q);
      let first = q;
      for (let above = disk.above(q); !disk.folders.has(above); above = disk.above(above)) { if (disk.files.has(above)) throw fault("ENOTDIR", "mkdir", given); first = above; }
      disk.folder(q);
      return recursive ? first : undefined;
    },
    mkdtempSync(prefix) {
      const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", made = `${text(prefix, "prefix")}${Array.from(crypto.getRandomValues(new Uint8Array(6)), (n) => letters[n % 62]).join("")}`;
      if (!disk.folders.has(disk.above(at(made)))) throw fault("ENOENT", "mkdtemp", `${prefix}XXXXXX`);
      disk.folder(at(made));
      return made;
    },
    rmSync(p, options) {
      let q;
      try { q = exists("lstat", p); } catch (err) { if (options?.force && err.code === "ENOENT") return; throw err; }
      if (disk.folders.has(q) && !options?.recursive) throw new codes.ERR_FS_EISDIR({ code: "EISDIR", message: "is a directory", path: text(p), syscall: "rm", errno: 21 });
      disk.remove(q);
    },
    unlinkSync(p) { const q = exists("unlink", p); if (disk.folders.has(q)) throw fault("EISDIR", "unlink", text(p)); disk.remove(q); },
    rmdirSync(p, options) {
      const q = exists("rmdir", p);
      if (disk.files.has(q)) throw fault("ENOTDIR", "rmdir", text(p));
      if (disk.folders.get(q).size > 0 && !options?.recursive) throw fault("ENOTEMPTY", "rmdir", text(p));
      disk.remove(q);
    },
    renameSync(from, to) {
      const q = exists("rename", from, text(to, "newPath")), r = at(to);
      if (q === r) return;
      if (!disk.folders.has(disk.above(r))) throw missing("rename", text(from), r, text(to));
      if (`${r}/`.startsWith(`${q}/`)) throw fault("EINVAL", "rename", text(from), text(to));
      if (disk.folders.has(r) && disk.files.has(q)) throw fault("EISDIR", "rename", text(from), text(to));
      if (disk.files.has(r) && disk.folders.has(q)) throw fault("ENOTDIR", "rename", text(from), text(to));
      if (disk.folders.get(r)?.size > 0) throw fault("ENOTEMPTY", "rename", text(from), text(to));
      const move = (a, b) => {
        if (disk.files.has(a)) { disk.put(b, disk.files.get(a)); disk.touch(b, disk.time(a)); if (disk.modes.has(a)) disk.modes.set(b, disk.modes.get(a)); return; }
        disk.folder(b);
        for (const name of disk.names(a)) move(`${a}/${name}`, `${b}/${name}`);
      };
      disk.remove(r);
      move(q, r);
      disk.remove(q);
    },
    copyFileSync(from, to, mode = 0) {
      const q = exists("copyfile", from, text(to, "dest")), r = at(to);
      if (disk.folders.has(q) || disk.folders.has(r)) throw fault("EISDIR", "copyfile", text(from), text(to));
      if (!disk.folders.has(disk.above(r))) throw missing("copyfile", text(from), r, text(to));
      if (mode & 1 && disk.has(r)) throw fault("EEXIST", "copyfile", text(from), text(to));
      disk.put(r, disk.files.get(q).slice());
      if (disk.modes.has(q)) disk.modes.set(r, disk.modes.get(q));
    },
    cpSync(from, to, options = {}) {
      const q = exists("lstat", from), r = at(to);
      if (options.filter && !options.filter(text(from), text(to))) return;
      if (disk.files.has(q)) {
        if (disk.has(r) && options.force === false) { if (options.errorOnExist) throw new codes.ERR_FS_CP_EEXIST({ code: "EEXIST", message: `${text(to)} already exists`, path: text(to), syscall: "cp", errno: 17 }); return; }
        disk.folder(disk.above(r));
        return void fs.copyFileSync(q, r);
      }
      if (!options.recursive) throw new codes.ERR_FS_EISDIR({ code: "EISDIR", message: `Recursive option not enabled, cannot copy a directory: ${text(from)}`, path: text(from), syscall: "cp", errno: 21 });
      if (`${r}/`.startsWith(`${q}/`)) throw new codes.ERR_FS_CP_EINVAL({ code: "EINVAL", message: `cannot copy ${text(from)} to a subdirectory of self ${text(to)}`, path: text(to), syscall: "cp", errno: 22 });
      disk.folder(r);
      for (const name of disk.names(q)) fs.cpSync(path.join(text(from), name), path.join(text(to), name), options);
    },
    chmodSync(p, mode) { disk.modes.set(exists("chmod", p), (typeof mode === "string" ? parseInt(mode, 8) : mode) & 0o7777); },
    chownSync(p) { exists("chown", p); }, lchownSync(p) { exists("lchown", p); },
    utimesSync(p, _, mtime) { disk.touch(exists("utime", p), mtime instanceof Date ? mtime.getTime() : Number(mtime) * 1000); }, lutimesSync(p, a, m) { fs.utimesSync(p, a, m); },
    symlinkSync(to, p) { text(to, "target"); throw fault("EPERM", "symlink", text(to), text(p)); }, linkSync(from, to) { exists("link", from); throw fault("EPERM", "link", text(from), text(to)); },
    readlinkSync(p) { exists("readlink", p); throw fault("EINVAL", "readlink", text(p)); },
    Stats, Dirent,
    watch() { throw fault("ENOSYS", "watch"); }, watchFile() { throw fault("ENOSYS", "watch"); }, unwatchFile() {},
  };
  fs.realpathSync.native = fs.realpathSync;

  // The same by promises and by callbacks.
  const calls = Object.entries(fs).filter(([name]) => name.endsWith("Sync")).map(([name, call]) => [name.slice(0, -4), call]);
  const byNumber = new Set(["close", "read", "write", "fstat", "ftruncate", "fsync", "fdatasync", "futimes", "fchmod", "fchown", "exists"]);
  const soon = (f) => new Promise((done) => { later(done); }).then(f);
  const promises = { constants: fs.constants };
  for (const [name, call] of calls) {
    if (!byNumber.has(name)) promises[name] = { async [name](...args) { return soon(() => call(...args)); } }[name];
    fs[name] = { [name](...args) {
      const done = args.pop();
      if (name !== "exists" || done !== undefined) validateFunction(done, "cb");
      later(() => {
        let result;
        try { result = call(...args); } catch (err) { return done(err); }
        return name === "exists" ? done(result) : name === "read" || name === "write" ? done(null, result, args[1]) : result === undefined ? done(null) : done(null, result);
      });
    } }[name];
  }
  const { customPromisifyArgs } = get("internal/util"), { promisify } = get("util");
  Object.defineProperty(fs.exists, promisify.custom, { value: async (p) => fs.existsSync(p) });
  fs.read[customPromisifyArgs] = ["bytesRead", "buffer"];
  fs.write[customPromisifyArgs] = ["bytesWritten", "buffer"];
  class FileHandle extends get("events") {
    constructor(fd) { super(); this.fd = fd; }
    async close() { if (this.fd >= 0) fs.closeSync(this.fd); this.fd = -1; this.emit("close"); }
    async read(buffer, ...rest) { if (!ArrayBuffer.isView(buffer)) { rest = [buffer ?? {}]; buffer = buffer?.buffer ?? Buffer.alloc(16384); } return { bytesRead: fs.readSync(this.fd, buffer, ...rest), buffer }; }
    async write(data, ...rest) { return { bytesWritten: fs.writeSync(this.fd, data, ...rest), buffer: data }; }
    async readFile(options) { return fs.readFileSync(this.fd, options); }
    async writeFile(data, options) { fs.writeFileSync(this.fd, data, options); }
    async appendFile(data, options) { fs.writeFileSync(this.fd, data, options); }
    async stat(options) { return fs.fstatSync(this.fd, options); }
    async truncate(length) { fs.ftruncateSync(this.fd, length); }
    async sync() {} async datasync() {} async chmod(mode) { fs.fchmodSync(this.fd, mode); }
    createReadStream(options) { return fs.createReadStream(null, { ...options, fd: this.fd }); }
    createWriteStream(options) { return fs.createWriteStream(null, { ...options, fd: this.fd }); }
    readLines(options) { return get("readline").createInterface({ input: this.createReadStream(options), crlfDelay: Infinity }); }
    [Symbol.asyncDispose]() { return this.close(); }
  }
  promises.open = async (p, flags, mode) => soon(() => new FileHandle(fs.openSync(p, flags, mode)));
  promises.opendir = async (p) => fs.opendirSync(p);
  promises.watch = async () => fs.watch();
  Object.defineProperty(fs, "promises", { value: promises, enumerable: true });

  // Streams of files, as Node's own library makes streams.
  const numberOf = (fd) => fd?.fd ?? fd;
  const streams = () => {
    const { Readable, Writable } = get("stream");
    class ReadStream extends Readable {
      constructor(p, options) {
        const o = optionsOf(options);
        super({ highWaterMark: 64 * 1024, ...o });
        Object.assign(this, { path: p === null ? undefined : text(p), fd: numberOf(o.fd) ?? null, flags: o.flags ?? "r", bytesRead: 0, pos: o.start, end: o.end ?? Infinity, autoClose: o.autoClose ?? true });
      }
      _construct(done) { later(() => { try { if (this.fd === null) { this.fd = fs.openSync(this.path, this.flags); this.emit("open", this.fd); this.emit("ready"); } done(); } catch (err) { done(err); } }); }
      _read(n) {
        later(() => {
          if (this.destroyed) return;
          try {
            const size = Math.min(n, this.pos === undefined ? this.end - this.bytesRead + 1 : this.end - this.pos + 1), piece = Buffer.alloc(Math.max(0, size)), count = fs.readSync(this.fd, piece, 0, piece.length, this.pos ?? null);
            this.bytesRead += count;
            if (this.pos !== undefined) this.pos += count;
            this.push(count > 0 ? piece.subarray(0, count) : null);
          } catch (err) { this.destroy(err); }
        });
      }
      _destroy(err, done) { if (this.fd > 2 && open.has(this.fd) && this.autoClose) fs.closeSync(this.fd); done(err); }
      close(done) { if (done) this.once("close", done); this.destroy(); }
    }
    class WriteStream extends Writable {
      constructor(p, options) {
        const o = optionsOf(options);
        super({ ...o, decodeStrings: true });
        Object.assign(this, { path: p === null ? undefined : text(p), fd: numberOf(o.fd) ?? null, flags: o.flags ?? "w", bytesWritten: 0, pos: o.start });
        if (o.encoding) this.setDefaultEncoding(o.encoding);
      }
      _construct(done) { later(() => { try { if (this.fd === null) { this.fd = fs.openSync(this.path, this.flags); this.emit("open", this.fd); this.emit("ready"); } done(); } catch (err) { done(err); } }); }
      _write(piece, _, done) { later(() => { try { const n = fs.writeSync(this.fd, piece, 0, piece.length, this.pos); this.bytesWritten += n; if (this.pos !== undefined) this.pos += n; done(); } catch (err) { done(err); } }); }
      _destroy(err, done) { if (this.fd > 2 && open.has(this.fd)) fs.closeSync(this.fd); done(err); }
      close(done) { if (done) { if (this.closed) return void process.nextTick(done); this.on("close", done); } this.end(); }
    }
    return { ReadStream, WriteStream };
  };
  let made;
  for (const name of ["ReadStream", "WriteStream"]) {
    Object.defineProperty(fs, name, { enumerable: true, configurable: true, get: () => (made ??= streams())[name] });
    const create = `create${name}`;
    fs[create] = { [create](p, options) { return new fs[name](p, options); } }[create];
  }
  return fs;
}

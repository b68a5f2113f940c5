// Runs one program in JavaScript with a little of what Node has: CommonJS, fs over
// the job's files, path, os, util, process and console. Nothing here keeps a program
// in: the frame's origin and policy do that, and the page that ends it.
"use strict";

onmessage = ({ ports: [port] }) => {
  onmessage = null;
  for (const name of ["postMessage", "close"]) { delete self[name]; delete DedicatedWorkerGlobalScope.prototype[name]; } // the port is the only way out
  port.onmessage = ({ data: job }) => new Program(job, port);
};

const utf8 = new TextEncoder();

// A Buffer is the part of Node's that scripts use most.
class Buffer extends Uint8Array {
  static from(value, encoding = "utf8") {
    if (typeof value !== "string") return new Buffer(value);
    if (encoding === "hex") return new Buffer((value.match(/../g) ?? []).map((h) => parseInt(h, 16)));
    if (encoding === "base64" || encoding === "base64url") return Buffer.from(atob(value.replaceAll("-", "+").replaceAll("_", "/")), "latin1");
    if (encoding === "latin1" || encoding === "binary" || encoding === "ascii") return new Buffer(Array.from(value, (c) => c.charCodeAt(0)));
    return new Buffer(utf8.encode(value));
  }
  static alloc(size) { return new Buffer(size); }
  static concat(list) { return new Buffer(list.flatMap((b) => [...b])); }
  static isBuffer(value) { return value instanceof Buffer; }
  static byteLength(value) { return Buffer.from(value).length; }
  toString(encoding = "utf8") {
    const latin1 = () => { let s = ""; for (const b of this) s += String.fromCharCode(b); return s; };
    if (encoding === "hex") return Array.from(this, (b) => b.toString(16).padStart(2, "0")).join("");
    if (encoding === "base64") return btoa(latin1());
    if (encoding === "latin1" || encoding === "binary") return latin1();
    return new TextDecoder().decode(this);
  }
}

// https://nodejs.org/api/path.html, for slashes.
const path = {
  sep: "/", delimiter: ":",
  normalize(p) {
    const parts = [], root = p.startsWith("/");
    for (const part of p.split("/")) {
      if (part === ".." && (root || (parts.length > 0 && parts.at(-1) !== ".."))) parts.pop();
      else if (part !== "" && part !== ".") parts.push(part);
    }
    return (root ? "/" : "") + parts.join("/") || (root ? "/" : ".");
  },
  join: (...parts) => path.normalize(parts.filter(Boolean).join("/") || "."),
  isAbsolute: (p) => p.startsWith("/"),
  resolve: (...parts) => path.normalize(parts.reduceRight((p, part) => (p.startsWith("/") ? p : `${part}/${p}`), "").replace(/^(?!\/)/, () => process.cwd() + "/")),
  dirname: (p) => (/^\/[^/]*\/?$/.test(p) ? "/" : p.replace(/\/?[^/]*\/*$/, "") || "."),
  basename(p, end = "") { const b = p.replace(/\/+$/, "").split("/").at(-1); return end && b !== end && b.endsWith(end) ? b.slice(0, -end.length) : b; },
  extname: (p) => /(?<=.)\.[^.]*$/.exec(path.basename(p))?.[0] ?? "",
  relative(from, to) {
    const a = path.resolve(from).split("/").filter(Boolean), b = path.resolve(to).split("/").filter(Boolean);
    let same = 0;
    while (same < a.length && a[same] === b[same]) same++;
    return [...a.slice(same).map(() => ".."), ...b.slice(same)].join("/");
  },
  parse: (p) => ({ root: p.startsWith("/") ? "/" : "", dir: path.dirname(p), base: path.basename(p), ext: path.extname(p), name: path.basename(p, path.extname(p)) }),
};
path.posix = path;

// filesystem is Node's fs over a map of files and a set of folders.
function filesystem(files, folders, stdin) {
  const at = (p) => path.resolve(String(p?.pathname ?? p));
  const fault = (code, what, call, p) => Object.assign(new Error(`${code}: ${what}, ${call} '${p}'`), { code, syscall: call, path: p });
  const missing = (call, p) => fault("ENOENT", "no such file or directory", call, p);
  const encoding = (options) => (typeof options === "string" ? options : options?.encoding);
  const bytes = (data, options) => (typeof data === "string" ? Buffer.from(data, encoding(options) ?? "utf8") : new Uint8Array(data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength)));
  const below = (p) => (p === "/" ? "/" : p + "/");
  const stat = (p) => {
    const file = files.has(p), size = files.get(p)?.length ?? 0;
    return { size, mode: file ? 0o100644 : 0o40755, mtimeMs: 0, mtime: new Date(0), isFile: () => file, isDirectory: () => !file, isSymbolicLink: () => false, name: path.basename(p) };
  };
  const fs = {
    constants: { F_OK: 0, X_OK: 1, W_OK: 2, R_OK: 4 },
    existsSync: (p) => files.has(at(p)) || folders.has(at(p)),
    accessSync(p) { if (!fs.existsSync(p)) throw missing("access", p); },
    readFileSync(p, options) {
      if (p === 0 || p === "/dev/stdin") return encoding(options) ? stdin().toString(encoding(options)) : stdin();
      if (folders.has(at(p))) throw fault("EISDIR", "illegal operation on a directory", "read", p);
      if (!files.has(at(p))) throw missing("open", p);
      const data = new Buffer(files.get(at(p)));
      return encoding(options) ? data.toString(encoding(options)) : data;
    },
    writeFileSync(p, data, options) {
      if (p === 1 || p === 2) return void process[p === 1 ? "stdout" : "stderr"].write(data);
      if (folders.has(at(p))) throw fault("EISDIR", "illegal operation on a directory", "open", p);
      if (!folders.has(path.dirname(at(p)))) throw missing("open", p);
      const old = (options?.flag?.startsWith("a") && files.get(at(p))) || new Uint8Array(0), more = bytes(data, options);
      const all = new Uint8Array(old.length + more.length);
      all.set(old);
      all.set(more, old.length);
      files.set(at(p), all);
    },
    appendFileSync: (p, data, options) => fs.writeFileSync(p, data, { encoding: encoding(options), flag: "a" }),
    statSync(p, options) {
      if (fs.existsSync(p)) return stat(at(p));
      if (options?.throwIfNoEntry === false) return undefined;
      throw missing("stat", p);
    },
    lstatSync: (p, options) => fs.statSync(p, options),
    realpathSync(p) { fs.statSync(p); return at(p); },
    readdirSync(p, options) {
      if (files.has(at(p))) throw fault("ENOTDIR", "not a directory", "scandir", p);
      if (!folders.has(at(p))) throw missing("scandir", p);
      const all = [...files.keys(), ...folders].filter((f) => f !== "/" && f.startsWith(below(at(p)))).sort();
      const shown = options?.recursive ? all : all.filter((f) => path.dirname(f) === at(p));
      return options?.withFileTypes ? shown.map((f) => ({ ...stat(f), parentPath: path.dirname(f), path: path.dirname(f) })) : shown.map((f) => f.slice(below(at(p)).length));
    },
    mkdirSync(p, options) {
      const recursive = options?.recursive, parent = path.dirname(at(p));
      if (fs.existsSync(p)) { if (recursive && folders.has(at(p))) return undefined; throw fault("EEXIST", "file already exists", "mkdir", p); }
      if (!folders.has(parent)) { if (!recursive) throw missing("mkdir", p); fs.mkdirSync(parent, options); }
      folders.add(at(p));
    },
    mkdtempSync(prefix) { const p = prefix + Math.random().toString(36).slice(2, 8); fs.mkdirSync(p); return p; },
    rmSync(p, options) {
      if (!fs.existsSync(p)) { if (options?.force) return; throw missing("rm", p); }
      if (folders.has(at(p)) && !options?.recursive) throw fault("ERR_FS_EISDIR", "is a directory", "rm", p);
      for (const set of [files, folders]) for (const f of [...set.keys()]) if (f === at(p) || f.startsWith(below(at(p)))) set.delete(f);
    },
    unlinkSync(p) { if (!files.delete(at(p))) throw missing("unlink", p); },
    rmdirSync(p, options) {
      if (fs.readdirSync(p).length > 0 && !options?.recursive) throw fault("ENOTEMPTY", "directory not empty", "rmdir", p);
      fs.rmSync(p, { recursive: true });
    },
    renameSync(from, to) { fs.cpSync(from, to, { recursive: true }); fs.rmSync(from, { recursive: true }); },
    copyFileSync(from, to) { fs.writeFileSync(to, fs.readFileSync(from)); },
    cpSync(from, to, options) {
      if (fs.statSync(from).isFile()) return fs.copyFileSync(from, to);
      fs.mkdirSync(to, { recursive: true });
      for (const name of fs.readdirSync(from)) fs.cpSync(path.join(String(from), name), path.join(String(to), name), options);
    },
  };
  const calls = Object.entries(fs).filter(([name]) => name.endsWith("Sync")).map(([name, call]) => [name.slice(0, -4), call]);
  fs.promises = Object.fromEntries(calls.map(([name, call]) => [name, async (...args) => call(...args)]));
  for (const [name, call] of calls) {
    fs[name] = (...args) => {
      const done = args.pop();
      setTimeout(() => { let result; try { result = call(...args); } catch (err) { return done(err); } return name === "exists" ? done(result) : done(null, result); });
    };
  }
  return fs;
}

// inspect shows a value nearly as Node does.
function inspect(value, depth = 0, seen = new Set()) {
  if (typeof value === "string") return depth === 0 ? value : `'${value.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("'", "\\'")}'`;
  if (typeof value === "function") return `[Function: ${value.name || "(anonymous)"}]`;
  if (typeof value === "bigint") return value + "n";
  if (typeof value !== "object" || value === null) return Object.is(value, -0) ? "-0" : String(value);
  if (value instanceof Error) return value.stack ?? String(value);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof RegExp || value instanceof Promise) return String(value);
  if (seen.has(value)) return "[Circular]";
  if (depth > 3) return Array.isArray(value) ? "[Array]" : "[Object]";
  const inner = new Set(seen).add(value), show = (v) => inspect(v, depth + 1, inner);
  const [open, parts, close] = Array.isArray(value) || ArrayBuffer.isView(value) ? ["[", Array.from(value, show), "]"]
    : value instanceof Map ? [`Map(${value.size}) {`, [...value].map(([k, v]) => `${show(k)} => ${show(v)}`), "}"]
    : value instanceof Set ? [`Set(${value.size}) {`, [...value].map(show), "}"]
    : ["{", Object.entries(value).map(([k, v]) => `${/^[A-Za-z_$][\w$]*$/.test(k) ? k : `'${k}'`}: ${show(v)}`), "}"];
  const line = parts.join(", ");
  if (parts.length === 0) return open + close;
  return line.length < 72 && !line.includes("\n") ? `${open} ${line} ${close}` : `${open}\n${parts.map((p) => "  ".repeat(depth + 1) + p).join(",\n")}\n${"  ".repeat(depth)}${close}`;
}

// format is util.format. https://nodejs.org/api/util.html#utilformatformat-args
function format(first, ...rest) {
  const head = typeof first !== "string" ? inspect(first, first === undefined ? 0 : 1) : first.replace(/%[sdifjoO%]/g, (m) => {
    if (m === "%%") return "%";
    if (rest.length === 0) return m;
    const v = rest.shift();
    return { "%s": () => (typeof v === "object" ? inspect(v, 1) : String(v)), "%d": () => Number(v), "%i": () => parseInt(v, 10), "%f": () => parseFloat(v), "%j": () => JSON.stringify(v) }[m]?.() ?? inspect(v, 1);
  });
  return [head, ...rest.map((v) => (typeof v === "string" ? v : inspect(v, 1)))].join(" ");
}

// input is process.stdin: all of it at once, and then its end.
function input(bytes) {
  let encoding;
  const heard = { data: [], end: [], close: [], readable: [] }, piece = () => (encoding ? new Buffer(bytes).toString(encoding) : new Buffer(bytes));
  const flow = () => setTimeout(() => {
    if (flow.done) return;
    flow.done = true;
    if (bytes.length > 0) for (const f of heard.data) f(piece());
    for (const f of [...heard.end, ...heard.close]) f();
  });
  const stream = {
    isTTY: undefined, fd: 0, setEncoding(name) { encoding = name ?? "utf8"; return stream; }, resume() { flow(); return stream; }, pause: () => stream, unref: () => stream, ref: () => stream,
    on(event, f) { heard[event]?.push(f); if (event === "data" || event === "end" || event === "readable") flow(); if (event === "readable") setTimeout(f); return stream; },
    read() { if (stream.had || bytes.length === 0) return null; stream.had = true; return piece(); },
    async *[Symbol.asyncIterator]() { if (bytes.length > 0) yield piece(); },
  };
  stream.once = stream.addListener = stream.on;
  return stream;
}

class Exit { constructor(code) { this.code = code; } }

// A Program is a script that runs until nothing is left to do, as in Node.
class Program {
  #wire; #before; #given; #files; #folders = new Set(["/", "/tmp"]); #loaded = new Map(); #active = new Map(); #over = false; #later = setTimeout.bind(self); #cancel = clearTimeout.bind(self);

  constructor(job, port) {
    this.#wire = new Wire(port);
    pagesNetwork.port = port;
    port.onmessage = ({ data }) => (data.answer ? pagesNetwork.answered(data) : this.#wire.taken(data.ack));
    port.postMessage({ started: true });
    const given = job.files.map(([p, bytes]) => ["/" + p, bytes]);
    for (const [p, bytes] of [...given, [job.dir + "/.", null]]) for (let d = bytes ? path.dirname(p) : path.normalize(p); !this.#folders.has(d); d = path.dirname(d)) this.#folders.add(d);
    this.#before = new Map(given.filter(([, bytes]) => bytes));
    this.#given = new Set(this.#folders);
    this.#files = new Map([...this.#before].map(([p, bytes]) => [p, bytes.slice()]));
    this.#world(job);
    this.#guarded(() => this.#main(job.words));
  }

  #world({ dir, env, words, stdin = new Uint8Array(0) }) {
    const stream = (n) => ({ fd: n, isTTY: false, columns: 80, write: (data, ...rest) => { if (!this.#over) this.#wire.write(n, typeof data === "string" ? utf8.encode(data) : data); rest.find((r) => typeof r === "function")?.(); return true; }, on() {}, once() {}, end(data) { if (data !== undefined) this.write(data); } });
    const entries = env.map((e) => [e.slice(0, e.indexOf("=")), e.slice(e.indexOf("=") + 1)]);
    const say = (n) => (...args) => void this.out(n, format(...args) + "\n");
    this.out = (n, text) => process[n === 1 ? "stdout" : "stderr"].write(text);
    globalThis.process = {
      argv: ["/usr/bin/node", ...words.slice(1)], execPath: "/usr/bin/node", env: Object.fromEntries(entries), platform: "linux", arch: "wasm32", pid: 2, version: "v20.0.0", versions: { node: "20.0.0" },
      exitCode: undefined, stdout: stream(1), stderr: stream(2), stdin: input(stdin),
      cwd: () => dir, chdir: (p) => { dir = path.resolve(p); }, exit: (code) => { process.exitCode = code ?? process.exitCode; this.#end(); throw new Exit(process.exitCode ?? 0); },
      nextTick: (f, ...args) => queueMicrotask(() => f(...args)), hrtime: { bigint: () => BigInt(Math.round(performance.now() * 1e6)) }, uptime: () => performance.now() / 1000, memoryUsage: () => ({ heapUsed: 0, rss: 0 }), on() { return process; }, once() { return process; },
    };
    globalThis.console = { log: say(1), info: say(1), debug: say(1), dir: say(1), error: say(2), warn: say(2), trace: say(2), table: say(1), time() {}, timeEnd() {}, assert: (ok, ...args) => { if (!ok) console.error("Assertion failed:", ...args); } };
    Object.assign(globalThis, { global: globalThis, Buffer, ...this.#timers(), fetch: (...args) => this.#holding(fetched(...args)) });
    addEventListener("error", (event) => { event.preventDefault(); this.#fault(event.error ?? event.message); });
    addEventListener("unhandledrejection", (event) => { event.preventDefault(); this.#fault(event.reason); });
    this.fs = filesystem(this.#files, this.#folders, () => new Buffer(stdin));
  }

  // #holding keeps the program running until a promise has ended.
  #holding(promise) {
    const id = Symbol("holding");
    this.#active.set(id, 0);
    return promise.finally(() => { this.#active.delete(id); this.#settle(); });
  }

  // #timers are the browser's, counted: a program ends when none is left.
  #timers() {
    const clear = (id) => { this.#cancel(this.#active.get(+id)); this.#active.delete(+id); this.#settle(); };
    let last = 0;
    const start = (f, ms, args, again) => {
      const id = ++last;
      const arm = () => this.#active.set(id, this.#later(() => {
        if (!again) this.#active.delete(id);
        this.#guarded(() => f(...args));
        if (again && this.#active.has(id)) arm();
      }, ms));
      arm();
      const timer = { [Symbol.toPrimitive]: () => id, unref: () => (this.#active.delete(id), this.#settle(), timer), ref: () => timer, hasRef: () => true };
      return timer;
    };
    return {
      setTimeout: (f, ms, ...args) => start(f, ms, args), setInterval: (f, ms, ...args) => start(f, ms, args, true), setImmediate: (f, ...args) => start(f, 0, args),
      clearTimeout: clear, clearInterval: clear, clearImmediate: clear,
    };
  }

  #main([, ...args]) {
    while (args[0]?.startsWith("-") && args[0] !== "-") {
      const option = args.shift();
      if (option === "-v" || option === "--version") return this.out(1, process.version + "\n");
      if (["-e", "-p", "--eval", "--print"].includes(option)) return this.#evaluate(args, option);
      if (!option.startsWith("--")) { this.out(2, `node: bad option: ${option}\n`); process.exitCode = 9; return undefined; }
    }
    process.argv = ["/usr/bin/node", ...args];
    if (args.length === 0 || args[0] === "-") return this.#evaluate([this.fs.readFileSync(0, "utf8"), ...args], "");
    process.argv[1] = path.resolve(args[0]);
    return this.#load(this.#find(process.argv[1]) ?? this.#absent(process.argv[1]));
  }

  #evaluate([code = "", ...args], option) {
    process.argv = ["/usr/bin/node", ...args];
    globalThis.require = this.#require(process.cwd());
    const value = (0, eval)(code);
    if (option.startsWith("-p") || option === "--print") console.log(value);
  }

  #absent(id) { throw Object.assign(new Error(`Cannot find module '${id}'`), { code: "MODULE_NOT_FOUND" }); }

  #find(p) {
    const whole = (q) => (this.#files.has(q) ? q : undefined);
    return whole(p) ?? [".js", ".cjs", ".json"].map((ext) => whole(p + ext)).find(Boolean) ?? ["index.js", "index.cjs", "index.json"].map((name) => whole(path.join(p, name))).find(Boolean);
  }

  #require(dir) {
    const own = { fs: this.fs, "fs/promises": this.fs.promises, path, "path/posix": path, process, buffer: { Buffer }, util: { format, inspect: (v) => inspect(v, 1), promisify: (f) => (...args) => new Promise((done, failed) => f(...args, (err, v) => (err ? failed(err) : done(v)))) }, os: { EOL: "\n", tmpdir: () => "/tmp", homedir: () => process.env.HOME ?? "/", platform: () => "linux" } };
    return (id) => {
      const name = id.replace(/^node:/, "");
      if (Object.hasOwn(own, name)) return own[name];
      const found = /^\.{0,2}\//.test(id) || id === "." || id === ".." ? this.#find(path.resolve(dir, id)) : undefined;
      return this.#load(found ?? this.#absent(id));
    };
  }

  #load(file) {
    if (this.#loaded.has(file)) return this.#loaded.get(file).exports;
    const module = { exports: {}, id: file, filename: file, loaded: false }, text = new TextDecoder().decode(this.#files.get(file)), dir = path.dirname(file);
    this.#loaded.set(file, module);
    if (file.endsWith(".json")) return (module.exports = JSON.parse(text));
    const require = Object.assign(this.#require(dir), { main: this.#loaded.values().next().value });
    this.#compiled(file, text).call(module.exports, module.exports, require, module, file, dir);
    module.loaded = true;
    return module.exports;
  }

  #compiled(file, text) {
    try {
      return new Function("exports", "require", "module", "__filename", "__dirname", `${text.replace(/^#!/, "//")}\n//# sourceURL=${file}`);
    } catch (err) {
      if (/^\s*(import|export)\b/m.test(text)) throw new SyntaxError(`${file}: import and export cannot run here; use require and module.exports.`);
      throw new SyntaxError(`${file}: ${err.message}`);
    }
  }

  #guarded(f) {
    try { f(); } catch (err) { this.#fault(err); }
    this.#settle();
  }

  #fault(err) {
    if (err instanceof Exit || this.#over) return;
    this.out(2, `Uncaught ${inspect(err, 1)}\n`);
    process.exitCode = 1;
    this.#end();
  }

  // #settle ends the program when what it started is done: its promises come
  // first, and then what is told of those that failed.
  #settle() { this.#later(() => this.#later(() => { if (this.#active.size === 0) this.#end(); })); }

  #end() {
    if (this.#over) return;
    this.#over = true;
    const code = Number(process.exitCode ?? 0) & 255;
    try {
      const { changed, removed } = changes(this.#before, this.#files);
      const folders = [...this.#folders].filter((p) => !this.#given.has(p)).map((p) => p.slice(1));
      this.#wire.end({ code, changed: changed.map(([p, bytes]) => [p.slice(1), bytes]), removed: removed.map((p) => p.slice(1)), folders });
    } catch (err) {
      this.#wire.end({ failed: String(err?.message ?? err) });
    }
  }
}

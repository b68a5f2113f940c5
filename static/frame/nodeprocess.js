// Node's process, console and event loop, in a Worker. https://nodejs.org/api/process.html
"use strict";

class Fence { constructor(passed) { this.passed = passed; } }
class Exit { constructor(code) { this.code = code; } }

// A Loop runs what a program starts, in Node's order, a call in a turn: timers that are due come before what is ready, and
// what process.nextTick was given comes after each call and before its promises. It knows what is still to come, and
// says when nothing is.
class Loop {
  #active = new Set(); #held = 1; #ticks = []; #depth = 0; #asked = false; #ready = []; #timers = []; #wake = 0; #posted = false; #channel = new MessageChannel();
  #later = setTimeout.bind(self); #cancel = clearTimeout.bind(self); #idle; #over = false;

  constructor(idle) {
    this.#idle = idle;
    this.#channel.port1.onmessage = () => { this.#posted = false; this.#turn(); };
  }
  // begin runs the program itself, for which what comes before it has waited, in a turn of its own.
  begin(f) { this.#held--; this.hop(f); }
  get busy() { return this.#active.size + this.#held > 0; }
  close() { this.#over = true; this.#ticks = []; this.#active.clear(); this.#cancel(this.#wake); this.#channel.port1.close(); }

  // enter runs f as a turn of the loop.
  enter(f) {
    if (this.#over) return;
    this.#depth++;
    let well = false;
    try { this.#drain(); f(); well = true; } finally { this.#depth--; if (well) this.#drain(); this.settle(); }
  }
  #drain() {
    this.#depth++;
    try { while (this.#ticks.length > 0 && !this.#over) this.#ticks.shift()(); } finally { this.#depth--; }
  }
  tick(f) {
    this.#ticks.push(f);
    if (this.#depth === 0 && this.#ticks.length === 1) this.hop(() => {}); // a promise asked for it
  }

  #turn() {
    const job = this.#timers[0]?.due <= performance.now() ? this.#timers.shift() : this.#ready.shift();
    if (this.#timers.length + this.#ready.length > 0) this.#pump();
    if (job && (this.#active.has(job) || job.unref)) {
      if (!job.again?.()) { this.#active.delete(job); job.unref = false; }
      this.enter(() => { try { job.f(); } finally { if (job.again?.() && (this.#active.has(job) || job.unref)) this.#arm(job); } });
    } else this.settle();
  }
  // #pump comes to the next turn: at once, or when the first timer is due.
  #pump() {
    if (this.#posted || this.#over) return;
    const wait = this.#ready.length > 0 ? 0 : (this.#timers[0]?.due ?? Infinity) - performance.now();
    this.#cancel(this.#wake);
    if (wait <= 0) { this.#posted = true; this.#channel.port2.postMessage(0); } else if (wait < Infinity) this.#wake = this.#later(() => this.#pump(), Math.ceil(wait));
  }

  // hop runs f in a turn of its own.
  hop(f) {
    const job = { f };
    this.#active.add(job);
    this.#ready.push(job);
    this.#pump();
    return job;
  }
  stop(job) { this.#active.delete(job); job.unref = false; this.settle(); }
  unref(job) { if (this.#active.delete(job)) { job.unref = true; this.settle(); } }
  ref(job) { if (job.unref) { job.unref = false; this.#active.add(job); } }

  // timer runs f after a time, and again while it repeats.
  timer(f, ms, again) {
    const job = { f, again, wait: ms >= 1 && ms <= 2 ** 31 - 1 ? Math.trunc(ms) : 1 };
    this.#active.add(job);
    this.#arm(job);
    return job;
  }
  #arm(job) {
    job.due = Math.floor(performance.now()) + job.wait;
    const at = this.#timers.findLastIndex((other) => other.due <= job.due);
    this.#timers.splice(at + 1, 0, job);
    this.#pump();
  }
  refresh(job) { this.#drop(job); if (!job.unref) this.#active.add(job); this.#arm(job); }
  clear(job) { this.#drop(job); this.stop(job); }
  #drop(job) { const at = this.#timers.indexOf(job); if (at >= 0) this.#timers.splice(at, 1); }

  // hold keeps the program while the browser works on what it was asked for.
  hold(promise) {
    const done = () => { this.#held--; this.settle(); };
    this.#held++;
    return promise.then((value) => { done(); return value; }, (err) => { done(); throw err; }); // who hears of it is the program's
  }
  // settle ends the program when what it started is done: its promises come first, and then what is told of those that
  // failed. The browser tells of these in order, so that the fence comes behind them all.
  settle() {
    if (this.#asked || this.#over || this.busy) return;
    this.#asked = true;
    this.#later(() => Promise.reject(new Fence(() => {
      this.#asked = false;
      if (this.#active.size + this.#held + this.#ticks.length === 0) this.#idle();
      else this.settle();
    })));
  }
}

// What keeps a program alive though no timer does: the browser answers by a promise.
const answering = [["Blob", "arrayBuffer text bytes"], ["Response", "arrayBuffer text json blob"], ["ReadableStreamDefaultReader", "read cancel"], ["WritableStreamDefaultWriter", "write close"], ["ReadableStream", "pipeTo"]];

function holding(loop) {
  const wrap = (on, name) => {
    const own = on?.[name];
    if (typeof own !== "function") return;
    Object.defineProperty(on, name, { configurable: true, writable: true, value: { [name](...args) { return loop.hold(Promise.resolve(own.apply(this, args))); } }[name] });
  };
  for (const [type, names] of answering) for (const name of names.split(" ")) wrap(globalThis[type]?.prototype, name);
  for (const name of ["compile", "instantiate"]) wrap(WebAssembly, name);
  globalThis.fetch = { fetch(...args) { return loop.hold(fetched(...args)); } }.fetch;
}

// timersOf are Node's timers over the loop.
function timersOf(loop, check) {
  const known = new Map();
  let last = 0;
  class Timeout {
    constructor(f, ms, args, again) {
      check(f);
      Object.assign(this, { _repeat: again ? ms : null });
      Object.defineProperty(this, "job", { value: loop.timer(() => f(...args), ms, () => this._repeat !== null && !this._destroyed) });
      Object.defineProperty(this, "number", { value: ++last });
    }
    [Symbol.toPrimitive]() { known.set(this.number, this); return this.number; }
    unref() { loop.unref(this.job); return this; }
    ref() { loop.ref(this.job); return this; }
    hasRef() { return !this.job.unref; }
    refresh() { if (!this._destroyed) loop.refresh(this.job); return this; }
    close() { clear(this); return this; }
    [Symbol.dispose ?? "dispose"]() { clear(this); }
  }
  class Immediate {
    constructor(f, args) { check(f); Object.defineProperty(this, "job", { value: loop.hop(() => f(...args)) }); }
    unref() { loop.unref(this.job); return this; }
    ref() { loop.ref(this.job); return this; }
    hasRef() { return !this.job.unref; }
  }
  const clear = (timer) => {
    const t = typeof timer === "number" || typeof timer === "string" ? known.get(Number(timer)) : timer;
    if (t instanceof Immediate) loop.stop(t.job);
    else if (t instanceof Timeout) { t._destroyed = true; loop.clear(t.job); }
  };
  const timers = {
    setTimeout(f, ms, ...args) { return new Timeout(f, ms, args, false); }, setInterval(f, ms, ...args) { return new Timeout(f, ms, args, true); }, setImmediate(f, ...args) { return new Immediate(f, args); },
    clearTimeout(timer) { clear(timer); }, clearInterval(timer) { clear(timer); }, clearImmediate(timer) { clear(timer); },
  };
  const custom = Symbol.for("nodejs.util.promisify.custom");
  timers.setTimeout[custom] = (ms, value) => new Promise((done) => { timers.setTimeout(done, ms, value); });
  timers.setImmediate[custom] = (value) => new Promise((done) => { timers.setImmediate(done, value); });
  return timers;
}

// outputOf is process.stdout or stderr: a Writable that writes at once.
function outputOf(fd, { get, write, tick }) {
  const { Writable } = get("stream"), { Buffer } = get("buffer");
  const stream = new Writable({ decodeStrings: false, write(piece, encoding, done) { write(fd, piece, encoding); done(); } }), slow = stream.write;
  Object.assign(stream, { fd, _type: "pipe", _isStdio: true, destroySoon: stream.destroy, _destroy(err, done) { done(err); } });
  stream.write = function (piece, encoding, done) {
    if (this.writableEnded || this.destroyed || !(typeof piece === "string" || piece instanceof Uint8Array)) return slow.call(this, piece, encoding, done);
    if (typeof encoding === "function") [encoding, done] = [undefined, encoding];
    write(fd, typeof piece === "string" && encoding && encoding !== "utf8" ? Buffer.from(piece, encoding) : piece);
    if (typeof done === "function") tick(() => done());
    return true;
  };
  return stream;
}

// inputOf is process.stdin: what was given, and its end.
function inputOf(given, get) {
  const { Readable } = get("stream"), { Buffer } = get("buffer");
  let at = 0;
  const stream = new Readable({ highWaterMark: 65536, read(size) { const bytes = given(), piece = bytes.subarray(at, at + Math.max(size, 65536)); at += piece.length; this.push(piece.length > 0 ? Buffer.from(piece) : null); } });
  return Object.assign(stream, { fd: 0, ref: () => stream, unref: () => stream });
}

// consoleOf is the console. Texts alone are written at once; what shows more is Node's own.
function consoleOf({ get, process, write }) {
  let whole;
  const own = () => {
    if (whole) return whole;
    const { Console } = get("internal/console/constructor");
    return whole = new Console({ stdout: process.stdout, stderr: process.stderr });
  };
  const line = (name, fd) => ({ [name](...args) {
    if (whole || (typeof args[0] === "string" && args.length > 1 && args[0].includes("%"))) return own()[name](...args);
    const text = args.every((a) => typeof a === "string") ? args.join(" ") : get("internal/util/inspect").formatWithOptions({}, ...args);
    write(fd, `${text}\n`);
    return undefined;
  } })[name];
  const console = {};
  for (const [name, fd] of [["log", 1], ["info", 1], ["debug", 1], ["error", 2], ["warn", 2]]) console[name] = line(name, fd);
  for (const name of ["dir", "dirxml", "table", "group", "groupCollapsed", "groupEnd", "time", "timeEnd", "timeLog", "count", "countReset", "assert", "trace"]) console[name] = { [name](...args) { return own()[name](...args); } }[name];
  for (const name of ["profile", "profileEnd", "timeStamp", "clear"]) console[name] = () => {};
  Object.defineProperty(console, "Console", { enumerable: true, get: () => get("internal/console/constructor").Console });
  return console;
}

// environment is process.env: its values are texts.
const environment = (entries) => new Proxy(Object.fromEntries(entries), {
  set(env, name, value) { if (typeof name === "symbol") throw new TypeError("Cannot convert a Symbol value to a string"); env[name] = String(value); return true; },
  defineProperty(env, name, d) { return Reflect.defineProperty(env, name, { value: String(d.value), writable: true, enumerable: true, configurable: true }); },
});

// processOf makes process; place is where and since when the program runs, and end ends the program with it.
function processOf({ place, get, stdin, write, loop, end, path }) {
  const listening = {}, lasted = () => performance.now() - place.since;
  let code;
  const checked = (value, name) => {
    if (value === undefined || value === null || (typeof value === "number" && Number.isInteger(value)) || (typeof value === "string" && value !== "" && Number.isInteger(Number(value)))) return value;
    if (typeof value === "number") throw new (get("internal/errors").codes.ERR_OUT_OF_RANGE)(name, "an integer", value);
    throw new (get("internal/errors").codes.ERR_INVALID_ARG_TYPE)(name, "number", value);
  };
  const process = {
    title: "node", version: "v20.20.2", versions: { node: "20.20.2", v8: "11.3.244.8-node.38", uv: "1.46.0", modules: "115" }, arch: "wasm32", platform: "linux", release: { name: "node", lts: "Iron" }, features: {}, config: { variables: {} },
    argv: [], argv0: "node", execArgv: [], execPath: "/usr/bin/node", env: environment([]), pid: 2, ppid: 1, debugPort: 9229, allowedNodeEnvironmentFlags: new Set(), report: undefined,
    cwd: () => place.dir, chdir(p) {
      const to = path().resolve(p);
      if (!get("fs").existsSync(to)) throw Object.assign(new Error(`ENOENT: no such file or directory, chdir ${place.dir} -> '${p}'`), { errno: -2, code: "ENOENT", syscall: "chdir", path: place.dir, dest: String(p) });
      place.dir = to;
    },
    exit(given) { if (given !== undefined) process.exitCode = given; end(); throw new Exit(code ?? 0); }, reallyExit: (n) => process.exit(n), abort() { process.exitCode = 134; end(); throw new Exit(134); },
    kill(pid, signal = "SIGTERM") { if (pid !== process.pid) throw Object.assign(new Error("kill ESRCH"), { errno: -3, code: "ESRCH", syscall: "kill" }); if (signal !== 0) { process.exitCode = 128 + (signals[signal] ?? Number(signal)); end(); throw new Exit(code); } return true; },
    nextTick(f, ...args) { get("internal/validators").validateFunction(f, "callback"); loop.tick(() => f(...args)); },
    hrtime: Object.assign((since) => { const ns = process.hrtime.bigint() - (since ? BigInt(since[0]) * 1000000000n + BigInt(since[1]) : 0n); return [Number(ns / 1000000000n), Number(ns % 1000000000n)]; }, { bigint: () => BigInt(Math.round(lasted() * 1e6)) + 1000000000n }),
    uptime: () => lasted() / 1000, memoryUsage: Object.assign(() => ({ rss: 50331648, heapTotal: 6291456, heapUsed: 5242880, external: 1048576, arrayBuffers: 10485 }), { rss: () => 50331648 }), cpuUsage: () => ({ user: Math.round(lasted() * 1000), system: 0 }), resourceUsage: () => ({}), constrainedMemory: () => 0, availableMemory: () => 2 ** 31,
    umask: () => 0o022, getuid: () => 1000, geteuid: () => 1000, getgid: () => 1000, getegid: () => 1000, getgroups: () => [1000], binding(name) { throw new Error(`No such module: ${name}`); }, setUncaughtExceptionCaptureCallback() {}, hasUncaughtExceptionCaptureCallback: () => false, setSourceMapsEnabled() {}, getActiveResourcesInfo: () => [],
    loadEnvFile(p = ".env") { for (const [name, value] of Object.entries(get("util").parseEnv(get("fs").readFileSync(p, "utf8")))) if (!(name in process.env)) process.env[name] = value; },
    emitWarning(warning, type, warnedCode) {
      const word = (v) => (typeof v === "function" ? undefined : v); // in its place may be what a stack begins behind
      const given = typeof type === "object" && type !== null ? type : { type: word(type), code: word(warnedCode) }, made = warning instanceof Error ? warning : Object.assign(new Error(String(warning)), { name: given.type ?? "Warning" });
      if (given.code) made.code = given.code;
      loop.tick(() => {
        write(2, `(node:${process.pid}) ${made.code ? `[${made.code}] ` : ""}${made.name}: ${made.message}\n${given.detail ? `${given.detail}\n` : ""}${process.warned ? "" : `(Use \`node --trace-${made.name === "DeprecationWarning" ? "deprecation" : "warnings"} ...\` to show where the warning was created)\n`}`);
        Object.defineProperty(process, "warned", { value: true, configurable: true });
        process.emit("warning", made);
      });
    },
  };
  Object.defineProperty(process, "exitCode", { enumerable: true, configurable: true, get: () => code, set(value) { code = checked(value, "code"); } });
  const lazy = (name, make) => Object.defineProperty(process, name, { enumerable: true, configurable: true, get() { const value = make(); Object.defineProperty(process, name, { value, writable: true, enumerable: true, configurable: true }); return value; } });
  lazy("stdout", () => outputOf(1, { get, write, tick: (f) => loop.tick(f) }));
  lazy("stderr", () => outputOf(2, { get, write, tick: (f) => loop.tick(f) }));
  lazy("stdin", () => inputOf(stdin, get));
  // It is an EventEmitter once someone listens.
  const become = () => {
    for (const name of Object.keys(listening)) delete process[name];
    class process_ extends get("events") {}
    Object.defineProperty(process_, "name", { value: "process" });
    Object.setPrototypeOf(process, process_.prototype);
    get("events").call(process);
  };
  for (const name of ["on", "once", "off", "emit", "addListener", "removeListener", "removeAllListeners", "prependListener", "listeners", "listenerCount", "eventNames", "setMaxListeners", "getMaxListeners"]) {
    listening[name] = (...args) => { become(); return process[name](...args); };
    Object.defineProperty(process, name, { value: listening[name], writable: true, configurable: true, enumerable: false });
  }
  Object.defineProperty(process, Symbol.toStringTag, { value: "process", configurable: true });
  return process;
}

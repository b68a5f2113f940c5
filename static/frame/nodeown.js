// What stands in Node's library for its parts that reach the system or the network, and the modules that are short
// enough to be written here. What cannot work in a page says so where it is called, not where it is asked for.
"use strict";

const BrowserURL = globalThis.URL;

// nodeURL makes Node's url parts of the browser's URL.
function nodeURL(get, process) {
  const path = () => get("path"), { codes } = get("internal/errors");
  class URL extends BrowserURL {
    constructor(...args) {
      if (args.length === 0) throw new codes.ERR_MISSING_ARGS("url");
      const [input, base] = args.map((arg) => (arg === undefined ? undefined : `${arg}`));
      try { super(input, base); } catch { throw new codes.ERR_INVALID_URL(input, base); }
    }
    [Symbol.for("nodejs.util.inspect.custom")](depth, options, inspect) {
      if (typeof depth === "number" && depth < 0) return this;
      const obj = Object.create({ constructor: URL });
      for (const name of ["href", "origin", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "searchParams", "hash"]) obj[name] = this[name];
      return `URL ${inspect(obj, options)}`;
    }
  }
  Object.defineProperty(URL.prototype, Symbol.for("nodejs.util.inspect.custom"), { enumerable: false });
  const { URLSearchParams } = globalThis;
  Object.defineProperty(URLSearchParams.prototype, Symbol.for("nodejs.util.inspect.custom"), { configurable: true, value(depth, options, inspect) {
    if (typeof depth === "number" && depth < 0) return "[Object]";
    const shown = [...this].map((pair) => pair.map((v) => inspect(v, options)).join(" => "));
    const length = shown.reduce((sum, text) => sum + text.length + 2, -2);
    return length > options.breakLength ? `URLSearchParams {\n  ${shown.join(",\n  ")} }` : shown.length > 0 ? `URLSearchParams { ${shown.join(", ")} }` : "URLSearchParams {}";
  } });
  const isURL = (v) => Boolean(v?.href && v.protocol && v.auth === undefined && v.path === undefined);
  const fileURLToPath = (given) => {
    const url = typeof given === "string" ? new URL(given) : given;
    if (!isURL(url)) throw new codes.ERR_INVALID_ARG_TYPE("path", ["string", "URL"], given);
    if (url.protocol !== "file:") throw new codes.ERR_INVALID_URL_SCHEME("file");
    if (url.hostname !== "") throw new codes.ERR_INVALID_FILE_URL_HOST(process.platform);
    if (/%2f/i.test(url.pathname)) throw new codes.ERR_INVALID_FILE_URL_PATH("must not include encoded / characters", url);
    return decodeURIComponent(url.pathname);
  };
  const pathToFileURL = (p) => {
    get("internal/validators").validateString(p, "path");
    const whole = path().resolve(p) + (p.endsWith("/") && path().resolve(p) !== "/" ? "/" : "");
    return new URL(`file://${whole.replace(/[%\\\n\r\t?#]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`)}`);
  };
  const hostOf = (host) => { try { return new BrowserURL(`http://${host}`).hostname; } catch { return ""; } };
  const urlToHttpOptions = (url) => ({ __proto__: null, protocol: url.protocol, hostname: url.hostname.replace(/^\[(.*)\]$/, "$1"), hash: url.hash, search: url.search, pathname: url.pathname, path: url.pathname + url.search, href: url.href, ...(url.port && { port: Number(url.port) }), ...((url.username || url.password) && { auth: `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}` }) });
  const protocols = ["http", "https", "ftp", "gopher", "file", "ws", "wss"];
  return {
    URL, URLSearchParams, isURL, fileURLToPath, pathToFileURL, toPathIfFileURL: (v) => (isURL(v) ? fileURLToPath(v) : v), urlToHttpOptions, domainToASCII: hostOf, domainToUnicode: (host) => host, encodeStr: encodeURIComponent,
    unsafeProtocol: new Set(["javascript", "javascript:"]), hostlessProtocol: new Set(["javascript", "javascript:"]), slashedProtocol: new Set(protocols.flatMap((p) => [p, `${p}:`])), installObjectURLMethods() {}, bindingUrl: {},
  };
}

// absent are modules of Node that need what no page has, with the names that scripts take from them.
const absent = {
  child_process: ["starts no programs", "ChildProcess exec execFile execFileSync execSync fork spawn spawnSync"],
  cluster: ["starts no programs", "fork setupPrimary"],
  http: ["hears nobody", "OutgoingMessage Server ServerResponse createServer"], https: ["hears nobody", "Server createServer"], // nodehttp.js has the rest
  http2: ["has no network", "connect createSecureServer createServer"], net: ["has no network", "Server Socket connect createConnection createServer"], tls: ["has no network", "Server TLSSocket connect createServer"],
  dgram: ["has no network", "Socket createSocket"], dns: ["has no network", "lookup resolve resolve4 resolve6 resolveMx resolveTxt reverse"], "dns/promises": ["has no network", "lookup resolve resolve4 resolve6"],
  inspector: ["has no inspector", "open Session"], repl: ["has no terminal", "start"], vm: ["has no second world for code", "Script createContext compileFunction runInContext runInNewContext"],
  zlib: ["compresses nothing", "gzip gzipSync gunzip gunzipSync deflate deflateSync inflate inflateSync deflateRaw deflateRawSync inflateRaw inflateRawSync brotliCompress brotliCompressSync brotliDecompress brotliDecompressSync unzip unzipSync createGzip createGunzip createDeflate createInflate createBrotliCompress createBrotliDecompress crc32"],
  worker_threads: ["has one thread", "Worker BroadcastChannel MessageChannel"], v8: ["tells nothing of its heap", "getHeapStatistics serialize deserialize writeHeapSnapshot setFlagsFromString"],
};

// absentModule has the names of such a module. A program that cannot be started is told as one that is not there is.
function absentModule(name, later) {
  const [why, names] = absent[name], module = {};
  const failed = (call) => Object.assign(new Error(`${name}.${call} cannot run here: the page's Node ${why}.`), { code: "ERR_FEATURE_UNAVAILABLE_ON_PLATFORM" });
  for (const call of names.split(" ")) module[call] = { [call](...args) {
    if (name !== "child_process") throw failed(call);
    const err = Object.assign(new Error(`${call} ${String(args[0]).split(" ")[0]} ENOENT: the page's Node ${why}; let a shell script call it.`), { errno: -2, code: "ENOENT", syscall: call, path: String(args[0]), spawnargs: Array.isArray(args[1]) ? args[1] : [] });
    const done = args.findLast((a) => typeof a === "function");
    if (call === "spawnSync") return { pid: 0, output: null, stdout: null, stderr: null, status: null, signal: null, error: err };
    if (done && /^exec(File)?$/.test(call)) return void later(() => done(err, "", ""));
    throw err;
  } }[call];
  if (name.startsWith("http")) module.METHODS = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"];
  if (name === "worker_threads") Object.assign(module, { isMainThread: true, parentPort: null, workerData: null, threadId: 0 });
  if (name === "vm") module.runInThisContext = (code) => (0, eval)(code);
  if (name === "dns") module.promises = absentModule("dns/promises", later);
  if (name === "cluster") Object.assign(module, { isPrimary: true, isMaster: true, isWorker: false });
  if (name === "net") Object.assign(module, { isIP: (v) => (/^(\d{1,3}\.){3}\d{1,3}$/.test(v) && v.split(".").every((n) => n < 256) ? 4 : /^[0-9a-f:.]*:[0-9a-f:.]*$/i.test(v) && hostIsIPv6(v) ? 6 : 0), isIPv4: (v) => module.isIP(v) === 4, isIPv6: (v) => module.isIP(v) === 6 });
  return module;
}

const hostIsIPv6 = (v) => { try { return Boolean(new URL(`http://[${v}]`)); } catch { return false; } };

// osModule is the machine of a page: it tells nothing of the person's.
const osModule = (process) => ({
  EOL: "\n", devNull: "/dev/null", arch: () => process.arch, availableParallelism: () => 1, cpus: () => [], endianness: () => "LE", freemem: () => 2 ** 31, totalmem: () => 2 ** 32, getPriority: () => 0, setPriority() {},
  homedir: () => process.env.HOME ?? "/", hostname: () => "localhost", loadavg: () => [0, 0, 0], machine: () => "wasm32", networkInterfaces: () => ({}), platform: () => "linux", release: () => "6.1.0", tmpdir: () => (process.env.TMPDIR ?? process.env.TMP ?? process.env.TEMP ?? "/tmp").replace(/(.)\/$/, "$1"), type: () => "Linux",
  uptime: () => Math.floor(performance.now() / 1000), userInfo: () => ({ uid: 1000, gid: 1000, username: "user", homedir: process.env.HOME ?? "/", shell: null }), version: () => "#1", constants: { signals, errno: Object.fromEntries(Object.entries(systemErrors).map(([name, [n]]) => [name, n])), priority: {} },
});

// timersPromises is timers/promises. https://nodejs.org/api/timers.html#timers-promises-api
function timersPromises(get, timers) {
  const { AbortError } = get("internal/errors");
  const wait = (start, stop) => (value, { signal } = {}) => new Promise((done, failed) => {
    const abort = () => { stop(timer); failed(new AbortError(undefined, { cause: signal.reason })); };
    if (signal?.aborted) return failed(new AbortError(undefined, { cause: signal.reason }));
    const timer = start(() => { signal?.removeEventListener("abort", abort); done(value); });
    return signal?.addEventListener("abort", abort, { once: true });
  });
  const p = {
    setTimeout: (ms, value, options) => wait((f) => timers.setTimeout(f, ms), timers.clearTimeout)(value, options),
    setImmediate: (value, options) => wait(timers.setImmediate, timers.clearImmediate)(value, options),
    async *setInterval(ms, value, options) { for (;;) yield await p.setTimeout(ms, value, options); },
  };
  p.scheduler = { wait: (ms, options) => p.setTimeout(ms, undefined, options), yield: () => p.setImmediate() };
  return p;
}

// storage is AsyncLocalStorage as far as one thread of calls goes: what waits loses it, so it is kept with run alone.
class AsyncLocalStorage {
  #store;
  run(store, f, ...args) { const had = this.#store; this.#store = store; try { return f(...args); } finally { this.#store = had; } }
  exit(f, ...args) { return this.run(undefined, f, ...args); }
  getStore() { return this.#store; }
  enterWith(store) { this.#store = store; }
  disable() { this.#store = undefined; }
}
class AsyncResource {
  runInAsyncScope(f, that, ...args) { return f.apply(that, args); }
  emitDestroy() { return this; } asyncId() { return 1; } triggerAsyncId() { return 0; }
  static bind(f) { return f; } bind(f) { return f; }
}

// ownParts are those that stand in Node's library, and the modules that are not in it.
function ownParts({ process, timers, later, hold, fs, crypto, loader }) {
  const url = (get) => get("internal/url");
  const colors = { shouldColorize: (stream) => Boolean(process.env.FORCE_COLOR && process.env.FORCE_COLOR !== "0"), refresh() {}, hasColors: false };
  for (const name of ["blue", "green", "white", "yellow", "red", "gray", "undim", "clear", "reset"]) colors[name] = "";
  const parts = {
    "internal/options": () => ({ getOptionValue: () => false, getEmbedderOptions: () => ({}) }),
    "internal/url": (get) => nodeURL(get, process),
    "internal/util/colors": () => colors, "internal/v8/startup_snapshot": () => ({ namespace: { isBuildingSnapshot: () => false }, isBuildingSnapshot: () => false }),
    "internal/bootstrap/realm": () => ({ BuiltinModule: { exists: (id) => loader.builtins.includes(id), normalizeRequirableId: (id) => id } }),
    "internal/blob": () => ({ Blob: globalThis.Blob, resolveObjectURL() {}, isBlob: (v) => v instanceof globalThis.Blob }), "internal/file": () => ({ File: globalThis.File }),
    "internal/event_target": () => ({ isEventTarget: (v) => v instanceof EventTarget, kEvents: Symbol("events"), kWeakHandler: Symbol("weak"), kResistStopPropagation: Symbol("resist") }),
    "internal/abort_controller": () => ({ AbortController, AbortSignal, aborted: () => new Promise(() => {}), transferableAbortController: () => new AbortController(), transferableAbortSignal: (s) => s }),
    "internal/process/task_queues": () => ({ queueMicrotask }), "internal/process/execution": () => ({ tryGetCwd: () => process.cwd() }), "internal/process/warning": () => ({ emitWarning: process.emitWarning }),
    "internal/crypto/util": () => ({}), "internal/crypto/keys": () => ({ isKeyObject: () => false, isCryptoKey: () => false }), "internal/encoding": () => ({ TextEncoder, TextDecoder }),
    "internal/tty": () => ({ getColorDepth: () => 1, hasColors: () => false }), "internal/deps/minimatch/index": () => ({}), "internal/webstreams/adapters": () => ({}), "internal/console/global": () => globalThis.console, "internal/vm": () => ({}),
    fs: () => fs(), "fs/promises": () => fs().promises, crypto: () => crypto(), os: () => osModule(process), process: () => process, console: () => globalThis.console,
    timers: (get) => ({ ...timers, promises: get("timers/promises") }), "timers/promises": (get) => timersPromises(get, timers),
    async_hooks: () => ({ AsyncLocalStorage, AsyncResource, createHook: () => ({ enable() {}, disable() {} }), executionAsyncId: () => 1, triggerAsyncId: () => 0 }),
    perf_hooks: () => ({ performance, PerformanceObserver: globalThis.PerformanceObserver, monitorEventLoopDelay: () => ({ enable() {}, disable() {} }) }), tty: () => ({ isatty: () => false, ReadStream: class {}, WriteStream: class {} }),
    constants: (get) => ({ ...fs().constants, ...signals }), diagnostics_channel: () => ({ channel: (name) => ({ name, hasSubscribers: false, publish() {}, subscribe() {}, unsubscribe() {} }), hasSubscribers: () => false }),
    punycode: (get) => ({ toASCII: url(get).domainToASCII, toUnicode: url(get).domainToUnicode }), "util/types": (get) => get("internal/util/types"), module: () => loader.module(),
    "path/posix": (get) => get("path"), "stream/web": () => ({ ReadableStream, WritableStream, TransformStream, TextDecoderStream, TextEncoderStream, CompressionStream: globalThis.CompressionStream, DecompressionStream: globalThis.DecompressionStream }),
    "stream/consumers": () => consumers,
  };
  for (const name of Object.keys(absent)) parts[name] = () => absentModule(name, later);
  for (const name of ["http", "https"]) parts[name] = (get) => httpModule(name, get, hold, absentModule(name, later));
  parts.hostOf = (host) => { try { return new URL(`http://${host}`).hostname; } catch { return ""; } };
  return parts;
}

const all = async (stream) => { const list = []; for await (const piece of stream) list.push(typeof piece === "string" ? Buffer.from(piece) : piece); return Buffer.concat(list); };
const consumers = { buffer: all, text: async (s) => (await all(s)).toString(), json: async (s) => JSON.parse((await all(s)).toString()), arrayBuffer: async (s) => { const b = await all(s); return b.buffer.slice(b.byteOffset, b.byteOffset + b.length); }, blob: async (s) => new Blob([await all(s)]) };

// What a script may ask for, sorted.
const builtinModules = ["assert", "assert/strict", "async_hooks", "buffer", "console", "constants", "crypto", "diagnostics_channel", "events", "fs", "fs/promises", "module", "os", "path", "path/posix", "path/win32", "perf_hooks", "process", "punycode", "querystring", "readline", "readline/promises", "stream", "stream/consumers", "stream/promises", "stream/web", "string_decoder", "timers", "timers/promises", "tty", "url", "util", "util/types", ...Object.keys(absent)].sort();

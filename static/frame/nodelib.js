// Node's own library in JavaScript (static/vendor/node), on what stands here for the parts that Node has in C++. So
// what console.log, assert, util, stream and the others answer is what Node answers. A part runs when it is first
// asked for.
"use strict";

// Errors of the system, as libuv names and numbers them on Linux.
const systemErrors = {
  EPERM: [1, "operation not permitted"], ENOENT: [2, "no such file or directory"], EBADF: [9, "bad file descriptor"], EACCES: [13, "permission denied"],
  EEXIST: [17, "file already exists"], EXDEV: [18, "cross-device link not permitted"], ENOTDIR: [20, "not a directory"], EISDIR: [21, "illegal operation on a directory"],
  EINVAL: [22, "invalid argument"], EMFILE: [24, "too many open files"], ENOSPC: [28, "no space left on device"], EPIPE: [32, "broken pipe"],
  ENAMETOOLONG: [36, "name too long"], ENOSYS: [38, "function not implemented"], ENOTEMPTY: [39, "directory not empty"], ELOOP: [40, "too many symbolic links encountered"],
  ENOTSUP: [95, "operation not supported on socket"], ECONNREFUSED: [111, "connection refused"], ETIMEDOUT: [110, "connection timed out"],
};

const signals = Object.fromEntries("HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT CHLD CONT STOP TSTP TTIN TTOU URG XCPU XFSZ VTALRM PROF WINCH IO PWR SYS".split(" ").map((name, i) => [`SIG${name}`, i + 1]));

// brand tells whether a value is of a built-in kind, whatever its prototype says.
const brand = (type, call) => (value) => { try { call.call(value); return true; } catch { return false; } };
const getter = (type, name) => Object.getOwnPropertyDescriptor(type.prototype, name).get;
const tagged = (...names) => (value) => typeof value === "object" && value !== null && names.includes(Object.prototype.toString.call(value).slice(8, -1));

// typesBinding is internalBinding("types"); modules are the namespaces that the loader made.
function typesBinding(modules) {
  const boxed = (type, name) => (value) => typeof value === "object" && brand(type, type.prototype[name])(value);
  const kind = (f) => (value) => typeof value === "function" && Object.prototype.toString.call(value) === `[object ${f}]`;
  const weak = (type) => (value) => typeof value === "object" && value !== null && brand(type, function () { type.prototype.has.call(this, {}); })(value);
  const t = {
    isExternal: () => false, isDate: brand(Date, Date.prototype.getTime), isArgumentsObject: tagged("Arguments"),
    isBigIntObject: boxed(BigInt, "valueOf"), isBooleanObject: boxed(Boolean, "valueOf"), isNumberObject: boxed(Number, "valueOf"), isStringObject: boxed(String, "valueOf"), isSymbolObject: boxed(Symbol, "valueOf"),
    isNativeError: (v) => (Error.isError ? Error.isError(v) && !(globalThis.DOMException && v instanceof DOMException) : tagged("Error")(v)), isRegExp: (v) => typeof v === "object" && v !== null && Object.prototype.toString.call(v) === "[object RegExp]",
    isAsyncFunction: (v) => kind("AsyncFunction")(v) || kind("AsyncGeneratorFunction")(v), isGeneratorFunction: (v) => kind("GeneratorFunction")(v) || kind("AsyncGeneratorFunction")(v),
    isGeneratorObject: tagged("Generator", "AsyncGenerator"), isPromise: (v) => v instanceof Promise,
    isMap: brand(Map, getter(Map, "size")), isSet: brand(Set, getter(Set, "size")), isMapIterator: tagged("Map Iterator"), isSetIterator: tagged("Set Iterator"),
    isWeakMap: weak(WeakMap), isWeakSet: weak(WeakSet), isArrayBuffer: brand(ArrayBuffer, getter(ArrayBuffer, "byteLength")), isDataView: brand(DataView, getter(DataView, "byteLength")),
    isSharedArrayBuffer: tagged("SharedArrayBuffer"), isProxy: () => false, isModuleNamespaceObject: (v) => modules.has(v), isEventTarget: (v) => v instanceof EventTarget,
  };
  t.isAnyArrayBuffer = (v) => t.isArrayBuffer(v) || t.isSharedArrayBuffer(v);
  t.isBoxedPrimitive = (v) => t.isNumberObject(v) || t.isStringObject(v) || t.isBooleanObject(v) || t.isBigIntObject(v) || t.isSymbolObject(v);
  return t;
}

// What an iterator of a Map or a Set runs over cannot be told of it: it is kept where a script asks for one.
const iterated = new WeakMap();
for (const type of [Map, Set]) {
  for (const name of ["keys", "values", "entries"]) {
    const own = type.prototype[name];
    const made = { [name]() { const iterator = own.call(this); iterated.set(iterator, { of: this, pairs: name === "entries", own }); return iterator; } }[name];
    if (!(type === Set && name === "keys")) Object.defineProperty(type.prototype, name, { value: made, writable: true, configurable: true });
  }
}
Object.defineProperty(Set.prototype, "keys", { value: Set.prototype.values, writable: true, configurable: true });

// utilBinding is internalBinding("util").
function utilBinding() {
  const constants = { kPending: 0, kFulfilled: 1, kRejected: 2, kExiting: 0, kExitCode: 1, kHasExitCode: 2, ALL_PROPERTIES: 0, ONLY_WRITABLE: 1, ONLY_ENUMERABLE: 2, ONLY_CONFIGURABLE: 4, SKIP_STRINGS: 8, SKIP_SYMBOLS: 16 };
  const names = ["arrow_message_private_symbol", "decorated_private_symbol", "untransferable_object_private_symbol", "contextify_context_private_symbol", "exit_info_private_symbol"];
  const isIndex = (key) => typeof key === "string" && /^(0|[1-9]\d*)$/.test(key) && Number(key) < 2 ** 32 - 1;
  return {
    constants, privateSymbols: Object.fromEntries(names.map((name) => [name, Symbol(name)])),
    getOwnNonIndexProperties: (value, filter) => Reflect.ownKeys(value).filter((key) => !isIndex(key) && !(filter & 16 && typeof key === "symbol") && (!(filter & 2) || Object.prototype.propertyIsEnumerable.call(value, key))),
    getPromiseDetails: () => [constants.kPending, undefined], getProxyDetails: () => undefined, getExternalValue: () => 0n, getCallerLocation: () => undefined,
    previewEntries(value, isIterator) {
      if (!tagged("Map Iterator", "Set Iterator")(value)) return isIterator ? [[], false] : [];
      const { of, pairs, own } = iterated.get(value) ?? { of: [], own: Array.prototype.values };
      const list = [...own.call(of)], flat = pairs ? list.flat() : list;
      return isIterator ? [flat, Boolean(pairs)] : flat;
    },
    getConstructorName(value) {
      for (let v = value; v !== null; v = Object.getPrototypeOf(v)) { const c = Object.getOwnPropertyDescriptor(v, "constructor")?.value; if (typeof c === "function" && c.name) return c.name; }
      return "";
    },
    isInsideNodeModules: () => false, isArrayBufferDetached: (buffer) => buffer.detached === true, arrayBufferViewHasBuffer: () => true, guessHandleType: () => "PIPE", sleep() {},
    shouldAbortOnUncaughtToggle: [0],
    parseEnv(text) {
      const found = {};
      for (const [, name, value = ""] of text.matchAll(/^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*("[^"]*"|'[^']*'|`[^`]*`|[^\r\n]*)/gm)) {
        const quote = /^(["'`])([^]*)\1$/.exec(value.trim());
        found[name] = quote ? (quote[1] === '"' ? quote[2].replaceAll("\\n", "\n") : quote[2]) : value.replace(/#.*$/, "").trim();
      }
      return found;
    },
  };
}

// nodeLibrary gives require for the parts of the library: those of Node by their ids, and own, which stand for the rest.
function nodeLibrary(sources, process, own, modules) {
  const primordials = {}, loaded = new Map();
  sources["internal/per_context/primordials"](primordials);
  const uv = Object.fromEntries(Object.entries(systemErrors).map(([name, [n]]) => [`UV_${name}`, -n]));
  const makers = {
    util: utilBinding, types: () => typesBinding(modules), buffer: bytesBinding, string_decoder: decoderBinding, config: () => ({ hasIntl: false, hasInspector: false, noBrowserGlobals: false }),
    uv: () => ({ ...uv, errname: (n) => Object.keys(systemErrors).find((name) => systemErrors[name][0] === -n) ?? `Unknown system error ${n}`, getErrorMap: () => new Map(Object.entries(systemErrors).map(([name, [n, text]]) => [-n, [name, text]])) }),
    constants: () => ({ os: { signals, errno: {} }, trace: {} }), errors: () => ({ exitCodes: {}, noSideEffectsToString: String }), trace_events: () => ({ trace() {}, isTraceCategoryEnabled: () => false }),
    messaging: () => ({ DOMException }), symbols: () => ({}), url: () => ({}), encoding_binding: () => ({ toASCII: (host) => own.hostOf(host) }), os: () => ({ getOSInformation: () => ["Linux"] }), inspector: () => ({}),
  };
  const bindings = new Map();
  const binding = (name) => {
    if (!bindings.has(name)) bindings.set(name, makers[name]?.() ?? {});
    return bindings.get(name);
  };
  const get = (id) => {
    if (loaded.has(id)) return loaded.get(id).exports;
    const module = { exports: {}, id };
    loaded.set(id, module);
    if (Object.hasOwn(own, id)) module.exports = own[id](get, primordials);
    else if (Object.hasOwn(sources, id)) sources[id](module.exports, get, module, process, binding, primordials);
    else throw new Error(`The page's Node has no part ${id}.`);
    if (id === "internal/util/debuglog") module.exports.initializeDebugEnv(process.env.NODE_DEBUG);
    return module.exports;
  };
  return get;
}

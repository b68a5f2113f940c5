// Node's two kinds of modules over the files of a job: CommonJS and ES modules, with the ways of Node 20 to find them,
// its words and codes where it does not. TypeScript is made JavaScript first (static/vendor/sucrase), and found as tsx
// does. All of it waits for nothing: the files are in memory, and a module waits only where it says await.
// https://nodejs.org/docs/latest-v20.x/api/esm.html#resolution-algorithm-specification
"use strict";

const isTS = (file) => /\.[cm]?ts$/.test(file);
const typeOf = { ".mjs": "module", ".mts": "module", ".cjs": "commonjs", ".cts": "commonjs", ".json": "json" };

class Loader {
  builtins = builtinModules;
  wrapped = new Map(); // what compiled texts were: name → { text, moved }
  #disk; #get; #process; #parser; #typed; #cache = Object.create(null); #esm = new Map(); #spaces; #packages = new Map(); #main; #codes; #told = new Set();

  constructor({ disk, process, spaces }) { this.#disk = disk; this.#process = process; this.#spaces = spaces; }
  // with hears of Node's library, the parser's text and the remover of types, if they are there.
  with({ get, parser, typed }) {
    if (get) { this.#get = get; this.#codes = get("internal/errors").codes; }
    if (parser) this.#parser = parser;
    if (typed) this.#typed = typed;
  }
  get #path() { return this.#get("path"); }
  get parser() {
    if (!this.#parser) throw new Error("The page's Node does not have its parser: what came to be while the script ran cannot be a module. Write it before the script starts.");
    return this.#parser;
  }

  // wants tells what parts a text may need that are not there yet.
  wants(text, file) {
    return { parser: !this.#parser && (moduleWord.test(text) || /\bassert\b/.test(text) || isTS(file) || /\.m[jt]s$/.test(file)), typed: !this.#typed && isTS(file) };
  }

  text(file) {
    const text = fromUtf8.decode(this.#disk.files.get(file)).replace(/^\ufeff/, "");
    return isTS(file) ? this.plain(text, file) : text;
  }
  plain(text, file) {
    try { return this.#typed(text, file); } catch (err) { throw Object.assign(new SyntaxError(`${file}: ${String(err.message).replace(/^Error transforming [^:]*: /, "")}`), { code: "ERR_INVALID_TYPESCRIPT_SYNTAX" }); }
  }

  // builtin gives a module of Node's by the name that a script has for it.
  builtin(id) {
    const name = id.replace(/^node:/, "");
    if (this.builtins.includes(name)) return { module: this.#get(name) };
    if (id.startsWith("node:")) throw new this.#codes.ERR_UNKNOWN_BUILTIN_MODULE(id);
    return undefined;
  }

  // package gives the nearest package.json of a file.
  package(file) {
    for (let dir = this.#path.dirname(file); ; dir = this.#path.dirname(dir)) {
      const at = this.#path.join(dir, "package.json");
      if (this.#disk.files.has(at)) return this.#manifest(at);
      if (dir === "/" || dir.endsWith("/node_modules")) return undefined;
    }
  }
  #manifest(at) {
    if (!this.#packages.has(at)) {
      let data;
      try { data = JSON.parse(fromUtf8.decode(this.#disk.files.get(at))); } catch (err) { throw new this.#codes.ERR_INVALID_PACKAGE_CONFIG(at, undefined, err.message); }
      this.#packages.set(at, { at, dir: this.#path.dirname(at), data: data ?? {} });
    }
    return this.#packages.get(at);
  }

  // format tells what kind of module a file is; one that says nothing is what its text is.
  format(file, text) {
    const ext = this.#path.extname(file), said = typeOf[ext] ?? (ext === ".js" || ext === ".ts" || ext === "" ? this.package(file)?.data.type : undefined);
    if (said === "module" || said === "commonjs" || said === "json") return said;
    if (!this.#looks(text)) return "commonjs";
    const near = this.package(file);
    if (near && !this.#told.has(file)) this.#process.emitWarning(`Module type of ${this.url(file)} is not specified and it doesn't parse as CommonJS.\nReparsing as ES module because module syntax was detected. This incurs a performance overhead.\nTo eliminate this warning, add "type": "module" to ${near.at}.`, { code: "MODULE_TYPELESS_PACKAGE_JSON" });
    this.#told.add(file);
    return "module";
  }
  #looks(text) {
    if (!moduleWord.test(text)) return false;
    try { new Function("exports", "require", "module", "__filename", "__dirname", text.replace(/^#!/, "//")); return false; } catch { /* it is no script, or is none here */ }
    try { scriptOf(this.parser, text, "load"); return false; } catch { /* nor there */ }
    try { const m = moduleOf(this.parser, text); return m.requests.length + m.local.size > 0 || m.async || /\bimport\s*\.\s*meta\b|\bexport\s*\{\s*\}/.test(text); } catch { return /^\s*(import\b(?!\s*\()|export\b)/m.test(text); }
  }

  // CommonJS.

  require(from) {
    const require = (id) => {
      this.#get("internal/validators").validateString(id, "id");
      if (id === "") throw new this.#codes.ERR_INVALID_ARG_VALUE("id", id, "must be a non-empty string");
      return (this.builtin(id) ?? { module: this.load(this.resolve(id, from), from) }).module;
    };
    require.resolve = Object.assign((id, options) => (this.builtin(id) ? id : options?.paths ? this.#first(id, options.paths, from) : this.resolve(id, from)), { paths: (id) => (this.builtins.includes(id) ? null : this.#folders(from.filename)) });
    require.main = this.#main;
    require.extensions = { __proto__: null, ".js"() {}, ".json"() {}, ".node"() {} };
    require.cache = this.#cache;
    return require;
  }
  #first(id, paths, from) {
    for (const dir of paths) { try { return this.resolve(id, { ...from, filename: this.#path.resolve(dir, "x") }); } catch { /* the next */ } }
    throw this.#absent(id, from);
  }
  #folders(file) {
    const all = [];
    for (let dir = this.#path.dirname(file); ; dir = this.#path.dirname(dir)) {
      if (!dir.endsWith("/node_modules")) all.push(this.#path.join(dir, "node_modules"));
      if (dir === "/") return all;
    }
  }

  resolve(id, from) {
    const dir = this.#path.dirname(from.filename), ts = isTS(from.filename);
    if (/^\.{0,2}\//.test(id) || id === "." || id === "..") return this.find(this.#path.resolve(dir, id), ts, /(^|\/)\.{0,2}$/.test(id)) ?? this.#refuse(id, from);
    const inner = this.#bare(id, from.filename, ["node", "require"], (p) => this.find(p, ts));
    return inner ?? this.#refuse(id, from);
  }
  #refuse(id, from) { throw this.#absent(id, from); }
  #absent(id, from) {
    const stack = [];
    for (let m = from; m?.filename && !m.virtual; m = m.parent) stack.push(m.filename);
    return Object.assign(new Error(`Cannot find module '${id}'${stack.length > 0 ? `\nRequire stack:\n- ${stack.join("\n- ")}` : ""}`), { code: "MODULE_NOT_FOUND", requireStack: stack });
  }
  find(p, ts = false, folder = false) {
    const endings = ts ? [".ts", ".mts", ".cts", ".js", ".json"] : [".js", ".json", ".node"], file = (q) => (this.#disk.files.has(q) ? q : undefined);
    const alone = (q) => file(q) ?? endings.map((e) => file(q + e)).find(Boolean) ?? (ts ? file(q.replace(/js$/, "ts")) : undefined);
    const found = folder ? undefined : alone(p);
    if (found || !this.#disk.folders.has(p)) return found;
    const at = this.#path.join(p, "package.json"), main = this.#disk.files.has(at) && this.#manifest(at).data.main;
    const inside = typeof main === "string" ? this.#path.resolve(p, main) : p;
    return alone(inside) ?? alone(this.#path.join(inside, "index")) ?? endings.map((e) => file(this.#path.join(p, `index${e}`))).find(Boolean);
  }

  // #bare finds a package: its own exports, those of node_modules, and what a package imports under a name of its own.
  #bare(id, file, conditions, legacy) {
    const own = this.package(file);
    if (id.startsWith("#")) {
      const to = own?.data.imports && this.#mapped(own, own.data.imports, id, conditions, true);
      if (!to) throw new this.#codes.ERR_PACKAGE_IMPORT_NOT_DEFINED(id, own && `${own.dir}/`, file);
      return to.startsWith("/") ? to : this.#bare(to, file, conditions, legacy);
    }
    const [, name, rest = ""] = /^((?:@[^/]+\/)?[^/]+)(.*)$/.exec(id) ?? [];
    if (!name || (name.startsWith("@") && !name.includes("/"))) throw new this.#codes.ERR_INVALID_MODULE_SPECIFIER(id, "is not a valid package name", file);
    const base = conditions.includes("require") ? undefined : file;
    if (own?.data.name === name && own.data.exports !== undefined) return this.#exported(own, rest, conditions, base);
    for (const folder of this.#folders(file)) {
      const dir = this.#path.join(folder, name), at = `${dir}/package.json`;
      if (this.#disk.files.has(at) && this.#manifest(at).data.exports != null) return this.#exported(this.#manifest(at), rest, conditions, base);
      const found = this.#disk.has(dir) || this.#disk.files.has(`${dir}.js`) ? legacy(dir + rest, dir, rest) : undefined;
      if (found) return found;
    }
    return undefined;
  }
  #exported(p, rest, conditions, file) {
    const e = p.data.exports, sugar = typeof e === "string" || Array.isArray(e) || !Object.keys(e).some((k) => k.startsWith("."));
    const to = this.#mapped(p, sugar ? { ".": e } : e, `.${rest}`, conditions);
    if (!to) throw new this.#codes.ERR_PACKAGE_PATH_NOT_EXPORTED(`${p.dir}/`, `.${rest}`, file);
    return to;
  }
  #mapped(p, map, key, conditions, imports = false) {
    const target = (t, star) => {
      if (typeof t === "string") {
        if (!t.startsWith("./")) return imports ? t.replaceAll("*", star) : undefined;
        const to = this.#path.join(p.dir, t.replaceAll("*", star));
        return to.startsWith(`${p.dir}/`) ? to : undefined;
      }
      if (Array.isArray(t)) return t.map((x) => target(x, star)).find(Boolean);
      for (const [condition, x] of Object.entries(t ?? {})) if (condition === "default" || conditions.includes(condition)) { const to = target(x, star); if (to !== undefined) return to; }
      return undefined;
    };
    if (Object.hasOwn(map, key) && !key.includes("*")) return target(map[key], "");
    const patterns = Object.keys(map).filter((k) => k.split("*").length === 2).sort((a, b) => b.indexOf("*") - a.indexOf("*") || b.length - a.length);
    for (const k of patterns) { const [head, tail] = k.split("*"); if (key.startsWith(head) && key.endsWith(tail) && key.length >= k.length) return target(map[k], key.slice(head.length, key.length - tail.length)); }
    return undefined;
  }

  load(file, parent, main = false) {
    if (this.#cache[file]) return this.#cache[file].exports;
    const module = this.#module(file, parent, main);
    const text = this.text(file), format = this.format(file, text);
    if (format === "module") return this.#required(file, parent);
    this.#cache[file] = module;
    try { this.#run(module, text, format); } catch (err) { delete this.#cache[file]; throw err; }
    return module.exports;
  }
  #module(file, parent, main) {
    const module = Object.create(Module.prototype);
    Object.assign(module, { id: main ? "." : file, path: this.#path.dirname(file), exports: {}, filename: file, loaded: false, children: [], paths: this.#folders(file) });
    Object.defineProperty(module, "parent", { value: parent, writable: true, configurable: true });
    module.require = (id) => this.require(module)(id);
    if (main) this.#main = this.#process.mainModule = module;
    parent?.children?.push(module);
    return module;
  }
  #run(module, text, format) {
    const file = module.filename, dir = this.#path.dirname(file);
    if (format === "json") {
      try { module.exports = JSON.parse(text); } catch (err) { err.message = `${file}: ${err.message}`; throw err; }
    } else {
      this.compiled(text, file, ["exports", "require", "module", "__filename", "__dirname"]).call(module.exports, module.exports, this.require(module), module, file, dir);
    }
    module.loaded = true;
  }

  // compiled makes a function of a script, which has import() of the loader.
  compiled(text, file, params) {
    let body = text.replace(/^#!/, "//"), moved = [[0, 0], [0, 0]];
    if (/\bimport\s*(?:\(|\/[*/])/.test(body)) {
      try { ({ code: body, moved } = scriptOf(this.parser, body, "_lilyload")); } catch (err) { if (!(err instanceof SyntaxError)) throw err; /* the browser says it in its own words */ }
    }
    const head = `(function (${params.join(", ")}, _lilyload) { `;
    const code = `${head}${body}\n})`;
    this.wrapped.set(file, { text, code, moved: [[0, 0], ...moved.slice(1).map(([now, was]) => [now + head.length, was])] });
    try { return this.#bound((0, eval)(`${code}\n//# sourceURL=${named(file)}`), file); } catch (err) { throw this.#misspelt(err, file, text); }
  }
  // #misspelt adds where the parser finds a text wrong, since the browser does not tell of what it was given.
  #misspelt(err, file, text) {
    if (!(err instanceof SyntaxError) || !this.#parser) return err;
    try { scriptOf(this.#parser, text, ""); } catch (found) { if (found.loc) place(err, { file, line: found.loc.line, column: found.loc.column + 1, text }); }
    return err;
  }
  #bound(f, file) { const load = (id, options) => this.import(id, file, options); return function (...args) { return f.call(this, ...args, load); }; }

  // script runs the text of -e in the world's own scope.
  script(text, name, module) {
    const { code, moved } = /\bimport\s*\(/.test(text) ? scriptOf(this.parser, text, "_lilyload") : { code: text, moved: [[0, 0], [0, 0]] };
    globalThis._lilyload = (id, options) => this.import(id, module.filename, options);
    Object.defineProperty(globalThis, "_lilyload", { enumerable: false });
    this.wrapped.set(name, { text, code, moved });
    return (0, eval)(`${code}\n//# sourceURL=${name}`);
  }

  // ES modules.

  url(file) { return this.#get("internal/url").pathToFileURL(file).href; }

  // locate finds what a specifier names: { builtin } or { file }.
  locate(id, parent, required = false) {
    const codes = this.#codes, parsed = /^[A-Za-z][A-Za-z0-9+.-]*:/.test(id) ? new (this.#get("internal/url").URL)(id) : undefined;
    if (!/^\.{0,2}\//.test(id) && id !== "." && id !== "..") {
      if (id.startsWith("node:") || this.builtins.includes(id)) return { builtin: id, module: this.builtin(id).module };
      if (parsed && parsed.protocol !== "file:") throw new codes.ERR_UNSUPPORTED_ESM_URL_SCHEME(parsed, ["file", "data", "node"]);
      if (!parsed) {
        const ts = isTS(parent), found = this.#bare(id, parent, ["node", "import", "module-sync"], (p, dir, rest) => (rest ? (this.#disk.files.has(p) ? p : this.#exact(p, parent, ts)) : this.find(dir)));
        if (!found) throw new codes.ERR_MODULE_NOT_FOUND(/^((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? id, parent, null);
        return { file: this.#exact(found, parent, ts) };
      }
    }
    const url = parsed ?? new (this.#get("internal/url").URL)(id, this.url(parent));
    if (/%2f|%5c/i.test(url.pathname)) throw new codes.ERR_INVALID_MODULE_SPECIFIER(url.pathname, "must not include encoded \"/\" or \"\\\" characters", parent);
    return { file: this.#exact(decodeURIComponent(url.pathname), parent, isTS(parent)), query: url.search + url.hash };
  }
  #exact(file, parent, ts) {
    if (this.#disk.files.has(file)) return file;
    const typed = ts ? this.find(file, true) : undefined;
    if (typed) return typed;
    const folder = this.#disk.folders.has(file.replace(/(.)\/$/, "$1")), meant = this.find(file.replace(/(.)\/$/, "$1"));
    const err = new this.#codes[folder ? "ERR_UNSUPPORTED_DIR_IMPORT" : "ERR_MODULE_NOT_FOUND"](file, parent, this.url(file));
    if (meant) { const near = this.#path.relative(this.#path.dirname(parent), meant); err.stack = err.stack.replace(/(?=\n {4}at |$)/, `\nDid you mean to import ${JSON.stringify(near.startsWith(".") ? near : `./${near}`)}?`); }
    throw err;
  }

  // get finds a module, and links what it asks for, once. Where two ask for each other each has the other's name.
  #module_of({ builtin, module, file, query = "" }, type, parent) {
    const key = builtin ? `node:${builtin.replace(/^node:/, "")}` : this.url(file) + query;
    if (this.#esm.has(key)) return this.#esm.get(key);
    const m = { key, file, state: "new", deps: [], local: new Map(), stars: [], indirect: new Map(), namespace: undefined };
    if (builtin) Object.assign(m, { state: "done", local: valuesOf(module) });
    else {
      const ext = this.#path.extname(file);
      if (ext && ![".js", ".ts", ".mjs", ".mts", ".cjs", ".cts", ".json"].includes(ext)) throw new this.#codes.ERR_UNKNOWN_FILE_EXTENSION(ext, file);
      if (ext === ".json" && type !== "json") throw new this.#codes.ERR_IMPORT_ASSERTION_TYPE_MISSING(key, "json");
      if (ext !== ".json" && type === "json") throw new this.#codes.ERR_IMPORT_ASSERTION_TYPE_FAILED(key, "json");
      this.#parsed(m, file, parent);
    }
    if (m.state !== "failed") this.#esm.set(key, m);
    return m;
  }
  #parsed(m, file, parent) {
    const text = this.text(file), format = this.format(file, text);
    if (format !== "module") return this.#scripted(m, file, text, format, parent);
    const made = this.#moduleText(text, m.key, file);
    this.#esm.set(m.key, m);
    try { this.#instance(m, made, file); } catch (err) { this.#esm.delete(m.key); throw err; }
    return undefined;
  }
  #moduleText(text, key, file) {
    this.wrapped.set(key, { text, moved: [] });
    try { return moduleOf(this.parser, text); } catch (err) { throw this.#syntax(err, key, text); }
  }
  // #syntax says what the parser refused as the browser would say it, where that can be had.
  #syntax(err, key, text) {
    if (!(err instanceof SyntaxError) || err.pos === undefined) return err;
    const { line, column } = err.loc;
    let said = err.message.replace(/ \(\d+:\d+\)$/, "");
    try { new Function(`async () => {${asWith(text).replace(/^#!/, "//").replace(/^[ \t]*(import\b[^("'\n]*?(from\s*)?["'][^"'\n]*["'][^\n]*|export\s+(default\s+)?)/gm, "")}\n}`); } catch (own) { said = own.message; }
    return place(new SyntaxError(said), { file: key, line, column: column + 1, text });
  }

  // #scripted is CommonJS as a module: its default is what it exports, and its names are what its text tells of them.
  #scripted(m, file, text, format, parent) {
    const names = new Set();
    if (format === "commonjs") this.#lexed(file, text, names, new Set());
    const held = {};
    m.local.set("default", () => held.all);
    for (const name of names) if (name !== "default") m.local.set(name, () => held.values?.[name]);
    m.common = [...names];
    m.run = () => {
      held.all = this.load(file, parent && { filename: parent, virtual: true });
      held.values = Object.fromEntries([...names].map((name) => [name, held.all?.[name]]));
    };
  }
  #lexed(file, text, names, seen) {
    if (seen.has(file)) return;
    seen.add(file);
    let found;
    try { found = this.parser.lexed(text); } catch { return; }
    for (const name of found.exports) names.add(name);
    for (const id of found.reexports) {
      try {
        const other = this.resolve(id, { filename: file }), more = this.text(other);
        if (!other.endsWith(".json") && this.format(other, more) === "commonjs") this.#lexed(other, more, names, seen);
      } catch { /* what is not there is told when it is asked for */ }
    }
  }

  #instance(m, made, file) {
    m.deps = made.requests.map(({ specifier, type }) => this.#module_of(this.locate(specifier, file), type, file));
    m.stars = made.stars.map((i) => m.deps[i]);
    for (const [name, at] of made.indirect) m.indirect.set(name, { dep: m.deps[at.i], name: at.name });
    m.async = made.async;
    const spaces = made.requests.flatMap((_, i) => {
      const dep = m.deps[i], names = {}; // what is used of a module: it is found when it is first read, as all are linked then
      for (const u of made.used) if (u.i === i && u.name !== undefined) Object.defineProperty(names, u.name, { configurable: true, get: () => { const get = this.#export(dep, u.name); Object.defineProperty(names, u.name, { get }); return get(); } });
      return [names, made.used.some((u) => u.i === i && u.name === undefined) ? () => this.namespace(dep) : undefined];
    });
    this.wrapped.set(m.key, { text: made.text, code: made.code, moved: made.moved });
    const f = (0, eval)(`${made.code}\n//# sourceURL=${named(m.key)}`);
    m.start = () => {
      const args = spaces.map((s) => (typeof s === "function" ? s() : s));
      const tell = (local, anonymous) => {
        for (const name of Object.keys(local)) m.local.set(name, local[name]);
        for (const made of anonymous) Object.defineProperty(made, "name", { value: "default", configurable: true });
      };
      const work = f.bind(undefined, ...args, (id, options) => this.import(id, file, options), this.#meta(m, file), tell);
      if (m.async) { m.run = work; return; }
      m.work = work();
      m.work.next();
    };
    for (const name of made.local.keys()) m.local.set(name, () => { throw new ReferenceError(`Cannot access '${name}' before initialization`); });
    m.checks = () => {
      for (const { i, name, start } of made.used) if (name !== undefined) this.#check(m, made, i, name, start);
      for (const { i, name, start } of made.indirect.values()) if (name !== undefined) this.#check(m, made, i, name, start);
    };
  }
  #meta(m, file) {
    const meta = { __proto__: null, dirname: this.#path.dirname(file), filename: file, resolve: (id) => { const at = this.locate(id, file); return at.builtin ? `node:${at.builtin.replace(/^node:/, "")}` : this.url(at.file); }, url: m.key };
    return meta;
  }
  #check(m, made, i, name, start) {
    const dep = m.deps[i], { specifier } = made.requests[i];
    if (this.#export(dep, name)) return;
    const before = made.text.slice(0, start), line = before.split("\n").length, column = start - before.lastIndexOf("\n"), example = /{.*}/.exec(made.text.split("\n")[line - 1]);
    const said = dep.common
      ? `Named export '${name}' not found. The requested module '${specifier}' is a CommonJS module, which may not support all module.exports as named exports.\nCommonJS modules can always be imported via the default export, for example using:\n\nimport pkg from '${specifier}';\n${example ? `const ${example[0].replace(/\s+as\s+/g, ": ")} = pkg;\n` : ""}`
      : `The requested module '${specifier}' does not provide an export named '${name}'`;
    throw place(new SyntaxError(said), { file: m.key, line, column, width: name.length, text: made.text });
  }
  // #export gives what reads an export, or nothing where there is none or two are meant.
  #export(m, name, seen = new Set()) {
    const key = `${m.key}\0${name}`;
    if (seen.has(key)) return undefined;
    seen.add(key);
    if (m.local.has(name)) return () => m.local.get(name)();
    const at = m.indirect.get(name);
    if (at) return at.name === undefined ? () => this.namespace(at.dep) : this.#export(at.dep, at.name, seen);
    if (name === "default") return undefined;
    const found = m.stars.map((dep) => this.#export(dep, name, seen)).filter(Boolean);
    return found[0];
  }
  #names(m, seen = new Set()) {
    if (seen.has(m)) return [];
    seen.add(m);
    return [...new Set([...m.local.keys(), ...m.indirect.keys(), ...m.stars.flatMap((dep) => this.#names(dep, seen).filter((n) => n !== "default"))])];
  }

  // namespace is what `import * as` gives. Its values are read where they are asked for.
  namespace(m) {
    if (m.namespace) return m.namespace;
    const names = this.#names(m).sort(), getters = new Map(names.map((name) => [name, this.#export(m, name)])), target = Object.create(null);
    for (const name of names) target[name] = undefined;
    Object.defineProperty(target, Symbol.toStringTag, { value: "Module" });
    const refused = (name) => { throw new TypeError(`Cannot assign to read only property '${String(name)}' of object '[object Module]'`); };
    m.namespace = new Proxy(target, {
      get: (_, name) => (getters.has(name) ? getters.get(name)() : target[name]), set: (_, name) => refused(name), has: (_, name) => name in target,
      getOwnPropertyDescriptor: (_, name) => (getters.has(name) ? { value: getters.get(name)(), writable: true, enumerable: true, configurable: true } : Reflect.getOwnPropertyDescriptor(target, name)),
      defineProperty: (_, name) => { throw new TypeError(`Cannot redefine property: ${String(name)}`); }, deleteProperty: (_, name) => { if (!getters.has(name)) return true; throw new TypeError(`Cannot delete property '${String(name)}' of [object Module]`); }, setPrototypeOf: (_, to) => to === null, preventExtensions: () => true, isExtensible: () => false,
    });
    Object.preventExtensions(target);
    this.#spaces.add(m.namespace);
    return m.namespace;
  }

  // #linked makes all of a graph ready to run: names are checked, and functions are there before anything runs.
  #linked(m, graph = []) {
    if (m.state !== "new") return graph;
    m.state = "linking";
    for (const dep of m.deps) this.#linked(dep, graph);
    graph.push(m);
    return graph;
  }
  link(m) {
    const graph = this.#linked(m);
    try { for (const one of graph) one.checks?.(); for (const one of graph) { one.start?.(); one.state = "linked"; } } catch (err) { for (const one of graph) { one.state = "new"; this.#esm.delete(one.key); } throw err; }
  }

  // run runs a module after those that it asks for. It gives a promise where one of them waits.
  run(m) {
    if (m.state === "failed") throw m.error ?? new Error(`${m.key} failed before.`);
    if (m.state !== "linked") return m.promise;
    m.state = "starting";
    const failed = (err) => { m.state = "failed"; m.error = err; throw err; };
    try { // what is thrown goes by as it is, so that the browser tells where
      const waits = m.deps.map((dep) => this.run(dep)).filter(Boolean);
      const own = () => { const r = m.work ? m.work.next() : m.run?.(); return m.async ? r : undefined; };
      const last = () => { m.state = "done"; m.promise = undefined; };
      if (waits.length > 0) m.promise = Promise.all(waits).then(own).then(last, failed);
      else if (m.async) m.promise = own().then(last, failed);
      else { own(); last(); }
      if (m.promise) m.state = "running";
    } finally { if (m.state === "starting") m.state = "failed"; }
    m.promise?.catch(() => {}); // who waits for it hears
    return m.promise;
  }

  // hinted says of what CommonJS alone has that a module does not have it.
  hinted(err) {
    const m = err instanceof ReferenceError && /^(require|exports|module|__filename|__dirname) is not defined$/.exec(err.message);
    if (!m) return err;
    const more = ` in ES module scope${m[1] === "require" ? ", you can use import instead" : ""}`, { stack } = err;
    err.message += more;
    err.stack = stack.replace(m[0], m[0] + more);
    return err;
  }

  #required(file, parent) {
    const m = this.#module_of({ file }, undefined, parent?.filename);
    if (m.state === "running" || m.state === "starting") throw new this.#codes.ERR_REQUIRE_CYCLE_MODULE(`Cannot require() ES Module ${file} in a cycle.${parent?.filename ? ` (from ${parent.filename})` : ""}`);
    this.link(m);
    if (this.#waits(m)) throw new this.#codes.ERR_REQUIRE_ASYNC_MODULE(file, parent?.filename);
    this.run(m);
    const space = this.namespace(m);
    const get = this.#export(m, "module.exports");
    if (get) return get();
    if (!this.#export(m, "default") || this.#export(m, "__esModule")) return space;
    const also = { key: `${m.key}#required`, state: "done", deps: [], stars: [m], indirect: new Map([["default", { dep: m, name: "default" }]]), local: new Map([["__esModule", () => true]]) };
    return this.namespace(m.required ??= also);
  }
  #waits(m, seen = new Set()) {
    if (seen.has(m)) return false;
    seen.add(m);
    return Boolean(m.async) || m.deps.some((dep) => this.#waits(dep, seen));
  }

  // import is import(): it answers when the module has run.
  async import(id, parent, options) {
    const attributes = options?.with ?? options?.assert;
    await this.ready(`${id}`);
    const m = this.#module_of(this.locate(`${id}`, parent), attributes?.type, parent);
    this.link(m);
    try { await this.run(m); } catch (err) {
      for (const one of this.#esm.values()) if (one.state === "failed") one.error ??= err;
      throw this.hinted(err);
    }
    return this.namespace(m);
  }

  // main runs a file as the program itself does.
  main(file) {
    const text = this.text(file), format = this.format(file, text);
    if (format !== "module") { const module = this.#module(file, undefined, true); this.#cache[file] = module; return void this.#run(module, text, format); }
    return this.entry({ file });
  }
  entry(at) {
    const m = this.#module_of(at, this.#path.extname(at.file) === ".json" ? "json" : undefined, undefined);
    this.link(m);
    return this.run(m);
  }
  // inline runs a text of no file as a module (--input-type=module).
  inline(text, name, dir) {
    const file = this.#path.join(dir, name);
    this.#disk.files.set(file, new Uint8Array(0)); // for as long as it is linked
    const m = { key: `file://${dir}/${name}`, file, state: "new", deps: [], local: new Map(), stars: [], indirect: new Map() };
    try { this.#instance(m, this.#moduleText(text, m.key, file), file); this.link(m); } finally { this.#disk.files.delete(file); }
    return this.run(m);
  }

  // module is node:module.
  module() {
    const of = (where) => {
      const given = where instanceof URL || /^file:/.test(where) ? this.#get("internal/url").fileURLToPath(where) : where;
      if (typeof given !== "string" || !given.startsWith("/")) throw new this.#codes.ERR_INVALID_ARG_VALUE("filename", where, "must be a file URL object, file URL string, or absolute path string");
      return this.require({ filename: given.endsWith("/") ? `${given}noop.js` : given, virtual: false });
    };
    const refused = (name) => ({ [name]() { throw Object.assign(new Error(`module.${name} cannot run here: the page's Node loads modules in its own way alone.`), { code: "ERR_FEATURE_UNAVAILABLE_ON_PLATFORM" }); } })[name];
    Object.assign(Module, { Module, builtinModules: this.builtins, isBuiltin: (id) => this.builtins.includes(String(id).replace(/^node:/, "")), createRequire: of, _cache: this.#cache, _nodeModulePaths: (dir) => this.#folders(`${dir}/x`), _resolveFilename: (id, from) => this.resolve(id, from), register: refused("register"), syncBuiltinESMExports() {}, findPackageJSON: refused("findPackageJSON") });
    return Module;
  }
}

// A Module is what a CommonJS script has of itself.
function Module(id = "", parent) { Object.assign(this, { id, path: id.replace(/\/[^/]*$/, ""), exports: {}, filename: null, loaded: false, children: [], parent }); }

// valuesOf are the exports of one of Node's own modules.
function valuesOf(module) {
  const names = Object.keys(Object.getOwnPropertyDescriptors(module)).filter((name) => name !== "default" && (typeof module !== "function" || !["length", "name", "prototype", "arguments", "caller"].includes(name)));
  return new Map([["default", () => module], ...names.map((name) => [name, () => module[name]])]);
}

const placed = Symbol("place"); // of a fault that the browser did not find itself
const place = (err, at) => Object.defineProperty(err, placed, { value: at });
const named = (file) => file.replace(/\s/g, encodeURIComponent);

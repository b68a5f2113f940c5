// Runs one program in JavaScript as Node does: CommonJS and ES modules over the job's files (nodemodules.js), TypeScript
// with its types taken out, Node's own library (nodelib.js) and an event loop (nodeprocess.js). Nothing here keeps a
// program in: the frame's origin and policy do that, and the page that ends it.
"use strict";

onmessage = ({ ports: [port] }) => {
  onmessage = null;
  for (const name of ["postMessage", "close"]) { delete self[name]; delete DedicatedWorkerGlobalScope.prototype[name]; } // the port is the only way out
  const program = new Program(port);
  port.onmessage = ({ data }) => (data.give ? program.beforehand(data) : program.run(data));
};

const compiled = new Map(); // name → the promise of what its script is
const evaluated = async (name, blob) => (0, eval)(`${await (await blob).text()}\n//# sourceURL=node:${name}`);

// What the page has for it: Node's library, its parser, and what takes types out of TypeScript (wire.js, parts.js).
const nodeParts = ["node-lib.js", "node-parse.js", "sucrase.js"];
const compiledPart = (name) => compiled.get(name) ?? evaluated(name, pagesParts.get(name));

// What is there before the program is known: most programs ask for it, or what answers them does.
const usual = ["buffer", "events", "fs", "internal/url", "internal/util/inspect", "path", "util"];
// What the parser is tried on, since a text is parsed faster by functions that have run.
const rehearsed = "import a, { b } from 'c';\nexport const d = (...e) => `${a.b(e)}`;\nexport default class { async f() { for (const { g } of b) if (g) return await g; } }\n";

// A Program is a script that runs until nothing is left to do, as in Node. Its world is made of the library alone, so
// that a frame that waits for its job has it made by then.
class Program {
  #port; #wire; #before; #given; #disk = new Disk([], ["/tmp"]); #over = false; #loop = new Loop(() => this.#idle()); #loader; #get; #process; #trace; #modules = new WeakSet(); #fs; #crypto; #encoder = new TextEncoder();
  #made; #parser; #place = { dir: "/", since: 0 }; #stdin;

  constructor(port) { this.#port = port; this.#wire = new Wire(port); }

  // beforehand hears what the page gives before there is a job: the program has no need to ask for that.
  beforehand({ give, blob }) {
    compiled.set(give, evaluated(give, blob));
    if (give === "node-lib.js") this.#made = this.#make().then(() => { for (const id of usual) this.#get(id); });
    if (give === "node-parse.js") this.#parser = this.#made?.then(() => this.#parse()).then((p) => { moduleOf(p.parser, rehearsed); return p; });
    for (const done of [compiled.get(give), this.#made, this.#parser]) done?.catch(() => {}); // who waits for it hears
  }
  async #make() { this.#world(await compiledPart("node-lib.js")); }

  run(job) {
    const port = pagesParts.port = pagesNetwork.port = this.#port;
    port.onmessage = ({ data }) => (data.give ? pagesParts.given(data) : data.answer ? pagesNetwork.answered(data) : this.#wire.taken(data.ack));
    port.postMessage({ started: true });
    const files = job.files.filter(([, bytes]) => bytes).map(([p, bytes]) => [`/${p}`, bytes]), folders = job.files.filter(([, bytes]) => !bytes).map(([p]) => `/${p}`);
    this.#before = new Map(files);
    for (const p of [job.dir, ...folders]) this.#disk.folder(p);
    for (const [p, bytes] of files) this.#disk.put(p, bytes.slice());
    this.#given = new Set(this.#disk.folders.keys());
    this.#start(job).catch((err) => this.#wire.end({ failed: String(err?.message ?? err) }));
  }

  // #start waits for the library, and for what the job's files may want, before the program's first line.
  async #start(job) {
    await (this.#made ??= this.#make());
    Object.assign(this.#place, { dir: job.dir, since: performance.now() });
    this.#stdin = job.stdin ?? new Uint8Array(0);
    this.#process.env = environment(job.env.map((e) => [e.slice(0, e.indexOf("=")), e.slice(e.indexOf("=") + 1)]));
    this.#get("internal/util/debuglog").initializeDebugEnv(this.#process.env.NODE_DEBUG);
    const main = mainOf(job.words.slice(1), job.stdin);
    await this.#fetched([main.code ?? "", ...[...this.#disk.files].filter(([p]) => /\.[cm]?[jt]s$/.test(p)).map(([, bytes]) => fromUtf8.decode(bytes))], main);
    this.#loop.begin(() => this.#main(main, job));
  }
  async #fetched(texts, main) {
    const files = [...this.#disk.files.keys()], typed = files.some(isTS) || main.typed;
    const script = main.file && this.#disk.files.get(this.#get("path").resolve(main.file)); // of any name
    const wrong = (text) => { try { return !new Function(text.replace(/^#!/, "//")); } catch { return true; } };
    const said = files.some((p) => /\.m[jt]s$/.test(p) || (p.endsWith("/package.json") && fromUtf8.decode(this.#disk.files.get(p)).includes('"module"'))); // a module that says so needs no word of one
    if (typed || said || main.module || (script && !main.file.endsWith(".json") && wrong(fromUtf8.decode(script))) || texts.some((t) => this.#loader.wants(t, "").parser) || (script && this.#loader.wants(fromUtf8.decode(script), "").parser)) await this.#more(typed);
  }
  // #more fetches the parser, and what takes types out.
  async #more(typed) {
    const [{ acorn, walk, parser }, types] = await Promise.all([this.#parser ??= this.#parse(), typed && compiledPart("sucrase.js")]);
    this.#parts["internal/deps/acorn/acorn/dist/acorn"] = () => acorn;
    this.#parts["internal/deps/acorn/acorn-walk/dist/walk"] = walk;
    this.#loader.with({ parser, typed: types || undefined });
    this.#has = { parser: true, typed: this.#has.typed || Boolean(types) };
  }
  // #parse makes Node's parsers of what the page gave.
  async #parse() {
    const parser = await compiledPart("node-parse.js");
    const module = (id) => { const m = { exports: {} }; parser[id](m.exports, () => ({}), m, this.#process, () => ({}), {}); return m.exports; };
    const acorn = module("internal/deps/acorn/acorn/dist/acorn");
    let lexer;
    const lexed = (text) => (lexer ??= module("internal/deps/cjs-module-lexer/lexer")).parse(text);
    return { acorn, walk: () => module("internal/deps/acorn/acorn-walk/dist/walk"), parser: { parse: acorn.parse, lexed } };
  }
  #read = false; // stdin
  #parts; #has = { parser: false, typed: false };

  #world(library) {
    const input = () => { this.#read = true; return this.#stdin; };
    const get = (id) => this.#get(id), write = (fd, data) => this.#write(fd, data), loop = this.#loop, later = (f) => void loop.hop(f);
    const process = this.#process = processOf({ place: this.#place, get, stdin: input, write, loop, end: () => this.#exit(), path: () => get("path") });
    const timers = timersOf(loop, (f) => { if (typeof f !== "function") get("internal/validators").validateFunction(f, "callback"); });
    this.#loader = new Loader({ disk: this.#disk, process, spaces: this.#modules });
    this.#loader.ready = (id) => (this.#has.parser && (this.#has.typed || !isTS(id)) ? undefined : loop.hold(this.#more(this.#has.typed || isTS(id))));
    this.#parts = ownParts({
      process, timers, later, hold: (promise) => loop.hold(promise), loader: this.#loader,
      fs: () => (this.#fs ??= filesystem(this.#disk, { get, process, stdin: input, later })), crypto: () => (this.#crypto ??= cryptoModule(get, { later })),
    });
    const known = new Set();
    const inner = nodeLibrary(library, process, this.#parts, this.#modules);
    this.#get = (id) => { known.add(id); return inner(id); };
    this.#loader.with({ get });
    this.#trace = new Trace(this.#loader.wrapped, (id) => (known.size > 0 ? inner(id) : undefined));
    Error.prepareStackTrace = (err, sites) => this.#trace.stack(err, sites);
    Object.assign(globalThis, timers, { global: globalThis, process });
    globalThis.console = consoleOf({ get, process, write: (fd, text) => this.#said(fd, text) });
    for (const [name, make] of [["Buffer", () => get("buffer").Buffer], ["URL", () => get("internal/url").URL]]) Object.defineProperty(globalThis, name, { configurable: true, get: make, set(value) { Object.defineProperty(globalThis, name, { value, writable: true, configurable: true }); } });
    if (!crypto.randomUUID) Object.defineProperty(crypto, "randomUUID", { value: () => get("crypto").randomUUID(), configurable: true });
    holding(loop);
    addEventListener("error", (event) => { event.preventDefault(); this.#fault(event.error, this.#trace.found(event)); });
    addEventListener("unhandledrejection", (event) => {
      event.preventDefault();
      if (event.reason instanceof Fence) { event.stopImmediatePropagation(); return event.reason.passed(); }
      return this.#rejected(event.reason, event.promise);
    });
  }

  // #write puts out what a stream was given; #said goes by the stream where a script may have changed it.
  #write(fd, data, encoding) {
    if (!this.#over) this.#wire.write(fd, typeof data === "string" ? (encoding && encoding !== "utf8" && encoding !== "buffer" ? Buffer.from(data, encoding) : this.#encoder.encode(data)) : data);
  }
  #said(fd, text) {
    const d = Object.getOwnPropertyDescriptor(this.#process, fd === 1 ? "stdout" : "stderr");
    if (d && "value" in d) d.value.write(text);
    else this.#write(fd, text);
  }

  #main(main, job) {
    const { process } = globalThis;
    process.argv = ["/usr/bin/node", ...main.args];
    process.execArgv = main.options;
    if (main.bad) { this.#write(2, `/usr/bin/node: bad option: ${main.bad}\n`); process.exitCode = 9; return undefined; }
    if (main.version) return this.#write(1, `${process.version}\n`);
    for (const id of main.required) this.#loader.require({ filename: `${job.dir}/x` })(id);
    if (main.code !== undefined) return this.#evaluate(main, job.dir);
    const path = this.#get("path"), file = process.argv[1] = path.resolve(main.file);
    const found = this.#loader.find(file) ?? (this.#disk.files.has(file) ? file : undefined);
    if (!found) throw Object.assign(new Error(`Cannot find module '${file}'`), { code: "MODULE_NOT_FOUND", requireStack: [] });
    process.argv[1] = isTS(found) || this.#disk.files.has(file) ? file : found.slice(0, file.length) === file ? file : found;
    return this.#waited(this.#loader.main(found));
  }

  // #waited: a program whose own module never comes to its end says so by its code.
  #waited(promise) {
    if (!promise) return;
    this.#unsettled = true;
    promise.then(() => { this.#unsettled = false; }, () => { this.#unsettled = false; });
    promise.catch((err) => { throw err; });
  }
  #unsettled = false;

  #evaluate({ code, print, typed, module: isModule, name }, dir) {
    const text = typed ? this.#loader.plain(code, name) : code, own = { filename: `${dir}/${name}`, virtual: true };
    if (isModule || (!print && this.#loader.format(`${dir}/${name}`, text) === "module")) return this.#waited(this.#loader.inline(text, `${name}1`, dir));
    Object.assign(globalThis, { require: this.#loader.require(own), module: { exports: {}, id: name, filename: own.filename, paths: [], children: [] }, exports: {}, __filename: name, __dirname: "." });
    for (const id of builtinModules) if (!id.includes("/") && !(id in globalThis)) Object.defineProperty(globalThis, id, { configurable: true, enumerable: false, get: () => this.#get(id), set(value) { Object.defineProperty(globalThis, id, { value, writable: true, configurable: true }); } });
    const value = this.#loader.script(text, name, own);
    if (print) console.log(value);
    return undefined;
  }

  #fault(err, place, origin = "uncaughtException") {
    if (err instanceof Exit || this.#over) return;
    const { process } = globalThis;
    try {
      if (this.#process.listenerCount("uncaughtException") > 0) return this.#loop.enter(() => this.#process.emit("uncaughtException", err, origin));
      this.#write(2, fatal(place?.file.startsWith("file:") ? this.#loader.hinted(err) : err, place, this.#get("internal/util/inspect").inspect, `Node.js ${process.version}`));
    } catch (worse) { try { this.#write(2, `Uncaught ${String(worse?.stack ?? worse)}\n`); } catch { /* it wrote more than is taken */ } }
    this.#process.exitCode = 1;
    this.#exit();
    return undefined;
  }

  #rejected(reason, promise) {
    if (reason instanceof Exit || this.#over) return;
    if (this.#process.listenerCount("unhandledRejection") > 0) return this.#loop.enter(() => this.#process.emit("unhandledRejection", reason, promise));
    const isError = reason instanceof Error;
    return this.#fault(isError ? reason : unhandled(reason), isError ? this.#trace.thrown(reason) : undefined, "unhandledRejection");
  }

  #told = false; // whether beforeExit was told since something ran

  #idle() {
    if (this.#over) return;
    if (!this.#told) {
      this.#told = true;
      if (this.#process.listenerCount("beforeExit") > 0) return this.#loop.enter(() => { this.#process.emit("beforeExit", this.#process.exitCode ?? 0); this.#told = !this.#loop.busy; });
    }
    if (this.#unsettled) this.#process.exitCode ??= 13;
    this.#exit();
    return undefined;
  }

  #exiting = false;
  #exit() {
    if (this.#over || this.#exiting) return;
    this.#exiting = true;
    try { if (!Object.hasOwn(this.#process, "on")) this.#process.emit("exit", Number(this.#process.exitCode ?? 0)); } catch (err) {
      if (!(err instanceof Exit)) { this.#write(2, fatal(err, undefined, this.#get("internal/util/inspect").inspect, `Node.js ${this.#process.version}`)); this.#process.exitCode = 7; }
    }
    this.#end();
  }

  #end() {
    this.#over = true;
    this.#loop.close();
    const code = Number(this.#process.exitCode ?? 0) & 255;
    try {
      const { changed, removed } = changes(this.#before, this.#disk.files);
      const folders = [...this.#disk.folders.keys()].filter((p) => !this.#given.has(p)).map((p) => p.slice(1));
      this.#wire.end({ code, read: this.#read, changed: changed.map(([p, bytes]) => [p.slice(1), bytes]), removed: removed.map((p) => p.slice(1)), folders });
    } catch (err) {
      this.#wire.end({ failed: String(err?.message ?? err) });
    }
  }
}

// unhandled is the error for what was rejected with no error.
function unhandled(reason) {
  const said = typeof reason === "object" && reason !== null ? `#<${reason.constructor?.name || "Object"}>` : String(reason), name = "UnhandledPromiseRejection";
  const err = new Error(`This error originated either by throwing inside of an async function without a catch block, or by rejecting a promise which was not handled with .catch(). The promise rejected with the reason "${said}".`);
  Object.defineProperty(err, "name", { value: name });
  err.stack = `${name}: ${err.message}\n    at node:internal/process/promises:389:7`;
  return Object.assign(err, { code: "ERR_UNHANDLED_REJECTION" });
}

// mainOf reads the words of a call of node: its options, and what it is to run.
// https://nodejs.org/docs/latest-v20.x/api/cli.html
function mainOf(words, stdin) {
  const main = { options: [], required: [], args: [], name: "[eval]" }, quiet = /^--(no-warnings|no-deprecation|trace-\w+|enable-source-maps|experimental-[\w-]+|no-experimental-[\w-]+|stack-trace-limit=.*|max-old-space-size=.*|unhandled-rejections=.*|preserve-symlinks|throw-deprecation|harmony.*|stack-size=.*|expose-gc|disable-warning=.*|env-file=.*)$/;
  const args = [...words];
  const value = (option) => (option.includes("=") ? option.slice(option.indexOf("=") + 1) : args.shift());
  while (args[0]?.startsWith("-") && args[0] !== "-") {
    const option = args.shift();
    if (option === "--") break;
    main.options.push(option);
    if (option === "-v" || option === "--version") return { ...main, version: true };
    if (/^(-e|--eval|-p|-pe|--print)(=|$)/.test(option)) { main.code = value(option) ?? ""; main.print = /^-p|--print/.test(option); } else if (/^--input-type=/.test(option)) { const type = value(option); main.module = type.startsWith("module"); main.typed = type.endsWith("typescript"); } else if (/^(-r|--require|--import)(=|$)/.test(option)) main.required.push(value(option));
    else if (option === "-i" || (!quiet.test(option) && !/^--(import|loader|experimental-loader|conditions)(=|$)|^-C$/.test(option))) return { ...main, bad: option };
  }
  if (main.code !== undefined) return { ...main, args };
  if (args.length === 0 || args[0] === "-") return { ...main, code: fromUtf8.decode(stdin ?? new Uint8Array(0)), args: ["-", ...args.slice(1)], name: "[stdin]" };
  return { ...main, file: args[0], args };
}

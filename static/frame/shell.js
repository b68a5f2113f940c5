// Runs one program in just-bash, on a filesystem in memory that holds the job's files
// and nothing else, and then is thrown away (TS-3 to TS-7). wire.js says what it is told
// and tells. No word goes through a shell's parser: only the program's name is written
// into a command line, and it is one of a list. Nothing here keeps a program in: the
// frame's origin and policy do that, and the page that ends it.
"use strict";

onmessage = ({ data, ports: [port] }) => {
  onmessage = null;
  Object.assign(languages, Object.fromEntries(data.languages));
  const wire = new Wire(port);
  port.onmessage = async ({ data: job }) => {
    pagesParts.port = pagesNetwork.port = port;
    port.onmessage = ({ data }) => (data.give ? pagesParts.given(data) : data.answer ? pagesNetwork.answered(data) : wire.taken(data.ack));
    port.postMessage({ started: true });
    await wire.end(await run(job, wire).catch((err) => ({ failed: String(err?.message ?? err) })));
  };
};

// Where the shell writes what is to be told: two files that are in no listing.
const sinks = new Map([["/dev/.lily-stdout", 1], ["/dev/.lily-stderr", 2]]);
const redirected = [...sinks.keys()].map((path, i) => `${i + 1}>>${path}`).join(" ");

// The page ends a program that takes too long, so steps are not counted, but for jq's, which
// keep what they give. What bounds memory stays as just-bash has it, but for the files.
const much = Number.MAX_SAFE_INTEGER;
const limits = {
  maxCommandCount: much, maxLoopIterations: much, maxAwkIterations: much, maxSedIterations: much,
  maxWorkUnits: much, maxGlobOperations: much, maxTraversalWork: much, maxCallDepth: 1000, maxFileSystemBytes: 256 << 20, maxOutput: 16 << 20,
};

async function run(job, wire) {
  const env = Object.fromEntries(job.env.map((e) => [e.slice(0, e.indexOf("=")), e.slice(e.indexOf("=") + 1)]));
  const { bash, fs, given, system } = world(job, env, wire);
  const code = /^python/.test(job.words[0])
    ? await runPython(job.words.slice(1), { fs, cwd: job.dir, env, stdin: () => "", system, start: (line, options, signal) => bash.exec(line, { ...options, signal }) }, (stream, bytes) => wire.write(stream, bytes))
    : await exec(bash, wire, job, env);
  return { code, ...changes(given, await after(fs, system)) };
}

// world is the shell over the job's files.
function world(job, env, wire) {
  class Fs extends justBash.InMemoryFs {
    async writeFile(path, content, options) {
      if (sinks.has(path)) return tell(path, content, options);
      if (await this.#led(path, content, options)) return;
      const was = await this.stat(path).catch(() => undefined);
      await super.writeFile(await this.placed(path), content, options);
      if (was?.isFile) await super.chmod(path, was.mode); // just-bash's own makes a file anew
    }
    // just-bash's own makes the folders that a file wants.
    async placed(path) {
      const folder = this.resolvePath("/", path).replace(/\/[^/]*$/, "") || "/", s = await this.stat(folder).catch(() => undefined);
      if (!s?.isDirectory) throw new Error(`${s ? "ENOTDIR: not a directory" : "ENOENT: no such file or directory"}, open '${path}'`);
      return path;
    }
    // What has no end is no file here: just-bash would take it for an empty one.
    async readFileBuffer(path) {
      const held = this.#held(path);
      if (held !== undefined) return encoded(held, /[^\0-\xff]/.test(held) ? "utf8" : "latin1");
      if (path === uuid) return encoded(`${randomId()}\n`);
      if (/^\/dev\/(zero|full|u?random)$/.test(path)) throw new Error(`EIO: it has no end and cannot be read here, open '${path}'`);
      return super.readFileBuffer(path);
    }
    // What numbers of the shell lead to, for the command that runs (static/vendor/just-bash/reads.mjs).
    open = { input: () => undefined, output: () => undefined, said: {} };
    #held(path) {
      const fd = numberOf(path);
      return fd === undefined || this.data.get(path)?.content?.length > 0 ? undefined : this.open.input(fd);
    }
    // #led writes to where a number leads, if the path is one; what is written to /dev/null is nowhere.
    async #led(path, content, options) {
      if (path === "/dev/null") return true;
      const fd = numberOf(path), to = fd > 0 ? this.open.output(fd) : undefined;
      if (to !== undefined && to !== path) return await this.appendFile(to, content, options), true;
      if (to !== undefined || !(fd in this.open.said)) return false;
      this.open.said[fd] += new TextDecoder().decode(encoded(content, options));
      return true;
    }
    async cp(from, to, options) {
      if (to === "/dev/null") return void await this.stat(from);
      return this.#held(from) === undefined ? super.cp(from, to, options) : this.writeFile(to, await this.readFileBuffer(from));
    }
    async mkdir(path, options) {
      const parts = this.resolvePath("/", path).split("/");
      for (let n = 2; n < parts.length; n++) {
        const above = parts.slice(0, n).join("/");
        if ((await this.stat(above).catch(() => undefined))?.isDirectory === false) throw new Error(`ENOTDIR: not a directory, mkdir '${above}'`);
      }
      return super.mkdir(path, options);
    }
    async exists(path) { return this.#held(path) !== undefined || super.exists(path); }
    async stat(path) { return super.stat(this.#held(path) === undefined ? path : "/dev/stdin"); }
    // just-bash's own spread 64 KiB into one call, for which a Worker's stack is too small.
    async readFileBytes(path) { return latin1(await this.readFileBuffer(path)); }
    async readFile(path, options) { return isBinary(options) ? this.readFileBytes(path) : super.readFile(path, options); }
    // guessed are the files whose mode nobody set: a tree has none (git.js).
    guessed = new Set();
    async chmod(path, mode) {
      this.guessed.delete(this.resolvePath("/", path));
      return super.chmod(path, mode);
    }
    async rm(path, options) {
      this.guessed.delete(this.resolvePath("/", path));
      return super.rm(path, options);
    }
    // just-bash's own copies all of a file for each line that a loop appends to it. Here there is room behind it.
    filled = new WeakMap(); // how much of a room is written
    async appendFile(path, content, options) {
      if (sinks.has(path)) return tell(path, content, options);
      if (await this.#led(path, content, options)) return;
      const at = this.resolvePath("/", await this.placed(path)), entry = this.data.get(at), was = entry?.content;
      if (entry?.type !== "file" || !(was instanceof Uint8Array)) return super.appendFile(path, content, options);
      const more = encoded(content, options), size = was.length + more.length;
      this.assertCanAllocate(at, size);
      let room = was.buffer;
      if (this.filled.get(room) !== was.length || room.byteLength < size) {
        room = new ArrayBuffer(size + (size >> 1));
        new Uint8Array(room).set(was);
      }
      new Uint8Array(room).set(more, was.length);
      this.filled.set(room, size);
      this.setEntry(at, { ...entry, content: new Uint8Array(room, 0, size), mtime: new Date() });
    }
  }
  const tell = (path, content, options) => {
    wire.write(sinks.get(path), encoded(content, options));
    return wire.room();
  };
  const fs = new Fs({}, { maxTotalBytes: limits.maxFileSystemBytes });
  const commands = justBash.getCommandNames().filter((name) => job.programs.includes(name));
  const system = new Set(), spoken = Object.keys(languages).map((name) => language(name, kept(fs, system)));
  const bash = new justBash.Bash({ fs, env, cwd: job.dir, commands, customCommands: [...spoke, ...spoken, ...["python", "python3"].map(pythonCommand(system)), ...["pip", "pip3"].map(pipCommand)], executionLimits: limits, defenseInDepth: false });
  // A shell within the shell begins with these: no variable that the job does not have.
  for (const name of ["HOME", "PATH", "OLDPWD"]) if (!(name in env)) bash.state.env.delete(name);
  for (const [path, text] of [[uuid, ""], ["/proc/1/cgroup", "0::/\n"]]) {
    fs.mkdirSync(path.replace(/\/[^/]*$/, ""), { recursive: true });
    fs.writeFileSync(path, text);
  }
  for (const path of fs.getAllPaths()) system.add(path);
  for (const path of ["/tmp", job.dir, env.HOME]) if (path?.startsWith("/")) fs.mkdirSync(path, { recursive: true });
  for (const [path, bytes] of job.files) {
    if (bytes) fs.writeFileSync("/" + path, bytes.slice(), undefined, { mode: runnable(path, bytes) ? 0o755 : 0o644 });
    if (bytes) fs.guessed.add("/" + path);
    else fs.mkdirSync("/" + path, { recursive: true });
  }
  return { bash, fs, given: new Map(job.files.filter(([, bytes]) => bytes)), system };
}

// runnable tells whether a script may call a file by its path, since trees have no modes.
function runnable(path, bytes) {
  const line = new TextDecoder().decode(bytes.subarray(0, 128)).split("\n", 1)[0];
  return line.startsWith("#!") || path.endsWith(".sh");
}

// numberOf is the number that a path stands for.
const standard = new Map([["/dev/stdin", 0], ["/dev/stdout", 1], ["/dev/stderr", 2]]);
function numberOf(path) {
  const [, fd] = /^\/(?:dev|proc\/self)\/fd\/(\d+)$/.exec(path) ?? [];
  return fd === undefined ? standard.get(path) : Number(fd);
}

const isBinary = (options) => ["binary", "latin1"].includes(typeof options === "string" ? options : options?.encoding);

function encoded(content, options) {
  if (typeof content !== "string") return content;
  if (!isBinary(options)) return justBash.encoder.encode(content);
  const bytes = new Uint8Array(content.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = content.charCodeAt(i);
  return bytes;
}

function latin1(bytes) {
  const parts = [];
  for (let at = 0; at < bytes.length; at += 8192) parts.push(String.fromCharCode.apply(null, bytes.subarray(at, at + 8192)));
  return parts.join("");
}

// exec runs the words. What comes back at the end instead of through the sinks
// is what just-bash says itself, such as where a script does not parse.
async function exec(bash, wire, job, env) {
  const [name, ...args] = job.words;
  let line = `${name === "[" ? "'['" : name} ${redirected}`, options = { args, env };
  if (name === "bash" || name === "sh") {
    const s = await script(job.words, (path) => bash.fs.readFile(bash.fs.resolvePath(job.dir, path)));
    if (s.error) return wire.write(2, encoded(s.error)), s.code;
    [line, options] = [s.text, { env: { ...env, ...s.params }, cwd: job.dir, script: s.path }];
    bash.registerTransformPlugin(streaming(bash));
  } else if (name !== "test" && name !== "[") line = "/usr/bin/" + line;
  const { stdout, stderr, exitCode } = await bash.exec(line, { ...options, replaceEnv: true, rawScript: true });
  wire.write(1, encoded(stdout));
  wire.write(2, encoded(stderr));
  return exitCode;
}

// script reads the words of a call of sh: its options, which just-bash does not
// know, what it is to run, and with which parameters.
// https://pubs.opengroup.org/onlinepubs/9799919799/utilities/sh.html
async function script([name, ...args], read, stdin = () => "") {
  const set = [];
  let inline = false, given = false;
  while (/^[-+]./.test(args[0] ?? "") && !inline) {
    const option = args.shift();
    if (option === "--") break;
    if (option.startsWith("--")) continue; // --norc, --noprofile, --posix: nothing here
    inline = option[0] === "-" && option.includes("c");
    for (const letter of option.slice(1)) {
      if (letter === "s") given = true;
      else if ("efuvxn".includes(letter)) set.push(option[0] + letter);
      else if (letter === "o") set.push(option[0] + "o " + quoted(args.shift() ?? ""));
      else if (!"cil".includes(letter)) return { code: 2, error: `${name}: ${option}: the page's shell has no such option\n` };
    }
  }
  if (inline && args.length === 0) return { code: 2, error: `${name}: -c: option requires an argument\n` };
  let text = inline ? args.shift() : given ? `exec </dev/null; ${stdin()}` : "";
  const zero = given && !inline ? name : args.shift() ?? name;
  if (!inline && zero !== name) {
    try { text = await read(zero); } catch { return { code: 127, error: `${name}: ${zero}: No such file or directory\n` }; }
  }
  const params = { ...machine, 0: zero, "#": String(args.length), "@": args.join(" "), "*": args.join(" ") };
  args.forEach((arg, i) => { params[i + 1] = arg; });
  if (text.includes("BASH_VERSINFO")) text = `BASH_VERSINFO=(5 2 15 1 release ${machine.MACHTYPE}); ${text}`;
  return { text: set.length > 0 ? `set ${set.join(" ")}; ${text}` : text, params, path: inline || zero === name ? undefined : zero };
}

const uuid = "/proc/sys/kernel/random/uuid"; // another one each time that it is read

// randomId is what crypto.randomUUID makes, which a frame of no origin does not have.
function randomId() {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (b, i) => (i === 6 ? (b & 15) | 64 : i === 8 ? (b & 63) | 128 : b).toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

const quoted = (word) => `'${word.replaceAll("'", "'\\''")}'`;

// own are the commands that just-bash has otherwise, or not at all: shells that know
// their options and hand on what is exported, env and printenv, which show just
// that, mktemp, umask, which has no modes to mask, and the tools of tools.js.
const own = [
  ...tools, curl, wget, clear,
  { name: "mktemp", execute: mktemp },
  { name: "umask", execute: async (args) => (args.length > 0 ? shown([]) : shown(["0022"])) },
  ...["bash", "sh"].map((name) => ({ name, execute: (args, ctx) => nested(name, args, ctx) })),
  { name: "env", execute: env },
  { name: "printenv", execute: async (args, ctx) => (args.length === 0 ? shown(Object.entries(ctx.exportedEnv ?? {}).map((e) => e.join("="))) : ctx.origCommand(args)) },
];

// spoke are these and just-bash's, as GNU's speak.
const spoke = [...ofTheShell(new Set(own.map((c) => c.name))), ...own.map(asGnu)];

const shown = (lines) => ({ stdout: lines.map((l) => l + "\n").join(""), stderr: "", exitCode: 0 });

// https://www.gnu.org/software/coreutils/manual/html_node/env-invocation.html
async function env(args, ctx) {
  const had = Object.fromEntries(Object.entries(ctx.exportedEnv ?? {}).filter(([n]) => /^[A-Za-z_]\w*$/.test(n)));
  const refused = (why) => ({ stdout: "", stderr: `env: ${why}\n`, exitCode: 125 });
  let now = { ...had }, i = 0;
  for (; args[i]?.startsWith("-"); i++) {
    if (["-i", "-", "--ignore-environment"].includes(args[i])) { now = {}; continue; }
    if (args[i] === "--") { i++; break; }
    const [, beside] = /^(?:-u|--unset=)(.*)$/s.exec(args[i]) ?? [], name = beside === "" && args[i] === "-u" ? args[++i] : beside;
    if (name === undefined) return refused(`${args[i]}: the page's shell has no such option`);
    delete now[name];
  }
  for (; args[i]?.includes("="); i++) {
    const at = args[i].indexOf("="), name = args[i].slice(0, at);
    if (!/^[A-Za-z_]\w*$/.test(name)) return refused(`${name}: no name of a variable here`);
    now[name] = args[i].slice(at + 1);
  }
  if (i >= args.length) return shown(Object.entries(now).map((e) => e.join("=")));
  const lost = Object.keys(had).filter((n) => !(n in now)), kept = Object.keys(now);
  const before = (lost.length > 0 ? `unset -v ${lost.join(" ")}; ` : "") + (kept.length > 0 ? `export ${kept.join(" ")}; ` : "");
  return ctx.execWithInheritedStdin(before + args.slice(i).map(quoted).join(" "), { env: now, cwd: ctx.cwd, signal: ctx.signal, rawScript: true, replaceEnv: true });
}

// https://man7.org/linux/man-pages/man1/mktemp.1.html
async function mktemp(args, { fs, cwd, env }) {
  const o = {}, rest = [], fault = (text, quiet) => ({ stdout: "", stderr: quiet ? "" : `mktemp: ${text}\n`, exitCode: 1 });
  for (let i = 0; i < args.length; i++) {
    const [, letters, p, dir] = /^-([dqut]*)(p?)(.*)$/.exec(args[i]) ?? [], [name, value] = args[i].split(/=(.*)/s);
    if (args[i] === "--") rest.push(...args.splice(i + 1));
    else if (["--directory", "--dry-run", "--quiet"].includes(name)) o[{ "--directory": "d", "--dry-run": "u", "--quiet": "q" }[name]] = true;
    else if (name === "--suffix") o.suffix = value ?? args[++i] ?? "";
    else if (name === "--tmpdir") o.at = value || env?.get?.("TMPDIR") || "/tmp";
    else if (letters === undefined || args[i] === "-") rest.push(args[i]);
    else if (args[i].startsWith("--") || (!p && dir)) return fault(`invalid option -- '${(dir || letters)[0]}'\nTry 'mktemp --help' for more information.`);
    else {
      for (const l of letters) o[l] = true;
      if (p) o.at = dir || args[++i] || "/tmp";
    }
  }
  if (rest.length > 1) return fault("too many templates\nTry 'mktemp --help' for more information.");
  const template = rest[0] ?? "tmp.XXXXXXXXXX", at = o.at ?? (rest.length === 0 || o.t ? env?.get?.("TMPDIR") || "/tmp" : undefined);
  const [, , xs, tail] = /^(.*?)(X*)([^X]*)$/s.exec(template), suffix = o.suffix ?? tail;
  if (o.suffix !== undefined && tail !== "") return fault(`with --suffix, template ‘${template}’ must end in X`);
  if (xs.length < 3 || tail.includes("/")) return fault(`too few X's in template ‘${template}’`);
  const given = (at === undefined ? "" : `${at.replace(/\/$/, "")}/`) + template + (o.suffix ?? ""), prefix = given.slice(0, given.length - suffix.length - xs.length);
  const path = prefix + Array.from(crypto.getRandomValues(new Uint8Array(xs.length)), (n) => (n % 36).toString(36)).join("") + suffix, full = fs.resolvePath(cwd, path);
  if (o.u) return shown([path]); // a name alone
  if (!(await fs.exists(full.replace(/\/[^/]*$/, "") || "/"))) return fault(`failed to create ${o.d ? "directory" : "file"} via template ‘${given}’: No such file or directory`, o.q);
  if (o.d) await fs.mkdir(full);
  else await fs.writeFile(full, "");
  return shown([path]);
}

// nested is sh or bash where a script calls it.
async function nested(name, args, ctx) {
  if (args.length === 0) return ctx.origCommand(args); // a script on stdin
  if (args[0] === "--version") return shown([`GNU bash, version 5.2.15(1)-release (${machine.MACHTYPE})`, "The page's own, which answers as that one does."]);
  const s = await script([name, ...args], (path) => ctx.fs.readFile(ctx.fs.resolvePath(ctx.cwd, path)), () => new TextDecoder().decode(encoded(ctx.stdin ?? "", "latin1")));
  if (s.error) return { stdout: "", stderr: s.error, exitCode: s.code };
  const exported = Object.keys(ctx.exportedEnv ?? {}).filter((n) => /^[A-Za-z_]\w*$/.test(n));
  const merged = ctx.fs.around?.merged, kept = merged || /\bexec\s+[3-9]\d*>&1/.test(s.text) ? `/dev/.stdout${++shells}` : undefined;
  const text = (kept ? `exec >${kept}${merged ? " 2>&1" : ""}; ` : "") + (exported.length > 0 ? `export ${exported.join(" ")}; ` : "") + s.text;
  const r = await ctx.execWithInheritedStdin(text, { env: { ...ctx.exportedEnv, ...s.params }, cwd: ctx.cwd, signal: ctx.signal, rawScript: true, replaceEnv: true, script: s.path });
  if (!kept || !(await ctx.fs.exists(kept))) return r;
  const said = await ctx.fs.readFileBytes(kept);
  await ctx.fs.rm(kept);
  return { stdout: said, stderr: r.stderr, exitCode: r.exitCode, stdoutKind: "bytes" };
}

// A shell within the shell whose exec leads another number to its stdout, or whose 2 leads where 1 does, has a file there,
// since a $( ) or a pipe in it takes what goes to 1 alone.
let shells = 0;

// streaming makes each command of the outermost script tell what it wrote when it is done, as just-bash itself would only
// at the script's end: the streams of that shell lead to our files.
function streaming(bash) {
  const [opened] = bash.transform(`exec ${redirected}`).ast.statements;
  let outermost = true;
  return {
    name: "streaming",
    transform({ ast }) {
      if (outermost) ast.statements.unshift(opened);
      outermost = false;
      return { ast };
    },
  };
}

// after is the files that are there when the program has ended, as the page
// knows them: no devices, no programs, and what a link leads to in its place.
async function after(fs, system) {
  const found = new Map();
  for (const path of fs.getAllPaths()) {
    if (system.has(path) || /^\/(dev|proc)\//.test(path)) continue;
    try {
      if ((await fs.stat(path)).isFile) found.set(path.slice(1), await fs.readFileBuffer(path));
    } catch { /* a link that leads nowhere is no file */ }
  }
  return found;
}

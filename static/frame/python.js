// Python, as a program of the shell: CPython 3.13 for Emscripten (static/vendor/python), on a filesystem of its
// own that gets the shell's files before a run and gives back what changed. It reaches nothing but these: no
// JavaScript, no socket, and no program but those of the shell (pythonruns.js). Each run is a new instance; what was
// compiled is kept for the next one.
//
// A package that others wrote is a part of the page (packages.js). Python cannot wait for one amid an import, so what
// the script's text imports is there before it starts. What it imports in another way ends the instance
// (sitecustomize.py), and the run begins anew with that part: nothing has left it yet but what it wrote, which is
// not told twice.
"use strict";

const pythonHome = "/usr/lib/python313.zip";
const pythonSelf = "/usr/bin/python3";
const pythonParcels = "/usr/lib/python-packages";
const pythonOut = /^\/(dev|proc)(\/(?!fd\/\d+$)|$)/; // what is no file; <( ) is one
const pythonFds = "/dev/fd";

let pythonParts; // { module, library }, once

function pythonLoaded() {
  const load = async () => {
    const [wasm, zip] = await Promise.all([pagesParts.get("python.wasm"), pagesParts.get("python.zip")].map(async (p) => (await p).arrayBuffer()));
    return { module: await WebAssembly.compile(wasm), library: new Uint8Array(zip) };
  };
  return pythonParts ??= load();
}

// runPython runs it to its end; out(1 or 2, bytes) hears what it writes as it does.
async function runPython(args, world, out) {
  if (args[0] === "-m" && args[1] === "pip") return pip(args.slice(2), world, out);
  const parcels = new Map(), told = { 1: 0, 2: 0 };
  const add = async (part) => parcels.set(part, new Uint8Array(await (await pagesParts.get(part)).arrayBuffer()));
  const wanted = await pythonWanted(args, world);
  let waits = wanted.delete(pythonFar) && pythonWaits; // else an instance that has to begins anew
  for (const part of wanted) await add(part);
  for (;;) {
    const seen = { 1: 0, 2: 0 };
    const { code, need } = await pythonOnce(args, world, parcels, waits, (fd, bytes) => {
      seen[fd] += bytes.length;
      const fresh = Math.min(bytes.length, seen[fd] - told[fd]);
      if (fresh <= 0) return;
      told[fd] = seen[fd];
      out(fd, bytes.subarray(bytes.length - fresh));
    });
    if (need === pythonFar) { waits = true; continue; }
    if (!need || parcels.has(need)) return code;
    await add(need);
  }
}

// pythonOnce runs one instance, and tells its code, or which part it needs first.
async function pythonOnce(args, world, parcels, waits, out) {
  const { fs, cwd, env, stdin, system } = world;
  const { module, library } = await pythonLoaded();
  const before = new Map(), input = { bytes: undefined, at: 0 };
  input.read = (most) => (input.bytes ??= Uint8Array.from(stdin(), (c) => c.charCodeAt(0))).subarray(input.at, input.at += most);
  let ready, memory;
  const python = await createPythonModule({
    noInitialRun: true, waits, thisProgram: "python3", stdin: () => input.read(1)[0] ?? null, stdout: () => {}, stderr: () => {},
    instantiateWasm: (imports, done) => { pythonAsks(imports, () => ready.FS, () => memory.buffer, waits, () => pythonRuns(ready.FS, before, world)); WebAssembly.instantiate(module, imports).then((instance) => { memory = instance.exports.memory; done(instance, module); }); return {}; },
    preRun: [(m) => { ready = m; Object.assign(m.ENV, pythonEnv(env)); }],
  });
  const own = ready.FS;
  for (const name of own.readdir("/home").slice(2)) own.rmdir(`/home/${name}`); // Emscripten's user
  own.rmdir("/home");
  for (const path of ["/usr/lib", "/usr/bin", pythonParcels, pythonFds]) own.mkdirTree(path);
  own.writeFile(pythonHome, library, { canOwn: true });
  own.writeFile(`${pythonParcels}/list`, pythonListed.map(([module, p]) => `${module} ${p.part} ${p.name} ${p.version}\n`).join(""));
  for (const [part, bytes] of parcels) own.writeFile(`${pythonParcels}/${part}`, bytes.slice());
  own.writeFile(pythonSelf, "", { mode: 0o755 });
  await pythonIn(fs, own, before, system);
  const { mknod, open } = own; // Emscripten has no umask
  own.mknod = (path, mode, dev) => mknod(path, mode & ~0o022, dev);
  own.open = (path, flags, mode = 0o666) => open(path, flags, mode & ~0o022);
  for (const [fd, name] of ["stdin", "stdout", "stderr"].entries()) own.symlink(`/dev/${name}`, `/dev/fd/${fd}`);
  own.chdir(cwd);
  pythonStreams(own, input, out);
  const code = await pythonMain(python, args, out), need = code === pythonFar ? code : pythonNeed(own);
  if (need === pythonFar) return { need };
  if (need && !parcels.has(need)) return { need };
  await pythonBack(fs, own, before, system);
  return { code };
}

const pythonListed = Object.entries(pythonPackages);

// pythonNeed is the part that the instance ended for, if it is one.
function pythonNeed(own) {
  const { exists, object } = own.analyzePath(`${pythonParcels}/need`);
  const named = exists && own.isFile(object.mode) ? new TextDecoder().decode(own.readFile(`${pythonParcels}/need`)) : "";
  return pythonListed.find(([, p]) => p.part === named)?.[1].part;
}

// pythonWanted are the parts that a script's text imports, and the modules beside it that it imports, in turn.
async function pythonWanted(args, { fs, cwd, stdin }) {
  const parts = new Set(), seen = new Map(), texts = [];
  const read = async (path) => {
    if (seen.has(path)) return seen.get(path);
    const text = seen.size < 1000 ? await fs.readFile(path).catch(() => undefined) : undefined;
    seen.set(path, text !== undefined);
    if (text !== undefined) texts.push([text, path.replace(/[^/]*$/, "")]);
    return text !== undefined;
  };
  let at = args.findIndex((a) => !/^-[^cmWX]/.test(a) || a === "-");
  while (/^-[WX]$/.test(args[at] ?? "")) at += 2;
  const [, option, beside] = /^-[^cm-]*([cm])(.*)$/s.exec(args[at] ?? "") ?? [], word = beside || args[at + 1] || "";
  const folder = option || at < 0 || args[at] === "-" ? `${cwd}/` : fs.resolvePath(cwd, args[at]).replace(/[^/]*$/, "");
  if (option === "c") texts.push([word, folder]);
  else if (option === "m") texts.push([`import ${word}, ${word}.__main__`, folder]);
  else if (at < 0 || args[at] === "-") texts.push([stdin(), folder]);
  else if (!(await read(fs.resolvePath(cwd, args[at])))) await read(fs.resolvePath(cwd, `${args[at]}/__main__.py`));
  for (let i = 0; i < texts.length; i++) {
    const [text, here] = texts[i];
    for (const name of pythonImports(text)) {
      let found = false;
      for (const beside of new Set([folder, here])) {
        const path = beside + name.replace(/^\.+/, "").replaceAll(".", "/");
        for (const file of [`${path}.py`, `${path}/__init__.py`]) found = (await read(file)) || found;
      }
      const top = name.split(".")[0];
      if (!found && Object.hasOwn(pythonPackages, top)) parts.add(pythonPackages[top].part);
      if (!found && /^(urllib\.request|http\.client|subprocess|(requests|urllib3)(\..*)?)$/.test(name)) parts.add(pythonFar);
    }
    if (/\bos\.(system|popen)\b|\bcreate_subprocess_/.test(text)) parts.add(pythonFar);
  }
  return parts;
}

// pythonImports gives the names after import and from in a text: of from a import b also a.b, which may be a module.
function* pythonImports(text) {
  for (const [, from, names] of text.matchAll(/(?:^|[;:\n])[ \t]*(?:from[ \t]+([.\w]+)[ \t]+)?import[ \t]+\(?([\w., \t]+)/g)) {
    if (from) yield from;
    for (const name of names.split(",")) {
      const word = name.trim().split(/\s/)[0];
      if (word) yield from ? `${from}${from.endsWith(".") ? "" : "."}${word}` : word;
    }
  }
}

// Emscripten has an environment of its own: nothing of it is left.
const pythonEnv = (env) => ({
  USER: undefined, LOGNAME: undefined, PATH: undefined, PWD: undefined, HOME: undefined, LANG: undefined, _: undefined,
  ...env, PYTHONHOME: "/usr", PYTHONDONTWRITEBYTECODE: "1",
});

// pythonStreams are the three streams, read and written in pieces instead of a byte a call.
function pythonStreams(own, input, out) {
  const ops = (fd, more) => Object.assign(own.streams[fd].stream_ops, more); // of the device, whoever opens it
  ops(0, { read(_, buffer, offset, length) {
    const piece = input.read(length);
    buffer.set(piece, offset);
    return piece.length;
  } });
  for (const fd of [1, 2]) {
    ops(fd, { write(_, buffer, offset, length) {
      out(fd, new Uint8Array(buffer.buffer, buffer.byteOffset + offset, length).slice());
      return length;
    } });
  }
}

// pythonMain runs the program. What ends the interpreter itself is told as a shell tells of a signal.
async function pythonMain(python, args, out) {
  const ended = (why, code) => { out(2, new TextEncoder().encode(`python3: ${why}\n`)); return code; };
  try {
    return (await python.callMain([...args])) & 255;
  } catch (err) {
    if (err === pythonFar) return err;
    if (err instanceof RangeError) return ended("the stack is full: calls went too deep", 139);
    if (err instanceof WebAssembly.RuntimeError) return ended(/Aborted/.test(err.message) ? "it aborted" : `it broke: ${err.message}`, 134);
    throw err;
  }
}

// pythonIn puts the shell's files where Python finds them, but those that it has already, and keeps what it gave, to
// compare. What the shell can run is there by its name alone.
async function pythonIn(fs, own, before, system) {
  const left = new Set(before.keys());
  for (const name of ["[", "test"]) own.writeFile(`/usr/bin/${name}`, "", { mode: 0o755 }); // which the shell has without a path
  for (const path of fs.getAllPaths().sort()) {
    if (path === "/" || pythonOut.test(path)) continue;
    const s = await fs.lstat(path), mode = s.mode & 0o777, was = before.get(path);
    if (system.has(path) && !s.isDirectory) {
      if (/\/bin\/[^/]+$/.test(path) && !own.analyzePath(path).exists) own.writeFile(path, "", { mode: 0o755 });
      continue;
    }
    const is = s.isSymbolicLink ? { link: await fs.readlink(path) } : s.isDirectory ? { folder: true, mode } : { bytes: await fs.readFileBuffer(path), mode };
    left.delete(path);
    if (was && pythonKind(was) !== pythonKind(is)) pythonDrop(own, before, path);
    pythonPut(own, path, is, before.get(path), Number(s.mtime));
    before.set(path, is);
  }
  for (const path of [...left].sort().reverse()) pythonDrop(own, before, path);
}

const pythonKind = (e) => (e.link !== undefined ? "link" : e.folder ? "folder" : "file");

function pythonPut(own, path, is, was, mtime) {
  if (is.link !== undefined) {
    if (was?.link === is.link) return;
    if (was) own.unlink(path);
    own.symlink(is.link, path);
  } else if (is.folder) {
    if (!was) own.mkdirTree(path, 0o755);
  } else if (!was || !equal(is.bytes, was.bytes)) {
    own.writeFile(path, is.bytes);
    own.utime(path, mtime, mtime);
  }
  if (is.link === undefined && was?.mode !== is.mode) own.chmod(path, is.mode);
}

// pythonDrop takes a path away, and all that lies below it.
function pythonDrop(own, before, path) {
  for (const p of [...before.keys()].filter((p) => p === path || p.startsWith(`${path}/`)).sort().reverse()) {
    const { exists, object } = own.analyzePath(p, true);
    try { if (exists) own.isDir(object.mode) ? own.rmdir(p) : own.unlink(p); } catch { continue; } // where Python is, or its own
    before.delete(p);
  }
}

// pythonBack gives the shell what is otherwise than before, and keeps that.
async function pythonBack(fs, own, before, system) {
  const now = new Map(pythonWalk(own, "/", system));
  const gone = new Set([...before].filter(([path, was]) => !now.has(path) || pythonKind(now.get(path)) !== pythonKind(was)).map(([path]) => path));
  for (const path of [...gone].sort().reverse()) await fs.rm(path, { force: true, recursive: true });
  for (const [path, is] of now) await pythonGive(fs, path, is, gone.has(path) ? undefined : before.get(path));
  before.clear();
  for (const [path, is] of now) before.set(path, is);
}

async function pythonGive(fs, path, is, was) {
  if (is.link !== undefined) {
    if (was?.link === is.link) return;
    if (was) await fs.rm(path, { force: true });
    return fs.symlink(is.link, path);
  }
  if (is.folder && !was) await fs.mkdir(path, { recursive: true });
  else if (!is.folder && !equal(is.bytes, was?.bytes)) await fs.writeFile(path, is.bytes);
  if (is.mode !== (was?.mode ?? (is.folder ? 0o755 : 0o644))) await fs.chmod(path, is.mode);
}

// pythonWalk gives what is at every path, folders before what they hold.
function* pythonWalk(own, folder, system) {
  for (const name of own.readdir(folder)) {
    const path = folder === "/" ? `/${name}` : `${folder}/${name}`;
    if (name === "." || name === ".." || pythonOut.test(path) || [pythonHome, pythonSelf, pythonParcels, "/usr/bin/[", "/usr/bin/test"].includes(path)) continue;
    const { node } = own.lookupPath(path, { follow: false }), mode = node.mode & 0o777;
    if (own.isLink(node.mode)) yield [path, { link: own.readlink(path) }];
    else if (own.isDir(node.mode)) { yield [path, { folder: true, mode }]; yield* pythonWalk(own, path, system); }
    else if (own.isFile(node.mode) && !system.has(path)) yield [path, { bytes: own.readFile(path), mode }];
  }
}

// pythonCommand is Python where a script calls it.
const pythonCommand = (system) => (name) => ({
  name,
  async execute(args, ctx) {
    const written = { 1: [], 2: [] };
    const env = ctx.exportedEnv ?? {};
    let read = false;
    const stdin = () => { read = true; return ctx.stdin ?? ""; };
    const start = (line, options, late) => {
      const signal = ctx.signal ? AbortSignal.any([ctx.signal, late]) : late;
      return options.stdin !== undefined || read ? ctx.exec(line, { stdin: "", ...options, signal }) : ctx.execWithInheritedStdin(line, { ...options, signal });
    };
    const exitCode = await runPython(args, { fs: ctx.fs, cwd: ctx.cwd, env, stdin, system, start }, (fd, bytes) => written[fd].push(latin1(bytes)));
    return { stdout: written[1].join(""), stderr: new TextDecoder().decode(encoded(written[2].join(""), "latin1")), exitCode, stdoutKind: "bytes" };
  },
});

const pipName = (name) => name.toLowerCase().replace(/[-_.]+/g, "-");

// pip tells which packages there are; that is all that it does here.
async function pip(words, { fs, cwd }, out) {
  const say = (fd, line) => out(fd, encoded(`${line}\n`)), all = pythonListed.map(([, p]) => p).sort((a, b) => (pipName(a.name) < pipName(b.name) ? -1 : 1));
  const find = (name) => all.find((p) => pipName(p.name) === pipName(name));
  const named = words.slice(1).filter((w) => !w.startsWith("-"));
  switch (words[0]) {
    case "list": {
      const wide = Math.max(...all.map((p) => p.name.length)), dashes = (n) => "-".repeat(n);
      const rows = [["Package", "Version"], [dashes(wide), dashes(Math.max(7, ...all.map((p) => p.version.length)))], ...all.map((p) => [p.name, p.version])];
      return rows.forEach(([name, version]) => say(1, `${name.padEnd(wide)} ${version}`)), 0;
    }
    case "freeze": return all.forEach((p) => say(1, `${p.name}==${p.version}`)), 0;
    case "show": {
      const found = named.map(find), lost = named.filter((n, i) => !found[i]);
      say(1, found.filter(Boolean).map((p) => `Name: ${p.name}\nVersion: ${p.version}`).join("\n---\n"));
      if (lost.length > 0) say(2, `WARNING: Package(s) not found: ${lost.join(", ")}`);
      return lost.length < named.length ? 0 : 1;
    }
    case "install": return pipInstall(words.slice(1), find, { fs, cwd }, say, all);
    default: return say(2, `pip: ${words[0] ?? "no word"}: the page's pip knows list, freeze, show and install alone`), 1;
  }
}

// pipInstall is content where what is wanted is there, and else says what is.
async function pipInstall(words, find, { fs, cwd }, say, all) {
  const wanted = [], lost = [];
  for (let i = 0; i < words.length; i++) {
    if (words[i] !== "-r" && words[i] !== "--requirement") { if (!words[i].startsWith("-")) wanted.push(words[i]); continue; }
    const text = await fs.readFile(fs.resolvePath(cwd, words[++i] ?? "")).catch(() => undefined);
    if (text === undefined) return say(2, `ERROR: Could not open requirements file: No such file or directory: '${words[i] ?? ""}'`), 1;
    wanted.push(...text.split("\n").map((line) => line.replace(/(^|\s)#.*/, "").trim()).filter((line) => line && !line.startsWith("-")));
  }
  if (wanted.length === 0) return say(2, 'ERROR: You must give at least one requirement to install (see "pip help install")'), 1;
  for (const want of wanted) {
    const [, name, exact] = /^([\w.-]+)(?:\[[^\]]*\])?\s*(?:==\s*([\w.]+)|[^=].*|)$/.exec(want) ?? [, want], p = find(name);
    if (p && (exact ?? p.version) === p.version) say(1, `Requirement already satisfied: ${want} in the page's Python (${p.version})`);
    else lost.push(want);
  }
  if (lost.length === 0) return 0;
  say(2, `ERROR: ${lost.join(", ")}: nothing can be installed here. The page's Python has its own library and ${all.map((p) => `${p.name} ${p.version}`).join(", ")}.`);
  return 1;
}

// pipCommand is pip where a script calls it.
const pipCommand = (name) => ({
  name,
  async execute(args, ctx) {
    const said = { 1: "", 2: "" }, exitCode = await pip(args, ctx, (fd, bytes) => { said[fd] += new TextDecoder().decode(bytes); });
    return { stdout: said[1], stderr: said[2], exitCode };
  },
});

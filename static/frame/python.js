// Python, as a program of the shell: CPython 3.13 for Emscripten (static/vendor/python), on a filesystem of its
// own that gets the shell's files before a run and gives back what changed. It reaches nothing but these: no
// JavaScript, no socket, no process. Each run is a new instance; what was compiled is kept for the next one.
"use strict";

const pythonHome = "/usr/lib/python313.zip";
const pythonSelf = "/usr/bin/python3";
const pythonOut = /^\/(dev|proc)(\/|$)/; // what is no file

let pythonParts; // { module, library }, once

function pythonLoaded() {
  const load = async () => {
    const [wasm, zip] = await Promise.all([pagesParts.get("python.wasm"), pagesParts.get("python.zip")].map(async (p) => (await p).arrayBuffer()));
    return { module: await WebAssembly.compile(wasm), library: new Uint8Array(zip) };
  };
  return pythonParts ??= load();
}

// runPython runs it to its end; out(1 or 2, bytes) hears what it writes as it does.
async function runPython(args, { fs, cwd, env, stdin, system }, out) {
  const { module, library } = await pythonLoaded();
  const before = new Map(), input = Uint8Array.from(stdin, (c) => c.charCodeAt(0));
  let ready;
  const python = await createPythonModule({
    noInitialRun: true, thisProgram: "python3", stdin: () => null, stdout: () => {}, stderr: () => {},
    instantiateWasm: (imports, done) => { WebAssembly.instantiate(module, imports).then((instance) => done(instance, module)); return {}; },
    preRun: [(m) => { ready = m; Object.assign(m.ENV, pythonEnv(env)); }],
  });
  const own = ready.FS;
  for (const name of own.readdir("/home").slice(2)) own.rmdir(`/home/${name}`); // Emscripten's user
  own.rmdir("/home");
  for (const path of ["/usr/lib", "/usr/bin"]) own.mkdirTree(path);
  own.writeFile(pythonHome, library, { canOwn: true });
  own.writeFile(pythonSelf, "", { mode: 0o755 });
  await pythonIn(fs, own, before, system);
  own.chdir(cwd);
  pythonStreams(own, input, out);
  const code = pythonMain(python, args, out);
  await pythonBack(fs, own, before);
  return code;
}

// Emscripten has an environment of its own: nothing of it is left.
const pythonEnv = (env) => ({
  USER: undefined, LOGNAME: undefined, PATH: undefined, PWD: undefined, HOME: undefined, LANG: undefined, _: undefined,
  ...env, PYTHONHOME: "/usr", PYTHONDONTWRITEBYTECODE: "1",
});

// pythonStreams are the three streams, read and written in pieces instead of a byte a call.
function pythonStreams(own, input, out) {
  let at = 0;
  const ops = (fd, more) => { const s = own.streams[fd]; s.stream_ops = { ...s.stream_ops, ...more }; };
  ops(0, { read(_, buffer, offset, length) {
    const piece = input.subarray(at, at + length);
    buffer.set(piece, offset);
    at += piece.length;
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
function pythonMain(python, args, out) {
  const ended = (why, code) => { out(2, new TextEncoder().encode(`python3: ${why}\n`)); return code; };
  try {
    return python.callMain([...args]) & 255;
  } catch (err) {
    if (err instanceof RangeError) return ended("the stack is full: calls went too deep", 139);
    if (err instanceof WebAssembly.RuntimeError) return ended(/Aborted/.test(err.message) ? "it aborted" : `it broke: ${err.message}`, 134);
    throw err;
  }
}

// pythonIn puts the shell's files where Python finds them, and keeps what it gave, to compare.
async function pythonIn(fs, own, before, system) {
  for (const path of fs.getAllPaths().sort()) {
    if (path === "/" || pythonOut.test(path)) continue;
    const s = await fs.lstat(path), mode = s.mode & 0o777;
    if (system.has(path) && !s.isDirectory) continue; // the shell's own programs
    if (s.isSymbolicLink) {
      const to = await fs.readlink(path);
      own.symlink(to, path);
      before.set(path, { link: to });
    } else if (s.isDirectory) {
      own.mkdirTree(path);
      before.set(path, { folder: true, mode });
    } else {
      const bytes = await fs.readFileBuffer(path);
      own.writeFile(path, bytes, { mode });
      own.utime(path, Number(s.mtime), Number(s.mtime));
      before.set(path, { bytes, mode });
    }
  }
}

// pythonBack gives the shell what is otherwise than before.
async function pythonBack(fs, own, before) {
  const now = new Map(pythonWalk(own, "/"));
  const kind = (e) => (e.link !== undefined ? "link" : e.folder ? "folder" : "file");
  const gone = [...before].filter(([path, was]) => !now.has(path) || kind(now.get(path)) !== kind(was)).map(([path]) => path);
  for (const path of gone.sort().reverse()) await fs.rm(path, { force: true, recursive: true });
  for (const [path, is] of now) await pythonGive(fs, path, is, gone.includes(path) ? undefined : before.get(path));
}

async function pythonGive(fs, path, is, was) {
  if (is.link !== undefined) {
    if (was?.link === is.link) return;
    if (was) await fs.rm(path, { force: true });
    return fs.symlink(is.link, path);
  }
  if (is.folder && !was) await fs.mkdir(path, { recursive: true });
  else if (!is.folder && !equal(is.bytes, was?.bytes)) await fs.writeFile(path, is.bytes);
  const mode = was ? is.mode : is.mode & ~0o022; // Emscripten has no umask
  if (mode !== (was?.mode ?? (is.folder ? 0o755 : 0o644))) await fs.chmod(path, mode);
}

// pythonWalk gives what is at every path, folders before what they hold.
function* pythonWalk(own, folder) {
  for (const name of own.readdir(folder)) {
    const path = folder === "/" ? `/${name}` : `${folder}/${name}`;
    if (name === "." || name === ".." || pythonOut.test(path) || path === pythonHome || path === pythonSelf) continue;
    const { node } = own.lookupPath(path, { follow: false }), mode = node.mode & 0o777;
    if (own.isLink(node.mode)) yield [path, { link: own.readlink(path) }];
    else if (own.isDir(node.mode)) { yield [path, { folder: true, mode }]; yield* pythonWalk(own, path); }
    else if (own.isFile(node.mode)) yield [path, { bytes: own.readFile(path), mode }];
  }
}

// pythonCommand is Python where a script calls it.
const pythonCommand = (system) => (name) => ({
  name,
  async execute(args, ctx) {
    const written = { 1: [], 2: [] };
    const env = ctx.exportedEnv ?? {};
    const exitCode = await runPython(args, { fs: ctx.fs, cwd: ctx.cwd, env, stdin: ctx.stdin ?? "", system }, (fd, bytes) => written[fd].push(latin1(bytes)));
    return { stdout: written[1].join(""), stderr: new TextDecoder().decode(encoded(written[2].join(""), "latin1")), exitCode, stdoutKind: "bytes" };
  },
});

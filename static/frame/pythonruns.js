// Programs that Python starts (_programs.py). Python writes a call into a file and syncs it; it sleeps there, as for the
// network (pythonfar.js), until the shell has run the program to its end on the same files.
"use strict";

const pythonRun = `${pythonParcels}/run`, pythonDeepest = 8; // instances within another, each with a memory of its own
let pythonDeep = 0;

// pythonRuns runs the program of a call, and tells its code and what it wrote, stdout and then stderr.
async function pythonRuns(own, before, { fs, system, start }) {
  const bytes = own.readFile(pythonRun), end = bytes.indexOf(10);
  own.unlink(pythonRun);
  try {
    const call = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
    if (pythonDeep >= pythonDeepest) throw new Error(`more than ${pythonDeepest} programs of Python within each other cannot run here`);
    await pythonBack(fs, own, before, system);
    pythonDeep++;
    const r = await pythonStarted(call, latin1(bytes.subarray(end + 1)), start).finally(() => pythonDeep--);
    await pythonIn(fs, own, before, system);
    if (r === undefined) return { code: null, out: 0 };
    const out = encoded(r.stdout, r.stdoutKind === "bytes" || r.stdoutEncoding === "binary" ? "latin1" : "utf8");
    return { code: r.exitCode, out: out.length, body: together([out, encoded(r.stderr)]) };
  } catch (err) {
    return { failed: String(err?.message ?? err) };
  }
}

// pythonStarted is what a program answers, and nothing where it took longer than it may.
async function pythonStarted({ words, cwd, env, inherits, merged, timeout }, stdin, start) {
  const names = Object.keys(env).filter((n) => /^[A-Za-z_]\w*$/.test(n));
  const line = (names.length > 0 ? `export ${names.join(" ")}; ` : "") + [words[0].replace(/^\/usr\/bin\/(test|\[)$/, "$1"), ...words.slice(1)].map(quoted).join(" ") + (merged ? " 2>&1" : "");
  const late = new AbortController(), timer = timeout === null ? undefined : setTimeout(() => late.abort(), timeout * 1000);
  try {
    const options = { env: Object.fromEntries(names.map((n) => [n, env[n]])), cwd, replaceEnv: true, rawScript: true };
    const r = await start(line, inherits ? options : { ...options, stdin, stdinKind: "bytes" }, late.signal);
    return late.signal.aborted ? undefined : r;
  } finally {
    clearTimeout(timer);
  }
}

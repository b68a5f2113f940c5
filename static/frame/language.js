// Languages of the shell: programs that run a script in a Worker of their own within the shell's, on the shell's files.
// The shell waits for them, so that $(node x.js) and pipes work. Such a Worker has the frame's origin and policy, and
// its port leads to the shell alone. It is told what wire.js says a program is, and the texts of the frame that are
// handed over with the start are what can run: one id of static/frame/shell.html for each.
"use strict";

const languages = {}; // by name: the text that runs in the Worker
const languageParts = new Set(["node-lib.js", "node-parse.js", "sucrase.js"]); // of the page, that they may ask for (parts.js)

// language makes the command of a language; world is what gives it the files and takes what it changed.
const language = (name, world) => ({
  name,
  async execute(args, ctx) {
    const before = await world.files();
    const job = {
      words: [name, ...args], dir: ctx.cwd, env: Object.entries(ctx.exportedEnv ?? {}).map((e) => e.join("=")),
      files: before.map(([path, bytes]) => [path.slice(1), bytes]), stdin: encoded(ctx.stdin, "latin1"),
    };
    const r = await spoken(languages[name], job, ctx.signal);
    if (r.failed !== undefined) return { stdout: "", stderr: `${name}: ${r.failed}\n`, exitCode: 1 };
    await world.change(r);
    return { stdout: latin1(r.out[1]), stderr: new TextDecoder().decode(r.out[2]), exitCode: r.code, stdoutKind: "bytes", ...(r.read === false && { internalStdinConsumed: 0 }) };
  },
});

// spoken runs a job in a Worker, and ends that however it goes.
async function spoken(text, job, signal) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" })), worker = new Worker(address);
  const { port1: port, port2 } = new MessageChannel(), said = { 1: [], 2: [] };
  try {
    return await new Promise((done) => {
      const failed = (sentence) => done({ failed: String(sentence).slice(0, 300) });
      let ahead = 0;
      worker.onerror = (event) => { event.preventDefault(); failed(event.message || "its Worker ended before it did"); };
      signal?.addEventListener("abort", () => failed("it was stopped"));
      port.onmessage = ({ data: m }) => {
        if (m?.started === true) return;
        if ((m?.out === 1 || m?.out === 2) && m.bytes instanceof Uint8Array) {
          ahead += m.bytes.length;
          if (ahead > limits.maxOutput) return failed(`it wrote more than ${limits.maxOutput >> 20} MiB`);
          said[m.out].push(m.bytes.slice());
          return port.postMessage({ ack: Wire.weight(m.bytes.length) });
        }
        if (Number.isInteger(m?.request) && isRequest(m)) {
          return void pagesNetwork.ask(m).then((a) => ({ ...a, answer: m.request }), (err) => ({ answer: m.request, failed: err.message })).then((a) => port.postMessage(a));
        }
        if (languageParts.has(m?.need)) return void pagesParts.get(m.need).then((blob) => port.postMessage({ give: m.need, blob }), (err) => port.postMessage({ give: m.need, failed: String(err?.message ?? err) }));
        if (Number.isInteger(m?.code) && sound(m)) return done({ ...m, out: { 1: together(said[1]), 2: together(said[2]) } });
        return failed(typeof m?.failed === "string" ? m.failed : "it sent a message of its own");
      };
      worker.postMessage("start", [port2]);
      port.postMessage(job, job.files.flatMap(([, bytes]) => (bytes ? [bytes.buffer] : [])));
    });
  } finally {
    worker.terminate();
    port.close();
    URL.revokeObjectURL(address);
  }
}

// sound tells whether the end of a program is what wire.js says, as guard.js does.
function sound({ code, changed, removed, folders = [] }) {
  const path = (p) => typeof p === "string" && p.length <= 4096;
  return code >= 0 && code <= 255 && Array.isArray(changed) && Array.isArray(removed) && Array.isArray(folders) && [...removed, ...folders].every(path)
    && changed.every((pair) => Array.isArray(pair) && pair.length === 2 && path(pair[0]) && pair[1] instanceof Uint8Array);
}

function together(parts) {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) { bytes.set(part, at); at += part.length; }
  return bytes;
}

// kept is the shell's filesystem as a language has it.
const kept = (fs, system) => ({
  async files() {
    const all = [];
    for (const path of fs.getAllPaths()) {
      if (system.has(path) || /^\/(dev|proc)(\/|$)/.test(path)) continue;
      const s = await fs.stat(path).catch(() => undefined); // a link that leads nowhere is no file
      if (s) all.push([path, s.isDirectory ? null : (await fs.readFileBuffer(path)).slice()]);
    }
    return all;
  },
  async change({ changed, removed, folders = [] }) {
    for (const path of removed) await fs.rm("/" + path, { recursive: true, force: true });
    for (const path of folders) await fs.mkdir("/" + path, { recursive: true });
    for (const [path, bytes] of changed) {
      const at = fs.resolvePath("/", path);
      await fs.mkdir(at.replace(/\/[^/]*$/, "") || "/", { recursive: true });
      await fs.writeFile(at, bytes.slice());
    }
  },
});

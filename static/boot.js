// Starts Lily's engine, and says why when it cannot or when it stops.
//
// The page and the engine meet in three places, and nowhere else:
//   #app   go-app mounts the page in place of the body's first element, which
//          is #app; when it has gone, the engine has started;
//   Go     the class of wasm_exec.js, from the same Go release as the engine;
//   <html data-engine>   loading, started, failed or stopped, for tests.

const root = document.documentElement;
const boot = document.getElementById("boot");
const mount = document.getElementById("app");
const byID = (id) => document.getElementById("boot-" + id);

// A Failure is a sentence for each of: what happened, why, what to do next.
class Failure extends Error {
  constructor(code, what, why, next, cause) {
    super(what, { cause });
    Object.assign(this, { code, what, why, next });
  }
}

const failures = {
  unsupported: (cause) => new Failure("boot_unsupported", "This browser cannot run Lily.",
    "It has no WebAssembly, or a security setting turns it off.",
    "Allow WebAssembly for this address, or open it in a current browser.", cause),
  script: (cause) => new Failure("boot_script", "Lily’s start script did not arrive.",
    "The file wasm_exec.js could not be loaded.",
    "Check that lily is still running in its terminal, then reload.", cause),
  network: (cause) => new Failure("boot_network", "Lily’s engine did not arrive.",
    "The connection to the server failed or broke off.",
    "Check that lily is still running in its terminal, then reload.", cause),
  status: (status) => new Failure("boot_http_" + status, "Lily’s engine did not arrive.",
    `The server answered ${status} instead of sending it.`,
    "Restart lily, then reload. If it happens again, rebuild it with make build."),
  stranger: () => new Failure("boot_stranger", "Another Lily answers at this address.",
    "This browser keeps work here for one Lily, and what answers now could not show that it is that one. Nothing that is kept here was opened.",
    "Run lily in your own terminal and open the address that it prints: this browser then knows that one. If it prints another port, your work is there."),
  invalid: (cause) => new Failure("boot_invalid", "Lily’s engine cannot be read.",
    "What arrived is not a WebAssembly program that this browser understands.",
    "Reload without the cache (Shift and Reload). If it happens again, rebuild lily with make build.", cause),
  start: (cause) => new Failure("engine_start", "Lily’s engine failed to start.",
    "The program ended before it could show the page.",
    "Reload. If it happens again, report it with the details below.", cause),
  stopped: (cause) => new Failure("engine_stopped", "Lily’s engine stopped.",
    "The program ended because of an error, so nothing on the page answers any more.",
    "Reload to start it again: files and sessions are as they were when Storage last said Saved. If it happens again, report it with the details below.", cause),
};

// fail shows a failure. The first one is the cause; what follows from it is not shown.
function fail(failure) {
  if (root.dataset.engine === "failed" || root.dataset.engine === "stopped") return;
  root.dataset.engine = root.dataset.engine === "started" ? "stopped" : "failed";
  byID("loading").hidden = true;
  if (document.body.firstElementChild !== boot) document.body.firstElementChild.inert = true;
  const text = byID("failure-text").content.cloneNode(true);
  for (const part of ["what", "why", "next", "code"]) text.querySelector("." + part).textContent = failure[part];
  text.querySelector(".details").textContent = [failure.cause, printed].filter(Boolean).join("\n") || "none";
  text.querySelector(".reload").onclick = () => location.reload();
  byID("failure").replaceChildren(text);
  byID("failure").hidden = false;
  boot.setAttribute("role", "main");
  console.error(`${failure.code}: ${failure.what} ${failure.why}`, failure.cause ?? "");
}

function started() {
  root.dataset.engine = "started";
  boot.removeAttribute("role"); // the page has its own
  byID("loading").hidden = true;
  performance.mark("lily-started");
}

// printed is the end of what the engine wrote: for a panic, its message and stack.
// Go shows at most 100 frames of a stack, which is over 20 KB with the names of go-app.
let printed = "";

function keepOutput() {
  const decoder = new TextDecoder();
  const write = fs.writeSync;
  fs.writeSync = function (fd, bytes) {
    printed = (printed + decoder.decode(bytes, { stream: true })).slice(-65536);
    return write.call(fs, fd, bytes);
  };
}

// What opening the page does not fetch, by its name in data-…; a try that failed is none for the next one.
// https://developer.mozilla.org/docs/Web/JavaScript/Reference/Operators/import
let tries = 0;
globalThis.lilyImport = (name) => import(boot.dataset[name] + (tries++ ? "?" + tries : ""));

// newEngine makes the Go program's runtime, whose end is shown instead of logged.
// After it, late timers and listeners do nothing; wasm_exec.js would throw for each.
function newEngine() {
  const go = new Go();
  go.exit = (code) => {
    for (const timer of go._scheduledTimeouts.values()) clearTimeout(timer);
    go._scheduledTimeouts.clear();
    go._resume = () => {};
    // The panic's text is written before the exit, the rest of this turn after it.
    fail(failures[root.dataset.engine === "started" ? "stopped" : "start"](`exit code ${code}`));
  };
  return go;
}

// counted passes a response's body through and reports how many bytes have passed.
// They are counted as unpacked, which is why the total comes with the page and not
// from Content-Length.
function counted(response, report) {
  let bytes = 0;
  const count = new TransformStream({
    transform(chunk, controller) {
      report((bytes += chunk.byteLength));
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(count), { headers: { "Content-Type": "application/wasm" } });
}

function showProgress(bytes) {
  const size = Number(boot.dataset.size);
  const mb = (n) => (n / 1e6).toFixed(1);
  byID("progress").value = bytes / size;
  byID("bytes").textContent = `${mb(bytes)} of ${mb(size)} MB`;
  if (bytes >= size) byID("status").textContent = "Starting Lily";
}

async function download() {
  const response = await fetch(boot.dataset.wasm).catch((err) => { throw failures.network(err); });
  if (!response.ok) throw failures.status(response.status);
  return counted(response, showProgress);
}

// A setting can forbid storage, where to look at it throws. go-app cannot do without:
// it gets one that lasts as long as the page.
// https://developer.mozilla.org/docs/Web/API/Window/localStorage#exceptions
function allowStorage(name) {
  try {
    if (globalThis[name]) return;
  } catch { }
  const kept = new Map();
  const value = {
    getItem: (key) => kept.get(String(key)) ?? null,
    setItem: (key, item) => void kept.set(String(key), String(item)),
    removeItem: (key) => void kept.delete(String(key)),
    clear: () => kept.clear(),
    key: (i) => [...kept.keys()][i] ?? null,
    get length() { return kept.size; },
  };
  Object.defineProperty(globalThis, name, { value, configurable: true });
}

async function run() {
  if (typeof globalThis.WebAssembly?.instantiateStreaming !== "function") throw failures.unsupported();
  if (typeof Go !== "function") throw failures.script();
  keepOutput();
  ["localStorage", "sessionStorage"].forEach(allowStorage);
  const go = newEngine();
  const known = lilyDoor.enter().catch((err) => { throw failures.network(err); });
  known.catch(() => {}); // what comes of it is asked for below
  const response = await download();
  const { instance } = await WebAssembly.instantiateStreaming(response, go.importObject).catch((err) => {
    throw err instanceof TypeError ? failures.network(err) : failures.invalid(err);
  });
  if (!await known) throw failures.stranger();
  await go.run(instance).catch((err) => { throw failures.start(err); });
}

new MutationObserver((_, observer) => {
  if (mount.isConnected) return;
  observer.disconnect();
  started();
}).observe(document.body, { childList: true });

// A trap does not reach go.exit: the runtime is in pieces, and the browser reports it.
addEventListener("error", (event) => {
  if (globalThis.WebAssembly && event.error instanceof WebAssembly.RuntimeError) fail(failures.stopped(event.error));
});

byID("loading").hidden = false;
showProgress(0);
run().catch((err) => fail(err instanceof Failure ? err : failures.start(err)));

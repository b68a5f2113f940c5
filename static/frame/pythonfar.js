// What Python asks of the network. It cannot wait, unless the browser lets WebAssembly wait for a promise (JSPI, Chromium
// 137): then the instance sleeps amid a call of the system. The page's Python (sitecustomize.py) writes a request into a
// file, syncs it, and reads the answer from another. An instance that did not begin so, which costs time, ends there,
// and the run begins anew with one that can wait.
"use strict";

const pythonFar = "network";
const pythonRequest = `${pythonParcels}/request`, pythonAnswer = `${pythonParcels}/answer`;
const pythonWaits = typeof WebAssembly.promising === "function" && typeof WebAssembly.Suspending === "function";

// Another file holds where a type of Python's own lies: synced, it may be changed, and no more when it is synced again.
const pythonOpen = `${pythonParcels}/open`, pythonFlags = 84, pythonImmutable = 1 << 8; // in a PyTypeObject of 32 bits

// pythonAsks has fd_sync of that file be the request.
function pythonAsks(imports, files, memory, waits, runs) {
  const own = imports.wasi_snapshot_preview1, sync = own.fd_sync;
  const ask = (fd) => {
    const fs = files();
    if (fs.streams[fd]?.path === pythonOpen) return toggled(Number(new TextDecoder().decode(fs.readFile(pythonOpen))));
    const { path } = fs.streams[fd] ?? {};
    if (path !== pythonRequest && path !== pythonRun) return sync(fd);
    if (!pythonWaits) return told(fs, { failed: path === pythonRun ? pythonNoPrograms : pythonNoNetwork });
    if (!waits) throw pythonFar;
    return (path === pythonRun ? runs() : pythonExchange(fs.readFile(pythonRequest))).then((answer) => told(fs, answer));
  };
  let toggles = 2; // before the script begins: what that asks is an error
  const toggled = (type) => {
    if (toggles-- <= 0) return 63; // EPERM
    const view = new DataView(memory()), at = type + pythonFlags;
    view.setUint32(at, view.getUint32(at, true) ^ pythonImmutable, true);
    return 0;
  };
  const told = (fs, { body = new Uint8Array(0), ...head }) => {
    fs.writeFile(pythonAnswer, together([encoded(`${JSON.stringify(head)}\n`), body]));
    return 0;
  };
  own.fd_sync = waits ? new WebAssembly.Suspending(ask) : ask;
}

const pythonNoNetwork = "this browser cannot have Python wait for the network (it has no JSPI, as Chromium 137 has): use curl, or fetch in JavaScript";
const pythonNoPrograms = "this browser cannot have Python wait for a program (it has no JSPI, as Chromium 137 has): have a shell script call it, and hand on what it says";

// pythonExchange makes one request of what Python wrote: a line of JSON, and the body.
async function pythonExchange(bytes) {
  try {
    const end = bytes.indexOf(10), asked = { ...JSON.parse(new TextDecoder().decode(bytes.subarray(0, end))), body: bytes.slice(end + 1) };
    if (!isRequest(asked)) throw new Error("that is no request");
    return await pagesNetwork.ask(asked);
  } catch (err) {
    return { failed: err.message };
  }
}

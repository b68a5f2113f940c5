// Runs a Go test binary in the page, beside the engine and with its scripts, and keeps
// what it prints. wasm_exec.js writes by the one fs that all Go programs of a page have.
globalThis.inside = (binary, args) => {
  const said = (globalThis.insideSaid = { text: "", done: false });
  const decoder = new TextDecoder(), write = fs.writeSync, go = new Go();
  fs.writeSync = (fd, bytes) => { said.text += decoder.decode(bytes, { stream: true }); return bytes.length; };
  go.argv = [binary, ...args];
  go.exit = (code) => {
    said.code = code;
    for (const timer of go._scheduledTimeouts.values()) clearTimeout(timer);
    go._resume = () => {}; // what comes late finds nobody, and that is no error
  };
  WebAssembly.instantiateStreaming(fetch(binary), go.importObject)
    .then(({ instance }) => { said.text += " "; return go.run(instance); })
    .catch((err) => { said.text += err; })
    .finally(() => { fs.writeSync = write; said.done = true; });
};

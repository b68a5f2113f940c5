// The second engine's Worker. frame.js starts it with wasm_exec.js before it, and gives it the page's port. The page
// sends the engine's code there as the first message, since nothing can be fetched from here; from then on wasm/second
// and wasm/ask tell each other:
//
//   page → worker   { ask: n, of, name, terms, root }   the question n, with the digest of its files
//                   { give: bytes }   what was needed last, in order, in pieces: the length and 1 in 4 bytes, little-
//                                     endian, before each, and 0 for what is not there
//                   { stop: n }   nobody waits for the answer any more
//   worker → page   { ready: true }
//                   { need: bytes }   the digests of blobs of the question's files, 32 bytes each
//                   { answer: n, bytes }, { failed: n, why }   the end of a question
//                   { gone: why }   the engine has ended
"use strict";

onmessage = ({ ports: [page] }) => {
  const gone = (err) => page.postMessage({ gone: String(err?.message ?? err).slice(0, 300) });
  page.onmessage = async ({ data }) => {
    try {
      const go = new Go();
      go.exit = () => gone("the engine ended because of an error");
      globalThis.lilyPage = page;
      const { instance } = await WebAssembly.instantiate(data.engine, go.importObject);
      await go.run(instance);
    } catch (err) {
      gone(err);
    }
  };
};

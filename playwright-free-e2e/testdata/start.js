// What a start of the page costs: put there before anything of the page runs.
//
//   at        when parts of the page were there, in milliseconds since the navigation
//   reads     what was asked of the store: calls, folders, files of made skills, others, bytes
//   kept      how often what the next start needs was written: the verdicts
//   steps     how often the progress of a drop was seen
//   judged    how often the progress of its plan was seen
//   hold()    keeps the plan from going on, from when its progress is seen, until go()
//   shut()    keeps commits waiting until open(), and begins to note what is said
//   said      how the work is said to be kept, as it changes, and when an import is said to be done
//   wasm()    the engine's memory, in bytes
//   tasks     the tasks of over 50 ms: how long, and when
"use strict";

{
  const m = globalThis.start = { at: {}, reads: { calls: 0, folders: 0, files: 0, others: 0, bytes: 0 }, tasks: [], steps: 0, judged: 0, kept: 0, said: [], wasm: () => 0 };
  const once = (what) => { m.at[what] ??= Math.round(performance.now()); };

  // A folder begins with its header; the files of made skills say near their beginning whose they are.
  const count = (list) => {
    m.reads.calls++;
    for (const bytes of list) {
      if (!bytes) continue;
      const head = String.fromCharCode(...bytes.subarray(0, 40));
      m.reads[head.startsWith("folder\n") ? "folders" : !head.startsWith("{") && head.includes("made_") ? "files" : "others"]++;
      m.reads.bytes += bytes.length;
    }
    return list;
  };

  let lib, door;
  m.shut = () => {
    m.said = [];
    door = new Promise((open) => { m.open = open; });
    look();
  };
  Object.defineProperty(globalThis, "lilyStore", {
    configurable: true,
    get: () => lib,
    set: (value) => {
      const open = value.open;
      value.open = async (...args) => {
        const store = await open(...args), { blobs, commit } = store;
        store.blobs = async (...args) => count(await blobs.apply(store, args));
        store.commit = async (...args) => {
          await door;
          await commit.apply(store, args);
          if (args[0].refs.some(({ name }) => String.fromCharCode(...name) === "memo")) m.kept++;
        };
        return store;
      };
      lib = value;
    },
  });

  const stream = WebAssembly.instantiateStreaming;
  WebAssembly.instantiateStreaming = async (...args) => {
    const result = await stream.apply(WebAssembly, args);
    once("compiled");
    m.wasm = () => result.instance.exports.mem.buffer.byteLength;
    return result;
  };

  new PerformanceObserver((l) => l.getEntries().forEach((e) => m.tasks.push({ ms: Math.round(e.duration), at: Math.round(e.startTime) }))).observe({ type: "longtask" });
  const note = (word) => { if (!m.said.includes("Imported") && m.said.at(-1) !== word) m.said.push(word); };
  const judging = () => document.querySelector("progress[aria-label='Skills judged']");
  const post = MessagePort.prototype.postMessage;
  m.hold = () => {
    const held = [];
    m.held = () => held.length;
    MessagePort.prototype.postMessage = function (...args) {
      judging() ? held.push(() => post.apply(this, args)) : post.apply(this, args);
    };
    m.go = () => {
      MessagePort.prototype.postMessage = post;
      for (const send of held) send();
    };
  };
  const look = () => {
    if (document.documentElement?.dataset.engine === "started") once("page");
    if (document.querySelector("#skills-list")?.textContent.includes("made_00000")) once("skills");
    if (document.querySelector("progress[aria-label='Files read']")) m.steps++;
    if (judging()) m.judged++;
    if (document.querySelector(".notices")?.textContent.includes("Imported")) note("Imported");
    note(document.querySelector(".of-storage")?.textContent);
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
  addEventListener("input", (e) => { if (e.target.id === "composer" && e.target.value) once("character"); }, true);
}

// What a program's Worker tells the page, and how (see wasm/worker for the other end).
//
//   page → guard    { files: […], more: true }   a part of the job's files, before the job: as many as one task
//                     of the page may take
//   page → worker   the job, once, with all of its files:
//                     { words: [program, word…], dir: "/workspace", env: ["NAME=value"…],
//                       files: [[path, bytes | null for a folder]…], programs: [name…] }
//                     the shell gives a language stdin too: its bytes
//                   { ack: n }   the page has taken a piece of the weight n
//                   { ask: true }   is the frame still there? Its guard answers
//                   { answer: n, url, status, header: [[name, value]…], body } or { answer: n, failed: sentence }
//                     what came of a request
//                   { give: name, blob } or { give: name, failed: sentence }   the part that was needed; before the
//                     job, one that a program before it needed
//   worker → page   { started: true }
//                   { alive: true }   the guard's answer
//                   { need: name }   a part of the programs that the page has (parts.js), once
//                   { request: n, method, url, header: [[name, value]…], body: bytes }   what it asks of the
//                     network, one at a time: the page asks the person, and the server the host (network.js)
//                   { out: 1 or 2, bytes }   a piece of stdout or stderr, in order
//                   { code, changed: [[path, bytes]…], removed: [path…], folders: [path…] }   the end; of folders,
//                     those that are new, only the shell hears
//   guard  → page   { code, changed: [[path, size]…], removed: [path…], bytes }   the same, with what the
//                     files hold one after the other: an array, or a Blob where it is more than Wire.whole
//                   { failed: sentence }     the end, where the Worker itself is at fault
"use strict";

// A Wire tells what a program writes in pieces: the first ones at once, a flood
// of them put together, and never more than a window ahead of the page.
class Wire {
  static piece = 64 << 10; // bytes of a message, at most
  static window = 1 << 20; // weight of what the page has not taken yet, at most
  static least = 1 << 10; // bytes that a piece counts for, at least: a message is work, however short
  static most = 256 << 20; // bytes that wait here, at most
  static whole = 1 << 20; // bytes of files that go in one message, at most
  static parts = 32; // that a program may need, at most
  static request = { method: 16, url: 8 << 10, fields: 64, header: 32 << 10, body: 4 << 20 }; // what one may have, at most
  static pace = 10; // milliseconds that earn a message

  #port; #queue = []; #waiting = 0; #sent = 0; #tokens = 64; #at = performance.now(); #timer = 0; #wake = () => {};

  constructor(port) { this.#port = port; }

  // weight is what a piece of so many bytes counts for.
  static weight(bytes) { return Math.max(bytes, Wire.least); }

  // taken hears that the page has taken a piece of a weight.
  taken(weight) {
    this.#sent -= weight;
    this.#flush();
    this.#wake();
  }

  write(stream, bytes) {
    if (this.#waiting + bytes.length > Wire.most) throw new RangeError("The program wrote more than the page can take.");
    for (let at = 0; at < bytes.length;) at += this.#put(stream, bytes.subarray(at));
    this.#flush();
  }

  // #put adds to the last piece, or begins one, and tells how much it took.
  #put(stream, bytes) {
    let last = this.#queue.at(-1);
    if (last?.out !== stream || last.size === Wire.piece) this.#queue.push(last = { out: stream, size: 0, parts: [] });
    const part = bytes.slice(0, Wire.piece - last.size);
    last.parts.push(part);
    last.size += part.length;
    this.#waiting += part.length;
    return part.length;
  }

  #flush(all = false) {
    const now = performance.now(), earned = Math.floor((now - this.#at) / Wire.pace);
    if (earned > 0) [this.#at, this.#tokens] = [now, Math.min(64, this.#tokens + earned)];
    while (this.#queue.length > 0 && this.#sent < Wire.window && (all || this.#tokens > 0 || this.#queue.length > 1)) this.#send(this.#queue.shift());
    if (this.#queue.length > 0) this.#timer ||= setTimeout(() => { this.#timer = 0; this.#flush(); }, Wire.pace);
  }

  #send({ out, size, parts }) {
    const bytes = new Uint8Array(size);
    let at = 0;
    for (const p of parts) { bytes.set(p, at); at += p.length; }
    this.#tokens = Math.max(0, this.#tokens - 1);
    this.#waiting -= size;
    this.#sent += Wire.weight(size);
    this.#port.postMessage({ out, bytes }, [bytes.buffer]);
  }

  // room waits until what was written is within the window.
  async room() {
    while (this.#waiting > Wire.window) await new Promise((done) => { this.#wake = done; });
  }

  // end tells the rest, and then how the program ended.
  async end(result) {
    for (this.#flush(true); this.#queue.length > 0; this.#flush(true)) await new Promise((done) => { this.#wake = done; });
    this.#port.postMessage(result, (result.changed ?? []).map(([, bytes]) => bytes.buffer));
  }
}

// equal tells whether two files hold the same.
const equal = (a, b) => a?.length === b?.length && a.every((byte, i) => byte === b[i]);

// changes compares the files after a run with those before it, by content.
function changes(before, after) {
  const changed = [...after].filter(([path, bytes]) => !equal(before.get(path), bytes)), removed = [...before.keys()].filter((path) => !after.has(path));
  const much = tooMuch(changed);
  if (much) throw new RangeError(much);
  return { changed: changed.map(([path, bytes]) => [path, bytes.slice()]), removed };
}

const most = { files: 20000, bytes: 64 << 20 }; // that a run may leave changed (core/program, Left)

// tooMuch says what of the changes is more than a run may leave, if anything is.
function tooMuch(changed) {
  const bytes = changed.reduce((sum, [, data]) => sum + data.length, 0);
  if (changed.length > most.files) return `the program changed ${changed.length} files, and the page takes at most ${most.files}`;
  if (bytes > most.bytes) return `the program wrote files of ${bytes} bytes, and the page takes at most ${most.bytes}`;
  return "";
}

// The guard stands between the page and a program. One in JavaScript can get hold of its
// port and send whatever it likes, as much as it likes. The guard takes every message
// apart on a thread of its own, hands on only what wire.js says, made anew, and ends the
// program at the first other message, or where more is under way than a Wire ever has.
"use strict";

onmessage = ({ data: { program: text, languages }, ports: [page] }) => {
  const program = new Worker(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
  const { port1: port, port2 } = new MessageChannel();
  const needed = new Set(); // the parts that were asked for
  let started = false, ahead = 0, asked = 0, asking = false, given = 0; // files of the job
  const files = []; // of it that came before it

  const end = (result, transfer = []) => {
    program.terminate();
    port.close();
    page.postMessage(result, transfer);
    end.done = true; // what was under way is not looked at any more
  };
  const fail = (sentence) => end({ failed: String(sentence).slice(0, 300) });

  const told = (m) => {
    if (m?.started === true && !started) return page.postMessage({ started: (started = true) });
    if (m?.out === 1 || m?.out === 2) return piece(m);
    if (typeof m?.need === "string") return need(m.need);
    if (Number.isInteger(m?.request)) return request(m);
    if (Number.isInteger(m?.code)) return last(m);
    return fail(typeof m?.failed === "string" ? m.failed : "the program sent a message of its own to the page, and was ended");
  };

  const need = (name) => {
    if (needed.has(name) || needed.size === Wire.parts || !/^[a-z0-9.-]{1,32}$/.test(name)) return fail("the program asked for what the page does not have, and was ended");
    needed.add(name);
    return page.postMessage({ need: name });
  };

  const request = ({ request: n, method, url, header, body }) => {
    const most = Wire.request, text = (s, size) => typeof s === "string" && s.length <= size;
    const fields = Array.isArray(header) && header.length <= most.fields && header.every((f) => Array.isArray(f) && f.length === 2 && f.every((s) => text(s, most.header)));
    if (asking || n !== asked + 1 || !text(method, most.method) || !text(url, most.url) || !fields || !(body instanceof Uint8Array) || body.length > most.body) return fail("the program asked for what no request is, and was ended");
    if (header.reduce((sum, [name, value]) => sum + name.length + value.length, 0) > most.header) return fail("the program asked with too long a header, and was ended");
    [asked, asking] = [n, true];
    const copy = body.slice();
    return page.postMessage({ request: n, method, url, header: header.map(([name, value]) => [name, value]), body: copy }, [copy.buffer]);
  };

  const piece = ({ out, bytes }) => {
    if (!(bytes instanceof Uint8Array) || bytes.length > Wire.piece) return fail("the program sent a message of its own to the page, and was ended");
    ahead += Wire.weight(bytes.length);
    if (ahead > Wire.window + Wire.piece) return fail("the program sent more than the page had taken, and was ended");
    const copy = bytes.slice();
    return page.postMessage({ out, bytes: copy }, [copy.buffer]);
  };

  const last = ({ code, changed, removed }) => {
    const sound = Array.isArray(changed) && changed.length <= most.files + 1 && Array.isArray(removed) && removed.length <= given && removed.every(isPath)
      && changed.every((pair) => Array.isArray(pair) && pair.length === 2 && isPath(pair[0]) && pair[1] instanceof Uint8Array);
    if (!sound || code < 0 || code > 255) return fail("the program sent a message of its own to the page, and was ended");
    const much = tooMuch(changed);
    if (much) return fail(much);
    const files = changed.map(([path, bytes]) => [path, bytes.length]), bytes = all(changed.map(([, bytes]) => bytes));
    return end({ code, changed: files, removed, bytes }, bytes instanceof Blob ? [] : [bytes.buffer]);
  };
  // What is much is not in the message, which the page would have to take in one task: it reads a Blob as it can.
  const all = (parts) => {
    const size = parts.reduce((sum, part) => sum + part.length, 0);
    if (size > Wire.whole) return new Blob(parts);
    const bytes = new Uint8Array(size);
    let at = 0;
    for (const part of parts) { bytes.set(part, at); at += part.length; }
    return bytes;
  };
  const isPath = (path) => typeof path === "string" && path.length <= 4096;

  port.onmessage = ({ data }) => { if (!end.done) told(data); };
  port.onmessageerror = () => { if (!end.done) fail("the program sent what cannot be read, and was ended"); };
  program.onerror = (event) => {
    event.preventDefault();
    if (!end.done) fail(event.message || "the Worker ended before the program did");
  };
  page.onmessage = ({ data }) => {
    if (data.ask) return page.postMessage({ alive: true }); // the page asks whether the frame's process is still there
    ahead -= data.ack ?? 0;
    if (data.answer) asking = false;
    if (!data.files) return port.postMessage(data);
    given = files.push(...data.files);
    return data.more || port.postMessage({ ...data, files }, files.flatMap(([, bytes]) => (bytes ? [bytes.buffer] : [])));
  };
  program.postMessage({ languages }, [port2]);
};

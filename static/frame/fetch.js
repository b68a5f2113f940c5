// fetch, as Node has it, over network.js.
"use strict";

// https://fetch.spec.whatwg.org/#fetch-method
async function fetched(input, init) {
  const r = new Request(input, init), signal = r.signal;
  const body = new Uint8Array(await r.arrayBuffer());
  const header = [...new Headers([["accept", "*/*"], ["user-agent", "node"]].filter(([name]) => !r.headers.has(name))), ...r.headers];
  const request = { method: r.method, url: r.url.replace(/#.*/s, ""), header, body };
  const stopped = new Promise((_, failed) => {
    if (signal.aborted) failed(signal.reason);
    signal.addEventListener("abort", () => failed(signal.reason));
  });
  stopped.catch(() => {});
  if (signal.aborted) throw signal.reason;
  const asked = r.redirect === "follow" ? pagesNetwork.followed(request) : pagesNetwork.ask(request);
  const answer = await Promise.race([stopped, asked.catch((err) => { throw new TypeError(`fetch failed: ${err.message}`, { cause: err }); })]);
  if (r.redirect === "error" && answer.status >= 300 && answer.status < 400) throw new TypeError("fetch failed: unexpected redirect");
  return response(answer);
}

// response is the browser's own, but for how it is read: a program ends when nothing is under way any more, and what
// the browser reads by itself is not counted.
function response({ url, status, header, body, redirects = 0 }) {
  const none = [204, 205, 304].includes(status), stream = new ReadableStream({ start(c) { if (body.length > 0) c.enqueue(body.slice()); c.close(); } });
  const r = new Response(none ? null : stream, { status, statusText: reasons[status] ?? "", headers: header });
  const bytes = async () => {
    if (r.bodyUsed) throw new TypeError("Body is unusable: Body has already been read");
    const reader = r.body?.getReader();
    for (let end = !reader; !end;) end = (await reader.read()).done;
    return body.slice();
  };
  const text = async () => new TextDecoder().decode(await bytes());
  const own = {
    bytes, text, json: async () => JSON.parse(await text()), arrayBuffer: async () => (await bytes()).buffer,
    blob: async () => new Blob([await bytes()], { type: r.headers.get("content-type") ?? "" }), clone: () => response({ url, status, header, body, redirects }),
  };
  for (const [name, value] of Object.entries(own)) Object.defineProperty(r, name, { value });
  return Object.defineProperties(r, { url: { value: url }, redirected: { value: redirects > 0 } });
}

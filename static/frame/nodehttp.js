// http and https of Node as far as a program asks: requests go over network.js, whole, and answers come whole. Nobody
// listens here, so that servers are refused (nodeown.js). https://nodejs.org/docs/latest-v20.x/api/http.html
"use strict";

function httpModule(name, get, hold, base) {
  const { Readable, Writable } = get("stream");

  class IncomingMessage extends Readable {
    constructor({ status, header, body }, req) {
      super({ read() {} });
      Object.assign(this, { statusCode: status, statusMessage: reasons[status] ?? "", httpVersion: "1.1", httpVersionMajor: 1, httpVersionMinor: 1, headers: {}, rawHeaders: header.flat(), trailers: {}, rawTrailers: [], complete: true, req, url: "", aborted: false, socket: null });
      for (const [n, v] of header) { const low = n.toLowerCase(); this.headers[low] = low in this.headers ? `${this.headers[low]}, ${v}` : v; }
      if (body.length > 0) this.push(Buffer.from(body));
      this.push(null);
    }
    setTimeout() { return this; }
  }

  class ClientRequest extends Writable {
    #fields = new Map(); #parts = [];
    constructor(input, options, done) {
      super({ autoDestroy: false }); // what it is answered comes after its end
      const asked = typeof input === "string" || input instanceof URL || input instanceof get("url").URL ? { ...addressed(new URL(String(input))), ...options } : { ...input };
      if (asked.protocol && asked.protocol !== `${name}:`) throw Object.assign(new TypeError(`Protocol "${asked.protocol}" not supported. Expected "${name}:"`), { code: "ERR_INVALID_PROTOCOL" });
      const host = String(asked.hostname ?? asked.host ?? "localhost"), port = asked.port ? `:${asked.port}` : "";
      if (/[^\x21-\xff]/.test(asked.path ?? "/")) throw Object.assign(new TypeError("Request path contains unescaped characters"), { code: "ERR_UNESCAPED_CHARACTERS" });
      Object.assign(this, { method: String(asked.method ?? "GET").toUpperCase(), protocol: `${name}:`, host, path: asked.path || "/", aborted: false, finished: false, reusedSocket: false, socket: null });
      this.address = `${name}://${host.includes(":") && !host.startsWith("[") ? `[${host}]` : host}${port}${this.path}`;
      for (const [n, v] of Array.isArray(asked.headers) ? pairs(asked.headers) : Object.entries(asked.headers ?? {})) this.setHeader(n, v);
      if (asked.auth) this.setHeader("Authorization", `Basic ${Buffer.from(asked.auth).toString("base64")}`);
      asked.signal?.addEventListener("abort", () => this.destroy(asked.signal.reason), { once: true });
      if (done) this.once("response", done);
    }
    setHeader(n, v) { this.#fields.set(String(n).toLowerCase(), [String(n), v]); return this; }
    getHeader(n) { return this.#fields.get(n.toLowerCase())?.[1]; }
    hasHeader(n) { return this.#fields.has(n.toLowerCase()); }
    removeHeader(n) { this.#fields.delete(n.toLowerCase()); }
    getHeaders() { return Object.fromEntries([...this.#fields].map(([n, [, v]]) => [n, v])); }
    getHeaderNames() { return [...this.#fields.keys()]; }
    flushHeaders() {} setNoDelay() {} setSocketKeepAlive() {}
    setTimeout() { return this; } // what it asks has the page's time, which is told as an error
    abort() { this.aborted = true; this.destroy(); }
    _write(piece, _, done) { this.#parts.push(piece); done(); }
    _final(done) {
      const header = [...this.#fields.values()].flatMap(([n, v]) => (Array.isArray(v) ? v : [v]).map((one) => [n, String(one)]));
      this.finished = true;
      hold(pagesNetwork.ask({ method: this.method, url: this.address, header, body: new Uint8Array(Buffer.concat(this.#parts)) })).then((a) => this.#answered(a), (err) => this.destroy(Object.assign(new Error(err.message), { code: "ECONNREFUSED", syscall: "connect", address: this.host })));
      done();
    }
    #answered(answer) {
      if (this.destroyed && this.aborted) return;
      const message = this.res = new IncomingMessage(answer, this);
      if (!this.emit("response", message)) message.resume();
    }
  }
  Object.defineProperty(ClientRequest.prototype, "destroy", { value(err) { if (err) this.aborted = true; return Writable.prototype.destroy.call(this, err); }, writable: true, configurable: true });

  const addressed = (u) => ({ protocol: u.protocol, hostname: u.hostname.replace(/^\[|\]$/g, ""), port: u.port, path: u.pathname + u.search, ...(u.username ? { auth: `${decodeURIComponent(u.username)}:${decodeURIComponent(u.password)}` } : {}) });
  const pairs = (list) => (Array.isArray(list[0]) ? list : list.flatMap((n, i) => (i % 2 ? [] : [[n, list[i + 1]]])));
  const request = (input, options, done) => (typeof options === "function" ? new ClientRequest(input, {}, options) : new ClientRequest(input, options, done));
  class Agent { constructor(options = {}) { this.options = options; this.maxSockets = Infinity; } destroy() {} }
  return { ...base, Agent, globalAgent: new Agent(), ClientRequest, IncomingMessage, STATUS_CODES: reasons, request, get: (...args) => { const r = request(...args); r.end(); return r; } };
}

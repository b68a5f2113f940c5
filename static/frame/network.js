// What a program asks of the network. The frame reaches nothing: a request goes to the page as wire.js says, which
// asks the policy and the person, and the server of the page asks the host. One is under way at a time.
"use strict";

const pagesNetwork = {
  port: null, // set when the job is there
  last: 0, open: null, turn: Promise.resolve(),

  // ask gives { url, status, header: [[name, value]…], body: bytes }, or throws a sentence that says what to do.
  ask(request) {
    const answer = this.turn.then(() => this.send(request));
    this.turn = answer.catch(() => {});
    return answer;
  },

  send({ method, url, header = [], body = new Uint8Array(0) }) {
    const much = tooBig({ method, url, header, body });
    if (much) throw new Error(much);
    return new Promise((done, failed) => {
      this.open = { done, failed };
      this.port.postMessage({ request: ++this.last, method, url, header, body });
    });
  },

  // answered hears the page's answer.
  answered({ answer, failed, ...got }) {
    if (answer !== this.last || !this.open) return;
    const { open } = this;
    this.open = null;
    if (failed === undefined) open.done(got);
    else open.failed(new Error(String(failed)));
  },

  // followed asks, and where the answer leads elsewhere it asks there: each such request is judged anew.
  // https://fetch.spec.whatwg.org/#http-redirect-fetch
  async followed(request, most = 20) {
    for (let n = 0; ; n++) {
      const a = await this.ask(request), to = fieldOf(a.header, "location");
      if (![301, 302, 303, 307, 308].includes(a.status) || to === undefined) return { ...a, redirects: n };
      if (n === most) throw Object.assign(new Error(`it led elsewhere more than ${most} times`), { redirects: n });
      request = elsewhere(request, a, to);
    }
  },
};

// elsewhere is the request to where an answer leads.
function elsewhere({ method, header = [], body }, { status, url }, to) {
  const bare = (status === 303 && method !== "HEAD") || (status <= 302 && method === "POST");
  return {
    url: new URL(to, url).href.replace(/#.*/s, ""), method: bare ? "GET" : method, body: bare ? undefined : body,
    header: bare ? header.filter(([name]) => !/^content-/i.test(name)) : header,
  };
}

const fieldOf = (header, name) => header.find(([n]) => n.toLowerCase() === name)?.[1];

// tooBig says what of a request the guard would take for an attack.
function tooBig({ method, url, header, body }) {
  const most = Wire.request, size = header.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (url.length > most.url) return `the address has ${url.length} letters, and a program's may have ${most.url}`;
  if (header.length > most.fields || size > most.header) return `the header has ${header.length} fields of ${size} letters, and a program's may have ${most.fields} of ${most.header}`;
  if (body.length > most.body) return `it would send ${body.length} bytes, and a program may send ${most.body} at once`;
  return method.length > most.method ? `${method.slice(0, most.method)}… is no method` : "";
}

// isRequest tells whether a program within a program asks as wire.js says.
const isRequest = ({ method, url, header, body }) => typeof method === "string" && typeof url === "string" && body instanceof Uint8Array
  && Array.isArray(header) && header.every((f) => Array.isArray(f) && f.length === 2 && f.every((s) => typeof s === "string"));

// What servers say beside a status (RFC 9110, 15).
const reasons = {
  200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 206: "Partial Content", 301: "Moved Permanently", 302: "Found", 303: "See Other",
  304: "Not Modified", 307: "Temporary Redirect", 308: "Permanent Redirect", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
  405: "Method Not Allowed", 409: "Conflict", 410: "Gone", 422: "Unprocessable Entity", 429: "Too Many Requests", 500: "Internal Server Error",
  501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
};

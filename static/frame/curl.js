// curl and wget, over network.js: one request after the other, without cookies, and without credentials of their own.
// https://curl.se/docs/manpage.html
"use strict";

// What has a word of its own after it, by its long name; null is what is not needed here and does nothing.
const curlWords = {
  "request": "X", "data": "d", "data-raw": "data-raw", "data-ascii": "d", "data-binary": "data-binary", "data-urlencode": "data-urlencode", "json": "json", "header": "H", "output": "o",
  "write-out": "w", "user-agent": "A", "referer": "e", "max-redirs": "max-redirs", "dump-header": "D", "url": "url", "proto": "proto", "form": "F", "form-string": "form-string", "output-dir": "output-dir",
  "max-time": null, "connect-timeout": null, "retry-delay": null, "retry-max-time": null, "keepalive-time": null, "speed-limit": null, "speed-time": null, "tls-max": null, "proto-redir": null, "retry": "retry",
};
const curlFlags = {
  "silent": "s", "show-error": "S", "fail": "f", "fail-with-body": "fail-with-body", "location": "L", "remote-name": "O", "head": "I", "include": "i", "get": "G", "create-dirs": "create-dirs",
  "compressed": null, "no-buffer": null, "progress-bar": null, "no-progress-meter": null, "globoff": null, "ipv4": null, "ipv6": null, "http1.1": null, "http1.0": null, "http2": null, "tlsv1.2": null,
  "tlsv1.3": null, "tlsv1": null, "ssl-reqd": null, "verbose": null, "disable": null, "retry-connrefused": null, "retry-all-errors": null, "no-keepalive": null, "post301": null, "styled-output": null, "parallel": null,
};
const curlShort = { X: "request", F: "form", d: "data", H: "header", o: "output", w: "write-out", A: "user-agent", e: "referer", D: "dump-header", m: "max-time", y: "speed-time", Y: "speed-limit", s: "silent", S: "show-error", f: "fail", L: "location", O: "remote-name", I: "head", i: "include", G: "get", N: "no-buffer", "#": "progress-bar", g: "globoff", 4: "ipv4", 6: "ipv6", v: "verbose", q: "disable", 1: "tlsv1", Z: "parallel" };

const credentialsSaid = "programs of the page have no credentials of their own: start lily with --credential HOST=VARIABLE, and it adds them for that host";
const curlRefused = {
  "user": credentialsSaid, "oauth2-bearer": credentialsSaid, "netrc": credentialsSaid, "cert": credentialsSaid, "cookie": "programs of the page send no cookies", "cookie-jar": "programs of the page keep no cookies",
  "insecure": "certificates are always checked here", "proxy": "requests of the page go through lily, and no other proxy", "upload-file": "use -X PUT --data-binary @FILE",
  "range": "parts of files cannot be asked for from here", "continue-at": "parts of files cannot be asked for from here", "config": "write the options out",
};
const curlRefusedShort = { u: "user", n: "netrc", E: "cert", b: "cookie", c: "cookie-jar", k: "insecure", x: "proxy", T: "upload-file", r: "range", C: "continue-at", K: "config" };

class CurlError extends Error { constructor(code, message) { super(message); this.code = code; } }

// curlOptions reads the words: { flags, each: [[option, value]…], urls }.
function curlOptions(args) {
  const flags = new Set(), each = [], urls = [], put = (name, take) => {
    if (Object.hasOwn(curlRefused, name)) throw new CurlError(2, `option --${name}: ${curlRefused[name]}`);
    if (Object.hasOwn(curlFlags, name)) return void (curlFlags[name] && flags.add(curlFlags[name]));
    if (!Object.hasOwn(curlWords, name)) throw new CurlError(2, `option --${name}: is unknown to the page's curl`);
    const value = take();
    if (value === undefined) throw new CurlError(2, `option --${name}: requires parameter`);
    if (curlWords[name] === "url") urls.push(value);
    else if (curlWords[name]) each.push([curlWords[name], value]);
    return undefined;
  };
  for (let i = 0; i < args.length; i++) {
    const word = args[i];
    if (word === "-" || !word.startsWith("-")) urls.push(word);
    else if (word.startsWith("--")) put(word.slice(2), () => args[++i]);
    else {
      for (let k = 1; k < word.length; k++) {
        const name = curlShort[word[k]] ?? curlRefusedShort[word[k]];
        if (!name) throw new CurlError(2, `option -${word[k]}: is unknown to the page's curl`);
        put(name, () => { const rest = word.slice(k + 1); k = word.length; return rest === "" ? args[++i] : rest; });
      }
    }
  }
  return { flags, each, urls };
}

// curlData is what the options send: bytes, or nothing.
async function curlData(each, read) {
  const parts = [];
  for (const [name, value] of each) {
    if (!["d", "data-raw", "data-binary", "data-urlencode", "json"].includes(name)) continue;
    if (parts.length > 0 && name !== "json") parts.push(encoded("&"));
    if (name === "data-urlencode") parts.push(encoded(await curlEscaped(value, read)));
    else if (name === "data-raw" || !value.startsWith("@")) parts.push(encoded(value));
    else {
      const bytes = await read(value.slice(1));
      parts.push(name === "d" ? bytes.filter((b) => b !== 10 && b !== 13 && b !== 0) : bytes);
    }
  }
  return parts.length > 0 ? together(parts) : undefined;
}

// curlEscaped reads content, =content, name=content, @file and name@file.
async function curlEscaped(value, read) {
  const [, name, mark, rest] = /^([^=@]*)([=@])(.*)$/s.exec(value) ?? [null, "", "=", value];
  const bytes = mark === "@" ? await read(rest) : encoded(rest);
  const text = Array.from(bytes, (b) => (/[A-Za-z0-9._~-]/.test(String.fromCharCode(b)) ? String.fromCharCode(b) : "%" + b.toString(16).toUpperCase().padStart(2, "0"))).join("");
  return name === "" ? text : `${name}=${text}`;
}

// curlHeader is the header of a request: those of the options win over what curl sends by itself.
function curlHeader(each, body, type) {
  const given = each.filter(([name]) => name === "H").map(([, value]) => /^([^:;]+)[:;]\s*(.*)$/s.exec(value)).filter(Boolean).map(([, name, value]) => [name.trim(), value.trim()]);
  const last = (option) => each.findLast(([name]) => name === option)?.[1];
  const usual = [["User-Agent", last("A") ?? "curl/8.0.0"], ["Accept", type === "application/json" ? type : "*/*"]];
  if (last("e") !== undefined) usual.push(["Referer", last("e")]);
  if (body) usual.push(["Content-Type", type]);
  return [...usual.filter(([name]) => fieldOf(given, name.toLowerCase()) === undefined), ...given.filter(([, value]) => value !== "")];
}

// curlRequest is what the options ask of an address.
function curlRequest({ flags, each }, address, body, type) {
  const last = (option) => each.findLast(([name]) => name === option)?.[1];
  let url = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `http://${address}`;
  if (/^=?https$/.test(last("proto") ?? "") && !/^https:/i.test(url)) throw new CurlError(1, `Protocol "${url.split(":")[0]}" disabled`);
  if (!URL.canParse(url)) throw new CurlError(3, "URL using bad/illegal format or missing URL");
  const at = new URL(url);
  if (!/^https?:$/.test(at.protocol)) throw new CurlError(1, `Protocol "${at.protocol.slice(0, -1)}" not supported`);
  if (at.username || at.password) throw new CurlError(2, credentialsSaid);
  if (flags.has("G") && body) at.search += (at.search ? "&" : "?") + new TextDecoder().decode(body);
  at.hash = "";
  url = at.href;
  const sent = flags.has("G") ? undefined : body;
  const method = last("X") ?? (flags.has("I") ? "HEAD" : sent ? "POST" : "GET");
  return { method, url, header: curlHeader(each, sent, type), body: sent };
}

// curlHead is the head of an answer, as HTTP/1.1 says it.
const curlHead = ({ status, header }) => [`HTTP/1.1 ${status} ${reasons[status] ?? ""}`.trimEnd(), ...header.map(([n, v]) => `${n}: ${v}`), "", ""].join("\r\n");

// curlTold is --write-out.
function curlTold(format, a, method, path) {
  const values = {
    http_code: String(a.status ?? 0).padStart(3, "0"), response_code: String(a.status ?? 0).padStart(3, "0"), size_download: a.body?.length ?? 0, url_effective: a.url ?? "", content_type: fieldOf(a.header ?? [], "content-type") ?? "",
    num_redirects: a.redirects ?? 0, method, filename_effective: path ?? "", redirect_url: a.header && a.status >= 300 && a.status < 400 && fieldOf(a.header, "location") ? new URL(fieldOf(a.header, "location"), a.url).href : "",
    http_version: "1.1", scheme: (a.url ?? "").split(":")[0].toUpperCase(), errormsg: a.failed ?? "", exitcode: a.code ?? 0,
  };
  return format.replace(/%\{([^}]*)\}|%%|\\([nrt\\])/g, (m, name, mark) => (name !== undefined ? values[name] ?? (/^(time|speed|size|num)_/.test(name) ? "0" : "") : mark ? { n: "\n", r: "\r", t: "\t", "\\": "\\" }[mark] : "%"));
}

const curlPlain = (path) => path.replace(/^.*\//, "");

// runCurl runs it; out(1 or 2, bytes) hears what it writes.
async function runCurl(args, given, out) {
  const { fs, cwd } = given;
  const read = async (path) => {
    if (path === "-") return encoded(given.stdin ?? "", "latin1");
    try { return await fs.readFileBuffer(fs.resolvePath(cwd, path)); } catch { throw new CurlError(26, `Failed to open ${path}`); }
  };
  const say = (text) => out(2, encoded(`curl: ${text}\n`));
  let options, body, form;
  try {
    options = curlOptions(args);
    form = await curlForm(options.each, read);
    body = await curlData(options.each, read);
    if (form && body) throw new CurlError(2, "option -F: -d is there, too; a request has one of them");
    if (options.urls.length === 0) throw new CurlError(2, "no URL specified");
  } catch (err) {
    return say(err.code === 2 ? err.message : `(${err.code ?? 26}) ${err.message}`), err.code ?? 26;
  }
  const type = form?.type ?? (options.each.some(([name]) => name === "json") ? "application/json" : "application/x-www-form-urlencoded");
  body = form?.body ?? body;
  const { flags, each, urls } = options, quiet = flags.has("s") && !flags.has("S");
  const outputs = each.filter(([name]) => name === "o").map(([, path]) => path), format = each.findLast(([name]) => name === "w")?.[1], heads = each.findLast(([name]) => name === "D")?.[1];
  if (each.some(([name]) => name === "retry") && !flags.has("s")) say("--retry does nothing here: each request is made once");
  const secret = each.find(([name, value]) => name === "H" && /^\s*(authorization|cookie)\s*:/i.test(value));
  if (secret && !flags.has("s")) say(`${/^\s*(\w+)/.exec(secret[1])[1]} is not sent: ${credentialsSaid}`);
  let code = 0;
  for (const [i, address] of urls.entries()) {
    let a = {}, request, path;
    try {
      request = curlRequest(options, address, body, type);
      const named = curlPlain(new URL(request.url).pathname);
      path = outputs[i] ?? (flags.has("O") && outputs.length <= i ? decodeURIComponent(named) : undefined);
      if (path === "") throw new CurlError(23, "Remote file name has no length");
      a = await curlAsked(request, options);
      const failed = a.status >= 400 && (flags.has("f") || flags.has("fail-with-body"));
      await curlGiven(a, { path, heads, flags, head: flags.has("I") || flags.has("i"), none: failed && flags.has("f"), fs, cwd, out, dir: each.findLast(([name]) => name === "output-dir")?.[1] });
      if (failed) throw new CurlError(22, `The requested URL returned error: ${a.status}`);
    } catch (err) {
      code = err.code ?? 7;
      a = { ...a, failed: err.message, code };
      if (!quiet) say(`(${code}) ${err.message}`);
    }
    if (format !== undefined) out(1, encoded(curlTold(format, a, request?.method ?? "", path)));
  }
  return code;
}

async function curlAsked(request, { flags, each }) {
  const most = Number(each.findLast(([name]) => name === "max-redirs")?.[1] ?? 50);
  try {
    return flags.has("L") ? await pagesNetwork.followed(request, most < 0 ? 1000 : most) : { ...(await pagesNetwork.ask(request)), redirects: 0 };
  } catch (err) {
    if (err.redirects !== undefined) throw new CurlError(47, `Maximum (${most}) redirects followed`);
    throw new CurlError(7, err.message);
  }
}

// curlGiven puts an answer where it belongs.
async function curlGiven(a, { path, heads, flags, head, none, fs, cwd, out, dir }) {
  const write = async (at, bytes) => {
    if (at === "/dev/null") return undefined;
    if (at === "-" || at === "/dev/stdout") return out(1, bytes);
    const whole = fs.resolvePath(cwd, dir && at === path && !at.startsWith("/") ? `${dir}/${at}` : at);
    try {
      if (flags.has("create-dirs")) await fs.mkdir(whole.replace(/\/[^/]*$/, "") || "/", { recursive: true });
      return await fs.writeFile(whole, bytes);
    } catch { throw new CurlError(23, `Failure writing output to destination: ${at}`); }
  };
  if (heads !== undefined) await write(heads, encoded(curlHead(a)));
  const parts = [head ? encoded(curlHead(a)) : new Uint8Array(0), none || flags.has("I") ? new Uint8Array(0) : a.body];
  if (!none || head) await write(path ?? "-", together(parts));
}

const curlCommand = (name, words) => ({
  name,
  async execute(args, ctx) {
    const said = { 1: [], 2: [] }, read = words(args);
    if (typeof read === "string") return { stdout: "", stderr: `${name}: ${read}\n`, exitCode: 2 };
    const exitCode = await runCurl(read, ctx, (stream, bytes) => said[stream].push(bytes));
    const stderr = new TextDecoder().decode(together(said[2]));
    return { stdout: latin1(together(said[1])), stderr: stderr.replace(/^curl: (\(\d+\) )?/gm, `${name}: ${name === "curl" ? "$1" : ""}`), exitCode: name === "wget" && exitCode ? { 22: 8, 2: 2, 23: 3 }[exitCode] ?? 4 : exitCode, stdoutKind: "bytes" };
  },
});

const curl = curlCommand("curl", (args) => args);

// wget is the part of it that gets files. https://www.gnu.org/software/wget/manual/wget.html
const wget = curlCommand("wget", (args) => {
  const words = ["-f", "-L", "-sS"], urls = [];
  let output, folder = "";
  for (let i = 0; i < args.length; i++) {
    const [, name, value] = /^(--[^=]+)=(.*)$/s.exec(args[i]) ?? [null, args[i]], rest = () => value ?? args[++i];
    const [, short, glued] = /^-(q?O|P|t|T|U)(.+)$/s.exec(name) ?? [], take = () => glued ?? rest();
    const option = short ? `-${short}` : name;
    if (["-O", "-qO", "--output-document"].includes(option)) output = take();
    else if (["-P", "--directory-prefix"].includes(option)) folder = take();
    else if (["-U", "--user-agent"].includes(option)) words.push("-A", take());
    else if (["-t", "-T", "--tries", "--timeout", "--connect-timeout", "--read-timeout"].includes(option)) take();
    else if (option === "--header") words.push("-H", rest());
    else if (option === "--post-data") words.push("--data-raw", rest());
    else if (option === "--post-file") words.push("--data-binary", `@${rest()}`);
    else if (option === "--method") words.push("-X", rest());
    else if (option === "--body-data") words.push("--data-raw", rest());
    else if (["-q", "-nv", "--quiet", "--no-verbose", "--show-progress", "--progress", "-nc", "--https-only", "--content-on-error"].includes(option)) continue;
    else if (option.startsWith("-")) return `${option}: the page's wget has no such option; use curl`;
    else urls.push(option);
  }
  if (urls.length === 0) return "missing URL";
  for (const url of urls) words.push("-o", output ?? (folder && `${folder}/`) + (curlPlain(url.replace(/^[a-z]+:\/\//i, "").replace(/[?#].*/s, "").replace(/^[^/]*$/, "")) || "index.html"));
  if (folder) words.push("--create-dirs");
  return [...words, ...urls];
});

// Runs each line of JSON of stdin, a script or the words, files and environment of a job, in the page's shell under
// Node, and tells what it answered, and which files it left, in base64 where some were given so. All of them take
// seconds so; in a browser each would want a frame of its own.
//
//   node answers_run.mjs ROOT <answers.jsonl
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import vm from "node:vm";
import { brotliDecompressSync } from "node:zlib";

const root = process.argv[2];
const files = /data "program" (.*)\}\}/.exec(readFileSync(join(root, "static/frame/shell.html"), "utf8"))[1].match(/[^" ]+/g);
const text = ["frame/wire.js", ...files].map((f) => readFileSync(join(root, "static", f), "utf8")).join("\n;\n");
globalThis.self = globalThis;
globalThis.onmessage = null;
Object.assign(globalThis, { require: createRequire(import.meta.url), __dirname: root }); // Emscripten asks for them under Node
vm.runInThisContext(`${text}\n;globalThis.lilyRun = run; globalThis.lilyParts = pagesParts; globalThis.lilyNetwork = pagesNetwork;`);
const folder = (name) => readdirSync(join(root, "static/frame", name)).sort().map((f) => `frame/${name}/${f}`);
const joined = (files) => () => new Blob(files.map((f) => readFileSync(join(root, "static", f), "utf8") + "\n"));
const parts = { // those that are made of files beside each other, and those that are vendored
  "yq.js": joined(folder("yq")),
  "git.js": joined(["vendor/isomorphic-git/isomorphic-git.js", ...folder("git")]),
};
const part = (name) => readdirSync(join(root, "static/vendor")).map((folder) => join(root, "static/vendor", folder, `${name}.br`)).find(existsSync);
const vendored = (name) => new Blob([brotliDecompressSync(readFileSync(part(name)))]);
lilyParts.port = { postMessage: ({ need }) => lilyParts.given({ give: need, blob: parts[need]?.() ?? vendored(need) }) };

// A job's network has, by address, the status, the header and the text of an answer; one that reaches asks what begins
// with that of this machine.
let network = {}, requests = [], reach;
lilyNetwork.port = { postMessage({ request: answer, method, url, header, body }) {
  requests.push([`${method} ${url}`, ...header.map((f) => f.join(": ")), Buffer.from(body).toString()].join("\n"));
  if (reach && url.startsWith(reach)) return void asked({ answer, method, url, header, body });
  const [status, said, text] = network[url] ?? [];
  const got = status ? { url, status, header: said, body: new TextEncoder().encode(text) } : { failed: "there is no network here" };
  setTimeout(() => lilyNetwork.answered({ answer, ...got }));
} };

async function asked({ answer, method, url, header, body }) {
  const got = await fetch(url, { method, headers: header, body: body.length > 0 ? body : undefined, redirect: "manual" });
  const bytes = new Uint8Array(await got.arrayBuffer());
  if (bytes.length > 8 << 20) return void lilyNetwork.answered({ answer, failed: `The answer of ${new URL(url).host} has more than ${8 << 20} bytes` });
  lilyNetwork.answered({ answer, url, status: got.status, header: [...got.headers], body: bytes });
}

const programs = readFileSync(join(root, "wasm/which/programs.txt"), "utf8").trim().split("\n");
for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const said = { 1: [], 2: [] };
  const wire = { write: (to, bytes) => { if (bytes?.length > 0) said[to].push(Buffer.from(bytes)); }, room: async () => {} };
  const { run, words = ["bash", "-c", run], env = ["PATH=/usr/bin:/bin"], files = {}, bytes, network: hosts = {}, reach: at } = JSON.parse(line);
  [network, requests, reach] = [hosts, [], at];
  const given = Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)]);
  for (const [path, packed] of Object.entries(bytes ?? {})) given.push([path, new Uint8Array(Buffer.from(packed, "base64"))]);
  const job = { words, dir: "/workspace", env, files: given, programs };
  const { code, failed, changed, removed = [] } = await globalThis.lilyRun(job, wire).catch((err) => ({ code: -1, failed: String(err?.stack ?? err) }));
  writeFileSync(1, JSON.stringify({ code, failed, requests, stdout: Buffer.concat(said[1]).toString(), stderr: Buffer.concat(said[2]).toString(), removed,
    changed: Object.fromEntries((changed ?? []).map(([path, data]) => [path, Buffer.from(data).toString(bytes ? "base64" : "utf8")])) }) + "\n"); // at once: what waits is lost at the end
}
process.exit(0);

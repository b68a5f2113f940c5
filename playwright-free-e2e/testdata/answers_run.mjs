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
const parts = { // those that are made of files beside each other, and those that are vendored
  "git.js": () => new Blob(["vendor/isomorphic-git/isomorphic-git.js", ...readdirSync(join(root, "static/frame/git")).sort().map((f) => `frame/git/${f}`)].map((f) => readFileSync(join(root, "static", f), "utf8") + "\n")),
};
const part = (name) => readdirSync(join(root, "static/vendor")).map((folder) => join(root, "static/vendor", folder, `${name}.br`)).find(existsSync);
const vendored = (name) => new Blob([brotliDecompressSync(readFileSync(part(name)))]);
lilyParts.port = { postMessage: ({ need }) => lilyParts.given({ give: need, blob: parts[need]?.() ?? vendored(need) }) };

// A job's network has, by address, the status, the header and the text of an answer.
let network = {}, requests = [];
lilyNetwork.port = { postMessage({ request: answer, method, url, header, body }) {
  requests.push([`${method} ${url}`, ...header.map((f) => f.join(": ")), Buffer.from(body).toString()].join("\n"));
  const [status, said, text] = network[url] ?? [];
  const got = status ? { url, status, header: said, body: new TextEncoder().encode(text) } : { failed: "there is no network here" };
  setTimeout(() => lilyNetwork.answered({ answer, ...got }));
} };

const programs = readFileSync(join(root, "wasm/which/programs.txt"), "utf8").trim().split("\n");
for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const said = { 1: [], 2: [] };
  const wire = { write: (to, bytes) => { if (bytes?.length > 0) said[to].push(Buffer.from(bytes)); }, room: async () => {} };
  const { run, words = ["bash", "-c", run], env = ["PATH=/usr/bin:/bin"], files = {}, bytes, network: hosts = {} } = JSON.parse(line);
  [network, requests] = [hosts, []];
  const given = Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)]);
  for (const [path, packed] of Object.entries(bytes ?? {})) given.push([path, new Uint8Array(Buffer.from(packed, "base64"))]);
  const job = { words, dir: "/workspace", env, files: given, programs };
  const { code, failed, changed, removed = [] } = await globalThis.lilyRun(job, wire).catch((err) => ({ code: -1, failed: String(err?.stack ?? err) }));
  writeFileSync(1, JSON.stringify({ code, failed, requests, stdout: Buffer.concat(said[1]).toString(), stderr: Buffer.concat(said[2]).toString(), removed,
    changed: Object.fromEntries((changed ?? []).map(([path, data]) => [path, Buffer.from(data).toString(bytes ? "base64" : "utf8")])) }) + "\n"); // at once: what waits is lost at the end
}
process.exit(0);

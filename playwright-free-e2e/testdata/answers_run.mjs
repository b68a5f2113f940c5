// Runs each line of JSON of stdin, a script or the words, files and environment of a job, in the
// page's shell under Node, and tells what it answered. All of them take seconds so; in a browser each would want a frame of its own.
//
//   node answers_run.mjs ROOT <answers.jsonl
import { readFileSync } from "node:fs";
import { join } from "node:path";
import vm from "node:vm";

const root = process.argv[2];
const files = /data "program" (.*)\}\}/.exec(readFileSync(join(root, "static/frame/shell.html"), "utf8"))[1].match(/[^" ]+/g);
const text = ["frame/wire.js", ...files].map((f) => readFileSync(join(root, "static", f), "utf8")).join("\n;\n");
globalThis.self = globalThis;
globalThis.onmessage = null;
vm.runInThisContext(`${text}\n;globalThis.lilyRun = run;`);

const programs = readFileSync(join(root, "wasm/which/programs.txt"), "utf8").trim().split("\n");
for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const said = { 1: [], 2: [] };
  const wire = { write: (to, bytes) => { if (bytes?.length > 0) said[to].push(Buffer.from(bytes)); }, room: async () => {} };
  const { run, words = ["bash", "-c", run], env = ["PATH=/usr/bin:/bin"], files = {} } = JSON.parse(line);
  const given = Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]);
  const { code, failed, changed = [], removed = [] } = await globalThis.lilyRun({ words, dir: "/workspace", env, files: given, programs }, wire).catch((err) => ({ code: -1, failed: String(err?.stack ?? err) }));
  console.log(JSON.stringify({ code, failed, stdout: Buffer.concat(said[1]).toString(), stderr: Buffer.concat(said[2]).toString(), changed: Object.fromEntries(changed.map(([path, bytes]) => [path, Buffer.from(bytes).toString()])), removed }));
}
process.exit(0);

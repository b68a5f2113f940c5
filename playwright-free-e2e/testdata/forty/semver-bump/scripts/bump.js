#!/usr/bin/env node
const { readFileSync, writeFileSync, readdirSync, mkdirSync, existsSync, statSync } = require("fs");
const { join, relative } = require("path");
const crypto = require("crypto");
const assert = require("assert");

const KINDS = ["major", "minor", "patch"];

function bump(version, kind) {
  const m = /^(\d+)\.(\d+)\.(\d+)(?:-([\w.]+))?$/.exec(version);
  assert(m, `no version: ${version}`);
  const parts = m.slice(1, 4).map(Number), i = KINDS.indexOf(kind);
  assert.notStrictEqual(i, -1, `want ${KINDS.join(", ")}, got ${kind}`);
  if (m[4] && parts.slice(i + 1).every((n) => n === 0)) return parts.join(".");
  return parts.map((n, j) => (j < i ? n : j === i ? n + 1 : 0)).join(".");
}

function* packages(dir) {
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const at = join(dir, entry.name);
    if (entry.isDirectory() && entry.name !== "node_modules") yield* packages(at);
    else if (entry.isFile() && entry.name === "package.json") yield at;
  }
}

const [, , root, kind, out] = process.argv;
if (!existsSync(root) || !statSync(root).isDirectory()) {
  process.stderr.write(`${root}: no such folder\n`);
  process.exit(2);
}
const files = [...packages(root)].sort();
const versions = new Map(files.map((f) => { const { name, version } = JSON.parse(readFileSync(f)); return [name, bump(version, kind)]; }));
for (const file of files) {
  const text = readFileSync(file, "utf8"), indent = /^[ \t]+/m.exec(text)?.[0] ?? 2;
  const data = JSON.parse(text, (key, value) => value);
  const was = data.version;
  data.version = versions.get(data.name);
  for (const deps of [data.dependencies, data.devDependencies].filter(Boolean)) for (const name in deps) if (versions.has(name)) deps[name] = deps[name].replace(/\d.*/, versions.get(name));
  const to = join(out, relative(root, file));
  mkdirSync(join(to, ".."), { recursive: true });
  const changed = JSON.stringify(data, null, indent) + (text.endsWith("\n") ? "\n" : "");
  writeFileSync(to, changed);
  console.log(`${data.name.padEnd(8)} ${was} -> ${data.version}  ${crypto.createHash("sha256").update(changed).digest("hex").slice(0, 12)}`);
}

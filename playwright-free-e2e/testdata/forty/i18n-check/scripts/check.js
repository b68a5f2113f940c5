#!/usr/bin/env node
"use strict";
const fs = require("fs");
const path = require("path");
const util = require("util");

const flatten = (o, prefix = "") =>
  Object.entries(o).flatMap(([k, v]) => (v && typeof v === "object" ? flatten(v, `${prefix}${k}.`) : [[prefix + k, String(v)]]));
const places = (text) => (text.match(/\{\s*\w+/g) || []).map((s) => s.replace(/\W/g, "")).sort();

function main([folder, out]) {
  if (!folder || !out) throw new Error("usage: check.js FOLDER OUT");
  const locales = new Map(
    fs.readdirSync(folder).filter((f) => path.extname(f) === ".json").sort().map((f) => [path.basename(f, ".json"), new Map(flatten(JSON.parse(fs.readFileSync(path.join(folder, f), "utf8"))))]),
  );
  const base = locales.get("en");
  const problems = [];
  for (const [name, texts] of locales) {
    for (const [key, text] of base) {
      if (!texts.has(key)) problems.push({ locale: name, key, what: "missing" });
      else if (!util.isDeepStrictEqual(places(text), places(texts.get(key)))) problems.push({ locale: name, key, what: util.format("wants %j, has %j", places(text), places(texts.get(key))) });
      else if (name !== "en" && text === texts.get(key)) problems.push({ locale: name, key, what: "the same as in en" });
    }
    for (const key of texts.keys()) if (!base.has(key)) problems.push({ locale: name, key, what: "not in en" });
  }
  fs.mkdirSync(out, { recursive: true });
  fs.writeFileSync(path.join(out, "problems.json"), JSON.stringify(problems, null, 2) + "\n");
  const csv = [...base.keys()].map((k) => [k, ...[...locales.values()].map((l) => l.get(k) ?? "")].map((c) => `"${c.replace(/"/g, '""')}"`).join(","));
  fs.writeFileSync(path.join(out, "all.csv"), ["key," + [...locales.keys()].join(","), ...csv].join("\r\n") + "\r\n");
  for (const p of problems) console.log("%s %s: %s", p.locale.padEnd(3), p.key, p.what);
  console.log("%d problems in %d locales", problems.length, locales.size);
  return problems.some((p) => p.what === "missing") ? 1 : 0;
}

try {
  process.exitCode = main(process.argv.slice(2));
} catch (err) {
  console.error(err.message);
  process.exit(2);
}

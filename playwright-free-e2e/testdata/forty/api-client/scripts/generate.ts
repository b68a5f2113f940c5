#!/usr/bin/env -S npx tsx
/** Makes a client of an OpenAPI description: a function for each operation. */
import * as fs from "fs";
import path from "path";
import { parseArgs } from "node:util";
import { operations, type Description, type Operation } from "./lib/openapi";
import { TypeWriter } from "./lib/types.js";

const { values, positionals } = parseArgs({ args: process.argv.slice(2), options: { out: { type: "string", short: "o", default: "client" }, base: { type: "string" } }, allowPositionals: true });
const [file] = positionals;
if (!file) throw new TypeError("usage: generate.ts API.json [-o OUT] [--base URL]");

const api = JSON.parse(fs.readFileSync(file, "utf-8")) as Description;
const types = new TypeWriter(api);

function camel(s: string): string { return s.replace(/[-_\s/{}]+(.)?/g, (_m, c?: string) => c?.toUpperCase() ?? ""); }

function method(op: Operation): string {
  const params = op.parameters.map((p) => `${camel(p.name)}${p.required ? "" : "?"}: ${types.of(p.schema)}`);
  if (op.body) params.push(`body: ${types.of(op.body)}`);
  const url = op.path.replace(/\{(\w+)\}/g, (_, n: string) => "${encodeURIComponent(" + camel(n) + ")}");
  const query = op.parameters.filter((p) => p.in === "query").map((p) => camel(p.name));
  return [
    ...(op.summary ? [`/** ${op.summary} */`] : []),
    `export async function ${op.id}(${params.join(", ")}): Promise<${op.result ? types.of(op.result) : "void"}> {`,
    `  return request("${op.verb.toUpperCase()}", \`${url}\`${query.length || op.body ? `, { ${[...query, ...(op.body ? ["body"] : [])].join(", ")} }` : ""});`,
    "}",
  ].join("\n");
}

const methods = operations(api).map(method);
const out = values.out!;
fs.mkdirSync(out, { recursive: true });
fs.writeFileSync(path.join(out, "types.ts"), types.text());
fs.writeFileSync(path.join(out, "client.ts"), [`import type { ${types.names.join(", ")} } from "./types";`, `import { request } from "./request";`, "", methods.join("\n\n"), ""].join("\n"));
for (const name of fs.readdirSync(out).sort()) console.log(`${name.padEnd(12)} ${fs.statSync(path.join(out, name)).size} bytes`);
console.table(operations(api).map(({ id, verb, path }) => ({ id, verb, path })));

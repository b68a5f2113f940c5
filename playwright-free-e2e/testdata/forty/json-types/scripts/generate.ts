#!/usr/bin/env node
// Makes TypeScript interfaces of a sample of JSON.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, parse } from "node:path";
import { infer, merge, type Shape } from "./lib/infer";
import { pascal, print } from "./lib/print";

interface Options {
  readonly input: string;
  readonly output: string;
  readonly root?: string;
}

enum Exit { Fine = 0, Usage = 2 }

function options([input, output, root]: string[]): Options | undefined {
  return input && output ? { input, output, ...(root !== undefined ? { root } : {}) } : undefined;
}

const given = options(process.argv.slice(2));
if (!given) {
  console.error("usage: generate.ts SAMPLE.json OUT.d.ts [ROOT]");
  process.exit(Exit.Usage);
}
const data: unknown = JSON.parse(readFileSync(given.input, "utf8"));
const name = pascal(given.root ?? parse(given.input).name);
const shape: Shape = Array.isArray(data) ? data.map(infer).reduce(merge) : infer(data);
const text = print(name, shape);
mkdirSync(dirname(given.output), { recursive: true });
writeFileSync(given.output, text);
console.log(`${given.output}: ${text.match(/^export interface/gm)?.length ?? 0} interfaces of ${name}`);
process.exitCode = Exit.Fine;

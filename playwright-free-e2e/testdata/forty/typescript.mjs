// Has Node 20 run TypeScript, which it does not know: node --import ./typescript.mjs x.ts.
import { existsSync, readFileSync } from "node:fs";
import { register } from "node:module";
import { fileURLToPath } from "node:url";
import vm from "node:vm";
import { isMainThread } from "node:worker_threads";
import { brotliDecompressSync } from "node:zlib";

if (isMainThread) register(import.meta.url);

const typed = vm.runInThisContext(brotliDecompressSync(readFileSync(new URL("../../../static/vendor/sucrase/sucrase.js.br", import.meta.url))).toString());

export function resolve(name, context, next) {
  const found = name.startsWith(".") && new URL(`${name}.ts`, context.parentURL);
  return next(found && existsSync(found) ? found.href : name, context);
}

export function load(url, context, next) {
  if (!url.endsWith(".ts")) return next(url, context);
  const file = fileURLToPath(url);
  return { format: "module", source: typed(readFileSync(file, "utf8"), file), shortCircuit: true };
}

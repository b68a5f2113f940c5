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
  const found = name.startsWith(".") && [`${name}.ts`, name.replace(/\.js$/, ".ts")].map((n) => new URL(n, context.parentURL)).find((u) => existsSync(u));
  return next(found ? found.href : name, context);
}

export function load(url, context, next) {
  if (!/\.m?ts$/.test(url)) return next(url, context);
  const file = fileURLToPath(url);
  return { format: "module", source: typed(readFileSync(file, "utf8"), file), shortCircuit: true };
}

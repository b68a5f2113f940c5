// Builds what stands beside it out of the packages that package-lock.json pins: the parts with which the shell's programs
// read and write archives (pako.js), databases (sql.js, sql.wasm) and YAML (yaml.js), in brotli, and THIRD-PARTY.txt.
// `make vendor` runs it in a copy of this folder:
//
//   node build.mjs OUT

import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { build } from "esbuild";

const [out] = process.argv.slice(2);

// script is a classic script that defines one name.
async function script(contents, globalName) {
  const { outputFiles: [bundle] } = await build({
    stdin: { contents, resolveDir: "." },
    bundle: true, minify: true, write: false, format: "iife", globalName, platform: "browser", target: "es2022", legalComments: "none",
  });
  return Buffer.from(bundle.contents);
}

const parts = [
  ["pako.js", await script(`export { Deflate, Inflate } from "pako";`, "pako")],
  ["yaml.js", await script(`export { parseAllDocuments, Document, Scalar, YAMLMap, YAMLSeq, Pair, isAlias, isCollection, isMap, isPair, isScalar, isSeq, visit } from "yaml";`, "yamlText")],
  ["sql.js", readFileSync("node_modules/sql.js/dist/sql-wasm.js")],
  ["sql.wasm", readFileSync("node_modules/sql.js/dist/sql-wasm.wasm")],
];

const packed = (bytes) => brotliCompressSync(bytes, { params: {
  [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
} });
const sum = (bytes) => createHash("sha256").update(bytes).digest("hex");
const sums = [];
for (const [name, bytes] of parts) {
  const small = packed(bytes);
  writeFileSync(join(out, `${name}.br`), small);
  sums.push(`${sum(small)}  ${name}.br\n`, `${sum(bytes)}  ${name}\n`);
  console.log(`${name}: ${bytes.length} bytes, ${small.length} in brotli`);
}
writeFileSync(join(out, "formats.sha256"), sums.join(""));

// The licences of all that may be in the parts.
const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
const notices = Object.entries(packages).filter(([path, p]) => path && !p.dev && !p.optional && !p.peer).map(([path, p]) => {
  const file = readdirSync(path).find((n) => /^(licen[cs]e|copying)/i.test(n));
  if (!file) throw new Error(`${path}: want the text of its licence`);
  return `${path.replace(/^.*?node_modules\//, "")} ${p.version}: ${p.license}\n\n${readFileSync(join(path, file), "utf8").trim().replaceAll("\r\n", "\n")}\n`;
});
writeFileSync(join(out, "THIRD-PARTY.txt"), notices.join("\n" + "-".repeat(72) + "\n\n"));

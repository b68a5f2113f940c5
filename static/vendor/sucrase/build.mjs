// Builds what stands beside it out of the packages that package-lock.json pins: sucrase.js.br, which takes the types out
// of TypeScript, in brotli, LICENSE and THIRD-PARTY.txt.
// `make vendor` runs it in a copy of this folder:
//
//   node build.mjs OUT

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { build } from "esbuild";

const [out] = process.argv.slice(2);

// The text is an expression: a function that takes a TypeScript text and the name of its file. import and export stay as
// they are, for the loader (static/frame/nodemodules.js), and what is imported as a type alone goes.
const used = `
import { transform } from "sucrase";
export const typed = (text, file) => transform(text, {
  transforms: ["typescript"], filePath: file, disableESTransforms: true, keepUnusedImports: false, injectCreateRequireForImportRequire: false,
}).code;
`;

const { outputFiles: [bundle], metafile } = await build({
  stdin: { contents: used, resolveDir: "." },
  bundle: true, minify: true, write: false, metafile: true, format: "iife", globalName: "sucrase", platform: "browser", target: "es2022", legalComments: "none",
});
const text = Buffer.from(`/* sucrase 3.35.1, MIT: see static/vendor/sucrase. */\n(() => { ${bundle.text.trim()} return sucrase.typed; })()\n`);
const packed = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: text.length } });
writeFileSync(join(out, "sucrase.js.br"), packed);

// The licences of all that is in the bundle.
const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
const names = [...new Set(Object.keys(metafile.inputs).map((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]).filter(Boolean))].sort((a, b) => (a === "sucrase" ? -1 : b === "sucrase" ? 1 : a < b ? -1 : 1));
const notices = names.map((name) => {
  const { version, license } = packages[`node_modules/${name}`];
  return `${name} ${version}: ${license}\n\n${readFileSync(join("node_modules", name, "LICENSE"), "utf8").trim().replaceAll("\r\n", "\n")}\n`;
});
writeFileSync(join(out, "THIRD-PARTY.txt"), notices.join("\n" + "-".repeat(72) + "\n\n"));
writeFileSync(join(out, "LICENSE"), readFileSync("node_modules/sucrase/LICENSE"));

const sum = (bytes) => createHash("sha256").update(bytes).digest("hex");
writeFileSync(join(out, "sucrase.sha256"), `${sum(text)}  sucrase.js\n${sum(packed)}  sucrase.js.br\n`);
console.log(`sucrase.js: ${text.length} bytes, ${packed.length} in brotli`);

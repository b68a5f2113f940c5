// Builds what stands beside it out of the packages that package-lock.json pins:
// isomorphic-git.js, with what the page's git uses and no more, LICENSE and THIRD-PARTY.txt.
// `make vendor` runs it in a copy of this folder:
//
//   node build.mjs OUT

import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { mend } from "./mended.mjs";

const [out] = process.argv.slice(2);

// What an object is called is asked often, and at once; the library tells it only later. A pack that comes from a
// server is taken apart by static/frame/git/pack.js, which needs what inflates.
const used = `
export { readObject, writeObject } from "isomorphic-git";
import Hash from "sha.js/sha1.js";
import pako from "pako";
export const { Inflate, deflate } = pako;
export const sha1 = (bytes) => new Hash().update(bytes).digest("hex");
`;

const { outputFiles: [bundle], metafile } = await build({
  stdin: { contents: used, resolveDir: "." },
  bundle: true, minify: true, write: false, format: "iife", globalName: "isomorphicGit", platform: "browser", target: "es2022", legalComments: "none", metafile: true,
  banner: { js: "/* isomorphic-git, MIT, changed: see README.md beside it. */" },
  define: { global: "globalThis" },
  inject: ["buffer.mjs"],
  plugins: [{
    name: "mend",
    setup(b) {
      b.onLoad({ filter: /isomorphic-git.index\.js$/ }, ({ path }) => ({ contents: mend(readFileSync(path, "utf8")) }));
    },
  }],
});
writeFileSync(join(out, "isomorphic-git.js"), bundle.contents);

// The licences of all that the lock file pins for the page, in the bundle or not.
const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
const notices = Object.entries(packages).filter(([path, p]) => path && !p.dev && !p.optional && !p.peer).map(([path, p]) => {
  const file = readdirSync(path).find((n) => /^(licen[cs]e|copying)/i.test(n));
  const text = file ? readFileSync(join(path, file), "utf8").trim() : "(The package holds no text of its licence.)";
  return `${path.replace(/^.*node_modules\//, "")} ${p.version}: ${p.license}\n\n${text.replaceAll("\r\n", "\n")}\n`;
});
writeFileSync(join(out, "THIRD-PARTY.txt"), notices.join("\n" + "-".repeat(72) + "\n\n"));
writeFileSync(join(out, "LICENSE"), readFileSync("node_modules/isomorphic-git/LICENSE.md"));

const sum = createHash("sha256").update(bundle.contents).digest("hex");
writeFileSync(join(out, "isomorphic-git.js.sha256"), `${sum}  isomorphic-git.js\n`);
const from = new Set(Object.keys(metafile.inputs).map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]).filter(Boolean));
console.log(`isomorphic-git.js: ${bundle.contents.length} bytes of ${[...from].sort().join(", ")}, sha256 ${sum}`);

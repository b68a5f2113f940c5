// Builds what stands beside it out of the packages that package-lock.json pins:
// just-bash.js, THIRD-PARTY.txt, and the list of programs that it can run, a line each.
// `make vendor` runs it in a copy of this folder:
//
//   node build.mjs OUT PROGRAMS.txt

import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { build } from "esbuild";
import { mended } from "./mended.mjs";

const [out, list] = process.argv.slice(2);

// absent are the commands of just-bash that do not work here: they want Node's
// zlib or a document, or mean nothing where no one types.
const absent = ["alias", "gunzip", "gzip", "help", "history", "html-to-markdown", "unalias", "zcat"];

// more are programs of every system that just-bash knows as words of its shell
// only, and those that are added to it.
const more = ["[", "bc", "cmp", "git", "id", "mktemp", "nohup", "realpath", "test", "uname"];

function mend(text) {
  for (const [why, from, to, times = 1] of mended) {
    const found = text.split(from).length - 1;
    if (found !== times) throw new Error(`${why}: got ${found} times in just-bash, want ${times}: ${from}`);
    text = text.replaceAll(from, () => to);
  }
  return text;
}

const zlib = `const no = () => { throw new Error("compression is not available here") };
export const constants = {}, gunzipSync = no, gzipSync = no;`;

const { outputFiles: [bundle] } = await build({
  stdin: { contents: `export { Bash, InMemoryFs, getCommandNames } from "just-bash/browser"; export { lilyEncoder as encoder } from "./bytes.mjs";`, resolveDir: "." },
  bundle: true, minify: true, write: false, format: "iife", globalName: "justBash", platform: "browser", target: "es2022", legalComments: "none",
  banner: { js: "/* just-bash, Apache-2.0, changed: see README.md beside it. */" },
  inject: ["./bytes.mjs", "./class.mjs", "./int.mjs", "./where.mjs", "./fds.mjs", "./reads.mjs", "./lists.mjs", "./trap.mjs", "./jobs.mjs"], define: { "Number.parseInt": "lilyInt", parseInt: "lilyInt" },
  plugins: [{
    name: "mend",
    setup(b) {
      b.onLoad({ filter: /just-bash.dist.bundle.browser\.js$/ }, ({ path }) => ({ contents: mend(readFileSync(path, "utf8")) }));
      b.onResolve({ filter: /^node:zlib$/ }, () => ({ path: "zlib", namespace: "absent" }));
      b.onLoad({ filter: /.*/, namespace: "absent" }, () => ({ contents: zlib }));
    },
  }],
});
writeFileSync(join(out, "just-bash.js"), bundle.contents);

const scope = { TextEncoder, TextDecoder, URL, AbortController, setTimeout, clearTimeout, setInterval, clearInterval, queueMicrotask, performance };
runInNewContext(bundle.text + ";globalThis.names = justBash.getCommandNames()", scope);
const programs = [...scope.names, ...more].filter((n) => !absent.includes(n)).sort();
writeFileSync(list, programs.join("\n") + "\n");

// The licences of all that may be in the bundle: what just-bash needs.
const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
const notices = Object.entries(packages).filter(([path, p]) => path && !p.dev && !p.optional && !p.peer).map(([path, p]) => {
  const file = readdirSync(path).find((n) => /^(licen[cs]e|copying)/i.test(n));
  const text = file && existsSync(join(path, file)) ? readFileSync(join(path, file), "utf8").trim() : "(The package holds no text of its licence.)";
  return `${path.replace(/^.*node_modules\//, "")} ${p.version}: ${p.license}\n\n${text.replaceAll("\r\n", "\n")}\n`;
});
writeFileSync(join(out, "THIRD-PARTY.txt"), notices.join("\n" + "-".repeat(72) + "\n\n"));
writeFileSync(join(out, "LICENSE"), readFileSync("node_modules/just-bash/LICENSE"));

const sum = createHash("sha256").update(bundle.contents).digest("hex");
writeFileSync(join(out, "just-bash.js.sha256"), `${sum}  just-bash.js\n`);
console.log(`just-bash.js: ${bundle.contents.length} bytes, ${programs.length} programs, sha256 ${sum}`);

// Builds what stands beside it out of the package that the lock file of just-bash pins: python.js, which is the glue, and
// python.wasm.br and python.zip.br, the interpreter and its library, in brotli; and out of packages.lock.json the
// packages that come with their first import, packages.js and a zip for each part.
// `make vendor` runs it in a copy of this folder:
//
//   node build.mjs OUT

import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { mend } from "./mended.mjs";
import { read, write } from "./zip.mjs";
import { compiled } from "./compile.mjs";
import { notices, sources, table } from "./packages.mjs";

const [out] = process.argv.slice(2);
const from = "node_modules/just-bash/vendor/cpython-emscripten";

// absent are the parts of the library that cannot work here (no processes, no terminal, no window, no foreign
// functions), or that stand in for parts that the interpreter has.
const absent = /^(ctypes|curses|ensurepip|idlelib|lib2to3|multiprocessing|pydoc_data|tkinter|turtledemo|venv|wsgiref|site-packages|__phello__|test|dbm|sqlite3)\/|^(turtle|_pydecimal|_pyio|_pydatetime|__hello__|cProfile|antigravity|this|pty|tty|_aix_support|_android_support|_apple_support|_ios_support|_osx_support)\.pyc$|\.(rst|css|txt|bat)$/;

const glue = Buffer.from("/* CPython 3.13 for Emscripten, PSF-2.0 and MIT, changed: see README.md beside it. */\n" + mend(readFileSync(join(from, "python.cjs"), "utf8")));
const wasm = readFileSync(join(from, "python.wasm"));

const library = new Map([...read(readFileSync(join(from, "python313.zip")))].filter(([name]) => !absent.test(name) && !name.endsWith("/")));
const compile = (sources, at) => compiled(glue.toString(), wasm, write(library), sources, at);
const added = readdirSync(".").filter((n) => n.endsWith(".py"));
for (const [name, bytes] of await compile(added.map((n) => [n, readFileSync(n)]), "/usr/lib/python313.zip")) library.set(name, bytes);

const packed = (bytes) => brotliCompressSync(bytes, { params: {
  [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
} });
const parts = [["python.wasm", wasm], ["python.zip", write(library)]];
for (const [part, files] of await sources("packages")) {
  const [modules, data] = [true, false].map((is) => files.filter(([name]) => name.endsWith(".py") === is));
  parts.push([`${part}.zip`, write(new Map([...data, ...await compile(modules, `/usr/lib/python-packages/${part}.zip`)]))]);
}
const files = [["python.js", glue], ["packages.js", Buffer.from(table())], ...parts.map(([name, bytes]) => [`${name}.br`, packed(bytes)])];
for (const [name, bytes] of files) writeFileSync(join(out, name), bytes);
writeFileSync(join(out, "PACKAGES.txt"), notices().join("\n" + "-".repeat(72) + "\n\n"));

const sum = (bytes) => createHash("sha256").update(bytes).digest("hex");
writeFileSync(join(out, "python.sha256"), [...files, ...parts].map(([name, bytes]) => `${sum(bytes)}  ${name}\n`).join(""));
for (const [name, bytes] of files) console.log(`${name}: ${bytes.length} bytes, sha256 ${sum(bytes)}`);

// Compiles what Lily adds to Python's library, and the packages, in the very Python that it is for.

import { createRequire } from "node:module";
import { dirname } from "node:path";

const code = `
import importlib._bootstrap_external as b, sys
for name in sys.argv[2:]:
    with open("/in/" + name, "rb") as f: source = f.read()
    code = compile(source, sys.argv[1] + "/" + name, "exec", dont_inherit=True, optimize=0)
    with open("/in/" + name + "c", "wb") as f: f.write(b._code_to_timestamp_pyc(code, 0, 0))
`;

// compiled gives the compiled forms of sources, as [name, bytes], for a zip that is to lie at a path.
export async function compiled(glue, wasm, library, sources, at) {
  const make = new Function("require", "__dirname", `${glue}; return createPythonModule`)(createRequire(import.meta.url), "");
  const python = await make({
    noInitialRun: true, wasmBinary: wasm, thisProgram: "/usr/bin/python3",
    preRun: [({ FS, ENV }) => {
      FS.createPath("/", "usr/lib", true, true);
      FS.writeFile("/usr/lib/python313.zip", library);
      for (const [name, bytes] of sources) {
        FS.mkdirTree(dirname(`/in/${name}`));
        FS.writeFile(`/in/${name}`, bytes);
      }
      Object.assign(ENV, { PYTHONHOME: "/usr", PYTHONHASHSEED: "0" }); // the order of a set's constants
    }],
    printErr: (line) => console.error(line),
  });
  const status = python.callMain(["-S", "-c", code, at, ...sources.map(([name]) => name)]);
  if (status !== 0) throw new Error(`Python ended with ${status} where it compiles`);
  return sources.map(([name]) => [name + "c", Buffer.from(python.FS.readFile(`/in/${name}c`))]);
}

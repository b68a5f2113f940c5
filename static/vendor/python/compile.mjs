// Compiles what Lily adds to Python's library, in the very Python that it is for.

import { createRequire } from "node:module";

const code = `
import importlib._bootstrap_external as b, sys
for name in sys.argv[1:]:
    with open("/in/" + name, "rb") as f: source = f.read()
    code = compile(source, "/usr/lib/python313.zip/" + name, "exec", dont_inherit=True, optimize=0)
    with open("/in/" + name + "c", "wb") as f: f.write(b._code_to_timestamp_pyc(code, 0, 0))
`;

// compiled gives the compiled forms of sources, as [name, bytes].
export async function compiled(glue, wasm, library, sources) {
  const make = new Function("require", "__dirname", `${glue}; return createPythonModule`)(createRequire(import.meta.url), "");
  const python = await make({
    noInitialRun: true, wasmBinary: wasm, thisProgram: "/usr/bin/python3",
    preRun: [({ FS, ENV }) => {
      FS.createPath("/", "usr/lib", true, true);
      FS.writeFile("/usr/lib/python313.zip", library);
      FS.mkdir("/in");
      for (const [name, bytes] of sources) FS.writeFile("/in/" + name, bytes);
      ENV.PYTHONHOME = "/usr";
    }],
    printErr: (line) => console.error(line),
  });
  const status = python.callMain(["-S", "-c", code, ...sources.map(([name]) => name)]);
  if (status !== 0) throw new Error(`Python ended with ${status} where it compiles`);
  return sources.map(([name]) => [name + "c", Buffer.from(python.FS.readFile(`/in/${name}c`))]);
}

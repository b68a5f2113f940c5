// crush, in a process for each run: the program is built in a checkout from drive/crush/main.go.txt.
import path from "node:path";
import { cache, output, serve } from "./serve.mjs";

await serve(async ({ cwd, bundled }) => {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, LANG: process.env.LANG };
  return JSON.parse(await output(path.join(cache, "skills"), [cwd, ...(bundled ? ["bundled"] : [])], { cwd, env }));
});

// skills-ref, in a process of Python for each run.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { cache, output, serve } from "./serve.mjs";

const [python, ...paths] = fs.readFileSync(path.join(cache, "paths"), "utf8").trim().split("\n");
const script = fileURLToPath(new URL("standard.py", import.meta.url));
const env = { ...process.env, PYTHONPATH: paths.join(":"), PYTHONDONTWRITEBYTECODE: "1", PYTHONUTF8: "1" };

await serve(async ({ cwd }) => JSON.parse(await output(python, ["-W", "ignore", script, path.join(cwd, ".agents/skills")], { env })));

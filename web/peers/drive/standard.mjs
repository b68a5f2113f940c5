// skills-ref, in one process of Python that is asked for one installation after another.
import fs from "node:fs";
import path from "node:path";
import readline from "node:readline";
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { cache, home, project, serve } from "./serve.mjs";

const [python, ...paths] = fs.readFileSync(path.join(cache, "paths"), "utf8").trim().split("\n");
const script = fileURLToPath(new URL("standard.py", import.meta.url));
const env = { ...process.env, PYTHONPATH: paths.join(":"), PYTHONDONTWRITEBYTECODE: "1", PYTHONUTF8: "1" };
const child = spawn(python, ["-W", "ignore", script], { env, stdio: ["pipe", "pipe", "inherit"] });
const replies = readline.createInterface({ input: child.stdout })[Symbol.asyncIterator]();

const roots = [project, home].map((root) => path.join(root, ".agents/skills"));

await serve(async () => {
  child.stdin.write(JSON.stringify(roots) + "\n");
  const { value, done } = await replies.next();
  if (done) throw new Error("the validator ended");
  return JSON.parse(value);
});

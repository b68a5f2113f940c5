// Codex: what its app server lists, and the part of its prompt that names skills. Each run has a process of its own,
// since it keeps a folder in the home.
import path from "node:path";
import readline from "node:readline";
import { spawn } from "node:child_process";
import { cache, home, output, serve } from "./serve.mjs";

const codex = path.join(cache, "node_modules/@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex");
// A provider that nobody answers for: the usual one is asked for its models, in vain and for seconds.
const local = ["model_provider=lo", "model_providers.lo.name=lo", "model_providers.lo.base_url=http://127.0.0.1:9/v1"];
const env = { PATH: process.env.PATH, HOME: home, LANG: process.env.LANG, RUST_LOG: "off" };

async function listed(cwd, config) {
  const child = spawn(codex, [...config, "app-server"], { cwd, env, stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise((resolve) => child.on("close", resolve));
  const lines = readline.createInterface({ input: child.stdout });
  const ask = (id, method, params) => child.stdin.write(JSON.stringify({ jsonrpc: "2.0", id, method, params }) + "\n");
  try {
    ask(1, "initialize", { clientInfo: { name: "lily", title: "Lily", version: "0" } });
    for await (const line of lines) {
      const { id, result, error } = JSON.parse(line);
      if (error) throw new Error(JSON.stringify(error));
      if (id === 1) {
        ask(undefined, "initialized");
        ask(2, "skills/list", { cwds: [cwd], forceReload: true });
      }
      if (id === 2) return result.data[0];
    }
    throw new Error("the app server ended");
  } finally {
    child.kill();
    await ended;
  }
}

async function catalog(cwd, config, window) {
  const more = window ? ["-c", `model_context_window=${window}`] : [];
  const items = JSON.parse(await output(codex, [...config, ...more, "debug", "prompt-input", "hello"], { cwd, env }));
  const texts = items.flatMap((item) => (Array.isArray(item.content) ? item.content : [])).map((part) => part.text ?? "");
  return texts.filter((text) => text.startsWith("<skills_instructions>")).join("\n");
}

await serve(async ({ cwd, windows = [], bundled }) => {
  const config = (bundled ? local : [...local, "skills.bundled.enabled=false"]).flatMap((value) => ["-c", value]);
  const { skills, errors } = await listed(cwd, config);
  const reply = {
    skills: skills.map((s) => ({ path: s.path, name: s.name, description: s.description })),
    errors: errors.map((e) => ({ path: e.path, text: e.message })),
    catalog: await catalog(cwd, config),
    windows: {},
  };
  for (const window of windows) reply.windows[window] = await catalog(cwd, config, window);
  return reply;
});

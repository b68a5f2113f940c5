// opencode: what its server lists, and the system prompt that it sends to a model, which this process stands in for.
// The server keeps what it read of a folder until that is disposed of.
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { spawn } from "node:child_process";
import { cache, home, project, serve, stage } from "./serve.mjs";

const opencode = path.join(cache, "node_modules/opencode-linux-x64/bin/opencode");

// The stand-in answers with one word, and keeps what it was asked.
let asked = [];
const model = http.createServer((request, response) => {
  const data = [];
  request.on("data", (part) => data.push(part));
  request.on("end", () => {
    asked.push(JSON.parse(Buffer.concat(data).toString() || "{}"));
    const chunk = (delta, finish) =>
      `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(chunk({ role: "assistant", content: "ok" }, null) + chunk({}, "stop") + "data: [DONE]\n\n");
  });
});
await new Promise((resolve) => model.listen(0, "127.0.0.1", resolve));

const config = {
  $schema: "https://opencode.ai/config.json",
  model: "lily/m",
  small_model: "lily/m",
  share: "disabled",
  autoupdate: false,
  snapshot: false,
  lsp: false,
  formatter: false,
  provider: {
    lily: {
      npm: "@ai-sdk/openai-compatible",
      name: "Lily",
      options: { baseURL: `http://127.0.0.1:${model.address().port}/v1`, apiKey: "none" },
      models: { m: { name: "m", limit: { context: 200000, output: 8000 } } },
    },
  },
};

const kept = path.join(stage, "opencode");
fs.mkdirSync(kept, { recursive: true });
fs.writeFileSync(path.join(kept, "models.json"), "{}"); // else it reads thousands, for each run anew
const env = {
  PATH: process.env.PATH,
  HOME: home,
  LANG: process.env.LANG,
  UV_THREADPOOL_SIZE: "1",
  XDG_DATA_HOME: path.join(kept, "data"),
  XDG_STATE_HOME: path.join(kept, "state"),
  XDG_CACHE_HOME: path.join(kept, "cache"),
  OPENCODE_DISABLE_AUTOUPDATE: "1",
  OPENCODE_DISABLE_MODELS_FETCH: "1",
  OPENCODE_MODELS_PATH: path.join(kept, "models.json"),
  OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
  OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
  OPENCODE_EXPERIMENTAL_DISABLE_FILEWATCHER: "1",
};

// The program's own skill is hidden by a permission, but for the run that asks for it.
const hidden = { permission: { skill: { "customize-opencode": "deny" } } };
let base, server;

async function start(more) {
  server?.kill();
  const own = { ...env, OPENCODE_CONFIG_CONTENT: JSON.stringify({ ...config, ...more }) };
  server = spawn(opencode, ["serve", "--pure", "--port", "0", "--hostname", "127.0.0.1"], { cwd: stage, env: own, stdio: ["ignore", "pipe", "inherit"] });
  const started = server;
  base = await new Promise((resolve, reject) => {
    started.on("close", () => reject(new Error("the server ended")));
    started.stdout.on("data", (text) => {
      const at = String(text).match(/http:\/\/127\.0\.0\.1:\d+/);
      if (at) resolve(at[0]);
    });
  });
}

process.on("exit", () => server?.kill());
await start(hidden);

async function call(method, at, cwd, body) {
  const url = `${base}${at}?directory=${encodeURIComponent(cwd)}`;
  const answer = await fetch(url, { method, headers: { "content-type": "application/json" }, body: body && JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${method} ${at}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

// Beside each of its own folders the program installs what plugins import, each time that it opens them. There is no
// network, so that each try would go on for minutes, and hundreds of them at once; it installs nothing where its lock
// file says that it is there.
function installed(cwd) {
  const dirs = [path.join(home, ".config/opencode"), path.join(home, ".opencode")];
  for (let at = cwd; at.startsWith(project); at = path.dirname(at)) dirs.push(path.join(at, ".opencode"));
  const lock = JSON.stringify({ lockfileVersion: 3, packages: { "": { dependencies: { "@opencode-ai/plugin": "*" } } } });
  for (const dir of dirs.filter((d) => fs.existsSync(d) || d.endsWith(".config/opencode"))) {
    fs.mkdirSync(path.join(dir, "node_modules"), { recursive: true });
    fs.writeFileSync(path.join(dir, "package-lock.json"), lock);
  }
}

// The part of the system prompt that names skills.
function catalogIn(text) {
  const from = text.search(/Skills provide specialized instructions/);
  const end = "</available_skills>";
  const to = text.lastIndexOf(end);
  return from < 0 ? "" : to < 0 ? text.slice(from).split("\n\n")[0] : text.slice(from, to + end.length);
}

await serve(async ({ cwd, bundled }) => {
  installed(cwd);
  if (bundled) await start({});
  await call("POST", "/instance/dispose", cwd);
  const skills = (await call("GET", "/skill", cwd)).filter((s) => bundled || s.location !== "<built-in>");
  const session = await call("POST", "/session", cwd, { title: "lily" });
  asked = [];
  await call("POST", `/session/${session.id}/message`, cwd, { parts: [{ type: "text", text: "hello" }] });
  const texts = asked.flatMap((a) => a.messages ?? []).filter((m) => m.role === "system");
  const all = texts.map((m) => (typeof m.content === "string" ? m.content : m.content.map((c) => c.text).join("\n"))).join("\n");
  return {
    skills: skills.map((s) => ({ path: s.location, name: s.name, description: s.description ?? "" })),
    catalog: catalogIn(all),
  };
});

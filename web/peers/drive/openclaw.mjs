// OpenClaw's loader and the text of its prompt, in this process, with the project as the agent's workspace.
import fs from "node:fs";
import path from "node:path";
import { cache, serve, stage } from "./serve.mjs";

const dist = path.join(cache, "node_modules/openclaw/dist");

// The parts of the program have a digest in their names, and export one letter for each function.
async function part(prefix, name) {
  for (const file of fs.readdirSync(dist).filter((f) => f.startsWith(prefix) && f.endsWith(".mjs"))) {
    const letter = fs.readFileSync(path.join(dist, file), "utf8").match(new RegExp(`export \\{[^}]*\\b${name}(?: as (\\w+))?\\b[^}]*\\};?\\s*$`));
    if (letter) return (await import(path.join(dist, file)))[letter[1] ?? name];
  }
  throw new Error(`no part of the program exports ${name}`);
}

const loadWorkspaceSkills = await part("workspace-skill-loader-", "loadWorkspaceSkills");
const buildSkillSnapshot = await part("workspace-skill-prompt-", "buildSkillSnapshot");
const resolveSkillsPrompt = await part("workspace-skill-prompt-", "resolveSkillsPrompt");

let run = 0;
await serve(async ({ cwd, windows = [], bundled }) => {
  // What was read is kept for each set of folders: this one is another one each time, and empty.
  const options = { config: {}, eligibility: {}, pluginSkillsDir: path.join(stage, bundled ? "plugins" : `plugins-${run++}`) };
  if (!bundled) {
    options.config.plugins = { enabled: false };
    options.bundledSkillsDir = path.join(stage, "no-bundled-skills");
  }
  const entries = loadWorkspaceSkills(cwd, options);
  const skillsSnapshot = await buildSkillSnapshot(cwd, options);
  const catalog = (contextTokenBudget) => resolveSkillsPrompt({ workspaceDir: cwd, skillsSnapshot, contextTokenBudget });
  const reply = {
    skills: entries.map(({ skill }) => ({ path: skill.filePath, name: skill.name, description: skill.description })),
    catalog: await catalog(),
    windows: {},
  };
  for (const window of windows) reply.windows[window] = await catalog(window);
  return reply;
});

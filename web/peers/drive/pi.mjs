// pi's loader of resources and of skills, in this process.
import path from "node:path";
import { home, load, serve } from "./serve.mjs";

const { DefaultPackageManager } = await load("package/dist/core/package-manager.js");
const { loadSkills, formatSkillsForPrompt } = await load("package/dist/core/skills.js");

// What is read of the settings where there is none, in a project that its person trusts.
const settings = {
  getGlobalSettings: () => ({}),
  getProjectSettings: () => ({}),
  isProjectTrusted: () => true,
};

await serve(async ({ cwd }) => {
  const agentDir = path.join(home, ".pi/agent");
  const found = await new DefaultPackageManager({ cwd, agentDir, settingsManager: settings }).resolve();
  const skillPaths = [...new Set(found.skills.filter((s) => s.enabled).map((s) => s.path))];
  const { skills, diagnostics } = loadSkills({ cwd, agentDir, skillPaths, includeDefaults: false });
  return {
    skills: skills.map((s) => ({ path: s.filePath, name: s.name, description: s.description })),
    errors: diagnostics.map((d) => ({ path: d.path, text: d.message })),
    catalog: formatSkillsForPrompt(skills).trim(),
  };
});

// Gemini CLI's core, in this process.
import { load, serve } from "./serve.mjs";

const core = "node_modules/@google/gemini-cli-core/dist/src/";
const { SkillManager } = await load(core + "skills/skillManager.js");
const { Storage } = await load(core + "config/storage.js");
const { renderAgentSkills } = await load(core + "prompts/snippets.js");

await serve(async ({ cwd, bundled }) => {
  const manager = new SkillManager();
  if (!bundled) manager.discoverBuiltinSkills = async () => {};
  await manager.discoverSkills(new Storage(cwd), [], true);
  const skills = manager.getSkills();
  return {
    skills: skills.map((s) => ({ path: s.location, name: s.name, description: s.description })),
    catalog: renderAgentSkills(skills.map((s) => ({ name: s.name, description: s.description, location: s.location }))),
  };
});

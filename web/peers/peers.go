package main

import "lily/core/agents/agentstest"

// peer is one program: how it is installed, and where its person keeps skills.
type peer struct {
	name, version string
	usual         string // the folder of a project for skills that were dropped
	window        int    // the context window of a run that names none, in tokens, where the agent knows it
	races         bool   // whether it lists skills in the order in which its reads end
	chance        string // the case that it answers by chance, which nobody can be held to
	how           string // a sentence
	install       func(cache string) error
}

func (p peer) golden() agentstest.Golden {
	return agentstest.Golden{Agent: p.name, Version: p.version, How: p.how, Usual: p.usual, Window: p.window, Races: p.races, Runs: map[string]agentstest.Run{}}
}

var peers = []peer{
	{
		"codex", "0.169.0", ".agents/skills", 272_000, false, "",
		"skills/list of codex app-server, and the skills' part of codex debug prompt-input, with the bundled skills turned off",
		npm("codex", "@openai/codex@0.169.0"),
	},
	{
		"pi", "1.5.2", ".pi/skills", 0, false, "",
		"DefaultPackageManager.resolve of a trusted project, loadSkills over what it found, and formatSkillsForPrompt",
		pi("@earendil-works/pi-coding-agent@1.5.2"),
	},
	{
		"gemini", "0.61.0", ".gemini/skills", 0, false, "",
		"SkillManager.discoverSkills of a trusted folder without the built-in skills, and renderAgentSkills",
		npm("gemini", "@google/gemini-cli-core@0.61.0"),
	},
	{
		"openclaw", "2026.9.6", "skills", 0, false, "",
		"loadWorkspaceSkills and buildSkillSnapshot of the project as workspace, without the bundled skills; with a window, compactSkillsPromptForContext too",
		npm("openclaw", "openclaw@2026.9.6"),
	},
	{
		"opencode", "1.18.33", ".opencode/skills", 0, true, "",
		"GET /skill of opencode serve, asked to read in one thread, and the system prompt that it sends to a model on loopback; " +
			"without models but that one, and told that what plugins import is installed",
		npm("opencode", "opencode-linux-x64@1.18.33"),
	},
	{
		"crush", "37f36e93", ".crush/skills", 0, false, "case/name-order",
		"skills.DiscoverFromConfig over the folders that config names, and ToPromptXML, without the built-in skills",
		crush,
	},
	{
		"standard", "69ef37e", ".agents/skills", 0, false, "",
		"skills_ref.validator.validate of each folder with a skill below .agents/skills of project and home, and to_prompt of those without an error",
		standard,
	},
}

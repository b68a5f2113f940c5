// Package copilot is GitHub Copilot in VS Code, as the sources of VS Code read skills.
//
// It promises the skills of a workspace and a home, and the part of the prompt that names them, without the skills of
// extensions and plugins, and without the experiment that makes the sentences above the list longer.
package copilot

import (
	"path"
	"strconv"
	"strings"

	"lily/core/agents"
	"lily/core/agents/dialect"
)

const (
	usual   = ".github/skills"
	code    = "microsoft/vscode@ef24d362 src/vs/workbench/contrib/chat/common/promptSyntax/"
	prompts = code + "service/promptsServiceImpl.ts"
	tell    = code + "computeAutomaticInstructions.ts; extensions/copilot"
	docs    = "https://code.visualstudio.com/docs/agent-customization/agent-skills (2026-09)"

	whole, named = 15_000, 5_000 // characters of the entries, and of the names that follow
)

// Agent is VS Code.
var Agent = agents.Agent{
	Name: "copilot", Title: "VS Code (Copilot)", Version: "ef24d362", Usual: usual, Known: agents.Read, See: see, Rules: []agents.Rule{
		{ID: agents.PlaceRule, Known: agents.Read, Text: "It looks in .github/skills, .agents/skills and .claude/skills of the workspace, then in ~/.copilot/skills, ~/.agents/skills and " + "~/.claude/skills: for SKILL.md in each folder right below.", Source: code + "config/promptFileLocations.ts DEFAULT_SKILL_SOURCE_FOLDERS; utils/promptFilesLocator.ts findAgentSkillsInFolder; " + docs},
		{ID: "fence", Known: agents.Read, Text: "A file begins with a line ---, and its frontmatter ends at the next such line, or with the file. A file without is a skill without keys.", Source: code + "promptFileParser.ts PromptFileParser.parse"},
		{ID: "lenient", Known: agents.Read, Text: "The YAML reader is VS Code's own. It never refuses: it keeps what it has read until it is lost, and every single value is text. " + "A value ends at a colon with a blank behind, and all keys below are lost.", Source: "microsoft/vscode@025b30c6 src/vs/base/common/yaml.ts"},
		{ID: "folder", Known: agents.Read, Text: "A skill is called as its folder, whatever its key name says.", Source: prompts + " computeSkillDiscoveryInfo"},
		{ID: "twin", Known: agents.Read, Text: "Of one name the skill that is found first stays.", Source: prompts + " computeSkillDiscoveryInfo"},
		{ID: "description", Known: agents.Read, Text: "Without a description the model is not told of a skill.", Source: tell},
		{ID: "tags", Known: agents.Read, Text: "What stands between < and > is taken out of a description.", Source: prompts + " sanitizeAgentSkillText"},
		{ID: "long", Known: agents.Read, Text: "A description is cut to 1,024 characters.", Source: prompts + " truncateAgentSkillDescription"},
		{ID: "hidden", Known: agents.Read, Text: "With disable-model-invocation: true the model is not told of a skill.", Source: tell + "; " + docs},
		{ID: "command", Known: agents.Documented, Text: "With user-invocable: false a person cannot start a skill by its name.", Source: docs},
		{ID: "keys", Known: agents.Documented, Text: "allowed-tools has no effect: VS Code does not know it in a skill.", Source: docs},
		{ID: "catalog", Known: agents.Read, Text: "Skills are told whole, without escapes, up to 15,000 characters; those after are named alone, up to 5,000 characters; the rest is counted. " + "How the sentence names the tool that loads a skill is an estimate.", Source: tell + " SKILL_DESCRIPTION_CHAR_BUDGET, TRUNCATED_NAMES_CHAR_BUDGET; microsoft/vscode#315350, #314804"},
	},
}

func see(s *agents.Site, _ agents.Terms) (v agents.View) {
	l := list{taken: map[string]*agents.Cell{}}
	for _, folder := range []string{usual, ".agents/skills", ".claude/skills"} {
		l.root(&v, s.Open(agents.Project, path.Join(s.Up()[0], folder)))
	}
	for _, folder := range []string{".copilot/skills", ".agents/skills", ".claude/skills"} {
		l.root(&v, s.Open(agents.Home, folder))
	}
	text := l.catalog()
	v.Catalog = func() string { return text }
	return v
}

// list collects what is told.
type list struct {
	taken map[string]*agents.Cell
	told  []entry
}

type entry struct {
	*agents.Cell
	at string
}

func (l *list) root(v *agents.View, r agents.Root) {
	for _, f := range r.Skills(agents.Walk{Named: true, Depth: 1}) {
		c := &agents.Cell{Path: f.Path, Name: f.Folder(), State: agents.Loaded}
		if by := l.taken[c.Name]; by != nil {
			v.Rest = append(v.Rest, c.Losing(by, "twin"))
			continue
		}
		l.taken[c.Name] = c
		v.Order = append(v.Order, c)
		if judge(f, c) {
			l.told = append(l.told, entry{c, f.Real()})
		}
	}
}

// catalog writes the list, and tells those cells that have no place in it.
func (l *list) catalog() string {
	if len(l.told) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("<skills>\nHere is a list of skills that contain domain specific knowledge on a variety of topics.\n" +
		"When a user asks you to perform a task that falls within the domain of a skill, use the skill tool with the skill name to load it.\n")
	used, at := 0, 0
	for ; at < len(l.told); at++ {
		e := l.told[at]
		text := "<skill>\n<name>" + e.Name + "</name>\n<description>" + e.Shown + "</description>\n<file>" + e.at + "</file>\n</skill>\n"
		if used += dialect.Units(text); used > whole {
			break
		}
		b.WriteString(text)
	}
	if rest := l.told[at:]; len(rest) > 0 {
		b.WriteString("Additional skills available (invoke by name): " + names(rest) + "\n")
	}
	return b.String() + "</skills>\n\n"
}

// names are those of skills without room for more, and how many have not even that.
func names(rest []entry) string {
	var b strings.Builder
	used := 0
	for i, e := range rest {
		if i > 0 {
			used += 2
		}
		if used += dialect.Units(e.Name); used > named {
			for _, e := range rest[i:] {
				e.Shown = ""
				e.End(agents.Dropped, "catalog", "The list has no room for it, and none for its name.", 0)
			}
			return b.String() + "... and " + strconv.Itoa(len(rest)-i) + " more"
		}
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(e.Name)
		e.Shown = ""
		e.End(agents.Cut, "catalog", "The list has no room for it: the model sees its name alone.", 0)
	}
	return b.String()
}

// Package crush is Charm's crush, as its code reads skills.
//
// It promises the skills, their order and the block of the system prompt that names them. What crush brings itself
// (three skills of its own) is not in the block: a skill of the same name replaces one of these, and no cell tells of it.
package crush

import (
	"cmp"
	"slices"
	"strings"

	"lily/core/agents"
)

const (
	usual = ".crush/skills"
	code  = "charmbracelet/crush@37f36e93 internal/"
)

// Agent is crush.
var Agent = agents.Agent{
	Name: "crush", Title: "crush", Version: "37f36e93", Usual: usual, Known: agents.Read, See: see, Rules: []agents.Rule{
		agents.Read.Rule(agents.PlaceRule, "It looks in ~/.config/crush/skills, ~/.config/agents/skills, ~/.agents/skills and ~/.claude/skills, then in "+
			".agents/skills, .crush/skills, .claude/skills and .cursor/skills of the folder it starts in and of its repository's root. "+
			"A skill is a file SKILL.md at any depth, also in hidden folders.", code+"config/load.go GlobalSkillsDirs, ProjectSkillsDir; "+code+"skills/skills.go DiscoverWithStates"),
		agents.Read.Rule("fence", "The first line that is not blank is ---, and the next line that is --- ends the frontmatter, both with spaces around. "+
			"A byte order mark is taken off, and every line end is read as one.", code+"skills/skills.go splitFrontmatter"),
		agents.Read.Rule("yaml", "The frontmatter is YAML as gopkg.in/yaml.v3 reads it into a struct: name, description, license and compatibility are text, "+
			"metadata is a mapping of texts, user-invocable and disable-model-invocation are true or false. One value of another shape refuses the file.",
			code+"skills/skills.go ParseContent; charmbracelet/crush#3331"),
		agents.Read.Rule("name", "A name has 1 to 64 bytes: letters a to z in either case, digits, and single hyphens inside.", code+"skills/skills.go Validate"),
		agents.Read.Rule("folder", "A name is that of its folder, whatever the case of its letters.", code+"skills/skills.go Validate"),
		agents.Read.Rule("description", "A description has 1 to 1,024 bytes.", code+"skills/skills.go Validate"),
		agents.Read.Rule("compatibility", "A note on compatibility has at most 500 bytes.", code+"skills/skills.go Validate"),
		agents.Read.Rule("twin", "Skills are sorted by the whole path of their folder without regard to case, and of one name the last stays.",
			code+"skills/skills.go DiscoverWithStates, Deduplicate"),
		agents.Read.Rule("hidden", "With disable-model-invocation: true the model is not told of a skill.", code+"skills/skills.go ToPromptXML"),
		agents.Read.Rule("command", "With user-invocable: true a person can start a skill by its name; otherwise only the model can.", code+"skills/catalog.go Catalog"),
		agents.Read.Rule("catalog", "Every skill is told whole, with the five characters of XML escaped. There is no budget.", code+"skills/skills.go ToPromptXML"),
	},
}

// places are where it looks, in its order, which decides nothing: all is sorted by path afterwards.
var places = []struct {
	scope  agents.Scope
	folder string
}{
	{agents.Home, ".config/crush/skills"}, {agents.Home, ".config/agents/skills"}, {agents.Home, ".agents/skills"}, {agents.Home, ".claude/skills"},
	{agents.Project, ".agents/skills"}, {agents.Project, usual}, {agents.Project, ".claude/skills"}, {agents.Project, ".cursor/skills"},
}

// found is a skill with what its order is by.
type found struct {
	*agents.Cell
	folder, at string
	hidden     bool
}

func see(s *agents.Site, _ agents.Terms) (v agents.View) {
	var list []found
	for _, p := range places {
		for _, f := range s.Open(p.scope, p.folder).Skills(agents.Walk{Top: true}) {
			c := &agents.Cell{Path: f.Path}
			hidden := judge(f, c)
			if c.State == agents.Refused {
				v.Rest = append(v.Rest, c)
				continue
			}
			at := f.Real()
			list = append(list, found{c, strings.ToLower(strings.TrimSuffix(at, "/"+f.Base)), at, hidden})
		}
	}
	slices.SortStableFunc(list, func(a, b found) int { return cmp.Compare(a.folder, b.folder) })
	tell(&v, list)
	return v
}

// tell leaves one skill a name, and writes the catalog.
func tell(v *agents.View, list []found) {
	last := map[string]found{}
	for _, f := range list {
		last[f.Name] = f
	}
	var text strings.Builder
	for _, f := range list {
		if by := last[f.Name]; by.Cell != f.Cell {
			f.By = by.Path
			v.Rest = append(v.Rest, f.End(agents.Shadowed, "twin", "Another skill named "+f.Name+" comes later in the order of folders.", 0))
			continue
		}
		v.Order = append(v.Order, f.Cell)
		if f.hidden {
			f.Shown = ""
			f.End(agents.Dropped, "hidden", "Its key disable-model-invocation keeps it from the model.", 0)
			continue
		}
		text.WriteString("  <skill>\n    <name>" + escape(f.Name) + "</name>\n    <description>" + escape(f.Shown) +
			"</description>\n    <location>" + escape(f.at) + "</location>\n  </skill>\n")
	}
	if len(v.Order) > 0 {
		v.Catalog = "<available_skills>\n" + text.String() + "</available_skills>"
	}
}

var escaped = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&apos;")

func escape(s string) string { return escaped.Replace(s) }

// Package crush is Charm's crush, measured over its own code.
//
// It promises the skills, their order and the block of the system prompt that names them. What crush brings itself
// (three skills of its own) is not in the block: a skill of the same name replaces one of these, and no cell tells of it.
package crush

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"lily/core/agents"
	"lily/core/agents/dialect"
	"lily/core/order"
)

const (
	usual = ".crush/skills"
	code  = "charmbracelet/crush@37f36e93 internal/"
)

// Agent is crush.
var Agent = agents.Agent{
	Name: "crush", Title: "crush", Version: "37f36e93", Usual: usual, Known: agents.Measured, See: see, Listed: "twin", Rules: []agents.Rule{
		{ID: agents.PlaceRule, Known: agents.Measured, Text: "It looks in ~/.config/crush/skills, ~/.config/agents/skills, ~/.agents/skills and ~/.claude/skills, then in " + ".agents/skills, .crush/skills, .claude/skills and .cursor/skills of the folder it starts in and of its repository's root. " + "A skill is a file SKILL.md at any depth, also in hidden folders.", Source: code + "config/load.go GlobalSkillsDirs, ProjectSkillsDir; " + code + "skills/skills.go DiscoverWithStates"},
		{ID: "fence", Known: agents.Measured, Text: "The first line that is not blank is ---, and the next line that is --- ends the frontmatter, both with spaces around. " + "A byte order mark is taken off, and every line end is read as one.", Source: code + "skills/skills.go splitFrontmatter"},
		{ID: "yaml", Known: agents.Measured, Text: "The frontmatter is YAML as gopkg.in/yaml.v3 reads it into a struct: name, description, license and compatibility are text, " + "metadata is a mapping of texts, user-invocable and disable-model-invocation are true or false. One value of another shape refuses the file.", Source: code + "skills/skills.go ParseContent; charmbracelet/crush#3331"},
		{ID: "name", Known: agents.Measured, Text: "A name has 1 to 64 bytes: letters a to z in either case, digits, and single hyphens inside.", Source: code + "skills/skills.go Validate"},
		{ID: "folder", Known: agents.Measured, Text: "A name is that of its folder, whatever the case of its letters.", Source: code + "skills/skills.go Validate"},
		{ID: "description", Known: agents.Measured, Text: "A description has 1 to 1,024 bytes.", Source: code + "skills/skills.go Validate"},
		{ID: "compatibility", Known: agents.Measured, Text: "A note on compatibility has at most 500 bytes.", Source: code + "skills/skills.go Validate"},
		{ID: "twin", Known: agents.Measured, Text: "Skills are sorted by the whole path of their folder without regard to case, and of one name the last stays. Of folders that differ in case alone either may come first, since it " +
			"looks through them at once.", Source: code + "skills/skills.go DiscoverWithStates, Deduplicate"},
		{ID: "hidden", Known: agents.Measured, Text: "With disable-model-invocation: true the model is not told of a skill.", Source: code + "skills/skills.go ToPromptXML"},
		{ID: "command", Known: agents.Read, Text: "With user-invocable: true a person can start a skill by its name; otherwise only the model can.", Source: code + "skills/catalog.go Catalog"},
		{ID: "catalog", Known: agents.Measured, Text: "Every skill is told whole, with the five characters of XML escaped. There is no budget.", Source: code + "skills/skills.go ToPromptXML"},
	},
}

// roots are where it looks. Their order decides nothing: all is sorted by path afterwards.
func roots(s *agents.Site) (list []agents.Root) {
	for _, folder := range []string{".config/crush/skills", ".config/agents/skills", ".agents/skills", ".claude/skills"} {
		list = append(list, s.Open(agents.Home, folder))
	}
	up := s.Up()
	up = slices.Compact([]string{up[0], up[len(up)-1]}) // where it is started, and the repository's root
	for _, at := range up {
		for _, folder := range []string{".agents/skills", usual, ".claude/skills", ".cursor/skills"} {
			list = append(list, s.Open(agents.Project, path.Join(at, folder)))
		}
	}
	return list
}

// found is a skill with what its order is by.
type found struct {
	*agents.Cell
	folder, at string
	hidden     bool // from the model
}

func see(s *agents.Site, _ agents.Terms) (v agents.View) {
	var list []found
	for _, root := range roots(s) {
		for _, f := range root.Skills(agents.Walk{Top: true}) {
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
	order.StableFunc(list, func(a, b found) int { return cmp.Compare(a.folder, b.folder) })
	tell(&v, list)
	return v
}

// tell leaves one skill a name.
func tell(v *agents.View, list []found) {
	last := map[string]found{}
	for _, f := range list {
		last[f.Name] = f
	}
	var told []found
	for _, f := range list {
		if by := last[f.Name]; by.Cell != f.Cell {
			v.Rest = append(v.Rest, f.Losing(by.Cell, "twin"))
			continue
		}
		v.Order = append(v.Order, f.Cell)
		if f.hidden {
			f.Shown = ""
			f.End(agents.Dropped, "hidden", "Its key disable-model-invocation keeps it from the model.", 0)
			continue
		}
		told = append(told, f)
	}
	if len(v.Order) > 0 {
		v.Catalog = func() string { return catalog(told) }
	}
}

func catalog(list []found) string {
	var text strings.Builder
	text.WriteString("<available_skills>\n")
	for _, f := range list {
		text.WriteString("  <skill>\n    <name>" + dialect.XML(f.Name) + "</name>\n    <description>" + dialect.XML(f.Shown) +
			"</description>\n    <location>" + dialect.XML(f.at) + "</location>\n  </skill>\n")
	}
	text.WriteString("</available_skills>")
	return text.String()
}

// Package cursor is Cursor, as its documents say.
//
// It promises what is documented, and that every cell says so: Cursor's code is not public. Its prompt is not
// documented, so that there is no catalog.
package cursor

import (
	"path"

	"lily/core/agents"
	"lily/core/agents/dialect"

	"gopkg.in/yaml.v3"
)

const (
	usual = ".cursor/skills"
	docs  = "https://cursor.com/docs/skills (2026-08)"
)

// Agent is Cursor.
var Agent = agents.Agent{
	Name: "cursor", Title: "Cursor", Version: "documents of 2026-08", Usual: usual, Known: agents.Documented, See: see, Rules: []agents.Rule{
		{ID: agents.PlaceRule, Known: agents.Documented, Text: "It looks in .agents/skills, .cursor/skills, .claude/skills and .codex/skills of the project and of the home. " + "Each skill is a folder with SKILL.md. Skills of folders within the project are found too, when it works there.", Source: docs + ", Skill directories"},
		{ID: "frontmatter", Known: agents.Documented, Text: "A file has YAML frontmatter. What happens to one that cannot be read is not documented; here it is refused.", Source: docs + ", SKILL.md file format"},
		{ID: "name", Known: agents.Documented, Text: "A name is required: small letters, digits and hyphens. It must be that of the folder.", Source: docs + ", Frontmatter fields"},
		{ID: "description", Known: agents.Documented, Text: "A description is required.", Source: docs + ", Frontmatter fields"},
		{ID: "hidden", Known: agents.Documented, Text: "With disable-model-invocation: true a skill is used only when a person types /name.", Source: docs + ", Disabling automatic invocation"},
		{ID: "paths", Known: agents.Documented, Text: "With paths, globs of files, a skill is for work on these files.", Source: docs + ", Frontmatter fields"},
		{ID: "twin", Known: agents.Documented, Text: "Which of two skills of one name wins is not documented; here it is the first, in the order of the folders above.", Source: docs},
	},
}

func see(s *agents.Site, _ agents.Terms) (v agents.View) {
	taken := map[string]*agents.Cell{}
	for _, scope := range []agents.Scope{agents.Project, agents.Home} {
		at := ""
		if scope == agents.Project {
			at = s.Up()[0]
		}
		for _, folder := range []string{".agents/skills", usual, ".claude/skills", ".codex/skills"} {
			for _, f := range s.Open(scope, path.Join(at, folder)).Skills(agents.Walk{Named: true, Depth: 1}) {
				c := &agents.Cell{Path: f.Path}
				judge(f, c)
				by := taken[c.Name]
				switch {
				case c.State == agents.Refused:
					v.Rest = append(v.Rest, c)
				case by != nil:
					v.Rest = append(v.Rest, c.Losing(by, "twin"))
				default:
					taken[c.Name] = c
					v.Order = append(v.Order, c)
				}
			}
		}
	}
	return v
}

// judge fills in a cell.
func judge(f agents.Found, c *agents.Cell) {
	front, _, opened, closed := dialect.Front(f.Text)
	n, err := f.YAML(front)
	text := func(key string) string { return dialect.Trim(dialect.Value(agents.Get(n, key))) }
	refuse := func(rule, why string) { c.End(agents.Refused, rule, why, agents.LineOf(n, rule, 1)) }
	switch {
	case !opened || !closed:
		refuse("frontmatter", "The file has no frontmatter between two lines ---.")
		return
	case err != nil:
		refuse("frontmatter", agents.Said("The frontmatter cannot be read", err))
		return
	case n == nil || n.Kind != yaml.MappingNode:
		refuse("frontmatter", "The frontmatter is no mapping.")
		return
	}
	c.State, c.Name, c.Text = agents.Loaded, text("name"), text("description")
	switch {
	case c.Name == "":
		refuse("name", "There is no name.")
	case c.Name != f.Folder():
		refuse("name", "The name "+agents.Quote(c.Name)+" is not that of its folder, "+agents.Quote(f.Folder())+".")
	case c.Text == "":
		refuse("description", "There is no description.")
	case text("disable-model-invocation") == "true":
		c.End(agents.Dropped, "hidden", "Its key disable-model-invocation keeps it from the model.", agents.LineOf(n, "disable-model-invocation", 1))
	default:
		c.Shown = c.Text
		if agents.Get(n, "paths") != nil {
			c.Because("paths", "Its key paths keeps it to the files that it names.", agents.LineOf(n, "paths", 1))
		}
	}
}

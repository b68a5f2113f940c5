// Package opencode is opencode, as its program reads skills.
//
// It promises the skills, and the part of the system prompt that names them, without the one skill that opencode brings
// (customize-opencode). Which of two skills of one name wins is a race in the program: here it is the one found last. Its
// list of skills is in the order in which its reads end; the model is told of them by name, and so they stand here.
package opencode

import (
	"path"
	"strings"

	"lily/core/agents"
	"lily/core/agents/dialect"
	"lily/core/order"
)

const (
	usual   = ".opencode/skills"
	bundle  = "opencode-linux-x64@1.18.33 (npm), "
	skill   = bundle + "module skill; anomalyco/opencode packages/opencode/src/skill/index.ts"
	readers = bundle + "module markdown and the gray-matter in it; anomalyco/opencode packages/opencode/src/config/markdown.ts"
)

// Agent is opencode.
var Agent = agents.Agent{
	Name: "opencode", Title: "opencode", Version: "1.18.33", Usual: usual, Known: agents.Measured, See: see, Listed: "twin", Rules: []agents.Rule{
		{ID: agents.PlaceRule, Known: agents.Measured, Text: "It looks in ~/.claude/skills and ~/.agents/skills, then in both folders of each folder from where it starts up to the " + "repository's root, then in the folders skill and skills of ~/.config/opencode, of .opencode on the same way up, and of ~/.opencode. " + "A skill is a file SKILL.md at any depth; in opencode's own folders hidden folders are passed over.", Source: skill + " discovery; config/paths.ts directories"},
		{ID: "fence", Known: agents.Measured, Text: "A file begins with ---, and its frontmatter ends at the next line that begins with ---, or with the file. " + "A word after the first --- names a language: yaml, json or JavaScript.", Source: readers},
		{ID: "yaml", Known: agents.Measured, Text: "The frontmatter is YAML 1.1 as js-yaml 3 reads it: a plain 12, 1:30, true or 2026-01-01 is no text, a key must not be there twice, << merges mappings, and tabs before a line do not count.", Source: readers + " (js-yaml 3, safeLoad)"},
		{ID: "colon", Known: agents.Measured, Text: "Where the YAML cannot be read, each value of a line that has a colon is made a block of text, and it is read again. Another file with the same text, which it reads later, is refused.", Source: readers + " sanitize"},
		{ID: "name", Known: agents.Measured, Text: "A name is text. Nothing else is asked of it, and it need not be that of the folder.", Source: skill + " add"},
		{ID: "description", Known: agents.Measured, Text: "A description is text, or is not there; then the model is not told of the skill.", Source: skill + " add, fmt"},
		{ID: "twin", Known: agents.Measured, Text: "Of one name one skill stays: the one that was read last. All are read at once, so that a restart can turn it over.", Source: skill + " add; run over a hundred names in two places, four of them turned over"},
		{ID: "keys", Known: agents.Measured, Text: "Other keys than name and description have no effect.", Source: skill + " add"},
		{ID: "catalog", Known: agents.Measured, Text: "Every skill with a description is told whole, in the order of names in English; only its path is escaped. There is no budget.", Source: skill + " fmt; session/system.ts skills"},
	},
}

func see(s *agents.Site, _ agents.Terms) (v agents.View) {
	at := map[string]int{}
	var list []*found
	seen := map[string]bool{}
	for _, root := range roots(s) {
		for _, f := range root.Root.Skills(agents.Walk{Top: true, Enter: root.enter}) {
			c := &agents.Cell{Path: f.Path}
			told := judge(f, c, seen)
			if c.State == agents.Refused {
				v.Rest = append(v.Rest, c)
				continue
			}
			is, taken := at[c.Name]
			if !taken {
				at[c.Name] = len(list)
				list = append(list, &found{c, f, told})
				continue
			}
			v.Rest = append(v.Rest, list[is].Losing(c, "twin"))
			*list[is] = found{c, f, told}
		}
	}
	tell(&v, list)
	return v
}

// found is a skill with its file.
type found struct {
	*agents.Cell
	file agents.Found
	told bool // whether it has a description
}

// tell puts the skills in the order of names.
func tell(v *agents.View, list []*found) {
	order.StableFunc(list, func(a, b *found) int { return dialect.Collate(a.Name, b.Name) })
	var told []*found
	for _, f := range list {
		v.Order = append(v.Order, f.Cell)
		if !f.told {
			f.End(agents.Dropped, "description", "There is no description.", 1)
			continue
		}
		told = append(told, f)
	}
	v.Catalog = func() string { return catalog(told) }
}

func catalog(list []*found) string {
	var text strings.Builder
	text.WriteString("Skills provide specialized instructions and workflows for specific tasks.\n" +
		"Use the skill tool to load a skill when a task matches its description.\n")
	if len(list) == 0 {
		return text.String() + "No skills are currently available."
	}
	text.WriteString("<available_skills>")
	for _, f := range list {
		text.WriteString("\n  <skill>\n    <name>" + f.Name + "</name>\n    <description>" + f.Shown + "</description>\n    <location>" +
			escaped.Replace(f.file.Real()) + "</location>\n  </skill>")
	}
	text.WriteString("\n</available_skills>")
	return text.String()
}

// place is a folder with how it is looked through.
type place struct {
	agents.Root
	enter func(string) bool
}

func roots(s *agents.Site) (list []place) {
	other := func(scope agents.Scope, at string) {
		for _, folder := range []string{".claude/skills", ".agents/skills"} {
			list = append(list, place{s.Open(scope, path.Join(at, folder)), nil})
		}
	}
	own := func(scope agents.Scope, at string) {
		for _, folder := range []string{"skill", "skills"} {
			list = append(list, place{s.Open(scope, path.Join(at, folder)), shown})
		}
	}
	other(agents.Home, "")
	for _, at := range s.Up() {
		other(agents.Project, at)
	}
	own(agents.Home, ".config/opencode")
	for _, at := range s.Up() {
		own(agents.Project, path.Join(at, ".opencode"))
	}
	own(agents.Home, ".opencode")
	return list
}

// shown reports a folder that is not hidden.
func shown(dir string) bool { return !strings.HasPrefix(path.Base(dir), ".") }

var escaped = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;")

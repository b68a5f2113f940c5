// Package goose is goose, as its code reads skills.
//
// It promises the skills of a project and a home, and the part of the instructions that names them, without the skills
// that goose brings and without plugins. A folder's entries are taken in the order of names; goose takes them as the
// disk gives them, which decides between two skills of one name in one folder only.
package goose

import (
	"path"
	"strings"
	"unicode/utf8"

	"lily/core/agents"
	"lily/core/order"

	"gopkg.in/yaml.v3"
)

const (
	usual = ".agents/skills"
	code  = "block/goose@013ab848 crates/goose/src/"
	serde = "dtolnay/serde-yaml@02e3de87 src/de.rs"
)

// Agent is goose.
var Agent = agents.Agent{
	Name: "goose", Title: "goose", Version: "013ab848", Usual: usual, Known: agents.Read, See: see, Listed: "twin", Rules: []agents.Rule{
		{ID: agents.PlaceRule, Known: agents.Read, Text: "It looks in .agents/skills, .goose/skills and .claude/skills of the folder that it starts in, then in ~/.agents/skills, " + "~/.config/goose/skills, ~/.claude/skills and ~/.config/agents/skills, and in plugins that a person has enabled. A skill is a file SKILL.md at any depth; " + ".git, .hg and .svn are passed over.", Source: code + "skills/mod.rs all_skill_dirs, scan_skills_from_dir, should_skip_dir"},
		{ID: "utf8", Known: agents.Read, Text: "A file is UTF-8.", Source: code + "skills/mod.rs scan_skills_from_dir"},
		{ID: "fence", Known: agents.Read, Text: "The frontmatter is what stands between the first two ---, wherever these are, also within a line.", Source: code + "sources.rs parse_frontmatter"},
		{ID: "yaml", Known: agents.Read, Text: "The frontmatter is YAML as serde_yaml reads it into a struct: name and description are single values, which are text whatever they look like, " + "and metadata is a mapping, nested as it likes. One value of another shape refuses the file.", Source: code + "skills/mod.rs SkillFrontmatter; " + serde},
		{ID: "name", Known: agents.Read, Text: "A name is there, and has no slash. It need not be that of the folder.", Source: code + "skills/mod.rs parse_skill_content"},
		{ID: "twin", Known: agents.Read, Text: "Of one name the skill that is found first stays. Within a place that is as the disk lists its folders.", Source: code + "skills/mod.rs scan_skills_from_dir"},
		{ID: "description", Known: agents.Read, Text: "A description may be missing; then the model is told the name alone.", Source: code + "skills/mod.rs SkillFrontmatter"},
		{ID: "keys", Known: agents.Read, Text: "Keys other than name, description and metadata have no effect; metadata.argument-hint and metadata.arguments have.", Source: code + "skills/mod.rs skill_argument_hint, skill_argument_names"},
		{ID: "catalog", Known: agents.Read, Text: "Every skill is told whole, in the order of names, without escapes. There is no budget.", Source: "block/goose@0d2074cc crates/goose/src/skills/client.rs get_instructions"},
	},
}

func see(s *agents.Site, _ agents.Terms) (v agents.View) {
	taken := map[string]*agents.Cell{}
	real := map[*agents.Cell]agents.Found{}
	for _, root := range roots(s) {
		for _, f := range root.Skills(agents.Walk{Top: true, Enter: entered}) {
			c := &agents.Cell{Path: f.Path}
			judge(f, c)
			by := taken[c.Name]
			switch {
			case c.State == agents.Refused:
				v.Rest = append(v.Rest, c)
			case by != nil:
				v.Rest = append(v.Rest, c.Losing(by, "twin"))
			default:
				taken[c.Name], real[c] = c, f
				v.Order = append(v.Order, c)
			}
		}
	}
	order.StableFunc(v.Order, func(a, b *agents.Cell) int {
		if a.Name != b.Name {
			return strings.Compare(a.Name, b.Name)
		}
		return strings.Compare(path.Dir(real[a].Real()), path.Dir(real[b].Real()))
	})
	if len(v.Order) > 0 {
		v.Catalog = func() string { return catalog(v.Order) }
	}
	return v
}

func catalog(list []*agents.Cell) string {
	var text strings.Builder
	text.WriteString("\n\nYou have these skills at your disposal, when it is clear they can help you solve a problem or you are asked to use them:")
	for _, c := range list {
		text.WriteString("\n• " + c.Name + " - " + c.Shown)
	}
	return text.String()
}

func roots(s *agents.Site) (list []agents.Root) {
	for _, folder := range []string{usual, ".goose/skills", ".claude/skills"} {
		list = append(list, s.Open(agents.Project, path.Join(s.Up()[0], folder)))
	}
	for _, folder := range []string{".agents/skills", ".config/goose/skills", ".claude/skills", ".config/agents/skills"} {
		list = append(list, s.Open(agents.Home, folder))
	}
	return list
}

// entered reports a folder that it looks through.
func entered(dir string) bool {
	switch path.Base(dir) {
	case ".git", ".hg", ".svn":
		return false
	}
	return true
}

// judge fills in a cell.
func judge(f agents.Found, c *agents.Cell) {
	refuse := func(rule, why string, line int) { c.End(agents.Refused, rule, why, line) }
	if !utf8.ValidString(f.Text) {
		refuse("utf8", "The file is not UTF-8.", 1)
		return
	}
	before, rest, opened := strings.Cut(f.Text, "---")
	front, _, closed := strings.Cut(rest, "---")
	if !opened || !closed {
		refuse("fence", "The file has no frontmatter between two ---.", 1)
		return
	}
	above := strings.Count(before, "\n") + strings.Count(front[:len(front)-len(strings.TrimLeft(front, " \t\r\n"))], "\n")
	n, err := f.YAML(trimmed(front))
	if err != nil {
		refuse("yaml", agents.Said("The frontmatter cannot be read", err), 1)
		return
	}
	if why, key := shape(n); why != "" {
		refuse("yaml", why, agents.LineOf(n, key, above))
		return
	}
	name, description := agents.Get(n, "name"), agents.Get(n, "description")
	switch {
	case name == nil || null(name) || name.Value == "":
		refuse("name", "There is no name.", 1)
		return
	case strings.Contains(name.Value, "/"):
		refuse("name", "The name "+agents.Quote(name.Value)+" has a slash.", agents.LineOf(n, "name", above))
		return
	}
	c.State, c.Name = agents.Loaded, name.Value
	if description != nil {
		c.Text, c.Shown = description.Value, description.Value
	}
}

// trimmed takes white space off both ends. A line end at the end changes nothing, but for a block of text; with it the
// text is the one that other agents read too.
func trimmed(front string) string {
	front = strings.TrimSpace(front)
	if last := front[strings.LastIndexByte(front, '\n')+1:]; strings.HasPrefix(last, " ") || strings.HasPrefix(last, "\t") {
		return front
	}
	return front + "\n"
}

// shape says what of the three keys that it reads has another shape, or is there twice.
func shape(n *yaml.Node) (why, key string) {
	if n == nil || n.Kind != yaml.MappingNode {
		return "The frontmatter is no mapping.", ""
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i].Value, agents.Follow(n.Content[i+1])
		switch key {
		case "name", "description":
			if value.Kind != yaml.ScalarNode {
				return "The " + key + " is a " + string(agents.KindOf(value, agents.Core)) + ", want one value.", key
			}
		case "metadata":
			if value.Kind != yaml.MappingNode && value.Value != "" || value.Kind == yaml.SequenceNode {
				return "The metadata is no mapping.", key
			}
		default:
			continue
		}
		if seen[key] {
			return "The key " + key + " is there twice.", key
		}
		seen[key] = true
	}
	return "", ""
}

// null reports a plain word for nothing.
func null(n *yaml.Node) bool { return n.Style == 0 && agents.KindOf(n, agents.Core) == agents.Null }

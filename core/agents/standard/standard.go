// Package standard is the Agent Skills standard read strictly, as its own validator (skills-ref) does.
//
// It promises what the validator says of one folder. The standard does not say where skills lie or what a model is
// told: here each folder in .agents/skills counts, and the catalog is the one that the validator prints.
package standard

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"lily/core/agents"
	"lily/core/agents/dialect"
	"lily/core/alike"

	"gopkg.in/yaml.v3"
)

const code = "agentskills/agentskills@69ef37e skills-ref/src/skills_ref/"

// Agent is the standard.
var Agent = agents.Agent{
	Name: "standard", Title: "Agent Skills standard", Version: "skills-ref at 69ef37e", Usual: ".agents/skills", Known: agents.Measured,
	See: see, Rules: []agents.Rule{
		agents.Measured.Rule(agents.PlaceRule, "A skill is a folder with SKILL.md, or skill.md, however deep. The standard names .agents/skills as the place for every agent.",
			"https://agentskills.io/client-implementation/adding-skills-support; "+code+"parser.py find_skill_md"),
		agents.Measured.Rule("fence", "A file starts with ---, and its frontmatter ends at the next ---, wherever that stands.",
			code+"parser.py parse_frontmatter"),
		agents.Measured.Rule("yaml", "The frontmatter is StrictYAML: a mapping without flow style, tags, anchors and repeated keys. Every value is text.",
			code+"parser.py; https://hitchdev.com/strictyaml/why-not/"),
		agents.Measured.Rule("key", "Only name, description, license, allowed-tools, metadata and compatibility are allowed.",
			code+"validator.py ALLOWED_FIELDS"),
		agents.Measured.Rule("name", "A name has 1 to 64 lower-case letters, digits and single hyphens inside, and is that of the folder.",
			code+"validator.py _validate_name"),
		agents.Measured.Rule("description", "A description has 1 to 1,024 characters.",
			code+"validator.py _validate_description"),
		agents.Measured.Rule("compatibility", "A note on compatibility is text of at most 500 characters.",
			code+"validator.py _validate_compatibility"),
		agents.Measured.Rule("utf8", "A file is UTF-8.",
			code+"parser.py read_properties"),
		agents.Measured.Rule("twin", "Where SKILL.md is there, skill.md beside it is not read.",
			code+"parser.py find_skill_md"),
	},
}

func see(s *agents.Site, _ agents.Terms) (v agents.View) {
	var told []agents.Found
	for _, scope := range []agents.Scope{agents.Project, agents.Home} {
		root := s.Open(scope, ".agents/skills")
		last := ""
		for _, f := range root.Skills(agents.Walk{Named: true, Top: true, Is: func(n string) bool { return n == "SKILL.md" || n == "skill.md" }}) {
			c := &agents.Cell{Path: f.Path}
			switch {
			case f.Dir == last && f.Base == "skill.md":
				c.End(agents.Ignored, "twin", "SKILL.md beside it is the skill.", 0)
			default:
				Judge(f, c)
			}
			last = f.Dir
			if c.State != agents.Loaded {
				v.Rest = append(v.Rest, c)
				continue
			}
			v.Order = append(v.Order, c)
			told = append(told, f)
		}
	}
	v.Catalog = func() string { return catalog(v.Order, told) }
	return v
}

func catalog(list []*agents.Cell, found []agents.Found) string {
	var text strings.Builder
	text.WriteString("<available_skills>\n")
	for i, c := range list {
		text.WriteString(entry(c, found[i].Real()))
	}
	text.WriteString("</available_skills>")
	return text.String()
}

func entry(c *agents.Cell, at string) string {
	return "<skill>\n<name>\n" + escape(c.Name) + "\n</name>\n<description>\n" + escape(c.Shown) +
		"\n</description>\n<location>\n" + at + "\n</location>\n</skill>\n"
}

var escaped = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#x27;")

func escape(s string) string { return escaped.Replace(s) }

// Judge fills in what the validator says of a file.
func Judge(f agents.Found, c *agents.Cell) {
	n, stood, ok := front(f, c)
	if !ok {
		return
	}
	text := func(key string) string {
		v := strings.TrimSpace(value(agents.Get(n, key)))
		if stood {
			v = separated.Replace(v)
		}
		return v
	}
	c.Name, c.Text, c.Shown = text("name"), text("description"), text("description")
	refuse := func(rule string, line int, format string, args ...any) {
		c.End(agents.Refused, rule, fmt.Sprintf(format, args...), line)
	}
	c.State = agents.Loaded
	keys(n, refuse)
	name(f, n, c.Name, refuse)
	switch at := line(n, "description"); {
	case agents.Get(n, "description") == nil:
		refuse("description", 1, "There is no description.")
	case c.Text == "":
		refuse("description", at, "The description is empty.")
	case utf8.RuneCountInString(value(agents.Get(n, "description"))) > 1024:
		refuse("description", at, "The description has %d characters, want at most 1,024.", utf8.RuneCountInString(c.Text))
	}
	if note := agents.Get(n, "compatibility"); note != nil && (note.Kind != yaml.ScalarNode || utf8.RuneCountInString(note.Value) > 500) {
		refuse("compatibility", line(n, "compatibility"), "The compatibility is no text of at most 500 characters.")
	}
}

// front reads the frontmatter as a mapping, or refuses the file. Where separators stood in it, others stand for them.
func front(f agents.Found, c *agents.Cell) (n *yaml.Node, stood, ok bool) {
	text := f.Text
	if strings.IndexByte(text, '\r') >= 0 {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	}
	rest, starts := strings.CutPrefix(text, "---")
	yamlText, _, ends := strings.Cut(rest, "---")
	why, rule := "", "fence"
	switch {
	case !utf8.ValidString(f.Text):
		why, rule = "The file is not UTF-8.", "utf8"
	case !starts:
		why = "The file does not start with ---."
	case !ends:
		why = "The frontmatter has no end."
	default:
		var err error
		rule = "yaml"
		yamlText = strings.TrimPrefix(yamlText, "\n") // as others cut it
		yamlText, stood = ended(yamlText)
		if n, err = f.YAML(yamlText); err != nil {
			n, err = f.YAML(dialect.NoHalves(yamlText))
		}
		if err != nil {
			why = "The frontmatter cannot be read: " + err.Error() + "."
		} else {
			why = strict(n, yamlText)
		}
	}
	if why != "" {
		c.End(agents.Refused, rule, why, 1)
	}
	return n, stood, why == ""
}

func keys(n *yaml.Node, refuse func(string, int, string, ...any)) {
	for i := 0; i < len(n.Content); i += 2 {
		switch k := n.Content[i]; k.Value {
		case "name", "description", "license", "allowed-tools", "metadata", "compatibility":
		default:
			refuse("key", k.Line+1, "The key %s is not one of the standard's.", k.Value)
		}
	}
}

func name(f agents.Found, n *yaml.Node, name string, refuse func(string, int, string, ...any)) {
	if name != "" && name == f.Folder() && plain(name) {
		return // as nearly all
	}
	at := line(n, "name")
	if name == "" {
		refuse("name", at, "There is no name.")
		return
	}
	if utf8.RuneCountInString(name) <= 2*64 { // a letter and its mark may be one
		name = alike.Composed(name)
	}
	if long := utf8.RuneCountInString(name); long > 64 {
		refuse("name", at, "The name has %d characters, want at most 64.", long)
	}
	is := func(wrong bool, how string) {
		if wrong {
			refuse("name", at, "The name %s %s.", name, how)
		}
	}
	is(name != strings.ToLower(name), "has upper-case letters")
	is(strings.HasPrefix(name, "-") || strings.HasSuffix(name, "-"), "starts or ends with a hyphen")
	is(strings.Contains(name, "--"), "has two hyphens in a row")
	is(strings.ContainsFunc(name, func(r rune) bool { return r != '-' && !unicode.IsLetter(r) && !unicode.IsNumber(r) }),
		"has other characters than letters, digits and hyphens")
	if folder := f.Folder(); folder != name {
		// Both are compared after NFKC, and case matters.
		is(alike.Key(folder) != alike.Key(name) || name == strings.ToLower(name) && folder != strings.ToLower(folder), "is not that of its folder, "+folder)
	}
}

// plain reports a name with nothing but small letters and digits of ASCII, and single hyphens between them.
func plain(name string) bool {
	for i := range len(name) {
		switch c := name[i]; {
		case c >= 'a' && c <= 'z' || c >= '0' && c <= '9':
		case c != '-' || i == 0 || name[i-1] == '-':
			return false
		}
	}
	return len(name) <= 64 && name[len(name)-1] != '-'
}

// value is a scalar as text; a mapping or a list is none.
func value(n *yaml.Node) string {
	if n == nil || n.Kind != yaml.ScalarNode {
		return ""
	}
	return n.Value
}

// line is where a value stands in the file, 1 without one: the first line of the frontmatter is that of the fence.
func line(n *yaml.Node, key string) int {
	if v := agents.Get(n, key); v != nil {
		return v.Line + 1
	}
	return 1
}

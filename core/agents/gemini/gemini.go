// Package gemini is Gemini CLI, in a folder that its person trusts, without extensions.
//
// It promises the skills that Gemini CLI loads, and the part of its prompt that names them. The order is the one that
// reading a folder in one thread gives: the program reads in several, and its order may differ from run to run. The
// skills that it brings are left out.
package gemini

import (
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"lily/core/agents"
	"lily/core/agents/dialect"
)

const core = "@google/gemini-cli-core@0.61.0 dist/src/"

// Agent is Gemini CLI.
var Agent = agents.Agent{
	Name: "gemini", Title: "Gemini CLI", Version: "0.61.0", Usual: ".gemini/skills", Known: agents.Measured, See: see, Rules: []agents.Rule{
		{ID: agents.PlaceRule, Known: agents.Measured, Text: "Gemini CLI looks in ~/.gemini/skills, ~/.agents/skills, .gemini/skills and .agents/skills of the folder that " + "it is started in: for SKILL.md there and one folder below.", Source: core + "skills/skillManager.js discoverSkills; skills/skillLoader.js loadSkillsFromDir"},
		{ID: "hidden", Known: agents.Measured, Text: "Folders whose names begin with a full stop, and node_modules, are passed over.", Source: core + "skills/skillLoader.js loadSkillsFromDir; npm glob@12.0.0"},
		{ID: "order", Known: agents.Measured, Text: "Within a folder what is read last comes first, from z to a; it reads in several threads, so that neighbours may change places.", Source: core + "skills/skillLoader.js loadSkillsFromDir; npm glob@12.0.0"},
		{ID: "same_name", Known: agents.Measured, Text: "Of two skills with one name the one found later is taken: a project's before the person's, .agents/skills before " + ".gemini/skills.", Source: core + "skills/skillManager.js addSkillsWithPrecedence"},
		{ID: "fence", Known: agents.Measured, Text: "The file begins with a line ---, and its frontmatter ends at the next line that begins with ---. A byte order mark is no beginning.", Source: core + "skills/skillLoader.js FRONTMATTER_REGEX"},
		{ID: "lenient", Known: agents.Measured, Text: "Where the frontmatter is no YAML, or has no name and description that are text, a second reader takes the lines that begin with " + "name: and description:, with the indented lines below a description.", Source: core + "skills/skillLoader.js parseFrontmatter, parseSimpleFrontmatter"},
		{ID: "fields", Known: agents.Measured, Text: "A skill needs a name and a description; both may be empty.", Source: core + "skills/skillLoader.js parseFrontmatter"},
		{ID: "sanitized", Known: agents.Measured, Text: `The characters : \ / < > * ? " | of a name become hyphens.`, Source: core + "skills/skillLoader.js loadSkillFromFile"},
		{ID: "catalog", Known: agents.Measured, Text: "The model is told the name, the description and the path of each skill, whole, and nothing is escaped.", Source: core + "prompts/snippets.js renderAgentSkills"},
	},
}

func see(s *agents.Site, _ agents.Terms) (v agents.View) {
	l := loader{at: map[string]int{}, view: &v}
	cwd := s.Up()[0]
	l.root(s.Open(agents.Home, ".gemini/skills"))
	l.root(s.Open(agents.Home, ".agents/skills"))
	l.root(s.Open(agents.Project, path.Join(cwd, ".gemini/skills")))
	l.root(s.Open(agents.Project, path.Join(cwd, ".agents/skills")))
	v.Catalog = func() string { return catalog(v.Order, l.found) }
	return v
}

type loader struct {
	at    map[string]int // where in the order a name is
	found []agents.Found // of those in the order
	view  *agents.View
}

func (l *loader) root(r agents.Root) {
	list := r.Skills(agents.Walk{Named: true, Depth: 1, Top: true, Enter: func(dir string) bool { return dir[0] != '.' && dir != "node_modules" }})
	own := 0
	for own < len(list) && list[own].Dir == "." {
		own++
	}
	slices.Reverse(list[own:])
	for _, f := range list {
		l.take(f)
	}
}

func (l *loader) take(f agents.Found) {
	c := &agents.Cell{Path: f.Path}
	if !read(f, c) {
		l.view.Rest = append(l.view.Rest, c)
		return
	}
	at, taken := l.at[c.Name]
	if !taken {
		l.at[c.Name] = len(l.view.Order)
		l.view.Order, l.found = append(l.view.Order, c), append(l.found, f)
		return
	}
	loser := l.view.Order[at]
	l.view.Order[at], l.found[at] = c, f
	if loser.Path != c.Path {
		l.view.Rest = append(l.view.Rest, loser.Losing(c, "same_name"))
	}
}

// read fills in a cell, and reports whether the skill is taken.
func read(f agents.Found, c *agents.Cell) bool {
	front, ok := cut(dialect.Decode(f.Text))
	if !ok {
		c.End(agents.Refused, "fence", "The file does not begin with --- and a second --- on lines of their own.", 1)
		return false
	}
	c.State = agents.Loaded
	name, about, why := strict(f, front)
	if why != "" {
		var found bool
		if name, about, found = lenient(front); !found {
			c.End(agents.Refused, "fields", why+" The second reader finds no lines name: and description: either.", 1)
			return false
		}
		c.End(agents.Repaired, "lenient", why+" The second reader takes it.", 1)
	}
	c.Name, c.Text, c.Shown = sanitize(name), about, about
	if c.Name != name {
		c.Because("sanitized", "Its name becomes "+agents.Quote(c.Name)+".", 0)
	}
	return true
}

// cut is the text between the fences.
func cut(text string) (front string, ok bool) {
	rest, ok := strings.CutPrefix(text, "---")
	if !ok {
		return "", false
	}
	rest = strings.TrimPrefix(rest, "\r")
	if rest, ok = strings.CutPrefix(rest, "\n"); !ok {
		return "", false
	}
	front, _, ok = strings.Cut(rest, "\n---")
	return strings.TrimSuffix(front, "\r"), ok
}

// strict reads YAML, and says why it cannot.
func strict(f agents.Found, front string) (name, about, why string) {
	n, err := dialect.JSYAML(f.File, dialect.Ended(front))
	if err != nil {
		return "", "", "The frontmatter cannot be read as YAML: " + agents.OneLine(err) + "."
	}
	text := func(key string) (string, bool) {
		v := agents.Get(n, key)
		return dialect.Value(v), agents.KindOf(v, dialect.JSYAMLSchema) == agents.Text
	}
	name, ok := text("name")
	if !ok {
		return "", "", "The frontmatter has no name that is text."
	}
	if about, ok = text("description"); !ok {
		return "", "", "The frontmatter has no description that is text."
	}
	return name, about, ""
}

// lenient takes the lines of name and description as they are; the last ones count.
func lenient(front string) (name, about string, ok bool) {
	lines := strings.Split(front, "\n")
	hasName, hasAbout := false, false
	for i := 0; i < len(lines); i++ {
		line := strings.TrimSuffix(lines[i], "\r")
		if value, is := field(line, "name"); is {
			name, hasName = value, true
			continue
		}
		value, is := field(line, "description")
		if !is {
			continue
		}
		parts := []string{value}
		for ; i+1 < len(lines) && indented(lines[i+1]); i++ {
			parts = append(parts, dialect.Trim(strings.TrimSuffix(lines[i+1], "\r")))
		}
		about, hasAbout = strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " "), true
	}
	return name, about, hasName && hasAbout
}

// field is the value of a line with a key, where it stands on one line for JavaScript too.
func field(line, key string) (value string, ok bool) {
	rest, ok := strings.CutPrefix(strings.TrimLeftFunc(line, dialect.Space), key+":")
	rest = strings.TrimLeftFunc(rest, dialect.Space)
	if !ok || strings.ContainsAny(rest, "\r\u2028\u2029") {
		return "", false
	}
	return dialect.Trim(rest), true
}

// indented reports a line that begins with blanks and has something after them.
func indented(line string) bool {
	rest := strings.TrimLeft(line, " \t")
	first, _ := utf8.DecodeRuneInString(rest)
	return rest != line && rest != "" && !dialect.Space(first)
}

var sanitizer = strings.NewReplacer(":", "-", `\`, "-", "/", "-", "<", "-", ">", "-", "*", "-", "?", "-", `"`, "-", "|", "-")

func sanitize(name string) string { return sanitizer.Replace(name) }

func catalog(list []*agents.Cell, found []agents.Found) string {
	if len(list) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("# Available Agent Skills\n\nYou have access to the following specialized skills. To activate a skill and receive its detailed instructions, " +
		"call the `activate_skill` tool with the skill's name.\n\n<available_skills>\n")
	for i, c := range list {
		b.WriteString("  <skill>\n    <name>" + c.Name + "</name>\n    <description>" + c.Shown + "</description>\n    <location>" + found[i].Real() + "</location>\n  </skill>\n")
	}
	b.WriteString("</available_skills>")
	return b.String()
}

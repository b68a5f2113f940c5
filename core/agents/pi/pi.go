// Package pi is the coding agent pi (npm: @earendil-works/pi-coding-agent), in a project that its person trusts and
// with settings that name no folders of their own.
//
// It promises the skills that pi loads, in its order, and the part of its prompt that names them.
package pi

import (
	"path"
	"strconv"
	"strings"

	"lily/core/agents"
	"lily/core/agents/dialect"
	"lily/core/tree"

	"gopkg.in/yaml.v3"
)

const (
	skills   = "@earendil-works/pi-coding-agent@1.5.2 dist/core/skills.js "
	packages = "@earendil-works/pi-coding-agent@1.5.2 dist/core/package-manager.js "
	matter   = "@earendil-works/pi-coding-agent@1.5.2 dist/utils/frontmatter.js "
)

// Agent is pi.
var Agent = agents.Agent{
	Name: "pi", Title: "pi", Version: "1.5.2", Usual: ".pi/skills", Known: agents.Measured, See: see, Rules: []agents.Rule{
		{ID: agents.PlaceRule, Known: agents.Measured, Text: "pi looks in .pi/skills of the folder that it is started in, in .agents/skills of that folder and of each one " + "above it up to the repository's, in ~/.pi/agent/skills and in ~/.agents/skills, in this order; at any depth.", Source: packages + "addAutoDiscoveredResources, collectAncestorAgentsSkillDirs"},
		{ID: "files", Known: agents.Measured, Text: "A folder with SKILL.md is one skill, and nothing below it is looked at. Other files that end in .md are skills too " + "where they have a description: right in a folder .pi/skills, and below a folder .agents/skills.", Source: packages + "collectSkillEntries; " + skills + "loadSkillFromFile"},
		{ID: "hidden", Known: agents.Measured, Text: "Files and folders whose names begin with a full stop, and node_modules, are passed over.", Source: packages + "collectSkillEntries"},
		{ID: "ignore", Known: agents.Measured, Text: "What .gitignore, .ignore and .fdignore in a folder of skills name is passed over.", Source: packages + "addIgnoreRules, collectSkillEntries"},
		{ID: "fence", Known: agents.Measured, Text: "The frontmatter begins with --- at the start of the file and ends at the next line that begins with ---. Without " + "an end there is none.", Source: matter + "extractFrontmatter"},
		{ID: "yaml", Known: agents.Measured, Text: "The frontmatter is YAML 1.2, and what is wrong in it refuses the file.", Source: matter + "parseFrontmatter; npm yaml@2.9.0 parse"},
		{ID: "description", Known: agents.Measured, Text: "A skill needs a description that is text.", Source: skills + "validateDescription, loadSkillFromFile"},
		{ID: "long", Known: agents.Measured, Text: "A description of more than 1,024 characters gets a warning, and is shown whole.", Source: skills + "validateDescription"},
		{ID: "name", Known: agents.Measured, Text: "A name that is not 1 to 64 lower-case letters, digits and single hyphens inside gets a warning, and stays.", Source: skills + "validateName"},
		{ID: "folder", Known: agents.Measured, Text: "Without a name that is text, the folder's name is that of the skill.", Source: skills + "loadSkillFromFile"},
		{ID: "same_name", Known: agents.Measured, Text: "Of two skills with one name the first is taken.", Source: skills + "loadSkills"},
		{ID: "closed", Known: agents.Measured, Text: "With disable-model-invocation: true the model is not told of a skill; its person can call it.", Source: skills + "formatSkillsForPrompt"},
		{ID: "catalog", Known: agents.Measured, Text: "The model is told the name, the description and the path of each skill, whole, with XML's five characters escaped.", Source: skills + "formatSkillsForPrompt"},
	},
}

func see(s *agents.Site, _ agents.Terms) (v agents.View) {
	l := loader{names: map[string]*agents.Cell{}, view: &v}
	up := s.Up()
	l.root(s.Open(agents.Project, path.Join(up[0], ".pi/skills")), true)
	for _, folder := range up {
		l.root(s.Open(agents.Project, path.Join(folder, ".agents/skills")), false)
	}
	l.root(s.Open(agents.Home, ".pi/agent/skills"), true)
	l.root(s.Open(agents.Home, ".agents/skills"), false)
	v.Catalog = func() string { return catalog(l.told) }
	return v
}

type loader struct {
	names map[string]*agents.Cell
	told  []told
	view  *agents.View
}

type told struct {
	*agents.Cell
	agents.Found
}

// root looks through a folder; own is one of pi's own, and not one that agents share.
func (l *loader) root(r agents.Root, own bool) {
	if r.Here {
		l.folder(&walk{Root: r, own: own}, r.Tree(), ".")
	}
}

type walk struct {
	agents.Root
	own     bool
	ignored dialect.Ignore
}

func (l *loader) folder(w *walk, t tree.Tree, dir string) {
	for _, name := range []string{".gitignore", ".ignore", ".fdignore"} {
		if _, ok := t.File(name); !ok {
			continue
		}
		if text, ok := w.File(path.Join(dir, name)); ok {
			w.ignored.Add(dir, text)
		}
	}
	at := path.Join(dir, "SKILL.md")
	if _, ok := t.File("SKILL.md"); ok {
		if !w.ignored.Ignores(at, false) {
			l.take(w.Found(at))
			return
		}
		l.aside(w.Found(at), "ignore", "An ignore file names it.")
	}
	for e := range t.Children() {
		at := path.Join(dir, e.Name)
		switch {
		case e.Name[0] == '.' || e.Name == "node_modules" || w.ignored.Ignores(at, e.Dir):
		case e.Dir:
			l.folder(w, e.Sub, at)
		case e.Name != "SKILL.md" && strings.HasSuffix(e.Name, ".md") && w.own == (dir == "."):
			l.take(w.Found(at))
		}
	}
}

func (l *loader) aside(f agents.Found, rule, text string) {
	l.view.Rest = append(l.view.Rest, (&agents.Cell{Path: f.Path}).End(agents.Ignored, rule, text, 0))
}

// take reads a file, and gives it its cell.
func (l *loader) take(f agents.Found) {
	c := &agents.Cell{Path: f.Path}
	n, refused := front(f)
	about := agents.Get(n, "description")
	isText := dialect.NpmKind(about) == agents.Text
	switch {
	case (refused != "" || !isText || dialect.Trim(about.Value) == "") && f.Base != "SKILL.md":
		return // a page that is no skill
	case refused != "":
		c.End(agents.Refused, "yaml", refused, 1)
	case about == nil:
		c.End(agents.Refused, without(f), "There is no description.", 1)
	case !isText:
		c.End(agents.Refused, "description", "The description is no text, but "+string(dialect.NpmKind(about))+".", about.Line+1)
	case dialect.Trim(about.Value) == "":
		c.End(agents.Refused, "description", "The description is empty.", about.Line+1)
	}
	if c.State != "" {
		l.view.Rest = append(l.view.Rest, c)
		return
	}
	c.State, c.Text, c.Shown = agents.Loaded, about.Value, about.Value
	name(f, n, c)
	if long := dialect.Units(c.Text); long > 1024 {
		c.Because("long", "The description has "+strconv.Itoa(long)+" characters; it stays whole.", about.Line+1)
	}
	if other := l.names[c.Name]; other != nil {
		l.view.Rest = append(l.view.Rest, c.Losing(other, "same_name"))
		return
	}
	l.names[c.Name] = c
	l.view.Order = append(l.view.Order, c)
	if v := agents.Get(n, "disable-model-invocation"); dialect.NpmKind(v) == agents.Bool && strings.EqualFold(v.Value, "true") {
		c.Shown = ""
		c.End(agents.Dropped, "closed", "It says disable-model-invocation.", v.Line+1)
		return
	}
	l.told = append(l.told, told{c, f})
}

// without tells the two ways to have no description apart.
func without(f agents.Found) string {
	if _, ok := cut(f.Text); !ok {
		return "fence"
	}
	return "description"
}

func name(f agents.Found, n *yaml.Node, c *agents.Cell) {
	v := agents.Get(n, "name")
	if dialect.NpmKind(v) != agents.Text || v.Value == "" {
		c.Name = f.Folder()
		c.Because("folder", "It has no name of its own, and gets that of its folder.", 0)
	} else {
		c.Name = v.Value
	}
	bad := strings.ContainsFunc(c.Name, func(r rune) bool { return r != '-' && (r < '0' || r > '9') && (r < 'a' || r > 'z') })
	if bad || dialect.Units(c.Name) > 64 || strings.HasPrefix(c.Name, "-") || strings.HasSuffix(c.Name, "-") || strings.Contains(c.Name, "--") {
		c.Because("name", "The name "+agents.Quote(c.Name)+" is not as the standard wants it; it stays.", 0)
	}
}

// front is the frontmatter as a mapping, nil without one.
func front(f agents.Found) (n *yaml.Node, refused string) {
	text, ok := cut(f.Text)
	if !ok {
		return nil, ""
	}
	n, err := dialect.Npm(f.File, text)
	if err != nil {
		return nil, "The frontmatter cannot be read: " + agents.OneLine(err) + "."
	}
	return n, ""
}

func cut(text string) (front string, ok bool) {
	text = dialect.Lines(strings.TrimPrefix(dialect.Decode(text), "\ufeff"))
	if !strings.HasPrefix(text, "---") {
		return "", false
	}
	end := strings.Index(text[3:], "\n---")
	if end < 1 {
		return "", end == 0
	}
	front = text[4 : end+3]
	if before := strings.TrimRight(front, " "); strings.HasSuffix(before, "\n") {
		front = before // the package yaml counts no blanks without a line end
	}
	return dialect.Ended(front), true
}

func catalog(list []told) string {
	if len(list) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("The following skills provide specialized instructions for specific tasks.\n" +
		"Use the read tool to load a skill's file when the task matches its description.\n" +
		"Resolve relative paths against the skill's directory (parent of SKILL.md). Use absolute paths in tool calls.\n\n<available_skills>\n")
	for _, c := range list {
		b.WriteString("  <skill>\n    <name>" + dialect.XML(c.Name) + "</name>\n    <description>" + dialect.XML(c.Shown) +
			"</description>\n    <location>" + dialect.XML(c.Real()) + "</location>\n  </skill>\n")
	}
	b.WriteString("</available_skills>")
	return b.String()
}

// Package claude is Claude Code, as its public documents and issues say.
//
// It promises what is documented, and that every cell says so: Claude Code's code is not public, and nobody looked at
// its package. How a line of its list of skills looks is an estimate, and so is what the list costs; the skills that
// Claude Code brings, which share its budget, are not counted.
package claude

import (
	"path"
	"strings"

	"lily/core/agents"
	"lily/core/agents/dialect"
	"lily/core/plugin"
)

const (
	usual = ".claude/skills"
	docs  = "https://code.claude.com/docs/en/skills (2026-09-24), "
)

// Agent is Claude Code.
var Agent = agents.Agent{
	Name: "claude-code", Title: "Claude Code", Version: "documents of 2026-09-24", Usual: usual, Known: agents.Documented, See: see, Rules: []agents.Rule{
		{ID: agents.PlaceRule, Known: agents.Documented, Text: "It looks in ~/.claude/skills, and in .claude/skills of the folder that it starts in and of each folder up to the repository's " + "root: for SKILL.md in each folder right below. Skills of .claude/skills further down come when it works with files there; an organization's are not seen here.", Source: docs + "Where skills live; anthropics/claude-code#39138, #28266"},
		{ID: "twin", Known: agents.Documented, Text: "Of one name the person's skill wins over the project's. Which of two of the project wins is not documented: here the nearer.", Source: docs + "Where skills live"},
		{ID: "name", Known: agents.Documented, Text: "A skill is called as its folder; its key name is a label. In a plugin the key name is taken, behind the plugin's.", Source: docs + "How a skill gets its command name"},
		{ID: "plugin", Known: agents.Documented, Text: "A folder with .claude-plugin/plugin.json is a plugin: its skills are called PLUGIN:NAME and never collide.", Source: "https://code.claude.com/docs/en/plugins-reference (2026-09-18); " + docs + "Where skills live"},
		{ID: "manifest", Known: agents.Documented, Text: "A plugin's manifest names it; without a good name it is not loaded.", Source: "https://code.claude.com/docs/en/plugins-reference (2026-09-18)"},
		{ID: "fence", Known: agents.Documented, Text: "The frontmatter is read only when --- is the file's first line; otherwise the whole file is text.", Source: docs + "Frontmatter reference"},
		{ID: "yaml", Known: agents.Documented, Text: "A frontmatter that cannot be read is dropped as a whole, and the skill loaded without it.", Source: "claude plugin validate, as quoted by Anthropic in Lifecycle-Innovations-Limited/claude-ops#658"},
		{ID: "description", Known: agents.Documented, Text: "Without a description the first line of text that is not empty is taken.", Source: docs + "Frontmatter reference"},
		{ID: "long", Known: agents.Documented, Text: "Description and when_to_use together are cut to 1,536 characters. How they are joined is an estimate.", Source: docs + "Frontmatter reference; settings skillListingMaxDescChars"},
		{ID: "hidden", Known: agents.Documented, Text: "With disable-model-invocation (true, yes, on or 1) the model is not told of a skill.", Source: docs + "Control who invokes a skill"},
		{ID: "paths", Known: agents.Documented, Text: "With paths a skill is for work on matching files only.", Source: docs + "Frontmatter reference"},
		{ID: "command", Known: agents.Documented, Text: "With user-invocable: false a person cannot start a skill; the model can.", Source: docs + "Control who invokes a skill"},
		{ID: "keys", Known: agents.Documented, Text: "allowed-tools allows tools without asking and restricts nothing; license, compatibility and metadata have no effect.", Source: docs + "Frontmatter reference"},
		{ID: "catalog", Known: agents.Documented, Text: "All names are told, and descriptions within 1 % of the window at 4 characters a token, or 8,000 characters. What is too much loses descriptions, the least " + "used first; in a new session those at the end of the list. How a line looks, and the order, are estimates.", Source: docs + "Skill descriptions are cut short; anthropics/claude-code#64606; https://code.claude.com/docs/en/settings-reference skillListingBudgetFraction"},
	},
}

func see(s *agents.Site, terms agents.Terms) (v agents.View) {
	l := list{taken: map[string]*agents.Cell{}, view: &v}
	l.root(s.Open(agents.Home, usual))
	for _, at := range s.Up() {
		l.root(s.Open(agents.Project, path.Join(at, usual)))
	}
	text := l.catalog(terms.Window)
	v.Catalog = func() string { return text }
	return v
}

// list collects skills.
type list struct {
	taken map[string]*agents.Cell
	told  []*agents.Cell
	view  *agents.View
}

// root looks through a folder, which may be a plugin itself, and may have plugins in it.
func (l *list) root(r agents.Root) {
	if !r.Here {
		return
	}
	at := map[string]plugin.Plugin{}
	if p, _ := plugin.Read(r.Tree(), plugin.Claude); p.Kind != plugin.None {
		at["."] = p
	}
	for e := range r.Tree().Children() {
		if p, _ := plugin.Read(e.Sub, plugin.Claude); e.Dir && p.Kind != plugin.None {
			at[e.Name] = p
		}
	}
	enter := func(dir string) bool {
		p, below := inside(at, dir)
		return path.Dir(dir) == "." || p != nil && p.Leads(below)
	}
	for _, f := range r.Skills(agents.Walk{Named: true, Top: at["."].Kind != plugin.None, Enter: enter}) {
		p, below := inside(at, f.Dir)
		if p == nil && path.Dir(f.Dir) == "." || p != nil && (below == "." || p.Finds(below)) {
			l.take(f, p)
		}
	}
}

// inside returns the plugin that a folder lies in, if any, and its path there.
func inside(at map[string]plugin.Plugin, dir string) (*plugin.Plugin, string) {
	if p, ok := at["."]; ok {
		return &p, dir
	}
	first, rest, _ := strings.Cut(dir, "/")
	if p, ok := at[first]; ok {
		return &p, path.Join(".", rest)
	}
	return nil, ""
}

func (l *list) take(f agents.Found, p *plugin.Plugin) {
	c := &agents.Cell{Path: f.Path, State: agents.Loaded, Name: f.Folder()}
	if p != nil && p.Refused {
		l.view.Rest = append(l.view.Rest, c.End(agents.Refused, "manifest", "The manifest of its plugin cannot be taken.", 0))
		return
	}
	k := read(f, c)
	if p != nil {
		if k.name != "" {
			c.Name = strings.TrimPrefix(k.name, p.Name+":")
		}
		c.Name = p.Name + ":" + c.Name
	} else if k.name != "" && k.name != c.Name {
		c.Because("name", "Its key name, "+agents.Quote(k.name)+", is a label alone.", k.line("name"))
	}
	if by := l.taken[c.Name]; by != nil {
		l.view.Rest = append(l.view.Rest, c.Losing(by, "twin"))
		return
	}
	l.taken[c.Name] = c
	l.view.Order = append(l.view.Order, c)
	if k.judge(c) {
		l.told = append(l.told, c)
	}
}

// catalog writes the list of skills as far as it is known, and tells those cells whose descriptions have no room.
func (l *list) catalog(window int) string {
	if len(l.told) == 0 {
		return ""
	}
	budget := 8_000
	if window > 0 {
		budget = window * 4 / 100
	}
	for _, c := range l.told {
		budget -= dialect.Units(line(c, ""))
	}
	var b strings.Builder
	full := false
	for _, c := range l.told {
		budget -= dialect.Units(line(c, c.Shown)) - dialect.Units(line(c, ""))
		if full = full || budget < 0 && c.Shown != ""; full {
			c.Shown = ""
			c.End(agents.Cut, "catalog", "The list has no room for its description: the model sees its name alone.", 0)
		}
		b.WriteString(line(c, c.Shown))
	}
	return b.String()
}

// line is how a line of the list may look.
func line(c *agents.Cell, shown string) string {
	if shown == "" {
		return "- " + c.Name + "\n"
	}
	return "- " + c.Name + ": " + shown + "\n"
}

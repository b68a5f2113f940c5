// Package openclaw is OpenClaw, with the project as its workspace and an empty configuration, on Linux, without the
// skills that it brings.
//
// It promises the skills that OpenClaw loads, and the part of its prompt that names them. What a skill requires of the
// machine (programs, variables, keys of the configuration) is taken as not there, and the cell names it; there are sh,
// HOME and PATH.
package openclaw

import (
	"lily/core/agents"
	"lily/core/agents/dialect"
	"lily/core/order"
)

const (
	discovery = "openclaw@2026.9.6 src/skills/loading/skill-root-discovery.ts "
	loading   = "openclaw@2026.9.6 src/skills/loading/workspace-skill-loader.ts "
	sources   = "openclaw@2026.9.6 src/skills/loading/workspace-skill-sources.ts "
	local     = "openclaw@2026.9.6 src/skills/loading/local-loader.ts "
	matter    = "openclaw@2026.9.6 packages/markdown-core/src/frontmatter.ts "
	limits    = "openclaw@2026.9.6 src/skills/loading/skill-prompt-limits.ts "
	contract  = "openclaw@2026.9.6 src/skills/loading/skill-contract.ts "
	config    = "openclaw@2026.9.6 src/shared/config-eval.ts "
)

// Agent is OpenClaw.
var Agent = agents.Agent{
	Name: "openclaw", Title: "OpenClaw", Version: "2026.9.6", Usual: "skills", Known: agents.Measured, See: see, Rules: []agents.Rule{
		{ID: agents.PlaceRule, Known: agents.Measured, Text: "OpenClaw looks in ~/.openclaw/skills, ~/.agents/skills, .agents/skills and skills of its workspace, at most 6 folders deep.", Source: sources + "resolveWorkspaceSkillSourcePlan; " + discovery + "discoverSkillCandidates"},
		{ID: "nested", Known: agents.Measured, Text: "A folder with SKILL.md is one skill, and nothing below it is looked at; that goes for a whole folder of skills too. " + "Where all skills of a folder are in a folder skills in it, that one is looked through.", Source: discovery + "resolveNestedSkillsRoot, discoverSkillCandidates"},
		{ID: "hidden", Known: agents.Measured, Text: "Folders whose names begin with a full stop, and node_modules, are passed over.", Source: discovery + "listChildDirectories"},
		{ID: "many", Known: agents.Measured, Text: "Of each folder the first 300 folders in it are looked at, and of each place the first 200 skills are loaded.", Source: discovery + "resolveSkillDiscoveryLimits; src/skills/loading/plugin-skills.ts loadSkillRootRecords"},
		{ID: "big", Known: agents.Measured, Text: "A file of more than 256,000 bytes is refused.", Source: local + "readSkillFileSync"},
		{ID: "same_name", Known: agents.Measured, Text: "Of two skills with one name the one found later is taken: a workspace's before the person's.", Source: loading + "mergeSkillRecords"},
		{ID: "fence", Known: agents.Measured, Text: "The frontmatter stands between two lines --- at the start of the file.", Source: matter + "extractFrontmatterBlock"},
		{ID: "yaml", Known: agents.Measured, Text: "The frontmatter is YAML 1.2, and what is wrong in it refuses the file.", Source: matter + "parseYamlFrontmatterOnce; npm yaml@2.9.0 parseDocument"},
		{ID: "freeform", Known: agents.Measured, Text: "Where the first fault is in a line description:, summary: or read_when:, its text is taken as it is.", Source: matter + "normalizeFreeformFieldAtError"},
		{ID: "lines", Known: agents.Measured, Text: "A key without a value of YAML has what stands on its line and on the indented lines below.", Source: matter + "parseLineFrontmatter"},
		{ID: "description", Known: agents.Measured, Text: "A skill needs a description; a number, a list or a mapping counts, as text.", Source: local + "loadSingleSkillDirectory; " + matter + "coerceYamlFrontmatterValue"},
		{ID: "folder", Known: agents.Measured, Text: "Without a name the folder's name is that of the skill.", Source: local + "loadSingleSkillDirectory"},
		{ID: "requires", Known: agents.Measured, Text: "With metadata.openclaw.requires (or os) a skill is there only where the machine has what it asks for; " + "always: true takes that back.", Source: config + "evaluateRuntimeEligibility"},
		{ID: "closed", Known: agents.Measured, Text: "With disable-model-invocation: true the model is not told of a skill; its person can call it.", Source: "openclaw@2026.9.6 src/skills/discovery/skill-index.ts isSkillPromptVisible"},
		{ID: "catalog", Known: agents.Measured, Text: "The model is told of 150 skills, in the order of their names, in at most 18,000 characters.", Source: limits + "prepareSkillsForPrompt"},
		{ID: "short", Known: agents.Measured, Text: "Where that is too little, each description is cut to the same length of at most 220 characters, then all are left out, then skills.", Source: limits + "prepareSkillsForPrompt; " + contract + "truncateSkillDescription"},
		{ID: "window", Known: agents.Measured, Text: "Where the list has more characters than a fifth of the window's tokens, each description is cut to the same length of 64 to 220.", Source: contract + "compactSkillsPromptForContext"},
	},
}

func see(s *agents.Site, terms agents.Terms) (v agents.View) {
	l := loader{names: map[string]*skill{}, view: &v}
	l.root(s.Open(agents.Home, ".openclaw/skills"))
	l.root(s.Open(agents.Home, ".agents/skills"))
	l.root(s.Open(agents.Project, below(s, ".agents/skills")))
	l.root(s.Open(agents.Project, below(s, "skills")))
	var told []*skill
	for _, k := range l.list() {
		switch {
		case k.gated:
			v.Rest = append(v.Rest, k.Cell)
			continue
		case k.State != agents.Dropped:
			told = append(told, k)
		}
		v.Order = append(v.Order, k.Cell)
	}
	text := catalog(told, terms.Window)
	v.Catalog = func() string { return text }
	return v
}

// skill is one that is loaded.
type skill struct {
	*agents.Cell
	front front
	at    string // in the prompt
	gated bool   // whether the machine lacks what it requires
}

type loader struct {
	names map[string]*skill
	view  *agents.View
}

// root looks through a folder. What is found later wins.
func (l *loader) root(r agents.Root) {
	if !r.Here {
		return
	}
	found, whole := discover(r)
	if whole != nil {
		if k := l.load(*whole); k != nil {
			l.put(k)
			return
		}
	}
	loaded := 0
	for i, f := range found {
		if loaded == mostLoaded {
			l.late(found[i:])
			return
		}
		if k := l.load(f); k != nil {
			l.put(k)
			loaded++
		}
	}
}

func (l *loader) late(list []agents.Found) {
	for _, f := range list {
		l.view.Rest = append(l.view.Rest, (&agents.Cell{Path: f.Path}).End(agents.Ignored, "many", "200 skills of this place come before it.", 0))
	}
}

func (l *loader) put(k *skill) {
	if other := l.names[k.Name]; other != nil {
		l.view.Rest = append(l.view.Rest, other.Losing(k.Cell, "same_name"))
	}
	l.names[k.Name] = k
}

func (l *loader) list() []*skill {
	list := make([]*skill, 0, len(l.names))
	for _, k := range l.names {
		list = append(list, k)
	}
	order.Func(list, func(a, b *skill) int {
		if by := dialect.Collate(a.Name, b.Name); by != 0 {
			return by
		}
		return compare(a.Path, b.Path)
	})
	return list
}

// load reads a file; what it refuses has its cell in the rest.
func (l *loader) load(f agents.Found) *skill {
	k := &skill{Cell: &agents.Cell{Path: f.Path}, at: prompted(f)}
	if len(f.Text) > 256_000 {
		k.End(agents.Refused, "big", "The file has more than 256,000 bytes.", 0)
	} else if k.front = read(f, k.Cell); k.State == "" {
		k.fill(f)
	}
	if k.State == agents.Refused {
		l.view.Rest = append(l.view.Rest, k.Cell)
		return nil
	}
	return k
}

func (k *skill) fill(f agents.Found) {
	k.Name, k.Text = dialect.Trim(k.front.text["name"]), dialect.Trim(k.front.text["description"])
	if k.Name == "" {
		k.Name = dialect.Trim(f.Folder())
		k.Because("folder", "It has no name of its own, and gets that of its folder.", 0)
	}
	if k.Text == "" {
		k.End(agents.Refused, "description", "There is no description.", 1)
		return
	}
	k.Shown, k.State = k.Text, agents.Loaded
	if k.front.repaired {
		k.End(agents.Repaired, "freeform", "Its description is no YAML, and is taken as it is.", 0)
	}
	if why := k.front.missing(); why != "" {
		k.gated = true
		k.hide("requires", why)
	} else if k.front.is("disable-model-invocation") {
		k.hide("closed", "It says disable-model-invocation.")
	}
}

func (k *skill) hide(rule, why string) {
	k.Shown = ""
	k.End(agents.Dropped, rule, why, 0)
}

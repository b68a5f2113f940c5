// Package plugin reads folders that are plugins: packages of skills with a manifest, for other programs.
//
// It promises the manifest of Agent Plugins 1.0.0 (plugin.json, a closed schema) and of Claude Code
// (.claude-plugin/plugin.json), with a finding for everything that breaks either, and where its skills lie; and it makes
// such a package of a folder of skills, the same bytes for the same skills. It judges no skill, and loads nothing.
//
//	p, findings := plugin.Parse(t)
//	p.Name // reports
package plugin

import (
	"path"
	"slices"
	"strings"

	"lily/core/skill"
	"lily/core/tree"
)

// Kind is whose rules a manifest follows.
type Kind string

// The kinds, and what is none.
const (
	None   Kind = ""
	Open   Kind = "agent-plugins" // https://github.com/agentplugins/agent-plugins-spec
	Claude Kind = "claude"        // https://code.claude.com/docs/en/plugins-reference
)

// Where a manifest lies.
const (
	OpenFile   = "plugin.json"
	ClaudeFile = ".claude-plugin/plugin.json"
)

// Schema is what a manifest of Agent Plugins 1.0.0 has to name.
const Schema = "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json"

// Folder is where skills lie in a plugin.
const Folder = "skills"

// Plugin is a folder that is one.
type Plugin struct {
	Kind        Kind
	File        string // its manifest
	Name        string
	Version     string
	Description string
	Folders     []string // of its skills: each folder right below with SKILL.md is one, and so is such a folder itself
	Refused     bool     // a program that keeps to the rules loads nothing of it
}

// Parse reads a folder as a plugin. Of two manifests that of Agent Plugins is taken. A folder without one is none.
func Parse(t tree.Tree) (Plugin, []skill.Finding) {
	p, list := Read(t, Open)
	if p.Kind == None {
		p, list = Read(t, Claude)
	}
	return p, list
}

// Read reads a folder as a plugin of one kind.
func Read(t tree.Tree, kind Kind) (Plugin, []skill.Finding) {
	p := Plugin{Kind: kind, File: OpenFile, Folders: []string{Folder}}
	if kind == Claude {
		p.File = ClaudeFile
	}
	data, err := t.ReadFile(p.File)
	if err != nil {
		return Plugin{}, nil
	}
	r := reader{p: &p, text: string(data)}
	r.read()
	r.skills(t)
	return p, r.list
}

// Finds reports whether a folder, by its path in the plugin, is one of a skill of it.
func (p Plugin) Finds(dir string) bool {
	return slices.ContainsFunc(p.Folders, func(f string) bool { return path.Dir(dir) == f || dir == f && f != Folder })
}

// within reports a folder that lies in one of a skill of it.
func (p Plugin) within(t tree.Tree, dir string) bool {
	for ; dir != "."; dir = path.Dir(dir) {
		if _, ok := t.File(path.Join(dir, "SKILL.md")); ok && p.Finds(dir) {
			return true
		}
	}
	return false
}

// Leads reports whether a folder is on the way to a skill of it, or is one.
func (p Plugin) Leads(dir string) bool {
	return p.Finds(dir) || slices.ContainsFunc(p.Folders, func(f string) bool { return f == dir || strings.HasPrefix(f, dir+"/") })
}

// skills tells of skills that no program finds, since they lie elsewhere, and of a plugin without any.
func (r *reader) skills(t tree.Tree) {
	found := 0
	for at := range t.Walk() {
		if path.Base(at) != "SKILL.md" {
			continue
		}
		switch dir := path.Dir(at); {
		case r.p.Finds(dir):
			found++
			continue
		case r.p.within(t, dir):
			continue
		}
		r.at(at, 1, 1, "plugin_skill_place", skill.Warning, "A program does not find this skill: it looks for folders right below %s.", strings.Join(r.p.Folders, ", "))
	}
	if found == 0 {
		r.at(r.p.File, 1, 1, "plugin_no_skills", skill.Warning, "The plugin has no skill: a skill is a folder of %s with SKILL.md.", strings.Join(r.p.Folders, ", "))
	}
}

// Valid says what is wrong with a name for a plugin, and nothing where it is right (Agent Plugins 1.0.0, 5.5).
func Valid(name string) string {
	plain := func(r rune) bool { return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' }
	switch {
	case name == "":
		return "it is empty"
	case len(name) > 64:
		return "it has more than 64 characters"
	case strings.ContainsFunc(name, func(r rune) bool { return !plain(r) && r != '-' && r != '.' }):
		return "it has more than small letters, digits, hyphens and full stops"
	case !plain(rune(name[0])) || !plain(rune(name[len(name)-1])):
		return "it does not begin and end with a letter or a digit"
	case strings.Contains(name, "--") || strings.Contains(name, ".."):
		return "it has two hyphens or two full stops in a row"
	}
	return ""
}

// Package plugins is a program that keeps to the Agent Plugins specification, version 1.0.0.
//
// It promises what the specification asks of such a program: what of a plugin is loaded, and what must be skipped. It
// says nothing of how a program tells its model, so that there is no catalog. Where a folder is no plugin, it is judged
// as the folder of skills of a plugin to be.
package plugins

import (
	"path"
	"slices"
	"strings"

	"lily/core/agents"
	"lily/core/agents/standard"
	"lily/core/plugin"
)

const (
	usual = ".agents/plugins"
	spec  = "agentplugins/agent-plugins-spec@3bf66283 spec/1.0.0.md "
)

// Agent is the specification.
var Agent = agents.Agent{
	Name: "plugins", Title: "Agent Plugins 1.0", Version: "1.0.0", Usual: usual, Known: agents.Documented, See: see, Rules: append([]agents.Rule{
		{ID: agents.PlaceRule, Known: agents.Documented, Text: "A plugin is a folder with plugin.json, and its skills are the folders right below its folder skills that have SKILL.md. Where plugins lie is each " + "program's own; the specification's example is ~/.agents/plugins.", Source: spec + "4.2, 7.1, 9.1"},
		{ID: "manifest", Known: agents.Documented, Text: "A manifest that breaks the schema makes a program refuse the whole plugin, but for unknown keys, which are ignored.", Source: spec + "5.2, 5.3"},
		{ID: "deep", Known: agents.Documented, Text: "A program must not look deeper than the folders right below skills.", Source: spec + "7.1"},
		{ID: "skip", Known: agents.Documented, Text: "A skill that does not conform to the Agent Skills specification must be skipped. Here its own validator says what conforms.", Source: spec + "7.1; " + standard.Agent.Version},
	}, standard.Agent.Rules[1:]...),
}

func see(s *agents.Site, _ agents.Terms) (v agents.View) {
	for _, scope := range []agents.Scope{agents.Project, agents.Home} {
		root := s.Open(scope, usual)
		if !root.Here {
			continue
		}
		look(&v, root)
	}
	return v
}

// look goes through a folder of plugins, or a plugin, or a folder of skills.
func look(v *agents.View, root agents.Root) {
	at := map[string]plugin.Plugin{}
	if p, _ := plugin.Read(root.Tree(), plugin.Open); p.Kind != plugin.None {
		at["."] = p
	} else {
		for e := range root.Tree().Children() {
			if p, _ := plugin.Read(e.Sub, plugin.Open); e.Dir && p.Kind != plugin.None {
				at[e.Name] = p
			}
		}
	}
	if len(at) == 0 {
		at["."] = plugin.Plugin{Folders: []string{"."}} // a plugin to be
	}
	for _, f := range root.Skills(agents.Walk{Named: true, Top: true}) {
		in, dir := inside(at, f.Dir)
		if in == nil {
			continue
		}
		c := &agents.Cell{Path: f.Path}
		judge(f, c, *in, dir)
		if c.State == agents.Loaded {
			v.Order = append(v.Order, c)
			continue
		}
		v.Rest = append(v.Rest, c)
	}
}

// inside returns the plugin that a folder lies in, and its path there.
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

func judge(f agents.Found, c *agents.Cell, p plugin.Plugin, dir string) {
	switch {
	case !slices.Contains(p.Folders, path.Dir(dir)) || dir == ".":
		c.End(agents.Ignored, "deep", "It is no folder right below skills.", 0)
	case p.Refused:
		c.End(agents.Refused, "manifest", "The manifest of its plugin breaks the schema, so that nothing of the plugin is loaded.", 0)
	default:
		standard.Judge(f, c)
		if c.State == agents.Refused {
			c.Because("skip", "It does not conform to the Agent Skills specification, and must be skipped.", 0)
		}
	}
}

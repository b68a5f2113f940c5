// Package lily is Lily herself, in the same words as the others.
//
// It promises what the loader says of the same files as a workspace, under the profile and the policy that a person
// starts with.
package lily

import (
	"path"
	"strings"

	"lily/core"
	"lily/core/agents"
	"lily/core/loader"
	"lily/core/policy"
	"lily/core/prompt"
	"lily/core/tool"
	"lily/core/tree"
	"lily/core/world"
)

const usual = "skills"

// Agent is this program.
var Agent = agents.Agent{
	Name: "lily", Title: "Lily", Version: "this one", Usual: usual, Known: agents.Measured, See: see, Rules: []agents.Rule{
		{ID: agents.PlaceRule, Known: agents.Measured, Text: "A workspace keeps its skills in the folder skills, one folder a skill.", Source: "LD-2"},
		{ID: "state", Known: agents.Measured, Text: "Each candidate has one state, and all of its reasons.", Source: "LD-8"},
		{ID: "catalog", Known: agents.Measured, Text: "The catalog takes a part of the window, and what it costs is said of each skill.", Source: "CV-2"},
	},
}

func see(s *agents.Site, terms agents.Terms) (v agents.View) {
	root := s.Open(agents.Project, usual)
	snap, err := load(root.Tree(), s.Breathe)
	if err != nil {
		return v
	}
	limit, _ := prompt.Budget(policy.Default(), terms.Window)
	list := prompt.List(snap, limit)
	v.Catalog = func() string { return list.Text }
	entries := make(map[string]prompt.Entry, len(list.Entries))
	for _, e := range list.Entries {
		entries[e.Name] = e
	}
	for _, k := range snap.Candidates {
		c := cell(root, k, entries)
		if c.State == agents.Refused || c.State == agents.Shadowed {
			v.Rest = append(v.Rest, c)
			continue
		}
		v.Order = append(v.Order, c)
	}
	return v
}

func load(t tree.Tree, breathe func()) (*loader.Snapshot, error) {
	w, err := world.New(tree.Tree{}, tree.Tree{})
	if err != nil {
		return nil, err
	}
	var tick tree.Tick
	if breathe != nil {
		tick = func(int, int) bool { breathe(); return true }
	}
	return loader.LoadWith(core.New(w.With("workspace/skills", t), tool.Builtin(), core.Ports{}).Input(), nil, nil, tick)
}

func cell(root agents.Root, k *loader.Candidate, list map[string]prompt.Entry) *agents.Cell {
	file := func(at string) string {
		return root.In(path.Join(strings.TrimPrefix(at, "/workspace/skills/"), loader.File))
	}
	brief := k.Brief()
	c := &agents.Cell{Path: file(k.Path), State: agents.Refused, Name: k.Name, Text: brief.Summary}
	for _, r := range k.Reasons {
		c.Because("state", r.Message, 0)
	}
	switch k.State {
	case loader.Shadowed:
		c.State, c.By = agents.Shadowed, file(k.ShadowedBy)
	case loader.Available:
		told(c, list)
	}
	return c
}

// told says what the model gets of an available skill.
func told(c *agents.Cell, list map[string]prompt.Entry) {
	e, ok := list[c.Name]
	c.Shown = e.Summary
	switch {
	case !ok || e.Listing == prompt.Dropped || e.Listing == prompt.Apart:
		c.End(agents.Dropped, "catalog", e.Why, 0)
	case e.Listing == prompt.Shortened:
		c.End(agents.Cut, "catalog", e.Why, 0)
	default:
		c.State = agents.Loaded
	}
}

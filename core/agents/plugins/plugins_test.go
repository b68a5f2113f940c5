package plugins_test

import (
	"testing"

	"lily/core/agents"
	"lily/core/agents/agentstest"
	"lily/core/agents/plugins"
	"lily/core/plugin"
)

const good = "---\nname: a\ndescription: x\n---\n"

func TestPlaces(t *testing.T) {
	manifest := `{"$schema": "` + plugin.Schema + `", "name": "p", "other": 1}`
	for _, tt := range []struct {
		name string
		add  map[string]string
		at   string
		want agents.State
		rule string
	}{
		{"a skill", nil, "p/skills/a", agents.Loaded, ""},
		{"a skill too deep", nil, "p/skills/b/a", agents.Ignored, "deep"},
		{"a skill beside", nil, "p/other/a", agents.Ignored, "deep"},
		{"a skill at the root", nil, "p", agents.Ignored, "deep"},
		{"a skill of another name", nil, "p/skills/b", agents.Refused, "name"},
		{"a key of one program", map[string]string{"p/skills/a/SKILL.md": "---\nname: a\ndescription: x\ntriggers: y\n---\n"}, "p/skills/a", agents.Refused, "key"},
		{"a manifest without a schema", map[string]string{"p/plugin.json": `{"name": "p"}`}, "p/skills/a", agents.Refused, "manifest"},
	} {
		files := map[string]string{"project/.agents/plugins/p/plugin.json": manifest, "project/.agents/plugins/" + tt.at + "/SKILL.md": good}
		for at, text := range tt.add {
			files["project/.agents/plugins/"+at] = text
		}
		c := agentstest.See(t, &plugins.Agent, agents.Terms{}, files).Rows[0].Cells[0]
		if c.State != tt.want || len(c.Reasons) > 0 != (tt.rule != "") || tt.rule != "" && c.Reasons[0].Rule != tt.rule {
			t.Errorf("%s: got %+v, want %s for %s", tt.name, c, tt.want, tt.rule)
		}
	}
}

// A plugin may be what is dropped, and a folder of skills is judged as that of a plugin to be.
func TestDropped(t *testing.T) {
	for _, files := range []map[string]string{
		{"project/.agents/plugins/plugin.json": `{"$schema": "` + plugin.Schema + `", "name": "p"}`, "project/.agents/plugins/skills/a/SKILL.md": good},
		{"project/.agents/plugins/a/SKILL.md": good},
		{"home/.agents/plugins/q/plugin.json": `{"$schema": "` + plugin.Schema + `", "name": "q"}`, "home/.agents/plugins/q/skills/a/SKILL.md": good},
	} {
		if c := agentstest.See(t, &plugins.Agent, agents.Terms{}, files).Rows[0].Cells[0]; c.State != agents.Loaded {
			t.Errorf("got %+v, want it loaded", c)
		}
	}
}

package agentstest

import (
	"testing"

	"lily/core/agents"
	"lily/core/tree"
)

// Want is what an agent makes of one SKILL.md that lies in its usual folder, in the folder "a".
type Want struct {
	Name  string // what is special
	Text  string
	State agents.State
	Rule  string // of the first reason, empty without one
	Shown string // what the model sees of the description
}

// Is is one [Want].
func Is(name, text string, state agents.State, rule, shown string) Want {
	return Want{name, text, state, rule, shown}
}

// Test holds an agent to it.
func (w Want) Test(t *testing.T, a *agents.Agent) {
	t.Helper()
	c := See(t, a, agents.Terms{}, map[string]string{"project/" + a.Usual + "/a/SKILL.md": w.Text}).Rows[0].Cells[0]
	rule := ""
	if len(c.Reasons) > 0 {
		rule = c.Reasons[0].Rule
	}
	if c.State != w.State || rule != w.Rule || c.Shown != w.Shown {
		t.Errorf("%s: got %s for %q with %q, want %s for %q with %q: %v", w.Name, c.State, rule, c.Shown, w.State, w.Rule, w.Shown, c.Reasons)
	}
}

// See is what an agent makes of an installation of files, whose paths begin with project/ or home/.
func See(t *testing.T, a *agents.Agent, terms agents.Terms, files map[string]string) agents.Table {
	t.Helper()
	b := tree.Builder{}
	for at, text := range files {
		if err := b.Put(at, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	return agents.Evaluate(agents.Installed(b.Tree()).Placed("/project", "/me"), []*agents.Agent{a}, terms)
}

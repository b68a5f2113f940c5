package standard

import (
	"testing"

	"lily/core/agents"
	"lily/core/tree"
)

// What stands for a separator while a text is parsed is given back for it, and for nothing that was there before.
func TestSeparators(t *testing.T) {
	for _, want := range []string{"a\u2028b.", "a\ue028b.", "a b."} {
		files, err := (tree.Tree{}).Put("x/SKILL.md", []byte("---\nname: x\ndescription: "+want+"\n---\n"))
		if err != nil {
			t.Fatal(err)
		}
		table := agents.Evaluate(agents.AsDropped(files), []*agents.Agent{&Agent}, agents.Terms{})
		if got := table.Rows[0].Cells[0]; got.Shown != want {
			t.Errorf("got %+q, %s, want %+q", got.Shown, got.State, want)
		}
	}
}

package all_test

import (
	"testing"

	"lily/core/agents"
	"lily/core/agents/all"
	"lily/core/tree"
)

// No file makes any agent panic, and none makes two tables of one installation.
func FuzzSkill(f *testing.F) {
	for _, text := range []string{
		"---\nname: a\ndescription: b\n---\n", "---\n---\n", "---", "\ufeff---\r\nname: a\r\n---", "---\ndescription: Use: x\n---\n", "---\n- a\n---\n",
		"---\nname: &a x\ndescription: *a\nmetadata: {\"openclaw\": {\"requires\": {\"bins\": [\"x\"]}}}\n---\n", "---\ndescription: >2-\n  a\n b\n---\n",
		"---\nname: \"\\ud83d\"\ndescription: '\n---\n", "---\n\"\": \n? [a]\n: b\n---\n", "---\nname:\n  description: a\n---\nname: b", "---\ndescription: \xff\u2028\n---",
		"---\nmetadata: |\n  {\ndescription: [\n---\n", "---\ndescription: \"\n---\n", "---\nname: 0x\ndescription: 2026-1-1 1:1:1\n---\n", "---\nsummary: a: b\n---",
	} {
		f.Add(text, uint16(0))
	}
	f.Fuzz(func(t *testing.T, text string, window uint16) {
		for _, c := range fuzzed(t, text, int(window)) {
			if c.State == "" || c.State != agents.Loaded && len(c.Reasons) == 0 {
				t.Errorf("got the cell %+v", c)
			}
		}
	})
}

func fuzzed(t *testing.T, text string, window int) []*agents.Cell {
	b := tree.Builder{}
	for _, at := range []string{"a/SKILL.md", "b/SKILL.md", "c.md", "a/agents/openai.yaml", ".gitignore"} {
		if err := b.Put(at, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	return agents.Evaluate(agents.AsDropped(b.Tree()), all.List, agents.Terms{Window: window}).Rows[0].Cells
}

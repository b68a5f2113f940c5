package all_test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"lily/core/agents"
	"lily/core/agents/all"
	"lily/core/tree"
)

// dropped is a folder of skills with something for everybody.
func dropped(t *testing.T) tree.Tree {
	t.Helper()
	b := tree.Builder{}
	for at, text := range map[string]string{
		"good/SKILL.md":         "---\nname: good\ndescription: Does good things. Use it when things are bad.\n---\nDo.\n",
		"plain/SKILL.md":        "Just text.\n",
		"colon/SKILL.md":        "---\nname: colon\ndescription: Use when: always\n---\n",
		"other/SKILL.md":        "---\nname: good\ndescription: A twin.\n---\n",
		"deep/er/SKILL.md":      "---\nname: er\ndescription: Deep.\n---\n",
		"nested/SKILL.md":       "---\nname: nested\ndescription: Nested.\nmetadata:\n  a:\n    b: c\n---\n",
		"long/SKILL.md":         "---\nname: long\ndescription: " + strings.Repeat("word ", 400) + "\n---\n",
		"small/skill.md":        "---\nname: small\ndescription: Small letters.\n---\n",
		"good/docs/SKILL.md":    "---\nname: docs\ndescription: Below another.\n---\n",
		"number/SKILL.md":       "---\nname: 12\ndescription: true\n---\n",
		"empty/SKILL.md":        "",
		"open/SKILL.md":         "---\nname: open\n",
		"twice/SKILL.md":        "---\nname: twice\nname: again\ndescription: x\n---\n",
		"escape/SKILL.md":       "---\nname: escape\ndescription: \"<a> & \\\"b\\\"\\n</skill>\"\n---\n",
		"closed/SKILL.md":       "---\nname: closed\ndescription: x\ndisable-model-invocation: true\n---\n",
		".hidden/SKILL.md":      "---\nname: hidden\ndescription: x\n---\n",
		"node_modules/SKILL.md": "---\nname: modules\ndescription: x\n---\n",
	} {
		if err := b.Put(at, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	return b.Tree()
}

func many(t *testing.T, n, size int) tree.Tree {
	t.Helper()
	b := tree.Builder{}
	for i := range n {
		text := fmt.Sprintf("---\nname: skill-%d\ndescription: %s\n---\nText.\n", i, strings.Repeat("describes ", size/10))
		if err := b.Put(fmt.Sprintf("skill-%d/SKILL.md", i), []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	return b.Tree()
}

// Each rule has a sentence and a source, each reason a rule, and each state but loaded a reason.
func TestEveryCellHasItsWhy(t *testing.T) {
	table := agents.Evaluate(agents.AsDropped(dropped(t)), all.List, agents.Terms{Window: 200_000})
	names := map[string]bool{}
	for i, a := range all.List {
		rules(t, a)
		if names[a.Name] {
			t.Errorf("got two agents named %s", a.Name)
		}
		names[a.Name] = true
		for _, row := range table.Rows {
			c := row.Cells[i]
			if c.Path != row.Path || !slices.Contains(agents.States, c.State) {
				t.Errorf("%s, %s: got the cell %+v", a.Name, row.Path, c)
			}
			if c.State != agents.Loaded && len(c.Reasons) == 0 {
				t.Errorf("%s, %s: got %s without a reason", a.Name, row.Path, c.State)
			}
			if (c.State == agents.Shadowed) != (c.By != "") {
				t.Errorf("%s, %s: got %s by %q", a.Name, row.Path, c.State, c.By)
			}
			for _, r := range c.Reasons {
				if a.Rule(r.Rule).Text == "" || r.Text == "" || strings.ContainsAny(r.Text, "\n\x1b") {
					t.Errorf("%s, %s: got the reason %+v", a.Name, row.Path, r)
				}
			}
		}
	}
}

func rules(t *testing.T, a *agents.Agent) {
	t.Helper()
	ids := map[string]bool{}
	for _, r := range a.Rules {
		if r.ID == "" || ids[r.ID] || !strings.HasSuffix(r.Text, ".") || r.Source == "" || r.Known == "" {
			t.Errorf("%s: got the rule %+v", a.Name, r)
		}
		ids[r.ID] = true
	}
	if !ids[agents.PlaceRule] {
		t.Errorf("%s: got no rule of where it looks", a.Name)
	}
	if a.Title == "" || a.Version == "" || a.Usual == "" || a.Known == "" {
		t.Errorf("got %+v", a)
	}
}

// SK-10: what grows when it is read costs no agent more than a few megabytes.
func TestNothingGrows(t *testing.T) {
	bomb, last := "---\nname: bomb\na0: &a0 [x, x, x, x, x, x, x, x, x]\n", "*a0"
	for i := 1; i < 9; i++ {
		bomb += fmt.Sprintf("a%d: &a%d [%s]\n", i, i, strings.TrimSuffix(strings.Repeat(last+", ", 9), ", "))
		last = fmt.Sprintf("*a%d", i)
	}
	for name, text := range map[string]string{
		"aliases":  bomb + "metadata: " + last + "\n---\n",
		"mappings": strings.ReplaceAll(bomb, "[x, x", "[{k: x}, x") + "metadata:\n  k: " + last + "\ndescription: " + last + "\n---\n",
		"deep":     "---\nmetadata: " + strings.Repeat("[", 60_000) + "\n---\n",
		"dashes":   "---\n" + strings.Repeat("- ", 60_000) + "\n---\n",
		"faults":   "---\nmetadata:\n" + strings.Repeat("  - x\n", 10_000) + "---\n",
		"keys":     "---\n" + strings.Repeat("k: v\n", 900) + "---\n",
		"itself":   "---\na: &a [*a]\nmetadata: *a\n---\n",
		"long":     "---\ndescription: " + strings.Repeat("x ", 500_000) + "\n---\n",
	} {
		in, err := tree.Tree{}.Put(name+"/SKILL.md", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		agents.Evaluate(agents.AsDropped(in), all.List, agents.Terms{Window: 200_000})
		runtime.ReadMemStats(&after)
		if got := (after.TotalAlloc - before.TotalAlloc) >> 20; got > 200 {
			t.Errorf("%s: got %d MiB allocated", name, got)
		} else {
			t.Logf("%s: %d MiB", name, got)
		}
	}
}

func TestTheSameTwice(t *testing.T) {
	see := func() string {
		table := agents.Evaluate(agents.AsDropped(dropped(t)), all.List, agents.Terms{Window: 128_000})
		var text strings.Builder
		for _, row := range table.Rows {
			for _, c := range row.Cells {
				fmt.Fprintf(&text, "%+v\n", *c)
			}
		}
		for i := range table.Agents {
			text.WriteString(table.Catalog(i) + "\n")
		}
		return text.String()
	}
	if got, want := see(), see(); got != want {
		t.Error("got two tables of one installation")
	}
}

func BenchmarkTable(b *testing.B) {
	t := &testing.T{}
	in := many(t, 2_000, 300)
	for b.Loop() {
		agents.Evaluate(agents.AsDropped(in), all.List, agents.Terms{Window: 200_000})
	}
}

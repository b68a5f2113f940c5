package all_test

import (
	"fmt"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"

	"lily/core/agents"
	"lily/core/agents/agentstest"
	"lily/core/agents/all"
	"lily/core/tree"
)

// world is a set of skills, which each agent is taken to have in its own folder.
type world struct {
	agentstest.Case
}

// in is the world as an agent has it.
func (w world) in(t *testing.T, a *agents.Agent, list func([]tree.Entry)) *agents.Install {
	t.Helper()
	b := tree.Builder{}
	for at, data := range w.Put(a.Usual) { // in any order
		if err := b.Put(at, data); err != nil {
			t.Fatal(err)
		}
	}
	in := agents.Installed(b.Tree()).Placed("/p/project", "/me").From(strings.TrimPrefix(strings.TrimPrefix(w.Cwd, "project"), "/"))
	in.List = list
	return in
}

// worlds are the cases of the agents that are measured, the real skills beside the project, and sets that are made.
func worlds(t *testing.T) (list []world) {
	t.Helper()
	for _, c := range cases(t) {
		if !strings.HasPrefix(c.Name, "corpus/") || strings.HasSuffix(c.Name, "/flat") { // the same files, if each lies where all look
			list = append(list, world{c})
		}
	}
	sets := uint64(30)
	if testing.Short() {
		sets = 10
	}
	for seed := range sets {
		list = append(list, made(seed))
	}
	return list
}

// shuffles is how often a world is listed otherwise: real skills and cases are many, and those that are made try more.
func (w world) shuffles() uint64 {
	if strings.HasPrefix(w.Name, "made/") {
		return 3
	}
	return 1
}

// made is a set of skills that share names, lie deep, are hidden, differ in case alone, or are not what they should be.
func made(seed uint64) world {
	r := rand.New(rand.NewPCG(seed, 15))
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	w := world{agentstest.Case{Name: fmt.Sprint("made/", seed), Cwd: pick("project", "project/sub"), Files: map[string][]byte{}}}
	for range 4 + r.IntN(60) {
		dir := pick("skills", "skills", "skills", "home/.agents/skills", "home/.claude/skills", "project/sub/.agents/skills", "project/sub/.claude/skills")
		for range 1 + r.IntN(3) {
			dir = path.Join(dir, pick("a", "b", "c", "B", "é", "skills", ".hidden", "d-e", "plug", "node_modules", "x1"))
		}
		name := pick(path.Base(dir), path.Base(dir), "a", "b", "twin", "Ä", "plug:a", "12", "")
		text := "---\nname: " + name + "\ndescription: " + pick("Does it.", "Use: it.", strings.Repeat("wörd ", r.IntN(500)), "", "<b> & \"c\"") + "\n" +
			pick("", "", "", "disable-model-invocation: true\n", "metadata:\n  a:\n    b: c\n", "license: MIT\n") + "---\nBody.\n"
		w.Files[dir+"/"+pick("SKILL.md", "SKILL.md", "SKILL.md", "SKILL.md", "skill.md", "other.md")] = []byte(text)
		switch r.IntN(12) {
		case 0:
			w.Files[dir+"/.gitignore"] = []byte(pick("a\n", "*/SKILL.md\n", "!b\n"))
		case 1:
			w.Files[dir+"/agents/openai.yaml"] = []byte("policy:\n  allow_implicit_invocation: false\n")
		case 2:
			w.Files[dir+"/"+pick("plugin.json", ".claude-plugin/plugin.json")] = []byte(`{"name":"plug","version":"1.0.0"}`)
		}
	}
	return w
}

// seen is all that an agent makes of an installation: each cell, the order of what it has, and what its model is told.
func seen(t agents.Table, agent int) (all []string) {
	for _, row := range t.Rows {
		all = append(all, fmt.Sprintf("%+v", *row.Cells[agent]))
	}
	for _, c := range t.Orders[agent] {
		all = append(all, "has "+c.Path)
	}
	return append(all, t.Catalog(agent))
}

// The order in which a disk lists folders changes nothing, to the byte, unless the real agent's does. Where a rule says
// so it decides between files of one name or one text alone, and does.
func TestTheOrderOfAListingChangesNothing(t *testing.T) {
	t.Parallel()
	decides := map[string]bool{}
	for _, w := range worlds(t) {
		for i, a := range all.List {
			terms := agents.Terms{Window: 32_000}
			want := agents.Evaluate(w.in(t, a, nil), all.List[i:i+1], terms)
			for seed := range w.shuffles() {
				r := rand.New(rand.NewPCG(seed, 1))
				got := agents.Evaluate(w.in(t, a, func(list []tree.Entry) {
					r.Shuffle(len(list), func(i, k int) { list[i], list[k] = list[k], list[i] })
				}), all.List[i:i+1], terms)
				if slices.Equal(seen(got, 0), seen(want, 0)) {
					continue
				}
				decides[a.Name] = true
				if a.Rule(a.Listed).Text == "" || !slices.Equal(w.unique(got, a), w.unique(want, a)) {
					t.Errorf("%s, %s, listed otherwise: %s", w.Name, a.Name, first(seen(got, 0), seen(want, 0)))
				}
			}
		}
	}
	for _, a := range all.List {
		if (a.Listed != "") != decides[a.Name] {
			t.Errorf("%s: got that the order of a listing decides something: %t; its rule is %q", a.Name, decides[a.Name], a.Listed)
		}
	}
}

// unique are the cells of files that share neither their name nor their text with another one, in order of paths.
func (w world) unique(t agents.Table, a *agents.Agent) (list []string) {
	put, named, texts := w.Put(a.Usual), map[string]int{}, map[string]int{}
	for _, row := range t.Rows {
		named[row.Cells[0].Name]++
		texts[string(put[row.Path])]++
	}
	for _, row := range t.Rows {
		if c := row.Cells[0]; (c.Name == "" || named[c.Name] == 1) && texts[string(put[row.Path])] == 1 {
			list = append(list, fmt.Sprintf("%+v", *c))
		}
	}
	return list
}

// What one agent makes of an installation does not hang on who looks at it besides, or before.
func TestNobodySeesThroughAnother(t *testing.T) {
	t.Parallel()
	for _, w := range worlds(t) {
		if strings.HasPrefix(w.Name, "case/") {
			continue // these are small, and told to each agent alone
		}
		b := tree.Builder{}
		for at, data := range w.Files {
			if err := b.Put(at, data); err != nil {
				t.Fatal(err)
			}
		}
		sub, err := b.Tree().At("skills")
		if err != nil {
			continue
		}
		terms, list := agents.Terms{Window: 128_000}, slices.Clone(all.List)
		slices.Reverse(list)
		want, got := agents.Evaluate(agents.AsDropped(sub), all.List, terms), agents.Evaluate(agents.AsDropped(sub), list, terms)
		for i, a := range all.List {
			if is, was := seen(got, len(list)-1-i), seen(want, i); !slices.Equal(is, was) {
				t.Errorf("%s, %s, the last first: %s", w.Name, a.Name, first(is, was))
			}
		}
	}
}

// windows are from none that is too small to more than there is.
var windows = []int{1, 1_000, 4_000, 8_000, 32_000, 128_000, 200_000, 1_000_000}

// A bigger window never shows less of a skill, and nothing shown becomes another text: it grows. The one that turns is
// Codex, where not even all names have room: it takes each skill that fits beside those before it.
func TestABiggerWindowShowsNoLess(t *testing.T) {
	t.Parallel()
	grown := map[string]int{}
	turned := map[string]bool{}
	for _, w := range worlds(t) {
		if len(w.Windows) == 0 && !strings.HasPrefix(w.Name, "made/") {
			continue // of one skill or two, for which no window is too small
		}
		for i, a := range all.List {
			in, last := w.in(t, a, nil), agents.Table{}
			for _, window := range windows {
				next := agents.Evaluate(in, all.List[i:i+1], agents.Terms{Window: window})
				for r := range last.Rows {
					was, is := last.Rows[r].Cells[0], next.Rows[r].Cells[0]
					switch {
					case turns(a, was, is):
						turned[a.Name] = true
					case less(was, is):
						t.Fatalf("%s, %s at %d, %s: got %s with %.200q, before %s with %.200q", w.Name, a.Name, window, is.Path, is.State, is.Shown, was.State, was.Shown)
					}
					if len(is.Shown) > len(was.Shown) {
						grown[a.Name]++
					}
				}
				last = next
			}
		}
	}
	if len(turned) != 1 || !turned["codex"] {
		t.Errorf("got agents that leave a name out of a bigger list: %v, want Codex", turned)
	}
	for _, name := range []string{"claude-code", "codex", "openclaw", "lily"} { // those whose lists depend on the window
		if grown[name] == 0 {
			t.Errorf("%s: got the same of every skill at every window", name)
		}
	}
}

// turns reports a name without a description that a bigger list leaves out, by the rule that says so.
func turns(a *agents.Agent, was, is *agents.Cell) bool {
	last := len(is.Reasons) - 1
	return a.Name == "codex" && was.Shown == "" && was.State == agents.Cut && is.State == agents.Dropped && is.Reasons[last].Rule == "left_out"
}

// less reports whether a cell shows less than before, or has a worse state.
func less(was, is *agents.Cell) bool {
	shown := func(c *agents.Cell) string { return strings.TrimRight(c.Shown, ".…") }
	return !strings.HasPrefix(shown(is), shown(was)) || slices.Index(agents.States, is.State) > slices.Index(agents.States, was.State)
}

// accepted reports whether the standard's validator takes a file.
func accepted(t *testing.T, w world, a *agents.Agent, at string) bool {
	t.Helper()
	one, err := tree.Tree{}.Put(strings.TrimPrefix(path.Join(path.Base(path.Dir(at)), path.Base(at)), "./"), w.Put(a.Usual)[at])
	if err != nil {
		t.Fatal(err)
	}
	return agents.Evaluate(agents.AsDropped(one), []*agents.Agent{all.Find("standard")}, agents.Terms{}).Rows[0].Cells[0].State == agents.Loaded
}

// refusals are where an agent refuses what the standard's own validator takes, by the rules that it cites. The validator
// lets a fence stand anywhere, line ends be lone carriage returns, texts in quotes go on at the margin, metadata be
// nested, and null, dates and numbers be text. Of the real skills crush alone refuses two, one for its metadata and one for a limit that it counts in bytes.
var refusals = map[string][]string{
	"codex":    {"description", "fence", "products", "types", "yaml"},
	"crush":    {"description", "fence", "folder", "name", "yaml"},
	"cursor":   {"frontmatter"},
	"gemini":   {"fence"},
	"goose":    {"name", "yaml"},
	"lily":     {"state"},
	"openclaw": {"fence", "yaml"},
	"opencode": {"description", "fence", "name", "yaml"},
	"pi":       {"description", "fence", "yaml"},
}

// A skill that the strict standard accepts is refused by nobody that claims the standard, or the reason cites that
// agent's own source; and which rules do so is known.
func TestTheStandardIsRefusedWithASource(t *testing.T) {
	t.Parallel()
	strict, got := all.Find("standard"), map[string][]string{}
	for _, w := range worlds(t) {
		for _, a := range all.List {
			table := agents.Evaluate(w.in(t, a, nil), []*agents.Agent{a}, agents.Terms{})
			for _, row := range table.Rows {
				if row.Cells[0].State != agents.Refused || !accepted(t, w, a, row.Path) {
					continue
				}
				why := row.Cells[0].Reasons[len(row.Cells[0].Reasons)-1]
				rule := a.Rule(why.Rule)
				if a != strict && (rule.Source == "" || strings.Contains(rule.Source, "agentskills/")) {
					t.Errorf("%s: %s refuses %s: got the source %q, want one of its own", w.Name, a.Name, row.Path, rule.Source)
				}
				if !slices.Contains(got[a.Name], why.Rule) {
					got[a.Name] = append(got[a.Name], why.Rule)
				}
			}
		}
	}
	for _, a := range all.List {
		slices.Sort(got[a.Name])
		if !slices.Equal(got[a.Name], refusals[a.Name]) {
			t.Errorf("%s: got refusals of what the standard accepts by %q, want %q", a.Name, got[a.Name], refusals[a.Name])
		}
	}
}

func first(got, want []string) string {
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			return fmt.Sprintf("got %.600s\nwant %.600s", got[i], want[i])
		}
	}
	return fmt.Sprintf("got %d lines, want %d", len(got), len(want))
}

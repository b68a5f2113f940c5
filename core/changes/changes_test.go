package changes_test

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"lily/core"
	"lily/core/agents"
	"lily/core/agents/all"
	"lily/core/changes"
	"lily/core/loader"
	"lily/core/policy"
	"lily/core/profile"
	"lily/core/tool"
	"lily/core/tree"
	"lily/core/world"
)

var update = flag.Bool("update", false, "write the answers; read them before you commit them")

const root = "workspace/skills"

func side(t *testing.T, name string, files tree.Tree) changes.Side {
	t.Helper()
	var b tree.Builder
	_ = b.Dir("bundled/skills")
	w := world.World{Tree: b.Tree(), Roots: world.Roots(world.Deep), Profile: profile.Empty(), Policy: policy.Default()}
	s, err := loader.Load(core.New(w.With(root, files), tool.Builtin(), core.Ports{}).Input(), nil)
	if err != nil {
		t.Fatal(err)
	}
	d := changes.Side{Name: name, Skills: s, Policy: w.Policy, Tools: tool.Builtin().Names(), Root: "/" + root}
	d.Eyes = changes.Look(s, d.Root, all.List, agents.Terms{Window: 200_000})
	return d
}

// pair are the two sides of an archive: what lies below a/ and b/.
func pair(t *testing.T, a *txtar.Archive) (was, is tree.Tree) {
	t.Helper()
	var sides [2]tree.Builder
	for _, f := range a.Files {
		for i, below := range []string{"a/", "b/"} {
			if at, ok := strings.CutPrefix(f.Name, below); ok {
				if err := sides[i].Put(at, f.Data); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	return sides[0].Tree(), sides[1].Tree()
}

// Pairs with known answers: what differs by skill, as text and as Markdown.
func TestPairs(t *testing.T) {
	list, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(list) < 20 {
		t.Fatalf("got %d pairs, %v, want 20 or more", len(list), err)
	}
	for _, name := range list {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			was, is := pair(t, a)
			r := changes.Of(side(t, "a", was), side(t, "b", is))
			answered(t, name, a, r)
			back := changes.Of(side(t, "b", is), side(t, "a", was))
			if len(back.Skills) != len(r.Skills) {
				t.Errorf("got %d skills one way and %d the other", len(r.Skills), len(back.Skills))
			}
			if same := changes.Of(side(t, "b", is), side(t, "b", is)); len(same.Skills) > 0 {
				t.Errorf("got %d skills that differ from themselves", len(same.Skills))
			}
		})
	}
}

func answered(t *testing.T, name string, a *txtar.Archive, r changes.Review) {
	t.Helper()
	var text, markdown strings.Builder
	if err := r.Text(&text); err != nil {
		t.Fatal(err)
	}
	if err := r.Markdown(&markdown); err != nil {
		t.Fatal(err)
	}
	got := map[string]string{"want.txt": text.String(), "want.md": markdown.String()}
	for _, want := range []string{"want.txt", "want.md"} {
		said, there := "", false
		for i, f := range a.Files {
			if f.Name == want {
				said, there = string(f.Data), true
				a.Files[i].Data = []byte(got[want])
			}
		}
		if !there {
			a.Files = append(a.Files, txtar.File{Name: want, Data: []byte(got[want])})
		}
		if said != got[want] && !*update {
			t.Errorf("%s: got\n%s\nwant\n%s", want, got[want], said)
		}
	}
	if *update {
		if err := os.WriteFile(name, txtar.Format(a), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// The JSON has a list wherever there may be one, and is the same for equal sides.
func TestJSON(t *testing.T) {
	a, err := txtar.ParseFile("testdata/21-many.txtar")
	if err != nil {
		t.Fatal(err)
	}
	was, is := pair(t, a)
	one, err := json.Marshal(changes.Of(side(t, "a", was), side(t, "b", is)))
	if err != nil {
		t.Fatal(err)
	}
	two, _ := json.Marshal(changes.Of(side(t, "a", was), side(t, "b", is)))
	if string(one) != string(two) || strings.Contains(string(one), "null") {
		t.Errorf("got %s and then %s", one, two)
	}
}

// Nothing of a skill is markup in a comment on a pull request, whatever it holds.
func TestMarkdownIsHeld(t *testing.T) {
	const evil = "</details><script>x</script> @everyone #1 https://evil.example/ ![x](https://evil.example/y.png) |"
	for _, text := range []string{evil, "```\n" + evil, strings.Repeat("`", 50) + "\n" + evil, "~~~\n" + evil, "\u2028" + evil} {
		var b tree.Builder
		_ = b.Put("pdf/SKILL.md", []byte("---\nname: pdf\ndescription: \"D.\"\n---\n"+text+"\n"))
		_ = b.Put("pdf/@x #1 <b>.md", []byte(text))
		var out strings.Builder
		if err := changes.Of(side(t, "<a>", tree.Tree{}), side(t, "@b", b.Tree())).Markdown(&out); err != nil {
			t.Fatal(err)
		}
		fence := ""
		for line := range strings.Lines(out.String()) {
			switch line = strings.TrimSuffix(line, "\n"); {
			case fence == "" && strings.HasPrefix(line, "````"):
				fence = strings.TrimSuffix(line, "diff")
			case fence != "" && line == fence:
				fence = ""
			case fence == "" && strings.ContainsAny(line, "@![`~") || fence == "" && strings.Contains(line, "evil"):
				t.Errorf("got %q outside of a fence", line)
			}
		}
		if fence != "" {
			t.Errorf("got a fence that nothing closes")
		}
	}
}

// A comment has a limit: what has no room is said.
func TestMarkdownIsBounded(t *testing.T) {
	var b tree.Builder
	for i := range 300 {
		name := "skill-" + strings.Repeat("x", i%7) + string(rune('a'+i%26)) + strings.Repeat("y", i/26)
		_ = b.Put(name+"/SKILL.md", []byte("---\nname: "+name+"\ndescription: D.\n---\n"+strings.Repeat("Line.\n", 300)))
	}
	var out strings.Builder
	if err := changes.Of(side(t, "a", tree.Tree{}), side(t, "b", b.Tree())).Markdown(&out); err != nil {
		t.Fatal(err)
	}
	if n := out.Len(); n > 65_000 || !strings.Contains(out.String(), "left out here") {
		t.Errorf("got %d bytes, want at most 65,000 and a word of what is left out", n)
	}
}

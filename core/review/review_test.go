package review

import (
	"fmt"
	"strings"
	"testing"

	"lily/core/loader"
	"lily/core/policy"
	"lily/core/profile"
	"lily/core/tree"
	"lily/core/world"
)

func loaded(t *testing.T, files map[string]string, change ...func(*world.World)) *loader.Snapshot {
	t.Helper()
	var b tree.Builder
	_ = b.Dir("bundled/skills")
	for path, text := range files {
		if err := b.Put(path+"/SKILL.md", []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	w := world.World{Tree: b.Tree(), Roots: world.Roots(world.Children), Profile: profile.Empty(), Policy: policy.Default()}
	for _, f := range change {
		f(&w)
	}
	s, err := loader.Load(loader.Input{World: w}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

const good = "---\nsummary: Good.\n---\nDo.\n"

// SN-4: what differs between two snapshots is told by skill, with state, reasons and files.
func TestOf(t *testing.T) {
	a := loaded(t, map[string]string{
		"workspace/skills/same": good, "workspace/skills/gone": good, "workspace/skills/mended": "---\nsummary: Use: it.\n---\n",
		"workspace/skills/text": good, "workspace/skills/off": good, "user/skills/moved": good,
	})
	b := loaded(t, map[string]string{
		"workspace/skills/same": good, "workspace/skills/new": good, "workspace/skills/mended": "---\nsummary: \"Use: it.\"\n---\n",
		"workspace/skills/text": good + "More.\n", "workspace/skills/off": good, "user/skills/moved": good, "workspace/skills/moved": good,
	}, func(w *world.World) { w.Policy = w.Policy.Disable("off", true) })
	var got []string
	for _, s := range Of(a, b) {
		gone, new := s.Reasons()
		got = append(got, fmt.Sprintf("%s: %s; %d reasons gone, %d new", s.Name, s.Gist(), len(gone), len(new)))
	}
	want := []string{
		"gone: available → not there, 1 file; 0 reasons gone, 0 new",
		"mended: malformed → available, 1 file; 1 reasons gone, 0 new",
		"moved: /user/skills/moved → /workspace/skills/moved; 0 reasons gone, 0 new",
		"new: not there → available, 1 file; 0 reasons gone, 0 new",
		"off: available → disabled; 0 reasons gone, 1 new",
		"text: 1 file; 0 reasons gone, 0 new",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if list := Of(b, b); len(list) > 0 {
		t.Errorf("got %v of a snapshot and itself, want nothing", list)
	}
}

// What differs one way differs the other way, with was and is exchanged.
func TestOfIsSymmetric(t *testing.T) {
	a, b := loaded(t, map[string]string{"workspace/skills/a": good, "workspace/skills/b": "---\nx: [\n---\n"}), loaded(t, map[string]string{"workspace/skills/b": good})
	there, back := Of(a, b), Of(b, a)
	for i := range there {
		if there[i].Name != back[i].Name || there[i].Was != back[i].Is || len(there[i].Files) != len(back[i].Files) {
			t.Errorf("got %v one way and %v the other", there[i], back[i])
		}
	}
}

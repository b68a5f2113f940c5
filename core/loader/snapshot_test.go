package loader

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"

	"lily/core/policy"
	"lily/core/profile"
	"lily/core/tree"
	"lily/core/world"
)

// SN-2: every key is there, none is null, and names are what scripts rely on.
func TestJSON(t *testing.T) {
	s := files{
		inWorkspace + "a/SKILL.md": "---\ncommand: x\ndescription: a <b> & c\n---\n",
		inWorkspace + "b/SKILL.md": "---\nname: x: y\n---\n",
		inUser + "a/SKILL.md":      "",
		inUser + "m/SKILL.md":      strings.Replace(unusable[ModeMismatch], "Meeting", "Global", 1),
		inUser + "n/SKILL.md":      unusable[Ineligible],
	}.load(t, world.Children)
	data := bytesOf(t, s)
	for _, bad := range []string{"null", `\u003c`} {
		if bytes.Contains(data, []byte(bad)) {
			t.Errorf("got %s in %s", bad, data)
		}
	}
	var got map[string]any
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ list, keys string }{
		{"", "candidates conflicts digest policy profile roots skills version"},
		{"roots", "candidates digest not_looked_at notes path present required scan source"},
		{"skills", "alias command digest eligibility format invocation_mode name path requires_tools source summary"},
		{"candidates", "digest findings name path reasons source state"},
		{"conflicts", "kind name paths winner"},
	} {
		object := got
		if c.list != "" {
			object = got[c.list].([]any)[0].(map[string]any)
		}
		if keys := strings.Join(sortedKeys(object), " "); keys != c.keys {
			t.Errorf("%q: got the keys %q, want %q", c.list, keys, c.keys)
		}
	}
	for _, want := range []string{
		`{"version":1,"digest":"` + s.Digest.String(), `"reasons":[{"code":"os_mismatch","message":"The skill is for win32; the profile's os is linux.","clause":"EN-2"}]`,
		`"fix":{"line":2,`, `"shadowed_by":"/workspace/skills/a"`, `"summary":"a <b> & c"`, `"params":[]`,
	} {
		if !bytes.Contains(data, []byte(want)) {
			t.Errorf("got %s, want %s in it", data, want)
		}
	}
}

func TestJSONOfNothing(t *testing.T) {
	in := files{}.input(t, world.Children)
	in.Roots = nil
	for _, s := range []*Snapshot{files{}.load(t, world.Children), files{}.load(t, world.Deep), mustLoad(t, in, nil)} {
		if data := bytesOf(t, s); bytes.Contains(data, []byte("null")) {
			t.Errorf("got %s, want no null", data)
		}
	}
}

// bytesOf is the snapshot as `lily snapshot` writes it, but for the indent.
func bytesOf(tb testing.TB, s *Snapshot) []byte {
	tb.Helper()
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

func sortedKeys(m map[string]any) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// SN-2: the digest moves with everything that the snapshot depends on.
func TestDigestMoves(t *testing.T) {
	in := files{inWorkspace + "a/SKILL.md": "x", inWorkspace + "a/ref.md": "1"}.input(t, world.Children)
	before := mustLoad(t, in, nil)
	for name, change := range map[string]func(Input) Input{
		"SKILL.md":    func(in Input) Input { return put(t, in, inWorkspace+"a/SKILL.md", "y") },
		"a reference": func(in Input) Input { return put(t, in, inWorkspace+"a/ref.md", "2") },
		"new skill":   func(in Input) Input { return put(t, in, inUser+"b/SKILL.md", "x") },
		"no user":     func(in Input) Input { return remove(t, in, "user/skills") },
		"profile":     func(in Input) Input { in.Profile.Mode = "Dev"; return in },
		"policy":      func(in Input) Input { in.Policy.Asks = "always"; return in },
		"scan":        func(in Input) Input { in.Roots = world.Roots(world.Deep); return in },
		"tools":       func(in Input) Input { in.Tools = nil; return in },
		"reserved":    func(in Input) Input { in.Reserved = nil; return in },
	} {
		next := change(in)
		after := mustLoad(t, next, before)
		if after.Digest == before.Digest || !before.Behind(next) || after.Behind(next) {
			t.Errorf("%s: got the old digest, or a snapshot that does not know it is behind", name)
		}
	}
	elsewhere := put(t, in, "workspace/notes.md", "x")
	if before.Behind(elsewhere) || mustLoad(t, elsewhere, before).Digest != before.Digest {
		t.Error("got a change from a file that is in no root")
	}
}

// SN-3: what the snapshot pins is read as it was, after edits and deletes.
func TestPinned(t *testing.T) {
	in := files{inWorkspace + "a/SKILL.md": "old", inWorkspace + "a/scripts/run.sh": "old", inUser + "a/SKILL.md": "loser"}.input(t, world.Children)
	s := mustLoad(t, in, nil)
	next := put(t, put(t, in, inWorkspace+"a/SKILL.md", "new"), inWorkspace+"a/scripts/run.sh", "new")
	next = remove(t, next, inWorkspace+"a")
	next = remove(t, next, "user/skills")
	if after := mustLoad(t, next, s); after.Find("a") != nil {
		t.Error("got the deleted skill in a new snapshot")
	}
	c := s.Find("a")
	script, _ := c.Folder().ReadFile("scripts/run.sh")
	file, _ := c.Folder().ReadFile(File)
	if c.Skill().Body != "old" || string(script) != "old" || string(file) != "old" || tree.Sum(file) != c.Digest {
		t.Errorf("got %q, %q and %q, want all as they were", c.Skill().Body, script, file)
	}
	if got := s.Candidates[1].Skill().Body; got != "loser" {
		t.Errorf("got %q of the shadowed skill, parsed late, want it as it was", got)
	}
}

// SN-4
func TestCompare(t *testing.T) {
	start := files{
		inWorkspace + "a/SKILL.md": "a", inUser + "a/SKILL.md": "loser", inUser + "b/SKILL.md": "b",
		inUser + "x/SKILL.md": "---\nopen", inWorkspace + "git/SKILL.md": "---\neligibility: {binaries: [git]}\n---\n",
		inUser + "off/SKILL.md": "",
	}
	for _, c := range []struct {
		name string
		edit func(Input) Input
		want Delta
	}{
		{"nothing", func(in Input) Input { return in }, Delta{}},
		{"edit", func(in Input) Input { return put(t, in, inUser+"b/SKILL.md", "B") }, Delta{Changed: []string{"b"}}},
		{"edit of a reference", func(in Input) Input { return put(t, in, inUser+"b/ref.md", "B") }, Delta{Changed: []string{"b"}}},
		{"edit of a loser", func(in Input) Input { return put(t, in, inUser+"a/SKILL.md", "B") }, Delta{}},
		{"new", func(in Input) Input { return put(t, in, inUser+"n/SKILL.md", "B") }, Delta{Added: []string{"n"}}},
		{"new and malformed", func(in Input) Input { return put(t, in, inUser+"n/SKILL.md", "---\n") }, Delta{Judged: []string{"n"}}},
		{"delete", func(in Input) Input { return remove(t, in, inUser+"b") }, Delta{Removed: []string{"b"}}},
		{"delete of a winner", func(in Input) Input { return remove(t, in, inWorkspace+"a") }, Delta{Changed: []string{"a"}}},
		{"delete of a loser", func(in Input) Input { return remove(t, in, inUser+"a") }, Delta{}},
		{"shadow", func(in Input) Input { return put(t, in, inWorkspace+"b/SKILL.md", "B") }, Delta{
			Changed: []string{"b"}, Shadowed: []string{"/user/skills/b"},
		}},
		{"shadow by a malformed one", func(in Input) Input { return put(t, in, inWorkspace+"b/SKILL.md", "---\n") }, Delta{
			Removed: []string{"b"}, Shadowed: []string{"/user/skills/b"},
		}},
		{"repair", func(in Input) Input { return put(t, in, inUser+"x/SKILL.md", "good") }, Delta{Added: []string{"x"}}},
		{"another fault", func(in Input) Input { return put(t, in, inUser+"x/SKILL.md", "---\na: 1\na: 2\n---\n") }, Delta{Judged: []string{"x"}}},
		{"profile", func(in Input) Input { in.Profile.Binaries = []string{"git"}; return in }, Delta{Added: []string{"git"}}}, // EN-3
		{"policy", func(in Input) Input { in.Policy.Disabled = []string{"off"}; return in }, Delta{Removed: []string{"off"}}},
		{"a profile that changes no verdict", func(in Input) Input { in.Profile.Cwd = "/"; return in }, Delta{}},
	} {
		in := start.input(t, world.Children)
		before := mustLoad(t, in, nil)
		next := c.edit(in)
		after := mustLoad(t, next, before)
		got := Compare(before, after)
		for what, pair := range map[string][2][]string{
			"added": {got.Added, c.want.Added}, "removed": {got.Removed, c.want.Removed}, "changed": {got.Changed, c.want.Changed},
			"shadowed": {got.Shadowed, c.want.Shadowed}, "judged": {got.Judged, c.want.Judged},
		} {
			same(t, c.name+": "+what, pair[0], pair[1])
			if pair[0] == nil {
				t.Errorf("%s: %s is nil, want an empty list", c.name, what)
			}
		}
		if behind := before.Behind(next); behind != (before.Digest != after.Digest) {
			t.Errorf("%s: got behind %t, want it exactly when the digest moves", c.name, behind)
		}
		if !got.Empty() && !before.Behind(next) {
			t.Errorf("%s: got %+v from a snapshot that is not behind", c.name, got)
		}
	}
}

// SN-1, SN-5: versions count loads; a load that fails leaves the snapshot be.
func TestVersions(t *testing.T) {
	in := files{inWorkspace + "a/SKILL.md": "x"}.input(t, world.Children)
	first := mustLoad(t, in, nil)
	want := bytesOf(t, first)
	second := mustLoad(t, in, first)
	if first.Version != 1 || second.Version != 2 || second.Digest != first.Digest {
		t.Errorf("got the versions %d and %d, want 1 and 2 of one digest", first.Version, second.Version)
	}
	if s, err := Load(remove(t, in, "workspace"), second); err == nil || s != nil {
		t.Errorf("got %v, want an error and no snapshot", s)
	}
	if got := bytesOf(t, first); !bytes.Equal(got, want) {
		t.Error("a later load changed the snapshot")
	}
}

// EN-1: profiles and policies of the same meaning have the same digest.
func TestRulesByMeaning(t *testing.T) {
	in := files{}.input(t, world.Children)
	s := mustLoad(t, in, nil)
	p, err := profile.Parse("p", []byte("# as it is anyway\nos: linux\nbinaries: []\n"))
	if err != nil {
		t.Fatal(err)
	}
	if in.Profile = p; s.Behind(in) {
		t.Error("got behind after a comment in the profile")
	}
	q, err := policy.Parse("q", []byte("ask: never\n"))
	if err != nil {
		t.Fatal(err)
	}
	if in.Policy = q; s.Behind(in) {
		t.Error("got behind after a policy that says what held before")
	}
}

// A snapshot may be read by many while another is taken from it.
func TestConcurrentUse(t *testing.T) {
	in := many(t, 50)
	in = put(t, in, inBundled+"skill-00003/SKILL.md", "a loser, parsed when first asked for")
	s := mustLoad(t, in, nil)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for _, c := range s.Candidates {
				c.Skill()
			}
			if next, err := Load(in, s); err != nil || next.Digest != s.Digest {
				t.Errorf("got %v, want the same digest", err)
			}
		})
	}
	all.Wait()
}

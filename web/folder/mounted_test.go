package folder

import (
	"slices"
	"strings"
	"testing"

	"lily/core/tree"
)

// What is remembered and cannot be read is no folder.
func TestUnpackDamaged(t *testing.T) {
	var read tree.Tree
	for path, text := range map[string]string{"workspace/skills/one/SKILL.md": "One.\n", "workspace/skills/one/notes.txt": "a\n", "workspace/skills/two/SKILL.md": "Two.\n"} {
		next, err := read.Put(path, []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		read = next
	}
	was := &Mounted{Name: "mine", Root: "workspace/skills", read: read, from: map[string]string{"one": "mine/one", "two": "mine/deep/two"}}
	kept, err := was.pack()()
	if err != nil {
		t.Fatal(err)
	}
	if m := unpack("mine", kept); m == nil || m.read.Digest() != read.Digest() || m.from["two"] != "mine/deep/two" {
		t.Fatalf("got %+v", m)
	}
	for at := range kept {
		state := slices.Clone(kept)
		state[at] ^= 1
		if m := unpack("mine", state); m != nil && m.read.Digest() != read.Digest() {
			t.Errorf("at %d: got another folder than was read", at)
		}
		if unpack("mine", state[:at]) != nil {
			t.Errorf("cut at %d: got a folder", at)
		}
	}
}

// VF-3, VF-9: what is new here is not written where a disk would take it for another file, nor to where nothing is
// written, by any name.
func TestPendingTwins(t *testing.T) {
	for _, tt := range []struct {
		put, want string
	}{
		{"one/new.txt", "one/new.txt"},
		{"one/readme.md", "are one file on many disks"},
		{"one/CAFE\u0301", "are one file on many disks"},
		{"one/sub/Deep", "are one file on many disks"},
		{"one/README.md", "one/README.md"}, // the very file
		{"one/.git/hooks/x", ""},
		{"one/.GIT/hooks/x", ""},
		{"one/.g\u200cit/hooks/x", ""},
	} {
		var b tree.Builder
		for _, path := range []string{"one/SKILL.md", "one/README.md", "one/caf\u00e9", "one/sub/deep"} {
			if err := b.Put("workspace/skills/"+path, []byte("was")); err != nil {
				t.Fatal(err)
			}
		}
		m := &Mounted{Root: "workspace/skills", read: b.Tree(), from: map[string]string{"one": "one"}}
		now, err := m.read.Put("workspace/skills/"+tt.put, []byte("is"))
		if err != nil {
			t.Fatal(err)
		}
		list, err := m.pending(now)
		got := ""
		for _, c := range list {
			got += c.Path
		}
		if err != nil {
			got = err.Error()
		}
		if got != tt.want && (tt.want == "" || !strings.Contains(got, tt.want)) {
			t.Errorf("%+q: got %q, want %q", tt.put, got, tt.want)
		}
	}
}

package folder

import (
	"slices"
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

package record

import (
	"fmt"
	"testing"
	"testing/fstest"

	"lily/core/loader"
	"lily/core/origin"
	"lily/core/tree"
	"lily/core/world"
)

// An input of many skills is made a blob once, however many events and writers tell of it; another one is never taken for it.
func TestLast(t *testing.T) {
	w, err := world.New(fstest.MapFS{"a/SKILL.md": {Data: []byte("a")}}, fstest.MapFS{"SOUL.md": {Data: []byte("I.")}})
	if err != nil {
		t.Fatal(err)
	}
	var places []origin.Place
	for i := range 1000 {
		places = append(places, origin.Place{Path: fmt.Sprint("/workspace/", i), Origin: origin.Of("a.zip")})
	}
	w.Origins = origin.Places(nil).Put(places...)
	in := loader.Input{World: w, Tools: []string{"read"}}
	last := &Last{}
	first, same := last.of(&in), in
	if got := testing.AllocsPerRun(10, func() { last.of(&same) }); got > 100 {
		t.Errorf("got %v allocations for an input that is the last one, want few", got)
	}
	for name, change := range map[string]func(*loader.Input){
		"a file":     func(in *loader.Input) { in.Tree = tree.Tree{} },
		"an origin":  func(in *loader.Input) { in.Origins = in.Origins[1:] },
		"a tool":     func(in *loader.Input) { in.Tools = []string{"write"} },
		"a root":     func(in *loader.Input) { in.Roots = []world.Root{{}} },
		"the policy": func(in *loader.Input) { in.Policy.Catalog = new(int) },
		"held":       func(in *loader.Input) { in.Guard.Held = []tree.Digest{{1}} },
	} {
		other := in
		change(&other)
		if last.of(&other).Digest() == first.Digest() {
			t.Errorf("%s: got the blob of the input before", name)
		}
		if got := last.of(&same); got.Digest() != first.Digest() {
			t.Errorf("%s: got %s, want %s again", name, got.Digest().Short(), first.Digest().Short())
		}
	}
}

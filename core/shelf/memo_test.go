package shelf_test

import (
	"fmt"
	"strings"
	"testing"

	"lily/core"
	"lily/core/model"
	"lily/core/shelf"
	"lily/core/store"
	"lily/core/tool"
)

// VF-4: where there are many skills, the second start of one build takes a session
// up again and opens another one, and reads the one skill that was used; another
// build reads them all.
func TestRemembered(t *testing.T) {
	st := &store.Memory{}
	begin := func(build string, st store.Store) *program {
		p := &page{Shelf: shelf.New(st, fresh(t, "bundled"), tool.Builtin())}
		p.Build = build
		w, problems, err := p.Open()
		if err != nil || problems != nil {
			t.Fatal(problems, err)
		}
		return &program{p, core.New(w, tool.Builtin(), core.Ports{Model: model.Offline{}, Save: p.Save, Name: p.Name, Watch: p.Watch, Load: p.Take})}
	}
	p := begin("one", st)
	err := p.Edit(func(w core.World) (core.World, error) {
		for i := range 400 {
			next, err := w.Tree.Put(fmt.Sprintf("workspace/skills/k%03d/SKILL.md", i), fmt.Appendf(nil, "---\ncommand: k%d\nsummary: Skill %d.\n---\n", i, i))
			if err != nil {
				return w, err
			}
			w.Tree = next
		}
		return w, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	id := p.open(t)
	p.say(t, id, "/k7", "Hello")
	p.Flush()
	state, _ := p.State(id)
	if err := p.Remember(state.Snapshot); err != nil {
		t.Fatal(err)
	}
	for build, want := range map[string]int{"one": 1, "two": 400, "": 400} {
		seen := &watched{Store: st}
		again := begin(build, seen)
		if problems := again.back(t, id); problems != nil {
			t.Errorf("got %v", problems)
		}
		if got, _ := again.State(again.open(t)); got.Snapshot.Digest != state.Snapshot.Digest {
			t.Errorf("got %s, want %s", got.Snapshot.Digest, state.Snapshot.Digest)
		}
		files := 0
		for _, data := range seen.given {
			if strings.HasPrefix(string(data), "---\ncommand:") {
				files++
			}
		}
		if files != want && files != 2*want { // the world and the session open their own trees
			t.Errorf("build %q: got %d files read, want %d", build, files, want)
		}
	}
}

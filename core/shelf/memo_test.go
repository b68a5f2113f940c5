package shelf_test

import (
	"fmt"
	"strings"
	"testing"

	"lily/core"
	"lily/core/loader"
	"lily/core/model"
	"lily/core/shelf"
	"lily/core/store"
	"lily/core/tool"
)

// begun is a program of some build on a store.
func begun(t *testing.T, build string, st store.Store) *program {
	t.Helper()
	p := &page{Shelf: shelf.New(st, fresh(t, "bundled"), tool.Builtin())}
	p.Build = build
	w, problems, err := p.Open()
	if err != nil || problems != nil {
		t.Fatal(problems, err)
	}
	return &program{p, core.New(w, tool.Builtin(), core.Ports{Model: model.Offline{}, Save: p.Save, Name: p.Name, Watch: p.Watch, Load: p.Take})}
}

// brings writes skills from one number up to another.
func (p *program) brings(t *testing.T, from, to int) {
	t.Helper()
	err := p.Edit(func(w core.World) (core.World, error) {
		for i := from; i < to; i++ {
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
}

// VF-4: where there are many skills, the second start of one build takes a session
// up again and opens another one, and reads the one skill that was used; another
// build reads them all.
func TestRemembered(t *testing.T) {
	st := &store.Memory{}
	p := begun(t, "one", st)
	p.brings(t, 0, 400)
	id := p.open(t)
	p.say(t, id, "/k7", "Hello")
	p.Flush()
	state, _ := p.State(id)
	if err := p.Remember(state.Snapshot); err != nil {
		t.Fatal(err)
	}
	for build, want := range map[string]int{"one": 1, "two": 400, "": 400} {
		seen := &watched{Store: st}
		again := begun(t, build, seen)
		if problems := again.back(t, id); problems != nil {
			t.Errorf("got %v", problems)
		}
		if got, _ := again.State(again.open(t)); got.Snapshot.Digest != state.Snapshot.Digest {
			t.Errorf("got %s, want %s", got.Snapshot.Digest, state.Snapshot.Digest)
		}
		files, folders := 0, 0
		for _, data := range seen.given {
			if strings.HasPrefix(string(data), "folder\n") {
				folders++
			}
			if strings.HasPrefix(string(data), "---\ncommand:") {
				files++
			}
		}
		if files != want {
			t.Errorf("build %q: got %d files read, want %d", build, files, want)
		}
		if folders > 1 { // the session's root has the bundled skills, too
			t.Errorf("build %q: got %d folders read one by one, want them from the pack", build, folders)
		}
	}
}

// VF-4: what an import brings is remembered before anyone has reloaded the skills, once.
func TestForeseen(t *testing.T) {
	st := &store.Memory{}
	p := begun(t, "one", st)
	many := func(from, to int) *loader.Snapshot {
		p.brings(t, from, to)
		snap, err := loader.Load(p.Input(), nil)
		if err != nil || p.Foresee(snap) != nil {
			t.Fatal(err)
		}
		return snap
	}
	ref := func() string {
		list, _ := st.Refs(t.Context(), "memo")
		if len(list) == 0 {
			return ""
		}
		return string(list[0].Value)
	}
	many(0, 200)
	if ref() != "" {
		t.Error("got few skills remembered, want none")
	}
	snap := many(200, 400)
	was := ref()
	if was == "" {
		t.Fatal("got nothing remembered of many skills")
	}
	many(400, 401)
	if ref() != was {
		t.Error("got it all written again for one skill")
	}
	if many(401, 800); ref() == was {
		t.Error("got nothing written for many more")
	}
	was = ref()
	if err := p.Remember(snap); err != nil || ref() == was {
		t.Errorf("got %v, want a snapshot that was taken remembered", err)
	}
}

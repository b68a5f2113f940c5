package conversation

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"lily/core"
	"lily/core/call"
	"lily/core/coretest"
	"lily/core/event"
	"lily/core/model"
	"lily/core/policy"
	"lily/core/program/programtest"
	"lily/core/tool"
	"lily/core/tree"
	"lily/core/world"
	"lily/web/html/htmltest"
	"lily/web/port"
	"lily/web/state/statetest"
	"lily/web/turns"
)

// writers is a page with skills that change files in each way there is.
func writers(t *testing.T) *statetest.Page {
	t.Helper()
	tool1 := func(name string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte("---\nsummary: Call it.\ninvocation_mode: tool_dispatch\ncommand_tool: " + name + "\ncommand: " + name + "\n---\n")}
	}
	w, err := world.New(fstest.MapFS{"put/SKILL.md": tool1("write"), "change/SKILL.md": tool1("edit"), "run/SKILL.md": tool1("shell")}, fstest.MapFS{})
	if err != nil {
		t.Fatal(err)
	}
	ports := core.Ports{Model: model.Offline{}, Runner: programtest.Memory{}, Person: coretest.Person(func(context.Context, call.Question) policy.Consent { return policy.Once })}
	return statetest.Of(t, core.New(w, tool.Builtin(), ports))
}

// rows are what the last calls changed, newest last.
func rows(s *statetest.Page) (list []*undoRow) {
	for _, turn := range s.Sessions.Turns() {
		for _, step := range turn.Steps {
			if step.Tool != nil && step.Tool.Result != nil && len(step.Tool.Result.Changes) > 0 {
				list = append(list, &undoRow{Store: room(s), Session: s.Sessions.Session, Step: step.Tool, ID: "undo-" + strconv.Itoa(step.Seq)})
			}
		}
	}
	return list
}

func file(s *statetest.Page, path string) string {
	data, err := s.Engine.World().Tree.ReadFile(path)
	if err != nil {
		return "none"
	}
	return string(data)
}

func act(t *testing.T, s *statetest.Page, lines ...string) {
	t.Helper()
	for _, line := range lines {
		if r := s.Engine.Turn(t.Context(), s.Sessions.Session, line); r.Err != nil {
			t.Fatalf("%s: %v", line, r.Err)
		}
	}
}

// PO-6, VF-5: what a call changed is undone to the byte, whatever made the call, and what
// else has changed meanwhile stays.
func TestUndoWhatACallChanged(t *testing.T) {
	for name, tt := range map[string]struct{ line, path, was, is string }{
		"an alias, a new file":         {`/write {"path":"/workspace/new/deep/a.md","content":"one"}`, "workspace/new/deep/a.md", "none", "one"},
		"an alias, over a file":        {`/write {"path":"/workspace/old.md","content":"one"}`, "workspace/old.md", "old\r\n", "one"},
		"a dispatch, an edit":          {`/skill change {"path":"/workspace/old.md","old":"old","new":"young"}`, "workspace/old.md", "old\r\n", "young\r\n"},
		"a program that makes a file":  {`/shell command="bash make.sh"`, "workspace/out.txt", "none", "made\n"},
		"a program that removes one":   {`/shell command="rm old.md"`, "workspace/old.md", "old\r\n", "none"},
		"a program that moves one far": {`/shell command="bash move.sh"`, "workspace/old.md", "old\r\n", "none"},
	} {
		s := writers(t)
		for path, text := range map[string]string{"old.md": "old\r\n", "make.sh": "echo made > out.txt\n", "move.sh": "cp old.md b.md\nrm old.md\n"} {
			s.Edits.Save("workspace/"+path, "", text, func(error) {})
		}
		before := s.Engine.World().Tree
		act(t, s, tt.line)
		if got := file(s, tt.path); got != tt.is {
			t.Fatalf("%s: got %q, want %q", name, got, tt.is)
		}
		s.Edits.Save("workspace/mine.md", "", "mine", func(error) {})
		r := rows(s)[0]
		htmltest.Has(t, htmltest.Seen(r), "Changed ", "/"+tt.path, "Undo what it changed")
		r.undo()
		if got := file(s, tt.path); got != tt.was || s.Loop.Notice.Bad {
			t.Errorf("%s: got %q, want %q, %s", name, got, tt.was, s.Loop.Notice.Text)
		}
		if next, _ := s.Engine.World().Tree.Remove("workspace/mine.md"); next.Digest() != before.Digest() {
			t.Errorf("%s: what is left is not as it was", name)
		}
		got := htmltest.Seen(r)
		htmltest.Has(t, got, "Undone: the files are as they were before.")
		htmltest.HasNot(t, got, "<button")
		s.Loop.Notice.Undo()
		if file(s, tt.path) != tt.is || !strings.Contains(htmltest.Seen(r), "Undo what it changed") {
			t.Errorf("%s: the undo was not undone", name)
		}
	}
}

// VF-5: what was changed since is named, and then nothing is undone.
func TestUndoRefusesWhatChangedSince(t *testing.T) {
	s := writers(t)
	s.Edits.Save("workspace/a.md", "", "one", func(error) {})
	s.Edits.Save("workspace/do.sh", "", "rm a.md\necho b > b.md\necho c > c.md\n", func(error) {})
	act(t, s, `/shell command="bash do.sh"`)
	s.Edits.Save("workspace/b.md", "b\n", "mine", func(error) {})
	r := rows(s)[0]
	r.undo()
	if got := s.Loop.Notice.Text; !s.Loop.Notice.Bad || got != "Nothing was changed: /workspace/b.md was changed since; undo that first, or edit the file." {
		t.Errorf("got %q", got)
	}
	if file(s, "workspace/a.md") != "none" || file(s, "workspace/b.md") != "mine" {
		t.Error("half of it was undone")
	}
	s.Edits.Save("workspace/b.md", "mine", "b\n", func(error) {}) // as the call left it
	r.undo()
	if file(s, "workspace/a.md") != "one" || file(s, "workspace/b.md") != "none" || file(s, "workspace/c.md") != "none" {
		t.Errorf("it was not undone: %s", s.Loop.Notice.Text)
	}
}

// A recording's files are others than those here: nothing of it is undone, nor of a session
// that goes on from it; and from an earlier moment nothing is changed.
func TestUndoIsOfThisWorld(t *testing.T) {
	s := writers(t)
	s.Edits.Save("workspace/old.md", "", "old", func(error) {})
	act(t, s, `/shell command="rm old.md"`, `/skills`)
	events := s.Sessions.Recorded()
	s.Sessions.Here().At = len(events)
	r := rows(s)[0]
	r.Held = s.Sessions.Held()
	htmltest.Has(t, htmltest.Seen(r), "disabled", "go back to now")
	s.Sessions.Here().At = 0

	s.Sessions.View("r").Bundle = &port.Bundle{Events: events}
	s.Sessions.GoTo("r")
	r = rows(s)[0]
	htmltest.Has(t, htmltest.Seen(r), "in the files of the recording")
	htmltest.HasNot(t, htmltest.Seen(r), "<button")
	id, err := s.Engine.Keep(events, len(events), "")
	if err != nil {
		t.Fatal(err)
	}
	s.Sessions.GoTo(id)
	htmltest.HasNot(t, htmltest.Seen(rows(s)[0]), "<button")
	act(t, s, `/write {"path":"/workspace/new.md","content":"one"}`)
	htmltest.Has(t, htmltest.Seen(rows(s)[1]), "Undo what it changed")
	fork, err := s.Engine.Fork("s1", len(events))
	if err != nil {
		t.Fatal(err)
	}
	s.Sessions.GoTo(fork)
	htmltest.Has(t, htmltest.Seen(rows(s)[0]), "Undo what it changed")
}

// Files whose earlier text is lost are not undone, and not half.
func TestUndoNeedsTheEarlierFiles(t *testing.T) {
	s := writers(t)
	act(t, s, `/write {"path":"/workspace/a.md","content":"one"}`)
	r := rows(s)[0]
	list := s.Sessions.Recorded()
	list = append([]event.Event{}, list...)
	list[r.Step.Called-1].World = nil
	if _, ok := r.Step.Undoing(list); ok {
		t.Error("what is lost can be undone")
	}
}

// Whatever a call did to files and folders, its undo gives back the old digest, also
// where other files have changed since.
func TestUndoGivesBackTheOldDigest(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	grown := func(from tree.Tree, n int, root string) tree.Tree {
		for range n {
			var p strings.Builder
			p.WriteString(root)
			for range 1 + r.IntN(3) {
				fmt.Fprint(&p, "/", r.IntN(3))
			}
			if r.IntN(3) == 0 {
				if next, err := from.Remove(p.String()); err == nil {
					from = next
				}
			} else if next, err := from.Put(p.String(), fmt.Append(nil, r.IntN(5))); err == nil {
				from = next
			}
		}
		return from
	}
	for i := range 2000 {
		var before tree.Tree
		before = grown(before, 6, "workspace/a")
		after := grown(before, 4, "workspace/a")
		u := turns.Undoing{Changes: tree.Diff(before, after), Before: before, After: after}
		now := grown(after, r.IntN(4), "workspace/b")
		got, err := u.Take(now)
		if err != nil {
			t.Fatalf("%d: %v", i, err)
		}
		if d := tree.Diff(before, got); len(tree.Diff(after, now)) != len(d) || !u.Done(got) {
			t.Fatalf("%d: got %v, want only what has changed since", i, d)
		}
		if again, err := u.Take(got); err != nil || again.Digest() != got.Digest() {
			t.Fatalf("%d: an undo of what is undone changed something: %v", i, err)
		}
	}
}

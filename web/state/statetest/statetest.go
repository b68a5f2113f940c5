// Package statetest is a small page without anything that shows it: its state, for tests of
// what shows one part of it.
//
//	s := statetest.Small(t)
//	s.Say(t, "/skills")
package statetest

import (
	"testing"
	"testing/fstest"

	"lily/core"
	"lily/core/model"
	"lily/core/tool"
	"lily/core/world"
	"lily/web/drafts"
	"lily/web/folder"
	"lily/web/live"
	"lily/web/port"
	"lily/web/port/porttest"
	"lily/web/state"
)

// Page is all that a page keeps.
type Page struct {
	*state.Store
	Drafts *drafts.Drafts
	Folder *folder.Folder
	Live   *live.Replies
}

// Small is a page with two bundled skills, one of which asks for programs.
func Small(t testing.TB, with ...func(*port.Ports)) *Page {
	t.Helper()
	w, err := world.New(fstest.MapFS{
		"plain/SKILL.md":   {Data: []byte("---\nsummary: Say hello.\n---\nSay hello.\n")},
		"choosy/SKILL.md":  {Data: []byte("---\nsummary: Use git.\neligibility:\n  os: [linux]\n  binaries: [git]\n---\nUse git.\n")},
		"choosy/notes.txt": {Data: []byte("one\ntwo\n")},
	}, fstest.MapFS{
		"SOUL.md":               {Data: []byte("You are Lily.\n")},
		"agents/otto/AGENTS.md": {Data: []byte("Otto's rules.\n")},
	})
	if err != nil {
		t.Fatal(err)
	}
	return Of(t, core.New(w, tool.Builtin(), core.Ports{Model: model.Offline{}}), with...)
}

// Of is a page over an engine, in a browser that keeps sessions in memory.
func Of(t testing.TB, e *core.Engine, with ...func(*port.Ports)) *Page {
	t.Helper()
	p := porttest.Ports(e)
	for _, f := range with {
		f(&p)
	}
	s, err := state.New(e, p)
	if err != nil {
		t.Fatal(err)
	}
	s.Sessions.Relist() // in memory nothing waits
	return &Page{s, drafts.New(s, p.Drafts), folder.New(s, p.Mount), &live.Replies{}}
}

// Say sends a line and waits for what comes of it.
func (p *Page) Say(t testing.TB, line string) {
	t.Helper()
	p.Sessions.GoTo(p.Engine.Turn(t.Context(), p.Sessions.Session, line).Session)
}

// Put writes one file of the tree.
func (p *Page) Put(path, text string, then ...func(error)) {
	p.Edits.Edit("Saved /"+path+".", func(w world.World) (world.World, error) {
		next, err := w.Tree.Put(path, []byte(text))
		w.Tree = next
		return w, err
	}, then...)
}

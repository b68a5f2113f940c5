// Package state is what the page holds beside the engine: what is open and shown,
// sessions and how far each is looked at, edits and their undo, drafts, imports, the
// mounted folder, how the work is kept, and what a reload would change.
//
// It promises small values, each with its own verbs: whoever shows something is given the
// values that it shows, reads them, and asks by a verb for what is to happen. All of it
// belongs to the UI goroutine; what comes from elsewhere goes through [Loop.Post]. It has
// no go-app in it and touches no browser: it draws nothing and moves no focus.
//
//	s, err := state.New(engine, ports)
//	s.Edits.Save("workspace/notes.md", "", "Buy milk.\n", func(error) {})
//	s.Loop.Notice.Undo() // the file is gone again
package state

import (
	"lily/core"
	"lily/core/profile"
	"lily/web/loop"
	"lily/web/port"
	"lily/web/shown"
)

// Store is the page's state: one small value for each topic.
type Store struct {
	Engine *core.Engine
	Host   Host
	Loop   *Loop
	Shown  *Shown

	Sessions *Sessions
	Talk     *Talk
	Proofs   *Proofs
	Edits    *Edits
	Imports  *Imports
	Restore  *Restore
	Exports  *Exports
	Storage  *Storage
	Models   *Models
	Forecast *Forecast
	Catalog  *Catalog
}

// part is what most parts of the state stand on.
type part struct {
	*Loop
	engine   *core.Engine
	sessions *Sessions
}

// What the page runs on, under the names that its parts use.
type (
	Loop     = loop.Loop
	Lanes    = loop.Lanes
	Notice   = loop.Notice
	Progress = loop.Progress
	Shown    = shown.Shown
)

// Queue returns a lane of its own.
func Queue() func(job func()) { return loop.Queue() }

// Host is the browser that the page is in, as far as skills ask for it.
type Host struct {
	System   string   // darwin, linux or win32
	Programs []string // those that can run in the page, sorted
}

// Presets are the profiles for this browser (EN-1).
func (h Host) Presets() []profile.Preset { return profile.Presets(h.System, h.Programs) }

// New returns the state of a page just opened: the engine's last session is shown, or a first one.
func New(e *core.Engine, p port.Ports) (*Store, error) {
	open := e.Sessions()
	if len(open) == 0 {
		id, err := e.Open(true)
		if err != nil {
			return nil, err
		}
		open = []string{id}
	}
	l := loop.New(p.Work)
	sessions := &Sessions{Loop: l, engine: e, port: p.Sessions, views: map[string]*View{}}
	sessions.Session = open[len(open)-1]
	sessions.own = sessions.Session
	desk, of := shown.New(l, sessions, p.History), part{l, e, sessions}
	sessions.shown = desk
	s := &Store{Engine: e, Host: Host{p.System, p.Programs}, Loop: l, Shown: desk, Sessions: sessions}
	s.Talk = &Talk{part: of, shown: desk}
	s.Proofs = &Proofs{part: of}
	s.Edits = &Edits{part: of}
	s.Imports = &Imports{part: of, edits: s.Edits, shown: desk, talk: s.Talk, port: p.Storage, Reader: p.Reader}
	s.Restore = &Restore{part: of, edits: s.Edits, imports: s.Imports, bundles: p.Bundles}
	s.Exports = &Exports{part: of, files: p.Files, bundles: p.Bundles}
	s.Storage = &Storage{Loop: l, port: p.Storage, edits: s.Edits}
	s.Models = &Models{part: of, port: p.Models}
	s.Forecast = &Forecast{part: of, port: p.Storage}
	s.Catalog = &Catalog{part: of}
	if s.Storage.Saving = p.Storage != nil; !s.Storage.Saving {
		s.Storage.Why = "Nothing keeps the work of this page."
	}
	return s, nil
}

// Begin hands the state to a page that is drawn: from now on what may wait does.
func (s *Store) Begin(l Lanes) {
	s.Loop.Lanes = l
	s.Shown.Begin()
	s.Sessions.Relist()
	s.Storage.Refresh()
}

// WorldChanged lets the page look again: another tab has changed the files or the rules. A
// clash says what of this page's was in memory only and had to give way. It may be called
// from anywhere.
func (s *Store) WorldChanged(clash error) {
	s.Loop.Post(func() {
		if clash != nil {
			s.Loop.Warn("What was in memory only here is gone: " + clash.Error() + ".")
		}
		s.Loop.Changed()
	})
}

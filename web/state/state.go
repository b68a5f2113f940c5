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
	"lily/web/port"
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
	Fixes    *Fixes
	Imports  *Imports
	Restore  *Restore
	Exports  *Exports
	Storage  *Storage
	Models   *Models
	Forecast *Forecast
	Catalog  *Catalog
}

// Host is the browser that the page is in, as far as skills ask for it.
type Host struct {
	System   string   // darwin, linux or win32
	Programs []string // those that can run in the page, sorted
}

// Presets are the profiles for this browser (EN-1).
func (h Host) Presets() []profile.Preset { return profile.Presets(h.System, h.Programs) }

// New returns the state of a page just opened: with the engine's sessions, the
// last one shown, or where there is none with a first one.
func New(e *core.Engine, p port.Ports) (*Store, error) {
	open := e.Sessions()
	if len(open) == 0 {
		id, err := e.Open(true)
		if err != nil {
			return nil, err
		}
		open = []string{id}
	}
	l, shown := &Loop{Lanes: direct(), work: p.Work}, &Shown{Place: "chat", Tab: "snapshot"}
	shown.Loop = l
	s := &Store{Engine: e, Host: Host{p.System, p.Programs}, Loop: l, Shown: shown}
	s.Sessions = &Sessions{Loop: l, engine: e, port: p.Sessions, Session: open[len(open)-1], Open: open, views: map[string]*View{}}
	s.Talk = &Talk{Loop: l, engine: e, sessions: s.Sessions, shown: shown}
	s.Proofs = &Proofs{Loop: l, engine: e, sessions: s.Sessions}
	s.Edits = &Edits{Loop: l, engine: e, sessions: s.Sessions}
	s.Fixes = &Fixes{edits: s.Edits, sessions: s.Sessions}
	s.Imports = &Imports{Loop: l, engine: e, edits: s.Edits, sessions: s.Sessions, shown: shown, reader: p.Reader}
	s.Restore = &Restore{Loop: l, edits: s.Edits, sessions: s.Sessions, imports: s.Imports, bundles: p.Bundles}
	s.Exports = &Exports{Loop: l, engine: e, sessions: s.Sessions, files: p.Files, bundles: p.Bundles}
	s.Storage = &Storage{Loop: l, port: p.Storage, edits: s.Edits}
	s.Models = &Models{Loop: l, engine: e, sessions: s.Sessions, port: p.Models}
	s.Forecast = &Forecast{Loop: l, engine: e, sessions: s.Sessions, port: p.Storage}
	s.Catalog = &Catalog{Loop: l, sessions: s.Sessions}
	s.Storage.begin()
	return s, nil
}

// Begin hands the state to a page that is drawn: from now on what may wait does.
func (s *Store) Begin(l Lanes) {
	s.Loop.Lanes = l
	s.Sessions.Relist()
	s.Storage.Refresh()
}

// WorldChanged lets the page look again: another tab has changed the files or the
// rules. A clash says what of this page's was in memory only and had to give way. It may
// be called from anywhere.
func (s *Store) WorldChanged(clash error) {
	s.Loop.Post(func() {
		if clash != nil {
			s.Loop.Notice = Notice{Text: "What was in memory only here is gone: " + clash.Error() + ".", Bad: true}
		}
		s.Loop.Changed()
	})
}

package ui

import (
	"fmt"

	"lily/core"
	"lily/core/event"
	"lily/core/intake"
	"lily/core/loader"
	"lily/core/world"
)

// Store is the page's state beside the engine's. It belongs to the UI
// goroutine: whatever comes from elsewhere goes through [Store.Post].
type Store struct {
	Engine *core.Engine
	Ports  Ports

	Session  string
	Place    string // what a narrow page shows: skills, chat, inspector
	Tab      string // of the inspector
	Selected string // path of the candidate shown in the inspector
	File     string // path of the file shown in the files pane
	Notice   Notice
	Status   string // what a screen reader is told

	Over      string // where a drag would land: user, workspace; empty for no drag
	Reading   Progress
	Preview   *Preview
	Writing   []DiskChange // what waits for a yes to be written to the folder
	Restoring *restoring   // an export of everything that waits for a yes
	Palette   bool
	Keys      bool
	Picking   *picking // the model dialog; nil while it is shut
	Draft     string   // a line for the message box to take over

	Listing *listing // the list of sessions; nil while it is shut
	Saved   bool     // what is kept is shown
	Differs *differs // the first difference that a replay came to; nil while it is shut

	views   map[string]*view
	open    []string // the sessions in the strip, in order
	known   []Kept   // all sessions, as they were listed last, newest first
	stored  Storage
	refocus bool // the message box takes the focus when it is made
	hushed  bool // the warning about the storage is put away
	bundles int  // how many recordings were opened
	asks    int  // how many approvals were asked for
	live    live
	stands  catalogOf
	rev     int
	post    func(func())
	away    func(func())      // runs edits, one after the other
	aside   func(func())      // runs all else that may wait
	disk    func(func())      // runs what works with the folder
	atDisk  int               // how much of that is under way
	mounted *mounted          // the folder; nil for none
	saving  int               // edits that are under way
	drafts  map[string]*draft // by what they are of
	older   []older           // other texts of the same things
	editors map[*editor]bool  // those on the page
	keeping bool              // what was typed is about to be kept
	ahead   ahead
	reread  reread
	hand    hand
}

// Notice is one line at the foot of the page; Undo may be nil.
type Notice struct {
	Text string
	Bad  bool
	Undo func()
}

// Progress is work under way; Total is 0 when there is none.
type Progress struct{ Done, Total int }

// Preview is an import that waits for a yes. Its plan is there when it is judged.
type Preview struct {
	Drop    intake.Drop
	Target  world.Source
	Judging Progress
	Plan    intake.Plan

	mount string // the folder that was picked; empty for a drop
	stop  func() // ends the judging
}

// NewStore returns the state of a page just opened: with the engine's sessions, the
// last one shown, or where there is none with a first one.
func NewStore(e *core.Engine, ports Ports) (*Store, error) {
	open := e.Sessions()
	if len(open) == 0 {
		id, err := e.Open(true)
		if err != nil {
			return nil, err
		}
		open = []string{id}
	}
	s := &Store{
		Engine: e, Ports: ports, Session: open[len(open)-1], Place: "chat", Tab: "snapshot",
		drafts: map[string]*draft{}, editors: map[*editor]bool{}, views: map[string]*view{}, open: open,
	}
	s.post = func(f func()) { f() }
	s.away, s.aside, s.disk = s.post, s.post, s.post
	if s.Ports.Sessions == nil {
		s.Ports.Sessions = &memory{engine: e, titles: map[string]string{}, gone: map[string][]event.Event{}}
		s.SessionsChanged() // they do not wait
	}
	s.recall(ports.Left)
	if s.stored.Saving = ports.Storage != nil; !s.stored.Saving {
		s.stored.Why = "Nothing keeps the work of this page."
	}
	return s, nil
}

// Post runs f on the UI goroutine and shows what it changed.
func (s *Store) Post(f func()) { s.post(f) }

// WorldChanged lets the page look again: another tab has changed the files or the
// rules. A clash says what of this page's was in memory only and had to give way. It may
// be called from anywhere.
func (s *Store) WorldChanged(clash error) {
	s.Post(func() {
		if clash != nil {
			s.Notice = Notice{Text: "What was in memory only here is gone: " + clash.Error() + ".", Bad: true}
		}
		s.changed()
	})
}

// changed makes every part of the page look again.
func (s *Store) changed() { s.rev++ }

// snapshotKey names the session's snapshot.
func (s *Store) snapshotKey() string {
	snap := s.snapshot()
	return fmt.Sprint(s.Session, " ", snap.Version, " ", snap.Digest.Short())
}

func (s *Store) snapshot() *loader.Snapshot { return s.state().Snapshot }

// say shows a notice.
func (s *Store) say(text string) {
	s.Notice = Notice{Text: text}
	s.changed()
}

func (s *Store) copy(what, text string) {
	if s.Ports.Clipboard != nil {
		s.Ports.Clipboard(text)
	}
	s.say("Copied " + what + ".")
}

// show opens a candidate in the inspector.
func (s *Store) show(c *loader.Candidate) {
	s.Selected, s.Tab, s.Place = c.Path, "skill", "inspector"
	s.changed()
}

// selected is the candidate in the inspector, as the snapshot has it.
func (s *Store) selected() *loader.Candidate {
	for _, c := range s.snapshot().Candidates {
		if c.Path == s.Selected {
			return c
		}
	}
	return nil
}

func treePath(shown string) string {
	if len(shown) > 0 && shown[0] == '/' {
		return shown[1:]
	}
	return shown
}

// writable reports whether a person may edit a path (VF-1).
func writable(path string) bool {
	for _, top := range []string{"user/", "workspace/", "persona/"} {
		if len(path) > len(top) && path[:len(top)] == top {
			return true
		}
	}
	return false
}

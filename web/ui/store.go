package ui

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"lily/core"
	"lily/core/event"
	"lily/core/intake"
	"lily/core/loader"
	"lily/core/session"
	"lily/core/skill"
	"lily/core/tree"
)

// Ports are what the page needs of the browser beside go-app.
type Ports struct {
	Programs  []string          // those that can run in the page, sorted
	System    string            // darwin, linux or win32, as the browser tells
	Clipboard func(text string) // copies text; never fails loudly
	// ReadInput reads the files of a file input, in which the element is found by id.
	ReadInput func(id string)
	// CancelRead ends a read under way.
	CancelRead func()
	// Download gives the person a file of what write writes. It returns at once;
	// done is told on another goroutine how it went.
	Download func(name string, write func(io.Writer) error, done func(error))

	// The three below may wait, and are called away from the UI goroutine.

	// Upstreams lists the model servers behind the proxy, or says [ErrNoToken].
	Upstreams func() ([]Upstream, error)
	// ListModels asks one of them which models it has.
	ListModels func(id string) ([]string, error)
	// Local lists models of the browser's own.
	Local func() []LocalModel
}

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
	Busy     bool   // a turn is under way
	Notice   Notice
	Status   string // what a screen reader is told

	Over     string // where a drag would land: user, workspace; empty for no drag
	Reading  Progress
	Preview  *Preview
	Palette  bool
	Keys     bool
	Picking  *picking // the model dialog; nil while it is shut
	Recalled []string // lines that were sent, oldest first
	Draft    string   // a line for the message box to take over
	Editing  *Edited  // an earlier message in the message box
	Asked    *Asked   // an approval that waits for a person

	asks   int // how many approvals were asked for
	talk   talk
	live   live
	rev    int
	post   func(func())
	cancel context.CancelFunc
	ahead  ahead
}

// Notice is one line at the foot of the page; Undo may be nil.
type Notice struct {
	Text string
	Bad  bool
	Undo func()
}

// Progress is a read under way; Total is 0 when there is none.
type Progress struct{ Done, Total int }

// Preview is an import that waits for a yes.
type Preview struct {
	Drop intake.Drop
	Plan intake.Plan
}

// ahead remembers what a reload would do, for one state of the world.
type ahead struct {
	world    tree.Digest
	trust    string // the marks
	snapshot *loader.Snapshot
	rules    [2]tree.Digest
	behind   bool
	delta    loader.Delta
	err      error
}

// NewStore returns the state of a page just opened, with its first session.
func NewStore(e *core.Engine, ports Ports) (*Store, error) {
	id, err := e.Open(true)
	if err != nil {
		return nil, err
	}
	s := &Store{Engine: e, Ports: ports, Session: id, Place: "chat", Tab: "snapshot"}
	s.post = func(f func()) { f() }
	return s, nil
}

// Post runs f on the UI goroutine and shows what it changed.
func (s *Store) Post(f func()) { s.post(f) }

// changed makes every part of the page look again.
func (s *Store) changed() { s.rev++ }

func (s *Store) state() session.State {
	st, _ := s.Engine.State(s.Session)
	return st
}

func (s *Store) events() []event.Event {
	_, list := s.Engine.State(s.Session)
	return list
}

// snapshotKey names the session's snapshot.
func (s *Store) snapshotKey() string {
	snap := s.snapshot()
	return fmt.Sprint(s.Session, " ", snap.Version, " ", snap.Digest.Short())
}

func (s *Store) snapshot() *loader.Snapshot { return s.state().Snapshot }

// send gives a line to the engine.
func (s *Store) send(line string) {
	if !s.Busy {
		s.Recalled = append(s.Recalled, line)
		s.begin(s.Engine.Turn, line)
	}
}

// again takes the conversation back to before the turn that an event began, and
// answers a line there: a retry, or an edited message.
func (s *Store) again(seq int, line string) {
	if !s.Busy {
		s.Editing = nil
		s.begin(func(ctx context.Context, id, line string) core.Result { return s.Engine.Again(ctx, id, seq, line) }, line)
	}
}

// begin answers a line away from the UI goroutine.
func (s *Store) begin(turn func(ctx context.Context, id, line string) core.Result, line string) {
	ctx, cancel := context.WithCancel(context.Background())
	s.Busy, s.cancel, s.Status = true, cancel, "Generating"
	s.changed()
	id := s.Session
	go func() {
		r := turn(ctx, id, line)
		stopped := ctx.Err() != nil
		cancel()
		s.Post(func() { s.done(id, r, stopped) })
	}()
}

// done ends a turn of a session. Who has gone to another one meanwhile stays there.
func (s *Store) done(id string, r core.Result, stopped bool) {
	if r.Session != id {
		s.Notice = Notice{Text: r.Output()}
	}
	if s.Session == id {
		s.Session = r.Session
	}
	s.Busy, s.Status = false, "Response complete"
	if stopped {
		s.Status = "Stopped"
	}
	s.changed()
}

// Edited is an earlier message that the message box holds to be sent anew.
type Edited struct {
	Session string
	Seq     int
}

// revise puts an earlier message into the message box.
func (s *Store) revise(seq int, input string) {
	s.Editing = &Edited{s.Session, seq}
	s.Status = "Editing an earlier message"
	s.draft(input)
}

// editing is the message of this session that is edited, or nil.
func (s *Store) editing() *Edited {
	if s.Editing == nil || s.Editing.Session != s.Session {
		return nil
	}
	return s.Editing
}

func (s *Store) stop() {
	if s.cancel != nil {
		s.cancel()
	}
}

// look computes what a reload would do, once for each state of the world.
func (s *Store) look() ahead {
	w, snap := s.Engine.World(), s.snapshot()
	key := ahead{world: w.Tree.Digest(), trust: strings.Join(w.Untrusted, "\n"), snapshot: snap, rules: [2]tree.Digest{w.Profile.Digest(), w.Policy.Digest()}}
	if s.ahead.world == key.world && s.ahead.trust == key.trust && s.ahead.snapshot == snap && s.ahead.rules == key.rules {
		return s.ahead
	}
	in := s.Engine.Input()
	if key.behind = snap.Behind(in); key.behind {
		next, err := loader.Load(in, snap)
		if key.err = err; err == nil {
			key.delta = loader.Compare(snap, next)
		}
	}
	s.ahead = key
	return key
}

// edit changes the world, and offers to take the change back.
func (s *Store) edit(said string, change func(core.World) (core.World, error)) {
	before := s.Engine.World()
	if err := s.Engine.Edit(change); err != nil {
		s.Notice = Notice{Text: "Nothing was changed: " + err.Error() + ".", Bad: true}
	} else {
		s.Notice = Notice{Text: said, Undo: s.undo(before)}
	}
	s.changed()
}

// undo goes back to a world unless something else has changed since.
func (s *Store) undo(before core.World) func() {
	after := s.Engine.World()
	return func() {
		now := s.Engine.World()
		if now.Tree.Digest() != after.Tree.Digest() || now.Profile.Digest() != after.Profile.Digest() ||
			now.Policy.Digest() != after.Policy.Digest() || !slices.Equal(now.Untrusted, after.Untrusted) {
			s.Notice = Notice{Text: "Something else has changed since; undo that first, or edit the file.", Bad: true}
			s.changed()
			return
		}
		_ = s.Engine.Edit(func(core.World) (core.World, error) { return before, nil }) // never fails
		s.Notice = Notice{Text: "Undone."}
		s.changed()
	}
}

// put writes one file of the tree.
func (s *Store) put(path, text string) {
	s.edit("Saved /"+path+".", func(w core.World) (core.World, error) {
		next, err := w.Tree.Put(path, []byte(text))
		w.Tree = next
		return w, err
	})
}

// restore writes a file as it was.
func (s *Store) restore(path string, f tree.Blob) {
	s.edit("Restored /"+path+".", func(w core.World) (core.World, error) {
		next, err := w.Tree.PutBlob(path, f)
		w.Tree = next
		return w, err
	})
}

func (s *Store) remove(path, said string) {
	s.edit(said, func(w core.World) (core.World, error) {
		next, err := w.Tree.Remove(path)
		w.Tree = next
		return w, err
	})
}

// fix applies one finding's fix to the file as it is now, if that is still
// the file which was judged.
func (s *Store) fix(c *loader.Candidate, f skill.Finding) {
	path := treePath(c.Path) + "/" + f.File
	s.edit("Fixed "+c.Path+"/"+f.File+".", func(w core.World) (core.World, error) {
		file, ok := w.Tree.File(path)
		if !ok || file.Digest() != c.Digest {
			return w, errStale
		}
		data, err := file.Bytes()
		if err != nil {
			return w, err
		}
		fixed, err := f.Fix.Apply(append([]byte{}, data...))
		if err != nil {
			return w, err
		}
		w.Tree, err = w.Tree.Put(path, fixed)
		return w, err
	})
}

type uiError string

func (e uiError) Error() string { return string(e) }

const errStale uiError = "the file has changed since the snapshot; reload the skills first"

// disable switches a skill off or on in the policy.
func (s *Store) disable(name string, off bool) {
	said := "Disabled " + name + " in the policy."
	if !off {
		said = "Enabled " + name + " in the policy."
	}
	s.edit(said, func(w core.World) (core.World, error) {
		w.Policy = w.Policy.Disable(name, off)
		return w, nil
	})
}

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

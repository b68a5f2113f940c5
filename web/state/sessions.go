package state

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lily/core"
	"lily/core/answer"
	"lily/core/order"
	"lily/core/sight"
	"lily/web/desk"
	"lily/web/port"
	"lily/web/shown"
	"lily/web/words"
)

// Sessions are those that are open, of which one is shown, and the list of all that are kept.
type Sessions struct {
	*Loop
	Session string      // the id of the one that is shown
	Known   []port.Kept // all sessions, as they were listed last, newest first
	Err     error       // why they could not be listed anew

	engine *core.Engine
	shown  *shown.Shown
	port   port.Sessions
	views  map[string]*View
	opened int    // recordings
	own    string // the id of the session that was shown last and is no recording
}

// View is what the page keeps of one open session. Sessions share none of it.
type View struct {
	ID     string
	Bundle *port.Bundle // a recording that is only shown; nil for a session of the engine
	At     int          // the event after which the session is shown; 0 is now

	Busy     bool   // a turn is under way
	Asked    *Asked // an approval that waits for a person
	Editing  int    // the event of an earlier message in the message box; 0 for none
	Recalled []string
	Box      string // what stands in the message box
	Before   string // what stood there before an earlier message
	Proof    *Proof // a verification under way

	cancel func()
	over   chan struct{} // closed once the last turn records nothing more; nil before the first
	told   told
}

// View is what the page keeps of a session.
func (s *Sessions) View(id string) *View {
	if s.views[id] == nil {
		s.views[id] = &View{ID: id}
	}
	return s.views[id]
}

func (v *View) stop() {
	if v.cancel != nil {
		v.cancel()
	}
}

// Here is the view of the session that is shown.
func (s *Sessions) Here() *View { return s.View(s.Session) }

// Busy reports whether a turn of the session that is shown is under way.
func (s *Sessions) Busy() bool { return s.Here().Busy }

// Open are the sessions that a tab shows, in the order of their tabs.
func (s *Sessions) Open() (ids []string) {
	for _, d := range s.shown.All() {
		if d.Talks() {
			ids = append(ids, d.Of)
		}
	}
	return ids
}

// Doc is the document that shows a session.
func (s *Sessions) Doc(id string) desk.Doc {
	return desk.Doc{Kind: words.Either(s.View(id).Bundle != nil, desk.Recording, desk.Conversation), Of: id}
}

// GoTo shows a session, in its tab.
func (s *Sessions) GoTo(id string) {
	s.Turn(id)
	s.shown.Open(s.Doc(id))
}

// Shows is the session that is shown.
func (s *Sessions) Shows() string { return s.Session }

// Turn makes a session the one that all of the page is of.
func (s *Sessions) Turn(id string) {
	s.Session = id
	if s.View(id).Bundle == nil {
		s.own = id
		s.port.Shown(id)
	}
	s.Changed()
}

// Has reports whether a session can be shown without being read first.
func (s *Sessions) Has(id string) bool {
	v := s.views[id]
	return v != nil && v.Bundle != nil || slices.Contains(s.engine.Sessions(), id)
}

// Model is that of the person's session which was shown last: what someone else's session goes on with.
func (s *Sessions) Model() string {
	if st, _ := s.engine.State(s.own); st.Foreign <= 0 {
		return st.Model
	}
	return ""
}

// Taken ends what is under way in a session that another tab writes from now on, and says so.
// It may be called from anywhere.
func (s *Sessions) Taken(id string) {
	s.Post(func() {
		s.View(id).stop()
		s.Warn("Another tab has taken over session " + s.Name(id) + ". It is only read here now.")
		s.Relist()
	})
}

// Leave closes the tab of a session, and shows another one that is open. Its turn goes on.
func (s *Sessions) Leave(id string) {
	s.shown.Drop(s.Doc(id))
	if s.View(id).Bundle != nil {
		delete(s.views, id)
	}
	if open := s.Open(); s.Session == id && len(open) > 0 {
		s.Session = open[len(open)-1]
		if front := s.shown.Front(); front.Talks() {
			s.Session = front.Of
		}
		s.Turn(s.Session)
	}
	s.shown.Settle(false)
}

// Path is that of the skill that is called by its root and its name alone, where its path is not
// one of a skill itself; empty for none.
func (s *Sessions) Path(of string) string {
	if s.Candidate("/"+of) != nil {
		return of
	}
	for _, c := range s.Snapshot().Candidates {
		if string(c.Source)+"/"+c.Name == of {
			return TreePath(c.Path)
		}
	}
	return ""
}

// Held says why nothing can be changed from what is shown, empty when it can.
func (s *Sessions) Held() string {
	v := s.Here()
	switch {
	case v.Bundle != nil:
		return "this is a recording, opened to be read; keep it as a session to go on with it"
	case v.At > 0:
		return "the page shows the session after event " + strconv.Itoa(v.At) + "; go back to now, or fork here, to go on"
	}
	return ""
}

// Mute says why the session that is shown takes no line, empty when it does.
func (s *Sessions) Mute() string {
	if why := s.Held(); why != "" {
		return why
	}
	switch k := s.Listed(s.Session); k.Where {
	case port.Elsewhere:
		return "another tab writes this session; take it over to go on here"
	case port.Damaged:
		return "a record of this session is damaged; fork it to go on with what can be read"
	}
	return ""
}

// List shows the list of all sessions.
func (s *Sessions) List() {
	s.Err = nil
	s.Relist()
	s.shown.List("sessions")
}

// Relist lists the sessions again: this tab or another one has changed them. It may be
// called from anywhere.
func (s *Sessions) Relist() {
	s.Lanes.Aside(func() {
		list, err := s.port.List()
		s.Post(func() {
			order.Func(list, func(a, b port.Kept) int {
				return cmp.Or(cmp.Compare(b.Touched, a.Touched), cmp.Compare(b.ID, a.ID))
			})
			if s.Err = err; err == nil {
				s.Known = list
			}
			s.shown.Know(func(id string) bool {
				return err != nil || slices.ContainsFunc(list, func(k port.Kept) bool { return k.ID == id })
			})
			s.Changed()
		})
	})
}

// Listed is what the list says of a session; empty for one that it does not have.
func (s *Sessions) Listed(id string) port.Kept {
	if i := slices.IndexFunc(s.Known, func(k port.Kept) bool { return k.ID == id }); i >= 0 {
		return s.Known[i]
	}
	return port.Kept{ID: id}
}

// Find lists the sessions that have a text, in lower case, in their title, id or model.
func (s *Sessions) Find(query string) []port.Kept {
	return slices.DeleteFunc(slices.Clone(s.Known), func(k port.Kept) bool {
		return !strings.Contains(strings.ToLower(k.Title+"\n"+k.ID+"\n"+k.Model), query)
	})
}

// Name is how a session is called: by its title, where it has one, and its id.
func (s *Sessions) Name(id string) string {
	if b := s.View(id).Bundle; b != nil {
		return "recording " + sight.Show(b.Title)
	}
	if title := s.Listed(id).Title; title != "" {
		return sight.Show(title) + " (" + id + ")"
	}
	return id
}

// begin opens a session away from the UI goroutine, and shows it.
func (s *Sessions) begin(open func() (string, error), then func(id string)) {
	s.Lanes.Aside(func() {
		id, err := open()
		s.Post(func() {
			if err != nil {
				s.Warn("No session was opened: " + words.Endless(err) + ".")
				s.shown.Lost()
				return
			}
			s.GoTo(id)
			then(id)
			s.Relist()
		})
	})
}

// New opens a session and shows it, with the owner's token or as a guest's (PO-4).
func (s *Sessions) New(owner bool) {
	s.begin(func() (string, error) { return s.engine.Open(owner) }, func(id string) {
		if owner {
			s.Status = "A new session is open"
		} else {
			s.Say("Session " + id + " is open, without the owner's token.")
		}
	})
}

// Show shows a session, which may have to be read first, and then does something there.
func (s *Sessions) Show(id string, then func()) {
	s.begin(func() (string, error) { return id, s.port.Open(id) }, func(string) { then() })
}

// Visit shows a session that the person chose.
func (s *Sessions) Visit(id string) { s.Show(id, func() { s.Status = "Session " + s.Name(id) }) }

// alter does something to what is kept away from the UI goroutine, and then, or says why it failed.
func (s *Sessions) alter(do func() error, then func()) {
	s.Lanes.Aside(func() {
		err := do()
		s.Post(func() {
			if err != nil {
				s.Warn("Nothing was changed: " + words.Endless(err) + ".")
			} else {
				then()
			}
			s.Relist()
			s.Changed()
		})
	})
}

// Rename gives a session a title.
func (s *Sessions) Rename(id, title string) {
	title = strings.Join(strings.Fields(title), " ")
	s.alter(func() error { return s.port.Rename(id, title) }, func() { s.Say("Renamed session " + id + ".") })
}

// Entitle gives the session that is shown a title, unless it has one.
func (s *Sessions) Entitle(title string) {
	if id := s.Session; s.Listed(id).Title == "" {
		s.alter(func() error { return s.port.Rename(id, title) }, func() {})
	}
}

// Delete deletes a session, and offers to bring it back.
func (s *Sessions) Delete(id string) {
	v, name := s.View(id), s.Name(id)
	v.stop()
	back := func() {
		s.Say("Session " + name + " is back.")
		s.GoTo(id)
	}
	over := v.over
	s.alter(func() error {
		if over != nil {
			<-over
		}
		return s.port.Delete(id)
	}, func() {
		s.Say("Deleted session " + name + ".")
		s.Notice.Undo = func() { s.alter(func() error { return s.port.Restore(id) }, back) }
		delete(s.views, id)
		if s.Leave(id); s.Session == id { // it was the only one
			s.New(true)
		}
	})
}

// Take makes this tab the one that writes the session.
func (s *Sessions) Take(id string) {
	said := "This tab writes session " + s.Name(id) + " now."
	s.alter(func() error { return s.port.Take(id) }, func() { s.Say(said) })
}

// Owned is the session that was opened last with the owner's token; empty for none.
func (s *Sessions) Owned() string {
	for _, id := range slices.Backward(s.engine.Sessions()) {
		if st, _ := s.engine.State(id); st.Owner {
			return id
		}
	}
	return ""
}

// Fork opens a session that goes on from the end of another one.
func (s *Sessions) Fork(id string) {
	from, n := s.Name(id), 0
	s.begin(func() (string, error) {
		if err := s.port.Open(id); err != nil {
			return "", err
		}
		_, events := s.engine.State(id)
		n = len(events)
		return s.engine.Fork(id, n)
	}, func(fork string) { s.forked(fork, from, n) })
}

// ForkAt opens a session that goes on from an event of the one that is shown. Of a recording
// nothing but its conversation goes on.
func (s *Sessions) ForkAt(seq int) {
	v, as := s.Here(), s.Model()
	events, from := slices.Clip(s.Recorded()), s.Name(v.ID)
	if v.Bundle == nil {
		s.begin(func() (string, error) { return s.engine.Fork(v.ID, seq) }, func(id string) { s.forked(id, from, seq) })
		return
	}
	s.begin(func() (string, error) { return s.engine.Keep(events, seq, as) }, func(id string) {
		s.forked(id, from, seq)
		s.Notice.Text += " Its model, persona, profile, policy and skills are yours."
	})
}

func (s *Sessions) forked(id, from string, seq int) {
	s.Say("Session " + id + " goes on from " + from + ", after its event " + strconv.Itoa(seq) +
		". A turn that was under way there counts as stopped.")
}

// OpenRecording shows a recording at its last event, and reports whether it has any. Nothing in
// it acts.
func (s *Sessions) OpenRecording(b port.Bundle) bool {
	if len(b.Events) == 0 {
		s.Refuses("the recording holds no events")
		return false
	}
	s.opened++
	id := fmt.Sprintf("recording %d", s.opened)
	s.views[id] = &View{ID: id, Bundle: &b}
	s.GoTo(id)
	s.StepTo(len(b.Events))
	s.Say("The recording " + sight.Show(b.Title) + " is open, with " + answer.Number(len(b.Events), "event") + ".")
	return true
}

// CloseRecording closes a recording.
func (s *Sessions) CloseRecording(id string) {
	if len(s.Open()) < 2 {
		s.New(true)
	}
	s.Leave(id)
}

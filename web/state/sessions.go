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

// There reports whether a session is open here, or kept: one in which nothing was said goes with its page.
func (s *Sessions) There(id string) bool {
	if s.Has(id) {
		return true
	}
	list, err := s.port.List()
	return err != nil || slices.ContainsFunc(list, func(k port.Kept) bool { return k.ID == id })
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

// Owned is the session that was opened last with the owner's token; empty for none.
func (s *Sessions) Owned() string {
	for _, id := range slices.Backward(s.engine.Sessions()) {
		if st, _ := s.engine.State(id); st.Owner {
			return id
		}
	}
	return ""
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

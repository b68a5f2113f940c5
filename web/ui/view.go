package ui

import (
	buffer "bytes"
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/event"
	"lily/core/world"
)

// view is what the page keeps of one open session. Sessions share none of it.
type view struct {
	id     string
	bundle *Bundle // a recording that is only shown; nil for a session of the engine
	at     int     // the event after which the session is shown; 0 is now

	busy     bool // a turn is under way
	cancel   func()
	over     chan struct{} // closed once the last turn records nothing more; nil before the first
	asked    *Asked        // an approval that waits for a person
	editing  int           // the event of an earlier message in the message box; 0 for none
	recalled []string

	box   string // what stands in the message box
	kept  string // what stood there before an earlier message
	foot  foot   // of the turns
	older int

	first  *event.Event // of those that were looked at last
	count  int          // how many they were
	newest event.Event  // the last of them
	talk   talk         // as it is now
	past   talk         // as it was at the moment that is shown
	states moments
	proof  *proof // a verification under way
}

// view is what the page keeps of a session.
func (s *Store) view(id string) *view {
	v := s.views[id]
	if v == nil {
		v = &view{id: id}
		s.views[id] = v
	}
	return v
}

// here is the view of the session that is shown.
func (s *Store) here() *view { return s.view(s.Session) }

// goTo shows a session, in the strip of those that are open. Who is writing goes
// on writing there.
func (s *Store) goTo(id string) {
	if box := app.Window().Get("document").Get("activeElement"); box.Truthy() && box.Get("id").String() == boxID && id != s.Session {
		s.refocus = true // its own box is made anew
	}
	if s.Session = id; !slices.Contains(s.open, id) {
		s.open = append(s.open, id)
	}
	if s.Ports.Shown != nil && s.view(id).bundle == nil {
		s.Ports.Shown(id)
	}
	s.changed()
}

// Taken ends what is under way in a session, which another tab writes from now on, and
// says so. It may be called from anywhere.
func (s *Store) Taken(id string) {
	s.Post(func() {
		if v := s.view(id); v.cancel != nil {
			v.cancel()
		}
		s.Notice = Notice{Text: "Another tab has taken over session " + s.nameOf(id) + ". It is only read here now.", Bad: true}
		s.SessionsChanged()
		s.changed()
	})
}

// leave takes a session out of the strip, and shows the one beside it. Its turn, if
// one is under way, goes on.
func (s *Store) leave(id string) {
	i := slices.Index(s.open, id)
	if i < 0 || len(s.open) == 1 {
		return
	}
	s.open = slices.Delete(s.open, i, i+1)
	if s.view(id).bundle != nil {
		delete(s.views, id)
	}
	if s.Session == id {
		s.goTo(s.open[min(i, len(s.open)-1)])
	}
	s.changed()
}

// busy reports whether a turn of the session that is shown is under way.
func (s *Store) busy() bool { return s.here().busy }

// recorded are all events of the session that is shown.
func (s *Store) recorded() []event.Event { return s.eventsOf(s.here()) }

func (s *Store) eventsOf(v *view) []event.Event {
	if v.bundle != nil {
		return v.bundle.Events
	}
	_, list := s.Engine.State(v.id)
	v.follow(list)
	return list
}

// follow forgets what was made of a session's events where they are no longer those:
// what was not kept when another tab took it over is not there any more (VF-5).
func (v *view) follow(list []event.Event) {
	if len(list) == 0 {
		return
	}
	replaced := v.first != &list[0] || v.count > len(list)
	if replaced && v.count > 0 && (v.count > len(list) || !sameLine(list[v.count-1], v.newest)) {
		v.talk, v.past, v.states = talk{}, talk{}, moments{}
		v.at = min(v.at, len(list))
	}
	v.first, v.count, v.newest = &list[0], len(list), list[len(list)-1]
}

func sameLine(a, b event.Event) bool { return buffer.Equal(event.Encode(a), event.Encode(b)) }

// held says why nothing can be changed from what is shown, empty when it can.
func (s *Store) held() string {
	v := s.here()
	switch {
	case v.bundle != nil:
		return "this is a recording, opened to be read; keep it as a session to go on with it"
	case v.at > 0:
		return "the page shows the session after event " + plain(v.at) + "; go back to now, or fork here, to go on"
	}
	return ""
}

// mute says why the session that is shown takes no line, empty when it does.
func (s *Store) mute() string {
	if why := s.held(); why != "" {
		return why
	}
	switch k := s.listed(s.Session); k.Where {
	case Elsewhere:
		return "another tab writes this session; take it over to go on here"
	case Damaged:
		return "a record of this session is damaged; fork it to go on with what can be read"
	}
	return ""
}

// refuses says why, where something must not be done now.
func (s *Store) refuses(why string) bool {
	if why != "" {
		s.Notice = Notice{Text: title(why) + ".", Bad: true}
		s.changed()
	}
	return why != ""
}

// unless disables a button where it must not be pressed, with the reason.
func unless(why string, b app.HTMLElem) app.HTMLElem {
	if why != "" {
		b.Title("%s", title(why)+".")
	}
	return b.Attr("disabled", why != "")
}

// world is what files and rules are at the moment that is shown.
func (s *Store) world() world.World {
	v := s.here()
	if v.at == 0 {
		return s.Engine.World()
	}
	in := s.recorded()[v.at-1].World
	if in == nil {
		return world.World{}
	}
	return in.World
}

// Package shown is what the page shows beside the session: its desk, the list beside it, and the
// address of what is in front.
//
// It promises that Back, Forward, a reload and a link come to the document that they came from,
// and that an address which names nothing leaves all as it is. Which sessions there are it is told.
//
//	s.Open(desk.Doc{Kind: desk.File, Of: "workspace/notes.md"})
package shown

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"lily/core/loader"
	"lily/core/sight"
	"lily/web/desk"
	"lily/web/loop"
	"lily/web/port"
	"lily/web/words"
)

// Sessions are those that a desk can show, of which one is shown at a time.
type Sessions interface {
	Shows() string          // the one that is shown
	Doc(id string) desk.Doc // the document that shows it
	Has(id string) bool     // it can be shown without being read first
	Turn(id string)         // shows one
	Visit(id string)        // reads one and shows it
	Leave(id string)        // closes the tab of one
	CloseRecording(id string)
	Path(of string) string // of the skill that is called so
}

// Rails are the lists that stand beside the documents.
var Rails = []string{"skills", "sessions", "trace", "rules", "files"}

// Shown is what the page shows beside the session: its desk, whose front is the page's address.
type Shown struct {
	*loop.Loop
	*desk.Desk

	Listed   bool   // a narrow page shows the list in place of the documents
	Selected string // the path of the candidate that was shown last
	File     string // the path of the file that was shown last

	Palette, Keys bool // whether these dialogs are open

	Sought map[string]string // what each list was searched for last: it is there again when the list is

	history  port.History
	sessions Sessions
	address  string // as the page has it
	keeping  bool
	listed   bool     // it is known which sessions there are
	wanted   desk.Doc // the session of the address, until that is known; what is shown stays, and can be typed into
	begun    bool     // before that the address is that of who opened the page, and stays
}

// New is what was kept of this tab of the browser, else the session.
func New(l *loop.Loop, sessions Sessions, h port.History) *Shown {
	s := &Shown{Loop: l, Desk: desk.Decode(h.Kept(), Rails...), history: h, sessions: sessions}
	for _, d := range s.All() {
		if d.Kind == desk.Recording { // it went with the page
			s.Desk.Close(d)
		}
	}
	if len(s.All()) == 0 {
		_ = s.Desk.Open(sessions.Doc(sessions.Shows())) // there is room
	}
	return s
}

// Begin goes to the address that the page was opened with, and follows it from then on. Whether there is such a session
// is for the next list to say: of an address that a reload left it is no error that there is none.
func (s *Shown) Begin() {
	s.begun, s.listed = true, false
	s.history.Watch(func(address string) { s.Post(func() { s.heard(address) }) })
	s.heard(s.history.Address())
}

// heard goes to an address that the person chose: by a link, back, forward, or typed. What names
// nothing leaves all as it is.
func (s *Shown) heard(address string) {
	switch d, err := desk.Parse(address); {
	case address == "" || address == "#": // also where a code was just taken from the address
		s.Settle(false)
	case err != nil:
		s.Warn(words.Title(err.Error()) + ": " + words.Clip(sight.Show(address), 80) + ".")
		s.Settle(false)
	default:
		s.follow(d)
	}
}

func (s *Shown) follow(d desk.Doc) {
	d, s.Listed = s.meant(d), false
	if d.Kind == desk.Conversation && !s.listed && !s.sessions.Has(d.Of) {
		s.wanted = d
		s.Changed()
		return
	}
	if d.Kind == desk.Recording && !s.sessions.Has(d.Of) {
		s.Warn("The recording is not open any more; drop its file here again.")
	} else if err := s.Desk.Open(d); err != nil {
		s.Refuses(err.Error())
	}
	s.Settle(false)
}

// meant is a document by its full name: a skill may be called by its root and its name alone.
func (s *Shown) meant(d desk.Doc) desk.Doc {
	if d.Kind == desk.Skill {
		d.Of = cmp.Or(s.sessions.Path(d.Of), d.Of)
	}
	return d
}

// Open brings a document to the front.
func (s *Shown) Open(d desk.Doc) { s.open(s.Desk.Open(d)) }

// Swap lets a document stand where one of its kind stands.
func (s *Shown) Swap(d desk.Doc) {
	for _, old := range s.All() {
		if old.Kind == d.Kind && s.Shows(old) {
			s.Replace(old, d)
			break
		}
	}
	s.Open(d)
}

// Beside opens a document in the other group, or moves it there.
func (s *Shown) Beside(d desk.Doc) { s.open(s.Desk.Beside(d)) }

func (s *Shown) open(err error) {
	if err != nil {
		s.Refuses(err.Error())
		return
	}
	s.Listed = false
	s.Settle(true)
}

// Close closes a document. A session that is closed is in the list of sessions still.
func (s *Shown) Close(d desk.Doc) {
	switch {
	case d.Kind == desk.Recording:
		s.sessions.CloseRecording(d.Of)
	case d.Talks():
		s.sessions.Leave(d.Of)
	default:
		s.Drop(d)
		s.Settle(false)
	}
}

// Drop closes a document, and does nothing else.
func (s *Shown) Drop(d desk.Doc) { s.Desk.Close(d) }

// Reopen opens what was closed last.
func (s *Shown) Reopen() {
	if s.Desk.Reopen() == (desk.Doc{}) {
		s.Say("Nothing was closed.")
	}
	s.open(nil)
}

// Turn goes to the tab that is so many on.
func (s *Shown) Turn(by int) {
	s.Desk.Turn(by)
	s.open(nil)
}

// Move moves the tab in front.
func (s *Shown) Move(by int) {
	s.Desk.Move(by)
	s.open(nil)
}

// Other goes to the other group.
func (s *Shown) Other() {
	s.Desk.Other()
	s.open(nil)
}

// Use makes a group the one that is used.
func (s *Shown) Use(group int) {
	if s.At != group && group < len(s.Groups) {
		s.At = group
		s.Settle(true)
	}
}

// Settle lets the page be at the document in front: as a step that Back takes back, or in
// place of the one before.
func (s *Shown) Settle(step bool) {
	s.wanted = desk.Doc{}
	front := s.Front()
	address := ""
	if front.Kind != "" {
		address = front.String()
	}
	if now := s.history.Address(); s.begun && now != address {
		s.history.Go(cmp.Or(address, "#"), step && s.address != address)
	}
	s.address = address
	s.note()
	s.keepSoon()
	s.Changed()
}

// note lets all of the page be of what is in front.
func (s *Shown) note() {
	switch d := s.Front(); {
	case d.Kind == desk.Skill:
		s.Selected = "/" + d.Of
	case d.Kind == desk.File:
		s.File = d.Of
	case !d.Talks() || d.Of == s.sessions.Shows():
	case s.sessions.Has(d.Of):
		s.sessions.Turn(d.Of)
	case s.listed:
		s.Post(func() { s.sessions.Visit(d.Of) })
	}
}

// Know takes that the sessions were listed. A tab of one that there is not any more, such as one in
// which nothing was said before a reload, becomes that of the session that is shown.
func (s *Shown) Know(there func(id string) bool) {
	first, wanted := !s.listed, s.wanted
	s.listed = true
	if wanted.Kind != "" && there(wanted.Of) {
		s.follow(wanted)
		first = false
	}
	for _, d := range slices.Clone(s.All()) {
		if d.Kind == desk.Conversation && !s.sessions.Has(d.Of) && !there(d.Of) {
			s.Replace(d, s.sessions.Doc(s.sessions.Shows()))
			first = true
		}
	}
	if first {
		s.Settle(false)
	}
}

// Lost closes the sessions that cannot be shown.
func (s *Shown) Lost() {
	for _, d := range slices.Clone(s.All()) {
		if d == s.Front() && d.Talks() && !s.sessions.Has(d.Of) {
			s.Drop(d)
		}
	}
	s.Settle(false)
}

// List shows a list beside the documents; a narrow page shows it in their place.
func (s *Shown) List(rail string) {
	s.Rail, s.Folded, s.Listed = rail, false, true
	s.keepSoon()
	s.Changed()
}

// Press shows a list, or puts the one that is shown away.
func (s *Shown) Press(rail string, narrow bool) {
	switch {
	case s.Rail != rail || s.Folded && !narrow:
		s.List(rail)
	case narrow:
		s.Listed = !s.Listed
	default:
		s.Folded = true
	}
	s.keepSoon()
	s.Changed()
}

// Seek keeps what a list is searched for.
func (s *Shown) Seek(list, query string) {
	if s.Sought == nil {
		s.Sought = map[string]string{}
	}
	s.Sought[list] = query
}

// Problems shows or hides the panel of problems.
func (s *Shown) Problems(open bool) {
	s.Low = open
	s.keepSoon()
	s.Changed()
}

// Size keeps how large something was made.
func (s *Shown) Size(of string, pixels int) {
	s.Sizes[of] = pixels
	s.keepSoon()
}

// Read keeps how far a document was read.
func (s *Shown) Read(d desk.Doc, top int) {
	s.Scroll[d.String()] = top
	s.keepSoon()
}

// keepSoon keeps the desk for a reload, once nothing has changed for a moment.
func (s *Shown) keepSoon() {
	if s.keeping {
		return
	}
	s.keeping = true
	s.Lanes.After(300*time.Millisecond, func() { s.Post(func() { s.Keep() }) })
}

// Keep keeps the desk for a reload of this tab of the browser.
func (s *Shown) Keep() {
	s.keeping = false
	s.history.Keep(s.Encode())
}

// Talk shows the session.
func (s *Shown) Talk() { s.Open(s.sessions.Doc(s.sessions.Shows())) }

// OpenTab opens a document that there is one of.
func (s *Shown) OpenTab(kind string) {
	kind, of, _ := strings.Cut(kind, "/")
	s.Open(desk.Doc{Kind: kind, Of: of})
}

// OpenSkill opens a candidate.
func (s *Shown) OpenSkill(c *loader.Candidate) {
	s.Open(desk.Doc{Kind: desk.Skill, Of: strings.TrimPrefix(c.Path, "/")})
}

// OpenFile opens a file of the world.
func (s *Shown) OpenFile(path string) {
	if d := (desk.Doc{Kind: desk.File, Of: path}); d.Is() {
		s.Open(d)
	} else {
		s.Refuses("there can be no such file")
	}
}

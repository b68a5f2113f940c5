package persist

import (
	"cmp"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"sync"

	"lily/core/answer"
	"lily/core/event"
	"lily/core/order"
	"lily/core/record"
)

// Session is what the list of sessions says of one.
type Session struct {
	ID      string `json:"-"`
	Title   string `json:"title"`
	Named   bool   `json:"named"`            // by the person, not after its first line
	Created int64  `json:"created"`          // milliseconds since 1970
	Touched int64  `json:"touched"`          // the time of its last event
	Events  int    `json:"events"`           // that are kept
	Deleted bool   `json:"deleted"`          // to be gone at the next start
	From    string `json:"from,omitempty"`   // the session that it was forked from
	Seized  int    `json:"seized,omitempty"` // how often it was taken from who wrote it
	Export  string `json:"export,omitempty"` // the digest of the exported events that it was restored from
	Model   string `json:"model,omitempty"`  // that it has now
	Lines   int    `json:"lines,omitempty"`  // that the person said
	Damaged bool   `json:"-"`                // not all of its records could be read here
}

// book is one session: what the list says of it, and what waits to be kept.
type book struct {
	write sync.Mutex // held while its records are committed
	last  record.Last

	Session
	ref       []byte        // the value that says so
	queue     []event.Event // that are not kept yet
	open      bool          // it was written or read here
	scheduled bool          // a commit is about to begin
	begun     bool          // the person has said something, so that it is worth keeping
	closed    error         // why it is no longer written here
	unlisted  error         // why what the list says of it cannot be read
}

type books map[string]*book

// book is the session's, made if need be.
func (l books) book(id string) *book {
	b := l[id]
	if b == nil {
		b = &book{Session: Session{ID: id}}
		l[id] = b
	}
	return b
}

// index makes books of the refs, and of logs that have none. Other is who else may have taken one over.
func (l books) index(r refs, names []string, other string) {
	for _, b := range l {
		b.ref = nil
	}
	for name, value := range r {
		if id, ok := strings.CutPrefix(name, prefix); ok {
			l.book(id).enter(value, other)
		}
	}
	for _, name := range names {
		id, ok := strings.CutPrefix(name, logs)
		if _, listed := r[prefix+id]; ok && !listed {
			l.book(id).enter(nil, other)
		}
	}
}

// enter takes over what a session's ref says.
func (b *book) enter(value []byte, other string) {
	var m Session
	data, err := unseal(value)
	if err == nil {
		err = json.Unmarshal(data, &m)
	}
	switch b.ref, b.unlisted = value, err; {
	case err != nil && b.open:
		m = b.Session // it was read here
	case err != nil:
		m = Session{}
	}
	m.ID, m.Touched, m.Damaged = b.ID, max(m.Touched, b.Touched), b.Damaged || err != nil && !b.open
	if b.open {
		m.Events = b.Events // what others append must be noticed
	}
	if b.open && m.Seized > b.Seized && b.closed == nil {
		b.closed = errors.New(other + " has taken it over")
	}
	b.Session, b.begun = m, true
}

func (l books) sorted() []Session {
	list := []Session{}
	for _, b := range l {
		if b.begun {
			list = append(list, b.Session)
		}
	}
	order.Func(list, func(a, b Session) int {
		return cmp.Or(cmp.Compare(b.Touched, a.Touched), cmp.Compare(len(b.ID), len(a.ID)), cmp.Compare(b.ID, a.ID))
	})
	return list
}

func number(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}

func (b *book) touch(e event.Event) {
	b.Touched = max(b.Touched, e.At)
	if e.Seq == 1 {
		b.Created = e.At
	}
	switch body := e.Body.(type) {
	case event.SessionCreated:
		b.Model = body.Model
	case event.ModelSelected:
		b.Model = body.Model
	}
	if said := title(e); said != "" {
		b.begun = true
		b.Lines++
		if b.Title == "" || !b.Named && bare(b.Title) && !bare(said) {
			b.Title = said
		}
	}
}

// bare reports whether a line is a command alone, such as /skills: what is said next tells more of a session.
func bare(line string) bool { return strings.HasPrefix(line, "/") && !strings.Contains(line, " ") }

func title(e event.Event) string {
	line := ""
	switch b := e.Body.(type) {
	case event.Command:
		line = b.Input
	case event.Message:
		line = b.Text
	}
	const most = 60
	line = answer.Line(line)
	if r := []rune(line); len(r) > most {
		line = string(r[:most-1]) + "…"
	}
	return line
}

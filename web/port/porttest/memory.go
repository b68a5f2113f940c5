// Package porttest holds one suite for each interface of port, and a browser in memory that
// passes them: only tests import it.
//
// It promises that whoever passes a suite does what the page counts on. What a person sees
// and answers, such as a browser's question, no suite can ask for.
//
//	ports := porttest.Ports(engine) // a page under test
package porttest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"

	"lily/core"
	"lily/core/event"
	"lily/core/intake"
	"lily/core/loader"
	"lily/core/tree"
	"lily/web/port"
)

// Ports are those of a browser in memory, which keeps sessions and nothing else.
func Ports(e *core.Engine) port.Ports {
	return port.Ports{
		System: "linux", Programs: []string{"cat", "sh"},
		Files: &Files{}, Reader: Reader{}, Work: Work{}, Mount: &Mount{}, History: &History{}, Models: Models{},
		Sessions: &Sessions{Engine: e}, Bundles: Bundles{}, Manual: &Manual{}, Second: &Second{},
	}
}

// Files is [port.Files]: what was downloaded last, by its name.
type Files struct {
	Saved map[string][]byte
	Err   error // what every download ends with
}

// Copy implements [port.Files], as does the method below.
func (*Files) Copy(string) {}

func (f *Files) Download(name string, write func(io.Writer) error, done func(error)) {
	var data strings.Builder
	err := errors.Join(write(&data), f.Err)
	if err == nil {
		f.Saved = map[string][]byte{name: []byte(data.String())}
	}
	done(err)
}

// Reader is [port.Reader]: nobody chooses anything.
type Reader struct{}

// ReadInput implements [port.Reader], as does the method below.
func (Reader) ReadInput(string) {}
func (Reader) Cancel()          {}

// History is [port.History]: the addresses that the page was at, with the one that it is at.
type History struct {
	Steps []string
	At    int
	Text  string // that is kept

	told func(string)
}

// Address implements [port.History], as do the methods below.
func (h *History) Address() string {
	if len(h.Steps) == 0 {
		return ""
	}
	return h.Steps[h.At]
}

func (h *History) Go(address string, step bool) {
	if len(h.Steps) == 0 {
		h.Steps = []string{""}
	}
	if step {
		h.At++
	}
	h.Steps = append(h.Steps[:h.At:h.At], append([]string{address}, h.Steps[min(len(h.Steps), h.At+1):]...)...)
	if step {
		h.Steps = h.Steps[:h.At+1]
	}
}

func (h *History) Watch(told func(string)) { h.told = told }
func (h *History) Kept() string            { return h.Text }
func (h *History) Keep(text string)        { h.Text = text }

// Walk goes so many steps on, or back, as a person does.
func (h *History) Walk(by int) {
	h.At += by
	h.told(h.Address())
}

// Type goes to an address that a person types.
func (h *History) Type(address string) {
	h.Go(address, true)
	h.told(address)
}

// Work is [port.Work]: all of it is done at once.
type Work struct{}

// Slowly implements [port.Work].
func (Work) Slowly(ctx context.Context, work func(tree.Tick), tell func(done, total int)) <-chan struct{} {
	over := make(chan struct{})
	defer close(over)
	work(func(done, total int) bool {
		tell(done, total)
		return ctx.Err() == nil
	})
	return over
}

// Drafts is [port.Drafts]: what is kept, the oldest first.
type Drafts struct {
	Kept []port.Draft
	Full error // what cannot be kept
	n    int
}

// Left implements [port.Drafts], as do the methods below.
func (d *Drafts) Left() []port.Draft { return slices.Clone(d.Kept) }

func (d *Drafts) Name() string {
	d.n++
	return fmt.Sprint("d", d.n)
}

func (d *Drafts) Drop(id string) {
	d.Kept = slices.DeleteFunc(d.Kept, func(t port.Draft) bool { return t.ID == id })
}

func (d *Drafts) Keep(t port.Draft, told func(error)) {
	if d.Full == nil {
		d.Drop(t.ID)
		d.Kept = append(d.Kept, t)
	}
	told(d.Full)
}

// Mount is [port.Mount]: the folder mine, with files by their paths in which that is the first part.
type Mount struct {
	Files   map[string]string // nil is a browser that has no such thing
	Wrong   error             // of every look and every write
	Refused []intake.Refusal  // of every look
	Let     bool              // the folder was let go

	State  []byte // as it was kept; nil for nothing
	Prompt bool   // the browser wants to be asked
	Yes    bool   // what it is answered
}

// Can implements [port.Mount], as do the methods below.
func (m *Mount) Can() bool             { return m.Files != nil || m.Wrong != nil }
func (m *Mount) Pick() (string, error) { return "mine", m.Wrong }
func (m *Mount) Forget()               { m.Let, m.State = true, nil }

func (m *Mount) Keep(state []byte) error {
	m.State = state
	return nil
}

func (m *Mount) Kept() (string, []byte, bool) {
	if m.State == nil {
		return "", nil, false
	}
	return "mine", m.State, !m.Prompt
}

func (m *Mount) Connect() error {
	if !m.Yes {
		return port.ErrDenied
	}
	return nil
}

func (m *Mount) Look() (intake.Drop, error) {
	var files []intake.File
	for _, path := range slices.Sorted(maps.Keys(m.Files)) {
		files = append(files, intake.File{Path: path, Data: []byte(m.Files[path])})
	}
	return intake.Gather(files, m.Refused, nil), m.Wrong
}

func (m *Mount) Write(list []port.DiskChange) (refused []intake.Refusal, err error) {
	if m.Wrong != nil {
		return nil, m.Wrong
	}
	for _, c := range list {
		now, there := m.Files[c.Path]
		switch {
		case there != (c.Was != tree.Digest{}) || there && tree.Sum([]byte(now)) != c.Was:
			refused = append(refused, intake.Refusal{Path: c.Path, Message: "It has changed."})
		case c.Is == nil:
			delete(m.Files, c.Path)
		default:
			m.Files[c.Path] = string(c.Is)
		}
	}
	return refused, nil
}

// Manual is [port.Manual]: one page, or why there is none.
type Manual struct{ Err error }

// Manual implements [port.Manual].
func (m *Manual) Manual() ([]byte, error) {
	return []byte("\fstart\n# The start\n\nFrom nothing.\n\n## Findings\n\n### no_frontmatter\n\nWarning. See [rules](policy.md#full-auto).\n" +
		"\fpolicy\n# Policy\n\nThe rules.\n\n## Full auto\n\nNo question.\n"), m.Err
}

// Editors is [port.Editors]: each holds the text that its box is given, by the box's id.
type Editors struct {
	Boxes map[string]string
	Err   error // of every load
	Pen   *Pen  // that was opened last
}

// Load implements [port.Editors], as does the method below.
func (e *Editors) Load(there func(error)) { there(e.Err) }

func (e *Editors) Open(o port.Editing) port.Editor {
	e.Pen = &Pen{Editing: o, in: e, text: unbroken(e.Boxes[o.Box])}
	return e.Pen
}

func unbroken(text string) string {
	return strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
}

// Pen is [port.Editor].
type Pen struct {
	port.Editing
	Marks []port.Mark
	Acts  []port.Act

	in   *Editors
	text string
}

// Type types over all that there is.
func (p *Pen) Type(text string) {
	p.text = text
	p.Typed()
}

// Text implements [port.Editor], as do the methods below.
func (p *Pen) Text() string      { return p.text }
func (p *Pen) Write(text string) { p.text = unbroken(text) }
func (p *Pen) Lock(on bool)      { p.ReadOnly = on }
func (p *Pen) Act(a port.Act)    { p.Acts = append(p.Acts, a) }
func (p *Pen) Wraps() bool       { return true }
func (p *Pen) Close()            { p.in.Boxes[p.Box] = p.text }

func (p *Pen) Mark(text string, marks []port.Mark) {
	if text == p.text {
		p.Marks = marks
	}
}

// Models is [port.Models].
type Models struct {
	Behind  []port.Upstream
	Own     []port.LocalModel
	Err     error // of listing the upstreams
	Listing map[string][]string
}

// Upstreams implements [port.Models], as do the methods below.
func (m Models) Upstreams() ([]port.Upstream, error) { return m.Behind, m.Err }
func (m Models) Local() []port.LocalModel            { return m.Own }

func (m Models) List(upstream string) ([]string, error) {
	if list, ok := m.Listing[upstream]; ok {
		return list, nil
	}
	return nil, fmt.Errorf("there is no upstream %q", upstream)
}

// Bundles is [port.Bundles]: what it is asked for it says.
type Bundles struct {
	Bundle port.Bundle // that every file is
	Left   []string    // of everything
	Err    error       // of every method
}

// ReadBundle implements [port.Bundles], as do the methods below.
func (b Bundles) ReadBundle(name string, data []byte, _ tree.Tick) (port.Bundle, error) {
	if len(data) == 0 || len(b.Bundle.Events) == 0 {
		return port.Bundle{}, errors.Join(errors.New("lily.json: it is not there"), b.Err)
	}
	b.Bundle.Title = name
	return b.Bundle, b.Err
}

func (b Bundles) RestoreBundle(data []byte, _ string) (string, error) {
	if _, err := b.ReadBundle("", data, nil); err != nil {
		return "", err
	}
	return "restored", nil
}

func (b Bundles) ExportSession(string) error   { return b.Err }
func (b Bundles) ExportAll() ([]string, error) { return b.Left, b.Err }

// Storage is [port.Storage], in the state that it is given.
type Storage struct {
	Now    port.State
	Judged int // how often everything was to be judged again
}

// State implements [port.Storage], as do the methods below.
func (s *Storage) State() port.State         { return s.Now }
func (s *Storage) Saving() bool              { return s.Now.Saving }
func (s *Storage) JudgeAgain()               { s.Judged++ }
func (s *Storage) Foreseen(*loader.Snapshot) {}

func (s *Storage) Persist() (bool, error) {
	s.Now.Promised = true
	return true, nil
}

// Sessions is [port.Sessions] where nothing keeps them: they are the engine's, and go with the page.
type Sessions struct {
	Engine *core.Engine

	titles, gone sync.Map // by session: a string, and the events of a deleted one
}

// List implements [port.Sessions], as do the methods below.
func (s *Sessions) List() (list []port.Kept, err error) {
	for _, id := range s.Engine.Sessions() {
		st, events := s.Engine.State(id)
		k := port.Kept{ID: id, Events: len(events), Model: st.Model, Where: port.InMemory}
		if title, ok := s.titles.Load(id); ok {
			k.Title = title.(string)
		}
		if len(events) > 0 {
			k.Touched = events[len(events)-1].At
		}
		list = append(list, k)
	}
	return list, nil
}

func (s *Sessions) Open(id string) error {
	if !slices.Contains(s.Engine.Sessions(), id) {
		return fmt.Errorf("there is no session %q", id)
	}
	return nil
}

func (s *Sessions) Rename(id, title string) error {
	s.titles.Store(id, title)
	return nil
}

func (s *Sessions) Delete(id string) error {
	_, events := s.Engine.State(id)
	s.gone.Store(id, events)
	s.Engine.Forget(id)
	return nil
}

func (s *Sessions) Restore(id string) error {
	events, _ := s.gone.LoadAndDelete(id)
	s.Engine.Adopt(id, events.([]event.Event))
	return nil
}

func (*Sessions) Take(string) error { return nil } // it is here anyway
func (*Sessions) Shown(string)      {}

// Tabs keeps sessions of other tabs, too.
type Tabs struct {
	*Sessions
	Others []port.Kept
	Taken  string
	Fail   error
}

func (f *Tabs) List() ([]port.Kept, error) {
	own, _ := f.Sessions.List() // never fails
	own = slices.DeleteFunc(own, func(k port.Kept) bool {
		return slices.ContainsFunc(f.Others, func(o port.Kept) bool { return o.ID == k.ID })
	})
	return append(own, f.Others...), f.Fail
}

func (f *Tabs) Open(id string) error {
	if !slices.Contains(f.Engine.Sessions(), id) {
		_, events := f.Engine.State("s1")
		f.Engine.Adopt(id, events)
	}
	return f.Fail
}

func (f *Tabs) Take(id string) error {
	f.Taken = id
	f.Others = nil
	return f.Fail
}

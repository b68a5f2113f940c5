package record

import (
	"fmt"

	"lily/core/event"
	"lily/core/loader"
	"lily/core/model"
	"lily/core/order"
	"lily/core/scope"
	"lily/core/session"
	"lily/core/tool"
	"lily/core/tree"
)

// Reader reads records.
type Reader struct {
	// Tools are those that requests were compiled with.
	Tools tool.Registry
	// Load takes snapshots again; nil is [loader.Load].
	Load func(loader.Input, *loader.Snapshot) (*loader.Snapshot, error)
	// Like is a tree that is open already: what worlds have in common with it is not read again.
	Like tree.Tree
}

// Read reads a session's events from its records, from the first on. Blobs are asked for together, and the files of
// worlds only when they are read. An error is a line, a [*SideError] or the source's; whatever else is wrong is among
// the problems, sorted by events.
func (r Reader) Read(records []Record, from tree.Source) ([]event.Event, []Problem, error) {
	if r.Load == nil {
		r.Load = loader.Load
	}
	k := &reader{Reader: r, from: from, records: records, named: map[tree.Digest]int{}}
	for _, step := range []func() error{k.lines, k.sideLines, k.fetch, k.open, k.fold, k.requests} {
		if err := step(); err != nil {
			return nil, nil, err
		}
	}
	order.StableFunc(k.problems, func(a, b Problem) int { return a.Seq - b.Seq })
	return k.events, k.problems, nil
}

type reader struct {
	Reader
	from     tree.Source
	records  []Record
	events   []event.Event
	sides    []side
	named    map[tree.Digest]int // the first event that names a blob
	blobs    map[tree.Digest][]byte
	inputs   map[tree.Digest]*loader.Input
	past     scope.Past
	unsure   []int // events whose requests did not come to their digests
	problems []Problem
}

func (r *reader) lines() (err error) {
	lines := make([][]byte, len(r.records))
	for i, rec := range r.records {
		lines[i] = rec.Line
	}
	if r.events, err = event.DecodeAll(lines); err != nil {
		return err
	}
	for i, want := range []string{event.SessionCreated{}.Type(), event.SkillCatalogUpdated{}.Type()} {
		if i == len(r.events) {
			break
		}
		if got := r.events[i].Body.Type(); got != want {
			return &event.LineError{Line: i + 1, Column: 1, Message: fmt.Sprintf("got %s, want %s as a session begins", got, want)}
		}
	}
	return nil
}

func (r *reader) sideLines() error {
	r.sides = make([]side, len(r.records))
	for i, rec := range r.records {
		if err := r.side(i, rec.Side); err != nil {
			return &SideError{i + 1, err.Error()}
		}
	}
	return nil
}

func (r *reader) side(i int, data []byte) error {
	s := &r.sides[i]
	if err := decode(data, s); err != nil {
		return err
	}
	body := r.events[i].Body
	if holes, optional, _ := holes(body); len(s.Texts) != len(holes) && !(optional && len(s.Texts) == 0) {
		return fmt.Errorf("got %d texts for %s, want %d", len(s.Texts), body.Type(), len(holes))
	}
	if _, ok := body.(event.SkillCatalogUpdated); ok == (s.Input == tree.Digest{}) {
		return fmt.Errorf("got an input or none for %s, want it for a snapshot only", body.Type())
	}
	if _, ok := body.(event.ToolResult); !ok && s.Millis != 0 {
		return fmt.Errorf("got a duration for %s, want it for the result of a tool only", body.Type())
	}
	return nil
}

func (r *reader) fetch() error {
	var list []tree.Digest
	for i, s := range r.sides {
		for _, d := range s.names() {
			if r.named[d] == 0 {
				list, r.named[d] = append(list, d), i+1
			}
		}
	}
	r.blobs = map[tree.Digest][]byte{}
	return r.ask(list)
}

// ask puts the blobs that the source has among those that are here.
func (r *reader) ask(list []tree.Digest) error {
	if len(list) == 0 {
		return nil
	}
	got, err := r.from.Blobs(list)
	if err != nil {
		return err
	}
	for i, d := range list {
		if i < len(got) && got[i] != nil && tree.Sum(got[i]) == d {
			r.blobs[d] = got[i]
		}
	}
	return nil
}

func (r *reader) problem(seq int, what, format string, args ...any) {
	r.problems = append(r.problems, Problem{seq, what, fmt.Sprintf(format, args...)})
}

// fold gives each event what its line leaves out, with the state that those before it lead to.
func (r *reader) fold() error {
	var s session.State
	var t scope.Scope
	for i := range r.events {
		e := &r.events[i]
		e.At, e.World = r.sides[i].At, r.inputs[r.sides[i].World]
		e.Body = r.fill(i)
		switch b := e.Body.(type) {
		case event.SkillCatalogUpdated:
			e.Body = r.snapshot(i, b, s.Snapshot)
		case event.ModelRequest:
			e.Body = r.request(i, b, s, t)
		case event.ToolResult:
			b.Result.Millis = r.sides[i].Millis
			e.Body = b
		}
		t = t.Apply(s, e.Body)
		s.Take(*e)
	}
	return nil
}

func (r *reader) fill(i int) event.Body {
	texts, _, with := holes(r.events[i].Body)
	for k, d := range r.sides[i].Texts {
		data, ok := r.blobs[d]
		if !ok {
			r.problem(i+1, "text", "A text of this event is lost: %s is missing or damaged.", d.Short())
		}
		*texts[k] = string(data)
	}
	return with()
}

func (r *reader) snapshot(i int, b event.SkillCatalogUpdated, prev *loader.Snapshot) event.Body {
	if in := r.inputs[r.sides[i].Input]; in != nil {
		b.Input = *in
	}
	s, err := r.Load(b.Input, prev)
	if err != nil {
		r.problem(i+1, "snapshot", "The snapshot could not be loaded again: %s.", err)
		s, _ = loader.Load(loader.Input{}, prev) // without a root nothing can be missing
	} else if s.Digest != b.Digest || s.Version != b.Version {
		r.problem(i+1, "snapshot", "The snapshot was loaded again and came to version %d, %s; recorded was version %d, %s.", s.Version, s.Digest.Short(), b.Version, b.Digest.Short())
	}
	b.Snapshot = s
	return b
}

func (r *reader) request(i int, b event.ModelRequest, s session.State, t scope.Scope) event.Body {
	textual := scope.Textual(b)
	compiled := scope.Compile(s, t, r.Tools, func(string) bool { return textual }, &r.past)
	b.Request = compiled.Request
	if compiled.Digest != b.Digest {
		r.unsure = append(r.unsure, i)
	}
	return b
}

// requests asks for those that could not be compiled again: an exported session has them as they were.
func (r *reader) requests() error {
	var list []tree.Digest
	for _, i := range r.unsure {
		list = append(list, r.events[i].Body.(event.ModelRequest).Digest)
	}
	if err := r.ask(list); err != nil {
		return err
	}
	for _, i := range r.unsure {
		b := r.events[i].Body.(event.ModelRequest)
		got, err := model.DecodeRequest(r.blobs[b.Digest])
		if err != nil {
			r.problem(i+1, "request", "The request was compiled again and came to %s; recorded was %s.", b.Request.Digest().Short(), b.Digest.Short())
			continue
		}
		b.Request = got
		r.events[i].Body = b
	}
	return nil
}

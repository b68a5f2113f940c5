package bundle

import (
	"errors"

	"lily/core/event"
	"lily/core/loader"
	"lily/core/record"
	"lily/core/tool"
	"lily/core/tree"
)

// Read reads a bundle. An error is an [*Error] with its place. The problems are what this Lily cannot make again as
// the one that wrote the bundle did; the tools are those that requests are compiled with. The events share the bytes
// of data, which must not be changed afterwards.
func Read(data []byte, tools tool.Registry) (Bundle, []record.Problem, error) {
	return ReadTicking(data, tools, nil)
}

// ReadTicking is [Read] with a tick, which is told how many entries of how many are
// done; where it ends the reading, the error is [tree.ErrStopped].
func ReadTicking(data []byte, tools tool.Registry, tick tree.Tick) (Bundle, []record.Problem, error) {
	r := &reader{data: data, tools: tools, tick: tick, files: map[string]entry{}, blobs: map[tree.Digest][]byte{}, differences: map[tree.Digest]difference{}}
	steps := []func() error{r.entries, r.about, r.contents, r.lines, r.same, r.requests, r.events, r.named}
	for i, step := range steps {
		r.done = float64(i) / float64(len(steps))
		r.part = 1 / float64(len(steps))
		if err := step(); err != nil {
			return Bundle{}, nil, err
		}
	}
	return Bundle{r.manifest.Title, r.list}, r.problems, nil
}

type reader struct {
	data        []byte
	tools       tool.Registry
	tick        tree.Tick
	done, part  float64 // of all: before the step under way, and its own
	told        int     // entries
	order       []entry
	files       map[string]entry
	manifest    manifest
	blobs       map[tree.Digest][]byte // nil for requests that are differences
	records     []record.Record
	list        []event.Event
	problems    []record.Problem
	missing     []tree.Digest // that were asked for
	differences map[tree.Digest]difference
	after       map[tree.Digest]tree.Digest // the request that is like another
}

// goOn asks the tick after so many of the things, of several kinds, that a step goes through. No count is taken back.
func (r *reader) goOn(i, of int) error {
	n := len(r.order)
	r.told = max(r.told, int(float64(n)*(r.done+r.part*float64(i)/float64(max(1, of)))))
	if r.tick.GoOn(r.told, n) {
		return nil
	}
	return tree.ErrStopped
}

// Blobs implements [tree.Source].
func (r *reader) Blobs(digests []tree.Digest) ([][]byte, error) {
	got, later := make([][]byte, len(digests)), map[tree.Digest]int{}
	for i, d := range digests {
		if _, ok := r.differences[d]; ok {
			later[d] = i
		} else if got[i] = r.blobs[d]; got[i] == nil {
			r.missing = append(r.missing, d)
		}
	}
	if len(later) == 0 {
		return got, nil
	}
	return got, r.remake(func(d tree.Digest, data []byte) {
		if i, ok := later[d]; ok {
			got[i] = data
		}
	})
}

func (r *reader) events() (err error) {
	load := func(in loader.Input, prev *loader.Snapshot) (*loader.Snapshot, error) {
		return loader.LoadWith(in, prev, nil, func(i, of int) bool { return r.goOn(i, of) == nil })
	}
	r.list, r.problems, err = record.Reader{Tools: r.tools, Load: load}.Read(r.records, r)
	if err := r.goOn(0, 1); err != nil {
		return err
	}
	if err != nil {
		return placed(lines, err)
	}
	if err := r.lost(); err != nil {
		return err
	}
	if id := r.list[0].Session; id != r.manifest.Session {
		return wrong(about, "got the session %.80q, and the events are those of %.80q", r.manifest.Session, id)
	}
	return nil
}

// placed gives an error of lines its place in the bundle.
func placed(name string, err error) error {
	var line *event.LineError
	var side *record.SideError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &line):
		return &Error{name, line.Line, line.Column, -1, line.Message}
	case errors.As(err, &side):
		return &Error{sides, side.Line, 0, -1, side.Message}
	}
	return wrong(name, "%s", err)
}

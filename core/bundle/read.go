package bundle

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"lily/core/event"
	"lily/core/loader"
	"lily/core/record"
	"lily/core/tool"
	"lily/core/tree"
)

// Read reads a bundle. An error is an [*Error] with its place. The problems are what
// this Lily cannot make again as the one that wrote the bundle did; the tools are
// those that requests are compiled with. The events share the bytes of data, which
// must not be changed afterwards.
func Read(data []byte, tools tool.Registry) (Bundle, []record.Problem, error) {
	return ReadTicking(data, tools, nil)
}

// ReadTicking is [Read] with a tick, which is told how many entries of how many are
// done; where it ends the reading, the error is [tree.ErrStopped].
func ReadTicking(data []byte, tools tool.Registry, tick tree.Tick) (Bundle, []record.Problem, error) {
	r := &reader{data: data, tools: tools, tick: tick, files: map[string]entry{}, blobs: map[tree.Digest][]byte{}}
	steps := []func() error{r.entries, r.about, r.contents, r.lines, r.same, r.events, r.named}
	for i, step := range steps {
		r.done = float64(i) / float64(len(steps))
		r.part = 1 / float64(len(steps))
		if err := step(); err != nil {
			return Bundle{}, nil, err
		}
	}
	return Bundle{r.manifest.Title, r.list}, r.problems, nil
}

// reader is a bundle on its way into events.
type reader struct {
	data  []byte
	tools tool.Registry

	tick       tree.Tick
	done, part float64 // of all: before the step under way, and its own
	told       int     // entries

	order    []entry
	files    map[string]entry
	manifest manifest
	blobs    map[tree.Digest][]byte
	records  []record.Record
	list     []event.Event
	problems []record.Problem
	missing  []tree.Digest // that were asked for
}

// goOn asks the tick after so many of the things that a step goes through. A step may
// go through several kinds of them; what was told is not taken back.
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
	got := make([][]byte, len(digests))
	for i, d := range digests {
		if got[i] = r.blobs[d]; got[i] == nil {
			r.missing = append(r.missing, d)
		}
	}
	return got, nil
}

// entries finds the files by their names, and refuses those that no bundle has.
func (r *reader) entries() (err error) {
	if r.order, err = entries(r.data); err != nil {
		return err
	}
	for i, e := range r.order {
		if err := r.goOn(i, len(r.order)); err != nil {
			return err
		}
		if _, twice := r.files[e.name]; twice {
			return &Error{Entry: quoted(e.name), Offset: e.at, Message: "the entry is there twice"}
		}
		if _, blob := digestOf(e.name); !blob && e.name != about && e.name != lines && e.name != sides {
			return &Error{Entry: quoted(e.name), Offset: e.at, Message: "a bundle has no such entry"}
		}
		r.files[e.name] = e
	}
	for _, name := range []string{about, lines, sides} {
		if _, ok := r.files[name]; !ok {
			return wrong(name, "the entry is missing")
		}
	}
	return nil
}

func digestOf(name string) (d tree.Digest, ok bool) {
	text, below := strings.CutPrefix(name, folder)
	return d, below && d.UnmarshalText([]byte(text)) == nil
}

// about reads lily.json. Its checksum is looked at first: what is wrong in it would
// else be said of what it is about.
func (r *reader) about() error {
	e := r.files[about]
	if !e.intact() {
		return wrong(about, "the entry is damaged: its checksum is wrong")
	}
	return r.manifest.decode(e.data)
}

// contents compares the entries with what lily.json says of them.
func (r *reader) contents() error {
	for _, d := range r.manifest.Blobs {
		if _, ok := r.files[folder+d.String()]; !ok {
			return wrong(folder+d.String(), "the entry is missing")
		}
		r.blobs[d] = nil
	}
	for i, e := range r.order {
		if err := r.goOn(i, len(r.order)); err != nil {
			return err
		}
		d, ok := digestOf(e.name)
		if !ok {
			continue
		}
		if _, listed := r.blobs[d]; !listed {
			return &Error{Entry: e.name, Offset: e.at, Message: "the entry is not one that " + about + " lists"}
		}
		if got := tree.Sum(e.data); got != d {
			return &Error{Entry: e.name, Offset: e.at, Message: fmt.Sprintf("the entry is damaged: its bytes have the digest %s", got.Short())}
		}
		r.blobs[d] = e.data
	}
	return nil
}

// lines takes the two files apart, line by line.
func (r *reader) lines() error {
	if n := len(r.manifest.Files); n != 2 || r.manifest.Files[0].Name != lines || r.manifest.Files[1].Name != sides {
		return wrong(about, "got %d files, want %s and %s", n, lines, sides)
	}
	list, err := r.split(r.manifest.Files[0])
	if err != nil {
		return err
	}
	beside, err := r.split(r.manifest.Files[1])
	if err != nil {
		return err
	}
	for i := range list {
		r.records = append(r.records, record.Record{Line: list[i], Side: beside[i]})
	}
	return nil
}

// split returns the lines of a file; the first that is damaged is the place.
func (r *reader) split(f file) ([][]byte, error) {
	data := r.files[f.Name].data
	n := 0
	for line := range bytes.Lines(data) {
		if n++; n > len(f.Lines) || n > r.manifest.Events || tree.Sum(bytes.TrimSuffix(line, []byte("\n"))).Short() != f.Lines[n-1] {
			return nil, &Error{Entry: f.Name, Line: n, Offset: -1, Message: "the line is damaged: it is not the one that " + about + " says"}
		}
	}
	if n != len(f.Lines) || n != r.manifest.Events || n == 0 {
		return nil, &Error{Entry: f.Name, Line: n + 1, Offset: -1, Message: fmt.Sprintf("got the end after %d lines, want %d", n, r.manifest.Events)}
	}
	if tree.Sum(data) != f.Digest {
		return nil, &Error{Entry: f.Name, Line: n, Offset: -1, Message: "the file is damaged: it is not the one that " + about + " says"}
	}
	list, err := event.Split(data)
	return list, placed(f.Name, err)
}

func (r *reader) events() (err error) {
	load := func(in loader.Input, prev *loader.Snapshot) (*loader.Snapshot, error) {
		return loader.LoadTicking(in, prev, func(i, of int) bool { return r.goOn(i, of) == nil })
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

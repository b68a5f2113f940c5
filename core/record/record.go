// Package record writes down what happened in a session, and reads it back (EV-1, EV-4, VF-4).
//
// A [Record] is one event: its line, just as [event.Encode] writes it, and beside it a side, which is what the line
// leaves out: times, and by their digests the world that it happened in and the texts that it holds in memory. What
// has a digest is a blob. Two things are not written, since they follow from the rest: a snapshot is loaded again
// from its input, and a request to a model is compiled again. Both must come to the digest that was recorded.
//
// The package promises that the events that it reads are those that were written, with all that they hold in memory;
// that a record which is not what it should be is an error with its place; and that a blob which is lost, or
// something that does not come to its digest, as another version of Lily may have written, costs no more than itself:
// it is a [Problem], and the events are there. It keeps nothing itself.
package record

import (
	"bytes"
	"fmt"
	"slices"

	"lily/core/event"
	"lily/core/persona"
	"lily/core/plain"
	"lily/core/tree"
)

// Record is one event as it is kept. Both parts are JSON of one line, without a line feed.
type Record struct {
	Line []byte
	Side []byte
}

// Bytes is the record as one piece, for a log.
func (r Record) Bytes() []byte {
	return bytes.Join([][]byte{r.Line, r.Side}, []byte("\n"))
}

// Parse reads what [Record.Bytes] wrote.
func Parse(data []byte) (Record, error) {
	line, side, ok := bytes.Cut(data, []byte("\n"))
	if !ok || bytes.ContainsRune(side, '\n') {
		return Record{}, fmt.Errorf("got a record of %d lines, want 2", 1+bytes.Count(data, []byte("\n")))
	}
	return Record{line, side}, nil
}

// side is what a line leaves out.
type side struct {
	At     int64         `json:"at,omitempty"`    // milliseconds since 1970
	World  tree.Digest   `json:"world,omitzero"`  // of an input: files and rules as they were
	Input  tree.Digest   `json:"input,omitzero"`  // of the input that a snapshot was taken of
	Texts  []tree.Digest `json:"texts,omitempty"` // in the order in which the body has them
	Millis int64         `json:"millis,omitempty"`
}

// Names are the blobs that the side names: inputs and texts. None where it cannot be read.
func (r Record) Names() []tree.Digest {
	var s side
	if decode(r.Side, &s) != nil {
		return nil
	}
	return s.names()
}

func (s side) names() []tree.Digest {
	list := append([]tree.Digest{s.World, s.Input}, s.Texts...)
	return slices.DeleteFunc(list, func(d tree.Digest) bool { return d == tree.Digest{} })
}

// SideError is a side that cannot be read, or that is not one of its line. Line is counted from 1.
type SideError struct {
	Line    int
	Message string
}

// Error returns line: message.
func (e *SideError) Error() string { return fmt.Sprintf("%d: %s", e.Line, e.Message) }

// Problem is something of an event that could not be had again as it was.
type Problem struct {
	Seq     int    // of the event, or of the first of several
	What    string // world, text, snapshot, request
	Message string // a sentence
}

// decode reads what [plain.JSON] wrote, and nothing else.
func decode(data []byte, v any) error {
	if err := plain.Strictly(data, v); err != nil {
		return err
	}
	if again := plain.JSON(v); !bytes.Equal(again, data) {
		return fmt.Errorf("got %.80q, want %.80q", data, again)
	}
	return nil
}

// holes are the texts that a body holds and its line leaves out. They are filled in place, and with gives the body
// that has them then. Where there may be none instead of an empty one, the hole is optional.
func holes(body event.Body) (texts []*string, optional bool, with func() event.Body) {
	switch b := body.(type) {
	case event.SessionCreated:
		texts = partsOf(b.Persona)
	case event.AgentSwitched:
		texts = partsOf(b.Persona)
	case event.PersonaReloaded:
		texts = partsOf(b.Persona)
	case event.Message:
		return []*string{&b.Context}, true, func() event.Body { return b }
	case event.NetworkRequest:
		return []*string{&b.Body}, true, func() event.Body { return b }
	case event.NetworkAnswer:
		return []*string{&b.Body}, true, func() event.Body { return b }
	case event.SkillLoaded:
		return []*string{&b.Content}, true, func() event.Body { return b }
	}
	return texts, false, func() event.Body { return body }
}

func partsOf(p persona.Persona) (texts []*string) {
	for i := range p.Parts {
		texts = append(texts, &p.Parts[i].Text)
	}
	return texts
}

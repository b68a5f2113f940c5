// Package frontmatter reads the YAML at the top of a text, between two lines ---, and
// knows where each key and value of it stands.
//
// It promises that any text at all is read within bounds, and that what is wrong with it
// is a [Fault] at an offset (SK-2, SK-3, SK-10). It does not judge what keys and values
// mean, and repairs nothing: package skill does the one, package mend the other.
//
//	d := frontmatter.Read("---\nname: x\n---\nText")
//	e, ok := d.Get("name") // e.Value.Value is "x"; d.Place(e.At) is line 2, column 1
package frontmatter

import (
	"fmt"
	"slices"

	"lily/core/budget"
	"lily/core/order"
)

// The bounds of SK-10, and how many fixes are proposed for one file.
const (
	MaxFile  = 1 << 20
	MaxHead  = 64 << 10
	MaxFixes = 200
)

// perFault is what a fault costs, in bytes that are read in the same time: it is placed, told and
// shown.
const perFault = 200

// What YAML costs, in the same bytes, that is read once more: each time, and for each byte of it.
const (
	perReading = 1000
	perByte    = 10
)

// Doc is a text with its frontmatter.
type Doc struct {
	Text    string
	Head    Span // the YAML between the fences
	Tail    Span // what follows the closing fence, untrimmed
	Outcome Outcome
	Err     error   // why the YAML of an [Invalid] one does not parse
	Keys    []Entry // the top level, in order
	Faults  []Fault
	NoFixes bool // none is proposed, since this is a copy with one made
	Budget  *budget.Budget

	fixes  int                            // that were proposed
	starts []int                          // the offset of each line of the YAML, as YAML counts lines
	seen   struct{ at, line, column int } // the place asked for last, counted from 0
}

// Outcome says how far a reading came.
type Outcome int

// The outcomes.
const (
	Whole    Outcome = iota // it was read
	None                    // the text does not begin with a frontmatter
	Unclosed                // no line ends it
	Invalid                 // its YAML does not parse
	Refused                 // it breaks a bound, or is no mapping of keys; a fault says so
)

// Span is a range of offsets into the text.
type Span struct{ From, To int }

// Edit puts a text in the place of a span.
type Edit struct {
	Span
	Text string
}

// Fault is one thing that is wrong, or seen.
type Fault struct {
	At      int // an offset into the text
	Code    string
	Message string // a full sentence
	Fix     *Edit  // the exact repair, where it is known
}

// Read reads a text.
func Read(text string) *Doc {
	d := &Doc{Text: text}
	d.Read()
	return d
}

// Read reads the text, and tells its faults beside those that are told already.
func (d *Doc) Read() {
	for _, step := range []func() Outcome{d.checkText, d.fences, d.yaml} {
		if d.Outcome = step(); d.Outcome != Whole {
			return
		}
	}
}

// Find records a fault at an offset and returns it, so that a fix can be hung on it.
func (d *Doc) Find(at int, code, format string, args ...any) *Fault {
	d.Budget.Spend(perFault)
	d.Faults = append(d.Faults, Fault{At: at, Code: code, Message: fmt.Sprintf(format, args...)})
	return &d.Faults[len(d.Faults)-1]
}

// Fix hangs on a fault the replacement of a span.
func (d *Doc) Fix(f *Fault, at Span, text string) {
	if d.fixable() {
		d.fixes++
		f.Fix = &Edit{at, text}
	}
}

func (d *Doc) fixable() bool { return !d.NoFixes && d.fixes < MaxFixes }

// Slice is the text of a span.
func (d *Doc) Slice(s Span) string { return d.Text[s.From:s.To] }

// Apply makes edits and returns the text with those that were made, in the order of the
// text. Of two that overlap the later one is made.
func Apply(text string, list []Edit) (string, []Edit) {
	list = slices.Clone(list)
	order.StableFunc(list, func(a, b Edit) int { return b.From - a.From })
	made, limit := []Edit{}, len(text)+1
	for _, e := range list {
		if e.To <= limit && e.From != limit {
			made, limit, text = append(made, e), e.From, text[:e.From]+e.Text+text[e.To:]
		}
	}
	slices.Reverse(made)
	return text, made
}

// Fixes are the edits that faults propose.
func Fixes(list []Fault) (edits []Edit) {
	for _, f := range list {
		if f.Fix != nil {
			edits = append(edits, *f.Fix)
		}
	}
	return edits
}

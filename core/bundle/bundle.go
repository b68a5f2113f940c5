// Package bundle is a session outside of Lily: one zip with its events and every blob that they name (EV-4).
//
//	lily.json       what is in it, with digests
//	events.jsonl    the events, a line each
//	sides.jsonl     what the lines leave out (core/record), a line each
//	blobs/DIGEST    files and folders of worlds, inputs, texts, and the exact
//	                requests to models, whose digests the events have
//	requests/DIGEST a request by how it differs from the one before it
//
// It promises that the same session gives the same bytes, and that [Read] takes just what [Bundle.Write] wrote, or
// wrote in the first format: one byte that differs, anywhere, refuses the whole with the place, and so does anything
// that is missing or too much. What it gives are events as good as those in memory, for a replay too.
package bundle

import (
	"fmt"
	"strings"
	"unicode"

	"lily/core/answer"
	"lily/core/event"
)

// Format is that of the bundles that are written. A later one is refused. The first had every request whole.
const (
	Format      = 2
	firstFormat = 1
)

// The entries beside the blobs.
const (
	about  = "lily.json"
	lines  = "events.jsonl"
	sides  = "sides.jsonl"
	folder = "blobs/"
	asked  = "requests/"
)

// Bundle is one session from its beginning.
type Bundle struct {
	Title  string // that the person gave it; may be empty
	Events []event.Event
}

// Name is a good name for a file with the bundle: its session's id and the words of its title, cut, where a word is
// letters and digits: what stands between them means something to some file system. It ends in .lily and not in .zip,
// so that no browser unpacks it, and that the page knows it for a session even where it is cut off.
func (b Bundle) Name() string {
	id := ""
	if len(b.Events) > 0 {
		id = b.Events[0].Session
	}
	words := strings.FieldsFunc("session "+strings.ToLower(id+" "+answer.Cut(b.Title, 40)), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	return strings.Join(words, "-") + ".lily"
}

// Error is why a bundle is refused, and where.
type Error struct {
	Entry   string // of the zip; empty where it is the zip's own
	Line    int    // of the entry, counted from 1; 0 for none
	Column  int    // of the line, in bytes, counted from 1; 0 for none
	Offset  int    // in the file, in bytes from 0; -1 where Entry is the place
	Message string // without its full stop
}

// Error returns the place and what is wrong there.
func (e *Error) Error() string {
	place := e.Entry
	for _, n := range []int{e.Line, e.Column} {
		if n > 0 {
			place = fmt.Sprintf("%s:%d", place, n)
		}
	}
	switch {
	case e.Offset < 0:
		return place + ": " + e.Message
	case place == "":
		return fmt.Sprintf("at byte %d: %s", e.Offset, e.Message)
	}
	return fmt.Sprintf("%s, at byte %d of the file: %s", place, e.Offset, e.Message)
}

func wrong(entry, format string, args ...any) *Error {
	return &Error{Entry: entry, Offset: -1, Message: fmt.Sprintf(format, args...)}
}

// Package event is what happens in a session, and how it is written down (EV-1 to EV-3).
//
// An event has a body, which says what happened, and a time, which says when. Only the body and its place in the
// session count for equality: [Encode] writes one JSON object with its keys in a fixed order and no time, and
// [Decode] reads just that. The package promises that equal bodies give equal bytes, and that any bytes give an error
// or an event of those bytes; it keeps no log.
package event

import (
	"bytes"
	"strings"

	"lily/core/loader"
	"lily/core/plain"
)

// Event is one thing that happened in one session.
type Event struct {
	Seq     int    // 1, 2, 3 … within the session
	Session string // its id
	Body    Body
	At      int64         // milliseconds since 1970 by the host's clock; no part of equality
	World   *loader.Input // files and rules as they were when it happened, for a replay; never changed
}

// Body is what happened. Its JSON keys are in the order of its fields.
type Body interface {
	Type() string
}

// head is what every line begins with.
type head struct {
	Seq     int    `json:"seq"`
	Session string `json:"session"`
	Type    string `json:"type"`
}

// Encode writes the event as one line of JSON without its line feed: seq, session, type, then the body's keys.
func Encode(e Event) []byte {
	head, body := encode(head{e.Seq, e.Session, e.Body.Type()}), encode(e.Body)
	if len(body) == len("{}") {
		return head
	}
	return append(append(head[:len(head)-1], ','), body[1:]...)
}

// encode writes U+FFFD as it is. The encoder escapes it where it stands for bytes that are no UTF-8, and nowhere
// else, so that what is read would be written in another way.
func encode(v any) []byte {
	const escaped = `\ufffd`
	data := plain.JSON(v)
	if !bytes.Contains(data, []byte(escaped)) {
		return data
	}
	out := make([]byte, 0, len(data))
	for i := 0; i < len(data); i++ {
		switch {
		case data[i] != '\\':
			out = append(out, data[i])
		case bytes.HasPrefix(data[i:], []byte(escaped)):
			out, i = append(out, "\uFFFD"...), i+len(escaped)-1
		default:
			out, i = append(out, data[i], data[i+1]), i+1
		}
	}
	return out
}

// Text is text as it is recorded: what is no UTF-8 becomes U+FFFD when it comes in, so that it is read as it was said.
func Text(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

// Lines writes events one a line.
func Lines(events []Event) []byte {
	var b bytes.Buffer
	for _, e := range events {
		b.Write(append(Encode(e), '\n'))
	}
	return b.Bytes()
}

// Package event is what happens in a session, and how it is written down (EV-1 to EV-3).
//
// An event has a body, which says what happened, and a time, which says when. Only the body and its place in the
// session count for equality: [Encode] writes one JSON object with its keys in a fixed order and no time, and
// [Decode] reads just that. The package promises that equal bodies give equal bytes, and that any bytes give an error
// or an event of those bytes; it keeps no log.
package event

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"lily/core/loader"
	"lily/core/model"
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

type head struct {
	Seq     int    `json:"seq"`
	Session string `json:"session"`
	Type    string `json:"type"`
}

// Encode writes the event as one line of JSON without its line feed: seq, session, type, then the body's keys.
func Encode(e Event) []byte {
	out := encode(head{e.Seq, e.Session, e.Body.Type()})
	whole := len(out)
	if out = appendBody(append(out[:whole-1], ','), e.Body); len(out) == whole+len("}") { // a body without keys
		return append(out[:whole-1], '}')
	}
	return out
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

// LineError is a line that is no event, or not the one that comes there. Line and Column, in bytes, begin at 1.
type LineError struct {
	Line, Column int
	Message      string
}

// Error returns line:column: message.
func (e *LineError) Error() string { return fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Message) }

// Decode reads one line that [Encode] wrote. Whatever Encode would write in another way is refused: the event that it
// returns encodes to the same line. What the line leaves out is empty in it. The error is a [*LineError] of line 1.
func Decode(line []byte) (Event, error) {
	if rest, parts, ok := unparted(line); ok {
		e, err := decode(rest)
		if b, is := e.Body.(ModelRequest); is && err == nil {
			b.Parts = parts
			e.Body = b
			return e, nil
		}
	}
	return decode(line)
}

// decode reads the head as [Encode] writes it, and by reflection where that does not go well: reflection reads all of a
// line for it, and an answer over thousands of skills is a line of a megabyte.
func decode(line []byte) (Event, error) {
	if h, rest, ok := quickHead(line); ok {
		if e, err := whole(line, h, rest, nil); err == nil {
			return e, nil
		}
	}
	h, rest, err := decodeHead(line)
	return whole(line, h, rest, err)
}

func whole(line []byte, h head, rest []byte, err error) (Event, error) {
	e := Event{Seq: h.Seq, Session: h.Session}
	if err == nil {
		e.Body, err = decodeBody(h.Type, rest)
	}
	if err != nil {
		return Event{}, placed(err, len(line)-len(rest), line)
	}
	if again := Encode(e); !bytes.Equal(again, line) {
		at := differ(again, line)
		return Event{}, &LineError{1, at + 1, fmt.Sprintf("got %s, want %s as an event has it", snippet(line, at), snippet(again, at))}
	}
	return e, nil
}

// quickHead reads a head that is written in one way only.
func quickHead(line []byte) (h head, rest []byte, ok bool) {
	r := fixed{rest: line}
	r.want(`{"seq":`)
	h.Seq = r.number()
	r.want(`,"session":"`)
	h.Session = r.name(nil)
	r.want(`","type":"`)
	h.Type = r.name(nil)
	r.want(`"`)
	return h, r.rest, !r.bad && len(r.rest) > 0
}

// Split returns the lines of a file of events, each of which must end in a line feed. The error is a [*LineError].
func Split(data []byte) ([][]byte, error) {
	var lines [][]byte
	for len(data) > 0 {
		line, rest, ended := bytes.Cut(data, []byte("\n"))
		if !ended {
			return nil, &LineError{len(lines) + 1, len(line) + 1, "got the end of the file, want a line feed"}
		}
		lines, data = append(lines, line), rest
	}
	return lines, nil
}

// DecodeAll reads the lines of one session, from its first event on. The error is a [*LineError].
func DecodeAll(lines [][]byte) ([]Event, error) {
	list := make([]Event, 0, len(lines))
	var asked Asked
	for i, line := range lines {
		e, err := Decode(line)
		switch {
		case err != nil:
		case e.Seq != i+1:
			err = &LineError{1, len(`{"seq":`) + 1, fmt.Sprintf("got the event %d, want %d", e.Seq, i+1)}
		case i > 0 && e.Session != list[0].Session:
			message := fmt.Sprintf("got an event of the session %.80q, want %.80q", e.Session, list[0].Session)
			err = &LineError{1, len(`{"seq":,"session":`) + len(strconv.Itoa(e.Seq)) + 1, message}
		default:
			e.Body, err = asked.read(e, line)
		}
		if wrong := new(LineError); errors.As(err, &wrong) {
			wrong.Line = i + 1
			return nil, wrong
		}
		list = append(list, e)
	}
	return list, nil
}

// decodeHead returns what follows the head, too: the body is an object whose end is the line's end.
func decodeHead(line []byte) (h head, rest []byte, err error) {
	if err := json.Unmarshal(line, &h); err != nil {
		return h, line, err
	}
	want := encode(h)
	want = want[:len(want)-1]
	if at := differ(want, line); at < len(want) {
		return h, line[at:], fmt.Errorf("got %s, want the keys seq, session and type first", snippet(line, at))
	}
	return h, line[len(want):], nil
}

func decodeBody(kind string, rest []byte) (Body, error) {
	of, ok := types[kind]
	if !ok {
		return nil, fmt.Errorf("got an event of the type %.80q, which is unknown", kind)
	}
	body := []byte("{}")
	if len(rest) > 1 {
		body = append([]byte("{"), rest[1:]...)
	}
	b := reflect.New(of)
	if err := plain.Strictly(body, b.Interface()); err != nil {
		return nil, err
	}
	return spoken(b.Elem().Interface().(Body))
}

// spoken refuses a message of anybody who cannot speak in a conversation: what a model is told of
// its rules comes of the persona alone, and never of a recording (CV-1).
func spoken(b Body) (Body, error) {
	if m, ok := b.(Message); ok && m.Role != model.User && m.Role != model.Assistant && m.Role != model.Tool {
		return nil, fmt.Errorf("got a message of the role %.80q, want user, assistant or tool", m.Role)
	}
	return b, nil
}

var types = typed(
	SessionCreated{}, SessionKept{}, SessionOpened{}, SkillCatalogUpdated{}, SkillSelected{}, SkillLoaded{}, SkillInvoked{},
	SkillWarning{}, Command{}, Answer{}, Message{}, ModelRequest{}, ModelResponse{}, ModelSelected{}, Branched{}, Proposal{},
	CallRefused{}, ToolCall{}, ToolResult{}, Approval{}, AgentSwitched{}, PersonaReloaded{}, WorldFault{}, Error{},
	NetworkRequest{}, NetworkAnswer{}, Interrupted{},
)

func typed(bodies ...Body) map[string]reflect.Type {
	list := map[string]reflect.Type{}
	for _, b := range bodies {
		list[b.Type()] = reflect.TypeOf(b)
	}
	return list
}

// placed gives an error of reading its column; what was read begins at a byte of the line.
func placed(err error, from int, line []byte) error {
	message := strings.TrimPrefix(err.Error(), "json: ")
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		from += int(syntax.Offset) - 1
	case errors.As(err, &kind):
		from += int(kind.Offset) - 1
		message = fmt.Sprintf("got a JSON %s for %s, want %s", kind.Value, kind.Field, kind.Type)
	default:
		if key, ok := strings.CutPrefix(message, "unknown field "); ok {
			from += max(0, bytes.Index(line[from:], []byte(key+":")))
			message = "the key " + key + " is unknown"
		}
	}
	return &LineError{1, min(max(from, 0), len(line)) + 1, message}
}

func differ(a, b []byte) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

func snippet(text []byte, at int) string {
	if at >= len(text) {
		return "the end"
	}
	return fmt.Sprintf("%q", text[at:min(len(text), at+24)])
}

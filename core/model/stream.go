package model

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"lily/core/answer"
)

// maxStream ends a stream that says nothing, forever: the bounds of what is kept are lower.
const maxStream = 256 << 20

var (
	errOver  = errors.New("the reply is over") // no failure: the end mark came
	errEnded = errors.New("the stream ended before the reply did")
)

// stream feeds a decoder. A server that ignores what was asked for answers with one JSON object; no event begins so.
type stream struct {
	gather
	wire
	alive  func() error // the context's error
	events bool         // whether any came
	single bool
	cut    error                      // of an event that breaks off in the middle
	heard  func(taken int, err error) // if set, is told after each event how much of the answer the events had
}

func newStream(ctx context.Context, format string, r Request, on func(Delta)) *stream {
	s := &stream{gather: gather{on: on, taken: map[string]bool{}}, wire: wires[format], alive: ctx.Err}
	for _, m := range r.Messages {
		for _, c := range m.Calls {
			s.taken[c.ID] = true
		}
	}
	return s
}

// answer takes the whole of an answer, and tells what interrupts the reply.
func (s *stream) answer(a Answer) error {
	err := s.read(a.Body)
	switch stopped := s.alive(); {
	case err == nil || err == errOver:
		return nil
	case stopped != nil:
		return stopped
	case err == errEnded && !s.events && !s.single && strings.HasPrefix(a.Type, "text/html"):
		return errors.New("got a page of HTML, want a stream of events")
	}
	return err
}

// read takes all bytes. Their end is the reply's only after its mark, and then even if the connection breaks.
func (s *stream) read(body io.Reader) error {
	from := &source{body, maxStream}
	in := bufio.NewReaderSize(from, 16<<10)
	first, err := in.ReadByte()
	for err == nil && strings.IndexByte(" \t\r\n", first) >= 0 {
		first, err = in.ReadByte()
	}
	if err == nil {
		s.single, err = first == '{', in.UnreadByte()
	}
	if s.single {
		err = s.document(in)
	}
	for split := (splitter{in: in}); err == nil; {
		var data []byte
		var failed bool
		if data, failed, err = split.next(); err != nil {
			break
		}
		if len(data) > 0 {
			err = s.take(data, failed)
		}
		if s.heard != nil {
			s.heard(maxStream-from.left-in.Buffered(), err)
		}
	}
	switch ended := s.ended; {
	case err == io.EOF && s.cut != nil:
		return s.cut
	case err == io.EOF && !ended:
		return errEnded
	case err == io.EOF, ended && errors.Is(err, errEnded):
		return nil
	}
	return err
}

func (s *stream) document(in io.Reader) error {
	data, err := io.ReadAll(io.LimitReader(in, maxLine+1))
	switch {
	case err != nil:
		return err
	case len(data) > maxLine:
		return tooLarge("the answer", maxLine)
	case torn(data):
		return errEnded
	}
	return cmp.Or(s.whole(&s.gather, data), io.EOF)
}

func (s *stream) take(data []byte, failed bool) error {
	s.events = true
	if err := s.alive(); err != nil {
		return err
	}
	if s.cut != nil && !failed {
		return s.cut
	}
	if failed && data[0] != '{' && !isDone(data) {
		return interruption(data)
	}
	err := s.event(&s.gather, data, failed)
	if err != nil && !failed && torn(data) {
		s.cut = err // the proxy says in an event of its own why it ended a stream
		return nil
	}
	return err
}

// source is the body of an answer, of which at most left bytes are read. Its errors say that it ended.
type source struct {
	body io.Reader
	left int
}

func (s *source) Read(p []byte) (n int, err error) {
	for idle := 0; n == 0 && err == nil; idle++ {
		if err = io.ErrNoProgress; idle < 100 {
			n, err = s.body.Read(p)
		}
	}
	if s.left -= n; s.left < 0 && err == nil {
		err = tooLarge("the stream", maxStream)
	}
	if err != nil && err != io.EOF {
		err = fmt.Errorf("%w: %s", errEnded, answer.Line(err.Error()))
	}
	return n, err
}

// parse reads one JSON object. A field of another type is left out: servers differ, and that must not cost the reply.
func parse(data []byte, v any) error {
	err := json.Unmarshal(data, v)
	if _, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && data[0] == '{' {
		return nil
	}
	if err != nil {
		return fmt.Errorf("got the chunk %q, want a JSON object", cut(strings.ToValidUTF8(string(data[:min(len(data), 80)]), "\ufffd"), 60))
	}
	return nil
}

// torn reports JSON that is right as far as it goes, and goes not far enough.
func torn(data []byte) bool {
	var v json.RawMessage
	e, ok := errors.AsType[*json.SyntaxError](json.Unmarshal(data, &v))
	return ok && e.Offset >= int64(len(data)) && strings.HasPrefix(e.Error(), "unexpected end")
}

func tooLarge(what string, most int) error {
	unit, n := "KiB", most>>10
	if n >= 1<<10 {
		unit, n = "MiB", n>>10
	}
	return fmt.Errorf("%s is larger than %d %s", what, n, unit)
}

// maxLine bounds a line of a stream, the data of one event, and an answer that is one document.
const maxLine = 4 << 20

// splitter cuts a stream into server-sent events, as WHATWG HTML has them in "Parsing an event stream". Of an event's
// name only matters whether it is error. A server older than September 2025 of llama.cpp sends its errors in a field
// of that name instead, which is taken as data.
type splitter struct {
	in     *bufio.Reader
	line   []byte
	data   []byte // the lines of data, each with a line feed
	failed bool
	begun  bool // the first line, which a byte order mark may begin, is over
	cr     bool // the last line ended with a CR, so that a LF belongs to it
}

// next is the next event, valid until the next call, or [io.EOF]. One without data, such as a keep-alive, has none. The
// standard drops an event that no blank line ends; here one that is whole counts, since some servers leave the last
// blank line out.
func (s *splitter) next() (data []byte, failed bool, err error) {
	s.data, s.failed = s.data[:0], false
	for {
		err := s.read()
		if err == nil || err == io.EOF {
			err = cmp.Or(s.take(), err)
		}
		var data []byte
		if err != nil || len(s.line) == 0 { // else it goes on, and looking at all of it at each line would cost its square
			data = bytes.TrimSpace(s.data)
		}
		switch {
		case err == io.EOF && (isDone(data) || json.Valid(data)), err == nil && len(s.line) == 0:
			return data, s.failed, nil
		case err != nil:
			return nil, false, err
		}
	}
}

// read reads one line, which LF, CR, both, or the end of the stream end.
func (s *splitter) read() error {
	s.line = s.line[:0]
	for {
		b, err := s.in.ReadByte()
		rest := s.cr && b == '\n'
		s.cr = b == '\r'
		switch {
		case rest && err == nil:
		case err != nil || b == '\n' || b == '\r':
			if !s.begun {
				s.begun, s.line = true, bytes.TrimPrefix(s.line, []byte("\ufeff"))
			}
			return err
		default:
			more := s.arrived()
			if len(s.line)+1+len(more) > maxLine {
				return tooLarge("a line of the stream", maxLine)
			}
			s.line = append(append(s.line, b), more...)
			_, _ = s.in.Discard(len(more)) // which is there
		}
	}
}

// arrived is what of the line has come already.
func (s *splitter) arrived() []byte {
	more, _ := s.in.Peek(s.in.Buffered())
	if end := bytes.IndexAny(more, "\r\n"); end >= 0 {
		return more[:end]
	}
	return more
}

func (s *splitter) take() error {
	field, value, _ := bytes.Cut(s.line, []byte(":"))
	value = bytes.TrimPrefix(value, []byte(" "))
	switch string(field) {
	case "event":
		s.failed = string(value) == "error"
		return nil
	case "error":
		s.failed = true
	case "data":
	default:
		return nil
	}
	if len(s.data)+len(value) > maxLine {
		return tooLarge("an event of the stream", maxLine)
	}
	s.data = append(append(s.data, value...), '\n')
	return nil
}

func isDone(data []byte) bool { return string(data) == "[DONE]" }

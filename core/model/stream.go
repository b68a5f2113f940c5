package model

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"lily/core/answer"
)

// maxStream bounds what is read of one answer. The bounds of what is kept are lower; this one ends a stream that says
// nothing, forever.
const maxStream = 256 << 20

var (
	errOver  = errors.New("the reply is over") // no failure: the end mark came
	errEnded = errors.New("the stream ended before the reply did")
)

// decoder reads one wire format. Its methods return errOver once the reply is over; anything else that they return
// interrupts it.
type decoder interface {
	event(data []byte, failed bool) error
	whole(data []byte) error // an answer that is one document
	gathered() *gather
}

// stream feeds a decoder from one answer. A server that ignores that a stream was asked for answers with one JSON
// object; no stream of events begins like one.
type stream struct {
	decoder
	alive  func() error // the context's error
	events bool         // whether any came
	single bool
	cut    error // of an event that breaks off in the middle
}

func newStream(ctx context.Context, format string, r Request, on func(Delta)) *stream {
	g := gather{on: on, taken: map[string]bool{}}
	for _, m := range r.Messages {
		for _, c := range m.Calls {
			g.taken[c.ID] = true
		}
	}
	if format == Anthropic {
		return &stream{decoder: &anthropic{g}, alive: ctx.Err}
	}
	return &stream{decoder: &openAI{g}, alive: ctx.Err}
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

// read takes all bytes of an answer. Their end is the reply's only after its mark, and then even if the connection
// breaks.
func (s *stream) read(body io.Reader) error {
	in := bufio.NewReaderSize(&source{body, maxStream}, 16<<10)
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
		if data, failed, err = split.next(); err == nil {
			err = s.take(data, failed)
		}
	}
	switch ended := s.gathered().ended; {
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
	return cmp.Or(s.whole(data), io.EOF)
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
	err := s.event(data, failed)
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

// parse reads one JSON object. A field whose type is another than it should be
// is left out: servers differ, and one odd field must not cost the reply.
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

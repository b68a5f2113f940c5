package model

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"lily/core/answer"
)

// maxStream bounds what is read of one answer. The bounds of what is kept are
// lower; this one ends a stream that says nothing, forever.
const maxStream = 256 << 20

var (
	errOver  = errors.New("the reply is over") // no failure: the end mark came
	errEnded = errors.New("the stream ended before the reply did")
)

// decoder reads one wire format. Its methods return errOver once the reply is
// over; anything else that they return interrupts it.
type decoder interface {
	event(data []byte, failed bool) error
	whole(data []byte) error // an answer that is one document
	gathered() *gather
}

// stream feeds a decoder with bytes in any portions. A server that ignores
// that a stream was asked for answers with one JSON object; no stream of
// events begins like one.
type stream struct {
	decoder
	alive    func() error // the context's error
	split    splitter
	begun    bool
	events   bool // whether any came
	single   bool
	document []byte
	cut      error // of an event that breaks off in the middle
}

func newStream(ctx context.Context, format string, r Request, on func(Delta)) *stream {
	s := &stream{alive: ctx.Err}
	if g := newGather(r, on); format == Anthropic {
		s.decoder = &anthropic{g}
	} else {
		s.decoder = &openAI{g}
	}
	return s
}

// answer takes the whole of an answer, and tells what interrupts the reply.
func (s *stream) answer(ctx context.Context, a Answer) error {
	err := s.read(a.Body)
	switch {
	case err == nil || err == errOver:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case err == errEnded && !s.events && !s.single && strings.HasPrefix(a.Type, "text/html"):
		return errors.New("got a page of HTML, want a stream of events")
	}
	return err
}

func (s *stream) feed(p []byte) error {
	if !s.begun {
		if p = bytes.TrimLeft(p, " \t\r\n"); len(p) == 0 {
			return nil
		}
		s.begun, s.single = true, p[0] == '{'
	}
	if !s.single {
		return s.split.feed(p, s.take)
	}
	if len(s.document)+len(p) > maxLine {
		return tooLarge("the answer", maxLine)
	}
	s.document = append(s.document, p...)
	return nil
}

func (s *stream) take(data []byte, failed bool) error {
	s.events = true
	if err := s.alive(); err != nil {
		return err
	}
	if s.cut != nil && !failed {
		return s.cut
	}
	err := s.event(data, failed)
	if err != nil && !failed && torn(data) {
		s.cut = err // the proxy says in an event of its own why it ended a stream
		return nil
	}
	return err
}

// end takes the end of the bytes, which is the reply's only after its mark.
func (s *stream) end() error {
	var err error
	switch {
	case !s.single:
		err = s.split.end(s.take)
	case torn(s.document):
		return errEnded
	default:
		err = s.whole(s.document)
	}
	if err == nil && s.cut != nil {
		err = s.cut
	}
	if err == nil && !s.gathered().ended {
		return errEnded
	}
	return err
}

// read takes the whole of an answer. The reply is over at its end mark, even
// if the connection breaks after it.
func (s *stream) read(body io.Reader) error {
	buf := make([]byte, 16<<10)
	for total, idle := 0, 0; ; {
		n, err := body.Read(buf)
		total, idle = total+n, idle+1
		if n > 0 {
			idle = 0
			if err := s.feed(buf[:n]); err != nil {
				return err
			}
		}
		switch {
		case err == io.EOF:
			return s.end()
		case err == nil && idle > 100:
			err = io.ErrNoProgress
		case err == nil && total > maxStream:
			err = tooLarge("the stream", maxStream)
		}
		if err != nil && s.gathered().ended {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%w: %s", errEnded, answer.Line(err.Error()))
		}
	}
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

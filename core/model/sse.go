package model

import (
	"bytes"
	"encoding/json"
)

// maxLine bounds a line of a stream, the data of one event, and an answer that
// is one document.
const maxLine = 4 << 20

// splitter cuts a stream into server-sent events, as WHATWG HTML has them in
// "Parsing an event stream". Of an event's name only matters whether it is
// error. A server older than September 2025 of llama.cpp sends its errors in a
// field of that name instead, which is taken as data.
type splitter struct {
	line   []byte // what came of a line whose end did not
	data   []byte // the lines of data, each with a line feed
	failed bool
	begun  bool // the first line, which a byte order mark may begin, is over
	cr     bool // the last line ended with a CR, so that a LF belongs to it
}

// feed takes the next bytes and gives on each event that they complete. The
// data is valid until emit returns.
func (s *splitter) feed(p []byte, emit func(data []byte, failed bool) error) error {
	for len(p) > 0 {
		if s.cr && p[0] == '\n' {
			s.cr, p = false, p[1:]
			continue
		}
		s.cr = false
		i := bytes.IndexAny(p, "\r\n")
		if i < 0 {
			i = len(p)
		}
		if len(s.line)+i > maxLine {
			return tooLarge("a line of the stream", maxLine)
		}
		if i == len(p) {
			s.line = append(s.line, p...)
			return nil
		}
		line := p[:i]
		if len(s.line) > 0 {
			line = append(s.line, line...)
		}
		s.line, s.cr, p = s.line[:0], p[i] == '\r', p[i+1:]
		if err := s.take(line, emit); err != nil {
			return err
		}
	}
	return nil
}

// take reads one line: a field, a comment, or the end of an event.
func (s *splitter) take(line []byte, emit func([]byte, bool) error) error {
	if !s.begun {
		s.begun, line = true, bytes.TrimPrefix(line, []byte("\ufeff"))
	}
	if len(line) == 0 {
		return s.dispatch(emit)
	}
	field, value, _ := bytes.Cut(line, []byte(":"))
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

func (s *splitter) dispatch(emit func([]byte, bool) error) error {
	data, failed := bytes.TrimSpace(s.data), s.failed
	s.data, s.failed = s.data[:0], false
	if len(data) == 0 {
		return nil // a keep-alive
	}
	return emit(data, failed)
}

// end takes the end of the stream. The standard drops an event that no blank
// line ends; here one that is whole counts, since some servers leave the last
// blank line out.
func (s *splitter) end(emit func([]byte, bool) error) error {
	line := s.line
	s.line = nil
	if len(line) > 0 {
		if err := s.take(line, emit); err != nil {
			return err
		}
	}
	if data := bytes.TrimSpace(s.data); !isDone(data) && !json.Valid(data) {
		return nil
	}
	return s.dispatch(emit)
}

// isDone reports the mark that ends a stream of OpenAI's.
func isDone(data []byte) bool { return string(data) == "[DONE]" }

package model

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"io"
)

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

// next is the next event that has data, valid until the next call, or [io.EOF]. The standard drops an event that no
// blank line ends; here one that is whole counts, since some servers leave the last blank line out.
func (s *splitter) next() (data []byte, failed bool, err error) {
	s.data, s.failed = s.data[:0], false
	for {
		err := s.read()
		if err == nil || err == io.EOF {
			err = cmp.Or(s.take(), err)
		}
		data := bytes.TrimSpace(s.data)
		switch {
		case err == io.EOF && (isDone(data) || json.Valid(data)), err == nil && len(s.line) == 0 && len(data) > 0:
			return data, s.failed, nil
		case err != nil:
			return nil, false, err
		case len(s.line) == 0: // a keep-alive
			s.data, s.failed = s.data[:0], false
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
		case len(s.line) == maxLine:
			return tooLarge("a line of the stream", maxLine)
		default:
			s.line = append(s.line, b)
		}
	}
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

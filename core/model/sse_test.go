package model

import (
	"bufio"
	"io"
	"strings"
	"testing"
)

// split is the events of a stream that comes in the pieces; an event named
// error begins with !.
func split(pieces ...[]byte) (events []string, err error) {
	s := splitter{in: bufio.NewReader(inPieces(pieces))}
	for {
		data, failed, err := s.next()
		if err == io.EOF {
			return events, nil
		}
		if err != nil {
			return events, err
		}
		if len(data) == 0 {
			continue // a keep-alive
		}
		mark := ""
		if failed {
			mark = "!"
		}
		events = append(events, mark+string(data))
	}
}

// WHATWG HTML, "Parsing an event stream".
func TestSplitter(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"LF", "data: a\n\ndata: b\n\n", "a|b"},
		{"CR", "data: a\r\rdata: b\r\r", "a|b"},
		{"CRLF", "data: a\r\n\r\ndata: b\r\n\r\n", "a|b"},
		{"mixed ends", "data: a\r\n\rdata: b\n\r\ndata: c\r\n\n", "a|b|c"},
		{"no blank after the colon", "data:a\n\n", "a"},
		{"lines of data", "data: a\ndata: b\n\n", "a\nb"},
		{"byte order mark", "\ufeffdata: a\n\n", "a"},
		{"comments", ": hi\n\n:\ndata: a\n: x\ndata: b\n\n", "a\nb"},
		{"other fields", "id: 1\nretry: 5\nevent: message\ndata: a\n\ndatax: b\n\n", "a"},
		{"no colon", "data\n\ndata: a\n\n", "a"},
		{"nothing", "data:\n\ndata: \n\n\n\n", ""},
		{"an error", "event: error\ndata: a\n\ndata: b\n\n", "!a|b"},
		{"an error's name before nothing", "event: error\n\ndata: b\n\n", "b"},
		{"a field named error", "error: {\"a\":1}\n\ndata: b\n\n", `!{"a":1}|b`},
		{"no last blank line", "data: {}\n", "{}"},
		{"no last line end", "data: {}", "{}"},
		{"the mark without a line end", "data: [DONE]", "[DONE]"},
		{"a torn event", "data: {\"a\":", ""},
		{"empty", "", ""},
	}
	for _, test := range tests {
		for _, pieces := range [][][]byte{{[]byte(test.in)}, bytewise([]byte(test.in), 1), bytewise([]byte(test.in), 3)} {
			got, err := split(pieces...)
			if strings.Join(got, "|") != test.want || err != nil {
				t.Errorf("%s, in %d pieces: got %q, %v, want %q", test.name, len(pieces), got, err, test.want)
			}
		}
	}
}

// A line and an event have bounds, in whatever pieces they come.
func TestSplitterBounds(t *testing.T) {
	line := []byte("data: " + strings.Repeat("x", maxLine))
	lines := []byte(strings.Repeat("data: "+strings.Repeat("x", maxLine/4)+"\n", 5))
	fits := []byte("data: " + strings.Repeat("x", maxLine-6) + "\n\n")
	for _, n := range []int{1 << 10, 1 << 20, 1 << 30} {
		if _, err := split(bytewise(line, n)...); err == nil || err.Error() != "a line of the stream is larger than 4 MiB" {
			t.Errorf("pieces of %d: got %v", n, err)
		}
		if _, err := split(bytewise(lines, n)...); err == nil || err.Error() != "an event of the stream is larger than 4 MiB" {
			t.Errorf("pieces of %d: got %v", n, err)
		}
		if got, err := split(bytewise(fits, n)...); err != nil || len(got) != 1 {
			t.Errorf("pieces of %d: got %d events, %v", n, len(got), err)
		}
	}
}

// What ends the reply ends the reading.
func TestSplitterStops(t *testing.T) {
	in := bufio.NewReader(strings.NewReader("data: a\n\ndata: b\n\n"))
	data, _, err := (&splitter{in: in}).next()
	if rest, _ := io.ReadAll(in); err != nil || string(data) != "a" || string(rest) != "data: b\n\n" {
		t.Errorf("got %q, %v, and left %q", data, err, rest)
	}
}

package model

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "write what the streams give into their files; read it before you commit it")

// outcome is what a stream gave.
type outcome struct {
	reply          Reply
	text, thinking string // all deltas
	err            string
}

func (o outcome) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "text %q\nthinking %q\n", o.reply.Text, o.thinking)
	for _, c := range o.reply.Calls {
		fmt.Fprintf(&b, "call %q %q %q\n", c.ID, c.Name, c.Args)
	}
	fmt.Fprintf(&b, "finish %s, in %d, out %d\n", o.reply.Finish, o.reply.Usage.In, o.reply.Usage.Out)
	if o.err != "" {
		fmt.Fprintf(&b, "error %s\n", o.err)
	}
	return b.String()
}

// asked is the request that the streams answer: its call_1 is taken.
var asked = Request{Messages: []Message{{Role: Assistant, Calls: []Call{{ID: "call_1"}}}}}

// decode feeds the pieces of one stream.
func decode(format string, pieces ...[]byte) outcome {
	var o outcome
	s := newStream(context.Background(), format, asked, func(d Delta) { o.text += d.Text; o.thinking += d.Thinking })
	err := s.read(inPieces(pieces))
	if err == errOver {
		err = nil
	}
	if o.reply, err = s.reply(err); err != nil {
		o.err = err.Error()
	}
	return o
}

// inPieces gives bytes piece by piece.
func inPieces(pieces [][]byte) io.Reader {
	var list []io.Reader
	for _, p := range pieces {
		list = append(list, bytes.NewReader(p))
	}
	return io.MultiReader(list...)
}

// bytewise is data in pieces of n bytes.
func bytewise(data []byte, n int) (list [][]byte) {
	for len(data) > n {
		list, data = append(list, data[:n]), data[n:]
	}
	return append(list, data)
}

type fixture struct {
	path, format string
	archive      *txtar.Archive
}

func (f fixture) stream() []byte { return f.archive.Files[0].Data }

func fixtures(tb testing.TB) (list []fixture) {
	tb.Helper()
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) < 50 {
		tb.Fatalf("got %d fixtures, %v", len(paths), err)
	}
	for _, p := range paths {
		a, err := txtar.ParseFile(p)
		if err != nil || len(a.Files) == 0 {
			tb.Fatalf("%s: got %v", p, err)
		}
		format := OpenAI
		if strings.HasPrefix(filepath.Base(p), "anthropic") {
			format = Anthropic
		}
		list = append(list, fixture{p, format, a})
	}
	return list
}

// MD-1: the quirks of servers, each in a file; and the portions that the bytes
// come in, which change nothing.
func TestStreams(t *testing.T) {
	for _, f := range fixtures(t) {
		t.Run(filepath.Base(f.path), func(t *testing.T) {
			data := f.stream()
			got := decode(f.format, data)
			if *update {
				f.archive.Files = append(f.archive.Files[:1], txtar.File{Name: "want", Data: []byte(got.String())})
				if err := os.WriteFile(f.path, txtar.Format(f.archive), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			if want := string(f.archive.Files[1].Data); got.String() != want {
				t.Errorf("got\n%swant\n%s", got, want)
			}
			holds(t, got)
			same(t, "byte by byte", got, decode(f.format, bytewise(data, 1)...))
			for i := range data {
				same(t, fmt.Sprintf("split at %d", i), got, decode(f.format, data[:i], data[i:]))
			}
			crlf := strings.ReplaceAll(string(data), "\n", "\r\n")
			if data[0] != '{' {
				same(t, "CRLF", got, decode(f.format, bytewise([]byte(crlf), 7)...))
			}
		})
	}
}

func same(t *testing.T, how string, want, got outcome) {
	t.Helper()
	if got.String() != want.String() || got.text != want.text {
		t.Errorf("%s: got\n%swant\n%s", how, got, want)
	}
}

// holds checks what every reply promises.
func holds(t *testing.T, o outcome) {
	t.Helper()
	switch r := o.reply; {
	case o.text != r.Text:
		t.Errorf("got the text %q, told %q", r.Text, o.text)
	case len(r.Text) > MaxReply || len(o.thinking) > MaxReply || len(r.Calls) > maxCalls:
		t.Errorf("got %d bytes of text, %d of thinking and %d calls, beyond the bounds", len(r.Text), len(o.thinking), len(r.Calls))
	case !utf8.ValidString(r.Text + o.thinking + o.err):
		t.Errorf("got %q, %q, %q, want UTF-8", r.Text, o.thinking, o.err)
	case (o.err != "") != (r.Finish == Interrupted) || r.Finish == Interrupted && len(r.Calls) > 0:
		t.Errorf("got %q with %d calls and the error %q", r.Finish, len(r.Calls), o.err)
	}
	ids := map[string]bool{"": true, "call_1": true}
	for _, c := range o.reply.Calls {
		if ids[c.ID] || c.Name == "" || len(c.Args) > maxCall || !utf8.ValidString(c.Args) {
			t.Errorf("got the call %+v", c)
		}
		ids[c.ID] = true
	}
}

package model

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func FuzzSplitter(f *testing.F) {
	for _, x := range fixtures(f) {
		f.Add(x.stream(), 5)
	}
	f.Add([]byte("\ufeffdata: a\r\n\rdata:b\r\revent: error\ndata: {}"), 1)
	f.Fuzz(func(t *testing.T, data []byte, n int) {
		want, err := split(data)
		got, err2 := split(bytewise(data, pieceSize(n))...)
		if !slices.Equal(got, want) || (err == nil) != (err2 == nil) {
			t.Errorf("got %q, %v, want %q, %v", got, err2, want, err)
		}
	})
}

func FuzzOpenAI(f *testing.F)    { fuzz(f, OpenAI) }
func FuzzAnthropic(f *testing.F) { fuzz(f, Anthropic) }

func fuzz(f *testing.F, format string) {
	for _, x := range fixtures(f) {
		if x.format == format {
			f.Add(x.stream(), 5)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, n int) {
		want := decode(format, data)
		holds(t, want)
		same(t, "in pieces", want, decode(format, bytewise(data, pieceSize(n))...))
	})
}

func FuzzRefusal(f *testing.F) {
	for _, test := range refusals {
		f.Add(test.status, test.kind, test.body)
	}
	f.Fuzz(func(t *testing.T, status int, kind, body string) {
		m := Remote{ID: "openai", Format: OpenAI, Upstream: answers{{Status: status, RetryAfter: -1, Type: kind, Body: io.NopCloser(strings.NewReader(body))}}.upstream()}
		reply, err := m.Reply(context.Background(), Request{}, func(Delta) {})
		if status == 200 {
			return
		}
		if err == nil || reply.Finish != Interrupted || reply.Text != "" {
			t.Fatalf("got %+v, %v", reply, err)
		}
		if s := err.Error(); len(s) > 500 || !utf8.ValidString(s) || strings.ContainsAny(s, "\n\r\x1b") || strings.HasSuffix(s, ".") {
			t.Errorf("got the error %q", s)
		}
	})
}

func FuzzScript(f *testing.F) {
	f.Add([]byte(script))
	f.Add([]byte("{\"calls\":[{\"name\":\"a\",\"args\":\"\\ud800\"}]}\n# c\n\n{}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := ParseScript("s", data)
		if err != nil {
			return
		}
		told := ""
		reply, err := s.Reply(context.Background(), Request{}, func(d Delta) { told += d.Text })
		if told != reply.Text || (err != nil) != (reply.Finish == Interrupted) || errors.Is(err, errOver) {
			t.Errorf("got %+v, %v, told %q", reply, err, told)
		}
	})
}

// pieceSize is one of the sizes of pieces that are worth a try.
func pieceSize(n int) int { return 1 + int(uint(n)%37) }

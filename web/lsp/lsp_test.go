package lsp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"lily/core/check"
)

// held is a server whose checks are counted, with skills open in it.
func held(t testing.TB, skills int) (*Server, *int) {
	t.Helper()
	judged := new(int)
	s := New(Terms{Wait: time.Hour, Check: func(paths []string, texts map[string][]byte) []check.File {
		*judged += len(paths)
		return nil
	}})
	s.out, s.stage = io.Discard, running
	for i := range skills {
		if _, fault := s.didOpen(opened{identity{fmt.Sprintf("file:///w/%d/SKILL.md", i), 1, "---\nname: x\n---\n" + strings.Repeat("text\n", 100)}}); fault != nil {
			t.Fatal(fault)
		}
	}
	*judged = 0
	return s, judged
}

// A key costs the judging of one skill among two hundred, and many keys in a row cost that once.
func TestAKeyJudgesOneSkill(t *testing.T) {
	s, judged := held(t, 200)
	for i := range 10 {
		p := changed{identity{"file:///w/7/SKILL.md", i + 2, ""}, []change{{&area{position{4, 0}, position{4, 0}}, "x"}}}
		if _, fault := s.didChange(p); fault != nil {
			t.Fatal(fault)
		}
	}
	if *judged != 0 {
		t.Errorf("got %d judged while typing, want none before the pause", *judged)
	}
	s.judgeChanged()
	s.judgeChanged()
	if *judged != 1 {
		t.Errorf("got %d judged, want 1", *judged)
	}
	if _, fault := s.hover(placed{Document: identity{URI: "file:///w/8/SKILL.md"}}); fault != nil || *judged != 1 {
		t.Errorf("got %d judged, %v; want none for what did not change", *judged, fault)
	}
}

func TestPlaces(t *testing.T) {
	text := "a😀ü\r\n\rb\n"
	for _, c := range []struct {
		u    units
		p    position
		at   int
		back position
	}{
		{utf16Units, position{0, 3}, 5, position{0, 3}},
		{utf16Units, position{0, 2}, 1, position{0, 1}}, // in the midst of a pair
		{utf8Units, position{0, 5}, 5, position{0, 5}},
		{utf32Units, position{0, 2}, 5, position{0, 2}},
		{utf16Units, position{0, 99}, 7, position{0, 4}},
		{utf16Units, position{1, 0}, 9, position{1, 0}},
		{utf16Units, position{2, 1}, 11, position{2, 1}},
		{utf16Units, position{3, 0}, 12, position{3, 0}},
		{utf16Units, position{9, 9}, 12, position{3, 0}},
	} {
		at, ok := c.u.offset(text, c.p)
		if back := c.u.position(text, at); !ok || at != c.at || back != c.back {
			t.Errorf("%s %v: got %d, %v, want %d, %v", c.u, c.p, at, back, c.at, c.back)
		}
	}
	if n := lines(text); n != 4 {
		t.Errorf("got %d lines, want 4", n)
	}
}

// Whatever comes is read within bounds, or is an error; what was sent is read as it was.
func FuzzFraming(f *testing.F) {
	for _, text := range []string{
		"Content-Length: 2\r\n\r\n{}", "Content-Length: 2\n\n{}", "content-length:2\r\nX: y\r\n\r\n[]", "Content-Length: -1\r\n\r\n",
		"Content-Length: 99999999\r\n\r\n{", "\r\n\r\n", ":", "Content-Length: 47\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":[1],\"method\":\"initialize\"}",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s := New(Terms{Check: func([]string, map[string][]byte) []check.File { return nil }})
		s.out = io.Discard
		from := bufio.NewReader(bytes.NewReader(data))
		for {
			body, err := receive(from)
			if err != nil {
				break
			}
			if len(body) > len(data) {
				t.Fatalf("got %d bytes of %d", len(body), len(data))
			}
			if end, _ := s.take(body, &dropped{ids: map[string]bool{}}); end {
				break
			}
		}
		var b bytes.Buffer
		body, _ := json.Marshal(string(data))
		if err := send(&b, message{Method: "x", Params: body}); err != nil {
			t.Fatal(err)
		}
		back, err := receive(bufio.NewReader(&b))
		m, fault := parse(back)
		if err != nil || fault != nil || !bytes.Equal(m.Params, body) {
			t.Errorf("got %s, %v, %v, want %s", m.Params, err, fault, body)
		}
	})
}

// An edit is what an edit of units of UTF-16 is, or is refused and leaves the text.
func FuzzEdits(f *testing.F) {
	f.Add("a😀\r\nb", 0, 1, 1, 0, "x")
	f.Add("", 0, 0, 9, 9, "\n")
	f.Add("\r\r\n\n", 1, 0, 2, 0, "ü")
	f.Add("x", 1, 1, 0, 0, "")
	f.Fuzz(func(t *testing.T, text string, line, from, line2, to int, piece string) {
		if !utf8.ValidString(text) || !utf8.ValidString(piece) {
			t.Skip("JSON brings no other text")
		}
		c := change{&area{position{line, from}, position{line2, to}}, piece}
		for _, u := range []units{utf8Units, utf16Units, utf32Units} {
			got, fault := u.apply(text, c)
			if fault != nil {
				if got != text {
					t.Errorf("got %q after a refusal, want it as it was", got)
				}
				continue
			}
			if !utf8.ValidString(got) || !strings.Contains(got, piece) {
				t.Errorf("%s: got %q", u, got)
			}
		}
		got, fault := utf16Units.apply(text, c)
		if fault != nil {
			return
		}
		plain := utf16.Encode([]rune(text))
		a, b := naive(plain, line, from), naive(plain, line2, to)
		if want := string(utf16.Decode(plain[:a])) + piece + string(utf16.Decode(plain[b:])); a <= b && got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

// naive is a place in units of UTF-16, counted one by one.
func naive(text []uint16, line, column int) int {
	at := 0
	for ; line > 0; line-- {
		for at < len(text) && text[at] != '\r' && text[at] != '\n' {
			at++
		}
		if at == len(text) {
			return at
		}
		if text[at] == '\r' && at+1 < len(text) && text[at+1] == '\n' {
			at++
		}
		at++
	}
	for ; column > 0 && at < len(text) && text[at] != '\r' && text[at] != '\n'; column-- {
		at++
	}
	if at > 0 && at < len(text) && utf16.IsSurrogate(rune(text[at])) && text[at] >= 0xDC00 {
		at--
	}
	return at
}

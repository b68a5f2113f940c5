package main

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"lily/web/terminal/lines"
)

// CM-1: a byte order mark at the beginning of what is piped in, as Windows writes it, keeps
// no command from being one.
func TestMarkAtTheBeginningOfInput(t *testing.T) {
	_, want, _ := lily(t, "/skills\n", "session")
	for _, input := range []string{"\uFEFF/skills\n", " \uFEFF\t\uFEFF /skills\r\n", "\uFEFF\r\n\uFEFF/skills"} {
		if code, got, errs := lily(t, input, "session"); code != 0 || got != want || errs != "" {
			t.Errorf("%q: got %d, %q, %q", input, code, got, errs)
		}
	}
	if _, got, _ := lily(t, "\uFEFF\n\uFEFF/nope\n", "session", "--json"); strings.Count(got, "\n") != 2 || !strings.Contains(got, "unknown_command") {
		t.Errorf("got %q", got)
	}
}

// zeros is input without an end, as of /dev/zero.
type zeros struct{ read int }

func (z *zeros) Read(p []byte) (int, error) {
	z.read += len(p)
	clear(p)
	return len(p), nil
}

// CM-1: a line that does not end is an error, once it is longer than any message.
func TestInputWithoutEnd(t *testing.T) {
	var out, errs bytes.Buffer
	in := &zeros{}
	code := run(context.Background(), []string{"session"}, terminal{in, &out, &errs})
	if code != exitFail || !strings.Contains(errs.String(), "a line of standard input") || in.read > 2*lines.MostLine {
		t.Errorf("got %d, %q after %d bytes", code, errs.String(), in.read)
	}
	long := strings.Repeat("x", lines.MostLine/2) + "\n/skills"
	if code, got, _ := lily(t, long, "session"); code != exitWell || !strings.Contains(got, "plain") {
		t.Errorf("got %d, %.200q after a long line", code, got)
	}
}

// TM-1: with --strict one line that failed is a failure of the call, behind the answers of all.
func TestStrict(t *testing.T) {
	for input, want := range map[string]int{"/skills\n": exitWell, "/skills\n/nope\n/skills\n": exitFail, "": exitWell} {
		code, out, errs := lily(t, input, "session", "--strict")
		if code != want || strings.Count(out, "available") != strings.Count(input, "/skills") || strings.Contains(errs, "--strict: 1 line failed") != (want != 0) {
			t.Errorf("%q: got %d, %q, %q", input, code, out, errs)
		}
		if code, _, _ := lily(t, input, "session"); code != exitWell {
			t.Errorf("%q without --strict: got %d", input, code)
		}
	}
}

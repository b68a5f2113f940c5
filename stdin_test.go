package main

import (
	"strings"
	"testing"
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

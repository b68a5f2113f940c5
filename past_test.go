package main

import (
	"strings"
	"testing"
)

// own gives the test a data folder of its own.
func own(t *testing.T) {
	t.Helper()
	t.Setenv("XDG_DATA_HOME", t.TempDir())
}

// TM-6: a session lasts, is listed, gone on with, forked, shown and deleted.
func TestSessionsLast(t *testing.T) {
	own(t)
	for _, step := range []struct {
		args, in string
		code     int
		want     string // of the output and of standard error
	}{
		{"sessions", "", 0, "No session is kept."},
		{"session --resume", "x", 1, "there is no session to go on with yet"},
		{"session", "/skills\n", 0, "check_skills"},
		{"sessions", "", 0, "No session is kept."}, // piped lines leave nothing behind
		{"session --keep", "What is rain?\n/skills\n", 0, "offline model"},
		{"sessions", "", 0, "  2      offline  What is rain?"},
		{"session --resume", "/help skills\n", 0, "skills"},
		{"session --resume s1", "/agent\n", 0, "requires an agent"},
		{"session --fork s1", "And snow?\n", 0, "What is rain?"}, // the model's context has it
		{"sessions s1", "", 0, "\n> /help skills"},
		{"sessions s2", "", 0, "\n> And snow?"},
		{"sessions --json", "", 0, `"lines": 5`},
		{"session --list", "", 0, "s2  "},
		{"session --resume s7", "x", 1, `there is no session "s7"`},
		{"session --fork s7", "x", 1, `there is no session "s7"`},
		{"session --keep --no-keep", "x", 2, "one or the other"},
		{"session --resume --fork s1", "x", 2, "one or the other"},
		{"session --guest --resume s1", "x", 2, "whose it was"},
		{"session s1", "x", 2, "no argument but that of --resume"},
		{"session --no-keep --resume s1", "x", 2, "no session of the data folder"},
		{"sessions s1 s2", "", 2, "one session is shown at a time"},
		{"sessions --all", "", 2, "--all goes with --delete"},
		{"sessions --delete", "", 2, "--delete wants"},
		{"sessions --delete s1", "", 1, "there is nobody to ask"},
		{"sessions --delete s9 s1 s1 --yes", "", 1, `there is no session "s9"`},
		{"sessions s1", "", 0, "rain"},
		{"sessions --delete s1 s1 --yes", "", 0, "Deleted 1 session."},
		{"sessions s1", "", 1, `there is no session "s1"`},
		{"sessions s2", "", 0, "And snow?"},
		{"sessions --delete --all --yes", "", 0, "Deleted 1 session."},
		{"sessions", "", 0, "No session is kept."},
	} {
		code, out, told := lily(t, step.in, strings.Fields(step.args)...)
		if code != step.code || !strings.Contains(out+told, step.want) {
			t.Errorf("lily %s: got %d, %q, %q, want %d and %q", step.args, code, out, told, step.code, step.want)
		}
	}
}

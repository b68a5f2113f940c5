package program

import (
	"slices"
	"strings"
	"testing"

	"lily/core/profile"
)

// TS-4, spec 5.2: exactly what is inherited, nothing that is blocked, and what
// is added under both prefixes.
func TestEnv(t *testing.T) {
	p := profile.Empty()
	p.Env = map[string]string{
		"PATH": "/usr/bin:/bin", "HOME": "/home/dev", "USER": "dev", "LANG": "en_US.UTF-8", "LC_ALL": "C", "LC_TIME": "", "TERM": "xterm",
		"GITHUB_TOKEN": "t", "MY_KEY": "k", "DB_SECRET": "s", "AWS_REGION": "r", "OPENAI_BASE": "o", "ANTHROPIC_MODEL": "a",
		"LC_API_KEY": "k", "LC_TOKEN": "t", "LC_SECRET": "s", "LC_A=LILY_MODE": "x", "LC_a b": "x", "LC_NUL": "a\x00b",
		"SHELL": "/bin/sh", "PWD": "/", "LD_PRELOAD": "x", "path": "x", "LILY_MODE": "forged", "GIBBERISH_SKILL_DIR": "forged", "CI": "true",
	}
	want := []string{
		"GIBBERISH_MODE=Dev", "GIBBERISH_SKILL_DIR=/user/skills/s", "GIBBERISH_SKILL_NAME=s", "HOME=/home/dev", "LANG=en_US.UTF-8",
		"LC_ALL=C", "LC_TIME=", "LILY_MODE=Dev", "LILY_SKILL_DIR=/user/skills/s", "LILY_SKILL_NAME=s",
		"PATH=/usr/bin:/bin", "TERM=xterm", "USER=dev",
	}
	got := Env(p, "s", "Dev", "/user/skills/s")
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, entry := range Env(p, "", "Dev", "") {
		if strings.Contains(entry, "_SKILL_") {
			t.Errorf("without a skill: got %q", entry)
		}
	}
	if names := Names(got); names[0] != "GIBBERISH_MODE" || len(names) != len(want) {
		t.Errorf("got the names %q", names)
	}
}

// TS-4: the second lock holds for names that are not inherited today.
func TestSecret(t *testing.T) {
	for name, want := range map[string]bool{
		"GITHUB_TOKEN": true, "A_KEY": true, "A_SECRET": true, "AWS_X": true, "OPENAI_X": true, "ANTHROPIC_X": true,
		"PATH": false, "LC_ALL": false, "KEYBOARD": false, "TOKEN_A": false,
	} {
		if got := secret(name); got != want {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
}

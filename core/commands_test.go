package core_test

import (
	"strings"
	"testing"

	"lily/core"
	"lily/core/command"
)

// CM-2: the built-in commands, and none besides.
func TestBuiltins(t *testing.T) {
	want := "skills skill help agent reload_skills reload_persona new"
	var got []string
	for _, b := range core.Builtins() {
		got = append(got, b.Name)
		if found, ok := core.Builtin(b.Name); !ok || found != b {
			t.Errorf("Builtin(%q): got %+v, %v", b.Name, found, ok)
		}
		if !strings.HasPrefix(b.Usage, "/"+b.Name) || b.Help == "" {
			t.Errorf("%s: got usage %q and help %q", b.Name, b.Usage, b.Help)
		}
	}
	if strings.Join(got, " ") != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, name := range []string{"", "Skills", "skil", "skillss", "plan"} {
		if b, ok := core.Builtin(name); ok {
			t.Errorf("Builtin(%q): got %+v, want nothing", name, b)
		}
	}
	if got := strings.Join(core.Reserved(), " "); got != "agent help new reload_persona reload_skills skill skills" {
		t.Errorf("Reserved: got %q", got)
	}
}

// CM-8: each command's missing and unexpected argument.
func TestCheck(t *testing.T) {
	for _, tt := range []struct {
		name, args string
		code       command.Code
		sentence   string
	}{
		{"skill", "", command.MissingArgument, "Error: /skill requires a skill name."},
		{"help", "", command.MissingArgument, "Error: /help requires a skill name."},
		{"agent", "", command.MissingArgument, "Error: /agent requires an agent name."},
		{"skills", "x", command.UnexpectedArgument, `Error: /skills takes no argument; got "x".`},
		{"reload_skills", "x y", command.UnexpectedArgument, `Error: /reload_skills takes no argument; got "x y".`},
		{"reload_persona", "-f", command.UnexpectedArgument, `Error: /reload_persona takes no argument; got "-f".`},
		{"new", "\x1b[2J", command.UnexpectedArgument, `Error: /new takes no argument; got "\x1b[2J".`},
		{"help", "a b", command.UnexpectedArgument, `Error: /help takes a skill name and no more; got "b" after it.`},
		{"agent", "a\nb", command.UnexpectedArgument, `Error: /agent takes an agent name and no more; got "b" after it.`},
		{"skill", "a b c", "", ""},
		{"skill", "a", "", ""},
		{"help", "a", "", ""},
		{"agent", "a", "", ""},
		{"skills", "", "", ""},
		{"new", "", "", ""},
	} {
		b, _ := core.Builtin(tt.name)
		err, _ := b.Check(tt.args).(*command.Error)
		if err == nil {
			err = &command.Error{}
		}
		if err.Code != tt.code || (tt.code != "" && err.Error() != tt.sentence) {
			t.Errorf("/%s %q: got %s %q, want %s %q", tt.name, tt.args, err.Code, err, tt.code, tt.sentence)
		}
	}
}

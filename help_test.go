package main

import (
	"flag"
	"slices"
	"strings"
	"testing"
)

// Help names every command and every flag, each with a line, and fits a terminal; its examples can
// be called.
func TestHelp(t *testing.T) {
	_, all, _ := lily(t, "", "help")
	for _, c := range subcommands() {
		code, out, errs := lily(t, "", "help", c.name)
		if code != exitWell || errs != "" || !strings.HasPrefix(out, "lily "+c.name+": "+c.summary+"\n\nUsage: lily "+c.name) {
			t.Errorf("%s: got %d, %s%s", c.name, code, out, errs)
		}
		if !strings.Contains(all, "\n  "+c.name+" ") || !strings.Contains(all, c.summary) {
			t.Errorf("lily help: got no %s", c.name)
		}
		f, _ := c.flags()
		f.VisitAll(func(f *flag.Flag) {
			if !strings.Contains(out, "\n  "+dashes(f.Name)+" ") || f.Usage == "" {
				t.Errorf("lily help %s: got no %s", c.name, f.Name)
			}
		})
		for line := range strings.Lines(out) {
			if len(line) > 110 {
				t.Errorf("lily help %s: got a long line %q", c.name, line)
			}
		}
		for _, example := range c.examples {
			called, rest, err := choose(strings.Fields(example)[1:])
			if err != nil || called.name != c.name {
				t.Errorf("%s: got %q, %v", example, called.name, err)
			}
			f, _ := called.flags()
			if words, err := parse(f, rest); err != nil || called.most >= 0 && len(words) > called.most {
				t.Errorf("%s: got %q, %v", example, words, err)
			}
		}
	}
	for _, flag := range []string{"-h", "--help"} {
		if code, out, errs := lily(t, "", flag); code != exitWell || out != all || errs != "" {
			t.Errorf("%s: got %d, %s%s", flag, code, out, errs)
		}
	}
	if code, out, errs := lily(t, "", "help", "jump"); code != exitUsage || out != "" || !strings.Contains(errs, `there is no command "jump"`) {
		t.Errorf("got %d, %s%s", code, out, errs)
	}
}

// A wrong call shows how its command is called, and where the rest is.
func TestWrongCall(t *testing.T) {
	for _, args := range [][]string{{"check"}, {"export", "x"}, {"session", "--replay", "x", "--json"}, {"version", "x"}, {"help", "a", "b"}} {
		code, out, errs := lily(t, "", args...)
		lines := strings.Split(errs, "\n")
		if code != exitUsage || out != "" || len(lines) != 5 || !strings.HasPrefix(lines[0], "lily: ") || lines[1] != "" ||
			!strings.HasPrefix(lines[2], "Usage: lily "+args[0]) || !slices.Contains(lines, "Run lily help "+args[0]+" for its flags.") {
			t.Errorf("%q: got %d, %s%s", args, code, out, errs)
		}
	}
}

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

// Every page of the manual and every entry is printed under its name; a page that has the name of a command, by that of
// its file, as the command says.
func TestHelpTopics(t *testing.T) {
	topics := 0
	for _, p := range pages() {
		name := p.Name
		if _, err := find(name); err == nil {
			name += ".md"
			if _, out, _ := lily(t, "", "help", p.Name); !strings.Contains(out, "The page of the manual: lily help "+name) {
				t.Errorf("lily help %s: got no word of the page", p.Name)
			}
		}
		if code, out, errs := lily(t, "", "help", name); code != exitWell || errs != "" || !strings.Contains(out, p.Title) {
			t.Errorf("lily help %s: got %d, %.80q, %s", name, code, out, errs)
		}
		for _, e := range p.Entries {
			plain := strings.ToLower(strings.TrimLeft(strings.TrimPrefix(e.Name, "lily "), "/"))
			if _, err := find(plain); err == nil || paged(plain) {
				continue // that is another's name first
			}
			topics++
			if code, out, errs := lily(t, "", "help", e.Name); code != exitWell || errs != "" || !strings.Contains(out, strings.TrimSpace(e.Text)) {
				t.Errorf("lily help %s: got %d, %.80q, %s", e.Name, code, out, errs)
			}
		}
	}
	if topics < 200 {
		t.Errorf("got %d topics, want 200 or more", topics)
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

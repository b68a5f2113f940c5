package format_test

import (
	"strings"
	"testing"

	"lily/core/check"
	"lily/core/format"
	"lily/core/loader"
	"lily/core/skill"
)

// SK-8, LD-3: each finding is counted once, notes are told in one line or all, and of two skills of
// one name in two parts the second is told.
func TestReport(t *testing.T) {
	file := func(path string, found ...skill.Finding) check.File {
		return check.File{Name: "one", Path: path, State: loader.Available, Findings: found}
	}
	note := skill.Finding{Code: "unknown_key", Severity: skill.Info, Line: 2, Column: 1, Message: "M.", Clause: "SK-7"}
	parts := []*check.Part{
		{Root: check.Root{Path: "a", LeftOut: 3}, Skills: []check.File{file("a/one/SKILL.md", note, note)}},
		{Root: check.Root{Path: "b"}, Skills: []check.File{file("b/one/SKILL.md")}},
		{Root: check.Root{Path: "empty"}, Alone: true},
	}
	policy := check.Policy("p.yaml", "p.yaml", []byte("zoo: 1\n"))
	check.Namesakes(parts)
	r := check.New(parts, policy, []check.Fault{{Path: "gone", Code: "not_found", Message: "no\nsuch file"}})
	var out, aside strings.Builder
	if err := format.Text(&out, r, format.Options{Least: skill.Warning}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`p.yaml:1:1: error: unknown key "zoo"`, "b/one/SKILL.md:1:1: warning: a/one/SKILL.md has the same name;",
		"2 skills: 1 error, 1 warning, 2 notes.\nNotes: 2 unknown_key; --notes lists them.\n3 folders were not looked at",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("got %s, want %s", out.String(), want)
		}
	}
	if strings.Contains(out.String(), "(unknown_key") || len(r.Roots) != 2 {
		t.Errorf("got %s and %d roots", out.String(), len(r.Roots))
	}
	if r.Aside(&aside); !strings.HasPrefix(aside.String(), "lily: gone: no such file\nlily: a: 3 folders") {
		t.Errorf("got %s", aside.String())
	}
	out.Reset()
	if err := format.Text(&out, r, format.Options{Least: skill.Info}); err != nil || strings.Count(out.String(), ":2:1: info: M. (unknown_key, SK-7)\n") != 2 {
		t.Errorf("got %s, %v, want the notes", out.String(), err)
	}
}

// SK-8: the last line leads to the manual's entry of every code that was listed.
func TestCodesLeadToTheManual(t *testing.T) {
	found := []skill.Finding{
		{Code: "no_frontmatter", Severity: skill.Warning},
		{Code: "unknown_key", Severity: skill.Info},
		{Code: "invalid_yaml", Severity: skill.Error},
		{Code: "invalid_yaml", Severity: skill.Error, Line: 2},
	}
	parts := []*check.Part{{Root: check.Root{Path: "a"}, Skills: []check.File{{Name: "one", Path: "a/one/SKILL.md", State: loader.Available, Findings: found}}}}
	r := check.New(parts, nil, nil)
	for least, want := range map[skill.Severity]string{
		skill.Warning: "\nlily help CODE explains a code: invalid_yaml, no_frontmatter.\n",
		skill.Info:    "\nlily help CODE explains a code: invalid_yaml, no_frontmatter, unknown_key.\n",
	} {
		var b strings.Builder
		if err := format.Text(&b, r, format.Options{Least: least}); err != nil || !strings.HasSuffix(b.String(), want) {
			t.Errorf("got %q, %v, want its end %q", b.String(), err, want)
		}
	}
}

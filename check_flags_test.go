package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The exit code is 1 for findings that fail, 2 for a wrong call, and 0 else.
func TestCheckExits(t *testing.T) {
	t.Chdir(folder(t, map[string]string{
		"skills/warned/SKILL.md": "---\nname: other\ndescription: Does it. Use it now.\n---\n",
		"broken/a/SKILL.md":      "---\nopen",
		"fine/b/SKILL.md":        plain,
	}))
	for _, tt := range []struct {
		args string
		code int
		want string
	}{
		{"skills", 0, "warning: name: got"},
		{"skills --strict", 1, "warning: name: got"},
		{"skills --strict --min error", 0, "1 skill: 0 errors, 1 warning"},
		{"skills --rule name_mismatch=error", 1, "error: name: got"},
		{"skills --rule name_mismatch=off --strict", 0, "0 warnings"},
		{"skills --rule=name_mismatch=info,unknown_key=off --notes --strict", 0, "info: name: got"},
		{"--rule name_mismatch=loud skills", 2, "want one of off, info, warning, error"},
		{"--rule name_mismach=off skills", 2, "did you mean name_mismatch?"},
		{"--rule invalid_yaml=off skills", 2, "keeps a skill from being loaded"},
		{"--min worst skills", 2, "want error, warning or info"},
		{"--format xml skills", 2, "want one of json, github, junit, sarif, text"},
		{"--json --format text skills", 2, "want one of them"},
		{"--diff --json skills", 2, "no other format"},
		{"- skills", 2, "- wants --name"},
		{"-", 2, "- wants --name"},
		{"- --name x.md", 2, "want the path of a SKILL.md"},
		{"skills --name a/SKILL.md", 2, "want the path - and no other"},
		{"broken", 1, "unclosed_frontmatter"},
		{"fine", 0, "0 errors"},
		{"'fine/*'", 1, "nothing here fits"},
		{"fine/*", 0, "1 skill"},
		{"--diff skills", 1, "+name: warned"},
		{"--diff fine", 0, "0 findings in 0 files"},
		{"--json --min warning skills", 0, `"name_mismatch"`},
	} {
		if code, out := checkOf(t, strings.Fields(tt.args)...); code != tt.code || !strings.Contains(out, tt.want) {
			t.Errorf("%s: got exit %d, %s, want %d, %q", tt.args, code, out, tt.code, tt.want)
		}
	}
	if code, out := checkOf(t, "--fix", "skills"); code != 0 || !strings.Contains(out, "Fixed: 1 finding in 1 file.") {
		t.Errorf("--fix: got exit %d, %s", code, out)
	}
	if text, err := os.ReadFile(filepath.Join("skills", "warned", "SKILL.md")); err != nil || !strings.Contains(string(text), "name: warned\n") {
		t.Errorf("got %q, %v", text, err)
	}
}

// A text on standard input is judged as the skill that it is said to be, beside what lies there; its fixed form is printed.
func TestCheckOfStandardInput(t *testing.T) {
	t.Chdir(folder(t, map[string]string{"skills/a/SKILL.md": plain, "skills/a/notes.md": "x"}))
	broken := "---\r\nname: a\r\ndescription: Use: now\r\n---\r\nSee notes.md.\r\n"
	for _, name := range []string{"skills/a/SKILL.md", "new/a/SKILL.md", "no/where/a/SKILL.md"} {
		code, out, errs := lily(t, broken, "check", "-", "--name", name)
		if code != 1 || !strings.HasPrefix(out, name+":3:17: error: ") || errs != "" {
			t.Errorf("%s: got exit %d, %s%s", name, code, out, errs)
		}
	}
	code, out, errs := lily(t, broken, "check", "--fix", "-", "--name", "skills/a/SKILL.md")
	if want := strings.Replace(broken, "Use: now", "\"Use: now\"", 1); code != 0 || out != want || !strings.Contains(errs, "Fixed: 1 finding") {
		t.Errorf("--fix: got exit %d, %q, %s", code, out, errs)
	}
	if _, out, _ := lily(t, "\xff\x00", "check", "--fix", "-", "--name", "skills/a/SKILL.md"); out != "\xff\x00" {
		t.Errorf("got %q of what cannot be fixed", out)
	}
	if text, err := os.ReadFile("skills/a/SKILL.md"); err != nil || string(text) != plain {
		t.Errorf("got the file written: %q, %v", text, err)
	}
}

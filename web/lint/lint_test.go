package lint

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lily/core/format"
	"lily/core/rules"
	"lily/core/skill"
)

const good = "---\nname: x\ndescription: Does it. Use it now.\n---\nText.\n"

// made writes files into a folder of their own, and goes there.
func made(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		put(t, filepath.Join(dir, name), text)
	}
	t.Chdir(dir)
	return dir
}

// skillsOf are the paths of what was judged.
func skillsOf(found *Found) string {
	var list []string
	for _, p := range found.Parts {
		for _, s := range p.Skills {
			list = append(list, filepath.ToSlash(filepath.Dir(s.Path)))
		}
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

// A folder that is walked is left without what lists name, as git does it; what is named is checked all the same, and so
// is every part of a skill.
func TestIgnored(t *testing.T) {
	made(t, map[string]string{
		".git/HEAD":                         "x",
		".gitignore":                        "build/\n/top/one\n*.tmp\nSKILL.md.bak\n",
		".lilyignore":                       "two\n",
		"top/.gitignore":                    "deep/*\n!deep/kept\n",
		"lily.yaml":                         "ignore: [five/]\n",
		"top/a/SKILL.md":                    good,
		"top/a/build/helper.md":             "x",
		"top/one/SKILL.md":                  good,
		"top/two/SKILL.md":                  good,
		"top/deep/gone/SKILL.md":            good,
		"top/deep/kept/SKILL.md":            good,
		"top/five/SKILL.md":                 good,
		"top/x.tmp/SKILL.md":                good,
		"build/b/SKILL.md":                  good,
		"other/top/one/SKILL.md":            good,
		"top/six/SKILL.md":                  good,
		"top/six/.gitignore":                "*\n",
		"top/seven/.lilyignore":             "SKILL.md\n",
		"top/seven/SKILL.md":                good,
		"top/eight/.gitignore/is/a/folder":  "x",
		"top/eight/nine/.lilyignore":        "!x\n[\n\\\n",
		"top/eight/nine/y/SKILL.md":         good,
		"top/eight/nine/node_modules/z/x.m": good,
	})
	for _, tt := range []struct {
		path, want string
		all        bool
	}{
		{".", "other/top/one top/a top/deep/kept top/eight/nine/y", false},
		{"top", "top/a top/deep/kept top/eight/nine/y", false},
		{"top/deep", "top/deep/kept", false},
		{"top/one", "top/one", false},
		{"build", "build/b", false},
		{"top/two/SKILL.md", "top/two", false},
		{"top", "top/a top/deep/gone top/deep/kept top/eight/nine/y top/five top/one top/seven top/six top/two top/x.tmp", true},
	} {
		now := terms(t)
		now.All = tt.all
		found := Check([]string{tt.path}, now)
		if got := skillsOf(found); got != tt.want {
			t.Errorf("%s, %t: got %q, want %q", tt.path, tt.all, got, tt.want)
		}
	}
	found := Check([]string{"."}, terms(t))
	if n := found.Report(nil).Ignored; n != 8 {
		t.Errorf("got %d places that were passed by, want 8", n)
	}
	for _, s := range found.Parts[0].Skills {
		if s.Path == filepath.Join("top", "a", "SKILL.md") && s.Text("build/helper.md") != "x" {
			t.Error("got a part of a skill passed by")
		}
	}
}

// SK-12: the nearest lily.yaml upwards holds, until the repository's root; what is above that, and what lies in a folder
// that is none of the repository's, does not.
func TestProjectIsFoundUpwards(t *testing.T) {
	off, loud := "rules: {name_mismatch: off}\n", "rules: {name_mismatch: error}\n"
	dir := made(t, map[string]string{
		"lily.yaml": loud, "loose/skills/a/SKILL.md": good,
		"repo/.git/HEAD": "x", "repo/skills/a/SKILL.md": good,
		"ruled/.git": "gitdir: x", "ruled/lily.yaml": off, "ruled/skills/a/SKILL.md": good,
		"ruled/inner/lily.yaml": loud, "ruled/inner/skills/a/SKILL.md": good, "ruled/skills/b/lily.yaml": loud, "ruled/skills/b/SKILL.md": good,
		"away/skills/a/SKILL.md": good,
	})
	for path, want := range map[string]skill.Severity{
		"loose/skills": skill.Error, "repo/skills": skill.Warning, "ruled/skills/a": "", "ruled/skills/a/SKILL.md": "",
		"ruled/inner/skills": skill.Error, "ruled/skills/b": skill.Error,
	} {
		for _, p := range []string{path, filepath.Join(dir, path)} {
			found := Check([]string{p}, terms(t))
			if got := severity(found, "name_mismatch"); got != want {
				t.Errorf("%s: got %q, want %q", p, got, want)
			}
		}
	}
	now := terms(t)
	now.Rules = rules.Set{"name_mismatch": rules.Info}
	if got := severity(Check([]string{"ruled/skills/a"}, now), "name_mismatch"); got != skill.Info {
		t.Errorf("got %q, want what the flag says", got)
	}
	t.Chdir(filepath.Join(dir, "away"))
	if got := severity(Check([]string{"../loose/skills"}, terms(t)), "name_mismatch"); got != skill.Warning {
		t.Errorf("got %q by a file that is above everything", got)
	}
}

func severity(found *Found, code string) skill.Severity {
	for _, p := range found.Parts {
		for _, s := range p.Skills {
			for _, f := range s.Findings {
				if f.Code == code {
					return f.Severity
				}
			}
		}
	}
	return ""
}

// A lily.yaml that is a link shows nothing of what it leads to.
func TestProjectIsNoLink(t *testing.T) {
	dir := made(t, map[string]string{"r/.git/HEAD": "x", "r/skills/a/SKILL.md": good, "secret": "password: hunter2\n"})
	if err := os.Symlink(filepath.Join(dir, "secret"), "r/lily.yaml"); err != nil {
		t.Skip("this system makes no links:", err)
	}
	var b strings.Builder
	found := Check([]string{"r/skills"}, terms(t))
	if err := format.Text(&b, found.Report(nil), format.Options{Least: skill.Info}); err != nil || strings.Contains(b.String(), "hunter2") || !strings.Contains(b.String(), "it is no regular file") {
		t.Errorf("got %s, %v", b.String(), err)
	}
}

// A text that is given stands in the place of the file, or where there is none, beside its neighbours.
func TestGivenTexts(t *testing.T) {
	dir := made(t, map[string]string{"skills/a/SKILL.md": good, "skills/a/notes.md": "x", "skills/b/SKILL.md": good})
	full, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"skills/a/SKILL.md": "skills/a", "skills/new/SKILL.md": "skills/new", "no/where/SKILL.md": "no/where"} {
		now := terms(t)
		now.Texts = map[string][]byte{filepath.Join(full, path): []byte("---\nopen")}
		found := Check([]string{path}, now)
		if got := skillsOf(found); got != want || severity(found, "unclosed_frontmatter") != skill.Error || len(found.Faults) > 0 {
			t.Errorf("%s: got %q, %+v", path, got, found.Faults)
		}
	}
	now := terms(t)
	now.Texts = map[string][]byte{filepath.Join(full, "skills/a/SKILL.md"): []byte("---\nopen")}
	if found := Check([]string{"skills"}, now); skillsOf(found) != "skills/a skills/b" || severity(found, "unclosed_frontmatter") != skill.Error {
		t.Errorf("got %q", skillsOf(found))
	}
}

// Patterns are written out here, so that a shell need not; what is there by this name is no pattern.
func TestExpand(t *testing.T) {
	made(t, map[string]string{
		"skills/a/SKILL.md": good, "skills/b/SKILL.md": good, "skills/b/x.md": "x", "[x]/SKILL.md": good, "deep/1/2/c/SKILL.md": good, "docs/x.md": "x", "skills/b/scripts/x.py": "x", "node_modules/d/SKILL.md": good,
		"lily.yaml": "paths: [skills, deep/*/2]\n",
	})
	for args, want := range map[string]string{
		"":                     "skills deep/1/2",
		"skills":               "skills",
		"skills/*":             "skills/a skills/b",
		"skills/**":            "skills/a skills/b",
		"*":                    "[x] deep skills", // not what has no skill
		"docs/**":              "! docs/**",
		"skills/*/SKILL.md":    "skills/a/SKILL.md skills/b/SKILL.md",
		"**/SKILL.md":          "[x]/SKILL.md deep/1/2/c/SKILL.md skills/a/SKILL.md skills/b/SKILL.md",
		"skills/{a,c}":         "skills/a",
		"[x]":                  "[x]",
		"./skills/?":           "skills/a skills/b",
		"nothing/*":            "! nothing/*",
		"skills/[":             "! skills/[",
		"{a,{b,c}":             "! {a,{b,c}",
		"gone":                 "gone",
		"skills/b/*":           "! skills/b/*",
		"skills/../skills/a/*": "skills/../skills/a/SKILL.md",
	} {
		list, wrong := Expand(strings.Fields(args), terms(t))
		var got strings.Builder
		got.WriteString(filepath.ToSlash(strings.Join(list, " ")))
		for _, f := range wrong {
			got.WriteString("! " + f.Path)
		}
		if got.String() != want && got.String() != strings.ReplaceAll(want, "skills/../", "") {
			if args == "skills/b/*" && got.String() == "skills/b/SKILL.md" {
				continue
			}
			t.Errorf("%q: got %q, want %q", args, got.String(), want)
		}
	}
}

// Every code of a finding has a severity in the manual, so that a rule can be set and SARIF can explain it.
func TestCodesAreOfTheManual(t *testing.T) {
	codes := Codes()
	for _, c := range skill.Codes() {
		if got := codes[c.Code]; got != c.Severity {
			t.Errorf("%s: got %q, want %q", c.Code, got, c.Severity)
		}
	}
	if len(codes) < 100 || codes["misnamed"] == "" || Help("invalid_yaml").Text == "" {
		t.Errorf("got %d codes", len(codes))
	}
}

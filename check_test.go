package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lily/core/check"
)

// plain is a skill of which there is nothing to say.
const plain = "---\nsummary: x\n---\n"

func checkOf(t *testing.T, args ...string) (code int, out string) {
	t.Helper()
	var b bytes.Buffer
	code = run(t.Context(), append([]string{"check"}, args...), terminal{nil, &b, &b})
	return code, b.String()
}

func TestCheckPaths(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "top/good/SKILL.md"), "x")
	write(t, filepath.Join(dir, "top/good/inner/SKILL.md"), "---\nopen")
	write(t, filepath.Join(dir, "top/wrong/skill.md"), "x")
	write(t, filepath.Join(dir, "top/folder/SKILL.md/x"), "x")
	write(t, filepath.Join(dir, "top/reserved/SKILL.md"), "---\ncommand: help\n---\n")
	write(t, filepath.Join(dir, "top/.git/SKILL.md"), "---\nopen")
	write(t, filepath.Join(dir, "else/SKILL.md"), "---\nname: x\n---\n")
	write(t, filepath.Join(dir, "none/README.md"), "x")
	if err := os.Symlink("../else", filepath.Join(dir, "top/linked")); err != nil {
		t.Skip("this system makes no links:", err)
	}
	if err := os.Symlink("top", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("..", filepath.Join(dir, "top/wrong/up")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path string
		code int
		want string // parts of the output, by blanks
	}{
		{"top/good/SKILL.md", 0, "1_skill:_0_errors"},
		{"top/good", 0, "1_skill:_0_errors"},
		{"else", 0, "name_mismatch missing_description 1_skill:_0_errors,_2_warnings"},
		{"top", 1, "link_leaves_root misnamed,_SK-1 command_reserved,_SK-4 2_skills:_1_error"},
		{"link", 1, "2_skills:_1_error"},
		{"none", 1, "there_is_no_SKILL.md_here_or_below"},
		{"none/README.md", 1, "this_is_no_skill:_check_wants_a_file_named_SKILL.md,_a_folder_with_one,_or_a_folder_of_such_folders"},
		{"top/wrong/skill.md", 1, "misnamed,_SK-1 there_is_no_SKILL.md"},
		{"top/folder/SKILL.md", 1, "there_is_no_SKILL.md_here_or_below"},
		{"nowhere", 1, "no_such_file"},
	} {
		code, out := checkOf(t, filepath.Join(dir, c.path))
		if code != c.code {
			t.Errorf("%s: got exit %d, want %d", c.path, code, c.code)
		}
		for part := range strings.FieldsSeq(c.want) {
			if part = strings.ReplaceAll(part, "_", " "); !strings.Contains(strings.ReplaceAll(out, "_", " "), part) {
				t.Errorf("%s: got %s, want %q in it", c.path, out, part)
			}
		}
	}
}

// What a snapshot leaves out everywhere is an error; what an environment lacks is a note, and a
// warning where the environment was named (SK-4, PO-2, EN-2).
func TestCheckIsTheLoadersVerdict(t *testing.T) {
	dir := folder(t, map[string]string{
		"s/wants/SKILL.md":  "---\nsummary: x\nrequires_tools: [nope]\n---\n",
		"s/git/SKILL.md":    "---\nsummary: x\neligibility:\n  binaries: [git]\n---\n",
		"s/one/SKILL.md":    "---\nsummary: x\ncommand: same\n---\n",
		"s/two/SKILL.md":    "---\nsummary: x\ncommand: same\n---\n",
		"s/plan/SKILL.md":   "---\nsummary: x\ncommand: plan\n---\n",
		"s/a/twin/SKILL.md": plain, "s/b/twin/SKILL.md": plain,
		"p.yaml": "os: darwin\n", "deny.yaml": "deny: [read]\n",
		"t/reads/SKILL.md": "---\nsummary: x\nrequires_tools: [read]\n---\n",
	})
	t.Chdir(dir)
	code, out := checkOf(t, "s", "--notes")
	for _, want := range []string{
		"s/wants/SKILL.md:3:1: error: The skill's requires_tools names nope, which is not a registered tool. (tool_unknown, PO-2)",
		"s/git/SKILL.md:3:1: info: The profile does not declare the program git. (binary_missing, EN-2)",
		"s/one/SKILL.md:1:1: warning: The command /same is declared by one, two; it resolves to neither", "s/two/SKILL.md:1:1: warning: The command /same",
		"s/plan/SKILL.md:1:1: warning: The command /plan is declared by plan, plan_compiler;",
		"s/a/twin/SKILL.md:1:1: warning: One root has this name 2 times: s/a/twin, s/b/twin. The first wins. (duplicate_name, LD-5)",
		"s/b/twin/SKILL.md:1:1: info: The workspace skill at s/a/twin has the same name and wins. (shadowed, LD-5)",
		"\n7 skills: 1 error, 4 warnings, 2 notes.\n",
	} {
		want = strings.Replace(want, "neither", "none of them", 1)
		if code != 1 || !strings.Contains(out, want) {
			t.Errorf("got exit %d, %s, want %q", code, out, want)
		}
	}
	if code, out := checkOf(t, "s/git", "--profile", "p.yaml"); code != 0 || !strings.Contains(out, "warning: The profile does not declare the program git.") {
		t.Errorf("got exit %d, %s, want a warning under a profile that was named", code, out)
	}
	if code, out := checkOf(t, "t"); code != 0 || !strings.Contains(out, "1 skill: 0 errors, 0 warnings, 0 notes.") {
		t.Errorf("got exit %d, %s", code, out)
	}
	if code, out := checkOf(t, "--policy=deny.yaml", "t"); code != 1 || !strings.Contains(out, "(tool_denied, PO-2)") {
		t.Errorf("got exit %d, %s, want the tool denied", code, out)
	}
}

// A path that cannot be checked costs the others nothing, and the exit is 1.
func TestCheckLosesNoFindings(t *testing.T) {
	t.Chdir(folder(t, map[string]string{"a/SKILL.md": "---\nopen", "b/SKILL.md": plain, "README.md": "x", "empty/x": ""}))
	code, out, errs := lily(t, "", "check", "gone", "a", "README.md", "empty", "b", "gone/too")
	if code != 1 || !strings.Contains(out, "a/SKILL.md:1:1: error: ") || !strings.Contains(out, "\n2 skills: 1 error, ") {
		t.Errorf("got exit %d, %s", code, out)
	}
	for _, want := range []string{"lily: gone: no such file", "lily: README.md: this is no skill", "lily: empty: there is no SKILL.md", "lily: gone/too: no such file"} {
		if !strings.Contains(errs, want) {
			t.Errorf("got %s, want %q", errs, want)
		}
	}
	if code, _, _ := lily(t, "", "check", "b", "gone"); code != 1 {
		t.Errorf("a clean skill and a missing path: got exit %d, want 1", code)
	}
	_, out, _ = lily(t, "", "check", "gone", "--json", "a")
	var got check.Report
	if err := json.Unmarshal([]byte(out), &got); err != nil || len(got.Skills) != 1 || len(got.Unchecked) != 1 || got.Unchecked[0].Code != "not_found" {
		t.Errorf("got %s, %v", out, err)
	}
}

// One file is one skill, however often and by whatever name it is asked for; two skills
// of one name are told.
func TestCheckCountsOnce(t *testing.T) {
	dir := folder(t, map[string]string{
		"skills/a/SKILL.md": "---\nopen", "skills/b/SKILL.md": plain, "other/b/SKILL.md": plain, "skills/deep/c/SKILL.md": plain,
	})
	t.Chdir(dir)
	for _, link := range [][2]string{{"skills", "linked"}, {"skills/a", "one"}, {"../skills/b", "other/twin"}} {
		if err := os.Symlink(link[0], link[1]); err != nil {
			t.Skip("this system makes no links:", err)
		}
	}
	for _, c := range []struct{ args, want string }{
		{"skills skills", "3 skills: 1 error,"},
		{"skills ./skills/ " + dir + "/skills linked", "3 skills: 1 error,"},
		{"skills/a skills", "3 skills: 1 error,"},
		{"skills skills/a/SKILL.md skills/a one", "3 skills: 1 error,"},
		{"one skills/a", "1 skill: 1 error,"},
		{"skills/a/SKILL.md skills/a", "1 skill: 1 error,"},
		{"skills/a skills/b", "2 skills: 1 error, 0 warnings"},
		{"skills other/b", "4 skills: 1 error, 1 warning"},
		{"skills/b other/b", "2 skills: 0 errors, 1 warning"},
	} {
		if _, out := checkOf(t, strings.Fields(c.args)...); !strings.Contains(out, c.want) {
			t.Errorf("%s: got %s, want %q", c.args, out, c.want)
		}
	}
	_, whole := checkOf(t, ".")
	if _, out := checkOf(t, ".", "skills", "skills/b"); out != whole {
		t.Errorf("got %s, want %s", out, whole)
	}
	if _, out := checkOf(t, "skills", "other/b"); !strings.Contains(out, "other/b/SKILL.md:1:1: warning: skills/b/SKILL.md has the same name") {
		t.Errorf("got %s, want both named", out)
	}
}

// Flags stand where they like, for every command; after -- nothing is a flag.
func TestFlagsAnywhere(t *testing.T) {
	t.Chdir(folder(t, map[string]string{"skills/a/SKILL.md": plain, "--json/SKILL.md": plain}))
	for _, args := range []string{"skills --json", "--json skills", "skills --notes --json -- skills"} {
		code, out, errs := lily(t, "", append([]string{"check"}, strings.Fields(args)...)...)
		if code != 0 || !json.Valid([]byte(out)) || errs != "" {
			t.Errorf("%s: got exit %d, %s, %s", args, code, out, errs)
		}
	}
	if code, out := checkOf(t, "skills", "--", "--json"); code != 0 || !strings.Contains(out, "2 skills: ") {
		t.Errorf("got exit %d, %s, want two paths", code, out)
	}
	if code, _, errs := lily(t, "", "check", "skills", "--wrong"); code != 2 || !strings.Contains(errs, "flag provided but not defined: -wrong") {
		t.Errorf("got exit %d, %s", code, errs)
	}
	if code, _, errs := lily(t, "", "export", "plan_compiler", "-o", "x.zip"); code != 0 {
		t.Errorf("export: got exit %d, %s", code, errs)
	}
}

// SK-7: notes are counted in one line, listed on --notes, and all in the JSON.
func TestCheckFoldsNotes(t *testing.T) {
	var text strings.Builder
	text.WriteString("---\nname: a\ndescription: x\n")
	for i := range 300 {
		text.WriteString(fmt.Sprintf("key%d: 1\n", i))
	}
	t.Chdir(folder(t, map[string]string{"skills/a/SKILL.md": text.String() + "---\n", "skills/a/inner/SKILL.md": plain}))
	code, out := checkOf(t, "skills")
	if want := "1 skill: 0 errors, 0 warnings, 302 notes.\nNotes: 300 unknown_key, 1 inside_a_skill, 1 not_portable; --notes lists them.\n"; code != 0 || out != want {
		t.Errorf("got exit %d, %s, want %s", code, out, want)
	}
	if _, out = checkOf(t, "skills", "--notes"); strings.Count(out, "(unknown_key, SK-7)") != 300 || !strings.Contains(out, "skills/a/inner/SKILL.md: info: ") {
		t.Errorf("got %s, want all notes", out)
	}
	_, out = checkOf(t, "skills", "--json")
	var got check.Report
	if err := json.Unmarshal([]byte(out), &got); err != nil || got.Notes != 302 || len(got.Skills[0].Findings) != 301 || len(got.Roots[0].Notes) != 1 {
		t.Errorf("got %d notes, %v", got.Notes, err)
	}
}

// LD-2: where the scan stops, check, snapshot and a session say with one number how many folders it did
// not look at.
func TestLimitIsToldEverywhere(t *testing.T) {
	dir := folder(t, map[string]string{"skills/1/2/3/4/5/6/7/SKILL.md": plain, "skills/1/2/3/4/5/6/eight/nine/x": "x", "skills/a/SKILL.md": plain, "skills/.git/1/2/3/4/5/6/7/8/x": ""})
	t.Chdir(dir)
	said := "3 folders were not looked at: a scan takes at most 6 levels and 20000 folders."
	_, out, errs := lily(t, "", "check", "skills")
	if !strings.Contains(out, said) || !strings.Contains(errs, "lily: skills: "+said) || !strings.Contains(out, "skills/1/2/3/4/5/6/7: warning: ") {
		t.Errorf("check: got %s%s", out, errs)
	}
	_, out, _ = lily(t, "", "check", "skills", "--json")
	if strings.Count(out, `"not_looked_at": 3`) != 2 {
		t.Errorf("check --json: got %s", out)
	}
	_, out, errs = lily(t, "", "snapshot", "--workspace", ".", "--scan", "tree")
	if !strings.Contains(out, `"not_looked_at": 3`) || errs != "lily: "+said+"\n" {
		t.Errorf("snapshot: got %s%s", out, errs)
	}
	_, out, errs = lily(t, "/skills\n/check\n", "session", "--workspace", ".", "--scan", "tree")
	if strings.Count(out, said) != 2 || errs != "lily: "+said+"\n" {
		t.Errorf("session: got %s%s", out, errs)
	}
}

// LD-2: a project that is a skill itself and keeps others where people keep them hides none.
func TestCheckOfAProjectThatIsASkill(t *testing.T) {
	dir := folder(t, map[string]string{
		"p/SKILL.md": plain, "p/skills/a/SKILL.md": "---\nopen", "p/.claude/skills/b/SKILL.md": plain, "p/example/SKILL.md": "---\nopen",
		"q/skills/SKILL.md": plain, "q/skills/a/SKILL.md": plain, "alone/skills/SKILL.md": plain,
	})
	t.Chdir(dir)
	for path, want := range map[string]string{
		"p":            "3 skills: 1 error, ",
		"p/SKILL.md":   "1 skill: 0 errors, 0 warnings, 0 notes.",
		"q/skills":     "1 skill: 0 errors, 1 warning, 0 notes.",
		"alone/skills": "1 skill: 0 errors, 0 warnings, 0 notes.",
	} {
		if _, out := checkOf(t, path); !strings.Contains(out, want) {
			t.Errorf("%s: got %s, want %q", path, out, want)
		}
	}
}

// LD-1: an optional root that cannot be read is noted; a required one fails.
func TestUnreadableRoot(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "skills"), "a file in the place of the folder")
	var out, errs bytes.Buffer
	if code := run(t.Context(), []string{"snapshot", "--user", dir}, terminal{nil, &out, &errs}); code != 0 || !strings.Contains(out.String(), `"unreadable"`) {
		t.Errorf("user: got exit %d, %s, want a note", code, &errs)
	}
	for _, flag := range []string{"--bundled", "--workspace"} {
		if code := run(t.Context(), []string{"snapshot", flag, dir}, terminal{nil, &out, &errs}); code != 1 {
			t.Errorf("%s: got exit %d, want 1", flag, code)
		}
		if code := run(t.Context(), []string{"snapshot", flag, filepath.Join(dir, "gone")}, terminal{nil, &out, &errs}); code != 1 {
			t.Errorf("%s gone: got exit %d, want 1", flag, code)
		}
	}
	if !strings.Contains(errs.String(), "the required root /workspace/skills is missing") {
		t.Errorf("got %s, want the root named", &errs)
	}
}

// VF-3: names that cannot enter are notes, and nothing else is lost.
func TestOddNamesOnDisk(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"good", "with blank", "🌸", "..dots", "Case"} {
		write(t, filepath.Join(dir, "skills", name, "SKILL.md"), "x")
	}
	want := []string{`"path": "/workspace/skills/🌸"`, `"path": "/workspace/skills/..dots"`, `"path": "/workspace/skills/with blank"`}
	if os.MkdirAll(filepath.Join(dir, "skills", "bad\xff"), 0o755) == nil {
		want = append(want, `"code": "path_not_utf8"`)
	}
	var out, errs bytes.Buffer
	if code := run(t.Context(), []string{"snapshot", "--workspace", dir}, terminal{nil, &out, &errs}); code != 0 {
		t.Fatalf("got exit %d, %s", code, &errs)
	}
	for _, part := range want {
		if !strings.Contains(out.String(), part) {
			t.Errorf("got %s, want %s in it", &out, part)
		}
	}
}

// SK-6: Lily's own skills have nothing that Lily's own checker finds, but for a program
// that one of them needs.
func TestCheckOfOwnSkills(t *testing.T) {
	if code, out := checkOf(t, "skills"); code != 0 || !strings.Contains(out, "0 errors, 0 warnings, 1 note.\nNotes: 1 binary_missing;") {
		t.Errorf("got exit %d: %s", code, out)
	}
}

// Who writes for some agents is warned of what these do not take, and told of no other.
func TestCheckFor(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "plain/SKILL.md"), "---\nname: plain\ndescription: Use it when asked.\n---\nDo.\n")
	write(t, filepath.Join(dir, "keyed/SKILL.md"), "---\nname: keyed\ndescription: Use it when asked.\nmodel: m\n---\nDo $ARGUMENTS.\n")
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"--notes", 0, "info: Agent Skills standard refuses the skill: The key model"},
		{"--for standard", 0, "warning: Agent Skills standard refuses the skill: The key model"},
		{"--for lily --notes", 0, "vendor_form"},
		{"--for nobody", 2, "there is no agent \"nobody\""},
	} {
		code, out := checkOf(t, append(strings.Fields(c.args), dir)...)
		if code != c.code || !strings.Contains(out, c.want) || strings.Contains(out, "plain/") {
			t.Errorf("%s: got %d, %s", c.args, code, out)
		}
	}
}

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// lily runs a command with input; it returns the exit code and both outputs.
func lily(t *testing.T, input string, args ...string) (code int, out, errs string) {
	t.Helper()
	var o, e bytes.Buffer
	code = run(context.Background(), args, terminal{strings.NewReader(input), &o, &e})
	return code, o.String(), e.String()
}

// folder writes files into a folder that the test leaves behind.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		p := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// A wrong call is exit 2 with the usage; help is none.
func TestUsage(t *testing.T) {
	for _, tt := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"jump"}, 2, `there is no command "jump"`},
		{[]string{"check"}, 2, "check wants a path"},
		{[]string{"check", "-x", "."}, 2, "flag provided but not defined: -x"},
		{[]string{"snapshot", "extra"}, 2, `snapshot takes no argument; got "extra"`},
		{[]string{"session", "extra"}, 2, "session takes no argument but that of --resume"},
		{[]string{"snapshot", "--profile"}, 2, "flag needs an argument"},
		{[]string{"serve", "extra"}, 2, `serve takes no argument; got "extra"`},
		{[]string{"--nothing"}, 2, "flag provided but not defined"},
		{[]string{"check", "-h"}, 0, "Usage:"},
		{[]string{"snapshot", "--help"}, 0, "Usage:"},
		{[]string{"check", "no/such/path"}, 1, "lily: "},
		{[]string{"snapshot", "--scan", "sideways"}, 1, `--scan: got "sideways", want children or tree`},
		{[]string{"snapshot", "--profile", "no/such/file"}, 1, "no/such/file"},
		{[]string{"session", "--events", "no/such/folder/x"}, 1, "no/such/folder/x"},
		{[]string{"snapshot", "--bundled", "no/such/dir"}, 1, "the required root /bundled/skills is missing"},
		{[]string{"snapshot", "--workspace", "no/such/dir"}, 1, "the required root /workspace/skills is missing"},
	} {
		code, out, errs := lily(t, "", tt.args...)
		if code != tt.code || !strings.Contains(errs, tt.says) || out != "" {
			t.Errorf("%q: got %d, %q, %q, want %d and %q", tt.args, code, out, errs, tt.code, tt.says)
		}
		if tt.code == 2 && !strings.Contains(errs, "Usage:") {
			t.Errorf("%q: got no usage", tt.args)
		}
	}
	for _, args := range [][]string{{"help"}, {"version"}} {
		if code, out, _ := lily(t, "", args...); code != 0 || out == "" {
			t.Errorf("%q: got %d, %q", args, code, out)
		}
	}
}

// SK-8: every finding; exit 1 if any is an error.
func TestCheck(t *testing.T) {
	dir := folder(t, map[string]string{
		"good/SKILL.md": "x", "warned/SKILL.md": "---\nname: other\ndescription: x\n---\n",
		"deep/er/bad/SKILL.md": "---\ndescription: a: b\nname: bad\n---\n", "reserved/SKILL.md": "---\ncommand: skills\n---\n",
		"toolless/SKILL.md":       "---\ninvocation_mode: tool_dispatch\ncommand_tool: telescope\n---\n",
		"good/inner/SKILL.md":     "---\n", // of the skill good
		"node_modules/x/SKILL.md": "---\n", ".git/x/SKILL.md": "---\n", "empty/README.md": "x",
	})
	code, out, errs := lily(t, "", "check", dir)
	if code != 1 || errs != "" {
		t.Errorf("got %d, %q", code, errs)
	}
	for _, want := range []string{
		"bad/SKILL.md:2:15: error: ", `Fix: "a: b"`, "warned/SKILL.md:2:7: warning: ", "(name_mismatch, SK-5)",
		"reserved/SKILL.md:2:1: error: ", "(command_reserved, SK-4)", "toolless/SKILL.md:3:1: error: ", "(tool_unknown, SK-4)",
		"good/SKILL.md:1:1: warning: ", "(no_frontmatter, SK-3)", "\n5 skills: 3 errors, 2 warnings, 1 note.\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("got no %q in\n%s", want, out)
		}
	}
	for _, path := range []string{"good", "warned", "good/SKILL.md"} {
		if code, out, _ := lily(t, "", "check", filepath.Join(dir, path)); code != 0 || !strings.Contains(out, "1 skill: 0 errors") {
			t.Errorf("%s: got %d, %q", path, code, out)
		}
	}
	if code, _, errs := lily(t, "", "check", filepath.Join(dir, "empty")); code != 1 || !strings.Contains(errs, "there is no SKILL.md here or below") {
		t.Errorf("a folder without skills: got %d, %q", code, errs)
	}
}

func TestCheckJSON(t *testing.T) {
	dir := folder(t, map[string]string{"bad/SKILL.md": "---\ndescription: a: <b>\nname: bad\n---\n", "good/SKILL.md": "x"})
	code, out, _ := lily(t, "", "check", "--json", dir)
	var got struct {
		Skills []struct {
			Name, Path, Format string
			Findings           []struct {
				Code, Severity, Message, Clause string
				Line, Column                    int
				Fix                             *struct{ Text string }
			}
		}
		Errors, Warnings, Notes int
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil || code != 1 {
		t.Fatalf("got %d, %v in\n%s", code, err, out)
	}
	if len(got.Skills) != 2 || got.Errors != 1 || got.Skills[1].Findings == nil {
		t.Fatalf("got %+v", got)
	}
	f := got.Skills[0].Findings[0]
	if f.Code != "invalid_yaml" || f.Severity != "error" || f.Line != 2 || f.Column != 15 || f.Clause != "SK-3" || f.Fix == nil || f.Fix.Text != `"a: <b>"` {
		t.Errorf("got %+v", f)
	}
}

// SN-2, LD-6: the keys of the snapshot, and the same bytes every time.
func TestSnapshot(t *testing.T) {
	user := folder(t, map[string]string{"skills/text_tools/SKILL.md": "Mine."})
	work := folder(t, map[string]string{"skills/bad/SKILL.md": "---\ndescription: a: b\n---\n", "skills/a/b/c/SKILL.md": "Deep."})
	profile := filepath.Join(folder(t, map[string]string{"p.yaml": "binaries: [git]"}), "p.yaml")
	args := []string{"snapshot", "--user", user, "--workspace", work, "--profile", profile}
	code, out, errs := lily(t, "", args...)
	if code != 0 || errs != "" {
		t.Fatalf("got %d, %q", code, errs)
	}
	if _, again, _ := lily(t, "", args...); again != out {
		t.Error("got other bytes the second time")
	}
	var s map[string]any
	if err := json.Unmarshal([]byte(out), &s); err != nil {
		t.Fatal(err)
	}
	wantKeys(t, "snapshot", s, "version", "digest", "roots", "skills", "candidates")
	skills, candidates := list(s["skills"]), list(s["candidates"])
	if len(skills) != 7 || len(candidates) != 9 || len(list(s["roots"])) != 3 || s["version"] != 1.0 {
		t.Fatalf("got %d skills, %d candidates, version %v", len(skills), len(candidates), s["version"])
	}
	for _, k := range skills {
		wantKeys(t, "skill", k, "name", "source", "path", "digest", "format", "summary", "invocation_mode", "command")
	}
	states := map[string]string{}
	for _, c := range candidates {
		wantKeys(t, "candidate", c, "name", "source", "path", "state", "reasons", "findings")
		states[c["path"].(string)] = c["state"].(string)
		for _, r := range list(c["reasons"]) {
			wantKeys(t, "reason", r, "code", "message", "clause")
		}
		for _, f := range list(c["findings"]) {
			wantKeys(t, "finding", f, "code", "severity", "line", "column", "message", "clause")
		}
	}
	for path, want := range map[string]string{
		"/bundled/skills/git_helper": "available", "/user/skills/text_tools": "available",
		"/bundled/skills/text_tools": "shadowed", "/workspace/skills/bad": "malformed",
	} {
		if states[path] != want {
			t.Errorf("%s: got %q, want %q", path, states[path], want)
		}
	}
	if strings.Contains(out, "null") {
		t.Errorf("got a null in\n%s", out)
	}
	if _, deep, _ := lily(t, "", append(args, "--scan", "tree")...); !strings.Contains(deep, `"/workspace/skills/a/b/c"`) {
		t.Error("--scan tree: got no skill c")
	}
}

func list(v any) []map[string]any {
	var out []map[string]any
	items, _ := v.([]any)
	for _, item := range items {
		m, _ := item.(map[string]any)
		out = append(out, m)
	}
	return out
}

func wantKeys(t *testing.T, what string, got map[string]any, keys ...string) {
	t.Helper()
	for _, key := range keys {
		if _, ok := got[key]; !ok {
			t.Errorf("%s: got no %s in %v", what, key, got)
		}
	}
}

// CM-9: lines in, answers out, and one JSON object a line.
func TestSession(t *testing.T) {
	code, out, errs := lily(t, "/nope\n\n/skill\r\n/new\n/check", "session")
	want := "Error: /nope is not a command.\nError: /skill requires a skill name.\nSession s2 is open. "
	if code != 0 || errs != "" || !strings.HasPrefix(out, want) || !strings.HasSuffix(out, "/workspace/skills.\n") {
		t.Errorf("got %d, %q, %q", code, out, errs)
	}
}

func TestSessionJSON(t *testing.T) {
	policy := filepath.Join(folder(t, map[string]string{"p.yaml": "owner_only: {commands: [reload_skills]}"}), "p.yaml")
	events := filepath.Join(t.TempDir(), "events")
	args := []string{"session", "--json", "--policy", policy, "--events", events}
	for _, tt := range []struct {
		guest bool
		code  string
	}{{false, ""}, {true, "owner_only"}} {
		if tt.guest {
			args = append(args, "--guest")
		}
		code, out, errs := lily(t, "/reload_skills\n/x <&>\n", args...)
		if code != 0 || errs != "" {
			t.Fatalf("got %d, %q", code, errs)
		}
		lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
		if len(lines) != 2 || lines[1] != `{"input":"/x <&>","output":"Error: /x is not a command.","code":"unknown_command"}` {
			t.Fatalf("got %q", lines)
		}
		var first struct{ Input, Output, Code string }
		if err := json.Unmarshal([]byte(lines[0]), &first); err != nil || first.Code != tt.code || first.Input != "/reload_skills" {
			t.Errorf("guest %v: got %+v, %v, want the code %q", tt.guest, first, err, tt.code)
		}
		wantEvents(t, events, tt.guest)
	}
}

// EV-3: the file holds one event a line, from the first.
func wantEvents(t *testing.T, path string, guest bool) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var types []string
	for line := range strings.Lines(string(data)) {
		var e struct {
			Seq     int
			Session string
			Type    string
		}
		if err := json.Unmarshal([]byte(line), &e); err != nil || e.Seq != len(types)+1 || e.Session != "s1" {
			t.Errorf("got %s: %v", line, err)
		}
		types = append(types, e.Type)
	}
	want := []string{"session_created", "skill_catalog_updated", "command", "skill_catalog_updated", "answer", "command", "error"}
	if guest {
		want = []string{"session_created", "skill_catalog_updated", "command", "error", "command", "error"}
	}
	if !slices.Equal(types, want) {
		t.Errorf("guest %v: got %q, want %q", guest, types, want)
	}
}

// What a command says cannot drive the terminal.
func TestSessionHostile(t *testing.T) {
	_, out, _ := lily(t, "/\x1b[2J\n/help \x1b]0;x\x07\n/tally \x9b\n", "session")
	if strings.ContainsAny(out, "\x1b\x07") || strings.Contains(out, "\x9b") {
		t.Errorf("got %q", out)
	}
}

// A wrong file is refused with its place.
func TestRulesRefused(t *testing.T) {
	bad := filepath.Join(folder(t, map[string]string{"bad.yaml": "\nzoo: 1\n"}), "bad.yaml")
	for _, flag := range []string{"--profile", "--policy"} {
		code, _, errs := lily(t, "", "snapshot", flag, bad)
		if code != 1 || !strings.Contains(errs, `bad.yaml:2:1: unknown key "zoo"`) {
			t.Errorf("%s: got %d, %q", flag, code, errs)
		}
	}
}

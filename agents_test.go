package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lily/core/agents/all"
	"lily/core/agents/report"
)

func agentsOf(t *testing.T, args ...string) (code int, out string) {
	t.Helper()
	var b bytes.Buffer
	code = run(t.Context(), append([]string{"agents"}, args...), terminal{nil, &b, &b})
	return code, b.String()
}

const good = "---\nname: good\ndescription: Does good. Use it when things are bad.\n---\nDo.\n"

// What cannot be read is said, and is no skill that an agent has: a folder of 6 GB costs nothing.
func TestAgentsSaysWhatCannotBeRead(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "good/SKILL.md"), good)
	write(t, filepath.Join(dir, "vast/SKILL.md"), good)
	write(t, filepath.Join(dir, "good/data.bin"), "x")
	for _, name := range []string{"vast/SKILL.md", "good/data.bin"} {
		if err := os.Truncate(filepath.Join(dir, name), 6<<30); err != nil {
			missing(t, "this system has no files with holes: "+err.Error())
		}
	}
	for _, args := range [][]string{{dir}, {"--json", dir}, {"--require", "codex", dir}, {filepath.Join(dir, "vast")}} {
		code, out := agentsOf(t, args...)
		if want := "vast/SKILL.md: It has 6442450944 bytes, and at most 16777216 are looked at."; code != 1 || !strings.Contains(filepath.ToSlash(out), want) || strings.Contains(out, "data.bin: ") {
			t.Errorf("%v: got %d, %s, want 1 and %q", args, code, out, want)
		}
	}
}

func TestAgentsTakesAPathAsWhatItIs(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "set/good/SKILL.md"), good)
	write(t, filepath.Join(dir, "repo/skills/good/SKILL.md"), good)
	write(t, filepath.Join(dir, "project/.agents/skills/good/SKILL.md"), good)
	write(t, filepath.Join(dir, "project/src/skills/other/SKILL.md"), good)
	write(t, filepath.Join(dir, "home/.agents/skills/good/SKILL.md"), good)
	write(t, filepath.Join(dir, "text/README.md"), "x")
	for _, c := range []struct {
		args string
		code int
		want string // the paths of --json, by blanks, or a part of what is said
	}{
		{"set", 0, "set/good/SKILL.md"},
		{"set/good", 0, "set/good/SKILL.md"},
		{"set/good/SKILL.md", 0, "set/good/SKILL.md"},
		{"repo", 0, "repo/skills/good/SKILL.md"},
		{"project", 0, "project/.agents/skills/good/SKILL.md"},
		{"--home DIR/home project", 0, "home/.agents/skills/good/SKILL.md project/.agents/skills/good/SKILL.md"},
		{"--as home-claude set", 0, "set/good/SKILL.md"},
		{"--as project repo", 0, "repo/skills/good/SKILL.md"},
		{"--as nowhere set", 2, "there is no place"},
		{"text", 0, ""},
		{"text/README.md", 1, "this is no skill"},
		{"nowhere", 1, "no such file"},
	} {
		words := strings.Fields(strings.ReplaceAll(c.args, "DIR", dir))
		words[len(words)-1] = filepath.Join(dir, words[len(words)-1])
		code, out := agentsOf(t, append([]string{"--json"}, words...)...)
		if code != c.code || code != 0 && !strings.Contains(out, c.want) {
			t.Errorf("%s: got %d, %s", c.args, code, out)
		}
		if code != 0 {
			continue
		}
		var r report.Report
		if err := json.Unmarshal([]byte(out), &r); err != nil {
			t.Fatal(err)
		}
		got := []string{}
		for _, s := range r.Skills {
			rel, _ := filepath.Rel(dir, s.Path)
			got = append(got, filepath.ToSlash(rel))
		}
		if strings.Join(got, " ") != c.want || len(r.Agents) != len(all.List) {
			t.Errorf("%s: got %s of %d agents, want %s", c.args, got, len(r.Agents), c.want)
		}
	}
}

func TestAgentsSaysWhy(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "set/good/SKILL.md"), good)
	write(t, filepath.Join(dir, "set/Bad/SKILL.md"), "---\nname: Bad\ndescription: x\n---\n")
	set := filepath.Join(dir, "set")
	for _, c := range []struct {
		args string
		code int
		want []string
	}{
		{"", 0, []string{"Agent Skills standard", "Bad", "1 skill, whole for every agent here", "✕ refused"}},
		{"--why Bad", 0, []string{"Agent Skills standard: refused", "upper-case", "agentskills/agentskills@", "validator.py"}},
		{"--why good --agent standard", 0, []string{"Agent Skills standard: loaded as good"}},
		{"--why other", 1, []string{"there is no such skill here"}},
		{"--catalog standard", 0, []string{"<name>\ngood\n</name>"}},
		{"--require standard", 1, []string{"Bad/SKILL.md: refused by Agent Skills standard"}},
		{"--agent lily", 0, []string{"Lily"}},
		{"--agent nobody", 2, []string{`there is no agent "nobody"`, "standard"}},
		{"--window 0", 2, []string{"want at least 1"}},
	} {
		code, out := agentsOf(t, append(strings.Fields(c.args), set)...)
		if code != c.code {
			t.Errorf("%s: got exit code %d, want %d: %s", c.args, code, c.code, out)
		}
		for _, want := range c.want {
			if !strings.Contains(out, want) {
				t.Errorf("%s: got no %q in %s", c.args, want, out)
			}
		}
	}
	if code, out := agentsOf(t); code != 2 || !strings.Contains(out, "agents wants a path") {
		t.Errorf("without a path: got %d, %s", code, out)
	}
	if code, out := agentsOf(t, "--rules"); code != 0 || !strings.Contains(out, "StrictYAML") {
		t.Errorf("--rules: got %d, %s", code, out)
	}
}

// Nothing that a skill says drives a terminal.
func TestAgentsShowsForeignTextPlainly(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "set/x\x1b[31m/SKILL.md"), "---\nname: \"a\\e[2J\"\ndescription: \"\\e]0;x\\a\"\n---\n")
	for _, args := range []string{"", "--json", "--why x\x1b[31m", "--catalog lily"} {
		words := []string{filepath.Join(dir, "set")}
		if args != "" {
			words = append(strings.SplitN(args, " ", 2), words...)
		}
		if _, out := agentsOf(t, words...); strings.ContainsAny(out, "\x1b\a") {
			t.Errorf("%s: got %q", args, out)
		}
	}
}

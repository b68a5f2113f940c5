package main

import (
	"encoding/json"
	"encoding/xml"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// repository is a folder with a skill that has a warning, and one that has an error where that is wanted.
func repository(t *testing.T, broken bool) string {
	t.Helper()
	dir := realDir(t)
	write(t, filepath.Join(dir, "skills/one/SKILL.md"), "---\nname: one\ndescription: Use when one is wanted.\nallowed_tools: Read\n---\nText.\n")
	if broken {
		write(t, filepath.Join(dir, "skills/two/SKILL.md"), "---\nname: two\ndescription: Use when: two\n---\nText.\n")
	}
	return dir
}

// shelled runs lines as a host runs them, in a folder, with a program lily before all others.
func shelled(t *testing.T, dir, lines string, env ...string) (string, int) {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil {
		missing(t, "bash is not installed")
	}
	cmd := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", lines)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

// onPath is a PATH on which lily is this program.
func onPath(t *testing.T, at string) string {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(at, "lily"), "#!/bin/sh\nLILY_IN_TEST=1 exec '"+exe+"' \"$@\"\n")
	if err := os.Chmod(filepath.Join(at, "lily"), 0o755); err != nil {
		t.Fatal(err)
	}
	return "PATH=" + at + string(os.PathListSeparator) + os.Getenv("PATH")
}

// composite is the Action as its file has it.
type composite struct {
	Inputs map[string]struct{ Default string }
	Runs   struct {
		Using string
		Steps []struct {
			Name, Uses, Shell, Run string
			Env                    map[string]string
		}
	}
}

// The Action builds the program of its commit and marks findings: its own lines are run, with the inputs as a host gives
// them. What it uses of others is pinned to a commit.
func TestAction(t *testing.T) {
	var a composite
	if err := yaml.Unmarshal([]byte(document(t, "action.yml")), &a); err != nil || a.Runs.Using != "composite" {
		t.Fatalf("got %+v, %v", a, err)
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	temp := realDir(t)
	pinned := regexp.MustCompile(`^[\w-]+/[\w-]+@[0-9a-f]{40}$`)
	for _, c := range []struct {
		name   string
		broken bool
		inputs map[string]string
		code   int
		want   string
	}{
		{"warning", false, nil, 0, "::warning file=skills/one/SKILL.md,line=4"},
		{"strict", false, map[string]string{"strict": "true", "paths": "skills/one\nskills"}, 1, "::warning "},
		{"error", true, map[string]string{"paths": "skills", "sarif": "out.sarif"}, 1, "::error file=skills/two/SKILL.md"},
		{"least", false, map[string]string{"min": "error", "sarif": "out.sarif"}, 0, ""},
		{"hostile", false, map[string]string{"paths": "$(touch hacked) `touch hacked`;touch hacked --fix"}, 1, ""},
		{"bad", false, map[string]string{"min": "loud", "sarif": "out.sarif"}, 2, "want error, warning or info"},
	} {
		dir := repository(t, c.broken)
		out, code := "", 0
		for _, step := range a.Runs.Steps {
			if step.Uses != "" && !pinned.MatchString(step.Uses) {
				t.Errorf("got %s, want it pinned to a commit", step.Uses)
			}
			if strings.Contains(step.Run, "${{") {
				t.Errorf("%s: got an expression in the lines, want it in the environment", step.Name)
			}
			if step.Run == "" || code != 0 || strings.HasPrefix(step.Name, "Build") && c.name != "warning" {
				continue // what was built once is there
			}
			env := []string{"RUNNER_TEMP=" + temp, "GITHUB_ACTIONS=true"}
			for name, value := range step.Env {
				env = append(env, name+"="+given(a, c.inputs, value, here))
			}
			out, code = shelled(t, dir, step.Run, env...)
		}
		if code != c.code || !strings.Contains(out, c.want) {
			t.Errorf("%s: got %d, %s; want %d, %s", c.name, code, out, c.code, c.want)
		}
		if _, err := os.Stat(filepath.Join(dir, "hacked")); err == nil {
			t.Errorf("%s: got an input run as a command", c.name)
		}
		if c.inputs["sarif"] != "" && c.code != 2 && !json.Valid([]byte(document(t, filepath.Join(dir, "out.sarif")))) {
			t.Errorf("%s: got no SARIF", c.name)
		}
	}
}

// given is what a host puts in the place of an expression.
func given(a composite, inputs map[string]string, value, here string) string {
	if name, ok := strings.CutPrefix(strings.Trim(value, "${} "), "inputs."); ok {
		if got, set := inputs[name]; set {
			return got
		}
		return a.Inputs[name].Default
	}
	return strings.ReplaceAll(value, "${{ github.action_path }}", here)
}

// The hooks of pre-commit run what their entries say over the files that they ask for.
func TestPreCommit(t *testing.T) {
	var hooks []struct{ ID, Entry, Language, Files string }
	if err := yaml.Unmarshal([]byte(document(t, ".pre-commit-hooks.yaml")), &hooks); err != nil || len(hooks) != 2 {
		t.Fatalf("got %+v, %v", hooks, err)
	}
	path := onPath(t, realDir(t))
	for _, h := range hooks {
		wanted, err := regexp.Compile(h.Files)
		if err != nil || h.Language != "golang" || !wanted.MatchString("skills/one/SKILL.md") || !wanted.MatchString("SKILL.md") || wanted.MatchString("x/MYSKILL.md") {
			t.Errorf("got %+v, %v", h, err)
		}
		dir := repository(t, true)
		out, code := shelled(t, dir, h.Entry+" skills/one/SKILL.md skills/two/SKILL.md", path)
		text := document(t, filepath.Join(dir, "skills/two/SKILL.md"))
		if fixed := strings.Contains(text, `"Use when: two"`); fixed != (h.ID == "lily-fix") || (code == 0) != fixed {
			t.Errorf("%s: got %d, %s, and %s", h.ID, code, out, text)
		}
	}
}

// The manual's example for GitLab: its lines run, and write what GitLab reads.
func TestGitLab(t *testing.T) {
	_, rest, _ := strings.Cut(document(t, "static/manual/editors.md"), "## GitLab\n\n```yaml\n")
	text, _, _ := strings.Cut(rest, "```")
	var jobs map[string]struct {
		Script    []string
		Artifacts struct{ Reports struct{ JUnit string } }
	}
	if err := yaml.Unmarshal([]byte(text), &jobs); err != nil || len(jobs["skills"].Script) == 0 {
		t.Fatalf("got %q, %v", text, err)
	}
	path := onPath(t, realDir(t))
	for _, broken := range []bool{false, true} {
		dir := repository(t, broken)
		out, code := shelled(t, dir, strings.Join(jobs["skills"].Script, "\n"), path)
		report := document(t, filepath.Join(dir, jobs["skills"].Artifacts.Reports.JUnit))
		if (code == 1) != broken || xml.Unmarshal([]byte(report), new(struct{ XMLName xml.Name })) != nil || !strings.Contains(report, "testcase") {
			t.Errorf("got %d, %s and %s", code, out, report)
		}
	}
}

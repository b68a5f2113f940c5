package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var specified = regexp.MustCompile("(?s)```markdown\n(---\nname: (\\w+)\n.*\n)```\n")

// TM-4: the three examples of the tool format's specification run in a repository on this machine. What needs the
// internet there is a stand-in.
func TestTheSpecificationsExamplesRun(t *testing.T) {
	spec, err := os.ReadFile("../shared/specs/tool_skills_v1.md")
	if err != nil {
		missing(t, "this checkout has no specification beside it")
	}
	files := map[string]string{"policy.yaml": "ask: full_auto\n", "profile.yaml": "mode: Dev\n"}
	examples, _, _ := strings.Cut(string(spec), "\n## 9.")
	for _, part := range strings.Split(examples, "### 8.")[1:] {
		if m := specified.FindStringSubmatch(part); m != nil {
			files["skills/"+m[2]+"/SKILL.md"] = m[1]
		}
	}
	files["skills/deploy/scripts/deploy.sh"] = "#!/bin/sh\necho \"deploying $1 ($2)\" | tee deployed.txt\n"
	if len(files) != 6 {
		t.Fatalf("got %d files, want three skills and a script", len(files)-2)
	}
	dir, bin := folder(t, files), folder(t, map[string]string{"npx": "#!/bin/sh\necho \"the sum of $2\"\n"})
	for _, at := range []string{filepath.Join(bin, "npx"), filepath.Dir(bin), filepath.Dir(dir)} { // root's programs run as nobody
		if err := os.Chmod(at, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
	git(t, dir, "init", "-q", "-b", "trunk")
	git(t, dir, "add", "skills")
	git(t, dir, "-c", "user.name=A", "-c", "user.email=a@b", "commit", "-qm", "first")

	t.Chdir(dir)
	_, out, errs := lily(t, "/skill git git_status\n/skill git git_log 1\n/skill git git_diff false\n/skill summarize summarize_url https://example.com\n",
		"session", "--workspace", ".", "--policy", "policy.yaml")
	for _, want := range []string{"## trunk\n?? policy.yaml\n?? profile.yaml\n", " first\n", "the sum of https://example.com"} {
		if !strings.Contains(out, want) {
			t.Errorf("got %s%s, want %q", out, errs, want)
		}
	}
	s := onTerminal(t, dir, []string{"NO_COLOR=1"}, "session", "--workspace", ".", "--profile", "profile.yaml")
	s.next("> ")
	for _, step := range [][2]string{{"/skill deploy deploy_preview hello", "deploy.sh"}, {"y", "deploying preview (hello)"}} {
		s.keys.WriteString(step[0] + "\r")
		s.next(step[1])
		s.next("> ")
	}
	s.keys.WriteString("\x04")
	s.next("away: ") // of deployed.txt
	s.keys.WriteString("y\r")
	if code := s.end(); code != 0 {
		t.Errorf("got %d", code)
	}
	if got, err := os.ReadFile("deployed.txt"); string(got) != "deploying preview (hello)\n" {
		t.Errorf("got %q, %v", got, err)
	}
}

func git(t *testing.T, dir string, words ...string) {
	t.Helper()
	c := exec.Command("git", words...)
	c.Dir = dir
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v, %s", words, err, out)
	}
}

package core_test

import (
	"os"
	"strings"
	"testing"

	"lily/core"
	"lily/core/command"
	"lily/core/event"
	"lily/core/policy"
)

// Spec 9.3, TS-5, TS-7, CM-8: every runtime error, with its code and its words,
// for the person and for a model.
func TestSpecRuntimeErrors(t *testing.T) {
	skill := kit("kit", "timeout: 2\n", []string{"bare", "no-such-program"}, []string{"script", "./scripts/none.sh"}, []string{"folder", "./scripts"},
		[]string{"outside", "../other/run.sh"}, []string{"absolute", "/bin/ls"}, []string{"slow", "sleep 3"}, []string{"needs", "echo {{text}}", "text"})
	for _, tt := range []struct {
		section, tool string
		code          command.Code
		exit          int
		want          string
	}{
		{"command not found (ENOENT)", "bare", command.ToolFailed, 127, "Command not found: no-such-program cannot run here"},
		{"command not found (ENOENT)", "script", command.ToolFailed, 127, "Command not found: the skill's folder has no file scripts/none.sh."},
		{"permission denied (EACCES)", "folder", command.ToolFailed, 126, "Permission denied: ./scripts is a folder"},
		{"permission denied (EACCES)", "outside", command.ToolFailed, 126, "Permission denied: the program ../other/run.sh lies outside"},
		{"permission denied (EACCES)", "absolute", command.ToolFailed, 126, "Permission denied: the program /bin/ls lies outside"},
		{"timeout exceeded", "slow", command.Timeout, 124, "stopped after its timeout of 2 seconds."},
		{"missing required parameter", "needs", command.InvalidArguments, -1, "The argument text is missing."},
	} {
		files := map[string]string{"user/skills/kit/SKILL.md": skill, "user/skills/kit/scripts/a.sh": "echo\n", "user/skills/other/run.sh": "echo no\n"}
		k := running(t, files, core.Ports{Approve: always(policy.Once)}, calls("kit__"+tt.tool, `{}`), says("went on"))
		r := k.line(t, "/skill kit "+tt.tool)
		if r.Code() != tt.code || !strings.Contains(r.Output(), tt.want) {
			t.Errorf("%s: %s: got %s %q, want %s with %q", tt.section, tt.tool, r.Code(), r.Output(), tt.code, tt.want)
		}
		k.line(t, "go")
		if got := k.lastResult(); !strings.Contains(got, tt.want) {
			t.Errorf("%s: %s: the model got %q", tt.section, tt.tool, got)
		}
		done := bodies[event.ToolResult](k)
		if tt.exit < 0 && len(done) == 0 {
			continue
		}
		if len(done) != 2 || done[0].Result.ExitCode != tt.exit || done[1].Result.ExitCode != tt.exit || done[0].Code != tt.code {
			t.Errorf("%s: %s: got %+v", tt.section, tt.tool, done)
		}
	}
}

// Spec 8.1 to 8.3: the complete examples, called: where programs are missing they
// say so, and a script of the skill runs.
func TestSpecExamplesRun(t *testing.T) {
	files := map[string]string{"user/skills/deploy/scripts/deploy.sh": "echo deployed $1 $2\n"}
	for _, name := range []string{"git", "summarize", "deploy"} {
		data, err := os.ReadFile("skill/testdata/spec/" + name + "/SKILL.md")
		if err != nil {
			t.Fatal(err)
		}
		files["user/skills/"+name+"/SKILL.md"] = string(data)
	}
	k := running(t, files, core.Ports{Approve: always(policy.Digest)})
	if err := k.Edit(func(w core.World) (core.World, error) {
		w.Profile.Mode, w.Profile.Binaries = "Dev", []string{"git", "npx"}
		return w, nil
	}); err != nil {
		t.Fatal(err)
	}
	k.id, _ = k.Open(true)
	for _, tt := range []struct{ line, want string }{
		{"/skill git git_log count=5", "git cannot run here, though the profile declares it."},
		{"/skill summarize url=https://x", "npx cannot run here, though the profile declares it."},
		{`/skill deploy message="ship it"`, "deployed preview ship it"},
		{"/skill deploy deploy_preview", "deployed preview"},
	} {
		if r := k.line(t, tt.line); !strings.Contains(r.Output(), tt.want) {
			t.Errorf("%s: got %q, want %q", tt.line, r.Output(), tt.want)
		}
	}
	if n := len(bodies[event.Approval](k)); n != 4 {
		t.Errorf("got %d approvals, want 4: always_ask asks each time (spec 6.3)", n)
	}
}

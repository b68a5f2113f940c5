package core_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"lily/core"
	"lily/core/command"
	"lily/core/event"
	"lily/core/policy"
	"lily/core/program"
	"lily/core/world"
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
		k := running(t, files, core.Ports{Person: always(policy.Once)}, calls("kit__"+tt.tool, `{}`), says("went on"))
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
	k := running(t, files, core.Ports{Person: always(policy.Digest)})
	if err := k.Edit(func(w world.World) (world.World, error) {
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

// Spec 4.2, 4.3, TS-6: what a person's and a model's envelope holds of outputs at the
// limit, over it, cut within a character, and of 100 MB.
func TestSpecTruncation(t *testing.T) {
	files := map[string]string{"bundled/skills/kit/SKILL.md": kit("kit", "read_only: true\n", []string{"much", "repeat {{n}} {{text}}", "n", "text"})}
	mark := func(n int) string { return fmt.Sprintf("\n... [truncated %d bytes] ...\n", n) }
	a, long := func(n int) string { return strings.Repeat("a", n) }, strings.Repeat("x", 64<<10)
	k := running(t, files, core.Ports{})
	for _, tt := range []struct {
		n          int
		text, want string
		truncated  bool
	}{
		{4096, "a", a(4096), false},
		{4097, "a", a(2048) + mark(1) + a(2048), true},
		{1365, "…", strings.Repeat("…", 1365), false},
		{1366, "…", strings.Repeat("…", 682) + mark(6) + strings.Repeat("…", 682), true},
		{1600, long, long[:2048] + mark(1600<<16-4096) + long[:2048], true},
	} {
		r := k.line(t, fmt.Sprintf("/skill kit %d %s", tt.n, tt.text))
		done := bodies[event.ToolResult](k)
		got := done[len(done)-1].Result
		if r.Code() != "" || got.Output != tt.want || got.Truncated != tt.truncated || !got.Success {
			t.Errorf("%d of %.3s: got %s, %v, %d bytes %.50q", tt.n, tt.text, r.Code(), got.Truncated, len(got.Output), got.Output)
		}
	}
}

// Spec 5.1, 5.3, TS-5, VF-1: a program works in /workspace, for 30 s where its skill
// says nothing, and for as long as it says.
func TestSpecExecution(t *testing.T) {
	for front, want := range map[string]int{"": 30, "timeout: 1\n": 1, "timeout: 300\n": 300} {
		var seen program.Spec
		files := map[string]string{"bundled/skills/kit/SKILL.md": kit("kit", "read_only: true\n"+front, []string{"where", "pwd"})}
		k := running(t, files, core.Ports{Runner: hooked{before: func(s program.Spec) { seen = s }}})
		if r := k.line(t, "/skill kit"); r.Output() != "/workspace" || seen.Timeout != want {
			t.Errorf("%q: got %q, %d s, want %d", front, r.Output(), seen.Timeout, want)
		}
	}
}

// Spec 6.1: each threat and what holds it off: a value is no command, a loop ends,
// output is cut, a secret does not arrive, network grants nothing, and a tool
// of a skill that the snapshot does not hold is none.
func TestSpecThreats(t *testing.T) {
	files := map[string]string{
		"bundled/skills/kit/SKILL.md": kit("kit", "read_only: true\nnetwork: true\ntimeout: 1\n", say, []string{"loop", "sleep 99999"}, []string{"flood", "repeat 99999 x"}, []string{"secrets", "env"}),
	}
	k := running(t, files, core.Ports{}, calls("new__say", `{"text":"a"}`), says("ok"))
	_ = k.Edit(func(w world.World) (world.World, error) {
		w.Profile.Env = map[string]string{"A_TOKEN": "hidden", "HOME": "/h"}
		return w, nil
	})
	k.id, _ = k.Open(true)
	put(t, k.Engine, "user/skills/new/SKILL.md", kit("new", "", say))
	for line, want := range map[string]string{
		"/skill kit say '$(env); env | cat'": "$(env); env | cat", "/skill kit loop": "timeout of 1 second", "/skill kit flood": "[truncated 95903 bytes]",
		"/skill kit secrets": "HOME=/h", "/skill new a": `There is no skill "new"`,
	} {
		if got := k.line(t, line).Output(); !strings.Contains(got, want) || strings.Contains(got, "hidden") {
			t.Errorf("%s: got %q, want %q", line, got, want)
		}
	}
	k.line(t, "go")
	if got := bodies[event.CallRefused](k); len(got) != 1 || got[0].Rule != "registered" {
		t.Errorf("got %+v", got)
	}
}

// Spec 7.2, 7.3, EN-1: a skill is there in its modes alone, and in all of them where
// it names none; a policy judges each of its tools by name.
func TestSpecIntegration(t *testing.T) {
	files := map[string]string{
		"bundled/skills/dev/SKILL.md": kit("dev", "read_only: true\nmodes: [Dev]\n", say), "bundled/skills/any/SKILL.md": kit("any", "read_only: true\n", say),
	}
	for _, tt := range []struct{ mode, deny, dev, any string }{
		{"Global", "", "excluded: mode mismatch", "x"},
		{"Meeting", "", "excluded: mode mismatch", "x"},
		{"Dev", "", "x", "x"},
		{"Dev", "dev__say", "The policy denies the tool dev__say.", "x"},
		{"Dev", "say", "The policy denies the tool say.", "The policy denies the tool say."},
	} {
		k := running(t, files, core.Ports{})
		_ = k.Edit(func(w world.World) (world.World, error) {
			w.Profile.Mode = tt.mode
			if tt.deny != "" {
				w.Policy.Deny = []string{tt.deny}
			}
			return w, nil
		})
		k.id, _ = k.Open(true)
		for name, want := range map[string]string{"dev": tt.dev, "any": tt.any} {
			if got := k.line(t, "/skill "+name+" x").Output(); !strings.Contains(got, want) {
				t.Errorf("%+v: %s: got %q", tt, name, got)
			}
		}
	}
}

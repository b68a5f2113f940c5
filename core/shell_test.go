package core_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"lily/core"
	"lily/core/argv"
	"lily/core/command"
	"lily/core/event"
	"lily/core/model"
	"lily/core/policy"
	"lily/core/program"
	"lily/core/world"
)

// scripted is a skill of the standard with scripts, and files of the same names
// in the workspace.
func scripted(front string) map[string]string {
	return map[string]string{
		"user/skills/kit/SKILL.md":          "---\nname: kit\ndescription: Runs.\n" + front + "---\nRun scripts/task.sh.\n",
		"user/skills/kit/scripts/task.sh":   "echo pinned $1\n",
		"user/skills/kit/top.sh":            "echo top\n",
		"user/skills/other/SKILL.md":        "---\nname: other\ndescription: Other.\n---\nOther.\n",
		"user/skills/other/scripts/o.sh":    "echo other\n",
		"workspace/scripts/task.sh":         "echo loose $1\n",
		"workspace/scripts/mine.sh":         "echo mine\n",
		"workspace/skills/own/SKILL.md":     "---\nname: own\ndescription: Own.\n---\nOwn.\n",
		"workspace/skills/own/scripts/s.js": "js",
	}
}

func object(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func shellCall(t *testing.T, commands ...string) model.Reply {
	t.Helper()
	var list []string
	for _, c := range commands {
		list = append(list, "shell", object(t, map[string]string{"command": c}))
	}
	return calls(list...)
}

// TS-2, SN-3, VF-1: which words run, with a skill and without one: the skill's
// pinned file where it has one of that path, else the workspace's.
func TestShellWords(t *testing.T) {
	const kit = "/user/skills/kit/"
	for text, want := range map[string]struct{ with, without, output string }{
		"scripts/task.sh a":                 {kit + "scripts/task.sh|a", "scripts/task.sh|a", "pinned a\n"},
		"./scripts/task.sh":                 {kit + "scripts/task.sh", "./scripts/task.sh", "pinned\n"},
		"scripts/mine.sh":                   {"scripts/mine.sh", "scripts/mine.sh", "mine\n"},
		"/workspace/scripts/task.sh a":      {"/workspace/scripts/task.sh|a", "/workspace/scripts/task.sh|a", "loose a\n"},
		"/user/skills/kit/scripts/task.sh":  {kit + "scripts/task.sh", kit + "scripts/task.sh", "pinned\n"},
		"bash scripts/task.sh 'a b'":        {"bash|" + kit + "scripts/task.sh|a b", "bash|scripts/task.sh|a b", "pinned a b\n"},
		"sh ./scripts/task.sh x":            {"sh|" + kit + "scripts/task.sh|x", "sh|./scripts/task.sh|x", "pinned x\n"},
		"sh top.sh":                         {"sh|" + kit + "top.sh", "sh|top.sh", "top\n"},
		"bash scripts/mine.sh":              {"bash|scripts/mine.sh", "bash|scripts/mine.sh", "mine\n"},
		"bash -c 'echo scripts/task.sh'":    {"bash|-c|echo scripts/task.sh", "bash|-c|echo scripts/task.sh", "scripts/task.sh\n"},
		"cat scripts/task.sh":               {"cat|scripts/task.sh", "cat|scripts/task.sh", "echo loose $1\n"},
		"echo scripts/task.sh * $HOME '|' ": {"echo|scripts/task.sh|*|$HOME||", "echo|scripts/task.sh|*|$HOME||", "scripts/task.sh * $HOME |\n"},
		"env":                               {"env", "env", ""},
	} {
		for _, with := range []bool{true, false} {
			k := running(t, scripted(""), core.Ports{Person: always(policy.Once)}, shellCall(t, text), says("ok"))
			put(t, k.Engine, "user/skills/kit/scripts/task.sh", "echo edited\n")
			line, words := "go", want.without
			if with {
				line, words = "/skill kit go", want.with
			}
			k.line(t, line)
			got := bodies[event.ToolCall](k)
			if len(got) != 1 || strings.Join(got[0].Argv, "|") != words {
				t.Fatalf("%s, with a skill %v: got %+v, want %s", text, with, got, words)
			}
			if out := bodies[event.ToolResult](k)[0].Result.Output; with && want.output != "" && out != want.output {
				t.Errorf("%s: got %q, want %q", text, out, want.output)
			}
			if a := bodies[event.Approval](k); len(a) != 1 || !slices.Equal(a[0].Argv, got[0].Argv) {
				t.Errorf("%s: got %+v, want the words that were asked about", text, a)
			}
			k.replayed(t)
		}
	}
}

// TS-2, PO-3, PO-5, CV-5: what does not run, and by which rule.
func TestShellRefused(t *testing.T) {
	for _, tt := range []struct {
		name, front, rules, args string
		consent                  policy.Consent
		code                     command.Code
		rule, says               string
	}{
		{"a pipe", "", "", `{"command":"ls | cat"}`, policy.Once, command.InvalidArguments, "", "run bash -c '…'"},
		{"two commands", "", "", `{"command":"ls && cat"}`, policy.Once, command.InvalidArguments, "", "got && outside of quotes"},
		{"a NUL", "", "", `{"command":"ls \u0000"}`, policy.Once, command.InvalidArguments, "", "NUL"},
		{"a hidden name", "", "", `{"command":"l\u200bs"}`, policy.Once, command.InvalidArguments, "", "l«U+200B»s, holds characters that nobody can see"},
		{"a blank that is none", "", "", `{"command":"rm\u00a0-rf x"}`, policy.Once, command.InvalidArguments, "", "rm«U+00A0»-rf"},
		{"a quote", "", "", `{"command":"ls 'a"}`, policy.Once, command.InvalidArguments, "", "never closed"},
		{"nothing", "", "", `{"command":" "}`, policy.Once, command.InvalidArguments, "", "empty"},
		{"no command", "", "", `{}`, policy.Once, command.InvalidArguments, "", "missing"},
		{"0 s", "", "", `{"command":"ls","timeout":0}`, policy.Once, command.InvalidArguments, "", "want 1 to 300"},
		{"301 s", "", "", `{"command":"ls","timeout":301}`, policy.Once, command.InvalidArguments, "", "want 1 to 300"},
		{"half a second", "", "", `{"command":"ls","timeout":0.5}`, policy.Once, command.InvalidArguments, "", "want an integer"},
		{"another argument", "", "", `{"command":"ls","cwd":"/"}`, policy.Once, command.InvalidArguments, "", "no argument cwd"},
		{"denied", "", "deny: [shell]", `{"command":"ls"}`, policy.Once, command.ToolDenied, "deny: shell", "denies"},
		{"not allowed", "", "allow: [read]", `{"command":"ls"}`, policy.Once, command.ToolDenied, "allow", "does not name"},
		{"not hinted", "allowed-tools: Read\n", "", `{"command":"ls"}`, policy.Once, command.ToolDenied, "allowed-tools", "do not name"},
		{"another command", "allowed-tools: Read Bash(git:*) Bash(npm run test)\n", "", `{"command":"npm run build"}`, policy.Once, command.ToolDenied, "allowed-tools: Bash(git:*), Bash(npm run test)", "not these words"},
		{"another script", "allowed-tools: Bash(scripts/task.sh:*)\n", "", `{"command":"/workspace/scripts/task.sh"}`, policy.Once, command.ToolDenied, "allowed-tools: Bash(scripts/task.sh:*)", "not these words"},
		{"a shell around it", "allowed-tools: Bash(git:*)\n", "", `{"command":"bash -c 'git status'"}`, policy.Once, command.ToolDenied, "allowed-tools: Bash(git:*)", "not these words"},
		{"owner's", "", "owner_only: {tools: [shell]}", `{"command":"ls"}`, policy.Once, command.OwnerOnly, "owner_only.tools: shell", "owner"},
		{"not approved", "", "", `{"command":"echo a"}`, policy.Deny, command.ApprovalDenied, "a command's first run", "not approved"},
		{"nobody to ask", "", "ask: never", `{"command":"echo a"}`, policy.Nobody, command.ApprovalDenied, "a command's first run", "nobody"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			k := running(t, scripted(tt.front), core.Ports{Person: always(tt.consent)}, calls("shell", tt.args), says("went on"))
			rules, err := policy.Parse("p", []byte(tt.rules))
			if err != nil {
				t.Fatal(err)
			}
			_ = k.Edit(func(w world.World) (world.World, error) { w.Policy = rules; return w, nil })
			k.id, _ = k.Open(tt.code != command.OwnerOnly)
			if r := k.line(t, "/skill kit go"); r.Output() != "went on" {
				t.Fatalf("got %s %q", r.Code(), r.Output())
			}
			refused := bodies[event.CallRefused](k)
			if len(refused) != 1 || refused[0].Code != tt.code || refused[0].Rule != tt.rule || !strings.Contains(refused[0].Message, tt.says) {
				t.Errorf("got %+v, want %s by %q with %q", refused, tt.code, tt.rule, tt.says)
			}
		})
	}
}

// PO-3: what a pattern lets run does, as far as the policy does.
func TestShellHinted(t *testing.T) {
	front := "allowed-tools: Bash(./scripts/task.sh:*) Bash(echo a)\n"
	k := running(t, scripted(front), core.Ports{Person: always(policy.Once)}, shellCall(t, "scripts/task.sh b", "echo a", "echo a b"), says("ok"))
	k.line(t, "/skill kit go")
	if got := bodies[event.ToolCall](k); len(got) != 2 || len(bodies[event.CallRefused](k)) != 1 {
		t.Errorf("got %+v", got)
	}
	if got := k.model.asked[0].Tools; len(got) != 1 || got[0].Name != "shell" {
		t.Errorf("got the tools %+v, want shell alone", got)
	}
}

// TS-4 to TS-7, VF-1: it runs by the same port with the same care as a skill's own
// tools: files, environment, timeout, exit codes, the envelope, one commit.
func TestShellRuns(t *testing.T) {
	var seen program.Spec
	ports := core.Ports{Person: always(policy.Once), Runner: hooked{before: func(s program.Spec) { seen = s }}}
	for _, tt := range []struct {
		args, code string
		exit       int
		says       string
	}{
		{`{"command":"cp scripts/mine.sh b.sh"}`, "", 0, `"changes":[{"path":"workspace/b.sh"`},
		{`{"command":"cp scripts/mine.sh /user/skills/kit/b.sh"}`, "", 0, "1 changed file not kept, since programs write only under /workspace: /user/skills/kit/b.sh."},
		{`{"command":"exit 3"}`, "tool_failed", 3, "Command failed with exit code 3."},
		{`{"command":"sleep 8","timeout":7}`, "timeout", 124, "stopped after its timeout of 7 seconds"},
		{`{"command":"sleep 31"}`, "timeout", 124, "stopped after its timeout of 30 seconds"},
		{`{"command":"git status"}`, "tool_failed", 127, "Command not found: git cannot run here"},
		{`{"command":"scripts/nowhere.sh"}`, "tool_failed", 127, "There is no program"},
		{`{"command":"../x.sh"}`, "tool_failed", 127, "There is no program"},
		{`{"command":"/bundled/skills/x/x.sh"}`, "tool_failed", 127, "There is no program"},
		{`{"command":"/user/skills/other/scripts/o.sh"}`, "tool_failed", 127, "There is no program"},
		{`{"command":"repeat 5000 ä"}`, "", 0, `"truncated":true`},
		{`{"command":"echo '[1]'"}`, "", 0, `"parsed":[1]`},
	} {
		k := running(t, scripted(""), ports, calls("shell", tt.args), says("ok"))
		k.line(t, "/skill kit go")
		got := bodies[event.ToolResult](k)
		if len(got) != 1 || string(got[0].Code) != tt.code || got[0].Result.ExitCode != tt.exit || !strings.Contains(object(t, got[0]), tt.says) {
			t.Errorf("%s: got %+v, want %s %d %s", tt.args, got, tt.code, tt.exit, tt.says)
		}
	}
	if _, ok := seen.Files.File("user/skills/kit/SKILL.md"); !ok || seen.Dir != "/workspace" || !slices.Contains(seen.Env, "LILY_SKILL_DIR=/user/skills/kit") {
		t.Errorf("got %+v", seen)
	}
}

// CM-4: a skill that dispatches to shell runs a command for the person, after a
// question, and without a runner says that nothing can run here.
func TestShellDispatch(t *testing.T) {
	files := map[string]string{"bundled/skills/run/SKILL.md": "---\ncommand: run\ninvocation_mode: tool_dispatch\ncommand_tool: shell\nrequires_tools: [shell]\n---\n"}
	k := running(t, files, core.Ports{Person: always(policy.Once)})
	for line, want := range map[string]string{
		"/run 'echo a  b'":        "a b",
		"/run 'sleep 9' 5":        "timeout of 5 seconds",
		"/run 'echo a | cat'":     "got | outside of quotes",
		`/run {"command":"pwd"}`:  "/workspace",
		"/run":                    "command is missing",
		"/run echo a":             "timeout: got \"a\"",
		"/run command='echo a=b'": "a=b",
	} {
		if r := k.line(t, line); !strings.Contains(r.Output(), want) {
			t.Errorf("%s: got %q, want %q", line, r.Output(), want)
		}
	}
	k.replayed(t)
	k = newTalk(t, files, "", policy.Once)
	if r := k.line(t, "/run 'echo a'"); r.Code() != command.ToolFailed || !strings.Contains(r.Output(), "Programs cannot run here; echo was not started.") {
		t.Errorf("got %s %q", r.Code(), r.Output())
	}
}

// TS-2, TS-3: every hostile value is a word when it is quoted, and as a command it
// is its words or refused; nothing in it chooses another program.
func TestShellHostile(t *testing.T) {
	quoted := func(v string) string { return "'" + strings.ReplaceAll(v, "'", `'\''`) + "'" }
	var replies []model.Reply
	list := hostileValues(t)
	if len(list) < 200 {
		t.Fatalf("got %d hostile values, want 200 or more", len(list))
	}
	for _, v := range list {
		replies = append(replies, shellCall(t, "echo "+quoted(v), v), says("ok"))
	}
	k := running(t, scripted("allowed-tools: Bash(echo:*)\n"), core.Ports{Person: always(policy.Once)}, replies...)
	for i, v := range list {
		if i%5 == 4 { // each line replays its session: a short one is quick
			k.id, _ = k.Open(true)
		}
		from := len(bodies[event.ToolCall](k))
		k.line(t, "/skill kit go")
		got := bodies[event.ToolCall](k)[from:]
		want := [][]string{{"echo", v}}
		if strings.Contains(v, "\x00") {
			want = nil
		}
		if words, err := argv.Command(v); err == nil && words[0] == "echo" {
			want = append(want, words)
		}
		if !slices.EqualFunc(got, want, func(c event.ToolCall, w []string) bool { return slices.Equal(c.Argv, w) }) {
			t.Errorf("%q: got %+v, want %q", v, got, want)
		}
	}
}

// SN-3: a template's interpreter finds the skill's script too, as it is pinned.
func TestTemplateScript(t *testing.T) {
	k := running(t, map[string]string{
		"bundled/skills/kit/SKILL.md":     kit("kit", "read_only: true\n", []string{"go", "bash -e scripts/x.sh {{text}}", "text"}, []string{"loose", "sh loose.sh"}),
		"bundled/skills/kit/scripts/x.sh": "echo pinned\n",
		"workspace/scripts/x.sh":          "echo loose\n",
		"workspace/loose.sh":              "echo loose\n",
	}, core.Ports{})
	put(t, k.Engine, "bundled/skills/kit/scripts/x.sh", "echo edited\n")
	k.line(t, "/skill kit go b")
	k.line(t, "/skill kit loose")
	got := bodies[event.ToolCall](k)
	if len(got) != 2 || strings.Join(got[0].Argv, "|") != "bash|-e|/bundled/skills/kit/scripts/x.sh|b" || strings.Join(got[1].Argv, "|") != "sh|loose.sh" {
		t.Errorf("got %+v", got)
	}
	k.replayed(t)
}

package core_test

import (
	"strings"
	"testing"

	"lily/core"
	"lily/core/command"
	"lily/core/event"
	"lily/core/policy"
)

func bounded(front string) map[string]string {
	return map[string]string{
		"user/skills/kit/SKILL.md":            "---\nname: kit\ndescription: Reads.\n" + front + "---\nRead docs.\n",
		"user/skills/kit/references/board.md": "board\n",
		"user/skills/kit/SECRET.md":           "secret of the skill\n",
		"workspace/docs/a.md":                 "alpha\n",
		"workspace/docs/deep/b.md":            "alpha beta\n",
		"workspace/docs/c.txt":                "alpha c\n",
		"workspace/src/main.go":               "alpha main\n",
		"workspace/secret.md":                 "alpha secret\n",
	}
}

// PO-3: a pattern with paths holds for every tool that takes one, for what a model
// calls, however the path is written; what a search tells is within it.
func TestPathsHold(t *testing.T) {
	for _, tt := range []struct {
		allowed, tool, args string
		want                string // what comes back, or the rule that refuses
	}{
		{"Read(docs/**)", "read", `{"path":"docs/a.md"}`, "alpha\n"},
		{"Read(docs/**)", "read", `{"path":"./docs//deep/b.md"}`, "alpha beta\n"},
		{"Read(docs/**)", "read", `{"path":"/workspace/docs/a.md"}`, "alpha\n"},
		{"Read(docs/**)", "read", `{"path":"secret.md"}`, "!"},
		{"Read(docs/**)", "read", `{"path":"/workspace/secret.md"}`, "!"},
		{"Read(docs/**)", "read", `{"path":"docs/../secret.md"}`, "goes up"},
		{"Read(docs/**)", "read", `{"path":"Docs/a.md"}`, "!"},
		{"Read(docs/**)", "read", `{"path":"docs2/a.md"}`, "!"},
		{"Read(docs/**)", "read", `{"path":"/docs/a.md"}`, "!"},
		{"Read(docs/**)", "read", `{"path":"/user/skills/kit/SECRET.md"}`, "!"},
		{"Read(docs/**)", "read", `{"path":"docs"}`, "no file"},
		{"Read(./docs/*.md)", "read", `{"path":"docs/a.md"}`, "alpha\n"},
		{"Read(./docs/*.md)", "read", `{"path":"docs/deep/b.md"}`, "!"},
		{"Read(docs/)", "read", `{"path":"docs/deep/b.md"}`, "alpha beta\n"},
		{"Read(/workspace/docs/**)", "read", `{"path":"docs/a.md"}`, "alpha\n"},
		{"Read(//workspace/docs/**)", "read", `{"path":"docs/a.md"}`, "alpha\n"},
		{"Read(references/**)", "read", `{"path":"/user/skills/kit/references/board.md"}`, "board\n"},
		{"Read(references/**)", "read", `{"path":"/user/skills/kit/SECRET.md"}`, "!"},
		{"Read(*)", "read", `{"path":"docs/deep/b.md"}`, "alpha beta\n"},
		{"Read(docs/a.md), Read({src,lib}/**)", "read", `{"path":"src/main.go"}`, "alpha main\n"},
		{"Read(docs/**) Read", "read", `{"path":"secret.md"}`, "alpha secret\n"},
		{"View(docs/**)", "read", `{"path":"secret.md"}`, "!"},
		{"Read (docs/**)", "read", `{"path":"secret.md"}`, "!"},
		{"LS(docs/**)", "list", `{"path":"/workspace"}`, "docs/\n"},
		{"LS(docs/*.md)", "list", `{"path":"docs"}`, "a.md\n"},
		{"LS(docs/**)", "list", `{"path":"src"}`, "!"},
		{"LS(docs/**)", "list", `{"path":"/"}`, "workspace/\n"},
		{"Glob(docs/**)", "find", `{"pattern":"*.md"}`, "/workspace/docs/a.md\n/workspace/docs/deep/b.md\n"},
		{"Glob(docs/**)", "find", `{"pattern":"*","path":"/"}`, "/workspace/docs/a.md\n/workspace/docs/c.txt\n/workspace/docs/deep/b.md\n"},
		{"Glob(docs/**)", "find", `{"pattern":"*","path":"/user"}`, "no folder"},
		{"Grep(**/*.md)", "grep", `{"pattern":"alpha"}`, "/workspace/docs/a.md:1:alpha\n/workspace/docs/deep/b.md:1:alpha beta\n/workspace/secret.md:1:alpha secret\n"},
		{"Grep(docs/*)", "grep", `{"pattern":"alpha","path":"docs/deep"}`, "!"},
		{"Write(out/*.md)", "write", `{"path":"out/x.md","content":"x"}`, "Wrote 1 bytes to /workspace/out/x.md."},
		{"Write(out/*.md)", "write", `{"path":"./out/x.md","content":"x"}`, "Wrote 1 bytes to /workspace/out/x.md."},
		{"Write(out/*.md)", "write", `{"path":"out/y/x.md","content":"x"}`, "!"},
		{"Write(out/*.md)", "write", `{"path":"docs/a.md","content":"x"}`, "!"},
		{"Edit(src/**)", "edit", `{"path":"src/main.go","old":"main","new":"x"}`, "Wrote 8 bytes to /workspace/src/main.go."},
		{"Edit(src/**)", "edit", `{"path":"secret.md","old":"secret","new":"x"}`, "!"},
	} {
		for _, byModel := range []bool{true, false} {
			got := outcome(t, bounded("allowed-tools: "+tt.allowed+"\n"), tt.tool, tt.args, byModel)
			switch tt.want {
			case "!":
				if !strings.HasPrefix(got, "tool_denied by allowed-tools: ") {
					t.Errorf("%s, %s %s, by a model %v: got %q, want tool_denied", tt.allowed, tt.tool, tt.args, byModel, got)
				}
			case "goes up", "no file", "no folder":
				if !strings.HasPrefix(got, "tool_failed") || !strings.Contains(got, tt.want) {
					t.Errorf("%s, %s %s: got %q", tt.allowed, tt.tool, tt.args, got)
				}
			default:
				if got != tt.want {
					t.Errorf("%s, %s %s, by a model %v: got %q, want %q", tt.allowed, tt.tool, tt.args, byModel, got, tt.want)
				}
			}
		}
	}
}

// outcome is what a call within the skill kit comes to: by a model, or by a person's
// dispatch of the same tool.
func outcome(t *testing.T, files map[string]string, tool, args string, byModel bool) string {
	t.Helper()
	line := "/skill kit go"
	if !byModel {
		skill := files["user/skills/kit/SKILL.md"]
		files["user/skills/kit/SKILL.md"] = strings.Replace(skill, "name: kit\n", "name: kit\ninvocation_mode: tool_dispatch\ncommand_tool: "+tool+"\n", 1)
		line = "/skill kit " + args
	}
	k := running(t, files, core.Ports{Person: always(policy.Once)}, calls(tool, args), says("done"))
	before := k.World().Tree.Files()
	r := k.line(t, line)
	if k.World().Tree.Files() < before {
		t.Errorf("%s %s: %d files are gone", tool, args, before-k.World().Tree.Files())
	}
	if refused := bodies[event.CallRefused](k); len(refused) > 0 {
		return string(refused[0].Code) + " by " + refused[0].Rule
	}
	if done := bodies[event.ToolResult](k); len(done) > 0 && done[0].Result.Success {
		return done[0].Result.Output
	} else if len(done) > 0 {
		return "tool_failed: " + done[0].Result.Error
	}
	if r.Code() == command.ToolDenied && strings.Contains(r.Output(), "what fits") {
		return "tool_denied by allowed-tools: "
	}
	return string(r.Code())
}

// PO-3: a pattern that cannot be held to allows nothing, and is a finding that names
// it, with its place.
func TestPathsNotHeld(t *testing.T) {
	for _, pattern := range []string{
		"Read(~/x)", "Read(../secret.md)", "Read(docs/../secret.md)", "Read()", "Read(!src/**)", "Read(/src/**)", "Read(//src/**)", "Read(ls:*)", "Read($HOME/x)",
		"Read(docs\\**)", "Read('docs/**')", "Read([a)", "Read({docs,src/**)", "Read(docs/**, src/**)", "Read(docs//a)", "Read(C:\\docs\\**)", "Read(docs/**)(src/**)", "Read(docs/**) (src/**)", "Read(docs/(a))",
	} {
		files := bounded("")
		files["user/skills/kit/SKILL.md"] = "---\nname: kit\ndescription: Reads.\nallowed-tools: [Write, " + yamlQuoted(pattern) + "]\n---\nRead.\n"
		k := running(t, files, core.Ports{}, calls("read", `{"path":"docs/a.md"}`), says("done"))
		k.line(t, "/skill kit go")
		if refused := bodies[event.CallRefused](k); len(refused) != 1 || refused[0].Code != command.ToolDenied || !strings.HasPrefix(refused[0].Rule, "allowed-tools") {
			t.Errorf("%s: got %+v", pattern, refused)
		}
		if got := bodies[event.SkillInvoked](k)[0].Effective; strings.Join(got, " ") != "write" {
			t.Errorf("%s: got the tools %s, want write alone", pattern, got)
		}
		s, _ := k.State(k.id)
		found := s.Snapshot.Find("kit").Findings
		if len(found) != 1 || found[0].Code != "bad_pattern" || found[0].Clause != "PO-3" || found[0].Line != 4 || found[0].Column < 24 || found[0].Column > 25 {
			t.Errorf("%s: got %+v", pattern, found)
		}
	}
}

func yamlQuoted(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

package core_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"lily/core"
	"lily/core/call"
	"lily/core/command"
	"lily/core/coretest"
	"lily/core/event"
	"lily/core/policy"
	"lily/core/world"
)

// told is what a question says of the texts behind its words.
func told(t *testing.T, q call.Question) string {
	t.Helper()
	var list []string
	for _, s := range q.Program.Sources {
		data, err := s.Text.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		where := s.Path
		if s.Role == call.Runs {
			where = fmt.Sprint(s.Word, s.By, s.Path, " ", strings.TrimSpace(string(data)))
		}
		if s.Pinned {
			where += " (pinned)"
		}
		list = append(list, string(s.Role)+" "+where)
	}
	return strings.Join(list, "; ")
}

// PO-6: the question has the text of all that the words run, as it would run now, the
// files that this names, and the others of the skill's folder.
func TestQuestionHasTheScripts(t *testing.T) {
	files := scripted("")
	files["user/skills/kit/scripts/calls.sh"] = "here=$(dirname \"$0\")\n. \"$here/lib.sh\"\nsh scripts/mine.sh > out.txt\n"
	files["user/skills/kit/scripts/lib.sh"] = "source ../top.sh\n"
	files["workspace/out.txt"] = "old\n"
	files["workspace/odd name.sh"] = "echo odd\n"
	const (
		kit    = "/user/skills/kit/"
		beside = "; beside " + kit + "SKILL.md (pinned); beside " + kit + "scripts/calls.sh (pinned); beside " + kit + "scripts/lib.sh (pinned)"
		rest   = "; beside " + kit + "scripts/task.sh (pinned); beside " + kit + "top.sh (pinned)"
	)
	for _, tt := range []struct{ line, command, want string }{
		{"go", "echo a", ""},
		{"go", "cat scripts/mine.sh", "named /workspace/scripts/mine.sh"},
		{"go", "scripts/mine.sh", "runs 0/workspace/scripts/mine.sh echo mine"},
		{"go", "bash -e ./scripts/../scripts/mine.sh", "runs 2bash/workspace/scripts/mine.sh echo mine"},
		{"go", "timeout 5 env A=b sh scripts/mine.sh", "runs 5sh/workspace/scripts/mine.sh echo mine"},
		{"go", "sh 'odd name.sh'", "runs 1sh/workspace/odd name.sh echo odd"},
		{"go", "sh scripts/none.sh", ""},
		{"go", "bash -c 'cat out.txt; ./scripts/mine.sh'", "runs 2bash cat out.txt; ./scripts/mine.sh; named /workspace/out.txt; named /workspace/scripts/mine.sh"},
		{"/skill kit go", "bash scripts/task.sh a", "runs 1bash" + kit + "scripts/task.sh echo pinned $1 (pinned)" + beside + "; beside " + kit + "top.sh (pinned)"},
		{"/skill kit go", "env sh scripts/task.sh", "runs 2sh/workspace/scripts/task.sh echo loose $1" + beside + rest},
		{
			"/skill kit go", "scripts/calls.sh", "runs 0" + kit + "scripts/calls.sh here=$(dirname \"$0\")\n. \"$here/lib.sh\"\nsh scripts/mine.sh > out.txt (pinned)" +
				"; named " + kit + "scripts/lib.sh (pinned); named /workspace/scripts/mine.sh; named /workspace/out.txt; named " + kit + "top.sh (pinned)" +
				"; beside " + kit + "SKILL.md (pinned); beside " + kit + "scripts/task.sh (pinned)",
		},
		{"/skill kit go", "echo a", ""},
	} {
		var asked []call.Question
		ports := core.Ports{Person: coretest.Person(func(_ context.Context, q call.Question) policy.Consent { asked = append(asked, q); return policy.Deny })}
		k := running(t, files, ports, shellCall(t, tt.command), says("ok"))
		put(t, k.Engine, "user/skills/kit/scripts/task.sh", "echo edited\n") // after the snapshot
		k.line(t, tt.line)
		if len(asked) != 1 {
			t.Fatalf("%s: got %d questions, want 1", tt.command, len(asked))
		}
		if got := told(t, asked[0]); got != tt.want {
			t.Errorf("%s, %s:\n got %q\nwant %q", tt.line, tt.command, got, tt.want)
		}
	}
}

// PO-6: a program of the tools format shows its script, too.
func TestQuestionHasTheToolsScript(t *testing.T) {
	files := map[string]string{
		"user/skills/kit/SKILL.md":     kit("kit", "", []string{"go", "scripts/x.sh {{text}}", "text"}, []string{"by", "bash scripts/x.sh {{text}}", "text"}),
		"user/skills/kit/scripts/x.sh": "echo x\n",
	}
	var asked []call.Question
	ports := core.Ports{Person: coretest.Person(func(_ context.Context, q call.Question) policy.Consent { asked = append(asked, q); return policy.Once })}
	k := running(t, files, ports)
	for _, line := range []string{"/skill kit go a", "/skill kit by a"} {
		k.line(t, line)
	}
	if len(asked) != 2 {
		t.Fatalf("got %d questions, want 2", len(asked))
	}
	for i, q := range asked {
		if got := told(t, q); !strings.HasPrefix(got, fmt.Sprintf("runs %d", i)) || !strings.Contains(got, "/user/skills/kit/scripts/x.sh echo x (pinned); beside /user/skills/kit/SKILL.md") {
			t.Errorf("got %q", got)
		}
	}
}

// PO-6: where a text that was shown is another one when the answer comes, the program does
// not start; what was not shown is no matter.
func TestScriptChangedWhileAsked(t *testing.T) {
	const script, helper = "workspace/x.sh", "workspace/lib.sh"
	for _, tt := range []struct {
		name, command string
		change        func(k *talk)
		fails         bool
	}{
		{"nothing", "bash x.sh", func(*talk) {}, false},
		{"another file", "bash x.sh", func(k *talk) { put(t, k.Engine, "workspace/else.md", "new") }, false},
		{"the script", "bash x.sh", func(k *talk) { put(t, k.Engine, script, "echo evil > stolen\n") }, true},
		{"the script as a program", "./x.sh", func(k *talk) { put(t, k.Engine, script, "echo evil\n") }, true},
		{"the script behind others", "env bash x.sh", func(k *talk) { put(t, k.Engine, script, "echo evil\n") }, true},
		{"what it names", "bash x.sh", func(k *talk) { put(t, k.Engine, helper, "echo evil\n") }, true},
		{"what a word of code names", "bash -c './x.sh'", func(k *talk) { put(t, k.Engine, script, "echo evil\n") }, true},
		{"the script is gone", "bash x.sh", func(k *talk) { remove(t, k.Engine, script) }, true},
		{"a script that was not there", "bash new.sh", func(k *talk) { put(t, k.Engine, "workspace/new.sh", "echo evil\n") }, true},
		{"there and back", "bash x.sh", func(k *talk) {
			put(t, k.Engine, script, "echo evil\n")
			put(t, k.Engine, script, "echo fine\n. ./lib.sh\n")
		}, false},
	} {
		var k *talk
		ports := core.Ports{Person: coretest.Person(func(context.Context, call.Question) policy.Consent { tt.change(k); return policy.Digest })}
		k = running(t, map[string]string{script: "echo fine\n. ./lib.sh\n", helper: "echo lib\n"}, ports, shellCall(t, tt.command), says("ok"))
		k.line(t, "go")
		got := bodies[event.ToolResult](k)[0]
		if fails := strings.Contains(got.Result.Error, "other texts would run than were approved"); fails != tt.fails || fails && (got.Code != command.ToolFailed || len(got.Changes) > 0 || got.Result.Output != "") {
			t.Errorf("%s: got %+v, want it to fail: %v", tt.name, got, tt.fails)
		}
		k.replayed(t)
	}
}

func remove(t *testing.T, e *core.Engine, path string) {
	t.Helper()
	err := e.Edit(func(w world.World) (world.World, error) {
		next, err := w.Tree.Remove(path)
		w.Tree = next
		return w, err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A folder of very many files, and scripts that name very many, keep the question small;
// it says how many it leaves out.
func TestQuestionIsBounded(t *testing.T) {
	files := map[string]string{"user/skills/kit/SKILL.md": "---\nname: kit\ndescription: Runs.\n---\nRun.\n"}
	var names strings.Builder
	for i := range 500 {
		files[fmt.Sprintf("user/skills/kit/f/%03d.sh", i)] = "echo\n"
		files[fmt.Sprintf("workspace/w/%03d.sh", i)] = "echo\n"
		fmt.Fprintf(&names, "sh w/%03d.sh\n", i)
	}
	files["user/skills/kit/x.sh"] = names.String() + strings.Repeat("# "+strings.Repeat("x/y ", 100)+"\n", 5000)
	var q call.Question
	ports := core.Ports{Person: coretest.Person(func(_ context.Context, asked call.Question) policy.Consent { q = asked; return policy.Deny })}
	k := running(t, files, ports, shellCall(t, "bash x.sh"), says("ok"))
	k.line(t, "/skill kit go")
	if p := q.Program; len(p.Sources) != 264 || p.More != 1002-264 {
		t.Errorf("got %d and %d more, want 264 and 738", len(p.Sources), p.More)
	}
}

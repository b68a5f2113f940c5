package core_test

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"lily/core"
	"lily/core/call"
	"lily/core/command"
	"lily/core/coretest"
	"lily/core/event"
	"lily/core/model"
	"lily/core/origin"
	"lily/core/policy"
	"lily/core/program"
	"lily/core/program/programtest"
	"lily/core/tool"
	"lily/core/world"
)

// kit is a skill of the tools format: its frontmatter's own lines, then tools,
// each a name, its command, and the names of its parameters, all texts.
func kit(name, front string, tools ...[]string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "---\nname: %s\nversion: 1.0.0\ndescription: Tools of %s.\n%s---\n", name, name, front)
	for _, t := range tools {
		fmt.Fprintf(&b, "### %s\n\nDoes %s.\n\n#### Parameters\n\n", t[0], t[0])
		if len(t) > 2 {
			b.WriteString("| Name | Type | Required | Description |\n|---|---|---|---|\n")
		}
		for _, p := range t[2:] {
			fmt.Fprintf(&b, "| %s | string | yes | A text. |\n", p)
		}
		fmt.Fprintf(&b, "\n#### Command\n\n```\n%s\n```\n\n", t[1])
	}
	return b.String()
}

var (
	say    = []string{"say", "echo {{text}}", "text"}
	copies = []string{"copy", "cp -- {{from}} {{to}}", "from", "to"}
	task   = []string{"task", "./scripts/task.sh {{text}}", "text"}
)

// running is a talk on an engine that has a runner.
func running(t *testing.T, files map[string]string, ports core.Ports, replies ...model.Reply) *talk {
	t.Helper()
	k := newTalk(t, files, "", "", replies...)
	k.model.asked = nil
	ports.Model = k.model
	if ports.Runner == nil {
		ports.Runner = programtest.Memory{}
	}
	k.Engine = core.New(k.World(), tool.Builtin(), ports)
	k.id, _ = k.Open(true)
	return k
}

func always(c policy.Consent) core.Person {
	return coretest.Person(func(context.Context, call.Question) policy.Consent { return c })
}

// hooked is the runner in memory, with something that happens at the beginning
// of each run.
type hooked struct {
	programtest.Memory
	before func(program.Spec)
}

func (h hooked) Run(ctx context.Context, s program.Spec, out func(program.Stream, []byte)) (program.Exit, error) {
	h.before(s)
	return h.Memory.Run(ctx, s, out)
}

// PO-6: what a person is shown before a program runs: the final words one by
// one, and all that it gets.
func TestAskProgram(t *testing.T) {
	for _, tt := range []struct {
		path    string
		trusted bool
		want    policy.Trust
		warning string
	}{
		{"bundled", true, policy.TrustBundled, ""},
		{"user", true, policy.TrustUser, ""},
		{"user", false, policy.TrustNone, "not trusted"},
	} {
		var asked []call.Question
		folder := "/" + tt.path + "/skills/kit"
		k := running(t, map[string]string{
			tt.path + "/skills/kit/SKILL.md":        kit("kit", "network: true\ntimeout: 7\n", task),
			tt.path + "/skills/kit/scripts/task.sh": "echo $1\n",
		}, core.Ports{Person: coretest.Person(func(_ context.Context, q call.Question) policy.Consent {
			asked = append(asked, q)
			return policy.Once
		})})
		if err := k.Edit(func(w world.World) (world.World, error) {
			w.Profile.Env = map[string]string{"HOME": "/home/x", "A_TOKEN": "secret"}
			if !tt.trusted {
				w.Origins = origin.Marks(folder)
			}
			return w, nil
		}); err != nil {
			t.Fatal(err)
		}
		k.id, _ = k.Open(true)
		if r := k.line(t, "/skill kit a  b"); r.Output() != "a  b" {
			t.Errorf("got %q", r.Output())
		}
		state, _ := k.State(k.id)
		c := state.Snapshot.Find("kit")
		if len(asked) != 1 || asked[0].Program == nil {
			t.Fatalf("got %+v, want one question about a program", asked)
		}
		p := asked[0].Program
		if warning := p.Warning; (warning != "") != (tt.warning != "") || !strings.Contains(warning, tt.warning) {
			t.Errorf("%s: got the warning %q", tt.want, warning)
		}
		if got, at := told(t, asked[0]), folder+"/scripts/task.sh"; !strings.HasPrefix(got, "runs 0"+at+" ") || !strings.Contains(got, " (pinned); beside "+folder+"/SKILL.md") {
			t.Errorf("%s: got the texts %q", tt.want, got)
		}
		if whence := strings.Join(p.Whence, " "); (whence != "") == tt.trusted {
			t.Errorf("%s: got %q on where it came from", tt.want, whence)
		}
		p.Warning, p.Whence, p.Sources = "", nil, nil
		want := call.Question{
			Session: k.id, Skill: "kit", Digest: c.Folder().Digest(), Tool: "kit__task", Args: command.Args{"text": "a  b"}, Rule: asked[0].Rule,
			Program: &call.Program{
				Argv: []string{folder + "/scripts/task.sh", "a  b"}, Dir: "/workspace", Timeout: 7, Network: true, Trust: tt.want,
				Env: []string{"GIBBERISH_MODE", "GIBBERISH_SKILL_DIR", "GIBBERISH_SKILL_NAME", "HOME", "LILY_MODE", "LILY_SKILL_DIR", "LILY_SKILL_NAME"},
			},
		}
		if !reflect.DeepEqual(asked[0], want) {
			t.Errorf("got  %+v %+v\nwant %+v %+v", asked[0], *p, want, *want.Program)
		}
	}
}

// TS-7, PO-6: a question says beforehand that the program is not there.
func TestAskMissing(t *testing.T) {
	var asked []call.Question
	k := running(t, map[string]string{"user/skills/kit/SKILL.md": kit("kit", "", []string{"go", "git status"})}, core.Ports{
		Person: coretest.Person(func(_ context.Context, q call.Question) policy.Consent { asked = append(asked, q); return policy.Deny }),
	})
	k.line(t, "/skill kit")
	if len(asked) != 1 || !strings.Contains(asked[0].Fails, "git cannot run here") {
		t.Errorf("got %+v", asked)
	}
}

// SN-3, VF-1, TS-5: what a program sees and where: the workspace as it is now,
// its own folder as it is pinned, and nothing of anyone else.
func TestProgramSees(t *testing.T) {
	var seen program.Spec
	k := running(t, map[string]string{
		"user/skills/kit/SKILL.md": kit("kit", "timeout: 9\n", task), "user/skills/kit/scripts/task.sh": "echo old\n",
		"user/skills/other/SKILL.md": "Other.", "workspace/a.txt": "a",
	}, core.Ports{Person: always(policy.Once), Runner: hooked{before: func(s program.Spec) { seen = s }}})
	put(t, k.Engine, "user/skills/kit/scripts/task.sh", "echo new\n")
	put(t, k.Engine, "workspace/b.txt", "b")
	if r := k.line(t, "/skill kit x"); r.Output() != "old" {
		t.Errorf("got %q, want the pinned script to run", r.Output())
	}
	var paths []string
	for p := range seen.Files.Walk() {
		paths = append(paths, p)
	}
	if got, want := strings.Join(paths, " "), "user/skills/kit/SKILL.md user/skills/kit/scripts/task.sh workspace/a.txt workspace/b.txt"; got != want {
		t.Errorf("got the files %s, want %s", got, want)
	}
	if seen.Dir != "/workspace" || seen.Timeout != 9 {
		t.Errorf("got %s, %d s", seen.Dir, seen.Timeout)
	}
}

// VF-5: a file that a person changes while a program runs is not lost, and then
// nothing of the program's changes is kept; other files do not matter, nor does the same
// change.
func TestProgramOvertaken(t *testing.T) {
	for _, tt := range []struct {
		edits, text, want string
		code              command.Code
	}{
		{"b.txt", "edited", "edited", command.ToolFailed},
		{"b.txt", "one", "one", ""},
		{"c.txt", "edited", "one", ""},
		{"b.txt/c.txt", "edited", "", command.ToolFailed},
	} {
		var k *talk
		k = running(t, map[string]string{
			"user/skills/kit/SKILL.md": kit("kit", "", copies), "workspace/a.txt": "one", "workspace/b.txt": "two",
		}, core.Ports{Person: always(policy.Once), Runner: hooked{before: func(program.Spec) {
			if below, ok := strings.CutSuffix(tt.edits, "/c.txt"); ok {
				_ = k.Edit(func(w world.World) (next world.World, err error) { // it is there
					w.Tree, err = w.Tree.Remove("workspace/" + below)
					return w, err
				})
			}
			put(t, k.Engine, "workspace/"+tt.edits, tt.text)
		}}})
		r := k.line(t, "/skill kit a.txt b.txt")
		data, _ := k.World().Tree.ReadFile("workspace/b.txt")
		if r.Code() != tt.code || string(data) != tt.want {
			t.Errorf("%s edited: got %s %q and the file %q, want %q", tt.edits, r.Code(), r.Output(), data, tt.want)
		}
		if edited, _ := k.World().Tree.ReadFile("workspace/" + tt.edits); string(edited) != tt.text {
			t.Errorf("%s: got %q, want what the person wrote", tt.edits, edited)
		}
	}
}

// TS-5: one commit takes over what was added, changed and removed, a file in the
// place of a folder and a folder in the place of a file too.
func TestProgramCommits(t *testing.T) {
	script := "cp a.txt new/n.txt\ncp a.txt b.txt\nrm c.txt\nrm d/e.txt\nrm d\ncp a.txt d\nrm f\ncp a.txt f/g.txt\n"
	k := running(t, map[string]string{
		"user/skills/kit/SKILL.md": kit("kit", "", []string{"go", "./go.sh"}), "user/skills/kit/go.sh": script,
		"workspace/a.txt": "a", "workspace/b.txt": "b", "workspace/c.txt": "c", "workspace/d/e.txt": "e", "workspace/f": "f", "workspace/keep.txt": "k",
	}, core.Ports{Person: always(policy.Once)})
	if r := k.line(t, "/skill kit"); r.Code() != "" {
		t.Fatalf("got %s", r.Output())
	}
	var got []string
	w, _ := k.World().Tree.At("workspace")
	for p, f := range w.Walk() {
		data, _ := f.Bytes()
		got = append(got, p+"="+string(data))
	}
	if want := "a.txt=a b.txt=a d=a f/g.txt=a keep.txt=k new/n.txt=a"; strings.Join(got, " ") != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	changes := bodies[event.ToolResult](k)[0].Changes
	if fmt.Sprint(changes) != "[{workspace/b.txt changed} {workspace/c.txt removed} {workspace/d added} {workspace/d/e.txt removed} {workspace/f removed} {workspace/f/g.txt added} {workspace/new/n.txt added}]" {
		t.Errorf("got %v", changes)
	}
}

// TS-5, CM-8: a person's stop ends the program, and keeps nothing of it.
func TestProgramCancelled(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	k := running(t, map[string]string{
		"user/skills/kit/SKILL.md": kit("kit", "", []string{"go", "./go.sh"}), "user/skills/kit/go.sh": "cp SKILL.md x\necho > y\nsleep\n",
	}, core.Ports{Person: always(policy.Once), Runner: hooked{before: func(program.Spec) { stop() }}})
	before := k.World().Tree.Digest()
	r := k.Turn(ctx, k.id, "/skill kit")
	if r.Code() != command.Cancelled || k.World().Tree.Digest() != before {
		t.Errorf("got %s %q", r.Code(), r.Output())
	}
	done := bodies[event.ToolResult](k)
	if len(done) != 1 || done[0].Code != command.Cancelled || done[0].Result.ExitCode != 130 {
		t.Errorf("got %+v", done)
	}
	k.replayed(t)
	if r := k.line(t, "/skills"); r.Code() != "" {
		t.Errorf("afterwards: got %s", r.Output())
	}
}

// EV-3: how long a program ran is in the result that is watched and in what a
// model gets, and in no line.
func TestProgramTimes(t *testing.T) {
	k := running(t, map[string]string{"bundled/skills/kit/SKILL.md": kit("kit", "read_only: true\n", []string{"wait", "sleep 2"})}, core.Ports{},
		calls("kit__wait", `{}`), says("done"))
	k.line(t, "/skill kit")
	done := bodies[event.ToolResult](k)
	if len(done) != 1 || done[0].Result.Millis != 2000 || !strings.Contains(done[0].Result.JSON(), `"duration_ms":2000`) {
		t.Errorf("got %+v", done)
	}
	_, events := k.State(k.id)
	if lines := string(event.Lines(events)); strings.Contains(lines, "2000") || strings.Contains(lines, "duration") {
		t.Error("got a duration in the lines")
	}
}

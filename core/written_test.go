package core_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"lily/core"
	"lily/core/command"
	"lily/core/event"
	"lily/core/policy"
	"lily/core/program"
	"lily/core/program/programtest"
	"lily/core/tree"
)

// writer is the runner in memory, with files that the program wrote besides.
type writer struct {
	programtest.Memory
	files map[string][]byte
}

func (w writer) Run(ctx context.Context, s program.Spec, out func(program.Stream, []byte)) (program.Exit, error) {
	exit, err := w.Memory.Run(ctx, s, out)
	var b tree.Builder // each folder is hashed once, however many files it gets
	for path, f := range exit.Files.Walk() {
		if _, ok := w.files[path]; !ok {
			data, lost := f.Bytes()
			err = errors.Join(err, lost, b.Put(path, data))
		}
	}
	for path, data := range w.files {
		err = errors.Join(err, b.Put(path, data))
	}
	exit.Files = b.Tree()
	return exit, err
}

// TS-5, VF-6: who writes more than is kept keeps nothing of it, is told so, and what
// was there stays; what it said is not lost either.
func TestProgramWritesTooMuch(t *testing.T) {
	many := map[string][]byte{"workspace/a.txt": []byte("new")}
	for i := range program.Written.Files {
		many[fmt.Sprintf("workspace/f/%d", i)] = nil
	}
	for _, tt := range []struct {
		files map[string][]byte
		want  string
	}{
		{many, "got 4097 files, want at most 4096."},
		{map[string][]byte{"workspace/a.txt": []byte("new"), "workspace/big": make([]byte, program.Written.File+1)}, `at "workspace/big": got 16777217 bytes in one file, want at most 16777216.`},
		{map[string][]byte{"workspace/a.txt": []byte("new"), "workspace/" + strings.Repeat("d/", 15) + "x": nil}, "got 17 folders deep, want at most 16."},
	} {
		k := running(t, map[string]string{"user/skills/kit/SKILL.md": kit("kit", "", say), "workspace/a.txt": "old"},
			core.Ports{Person: always(policy.Once), Runner: writer{files: tt.files}})
		before := k.World().Tree.Digest()
		r := k.line(t, "/skill kit said")
		if r.Code() != command.ToolFailed || !strings.Contains(r.Output(), "None of its changes was kept: ") || !strings.Contains(r.Output(), tt.want) || !strings.Contains(r.Output(), "output: said") {
			t.Errorf("got %s %q, want %q", r.Code(), r.Output(), tt.want)
		}
		if k.World().Tree.Digest() != before || len(bodies[event.ToolResult](k)[0].Changes) != 0 {
			t.Errorf("%s: got another tree", tt.want)
		}
	}
}

// TS-5: what is not kept anyway counts for nothing.
func TestProgramWritesElsewhere(t *testing.T) {
	files := map[string][]byte{"tmp/big": make([]byte, program.Written.File+1), "workspace/a.txt": []byte("new")}
	k := running(t, map[string]string{"user/skills/kit/SKILL.md": kit("kit", "", say)}, core.Ports{Person: always(policy.Once), Runner: writer{files: files}})
	if r := k.line(t, "/skill kit said"); r.Code() != "" || !strings.Contains(r.Output(), "1 changed file not kept, since programs write only under /workspace: /tmp/big.") {
		t.Errorf("got %s %q", r.Code(), r.Output())
	}
	if data, _ := k.World().Tree.ReadFile("workspace/a.txt"); string(data) != "new" {
		t.Errorf("got %q", data)
	}
}

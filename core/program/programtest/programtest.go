package programtest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"lily/core/program"
	"lily/core/tree"
)

// needs are the programs that every runner has; the suite uses no others.
var needs = []string{"cat", "cp", "echo", "env", "false", "pwd", "rm", "sleep", "true"}

var files = map[string]string{
	"workspace/a.txt":                       "one\ntwo\n",
	"workspace/ä b.txt":                     "blank\n",
	"bundled/skills/s/SKILL.md":             "S.\n",
	"bundled/skills/s/scripts/words.sh":     "#!/bin/sh\necho \"$1\" \"$2\"\ncat a.txt\n",
	"bundled/skills/s/scripts/write.sh":     "#!/bin/sh\necho new > out/b.txt\n",
	"bundled/skills/s/scripts/started.sh":   "#!/bin/sh\necho started\nsleep 100\necho never\n",
	"bundled/skills/s/scripts/breaks.sh":    "#!/bin/sh\necho before\ncat nowhere\n",
	"workspace/out/keep.txt":                "keep\n",
	"workspace/skills/own/scripts/hello.sh": "#!/bin/sh\necho hello\n",
	"workspace/bytes.bin":                   "\x00\xff\xfe\r\n\x80",
	"bundled/skills/s/scripts/seven.sh":     "#!/bin/sh\necho before\nexit 7\n",
}

var env = []string{`A=$(pwd) 'b' "c" *`, "EMPTY=", "EQUAL=a=b", "LANG=C", "LILY_MODE=Global"}

// Spec is a call of a program on the suite's files, as the engine makes one.
func Spec(words ...string) program.Spec {
	var b tree.Builder
	for path, text := range files {
		if err := b.Put(path, []byte(text)); err != nil {
			panic(err) // the paths above are ones that a tree takes
		}
	}
	return program.Spec{Argv: words, Dir: "/workspace", Env: slices.Clone(env), Files: b.Tree(), Timeout: 20}
}

type run struct {
	stdout, stderr string
	exit           program.Exit
	err            error
}

func do(ctx context.Context, r program.Runner, s program.Spec) (got run) {
	got.exit, got.err = r.Run(ctx, s, func(to program.Stream, data []byte) {
		if to == program.Stdout {
			got.stdout += string(data)
		} else {
			got.stderr += string(data)
		}
	})
	return got
}

const scripts = "/bundled/skills/s/scripts/"

// copier is a runner that may lay the files out elsewhere than a program is told by its words, where it has no file
// system of its own to show: then what the program itself finds out has another folder before it.
type copier interface{ Copies() bool }

// Test checks the promises of the port (TS-2, TS-4, TS-5, TS-7, VF-1). A runner
// that really waits needs about two seconds for it.
func Test(t *testing.T, r program.Runner) {
	t.Helper()
	t.Run("can", func(t *testing.T) { can(t, r) })
	t.Run("says", func(t *testing.T) { says(t, r) })
	t.Run("files", func(t *testing.T) { changes(t, r) })
	t.Run("fails", func(t *testing.T) { fails(t, r) })
	t.Run("pours", func(t *testing.T) { pours(t, r) })
	t.Run("ends", func(t *testing.T) { ends(t, r) })
}

func can(t *testing.T, r program.Runner) {
	t.Helper()
	list := r.Can()
	if !slices.IsSorted(list) {
		t.Errorf("Can: got %q, want it sorted", list)
	}
	for _, name := range needs {
		if !slices.Contains(list, name) {
			t.Errorf("Can: got %q, want %s in it", list, name)
		}
	}
}

// says checks words, streams, folder and environment.
func says(t *testing.T, r program.Runner) {
	t.Helper()
	for _, tt := range []struct {
		words []string
		want  string
	}{
		{[]string{"true"}, ""},
		{[]string{"echo", "a  b", "c"}, "a  b c\n"},
		{[]string{"echo", "$HOME", "$(pwd)", "`pwd`", "*", "a;b", "|", ">", "x", "'", `"`, `\`}, "$HOME $(pwd) `pwd` * a;b | > x ' \" \\\n"},
		{[]string{"echo", "line\nbreak", "ä"}, "line\nbreak ä\n"},
		{[]string{"echo", "", "${LANG}", "{a,b}", "~", "&&", "#", "a\tb", "$1", "\u202e", ""}, " ${LANG} {a,b} ~ && # a\tb $1 \u202e \n"},
		{[]string{"pwd"}, "/workspace\n"},
		{[]string{"cat", "a.txt"}, "one\ntwo\n"},
		{[]string{"cat", "/workspace/ä b.txt"}, "blank\n"},
		{[]string{"cat", "/bundled/skills/s/SKILL.md"}, "S.\n"},
		{[]string{scripts + "words.sh", "a b", "$(pwd)"}, "a b $(pwd)\none\ntwo\n"},
		{[]string{"/workspace/skills/own/scripts/hello.sh"}, "hello\n"},
	} {
		s := Spec(tt.words...)
		got := do(context.Background(), r, s)
		if c, ok := r.(copier); ok && c.Copies() && tt.words[0] == "pwd" {
			got.stdout = got.stdout[max(0, len(got.stdout)-len(tt.want)):]
		}
		if got.stdout != tt.want || got.stderr != "" || got.err != nil || got.exit.Code != 0 {
			t.Errorf("%q: got %q, %q, exit %d, %v, want %q", tt.words, got.stdout, got.stderr, got.exit.Code, got.err, tt.want)
		}
		if !got.exit.Files.Equal(s.Files) {
			t.Errorf("%q: got changed files %v", tt.words, tree.Diff(s.Files, got.exit.Files))
		}
	}
	shown := do(context.Background(), r, Spec("env"))
	if got := strings.Split(strings.TrimSuffix(shown.stdout, "\n"), "\n"); !slices.Equal(slices.Sorted(slices.Values(got)), env) {
		t.Errorf("env: got %q, want what the Spec holds and nothing else (TS-4)", got)
	}
}

// changes checks what a program does to files, and that the next one does not see it.
func changes(t *testing.T, r program.Runner) {
	t.Helper()
	for _, tt := range []struct {
		words []string
		want  string
	}{
		{[]string{"cp", "a.txt", "c.txt"}, "[{workspace/c.txt added}]"},
		{[]string{"cp", "a.txt", "out/keep.txt"}, "[{workspace/out/keep.txt changed}]"},
		{[]string{"rm", "a.txt"}, "[{workspace/a.txt removed}]"},
		{[]string{scripts + "write.sh"}, "[{workspace/out/b.txt added}]"},
		{[]string{"cat", "a.txt"}, "[]"},
	} {
		s := Spec(tt.words...)
		got := do(context.Background(), r, s)
		if diff := fmt.Sprint(tree.Diff(s.Files, got.exit.Files)); got.err != nil || got.exit.Code != 0 || diff != tt.want {
			t.Errorf("%q: got %s, exit %d, %v, %s, want %s", tt.words, diff, got.exit.Code, got.err, got.stderr, tt.want)
		}
	}
	copied := do(context.Background(), r, Spec("cp", "bytes.bin", "out/bytes.bin"))
	if data, err := copied.exit.Files.ReadFile("workspace/out/bytes.bin"); err != nil || string(data) != files["workspace/bytes.bin"] {
		t.Errorf("got the bytes %q, %v, want %q", data, err, files["workspace/bytes.bin"])
	}
	if got := do(context.Background(), r, Spec("cat", "out/bytes.bin")); got.exit.Code == 0 || got.stdout != "" {
		t.Errorf("got %q in the next run, want nothing that the last one made", got.stdout)
	}
}

// fails checks programs that end with another code than 0, which is no error.
func fails(t *testing.T, r program.Runner) {
	t.Helper()
	for _, tt := range []struct {
		words          []string
		code           int // -1 for any but 0
		stdout, stderr bool
		reason         bool
	}{
		{[]string{"false"}, 1, false, false, false},
		{[]string{"cat", "nowhere"}, -1, false, true, false},
		{[]string{scripts + "breaks.sh"}, -1, true, true, false},
		{[]string{scripts + "seven.sh"}, 7, true, false, false},
		{[]string{"/workspace/out"}, 126, false, false, true},
		{[]string{"/workspace/bytes.bin"}, 126, false, false, true},
		{[]string{"no-such-program"}, 127, false, false, true},
		{[]string{""}, 127, false, false, true},
		{[]string{scripts + "nowhere.sh"}, 127, false, false, true},
	} {
		got := do(context.Background(), r, Spec(tt.words...))
		if got.err != nil || got.exit.Code == 0 || tt.code > 0 && got.exit.Code != tt.code {
			t.Errorf("%q: got exit %d, %v, want %d", tt.words, got.exit.Code, got.err, tt.code)
		}
		if tt.stdout && got.stdout == "" || tt.stderr && got.stderr == "" || tt.reason && !strings.HasSuffix(got.exit.Reason, ".") {
			t.Errorf("%q: got %q, %q and the reason %q", tt.words, got.stdout, got.stderr, got.exit.Reason)
		}
	}
}

// pours checks that all of a flood of output comes, in order (TS-6).
func pours(t *testing.T, r program.Runner) {
	t.Helper()
	var b strings.Builder
	for i := 0; b.Len() < 3<<20; i++ {
		fmt.Fprintln(&b, "line", i)
	}
	s := Spec("cat", "big.txt")
	var err error
	if s.Files, err = s.Files.Put("workspace/big.txt", []byte(b.String())); err != nil {
		t.Fatal(err)
	}
	got := do(context.Background(), r, s)
	if got.stdout != b.String() || got.err != nil || got.exit.Code != 0 {
		t.Errorf("got %d bytes, exit %d, %v, %s, want all %d as they are", len(got.stdout), got.exit.Code, got.err, got.stderr, b.Len())
	}
}

// ends checks that a program is really ended, by the timeout and by the person, and leaves no file behind.
func ends(t *testing.T, r program.Runner) {
	t.Helper()
	s := Spec(scripts + "started.sh")
	s.Timeout = 1
	got := do(context.Background(), r, s)
	if !errors.Is(got.err, context.DeadlineExceeded) || got.stdout != "started\n" || !got.exit.Files.Equal(s.Files) {
		t.Errorf("timeout: got %q, %v, want it stopped after what it said (TS-5)", got.stdout, got.err)
	}
	s.Timeout = 300
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	stopped := &stopper{r, stop}
	if got := do(ctx, stopped, s); !errors.Is(got.err, context.Canceled) || got.stdout != "started\n" || !got.exit.Files.Equal(s.Files) {
		t.Errorf("cancelled: got %q, %v, want it stopped after what it said (TS-5)", got.stdout, got.err)
	}
	if got := do(ctx, r, Spec("echo", "x")); !errors.Is(got.err, context.Canceled) || got.stdout != "" {
		t.Errorf("cancelled before: got %q, %v, want nothing run", got.stdout, got.err)
	}
	if got := do(context.Background(), r, Spec("echo", "x")); got.err != nil || got.stdout != "x\n" {
		t.Errorf("afterwards: got %q, %v, want the next run to know nothing of the last", got.stdout, got.err)
	}
}

type stopper struct {
	program.Runner
	stop func()
}

func (s *stopper) Run(ctx context.Context, spec program.Spec, out func(program.Stream, []byte)) (program.Exit, error) {
	return s.Runner.Run(ctx, spec, func(to program.Stream, data []byte) {
		out(to, data)
		s.stop()
	})
}

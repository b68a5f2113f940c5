package e2e

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var natively = flag.Bool("natively", false, "run the table of programs on this machine, and write what it answers")

// A task is a row of the table: a script with what it is given. What may differ has its reason.
type task struct {
	name, script, stdin string
	as, instead         string // the script's name, and what a machine runs in its place
	reach               string // the address of this machine's that it may ask
	options, args       []string
	around              []string // what a machine has around it besides
	files, differs      map[string]string
}

// left is what a task leaves behind.
type left struct {
	Name           string
	Stdout, Stderr string
	Code           int
	Files          map[string]string
}

// surroundings are all that a task has around it, natively and in the page.
var surroundings = []string{"HOME=/tmp", "LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin", "TZ=UTC"}

var given = regexp.MustCompile(`^-- (as|options|args|stdin|file|instead|differs)(?: (\S+))?(?: (.*))?$`)

// tasks reads a table; its first paragraph says how it is written. A script has the name as unless it says another.
func tasks(t *testing.T, file, as string) (all []task) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range strings.Split(string(data), "\n== ")[1:] {
		lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
		k := task{name: lines[0], as: as, files: map[string]string{}, differs: map[string]string{}}
		put := func(line string) { k.script += line + "\n" }
		for _, line := range lines[1:] {
			m := given.FindStringSubmatch(line)
			switch {
			case m == nil:
				put(line)
			case m[1] == "as":
				k.as = m[2]
			case m[1] == "options":
				k.options = strings.Fields(line)[2:]
			case m[1] == "args":
				k.args = strings.Fields(line)[2:]
			case m[1] == "stdin":
				put = func(line string) { k.stdin += line + "\n" }
			case m[1] == "instead", m[1] == "file":
				if m[1] == "instead" {
					k.instead = m[2]
				}
				k.files[m[2]] = ""
				put = func(line string) { k.files[m[2]] += line + "\n" }
			default:
				k.differs[m[2]] = m[3]
			}
		}
		k.files[k.as] = k.script
		all = append(all, k)
	}
	return all
}

// words are the call of a task's script by a program.
func (k task) words(program, script string) []string {
	return slices.Concat([]string{program}, k.options, []string{script}, k.args)
}

// native runs a task on this machine.
func (k task) native(t *testing.T, program string) left {
	t.Helper()
	dir := t.TempDir()
	for name, text := range k.files {
		mode := fs.FileMode(0o644)
		if strings.HasSuffix(name, ".sh") || strings.HasPrefix(text, "#!") {
			mode = 0o755
		}
		err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755)
		if err := cmp.Or(err, os.WriteFile(filepath.Join(dir, name), []byte(text), mode)); err != nil {
			t.Fatal(err)
		}
	}
	var stdout, stderr bytes.Buffer
	words := k.words(program, cmp.Or(k.instead, k.as))
	run := exec.CommandContext(t.Context(), words[0], words[1:]...)
	run.Dir, run.Env, run.Stdin, run.Stdout, run.Stderr = dir, slices.Concat(surroundings, k.around), strings.NewReader(k.stdin), &stdout, &stderr
	if err := run.Run(); run.ProcessState == nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if data, read := os.ReadFile(path); read == nil && !ofGit(path) { // what a link leads to in its place
			files[strings.TrimPrefix(path, dir+"/")] = string(data)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return left{k.name, strings.ReplaceAll(stdout.String(), dir, "/workspace"), strings.ReplaceAll(stderr.String(), dir, "/workspace"), run.ProcessState.ExitCode(), files}
}

// compared holds one answer against the machine's.
func (k task) compared(t *testing.T, where string, want, got left) {
	t.Helper()
	for what, pair := range map[string][2]any{"code": {want.Code, got.Code}, "stdout": {want.Stdout, got.Stdout}, "stderr": {want.Stderr, got.Stderr}} {
		if _, may := k.differs[what]; pair[0] != pair[1] && !may {
			t.Errorf("%s, %s: %s: got %#v, want %#v", k.name, where, what, pair[1], pair[0])
		}
	}
	if !maps.Equal(want.Files, got.Files) && k.differs["files"] == "" {
		t.Errorf("%s, %s: files: got %q, want %q", k.name, where, got.Files, want.Files)
	}
}

// debian tells whether this machine is a Debian 12, whose answers to the shell's tables count.
func debian() bool {
	release, _ := os.ReadFile("/etc/debian_version")
	return strings.HasPrefix(string(release), "12.")
}

func untouched(l left) left { return l }

// answered is what a machine answers. On one that is like it, it is answered anew, and may not differ from what is kept.
func answered(t *testing.T, table, program string, like bool, all []task, tidy func(left) left) (want []left) {
	t.Helper()
	kept := strings.TrimSuffix(table, ".txt") + ".jsonl"
	anew := func(k task) string {
		line, err := json.Marshal(tidy(k.native(t, program)))
		if err != nil {
			t.Fatal(err)
		}
		return string(line) + "\n"
	}
	if *natively {
		var lines strings.Builder
		for _, k := range all {
			lines.WriteString(anew(k))
		}
		if err := os.WriteFile(kept, []byte(lines.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(kept)
	if want = answersOf(t, kept); err != nil || len(want) != len(all) {
		t.Fatalf("%s: got %d answers of %d rows (%v): run go test -run TestTable -natively", kept, len(want), len(all), err)
	}
	if !like {
		t.Logf("no such machine: the answers are those that are kept")
		return want
	}
	lines := strings.SplitAfter(string(data), "\n")
	for i, k := range all {
		if got := anew(k); got != lines[i] {
			t.Errorf("%s, %s: this machine answers otherwise: got\n%swant\n%srun go test -run TestTable -natively", kept, k.name, got, lines[i])
		}
	}
	return want
}

// answersOf reads what a machine left of each row, as it is kept.
func answersOf(t *testing.T, kept string) (want []left) {
	t.Helper()
	data, err := os.ReadFile(kept)
	if err != nil {
		t.Fatal(err)
	}
	for decode := json.NewDecoder(bytes.NewReader(data)); decode.More(); {
		var l left
		if err := decode.Decode(&l); err != nil {
			t.Fatal(err)
		}
		want = append(want, l)
	}
	return want
}

// underNode runs jobs as the page's frame would, and returns what came of each.
func underNode(t *testing.T, jobs io.Reader) *json.Decoder {
	t.Helper()
	node := exec.CommandContext(t.Context(), "node", "testdata/answers_run.mjs", "..")
	node.Stdin, node.Stderr = jobs, os.Stderr
	said, err := node.Output()
	if err != nil {
		t.Fatal(err)
	}
	return json.NewDecoder(bytes.NewReader(said))
}

// What scripts of the kind that skills bring answer in the page is what they answer on a Debian 12, to the byte: each
// as a script of its own, and all of them called by one script in one frame of the page.
func TestTableOfTheShell(t *testing.T) {
	t.Parallel()
	const table = "testdata/conform/shell.txt"
	all := tasks(t, table, "script.sh")
	if len(all) < 150 {
		t.Errorf("got %d rows, want at least 150", len(all))
	}
	want := answered(t, table, "bash", debian(), all, untouched)
	for i, got := range alone(t, all) {
		all[i].compared(t, "alone", want[i], got)
	}
	_, run := shell(t)
	const most = 45 // in a frame of their own, since a run has its time
	for from := 0; from < len(all); from += most {
		part := all[from:min(from+most, len(all))]
		for i, got := range within(t, part, "bash", run) {
			part[i].compared(t, "in the page", want[from+i], got)
		}
	}
}

// alone runs each task as a job of its own, in the page's shell under Node. One with stdin has a shell around it.
func alone(t *testing.T, all []task) (got []left) {
	t.Helper()
	var jobs strings.Builder
	for _, k := range all {
		words, files := append([]string{"bash", "script.sh"}, k.args...), map[string]string{}
		for name, text := range k.files {
			files["workspace/"+name] = text
		}
		if k.stdin != "" {
			files["stdin"] = k.stdin
			words = append([]string{"bash", "-c", `bash "$@" < /stdin`, "bash"}, words[1:]...)
		}
		job, err := json.Marshal(map[string]any{"words": words, "files": files, "env": surroundings, "reach": k.reach})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&jobs, "%s\n", job)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	node := exec.CommandContext(ctx, "node", "testdata/answers_run.mjs", "..")
	node.Stdin, node.Stderr = strings.NewReader(jobs.String()), os.Stderr
	said, err := node.Output()
	if err != nil {
		t.Fatal(err)
	}
	decode := json.NewDecoder(bytes.NewReader(said))
	for _, k := range all {
		var r ran
		if err := decode.Decode(&r); err != nil {
			t.Fatalf("%s: %v", k.name, err)
		}
		got = append(got, left{k.name, r.Stdout, r.Stderr + r.Failed, r.Code, k.after(r, "workspace/")})
	}
	return got
}

// alike holds what tasks leave in the page, tidied, against what a machine answers: in few frames, and so that none
// takes longer than the half a minute that a browser's answer may.
func alike(t *testing.T, all []task, program string, want []left, tidy func(left) left) {
	t.Helper()
	_, run := shell(t)
	for rows := range slices.Chunk(all, 16) {
		for i, got := range within(t, rows, program, run) {
			rows[i].compared(t, "in the page", want[i], tidy(got))
		}
		want = want[len(rows):]
	}
}

// within runs all tasks in one frame, each in a folder of its own.
func within(t *testing.T, all []task, program string, run func(map[string]string, ...string) ran) (got []left) {
	t.Helper()
	files, script := map[string]string{}, strings.Builder{}
	for _, v := range surroundings {
		fmt.Fprintf(&script, "export %s\n", v)
	}
	for i, k := range all {
		for name, text := range k.files {
			files[fmt.Sprintf("workspace/%d/%s", i, name)] = text
		}
		files[fmt.Sprintf("io/%d.in", i)] = k.stdin
		fmt.Fprintf(&script, "cd /workspace/%d; %s </io/%d.in >/io/%d.out 2>/io/%d.err; echo $? >/io/%d.code\n", i, quoted(k.words(program, k.as)), i, i, i, i)
	}
	r := run(files, "bash", "-c", script.String())
	if r.Code != 0 || r.Stderr != "" {
		t.Fatalf("got %d, %q, %s", r.Code, r.Stderr, r.Failed)
	}
	for i, k := range all {
		said := func(what string) string {
			return strings.ReplaceAll(r.Changed[fmt.Sprintf("io/%d.%s", i, what)], fmt.Sprintf("/workspace/%d", i), "/workspace")
		}
		code := -1
		if _, err := fmt.Sscan(said("code"), &code); err != nil {
			t.Errorf("%s: got no code: %v", k.name, err)
		}
		got = append(got, left{k.name, said("out"), said("err"), code, k.after(r, fmt.Sprintf("workspace/%d/", i))})
	}
	return got
}

// ofGit tells whether a file is git's own, of which an index has times.
func ofGit(path string) bool { return strings.Contains(path, "/.git/") }

// quoted is a command line of words.
func quoted(words []string) string {
	list := make([]string, len(words))
	for i, w := range words {
		list[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
	}
	return strings.Join(list, " ")
}

// after is the files of a task's folder when it has ended.
func (k task) after(r ran, folder string) map[string]string {
	files := maps.Clone(k.files)
	for path, text := range r.Changed {
		if name, in := strings.CutPrefix(path, folder); in && !ofGit(path) {
			files[name] = text
		}
	}
	for _, path := range r.Removed {
		delete(files, strings.TrimPrefix(path, folder))
	}
	return files
}

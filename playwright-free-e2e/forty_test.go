package e2e

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/andybalholm/brotli"

	"lily/core/program"
	"lily/core/tree"
	"lily/wasm/which"
)

const forty = "testdata/forty"

// A deed is a row of the table of skills: the tool that a person calls, none where a model runs the words, and the words
// that it runs. {} is the folder of what comes of it.
type deed struct {
	name, tool string
	words      []string
	wants      string // a language that the page alone has
	differs    map[string]string
}

// deeds reads the table of skills, each of which has its row.
func deeds(t *testing.T) (all []deed) {
	t.Helper()
	data, err := os.ReadFile(forty + "/tasks.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range strings.Split(string(data), "\n== ")[1:] {
		lines := strings.Split(strings.TrimSpace(text), "\n")
		d := deed{name: lines[0], differs: map[string]string{}}
		for _, line := range lines[1:] {
			switch what, rest, _ := strings.Cut(strings.TrimPrefix(line, "-- "), " "); what {
			case "tool":
				d.tool = rest
			case "run":
				d.words = strings.Fields(rest)
				d.wants = cmp.Or(d.wants, map[bool]string{true: "node"}[d.words[0] == "node"])
			case "wants":
				d.wants = rest
			case "differs":
				file, why, _ := strings.Cut(rest, " ")
				d.differs[file] = why
			default:
				t.Fatalf("%s: got %q", d.name, line)
			}
		}
		all = append(all, d)
	}
	folders, err := filepath.Glob(forty + "/*/SKILL.md")
	if err != nil || len(folders) != len(all) {
		t.Errorf("got %d rows, want one for each of %d skills (%v)", len(all), len(folders), err)
	}
	return all
}

// brings is the folder of a skill.
func (d deed) brings(t *testing.T) map[string][]byte {
	t.Helper()
	files, root := map[string][]byte{}, filepath.Join(forty, d.name)
	err := filepath.WalkDir(root, func(at string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		rel, _ := filepath.Rel(root, at) // below it
		files[filepath.ToSlash(rel)], err = os.ReadFile(at)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// calls are a deed's words, its scripts found in a folder of skills.
func (d deed) calls(skills, out string) (words []string) {
	for _, w := range d.words {
		if strings.HasPrefix(w, "scripts/") {
			w = skills + "/" + d.name + "/" + w
		}
		words = append(words, strings.ReplaceAll(w, "{}", out+"/"+d.name))
	}
	return words
}

func (d deed) env(skills string) []string {
	return append([]string{"LILY_SKILL_DIR=" + skills + "/" + d.name}, surroundings...)
}

// leaves is what came of a deed, as the table keeps it: its folder by {}, and what is no text or long by its digest.
func (d deed) leaves(out, stdout, stderr string, code int, files map[string][]byte) left {
	named := func(s string) string { return strings.ReplaceAll(s, out+"/"+d.name, "{}") }
	l := left{Name: d.name, Stdout: named(stdout), Stderr: named(stderr), Code: code, Files: map[string]string{}}
	for path, data := range files {
		path = named(path)
		switch text := named(string(data)); {
		case ofGit(path), strings.HasPrefix(path, "skills/"):
		case d.differs[path] != "":
			l.Files[path] = "differs: " + d.differs[path]
		case len(data) > 4<<10 || !utf8.Valid(data):
			l.Files[path] = fmt.Sprintf("%d bytes, sha256 %x", len(data), sha256.Sum256(data))
		default:
			l.Files[path] = text
		}
	}
	return l
}

// native does a deed on this machine, where bin has its programs.
func (d deed) native(t *testing.T, bin string) left {
	t.Helper()
	dir := t.TempDir()
	skills := filepath.Join(dir, "skills")
	for path, data := range d.brings(t) {
		at := filepath.Join(skills, d.name, filepath.FromSlash(path))
		mode := fs.FileMode(0o644)
		if bytes.HasPrefix(data, []byte("#!")) {
			mode = 0o755
		}
		if err := cmp.Or(os.MkdirAll(filepath.Dir(at), 0o755), os.WriteFile(at, data, mode)); err != nil {
			t.Fatal(err)
		}
	}
	var stdout, stderr bytes.Buffer
	words := d.calls(skills, "out")
	if !strings.Contains(words[0], "/") {
		words[0] = filepath.Join(cmp.Or(map[bool]string{true: bin}[words[0] == "python3"], "/usr/bin"), words[0])
	}
	typed, err := filepath.Abs(forty + "/typescript.mjs")
	if err != nil {
		t.Fatal(err)
	}
	if i := slices.IndexFunc(words, func(w string) bool { return strings.HasSuffix(w, ".ts") || strings.HasSuffix(w, ".mts") }); i > 0 {
		words = slices.Insert(words, i, "--import", typed)
	}
	run := exec.CommandContext(t.Context(), words[0], words[1:]...)
	packages, err := filepath.Glob(bin + "/*.zip")
	if err != nil {
		t.Fatal(err)
	}
	run.Dir, run.Stdout, run.Stderr = dir, &stdout, &stderr
	run.Env = append(d.env(skills), "PATH="+bin+":/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE=1", "PYTHONPATH="+strings.Join(packages, ":"))
	if err := run.Run(); run.ProcessState == nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	err = filepath.WalkDir(dir, func(at string, e fs.DirEntry, err error) error {
		if data, read := os.ReadFile(at); read == nil {
			files[strings.TrimPrefix(at, dir+"/")] = bytes.ReplaceAll(data, []byte(dir), []byte("/workspace"))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	placed := func(b bytes.Buffer) string { return strings.ReplaceAll(b.String(), dir, "/workspace") }
	return d.leaves("out", placed(stdout), placed(stderr), run.ProcessState.ExitCode(), files)
}

// pythonBeside is a folder with a python3 of the page's minor version, and the packages that the page has.
func pythonBeside(t *testing.T) (bin string) {
	t.Helper()
	at, err := exec.LookPath(cmp.Or(*nativePython, "python3.13"))
	if err != nil {
		return ""
	}
	if out, err := exec.CommandContext(t.Context(), at, "-c", "import sys; print(*sys.version_info[:2])").Output(); err != nil || string(out) != "3 13\n" {
		return ""
	}
	bin = t.TempDir()
	packed, err := filepath.Glob("../static/vendor/python/py-*.zip.br")
	if err = cmp.Or(err, os.Symlink(at, bin+"/python3")); err != nil {
		t.Fatal(err)
	}
	for _, file := range packed {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if data, err = io.ReadAll(brotli.NewReader(bytes.NewReader(data))); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(bin, strings.TrimSuffix(filepath.Base(file), ".br")), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return bin
}

const keptDeeds = forty + "/tasks.jsonl"

// natives are what a Debian 12 with Node 20 and Python 3.13 leaves. Such a machine does it all anew.
func natives(t *testing.T, all []deed) (want []left) {
	t.Helper()
	version, _ := exec.CommandContext(t.Context(), "/usr/bin/node", "--version").Output()
	bin := pythonBeside(t)
	if bin == "" && *natively {
		t.Fatal("there is no python3.13 here: name one by -native")
	}
	if bin != "" && (*natively || debian() && strings.HasPrefix(string(version), "v20.")) {
		var lines bytes.Buffer
		encode := json.NewEncoder(&lines)
		encode.SetEscapeHTML(false)
		for _, d := range all {
			if err := encode.Encode(d.native(t, bin)); err != nil {
				t.Fatal(err)
			}
		}
		if *natively {
			if err := os.WriteFile(keptDeeds, lines.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if data, err := os.ReadFile(keptDeeds); err != nil || !bytes.Equal(data, lines.Bytes()) {
			t.Errorf("%s: this machine answers otherwise (%v): run go test -run TestForty -natively", keptDeeds, err)
		}
	}
	return answeredBefore(t, all)
}

// answeredBefore is what such a machine left, as it is kept.
func answeredBefore(t *testing.T, all []deed) (want []left) {
	t.Helper()
	if want = answersOf(t, keptDeeds); len(want) != len(all) {
		t.Fatalf("%s: got %d answers of %d rows: run go test -run TestForty -natively", keptDeeds, len(want), len(all))
	}
	return want
}

// agrees holds what came of a deed against what came of it on the machine.
func (d deed) agrees(t *testing.T, where string, want, got left) {
	t.Helper()
	if got.Code != want.Code || got.Stdout != want.Stdout || got.Stderr != want.Stderr && d.differs["stderr"] == "" {
		t.Errorf("%s, %s: got %d\n%s%s\nwant %d\n%s%s", d.name, where, got.Code, got.Stdout, got.Stderr, want.Code, want.Stdout, want.Stderr)
	}
	d.keeps(t, where, want.Files, got.Files)
}

// keeps holds files that were kept against those that the machine has.
func (d deed) keeps(t *testing.T, where string, want, got map[string]string) {
	t.Helper()
	for path := range maps.Keys(want) {
		if text, there := got[path]; !there || text != want[path] {
			t.Errorf("%s, %s: %s: got %.600q (%t), want %.600q", d.name, where, path, text, there, want[path])
		}
	}
	for path := range got {
		if _, wanted := want[path]; !wanted {
			t.Errorf("%s, %s: got the file %s", d.name, where, path)
		}
	}
}

// job is what the page's runner gets of a deed, its files apart.
func (d deed) job(t *testing.T) (job map[string]any, files map[string][]byte) {
	t.Helper()
	files, b := map[string][]byte{}, tree.Builder{}
	for path, data := range d.brings(t) {
		path = "workspace/skills/" + d.name + "/" + path
		files[path] = data
		if err := b.Put(path, data); err != nil {
			t.Fatal(err)
		}
	}
	words, exit := which.Find(program.Spec{Argv: d.calls("/workspace/skills", "out"), Dir: "/workspace", Files: b.Tree()}, which.Programs())
	if words == nil {
		t.Fatalf("%s: got %d, %s", d.name, exit.Code, exit.Reason)
	}
	return map[string]any{"words": words, "env": d.env("/workspace/skills"), "programs": which.Shell()}, files
}

// Skills of the kind that people share do in the page's shell what they do on a machine: what they say, their code, and
// the files that they leave, to the byte. All run under Node, but for those that want Node, which is in the page alone.
func TestFortySkills(t *testing.T) {
	t.Parallel()
	all := deeds(t)
	want := natives(t, all)
	var jobs bytes.Buffer
	for _, d := range all {
		job, files := d.job(t)
		job["bytes"] = files
		if err := json.NewEncoder(&jobs).Encode(job); err != nil {
			t.Fatal(err)
		}
	}
	answers := underNode(t, &jobs)
	p, _ := shell(t)
	for i, d := range all {
		var r struct {
			ran
			Changed map[string][]byte
		}
		if err := answers.Decode(&r); err != nil {
			t.Fatalf("%s: %v", d.name, err)
		}
		if d.wants == "node" {
			r.ran, r.Changed = d.inPage(t, p)
		}
		files := map[string][]byte{}
		for path, data := range r.Changed {
			files[strings.TrimPrefix(path, "workspace/")] = data
		}
		d.agrees(t, "in the page's shell", want[i], d.leaves("out", r.Stdout, r.Stderr+r.Failed, r.Code, files))
	}
}

// inPage does a deed in a frame of the page.
func (d deed) inPage(t *testing.T, p *tab) (ran, map[string][]byte) {
	t.Helper()
	job, files := d.job(t)
	texts := map[string]string{}
	for path, data := range files {
		texts[path] = string(data)
	}
	job["files"] = texts
	r := p.run(job, 0)
	changed := map[string][]byte{}
	for path, text := range r.Changed {
		changed[path] = []byte(text)
	}
	return r, changed
}

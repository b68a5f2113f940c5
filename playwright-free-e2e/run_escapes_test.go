package e2e

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"lily/wasm/which"
)

// An escape is a way out that a script tries.
type escape struct{ name, script, says string }

// escapes reads a table of them.
func escapes(t *testing.T, name string) (all []escape) {
	t.Helper()
	data, err := os.ReadFile("testdata/escapes/" + name)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range strings.Split(string(data), "\n== ")[1:] {
		name, script, _ := strings.Cut(text, "\n")
		script, says, _ := strings.Cut(script, "\n-- ")
		all = append(all, escape{name, strings.TrimSuffix(script, "\n") + "\n", strings.TrimSuffix(says, "\n")})
	}
	if len(all) < 25 {
		t.Errorf("%s: got %d rows, want at least 25", name, len(all))
	}
	return all
}

// listening is a server that must hear nothing, and how often it heard something.
func listening(t *testing.T) (url string, heard *atomic.Int32) {
	t.Helper()
	heard = &atomic.Int32{}
	s := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { heard.Add(1) }))
	t.Cleanup(s.Close)
	return s.URL + "/", heard
}

// hostileArchives are those that scripts are given, in base64.
func hostileArchives(t *testing.T, wanted []escape) map[string]string {
	t.Helper()
	zeros := make([]byte, 1<<20)
	tarred := func(members ...tar.Header) []byte {
		var b bytes.Buffer
		w := tar.NewWriter(&b)
		for _, h := range members {
			h.Mode = 0o644
			put(t, w.WriteHeader(&h))
			for left := h.Size; left > 0 && h.Size < 1<<30; left -= int64(len(zeros)) {
				_, err := w.Write(zeros[:min(left, int64(len(zeros)))])
				put(t, err)
			}
		}
		_ = w.Flush() // one member promises more than there is
		return append(b.Bytes(), make([]byte, 1024)...)
	}
	zipped := func(members ...zip.FileHeader) []byte {
		var b bytes.Buffer
		w := zip.NewWriter(&b)
		for _, h := range members {
			size := int64(h.UncompressedSize64)
			h.Method = zip.Deflate
			f, err := w.CreateHeader(&h)
			put(t, err)
			_, err = io.WriteString(f, h.Comment)
			for left := size; left > 0; left -= int64(len(zeros)) {
				_, err = f.Write(zeros)
			}
			put(t, err)
		}
		put(t, w.Close())
		return b.Bytes()
	}
	packed := func(data []byte, times int) []byte {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		for range times {
			_, err := w.Write(data)
			put(t, err)
		}
		put(t, w.Close())
		return b.Bytes()
	}
	link := zip.FileHeader{Name: "link", Comment: "/bin"}
	link.SetMode(fs.ModeSymlink | 0o777)
	const most = 300 << 20 // more than is unpacked
	files := map[string]string{}
	for name, makes := range map[string]func() []byte{
		"up.tar":       func() []byte { return tarred(tar.Header{Name: "../../evil.txt", Size: 3}) },
		"amid.tar":     func() []byte { return tarred(tar.Header{Name: "a/../../../evil.txt", Size: 3}) },
		"absolute.tar": func() []byte { return tarred(tar.Header{Name: "/bin/evil", Size: 3}) },
		"flat.tar":     func() []byte { return tarred(tar.Header{Name: "evil.txt", Size: 3}) },
		"through.tar": func() []byte {
			return tarred(tar.Header{Name: "link", Typeflag: tar.TypeSymlink, Linkname: "/bin"}, tar.Header{Name: "link/evil", Size: 3})
		},
		"hard.tar": func() []byte {
			return tarred(tar.Header{Name: "link", Typeflag: tar.TypeLink, Linkname: "/etc/passwd"})
		},
		"linkup.tar": func() []byte {
			return tarred(tar.Header{Name: "link", Typeflag: tar.TypeSymlink, Linkname: "../../../bin"})
		},
		"device.tar": func() []byte {
			return tarred(tar.Header{Name: "dev", Typeflag: tar.TypeChar, Devmajor: 1, Devminor: 1})
		},
		"block.tar":     func() []byte { return tarred(tar.Header{Name: "dev", Typeflag: tar.TypeBlock, Devmajor: 8}) },
		"pipe.tar":      func() []byte { return tarred(tar.Header{Name: "pipe", Typeflag: tar.TypeFifo}) },
		"huge.tar":      func() []byte { return tarred(tar.Header{Name: "huge", Size: 8 << 30}) },
		"bomb.gz":       func() []byte { return packed(zeros, most>>20) },
		"bomb.tgz":      func() []byte { return packed(tarred(tar.Header{Name: "bomb", Size: most}), 1) },
		"up.zip":        func() []byte { return zipped(zip.FileHeader{Name: "../../evil.txt"}) },
		"amid.zip":      func() []byte { return zipped(zip.FileHeader{Name: "a/../../../evil.txt"}) },
		"absolute.zip":  func() []byte { return zipped(zip.FileHeader{Name: "/bin/evil"}) },
		"backslash.zip": func() []byte { return zipped(zip.FileHeader{Name: `..\..\evil.txt`}) },
		"flat.zip":      func() []byte { return zipped(zip.FileHeader{Name: "evil.txt"}) },
		"through.zip":   func() []byte { return zipped(link, zip.FileHeader{Name: "link/evil"}) },
		"bomb.zip":      func() []byte { return zipped(zip.FileHeader{Name: "bomb", UncompressedSize64: most}) },
	} {
		if slices.ContainsFunc(wanted, func(e escape) bool { return strings.Contains(e.script, "/io/"+name) }) {
			files["io/"+name] = base64.StdEncoding.EncodeToString(makes())
		}
	}
	return files
}

func put(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Ways out by SQLite, by archives, by git and by yq: each is told of, nobody hears of one, nothing of the machine or of
// another skill is read, and nothing is left outside of its folder.
func TestEscapesOfTheShellsPrograms(t *testing.T) {
	t.Parallel()
	url, heard := listening(t)
	p, _ := shell(t)
	for _, table := range []string{"sqlite.txt", "archives.txt", "git.txt", "yq.txt"} {
		for all := range slices.Chunk(escapes(t, table), 10) {
			p.tries(table, url, all)
		}
	}
	if heard.Load() != 0 {
		t.Errorf("got %d requests heard", heard.Load())
	}
}

// slowly runs words that may take as long as many others.
func (p *tab) slowly(files map[string]string, words ...string) ran {
	p.Helper()
	job, err := json.Marshal(map[string]any{"words": words, "files": files, "programs": which.Shell()})
	p.must(err)
	r, err := long[ran](p, fmt.Sprintf("run(%s)", job))
	p.must(err)
	return r
}

// tries has a shell run some scripts, and looks at what each says and leaves.
func (p *tab) tries(table, url string, all []escape) {
	p.Helper()
	files, script := hostileArchives(p.T, all), strings.Builder{}
	for _, name := range []string{"made", "hostile.py"} { // what the rows of git begin with
		data, err := os.ReadFile("testdata/escapes/" + name)
		p.must(err)
		files["io/"+name] = string(data)
	}
	fmt.Fprintf(&script, "export URL=%s\n", url)
	for i, e := range all {
		files[fmt.Sprintf("workspace/%d/x.sh", i)] = e.script
		fmt.Fprintf(&script, "cd /workspace/%d; bash x.sh >/out/%d 2>&1 </dev/null\n", i, i)
		files[fmt.Sprintf("out/%d", i)] = "nothing"
	}
	r := p.slowly(files, "bash", "-c", script.String())
	for i, e := range all {
		if said := r.Changed[fmt.Sprintf("out/%d", i)]; e.says == "" || !strings.Contains(said, e.says) || strings.Contains(said, "RAN") {
			p.Errorf("%s == %s: got %.600q, want %q", table, e.name, said, e.says)
		}
		delete(r.Changed, fmt.Sprintf("out/%d", i))
	}
	for path := range r.Changed {
		var i int
		if _, err := fmt.Sscanf(path, "workspace/%d/", &i); err != nil || strings.HasSuffix(path, "/ran") {
			p.Errorf("%s: got the file %s", table, path)
		}
	}
	if len(r.Removed) > 0 || r.Failed != "" {
		p.Errorf("%s: got %q removed, %s", table, r.Removed, r.Failed)
	}
}

// Ways out by packages of Python: each is an error, and nobody hears of one.
func TestEscapesOfPackages(t *testing.T) {
	t.Parallel()
	url, heard := listening(t)
	p, _ := shell(t)
	for all := range slices.Chunk(escapes(t, "packages.txt"), 10) {
		var script strings.Builder
		fmt.Fprintf(&script, "URL = %q\n", url)
		for i, e := range all {
			fmt.Fprintf(&script, "try:\n    exec(%q, {'URL': URL})\n    print(%d, 'went well')\nexcept BaseException as e:\n    print(%d, type(e).__name__)\n", e.script, i, i)
		}
		r := p.slowly(map[string]string{"workspace/x.py": script.String()}, "python3", "x.py")
		for i, e := range all {
			_, said, _ := strings.Cut("\n"+r.Stdout, fmt.Sprintf("\n%d ", i))
			if said, _, _ = strings.Cut(said, "\n"); said != e.says {
				t.Errorf("%s: got %q, want %q", e.name, said, e.says)
			}
		}
		for path := range r.Changed {
			if !strings.HasSuffix(path, ".xlsx") && path != "workspace/x.tar" {
				t.Errorf("got the file %s", path)
			}
		}
		if r.Code != 0 {
			t.Errorf("got code %d, %s", r.Code, r.Stderr)
		}
	}
	if heard.Load() != 0 {
		t.Errorf("got %d requests heard", heard.Load())
	}
}

// byPython, byNode and byGit are programs of those, as a line, that come to no end of their own.
var byPython = map[string]string{
	"a loop":           "while True: pass",
	"a sleep":          "import time; time.sleep(1e6)",
	"a flood":          "while True: print('x' * 1000)",
	"memory":           "x = []\nwhile True:\n    try: x.append(bytearray(1 << 20))\n    except MemoryError: pass",
	"files":            "n = 0\nwhile True:\n    open(f'f{n}', 'w').close(); n += 1",
	"a regexp":         "import re; re.match('(a+)+$', 'a' * 64 + 'b')",
	"a program of its": "import subprocess; subprocess.run('while :; do :; done', shell=True)",
	"programs of its":  "import subprocess\nwhile True: subprocess.run(['echo', 'x'])",
	"a guard's flood":  "import sys\nwhile True: sys.stderr.write('x'); sys.stderr.flush()",
}

var byNode = map[string]string{
	"a loop in a module": "for (;;);", "a wait": "await new Promise(() => setInterval(() => {}, 1e6))", "a flood": "for (;;) console.log('x'.repeat(1000))",
	"ticks": "const t = () => process.nextTick(t); t(); await new Promise(() => {})", "immediates": "const f = () => setImmediate(f); f()",
	"modules":  "let n = 0; const fs = (await import('fs')).default; for (;;) { fs.writeFileSync(`m${++n}.mjs`, 'export default 1'); await import(`./m${n}.mjs`); }",
	"a regexp": "/(a+)+$/.test('a'.repeat(64) + 'b')", "a digest": "(await import('crypto')).pbkdf2Sync('a', 'b', 1e9, 64, 'sha512')",
}

var byGit = map[string]string{
	"commits without an end":          `git init -q; git config user.name A; git config user.email a@x; while :; do git commit -q --allow-empty -m x; done`,
	"a history that is read for ever": `git init -q; git config user.name A; git config user.email a@x; for i in 1 2 3; do git commit -q --allow-empty -m $i; done; while :; do git log -p --stat >/dev/null; done`,
	"differences without an end":      `git init -q; seq 1 20000 >a; git add a; seq 1 20000 | sort >a; while :; do git diff | tail -n 1; done`,
}

// An ending is a program that comes to no end of its own, or to that of what it may have.
type ending struct {
	name  string
	words []string
	in    string // in x.ts, or x.mjs
}

// endings are all of them.
func endings() (all []ending) {
	for _, name := range slices.Sorted(maps.Keys(byPython)) {
		all = append(all, ending{name, []string{"python3", "-c", byPython[name]}, ""})
	}
	for _, name := range slices.Sorted(maps.Keys(byNode)) {
		all = append(all, ending{name, []string{"node", "x.mjs"}, byNode[name]})
	}
	for _, name := range slices.Sorted(maps.Keys(byGit)) {
		all = append(all, ending{name, []string{"bash", "-c", byGit[name]}, ""})
	}
	return append(all, endless...)
}

var endless = []ending{
	{"a query without an end", []string{"bash", "-c", `sqlite3 :memory: "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT sum(i) FROM n"`}, ""},
	{"an output without an end by SQLite", []string{"bash", "-c", `sqlite3 :memory: "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"`}, ""},
	{"a join without an end", []string{"bash", "-c", `sqlite3 :memory: "WITH n(i) AS (SELECT value FROM json_each('[' || substr(replace(hex(zeroblob(500)), '00', ',1'), 2) || ']')) SELECT count(*) FROM n a, n b, n c, n d"`}, ""},
	{"a memory without an end by SQLite", []string{"bash", "-c", `sqlite3 :memory: "CREATE TABLE t(a); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) INSERT INTO t SELECT hex(zeroblob(100000)) FROM n"`}, ""},
	{"gzip of what has no end", []string{"bash", "-c", `while :; do echo x | gzip | zcat >/dev/null; done`}, ""},
	{"tar of itself", []string{"bash", "-c", `echo x > a; while :; do tar -cf b.tar a; tar -cf a b.tar; done`}, ""},
	{"a template without an end", []string{"python3", "-c", `import jinja2; jinja2.Template("{% for a in range(99999) %}{% for b in range(99999) %}{{ a * b }}{% endfor %}{% endfor %}").render()`}, ""},
	{"a bomb of YAML", []string{"python3", "-c", "import yaml; x = yaml.safe_load('a: &a [x,x,x,x,x,x,x,x,x]\\n' + ''.join(f'{chr(98+i)}: &{chr(98+i)} [' + ','.join(['*' + chr(97+i)] * 9) + ']\\n' for i in range(9))); print(len(str(x)))"}, ""},
	{"a pattern without an end of Markdown", []string{"python3", "-c", `import markdown; [markdown.markdown("[" * 20000 + "<a" * 20000 + "*_" * 20000) for _ in range(99)]`}, ""},
	{"pages that are their own parents", []string{"python3", "-c", `import pypdf, io; r = pypdf.PdfReader(io.BytesIO(b"%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[2 0 R]/Count 9>>\nendobj\ntrailer<</Root 1 0 R/Size 3>>\nstartxref\n0\n%%EOF")); [p.extract_text() for p in r.pages]; raise SystemExit(3)`}, ""},
	{"TypeScript without an end", []string{"node", "x.ts"}, "let n: number = 0; for (;;) n++;"},
}

// What has no end is ended within two seconds of its time, and the page answers all the while: no task of its own takes
// the processor for over 100 ms. Not parallel: a browser has one trace at a time.
func TestEndlessProgramsOfAllKinds(t *testing.T) {
	p, run := shell(t)
	run(nil, "python3", "-c", "import jinja2, yaml, markdown, pypdf") // what is fetched once
	run(nil, "sqlite3", ":memory:", "SELECT 1")
	const most = 2000
	for batch := range slices.Chunk(endings(), 6) { // at once, as in as many tabs
		var jobs []any
		for _, e := range batch {
			jobs = append(jobs, map[string]any{"words": e.words, "files": map[string]string{"workspace/" + e.words[1]: e.in}, "programs": which.Shell()})
		}
		data, err := json.Marshal(jobs)
		p.must(err)
		var all []ran
		longest, _ := p.thread(func() {
			all, err = eval[[]ran](p, fmt.Sprintf(`performance.mark("from"), Promise.all(%s.map((job) => run(job, { kill: %d }))).finally(() => performance.mark("to"))`, data, most))
			p.must(err)
		}, "from", "to")
		for i, r := range all {
			if !r.Killed && r.Code == 0 || r.Took > most+2000 {
				t.Errorf("%s: got %.300v after %.0f ms, want it ended within two seconds of %d ms", batch[i].name, r, r.Took, most)
			}
			t.Logf("%s: ended after %.0f ms with %d: %.200s", batch[i].name, r.Took, r.Code, r.Stderr)
		}
		if longest == 0 || longest > 100 {
			t.Errorf("got %.0f ms of the processor for one task of the page, want at most 100", longest)
		}
		t.Logf("the longest task of the page: %.0f ms of the processor", longest)
	}
}

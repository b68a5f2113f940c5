package source_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"net/http/cgi"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"lily/core/archive"
	"lily/core/tree"
	"lily/web/source"
)

// What people write is one source, and is read again from what the lock keeps of it.
func TestParse(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, dir := range []string{"skills/pdf", "sub"} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ text, want string }{
		{"skills/pdf", "folder skills/pdf"},
		{"./sub", "folder ./sub"},
		{"owner/repo", "git https://github.com/owner/repo"},
		{"owner/repo.git", "git https://github.com/owner/repo"},
		{"owner/repo/skills/pdf", "git https://github.com/owner/repo#skills/pdf"},
		{"owner/repo@v1.2", "git https://github.com/owner/repo@v1.2"},
		{"owner/repo#skills/pdf", "git https://github.com/owner/repo#skills/pdf"},
		{"owner/repo@v1#skills/pdf", "git https://github.com/owner/repo@v1#skills/pdf"},
		{"owner/repo#skills/pdf@v1", "git https://github.com/owner/repo@v1#skills/pdf"},
		{"owner/repo@feature/x", "git https://github.com/owner/repo@feature/x"},
		{"github.com/owner/repo", "git https://github.com/owner/repo"},
		{"https://github.com/owner/repo", "git https://github.com/owner/repo"},
		{"https://github.com/owner/repo.git", "git https://github.com/owner/repo"},
		{"https://github.com/owner/repo/tree/main/skills/pdf", "git https://github.com/owner/repo/tree/main/skills/pdf"},
		{"https://github.com/owner/repo/blob/main/skills/pdf/SKILL.md", "git https://github.com/owner/repo/tree/main/skills/pdf/SKILL.md"},
		{"https://gitlab.com/group/sub/repo/-/tree/main/skills", "git https://gitlab.com/group/sub/repo/tree/main/skills"},
		{"https://git.example.com/a/b.git@main#x", "git https://git.example.com/a/b.git@main#x"},
		{"git+https://git.example.com/a/b@main", "git git+https://git.example.com/a/b@main"},
		{"git+https://git.example.com/a/b@v1#subdirectory=x", "git git+https://git.example.com/a/b@v1#x"},
		{"git@github.com:owner/repo.git", "git git@github.com:owner/repo.git"},
		{"git@github.com:owner/repo.git@v1#x", "git git@github.com:owner/repo.git@v1#x"},
		{"ssh://git@host:22/owner/repo@v1", "git ssh://git@host:22/owner/repo@v1"},
		{"file:///srv/repo.git@v1#x", "git file:///srv/repo.git@v1#x"},
		{"https://example.com", "index https://example.com"},
		{"https://example.com/docs", "index https://example.com/docs"},
		{"https://example.com/pdf.zip", "zip https://example.com/pdf.zip"},
		{"http://127.0.0.1:8000/x.git", "git http://127.0.0.1:8000/x.git"},
	} {
		got, err := source.Parse(c.text)
		if said := string(got.Kind) + " " + got.String(); err != nil || said != c.want {
			t.Errorf("%s: got %s, %v, want %s", c.text, said, err, c.want)
			continue
		}
		if again, err := source.Parse(got.String()); err != nil || again.String() != got.String() {
			t.Errorf("%s: got %s, %v when it is read again", c.text, again, err)
		}
	}
	for _, text := range []string{
		"", "-x", "--upload-pack=touch x", "./nothing", "/nothing", "../nothing", "nothing", "a b/c", "http://example.com/x.git",
		"git://example.com/x", "ext::sh -c touch%20x", "ftp://example.com/x.zip", "https://user:secret@example.com/x.git",
		"https://token@github.com/owner/repo", "owner/repo#../x", "owner/repo@-x", "owner/repo@a..b",
		"owner/repo@x^{/y}", "owner/repo@.x", "https://github.com/", "https://github.com/owner", "file://host/x", "javascript:alert(1)//x",
	} {
		if got, err := source.Parse(text); err == nil {
			t.Errorf("%q: got %s %s, want an error", text, got.Kind, got)
		}
	}
}

// A name that leads to a private network is not called, however it is written; an address that is typed is.
func TestPrivate(t *testing.T) {
	for _, text := range []string{
		"https://localtest.invalid/x.git", "https://0x7f000001/x.git", "https://2130706433/x.git", "https://127.1/x.git",
	} {
		if _, err := fetched(t, text); err == nil {
			t.Errorf("%s: got something", text)
		}
	}
}

func sum(data []byte) string { return fmt.Sprintf("sha256:%x", sha256.Sum256(data)) }

func zipped(t *testing.T, files map[string]string) []byte {
	t.Helper()
	var b tree.Builder
	for at, text := range files {
		if err := b.Put(at, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if err := archive.Write(&out, b.Tree()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func tarred(t *testing.T, list ...tar.Header) []byte {
	t.Helper()
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	w := tar.NewWriter(z)
	for _, h := range list {
		h.Mode = 0o644
		if h.Typeflag == 0 {
			h.Typeflag, h.Size = tar.TypeReg, int64(len(good))
		}
		if err := w.WriteHeader(&h); err != nil {
			t.Fatal(err)
		}
		if h.Typeflag == tar.TypeReg {
			_, _ = w.Write([]byte(good)) // to memory
		}
	}
	_, _ = w.Close(), z.Close()
	return out.Bytes()
}

// site serves files by their paths.
func site(t *testing.T, files map[string]string) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, ok := files[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		if to, leads := strings.CutPrefix(text, "-> "); leads {
			http.Redirect(w, r, to, http.StatusFound)
			return
		}
		fmt.Fprint(w, text)
	}))
	t.Cleanup(s.Close)
	return s.URL
}

const (
	newer = "/.well-known/agent-skills/"
	older = "/.well-known/skills/"
)

func index(entries ...string) string { return `{"skills": [` + strings.Join(entries, ",") + `]}` }

func artifact(name, kind, url, digest string) string {
	return fmt.Sprintf(`{"name":%q,"type":%q,"description":"D.","url":%q,"digest":%q}`, name, kind, url, digest)
}

// Both forms of an index are read, with what they list, below the address or at the top of the host.
func TestIndex(t *testing.T) {
	zip := zipped(t, map[string]string{"SKILL.md": good, "scripts/a.sh": "#!/bin/sh\n"})
	ball := tarred(t, tar.Header{Name: "./SKILL.md"}, tar.Header{Name: "a/b.md"})
	files := map[string]string{
		newer + "index.json": index(
			artifact("one", "skill-md", newer+"one/SKILL.md", sum([]byte(good))),
			artifact("two", "archive", "two.zip", sum(zip)), artifact("three", "archive", "/three.tar.gz", sum(ball))),
		newer + "one/SKILL.md": good, newer + "two.zip": string(zip), "/three.tar.gz": string(ball),
		"/docs" + older + "index.json":   index(`{"name":"old","description":"D.","files":["SKILL.md","a/b.md"]}`),
		"/docs" + older + "old/SKILL.md": good, "/docs" + older + "old/a/b.md": "B.",
	}
	at := site(t, files)
	for _, c := range []struct{ path, want string }{
		{"", "one three two"},
		{"/", "one three two"},
		{newer + "index.json", "one three two"},
		{newer + "two", "two"},
		{"/docs", "old"},
		{"/elsewhere", "one three two"},
	} {
		got, err := fetched(t, at+c.path)
		if err != nil {
			t.Errorf("%s: %v", c.path, err)
			continue
		}
		list, err := got.Drop.Whole()
		var names []string
		for _, p := range list {
			names = append(names, p.Name)
		}
		if said := strings.Join(names, " "); err != nil || said != c.want {
			t.Errorf("%s: got %s, %v, want %s", c.path, said, err, c.want)
		}
	}
}

// An index of which one entry is not what it says is refused whole.
func TestIndexIsRefused(t *testing.T) {
	digest := sum([]byte(good))
	for name, files := range map[string]map[string]string{
		"another digest":        {"i": index(artifact("a", "skill-md", "a/SKILL.md", sum([]byte("x")))), "a/SKILL.md": good},
		"no digest":             {"i": index(artifact("a", "skill-md", "a/SKILL.md", "")), "a/SKILL.md": good},
		"another host":          {"i": index(artifact("a", "skill-md", "https://evil.example/SKILL.md", digest))},
		"another scheme":        {"i": index(artifact("a", "skill-md", "file:///etc/passwd", digest))},
		"a redirect":            {"i": index(artifact("a", "skill-md", "a/SKILL.md", digest)), "a/SKILL.md": "-> http://169.254.169.254/"},
		"a name that leads out": {"i": index(artifact("../a", "skill-md", "a/SKILL.md", digest)), "a/SKILL.md": good},
		"a hidden name":         {"i": index(artifact(".git", "skill-md", "a/SKILL.md", digest)), "a/SKILL.md": good},
		"a name twice": {
			"i":          index(artifact("a", "skill-md", "a/SKILL.md", digest), artifact("a", "skill-md", "a/SKILL.md", digest)),
			"a/SKILL.md": good,
		},
		"a file that leads out": {"i": index(`{"name":"a","files":["SKILL.md","../../x"]}`), "a/SKILL.md": good},
		"a file that is not":    {"i": index(`{"name":"a","files":["SKILL.md","x"]}`), "a/SKILL.md": good},
		"no SKILL.md":           {"i": index(`{"name":"a","files":["x"]}`), "a/x": good},
		"another type":          {"i": index(artifact("a", "npm", "a/SKILL.md", digest)), "a/SKILL.md": good},
		"no JSON":               {"i": "<html>"},
		"no skills":             {"i": "{}"},
		"no index":              {},
	} {
		files[newer+"index.json"] = files["i"]
		if files["i"] == "" {
			delete(files, newer+"index.json")
		}
		for at, text := range files {
			files[newer+at] = text
		}
		if got, err := fetched(t, site(t, files)); err == nil {
			list, _ := got.Drop.Whole()
			t.Errorf("%s: got %d skills, want an error", name, len(list))
		}
	}
	for name, ball := range map[string][]byte{
		"a link":       tarred(t, tar.Header{Name: "SKILL.md"}, tar.Header{Name: "x", Typeflag: tar.TypeSymlink, Linkname: "/etc/passwd"}),
		"a hard link":  tarred(t, tar.Header{Name: "SKILL.md"}, tar.Header{Name: "x", Typeflag: tar.TypeLink, Linkname: "/etc/passwd"}),
		"a device":     tarred(t, tar.Header{Name: "SKILL.md"}, tar.Header{Name: "x", Typeflag: tar.TypeBlock}),
		"a path out":   tarred(t, tar.Header{Name: "SKILL.md"}, tar.Header{Name: "../x"}),
		"a full path":  tarred(t, tar.Header{Name: "SKILL.md"}, tar.Header{Name: "/x"}),
		"a name twice": tarred(t, tar.Header{Name: "SKILL.md"}, tar.Header{Name: "./SKILL.md"}),
		"nothing":      {},
	} {
		at := site(t, map[string]string{newer + "index.json": index(artifact("a", "archive", "a.tar.gz", sum(ball))), newer + "a.tar.gz": string(ball)})
		if _, err := fetched(t, at); err == nil {
			t.Errorf("a tar with %s: got it, want an error", name)
		}
	}
}

// git runs the real git.
func git(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b",
		"GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

func put(t *testing.T, at, text string, mode os.FileMode) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(at, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}

// A repository that the real git made is read over http from the real git, and from the disk by its files alone: no hook
// and nothing that its configuration names is run.
func TestRealGit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("git is not installed, and in CI nothing is skipped")
		}
		t.Skip("git is not installed")
	}
	top := t.TempDir()
	dir := filepath.Join(top, "work")
	put(t, filepath.Join(dir, "skills/pdf/SKILL.md"), good, 0o644)
	put(t, filepath.Join(dir, "skills/pdf/run.sh"), "#!/bin/sh\n", 0o755)
	git(t, dir, "init", "-q", "-b", "main")
	git(t, dir, "add", ".")
	git(t, dir, "commit", "-qm", "one")
	git(t, dir, "tag", "-a", "v1", "-m", "one")
	put(t, filepath.Join(dir, "skills/pdf/more.md"), strings.Repeat("More.\n", 1000), 0o644)
	git(t, dir, "add", ".")
	git(t, dir, "commit", "-qm", "two")
	git(t, dir, "gc", "-q")
	bare := filepath.Join(top, "bare.git")
	git(t, top, "clone", "-q", "--bare", dir, bare)
	owned := filepath.Join(top, "owned")
	for _, hook := range []string{"post-checkout", "post-merge", "pre-upload-pack", "post-index-change", "reference-transaction"} {
		put(t, filepath.Join(bare, "hooks", hook), "#!/bin/sh\ntouch "+owned+"\n", 0o755)
	}
	local := []string{"file://" + filepath.ToSlash(bare), "file://" + filepath.ToSlash(dir)}
	gitPath, _ := exec.LookPath("git") // it is there, as was seen above
	server := httptest.NewServer(&cgi.Handler{Path: gitPath, Stderr: io.Discard, Args: []string{"http-backend"}, Env: []string{
		"GIT_PROJECT_ROOT=" + top, "GIT_HTTP_EXPORT_ALL=1", "GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=safe.directory", "GIT_CONFIG_VALUE_0=*",
	}})
	defer server.Close()
	for _, at := range append(local, server.URL+"/bare.git") {
		for _, c := range []struct {
			ends  string
			files int
		}{{"", 3}, {"@v1", 2}, {"@main#skills", 3}, {"#skills/pdf", 3}} {
			got, err := fetched(t, at+c.ends)
			if err != nil {
				t.Errorf("%s%s: %v", at, c.ends, err)
				continue
			}
			list, err := got.Drop.Whole()
			if err != nil || len(list) != 1 || list[0].Name != "pdf" || list[0].Files != c.files || len(got.Runs) != 1 {
				t.Errorf("%s%s: got %d skills, %v, %d files that run; want pdf with %d files", at, c.ends, len(list), err, len(got.Runs), c.files)
			}
		}
	}
	if _, err := os.Stat(owned); err == nil {
		t.Error("a hook of the repository was run")
	}
}

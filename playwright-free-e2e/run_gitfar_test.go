package e2e

import (
	"bytes"
	"compress/zlib"
	"crypto/sha1"
	"fmt"
	"io"
	"net/http"
	"net/http/cgi"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// founded makes the repositories that a server has.
const founded = setup + `
echo one > README; mkdir sub; echo a > sub/a.txt; save -m one
echo two >> README; save -m two
git tag -a v1 -m first
git tag light
git checkout -q -b side; echo side > side.txt; save -m side
git checkout -q main; echo '#!/bin/sh' > run.sh; chmod +x run.sh; ln -s README link; save -m three
git checkout -q -b linked; git update-index --add --cacheinfo 160000,$(git rev-parse main),dep
printf '[submodule "dep"]\n\tpath = dep\n\turl = http://127.0.0.1:1/never\n' > .gitmodules
git add .gitmodules; tick; git commit -q -m linked
git checkout -q main
cd ..
git clone -q --bare repo one.git
git init -q --bare -b main empty.git
printf '#!/bin/sh\nwhile read old new ref; do case $ref in *refused*) echo "no such branch, please" >&2; exit 1;; esac; done\n' > one.git/hooks/pre-receive
chmod +x one.git/hooks/pre-receive
for r in one empty; do git -C $r.git config http.receivepack true; git -C $r.git config gc.auto 0; git -C $r.git config receive.autogc false; done
rm -rf repo
`

// gitServer has a folder for each task, by its first part, and serves it as git itself does.
func gitServer(t *testing.T) *httptest.Server {
	t.Helper()
	root := t.TempDir()
	bash := exec.CommandContext(t.Context(), "bash", "-ec", founded)
	bash.Dir, bash.Env = filepath.Join(root), surroundings
	if out, err := bash.CombinedOutput(); err != nil {
		t.Fatalf("got %v: %s", err, out)
	}
	at, err := exec.CommandContext(t.Context(), "git", "--exec-path").Output()
	if err != nil {
		t.Fatal(err)
	}
	backend := &cgi.Handler{
		Path: filepath.Join(strings.TrimSpace(string(at)), "git-http-backend"),
		Env:  []string{"GIT_PROJECT_ROOT=" + filepath.Join(root, "served"), "GIT_HTTP_EXPORT_ALL=1", "REMOTE_USER=ada", "HOME=/tmp"},
	}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		who, rest, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
		for _, name := range []string{"one.git", "empty.git"} {
			to := filepath.Join(root, "served", who, name)
			if _, err := os.Stat(to); err != nil {
				if err := os.CopyFS(to, os.DirFS(filepath.Join(root, name))); err != nil {
					t.Error(err)
				}
			}
		}
		if rest, moved := strings.CutPrefix(rest, "moved/"); moved {
			http.Redirect(w, r, "/"+who+"/"+rest+"?"+r.URL.RawQuery, http.StatusMovedPermanently)
			return
		}
		backend.ServeHTTP(w, r)
	}))
	t.Cleanup(srv.Close)
	return srv
}

var served = regexp.MustCompile(`http://127\.0\.0\.1:\d+/[a-z0-9]+/`)

// What scripts make of git with a server is what they make of git 2.39 with the same server, to the byte.
func TestTableOfGitWithAServer(t *testing.T) {
	t.Parallel()
	const table = "testdata/conform/gitfar.txt"
	srv, all := gitServer(t), tasks(t, table, "script.sh")
	if len(all) < 25 {
		t.Errorf("got %d rows, want at least 25", len(all))
	}
	begin := func(i int, who string) {
		at := fmt.Sprintf("export AT=%s/%s%d\n", srv.URL, who, i)
		all[i].files["setup"] = at + strings.Split(setup, "mkdir repo")[0] + "git config --global init.defaultBranch main\n"
	}
	tidy := func(l left) left {
		delete(l.Files, "setup")
		l.Stdout, l.Stderr = served.ReplaceAllString(l.Stdout, "http://host/"), served.ReplaceAllString(l.Stderr, "http://host/")
		return l
	}
	for i, k := range all {
		all[i].script = ". ./setup\n" + k.script
		k.files[k.as] = all[i].script
		begin(i, "native")
	}
	want := answered(t, table, "bash", debian(), all, tidy)
	for i := range all {
		begin(i, "page")
		all[i].reach = srv.URL
	}
	for i, got := range alone(t, all) {
		all[i].compared(t, "alone", want[i], tidy(got))
	}
}

// lies are what a hostile server makes of git's answers, by the first part of a path.
var lies = map[string]func(r *http.Request, said []byte) []byte{
	"sum": func(r *http.Request, said []byte) []byte { // the last bytes of the pack, before the packet that ends
		if r.Method == http.MethodPost {
			said[len(said)/2] ^= 1
		}
		return said
	},
	"half": func(r *http.Request, said []byte) []byte {
		if r.Method == http.MethodPost {
			said = said[:len(said)/2]
		}
		return said
	},
	"names": func(_ *http.Request, said []byte) []byte {
		return bytes.ReplaceAll(bytes.ReplaceAll(said, []byte("refs/heads/side"), []byte("refs/heads/../s")), []byte("refs/heads/linked"), []byte("refs/../../linked"))
	},
	"head": func(_ *http.Request, said []byte) []byte {
		return bytes.ReplaceAll(said, []byte("symref=HEAD:refs/heads/main"), []byte("symref=HEAD:refs/../config0"))
	},
	"big": func(r *http.Request, said []byte) []byte {
		if r.Method == http.MethodPost {
			said = make([]byte, 9<<20)
		}
		return said
	},
	"bomb":  packed("PACK\x00\x00\x00\x02\x00\x00\x00\x01\xbf\xff\xff\xff\xff\x7f" + deflated("x")),
	"long":  packed("PACK\x00\x00\x00\x02\x00\x00\x00\x01\x35" + deflated(strings.Repeat("x", 1<<20))),
	"count": packed("PACK\x00\x00\x00\x02\xff\xff\xff\xff\x35" + deflated("12345")),
	"base":  packed("PACK\x00\x00\x00\x02\x00\x00\x00\x01\x62\x7f" + deflated("12")),
	"lost":  packed("PACK\x00\x00\x00\x02\x00\x00\x00\x01\x72" + strings.Repeat("z", 20) + deflated("12")),
	"other": packed("PACK\x00\x00\x00\x02\x00\x00\x00\x01\x35" + deflated("12345")),
	"words": func(r *http.Request, said []byte) []byte {
		if r.Method == http.MethodPost {
			return []byte("001d\x03\x1b]0;owned\x07no such thing\n0000")
		}
		return said
	},
}

func deflated(text string) string {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	_, _ = w.Write([]byte(text))
	_ = w.Close()
	return b.String()
}

// packed answers with a pack, whose sum is right.
func packed(pack string) func(*http.Request, []byte) []byte {
	sum := sha1.Sum([]byte(pack))
	pack += string(sum[:])
	return func(r *http.Request, said []byte) []byte {
		if r.Method == http.MethodPost {
			said = fmt.Appendf(nil, "0008NAK\n%04x\x01%s0000", len(pack)+5, pack)
		}
		return said
	}
}

// A server is a stranger: what it says is bounded and looked through before anything of it counts, and a clone that
// fails leaves nothing.
func TestHostileGitServers(t *testing.T) {
	t.Parallel()
	honest := gitServer(t)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		who, rest, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
		switch who {
		case "page":
			fmt.Fprint(w, "<html>")
			return
		case "away":
			http.Redirect(w, r, "http://10.0.0.1/"+rest+"?"+r.URL.RawQuery, http.StatusFound)
			return
		case "later":
			if r.Method == http.MethodPost {
				http.Redirect(w, r, "http://10.0.0.1/", http.StatusTemporaryRedirect)
				return
			}
		case "secret":
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		ask, err := http.NewRequestWithContext(r.Context(), r.Method, honest.URL+"/x/"+rest+"?"+r.URL.RawQuery, r.Body)
		if err != nil {
			t.Error(err)
			return
		}
		ask.ContentLength = r.ContentLength
		ask.Header.Set("Content-Type", r.Header.Get("Content-Type"))
		got, err := http.DefaultClient.Do(ask)
		if err != nil {
			t.Error(err)
			return
		}
		defer got.Body.Close()
		said, err := io.ReadAll(got.Body)
		if err != nil {
			t.Error(err)
		}
		if lie := lies[who]; lie != nil {
			said = lie(r, said)
		}
		w.Header().Set("Content-Type", got.Header.Get("Content-Type"))
		_, _ = w.Write(said)
	}))
	t.Cleanup(srv.Close)
	rows := []struct{ who, want string }{
		{"sum", "its sum is wrong"},
		{"half", "ends early"},
		{"big", "has more than 8388608 bytes. Take less of it, as with --depth 1"},
		{"bomb", "an object has more than 67108864 bytes"},
		{"long", "an object is longer than it says"},
		{"count", "it says more objects than it has"},
		{"base", "a delta's base is not in it"},
		{"lost", "a delta's base is not in it"},
		{"other", "which was asked for"},
		{"words", "fatal: remote error: ?]0;owned?no such thing"},
		{"page", "/info/refs not valid: is this a git repository?"},
		{"away", "there is no network here"},
		{"later", "it leads elsewhere, which git follows only when it first asks"},
		{"secret", "start lily with --credential HOST=VARIABLE"},
	}
	var all []task
	for _, c := range rows {
		all = append(all, task{name: c.who, reach: srv.URL, files: map[string]string{"script.sh": "git clone -q " + srv.URL + "/" + c.who + "/one.git\necho $?\nls\n"}})
	}
	for i, got := range alone(t, all) {
		if c := rows[i]; got.Stdout != "128\nscript.sh\n" || !strings.Contains(got.Stderr, c.want) {
			t.Errorf("%s: got %q, %q, want %q", c.who, got.Stdout, got.Stderr, c.want)
		}
	}
	script := "git clone -q " + srv.URL + "/names/one.git\ngit clone -q " + srv.URL + "/head/one.git h\ngit -C one branch -r\nfind . -name '*linked*' -o -name s\ncat h/.git/HEAD\n"
	got := alone(t, []task{{name: "names", reach: srv.URL, files: map[string]string{"script.sh": script}}})[0]
	if want := "  origin/HEAD -> origin/main\n  origin/main\nref: refs/heads/main\n"; got.Stdout != want || got.Stderr != "" {
		t.Errorf("names: got %q, %q, want %q", got.Stdout, got.Stderr, want)
	}
}

// In the page a script clones, commits, pushes and pulls over the network that the person allows for a host, Python asks
// there too, and a replay does the same without it.
func TestNetworkGit(t *testing.T) {
	t.Parallel()
	srv := gitServer(t)
	d := reachingAt(t, srv.URL)
	at := srv.URL + "/person/one.git"
	d.skill("asks", commands("set -e\n"+strings.Split(setup, "mkdir repo")[0]+`
git clone `+at+`
cd one
echo more > more.txt
save -m more
git push
cd ..
git clone -q --depth 1 `+at+` again
git -C again log --oneline
git -C one pull
python3 -c 'import urllib.request; r = urllib.request.urlopen("`+at+`/info/refs?service=git-upload-pack"); print(r.status, r.read(12))'
git ls-remote --heads `+at+` main
`, "bash scripts/go.sh"))
	d.must(d.Policy([]byte("network: ask\n")))
	d.Type("/reload_skills")
	d.begin("/skill asks go")
	d.wait("heading", "asks__go will run bash…")
	d.click("button", "Allow once…")
	d.wait("heading", "bash will ask "+srv.URL)
	card := d.text("region", "Approval needed")
	if want := "/person/one.git/info/refs"; !strings.Contains(card, want) {
		t.Errorf("got no %s in\n%s", want, card)
	}
	d.click("button", "Allow "+srv.URL+" for this version of the skill…")
	d.see("refs/heads/main")
	d.quiet()
	main, err := exec.CommandContext(t.Context(), "git", "ls-remote", at, "main").Output()
	if err != nil {
		t.Fatal(err)
	}
	events, err := d.Events()
	d.must(err)
	for _, want := range []string{"Cloning into 'one'...", "main -> main", "Already up to date.", "200 b'001e# servic", string(main[:7]) + " more", string(main[:40])} {
		if !strings.Contains(events, want) {
			t.Errorf("got no %s in the events", want)
		}
	}
	srv.Close()
	d.replays()
}

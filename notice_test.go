package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write NOTICE; read what has changed before you commit it")

// credit is something in the command or on the page that others wrote, with the texts of its licence.
type credit struct{ name, license, text string }

// licensed are the modules of which Lily knows the licence. A new one is read by a person first.
var licensed = map[string]string{
	"github.com/andybalholm/brotli":           "MIT",
	"dario.cat/mergo":                         "BSD-3-Clause",
	"github.com/Microsoft/go-winio":           "MIT",
	"github.com/ProtonMail/go-crypto":         "BSD-3-Clause",
	"github.com/cloudflare/circl":             "BSD-3-Clause",
	"github.com/cyphar/filepath-securejoin":   "BSD-3-Clause AND MPL-2.0",
	"github.com/emirpasic/gods":               "BSD-2-Clause AND ISC",
	"github.com/go-git/gcfg":                  "BSD-3-Clause",
	"github.com/go-git/go-billy/v5":           "Apache-2.0",
	"github.com/go-git/go-git/v5":             "Apache-2.0",
	"github.com/golang/groupcache":            "Apache-2.0",
	"github.com/google/uuid":                  "BSD-3-Clause",
	"github.com/jbenet/go-context":            "MIT",
	"github.com/kevinburke/ssh_config":        "MIT",
	"github.com/maxence-charriere/go-app/v10": "MIT",
	"github.com/pjbgf/sha1cd":                 "Apache-2.0",
	"github.com/sergi/go-diff":                "MIT",
	"github.com/skeema/knownhosts":            "Apache-2.0",
	"github.com/xanzy/ssh-agent":              "Apache-2.0",
	"github.com/yuin/goldmark":                "MIT",
	"golang.org/x/crypto":                     "BSD-3-Clause",
	"golang.org/x/net":                        "BSD-3-Clause",
	"golang.org/x/sys":                        "BSD-3-Clause",
	"golang.org/x/term":                       "BSD-3-Clause",
	"golang.org/x/text":                       "BSD-3-Clause",
	"gopkg.in/warnings.v0":                    "BSD-2-Clause",
	"gopkg.in/yaml.v3":                        "MIT AND Apache-2.0",
}

// linked are the modules that a build really has, by path.
func linked(t *testing.T, target string, env ...string) map[string]credit {
	t.Helper()
	cmd := exec.Command("go", "list", "-deps", "-json=Module", target)
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]credit{}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			Module *struct {
				Path, Version, Dir string
				Main               bool
			}
		}
		if err := d.Decode(&p); err == io.EOF {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		m := p.Module
		if m == nil || m.Main || all[m.Path].name != "" {
			continue
		}
		if licensed[m.Path] == "" {
			t.Errorf("%s: read its licence, and say it in this test", m.Path)
		}
		all[m.Path] = credit{m.Path + " " + m.Version, licensed[m.Path], terms(t, m.Dir)}
	}
}

// terms are the licence, the notice and the grant of patents in a folder.
func terms(t *testing.T, dir string) string {
	t.Helper()
	var all []string
	for _, name := range []string{"LICENSE", "LICENSE.BSD", "LICENSE.MPL-2.0", "COPYING.md", "NOTICE", "PATENTS"} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err == nil {
			all = append(all, strings.TrimSpace(strings.ReplaceAll(string(data), "\r\n", "\n")))
		}
	}
	if len(all) == 0 {
		t.Errorf("%s: got no licence", dir)
	}
	return strings.Join(all, "\n\n")
}

func trimmed(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(data))
}

func goroot(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

const between = "\n\n------------------------------------------------------------------------\n\n"

// NOTICE has the licence of everything in the command and on the page: the modules of both builds, Go, the shell and
// the editor with their packages, Python, parts of Node and sucrase, and the data that Lily's own tables were made of.
func TestNotice(t *testing.T) {
	parts := linked(t, ".")
	maps.Copy(parts, linked(t, ".", "GOOS=windows"))
	maps.Copy(parts, linked(t, "./wasm", "GOOS=js", "GOARCH=wasm"))
	list := []credit{{"Go, its runtime and standard library, and wasm_exec.js", "BSD-3-Clause", terms(t, goroot(t))}}
	for _, p := range parts {
		list = append(list, p)
	}
	slices.SortFunc(list[1:], func(a, b credit) int { return strings.Compare(a.name, b.name) })
	list = append(list, credit{"Unicode Character Database 17.0.0", "Unicode-3.0", trimmed(t, "core/alike/LICENSE-UNICODE")})
	var text strings.Builder
	text.WriteString("Lily\n\n" + trimmed(t, "LICENSE") + "\n\nWhat follows is in the command or on the page, and was written by others." + between)
	first := map[string]string{} // a text stands once, and the others lead to it
	for _, p := range list {
		if by := first[p.text]; by != "" {
			p.text = "The text is that of " + by + ", above."
		} else {
			first[p.text] = p.name
		}
		text.WriteString(fmt.Sprintf("%s: %s\n\n%s%s", p.name, p.license, p.text, between))
	}
	text.WriteString(trimmed(t, "static/vendor/just-bash/THIRD-PARTY.txt") + between)
	text.WriteString(trimmed(t, "static/vendor/codemirror/THIRD-PARTY.txt") + between)
	text.WriteString(trimmed(t, "static/vendor/isomorphic-git/THIRD-PARTY.txt") + between)
	text.WriteString(trimmed(t, "static/vendor/formats/THIRD-PARTY.txt") + between)
	text.WriteString(trimmed(t, "static/vendor/python/THIRD-PARTY.txt") + between)
	text.WriteString(trimmed(t, "static/vendor/python/PACKAGES.txt") + between)
	text.WriteString(trimmed(t, "static/vendor/node/THIRD-PARTY.txt") + between)
	text.WriteString(trimmed(t, "static/vendor/sucrase/THIRD-PARTY.txt") + "\n")
	if *update {
		if err := os.WriteFile("NOTICE", []byte(text.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got := trimmed(t, "NOTICE"); got != strings.TrimSpace(text.String()) {
		t.Errorf("NOTICE is not what the builds have: run go test -run TestNotice . -update")
	}
	if *update {
		return // what is embedded is from before
	}
	code, out, errs := lily(t, "", "version", "--licenses")
	if code != exitWell || out != trimmed(t, "NOTICE")+"\n" {
		t.Errorf("lily version --licenses: got %d, %d bytes, %q", code, len(out), errs)
	}
	for _, want := range []string{"just-bash 3", "@codemirror/view 6", "cpython 3.13", "pyyaml 6.0.2", "beautifulsoup4 4", "pako 2", "sql.js 1", "yaml 2.9", "quickjs", "node v20", "sucrase 3", "Apache License", "The Go Authors", "go-app"} {
		if !strings.Contains(strings.ToLower(out), strings.ToLower(want)) {
			t.Errorf("NOTICE: got no %q", want)
		}
	}
}

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lily/core/profile"
	"lily/core/script"
	"lily/wasm/which"
)

// scripts are the contract's, which are also run natively and under Node.
const scripts = "../core/testdata/script/*.txtar"

// EV-5: typing the scripts into the page gives the same answers, and the same
// events byte for byte, as running them natively.
func TestThePageReplaysTheScripts(t *testing.T) {
	paths, err := filepath.Glob(scripts)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, path := range paths {
		archive, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		s, err := script.Parse(archive)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if s.Page {
			n++
			t.Run(filepath.Base(path), func(t *testing.T) {
				t.Parallel()
				playBack(t, s)
			})
		}
	}
	if n < 10 {
		t.Errorf("got %d scripts for the page, want 10 or more", n)
	}
}

func playBack(t *testing.T, s *script.Script) {
	d := someone(open(t))
	d.reply = map[string]string{"yes": "Allow in this session…", "once": "Allow once…", "no": "Deny"}[s.Approve]
	out, events, err := script.Run(s, d)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "answers", out, s.Out)
	same(t, "events", events, s.Events)
}

// same compares byte for byte, and shows the first line that differs.
func same(t *testing.T, what, got, want string) {
	t.Helper()
	if got == want {
		return
	}
	g, w := strings.SplitAfter(got, "\n"), strings.SplitAfter(want, "\n")
	i := 0
	for i < min(len(g), len(w))-1 && g[i] == w[i] {
		i++
	}
	at := 0
	for at < min(len(g[i]), len(w[i])) && g[i][at] == w[i][at] {
		at++
	}
	from := max(0, at-60)
	t.Errorf("%s, line %d, byte %d: got\n…%.200q\nwant\n…%.200q", what, i+1, at, g[i][from:], w[i][from:])
}

// EN-1: on Linux the page starts with the profile that the scripts start with:
// it declares the programs that run there.
func TestTheFirstProfile(t *testing.T) {
	t.Parallel()
	d := someone(open(t))
	d.pane("Profile")
	if got, want := d.text("textbox", "Profile as YAML"), string(profile.Browser("linux", which.Programs()).YAML()); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	n := fmt.Sprintf("%d programs", len(which.Programs()))
	d.has(d.text("tabpanel", "Profile"), "Programs, "+strings.TrimSuffix(n, " programs")+" declared", "Can run in the page: "+n)
	d.hasNot(d.text("tabpanel", "Profile"), "cannot run here")
}

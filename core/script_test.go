package core_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lily/core/profile"
	"lily/core/script"
	"lily/persona"
	"lily/skills"
	"lily/wasm/which"
)

var update = flag.Bool("update", false, "write what the scripts say into them; read it before you commit it")

const scripts = "testdata/script"

// EV-5: these scripts are run here natively and under Node, and those marked
// page by typing into the page.
func TestScripts(t *testing.T) {
	eachScript(t, func(t *testing.T, path string, s *script.Script) {
		out, events := play(t, s)
		if *update {
			write(t, path, s.Golden(out, events))
			return
		}
		compare(t, "out", out, s.Out)
		if s.Events != "" {
			compare(t, "events", events, s.Events)
		}
	})
}

// CM-9: the same lines on the same world say the same, and record the same.
func TestScriptsTwice(t *testing.T) {
	eachScript(t, func(t *testing.T, path string, s *script.Script) {
		out, events := play(t, s)
		out2, events2 := play(t, s)
		compare(t, "out", out2, out)
		compare(t, "events", events2, events)
	})
}

// EV-4: every session of every script comes again from what it recorded, in memory
// and after it was written down and read.
func TestScriptsReplay(t *testing.T) {
	eachScript(t, func(t *testing.T, path string, s *script.Script) {
		d, err := script.NewEngine(s, skills.Files(), persona.Files(), profile.Browser("linux", which.Programs()))
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := script.Run(s, d); err != nil {
			t.Fatal(err)
		}
		for _, id := range d.Sessions() {
			_, want := d.State(id)
			replays(t, want)
		}
	})
}

// EV-5: enough of them can be typed into the page, and those record events.
func TestScriptsOfPage(t *testing.T) {
	n := 0
	eachScript(t, func(t *testing.T, path string, s *script.Script) {
		if !s.Page {
			return
		}
		n++
		if s.Events == "" {
			t.Errorf("%s: a page's script needs events to compare", path)
		}
	})
	if n < 14 {
		t.Errorf("got %d scripts for the page, want 14 or more", n)
	}
}

func eachScript(t *testing.T, do func(t *testing.T, path string, s *script.Script)) {
	t.Helper()
	paths, err := filepath.Glob(scripts + "/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("%s: got no scripts, %v", scripts, err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			s, err := script.Parse(data)
			if err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			do(t, path, s)
		})
	}
}

func play(t *testing.T, s *script.Script) (out, events string) {
	t.Helper()
	d, err := script.NewEngine(s, skills.Files(), persona.Files(), profile.Browser("linux", which.Programs()))
	if err != nil {
		t.Fatal(err)
	}
	out, events, err = script.Run(s, d)
	if err != nil {
		t.Fatal(err)
	}
	return out, events
}

// compare shows the first line that differs.
func compare(t *testing.T, what, got, want string) {
	t.Helper()
	if got == want {
		return
	}
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	i := 0
	for i < min(len(g), len(w)) && g[i] == w[i] {
		i++
	}
	t.Errorf("%s: line %d differs:\n got %q\nwant %q", what, i+1, line(g, i), line(w, i))
}

func line(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return "(no such line)"
}

func write(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

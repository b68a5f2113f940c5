package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// home is a machine on which someone has lily in a terminal, with a data folder of its own.
type home struct {
	t      *testing.T
	binary string
	dir    string
}

// lily runs the command on lines, and returns what a terminal would show.
func (h home) lily(in string, args ...string) string {
	h.t.Helper()
	cmd := exec.CommandContext(h.t.Context(), h.binary, args...)
	cmd.Dir, cmd.Stdin = h.dir, strings.NewReader(in)
	cmd.Env = append(os.Environ(), "XDG_DATA_HOME="+filepath.Join(h.dir, "data"))
	out, err := cmd.CombinedOutput()
	if err != nil {
		h.t.Fatalf("%v: %v\n%s", args, err, out)
	}
	return string(out)
}

func (h home) file(name string) []byte {
	h.t.Helper()
	data, err := os.ReadFile(filepath.Join(h.dir, name))
	if err != nil {
		h.t.Fatal(err)
	}
	return data
}

func (h home) replays(name string) {
	h.t.Helper()
	if said := h.lily("", "session", "--replay", name); !strings.HasSuffix(said, "byte for byte the same.\n") {
		h.t.Errorf("%s: got %s", name, said)
	}
}

// TM-6: a session that was begun in a terminal is gone on with in the page, and back in the terminal, over several runs
// there; it replays after each step, and what was said first is in the context of the last.
func TestTerminalToPageAndBack(t *testing.T) {
	t.Parallel()
	h := home{t, lily(t), t.TempDir()}
	h.lily("Alpha was said in a terminal.\n/skills\n", "session", "--keep", "--bundle", "one.lily")
	h.replays("one.lily")
	h.lily("Beta was said in another run.\n", "session", "--resume", "--bundle", "two.lily")
	h.replays("two.lily")

	d := someone(wide(t))
	d.drop(d.file("two.lily", h.file("two.lily")))
	d.see("A recording, opened to be read.")
	d.click("button", "Verify")
	d.see("Identical, ")
	d.click("button", "Keep as a session")
	d.see("From here on the session is yours")
	d.has(d.tell("Gamma was said in the page."), "Alpha was said in a terminal.", "Beta was said in another run.")
	downloaded := d.downloads()
	d.press("Alt+5")
	d.click("button", "Export session Alpha was said in a terminal. (s2)")
	if err := os.WriteFile(filepath.Join(h.dir, "three.lily"), downloaded("session-s2-alpha-was-said-in-a-terminal.lily"), 0o600); err != nil {
		t.Fatal(err)
	}
	h.replays("three.lily")

	said := h.lily("Delta was said in a terminal again.\n", "session", "--keep", "--resume", "three.lily", "--bundle", "four.lily")
	for _, want := range []string{"Alpha was said in a terminal.", "Beta was said", "Gamma was said in the page.", "Delta was said"} {
		if !strings.Contains(said, want) {
			t.Errorf("got a context without %q:\n%s", want, said)
		}
	}
	h.replays("four.lily")
	if said := h.lily("/skills\n", "session", "--keep", "--resume", "three.lily"); !strings.Contains(said, "that bundle is the session s2 here, which goes on") {
		t.Errorf("got %s, want the copy that is here", said)
	}
	list := h.lily("", "sessions")
	if lines := strings.Split(strings.TrimSpace(list), "\n"); len(lines) != 3 || !strings.HasPrefix(lines[1], "s2 ") || !strings.HasPrefix(lines[2], "s1 ") {
		t.Errorf("got %s, want two sessions", list)
	}

	again := someone(wide(t))
	again.drop(again.file("four.lily", h.file("four.lily")))
	again.see("A recording, opened to be read.")
	again.see("Delta was said in a terminal again.")
	again.click("button", "Verify")
	again.see("Identical, ")
}

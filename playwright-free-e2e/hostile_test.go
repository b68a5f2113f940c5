package e2e

import (
	"flag"
	"fmt"
	"testing"

	collection "lily/core/hostile"
	"lily/wasm/which"
)

var attacks = flag.Bool("hostile", false, "run the scripts at a shell's limits, too (make hostile)")

// TS-5, TS-7: a script that reaches for what is not its own does not get it, and one that comes to a
// limit of the page's shell gives what a shell of a machine gives, or an error: never a wrong answer
// with exit 0. What does not end is ended.
func TestHostilePrograms(t *testing.T) {
	t.Parallel()
	list, err := collection.Attacks("programs")
	if err != nil {
		t.Fatal(err)
	}
	p, _ := shell(t)
	for _, a := range list {
		if a.Class == "caps" && !*attacks {
			continue // minutes: make hostile has them
		}
		r := p.run(map[string]any{"words": []string{"bash", "-c", a.Text}, "files": map[string]string{"workspace/notes.txt": "Notes.\n"}, "programs": which.Shell()}, 5000)
		got := fmt.Sprintf("exit %d %.80q", r.Code, r.Stdout)
		switch {
		case r.Killed:
			got = "ended"
		case r.Code != 0:
			got += fmt.Sprintf(" %.120q", r.Stderr)
		}
		if !a.Takes(got) {
			t.Errorf("%s == %s => %s\nwant %s", a.Class, a.Name, got, a.Want)
		}
	}
}

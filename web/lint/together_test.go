package lint

import (
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"lily/core/format"
	"lily/core/skill"
)

// One core and several say the same, to the byte, in every format.
func TestSameOnEveryNumberOfCores(t *testing.T) {
	dir := many(t, 700)
	want := ""
	for _, cores := range []int{1, 2, 7} {
		was := runtime.GOMAXPROCS(cores)
		r := Check([]string{dir}, terms(t)).Report(nil)
		runtime.GOMAXPROCS(was)
		var b strings.Builder
		if err := json.NewEncoder(&b).Encode(r); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"text", "sarif", "github", "junit"} {
			if err := format.Formats[name](&b, r, format.Options{Least: skill.Info, Help: Help}); err != nil {
				t.Fatal(err)
			}
		}
		if got := b.String(); want == "" {
			want = got
		} else if got != want {
			t.Errorf("%d cores: got other bytes than from one", cores)
		}
	}
	if strings.Count(want, "\n") < 1000 {
		t.Errorf("got %d lines, which are too few to hold anything", strings.Count(want, "\n"))
	}
}

// What a check has kept, the next one says as if it had looked itself; what has changed since it looks at again, and what
// was damaged is looked at anew.
func TestKept(t *testing.T) {
	dir, now := many(t, 300), terms(t)
	want := said(t, dir, now)
	now.Cache = t.TempDir()
	for _, round := range []string{"empty", "full", "changed", "damaged"} {
		at, err := filepath.Glob(filepath.Join(now.Cache, "*"))
		switch {
		case err != nil || len(at) != 1 && round != "empty":
			t.Fatalf("%s: got the files %q, %v", round, at, err)
		case round == "changed":
			list, _ := filepath.Glob(filepath.Join(dir, "0", "*", "SKILL.md"))
			put(t, list[7], "---\nname: x\ndescripton: See `missing.md`.\n---\nSee `scripts/gone.sh`.\n")
			put(t, filepath.Join(filepath.Dir(list[8]), "script.sh"), "echo\r\n")
			want = said(t, dir, terms(t))
		case round == "damaged":
			if err := os.WriteFile(at[0], []byte(`{"Found": {"x": [{"code": 1}]`), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if got := said(t, dir, now); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", round, got, want)
		}
	}
}

func said(t *testing.T, dir string, now Terms) string {
	t.Helper()
	var b strings.Builder
	if err := json.NewEncoder(&b).Encode(Check([]string{dir}, now).Report(nil)); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

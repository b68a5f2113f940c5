package lint

import (
	"encoding/json"
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

func TestTogether(t *testing.T) {
	for _, n := range []int{0, 1, 2, 1000} {
		done := make([]int, n)
		together(n, func(next func() (int, bool)) {
			for i, more := next(); more; i, more = next() {
				done[i]++
			}
		})
		for i, times := range done {
			if times != 1 {
				t.Errorf("%d of %d: got it done %d times", i, n, times)
			}
		}
	}
}

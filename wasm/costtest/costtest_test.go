package costtest

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// told is a test that is told of what costs too much.
type told struct {
	testing.TB
	said []string
}

func (t *told) Errorf(_ string, args ...any) {
	name, _, _ := strings.Cut(args[0].(string), " in ")
	t.said = append(t.said, name)
}

// A reader that looks for the end of each bracket anew is found, whether its text is measured at its longest at once or
// only where a short one grows; one that reads each byte is not, however slow it is. What it looks at is its clock, so
// that nothing else on the machine has a say.
func TestQuadraticIsFound(t *testing.T) {
	looked := 0
	clock := func() time.Duration { return time.Duration(looked) * time.Microsecond }
	list := []shape{{piece: "["}, {piece: "[a"}, {piece: "]"}, {first: "(", piece: "[b"}, {piece: "[]"}}
	for _, tt := range []struct {
		name string
		read func(text string)
		want []string
	}{
		{"each bracket anew", func(s string) {
			for i := range len(s) {
				for k := i; s[i] == '[' && k < len(s) && s[k] != ']'; k++ {
					looked++
				}
			}
		}, []string{`"["`, `"[a"`, `"([b"`}},
		{"each byte many times", func(s string) {
			for range 1000 * len(s) {
				looked++
			}
		}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			told := &told{TB: t}
			judge{told, 3, clock}.texts(list, 2400, tt.read, "a…c")
			if got := told.said; !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

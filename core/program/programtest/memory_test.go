package programtest

import (
	"context"
	"testing"
)

func TestMemory(t *testing.T) { Test(t, Memory{}) }

// The programs of the runner in memory that no other has.
func TestMemoryWords(t *testing.T) {
	for _, tt := range []struct {
		words []string
		code  int
		want  string
		took  int64
	}{
		{[]string{"exit", "7"}, 7, "", 0},
		{[]string{"repeat", "3", "ab"}, 0, "ababab", 0},
		{[]string{"sleep", "2"}, 0, "", 2000},
		{[]string{"cat", "--", "a.txt"}, 0, "one\ntwo\n", 0},
		{[]string{"sh", scripts + "words.sh", "a b", "c"}, 0, "a b c\none\ntwo\n", 0},
		{[]string{"bash", "-c", "echo 'a b'"}, 0, "a b\n", 0},
		{[]string{"bash"}, 1, "", 0},
		{[]string{"bash", "nowhere.sh"}, 127, "", 0},
	} {
		got := do(context.Background(), Memory{}, Spec(tt.words...))
		if got.err != nil || got.exit.Code != tt.code || got.stdout != tt.want || got.exit.Millis != tt.took {
			t.Errorf("%q: got %+v", tt.words, got)
		}
	}
}

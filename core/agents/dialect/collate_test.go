package dialect

import (
	"slices"
	"testing"
)

// The order is that of Node's localeCompare.
func TestCollate(t *testing.T) {
	want := []string{
		"", "_x", "-x", ",", ".a", "*", "/", "$", "12", "2", "a", "A", "ä", "a_b", "a-b", "a.b", "a1",
		"ab", "aB", "Ab", "äb", "az", "b", "éa", "f", "Z", "λ", "ж", "中",
	}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortStableFunc(got, Collate)
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
	if Collate("a-b", "a-b") != 0 {
		t.Error("got two orders of one text")
	}
}

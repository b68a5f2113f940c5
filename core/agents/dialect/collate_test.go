package dialect

import (
	"slices"
	"strings"
	"testing"
)

func TestCollate(t *testing.T) {
	want := "_ - 1 a-b_ a1 a10 a2 ab aB Ab b z Z é"
	got := strings.Fields("Z z b é Ab aB ab a2 a10 a1 a-b_ 1 - _")
	slices.SortStableFunc(got, Collate)
	if got := strings.Join(got, " "); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if Collate("a\x01b", "ab") != 0 {
		t.Error("got an order of what is passed over")
	}
}

package origin_test

import (
	"slices"
	"testing"

	"lily/core/origin"
)

// A merge changes none of its sides: worlds share their places.
func TestMergeIsPure(t *testing.T) {
	theirs := origin.Marks("/workspace/skills/a", "/workspace/skills/b")
	want := slices.Clone(theirs)
	origin.Merge(origin.Side{Places: theirs}, origin.Side{}, origin.Side{Places: theirs})
	if !slices.Equal(theirs, want) {
		t.Errorf("got %v, want %v", theirs, want)
	}
}

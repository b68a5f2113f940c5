package main

import (
	"fmt"
	"testing"
	"time"
)

var few = []source{
	{"", nil, nil},
	{"core/tree", nil, []string{"FuzzCheck"}},
	{"core/archive", []string{"core/tree"}, []string{"FuzzRead", "FuzzTile"}},
	{"core/glob", nil, []string{"FuzzMatch"}},
	{"web/words", []string{"core/glob"}, nil},
}

// What has changed comes first, and then what imports it; a text of testdata is of the package around it.
func TestChoose(t *testing.T) {
	for _, tt := range []struct{ changed, want string }{
		{"core/archive/read.go", "[./core/archive FuzzRead ./core/archive FuzzTile]"},
		{"core/archive/testdata/fuzz/FuzzRead/x", "[./core/archive FuzzRead ./core/archive FuzzTile]"},
		{"core/tree/tree.go", "[./core/tree FuzzCheck ./core/archive FuzzRead ./core/archive FuzzTile]"},
		{"web/words/words.go", "[]"},
		{"README.md", "[]"},
		{"static/manual/start.md", "[]"},
	} {
		if got := fmt.Sprint(choose([]string{tt.changed}, few)); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.changed, got, tt.want)
		}
	}
	if got := choose(nil, few); got != nil {
		t.Errorf("got %v of no change", got)
	}
}

// All ends in the time that there is, and one target has a turn however short that is.
func TestShare(t *testing.T) {
	for _, tt := range []struct {
		targets     int
		each, total time.Duration
		want        int
	}{
		{0, time.Second, time.Minute, 0},
		{3, time.Second, time.Minute, 3},
		{100, 10 * time.Second, time.Minute, 6},
		{5, time.Minute, time.Second, 1},
		{5, 0, time.Second, 5},
	} {
		if got := share(tt.targets, tt.each, tt.total); got != tt.want {
			t.Errorf("%+v: got %d", tt, got)
		}
	}
}

// The module's own packages are read: their targets, and what they import.
func TestPackages(t *testing.T) {
	t.Chdir("../..")
	list, err := packages()
	if err != nil {
		t.Fatal(err)
	}
	got := choose([]string{"core/tree/path.go"}, list)
	found := map[string]bool{}
	for _, one := range got {
		found[one.String()] = true
	}
	if len(got) < 5 || got[0].dir != "core/tree" || !found["./core/archive FuzzRead"] {
		t.Errorf("got %v", got)
	}
}

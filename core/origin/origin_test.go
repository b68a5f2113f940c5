package origin_test

import (
	"slices"
	"strings"
	"testing"

	"lily/core/origin"
	"lily/core/tree"
)

func having(t *testing.T, files ...string) (all tree.Tree) {
	t.Helper()
	for _, at := range files {
		next, err := all.Put(at, []byte(at))
		if err != nil {
			t.Fatal(err)
		}
		all = next
	}
	return all
}

// made is what a request wrote in which nothing foreign had a part.
var made = origin.Origin{Tool: "write", Session: "s1"}

// PO-5: an origin holds for all below its place, what is foreign stays, and only who clears a place by
// name clears it.
func TestPlaces(t *testing.T) {
	l := origin.Marks("/w/b", "/w/b-c").Put(origin.Place{Path: "/w/a/x", Origin: made}, origin.Place{Path: "/w/b", Origin: made})
	for at, want := range map[string]bool{"/w/b": true, "/w/b/deep/f": true, "/w/b-c/f": true, "/w/b-": false, "/w/a/x": false, "/w": false} {
		if _, got := l.Foreign(at); got != want {
			t.Errorf("%s: got foreign %t, want %t", at, got, want)
		}
	}
	for at, want := range map[string]int{"/w": 3, "/w/a": 1, "/w/a/x": 1, "/w/b": 1, "/w/b/f": 1, "/v": 0} {
		if got := l.Of(at); len(got) != want {
			t.Errorf("%s: got %v, want %d places", at, got, want)
		}
	}
	files := having(t, "w/b/one/f", "w/b/two/f", "w/b/f")
	got := l.Clear(files, "/w/b/one", "/w/a").Paths()
	if want := []string{"/w/b-c", "/w/b/f", "/w/b/two"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	bare, rest := l.Bare()
	if !slices.Equal(bare, []string{"/w/b", "/w/b-c"}) || !slices.Equal(rest.Paths(), []string{"/w/a/x"}) {
		t.Errorf("got %q and %v", bare, rest)
	}
}

// VF-5, PO-5: a place that one side cleared stays where the other has written there meanwhile, since
// nobody has seen that.
func TestMerge(t *testing.T) {
	files, more := having(t, "a/f", "b/f"), having(t, "a/f", "a/g", "b/f")
	was := origin.Side{Tree: files, Places: origin.Marks("/a", "/b")}
	for name, tt := range map[string]struct {
		mine, theirs origin.Side
		want         string
	}{
		"trusted here":              {origin.Side{Tree: files, Places: origin.Marks("/b")}, was, "/b"},
		"trusted there":             {was, origin.Side{Tree: files, Places: origin.Marks("/b")}, "/b"},
		"trusted here, and written": {origin.Side{Tree: files, Places: origin.Marks("/b")}, origin.Side{Tree: more, Places: was.Places}, "/a /b"},
		"trusted there, and written": {
			origin.Side{Tree: more, Places: was.Places}, origin.Side{Tree: files, Places: origin.Marks("/b")}, "/a /b",
		},
		"both marked": {origin.Side{Tree: files, Places: was.Places.Put(origin.Place{Path: "/c", Origin: made})}, origin.Side{Tree: files, Places: origin.Marks("/a", "/b", "/d")}, "/a /b /c /d"},
	} {
		if got := strings.Join(origin.Merge(was, tt.mine, tt.theirs).Paths(), " "); got != tt.want {
			t.Errorf("%s: got %q, want %q", name, got, tt.want)
		}
	}
}

// Each origin is told in a full sentence of one line.
func TestSentences(t *testing.T) {
	for _, o := range []origin.Origin{
		origin.Marked, origin.Of("a\n.zip"), made,
		{Tool: "shell", Skill: "kit", Session: "s1"},
		{Foreign: true, Tool: "shell", Skill: "kit", Session: "s1"},
		{Foreign: true, Tool: "shell", Skill: "kit", Session: "s1", Saw: "/workspace/a.zip"},
	} {
		if got := o.String(); !strings.HasSuffix(got, ".") || strings.Contains(got, "\n") || !strings.Contains(got, o.Saw) || !strings.Contains(got, o.Skill) {
			t.Errorf("%+v: got %q", o, got)
		}
	}
}

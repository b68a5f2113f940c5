package origin_test

import (
	"fmt"
	"testing"

	"lily/core/origin"
	"lily/core/tree"
)

// PO-5: places are bounded, and what is forgotten of them is not trusted.
func TestPlacesAreBounded(t *testing.T) {
	var own, list []origin.Place
	made := origin.Origin{Tool: "write", Session: "one"}
	for i := range origin.Most {
		own = append(own, origin.Place{Path: fmt.Sprintf("/workspace/skills/s%d", i), Origin: made})
		list = append(list, origin.Place{Path: fmt.Sprintf("/user/skills/s%d/f%d", i%100, i), Origin: origin.Of("a.zip")})
	}
	l := origin.Places(nil).Put(own...)
	if len(l) != origin.Most || l.AnyForeign() {
		t.Errorf("got %d places, want all of them, and none foreign", len(l))
	}
	l = l.Put(list...)
	if len(l) > origin.Most {
		t.Errorf("got %d places, want at most %d", len(l), origin.Most)
	}
	for _, p := range append(list, own[0]) {
		if _, foreign := l.Foreign(p.Path); !foreign {
			t.Fatalf("%s: got it trusted in %v", p.Path, l.Paths()[:3])
		}
	}
	if _, foreign := l.Foreign("/user/other"); foreign {
		t.Error("got a place foreign where none was")
	}
}

// One side's fold of a place does not clear it for the other one, nor does taking back what folded it.
func TestBoundSurvivesMerges(t *testing.T) {
	few := origin.Places(nil).Put(origin.Place{Path: "/user/skills/a/b", Origin: origin.Of("a.zip")})
	var list []origin.Place
	for i := range origin.Most {
		list = append(list, origin.Place{Path: fmt.Sprintf("/user/skills/a/f%d", i), Origin: origin.Of("b.zip")})
	}
	all := few.Put(list...)
	for name, got := range map[string]origin.Places{
		"folded here":  origin.Merge(origin.Side{Places: few}, origin.Side{Places: all}, origin.Side{Places: few}),
		"folded there": origin.Merge(origin.Side{Places: few}, origin.Side{Places: few.Put(origin.Marks("/user/x")...)}, origin.Side{Places: all}),
		"taken back":   origin.Merge(origin.Side{Places: all}, origin.Side{Places: few}, origin.Side{Places: all}),
	} {
		if _, foreign := got.Foreign("/user/skills/a/b"); !foreign {
			t.Errorf("%s: got %d places, and the first file trusted", name, len(got))
		}
	}
}

// Bytes that were written to the machine are known by their digest; where they are too many, all are foreign.
func TestBytesAreBounded(t *testing.T) {
	l, d := origin.Marks("/user/skills/a"), tree.Sum([]byte("evil"))
	l = l.Put(origin.Place{Path: origin.Bytes(d), Origin: origin.Of("a.zip")})
	if got := l.Left()[d]; got.Archive != "a.zip" {
		t.Errorf("got %+v", got)
	}
	if got := l.Paths(); len(got) != 1 {
		t.Errorf("got paths %v, want no bytes among them", got)
	}
	var list []origin.Place
	for i := range origin.Most {
		list = append(list, origin.Place{Path: origin.Bytes(tree.Sum(fmt.Append(nil, i))), Origin: origin.Of("b.zip")})
	}
	l = l.Put(list...)
	if _, all := l.Left()[tree.Digest{}]; !all || len(l) != 2 {
		t.Errorf("got %d places, all bytes %v, want the folder and all bytes", len(l), all)
	}
	if _, foreign := l.Foreign("/workspace/own"); foreign {
		t.Error("got a file foreign, want only bytes that come in")
	}
}

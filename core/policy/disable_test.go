package policy

import (
	"slices"
	"testing"
)

// PO-1
func TestDisable(t *testing.T) {
	for _, c := range []struct {
		name  string
		list  []string
		skill string
		off   bool
		want  []string
	}{
		{"first", []string{}, "b", true, []string{"b"}},
		{"sorted", []string{"a", "c"}, "b", true, []string{"a", "b", "c"}},
		{"twice", []string{"a", "b"}, "b", true, []string{"a", "b"}},
		{"on", []string{"a", "b", "c"}, "b", false, []string{"a", "c"}},
		{"on, last", []string{"a"}, "a", false, []string{}},
		{"on, not there", []string{"a"}, "b", false, []string{"a"}},
		{"by hand", []string{"c", "a", "a"}, "b", true, []string{"a", "b", "c"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			old := Policy{Disabled: slices.Clone(c.list)}
			got := old.Disable(c.skill, c.off)
			if !slices.Equal(got.Disabled, c.want) {
				t.Errorf("got %q, want %q", got.Disabled, c.want)
			}
			if !slices.Equal(old.Disabled, c.list) {
				t.Errorf("the old list became %q, want %q", old.Disabled, c.list)
			}
			if d := got.Skill(c.skill); d.Allowed == c.off {
				t.Errorf("the skill's decision is %t, want %t", d.Allowed, !c.off)
			}
		})
	}
}

func TestDisableDoesNotAlias(t *testing.T) {
	room := append(make([]string, 0, 8), "a")
	p := Policy{Disabled: room}
	one, other := p.Disable("b", true), p.Disable("c", true)
	if !slices.Equal(one.Disabled, []string{"a", "b"}) || !slices.Equal(other.Disabled, []string{"a", "c"}) {
		t.Errorf("got %q and %q", one.Disabled, other.Disabled)
	}
}

// An empty list stays one: nil would be another digest.
func TestDisableThenEnable(t *testing.T) {
	p := Default()
	if got := p.Disable("a", true).Disable("a", false); got.Digest() != p.Digest() {
		t.Errorf("got %s, want the default policy", got.YAML())
	}
}

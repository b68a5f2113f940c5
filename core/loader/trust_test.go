package loader

import (
	"testing"

	"lily/core/origin"
	"lily/core/policy"
	"lily/core/world"
)

// PO-5, SN-1: trust follows from the root and the mark of the place, is pinned
// with the snapshot, and a change of it is one that a reload would bring.
func TestTrust(t *testing.T) {
	in := files{"bundled/skills/b/SKILL.md": "B.", "user/skills/u/SKILL.md": "U.", "workspace/skills/w/SKILL.md": "W."}.input(t, world.Children)
	plain := mustLoad(t, in, nil)
	marked := in
	marked.Origins = origin.Marks("/bundled/skills/b", "/user/skills/u")
	s := mustLoad(t, marked, plain)
	for _, tt := range []struct {
		s    *Snapshot
		name string
		want policy.Trust
	}{
		{plain, "b", policy.TrustBundled},
		{plain, "u", policy.TrustUser},
		{plain, "w", policy.TrustUser},
		{s, "b", policy.TrustBundled},
		{s, "u", policy.TrustNone},
		{s, "w", policy.TrustUser},
	} {
		if got := tt.s.Find(tt.name).Trust(); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
	if !plain.Behind(marked) || s.Behind(marked) || s.Digest == plain.Digest {
		t.Errorf("got behind %v, %v and digests that differ %v", plain.Behind(marked), s.Behind(marked), s.Digest != plain.Digest)
	}
	if d := Compare(plain, s); len(d.Changed) != 1 || d.Changed[0] != "u" {
		t.Errorf("got %+v, want u changed", d)
	}
}

package loader

import (
	"slices"

	"lily/core/policy"
	"lily/core/world"
)

// untrusted reports whether a candidate came out of an archive. The mark is of
// the place and not of the content, so that an edit does not wash it off.
func (in Input) untrusted(c *Candidate) bool {
	_, ok := slices.BinarySearch(in.Untrusted, c.Path)
	return ok && c.Source != world.Bundled
}

// Trust is how far the skill's programs are trusted (PO-5).
func (c *Candidate) Trust() policy.Trust {
	switch {
	case c.Source == world.Bundled:
		return policy.TrustBundled
	case c.Untrusted:
		return policy.TrustNone
	}
	return policy.TrustUser
}

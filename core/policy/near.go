package policy

import (
	"slices"
	"strings"

	"lily/core/near"
)

// nearest is the name that a person may have meant by another one: what that is for
// other agents, the same letters in another case, or a name that differs by a letter or
// two. It is empty where nothing is near.
func nearest(meant string, names []string) string {
	if name := Name(strings.TrimSpace(meant)); slices.Contains(names, name) {
		return name
	}
	best, least := "", 1+min(2, len(meant)/2)
	for _, name := range slices.Sorted(slices.Values(names)) {
		if d := near.Distance(strings.ToLower(strings.TrimSpace(meant)), strings.ToLower(name), least); d < least {
			best, least = name, d
		}
	}
	return best
}

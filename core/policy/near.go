package policy

import (
	"slices"
	"strings"
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
		if d := distance(strings.ToLower(strings.TrimSpace(meant)), strings.ToLower(name), least); d < least {
			best, least = name, d
		}
	}
	return best
}

// distance counts the bytes to insert, remove or change from a to b, and stops
// counting where it is most.
func distance(a, b string, most int) int {
	if max(len(a), len(b))-min(len(a), len(b)) >= most {
		return most
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := before
			if a[i] != b[j] {
				change++
			}
			before = row[j+1]
			row[j+1] = min(change, row[j+1]+1, row[j]+1)
		}
	}
	return row[len(b)]
}

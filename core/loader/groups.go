package loader

import "iter"

// groups yields the candidates of each name in bytewise order of names (LD-6): within a group
// the highest precedence first, then the smaller path (LD-3, LD-5). Every listing is sorted by
// name already. A group holds until the next one is asked for.
func groups(roots []*Listing) iter.Seq[places] {
	return func(yield func(places) bool) {
		rest := make([]places, 0, len(roots))
		for i := len(roots) - 1; i >= 0; i-- {
			rest = append(rest, roots[i].places)
		}
		for group := (places{}); ; group = group[:0] {
			var least *place
			for _, list := range rest {
				if len(list) > 0 && (least == nil || list[0].name < least.name) {
					least = list[0]
				}
			}
			for i := range rest {
				for len(rest[i]) > 0 && rest[i][0].name == least.name {
					group, rest[i] = append(group, rest[i][0]), rest[i][1:]
				}
			}
			if least == nil || !yield(group) {
				return
			}
		}
	}
}

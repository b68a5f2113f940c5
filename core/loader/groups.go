package loader

import "iter"

// groups yields the candidates of each name in bytewise order of names
// (LD-6): within a group the highest precedence first, then the smaller path
// (LD-3, LD-5). Every listing is sorted by name already. A group holds until the
// next one is asked for.
func groups(roots []*Listing) iter.Seq[places] {
	return func(yield func(places) bool) {
		rest := make([]places, 0, len(roots))
		for i := len(roots) - 1; i >= 0; i-- {
			rest = append(rest, roots[i].places)
		}
		var group places
		for {
			name, any := least(rest)
			if !any {
				return
			}
			if group = take(group[:0], rest, name); !yield(group) {
				return
			}
		}
	}
}

func least(rest []places) (name string, any bool) {
	for _, list := range rest {
		if len(list) > 0 && (!any || list[0].name < name) {
			name, any = list[0].name, true
		}
	}
	return name, any
}

func take(group places, rest []places, name string) places {
	for i := range rest {
		for len(rest[i]) > 0 && rest[i][0].name == name {
			group = append(group, rest[i][0])
			rest[i] = rest[i][1:]
		}
	}
	return group
}

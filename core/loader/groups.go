package loader

import "iter"

// groups yields the candidates of each name in bytewise order of names
// (LD-6): within a group the highest precedence first, then the smaller path
// (LD-3, LD-5). Every listing is sorted by name already.
func groups(roots []*Listing) iter.Seq[[]*place] {
	return func(yield func([]*place) bool) {
		rest := make([][]*place, 0, len(roots))
		for i := len(roots) - 1; i >= 0; i-- {
			rest = append(rest, roots[i].places)
		}
		for {
			name, any := least(rest)
			if !any || !yield(take(rest, name)) {
				return
			}
		}
	}
}

func least(rest [][]*place) (name string, any bool) {
	for _, list := range rest {
		if len(list) > 0 && (!any || list[0].name < name) {
			name, any = list[0].name, true
		}
	}
	return name, any
}

func take(rest [][]*place, name string) []*place {
	var group []*place
	for i := range rest {
		for len(rest[i]) > 0 && rest[i][0].name == name {
			group = append(group, rest[i][0])
			rest[i] = rest[i][1:]
		}
	}
	return group
}

// Package order sorts as the functions of those names in package slices do, and leaves elements that compare equal in
// the same order as they do. Its code is one for all types, where that of slices is made anew for each, 20 KB of the
// page's download: what sorts few elements, or seldom, sorts here. It is slower, and it allocates.
//
//	order.Func(list, func(a, b Session) int { return cmp.Compare(a.ID, b.ID) })
package order

import "sort"

// Func sorts as [slices.SortFunc] does.
func Func[S ~[]E, E any](list S, compare func(a, b E) int) {
	sort.Slice(list, func(i, j int) bool { return compare(list[i], list[j]) < 0 })
}

// StableFunc sorts as [slices.SortStableFunc] does.
func StableFunc[S ~[]E, E any](list S, compare func(a, b E) int) {
	sort.SliceStable(list, func(i, j int) bool { return compare(list[i], list[j]) < 0 })
}

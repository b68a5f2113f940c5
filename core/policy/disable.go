package policy

import "slices"

// Disable returns the policy with a skill switched off or on by name. The list
// of the policy that it is asked of stays as it is.
func (p Policy) Disable(name string, off bool) Policy {
	list := append([]string{}, p.Disabled...)
	list = slices.DeleteFunc(list, func(other string) bool { return other == name })
	if off {
		list = append(list, name)
	}
	slices.Sort(list)
	p.Disabled = slices.Compact(list)
	return p
}

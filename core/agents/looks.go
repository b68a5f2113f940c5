package agents

import (
	"cmp"
	"slices"

	"lily/core/order"
	"lily/core/tree"
)

// Look is a folder that some agent looks in, below the project or the home.
type Look struct {
	Scope  Scope
	Folder string // "." for the whole of it
}

// Looks lists the folders that agents look in, so that whoever reads an installation from a disk reads no more.
func Looks(list []*Agent) (looks []Look) {
	in := Installed(tree.Tree{})
	in.opened = func(l Look) { looks = append(looks, l) }
	for _, a := range list {
		a.See(&Site{in, a.Usual}, Terms{})
	}
	order.Func(looks, func(a, b Look) int { return cmp.Or(cmp.Compare(a.Scope, b.Scope), cmp.Compare(a.Folder, b.Folder)) })
	return slices.Compact(looks)
}

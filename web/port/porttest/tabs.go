package porttest

import (
	"slices"

	"lily/web/port"
)

// Tabs keeps sessions of other tabs, too.
type Tabs struct {
	*Sessions
	Others []port.Kept
	Taken  string
	Fail   error
}

func (f *Tabs) List() ([]port.Kept, error) {
	own, _ := f.Sessions.List() // never fails
	own = slices.DeleteFunc(own, func(k port.Kept) bool {
		return slices.ContainsFunc(f.Others, func(o port.Kept) bool { return o.ID == k.ID })
	})
	return append(own, f.Others...), f.Fail
}

func (f *Tabs) Open(id string) error {
	if !slices.Contains(f.Engine.Sessions(), id) {
		_, events := f.Engine.State("s1")
		f.Engine.Adopt(id, events)
	}
	return f.Fail
}

func (f *Tabs) Take(id string) error {
	f.Taken = id
	f.Others = nil
	return f.Fail
}

package porttest

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"lily/core"
	"lily/core/event"
	"lily/core/tree"
	"lily/web/port"
)

// Bundles is [port.Bundles]: what it is asked for it says.
type Bundles struct {
	Bundle port.Bundle // that every file is
	Left   []string    // of everything
	Err    error       // of every method
}

// ReadBundle implements [port.Bundles], as do the methods below.
func (b Bundles) ReadBundle(name string, data []byte, _ tree.Tick) (port.Bundle, error) {
	if len(data) == 0 || len(b.Bundle.Events) == 0 {
		return port.Bundle{}, errors.Join(errors.New("lily.json: it is not there"), b.Err)
	}
	b.Bundle.Title = name
	return b.Bundle, b.Err
}

func (b Bundles) RestoreBundle(data []byte, _ string) (string, error) {
	if _, err := b.ReadBundle("", data, nil); err != nil {
		return "", err
	}
	return "restored", nil
}

func (b Bundles) ExportSession(string) error   { return b.Err }
func (b Bundles) ExportAll() ([]string, error) { return b.Left, b.Err }

// Sessions is [port.Sessions] where nothing keeps them: they are the engine's, and go with the page.
type Sessions struct {
	Engine *core.Engine

	titles, gone sync.Map // by session: a string, and the events of a deleted one
}

// List implements [port.Sessions], as do the methods below.
func (s *Sessions) List() (list []port.Kept, err error) {
	for _, id := range s.Engine.Sessions() {
		st, events := s.Engine.State(id)
		k := port.Kept{ID: id, Events: len(events), Model: st.Model, Where: port.InMemory}
		if title, ok := s.titles.Load(id); ok {
			k.Title = title.(string)
		}
		if len(events) > 0 {
			k.Touched = events[len(events)-1].At
		}
		list = append(list, k)
	}
	return list, nil
}

func (s *Sessions) Open(id string) error {
	if !slices.Contains(s.Engine.Sessions(), id) {
		return fmt.Errorf("there is no session %q", id)
	}
	return nil
}

func (s *Sessions) Rename(id, title string) error {
	s.titles.Store(id, title)
	return nil
}

func (s *Sessions) Delete(id string) error {
	_, events := s.Engine.State(id)
	s.gone.Store(id, events)
	s.Engine.Forget(id)
	return nil
}

func (s *Sessions) Restore(id string) error {
	events, _ := s.gone.LoadAndDelete(id)
	s.Engine.Adopt(id, events.([]event.Event))
	return nil
}

func (*Sessions) Take(string) error { return nil } // it is here anyway
func (*Sessions) Shown(string)      {}

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

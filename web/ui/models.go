package ui

import (
	"errors"
	"strings"

	"lily/core/model"
)

// Upstream is a model server behind the proxy, as the proxy lists it (MD-2).
type Upstream struct {
	ID     string   `json:"id"`
	Name   string   `json:"name"`
	Format string   `json:"format"`
	Local  bool     `json:"local"`
	State  string   `json:"state"`  // ready, no_key, absent
	Detail string   `json:"detail"` // what to do when it is not ready
	Models []string `json:"models"`
	Window int      `json:"context"` // the tokens of its models' contexts; 0 is not known
}

// word is an upstream's state for a person.
func (u Upstream) word() string {
	switch u.State {
	case "ready":
		return "ready"
	case "no_key":
		return "no key"
	}
	return "not there"
}

// LocalModel is one that needs no server.
type LocalModel struct {
	Name  string // as a session has it
	About string
	Why   string // why it cannot be chosen; empty when it can
}

// ErrNoToken is what [Ports.Upstreams] says where the page was opened without
// the token of its launch (MD-4).
var ErrNoToken = errors.New("this page was opened without its token, so that models behind the server cannot be used. " +
	"Open the address that lily printed; it ends in #token=…")

// picking is the state of the model dialog.
type picking struct {
	loading   bool
	upstreams []Upstream
	local     []LocalModel // the browser's
	err       error
	lists     map[string]answered // asked for by the person
	query     string
	name      string // typed in full
	wrong     string
}

// answered is an upstream's own list of models.
type answered struct {
	busy   bool
	models []string
	err    error
}

// pickModel opens the dialog, and asks the server of this page for its list.
func (s *Store) pickModel() {
	p := &picking{loading: true, lists: map[string]answered{}}
	s.Picking = p
	go s.load(p)
	s.changed()
}

func (s *Store) load(p *picking) {
	var local []LocalModel
	if s.Ports.Local != nil {
		local = s.Ports.Local()
	}
	var list []Upstream
	var err error
	if s.Ports.Upstreams != nil {
		list, err = s.Ports.Upstreams()
	}
	s.Post(func() {
		p.loading, p.upstreams, p.local, p.err = false, list, local, err
		s.Status = plural(len(list), "upstream")
		s.changed()
	})
}

// listModels asks an upstream for its models: only when the person wants it, as
// a public one learns of it.
func (s *Store) listModels(p *picking, id string) {
	if p.lists[id].busy || s.Ports.ListModels == nil {
		return
	}
	p.lists[id] = answered{busy: true}
	s.changed()
	go func() {
		models, err := s.Ports.ListModels(id)
		s.Post(func() {
			p.lists[id] = answered{models: models, err: err}
			s.Status = plural(len(models), "model")
			s.changed()
		})
	}()
}

// choose makes a model the session's, away from the UI goroutine.
func (s *Store) choose(p *picking, name string) {
	id := s.Session
	if s.busy() || p == nil || name == "" || s.refuses(s.mute()) {
		return
	}
	go func() {
		err := s.Engine.Choose(id, name)
		s.Post(func() { s.chosen(p, name, err) })
	}()
}

func (s *Store) chosen(p *picking, name string, err error) {
	if err != nil {
		p.wrong, s.Status = err.Error(), "The model was not chosen."
	} else {
		s.Status = "The model is " + name + "."
		shut(pickerID)
		s.Picking = nil
	}
	s.changed()
}

// own are the models that are in the engine itself (MD-3).
func (s *Store) own() []LocalModel {
	list := []LocalModel{{Name: model.Offline{}.Name(), About: "No language model: it shows the exact context that one would get."}}
	w := s.Engine.World()
	if _, ok := w.Tree.File(model.Replies); ok {
		scripted := LocalModel{Name: model.Scripted{}.Name(), About: "Gives the replies of /" + model.Replies + ", one after the other."}
		if _, err := model.Find(w.Tree, scripted.Name); err != nil {
			scripted.Why = err.Error()
		}
		list = append(list, scripted)
	}
	return list
}

// models are those of an upstream that match what is looked for.
func (p *picking) models(u Upstream) []string {
	names := u.Models
	if l := p.lists[u.ID]; l.models != nil {
		names = l.models
	}
	var list []string
	for _, name := range names {
		if p.matches(u.ID+"/"+name) || p.matches(u.Name) {
			list = append(list, name)
		}
	}
	return list
}

func (p *picking) matches(text string) bool {
	return p.query == "" || strings.Contains(strings.ToLower(text), p.query)
}

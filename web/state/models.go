package state

import (
	"slices"
	"strings"

	"lily/core/answer"
	"lily/core/model"
	"lily/web/port"
)

// Models are those that a session may have, and the dialog that chooses one.
type Models struct {
	part
	Picking *Picking // nil while the dialog is shut

	port port.Models
}

// Picking is the state of the model dialog.
type Picking struct {
	Loading   bool
	Upstreams []port.Upstream
	Local     []port.LocalModel // the browser's
	Err       error
	Lists     map[string]Listed // asked for by the person
	Query     string            // in lower case
	Name      string            // typed in full
	Wrong     string
}

// Listed is an upstream's own list of models.
type Listed struct {
	Busy   bool
	Models []string
	Err    error
}

// Pick opens the dialog, and asks the server of this page for its list.
func (m *Models) Pick() {
	p := &Picking{Loading: true, Lists: map[string]Listed{}}
	m.Picking = p
	go func() {
		local := m.port.Local()
		list, err := m.port.Upstreams()
		m.Post(func() {
			p.Loading, p.Upstreams, p.Local, p.Err = false, list, local, err
			m.Status = answer.Number(len(list), "upstream")
			m.Changed()
		})
	}()
	m.Changed()
}

// Dismiss shuts the dialog.
func (m *Models) Dismiss() {
	m.Picking = nil
	m.Changed()
}

// List asks an upstream for its models, when the person wants it: a public one learns of it.
func (m *Models) List(p *Picking, id string) {
	if p.Lists[id].Busy {
		return
	}
	p.Lists[id] = Listed{Busy: true}
	m.Changed()
	go func() {
		models, err := m.port.List(id)
		m.Post(func() {
			p.Lists[id] = Listed{Models: models, Err: err}
			m.Status = answer.Number(len(models), "model")
			m.Changed()
		})
	}()
}

// Choose makes a model the session's. then is called before the dialog is shut.
func (m *Models) Choose(p *Picking, name string, then func()) {
	id := m.sessions.Session
	if m.sessions.Busy() || p == nil || name == "" || m.Refuses(m.sessions.Mute()) {
		return
	}
	go func() {
		err := m.engine.Choose(id, name)
		m.Post(func() {
			if err != nil {
				p.Wrong, m.Status = err.Error(), "The model was not chosen."
			} else {
				then()
				m.Status, m.Picking = "The model is "+name+".", nil
			}
			m.Changed()
		})
	}()
}

// Own are the models that are in the engine itself (MD-3).
func (m *Models) Own() []port.LocalModel {
	offline, scripted := port.LocalModel{Name: model.Offline{}.Name()}, port.LocalModel{Name: model.Scripted{}.Name()}
	offline.About = "No language model: it shows the exact context that one would get."
	w := m.engine.World()
	if _, ok := w.Tree.File(model.Replies); !ok {
		return []port.LocalModel{offline}
	}
	scripted.About = "Gives the replies of /" + model.Replies + ", one after the other."
	if _, err := model.Find(w.Tree, scripted.Name); err != nil {
		scripted.Why = err.Error()
	}
	return []port.LocalModel{offline, scripted}
}

// Models are those of an upstream that match what is looked for.
func (p *Picking) Models(u port.Upstream) []string {
	names := u.Models
	if l := p.Lists[u.ID]; l.Models != nil {
		names = l.Models
	}
	if p.Matches(u.Name) {
		return names
	}
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !p.Matches(u.ID + "/" + name) })
}

// Matches reports whether a text has what is looked for.
func (p *Picking) Matches(text string) bool {
	return p.Query == "" || strings.Contains(strings.ToLower(text), p.Query)
}

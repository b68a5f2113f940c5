package script

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"lily/core"
	"lily/core/call"
	"lily/core/coretest"
	"lily/core/event"
	"lily/core/model"
	"lily/core/model/modeltest"
	"lily/core/origin"
	"lily/core/policy"
	"lily/core/profile"
	"lily/core/program/programtest"
	"lily/core/tool"
	"lily/core/tree"
	"lily/core/world"
)

// World returns the world that the script begins with: that of a first start, but for the top
// folders that the archive holds; for a page's script with the page's first profile.
func (s *Script) World(bundled, persona fs.FS, page profile.Profile) (world.World, error) {
	w, err := world.New(bundled, persona)
	if err != nil {
		return w, err
	}
	if s.Page {
		w.Profile = page
	}
	w.Roots, w.Origins = world.Roots(world.Scan(s.Scan)), origin.Marks(s.Untrusted...)
	for _, top := range tops {
		sub, ok, err := s.folder(top)
		if err != nil {
			return w, err
		}
		if ok {
			w = w.With(top, sub)
		}
	}
	for _, root := range w.Roots {
		if _, err := w.Tree.At(root.Path); err != nil {
			w = w.With(root.Path, tree.Tree{})
		}
	}
	return w, nil
}

// Engine drives an engine with the offline model, on which one session is open.
type Engine struct {
	*core.Engine
	Session string // the one that is open
}

// consents are the answers that a script can give to every approval.
var consents = map[string]policy.Consent{"yes": policy.Digest, "once": policy.Once, "no": policy.Deny}

// NewEngine returns a driver for the script on a world of its own ([Script.World]).
func NewEngine(s *Script, bundled, persona fs.FS, page profile.Profile) (*Engine, error) {
	w, err := s.World(bundled, persona, page)
	if err != nil {
		return nil, err
	}
	d := &Engine{}
	d.Engine = core.New(w, tool.Builtin(), s.Ports(func() world.World { return d.World() }))
	d.Session, err = d.Open(!s.Guest)
	return d, err
}

// Ports are those that the script wants an engine to have, on a world as it is then.
func (s *Script) Ports(now func() world.World) core.Ports {
	ports := core.Ports{Model: model.Offline{}}
	if s.Approve != "" {
		ports.Person = coretest.Person(func(context.Context, call.Question) policy.Consent { return consents[s.Approve] })
	}
	if s.Runner {
		ports.Runner = programtest.Memory{}
	}
	ports.Models = modeltest.Finder(func(name string) (model.Model, error) { return model.Find(now().Tree, name) })
	return ports
}

var _ Driver = (*Engine)(nil)

// Import implements [Driver].
func (d *Engine) Import(root string, skills map[string]tree.Tree) error {
	if root != "workspace" && root != "user" {
		return fmt.Errorf("nothing is imported into %s", root)
	}
	return d.edit(func(t tree.Tree) (next tree.Tree, err error) {
		for _, name := range slices.Sorted(maps.Keys(skills)) {
			if t, err = t.Graft(root+"/skills/"+name, skills[name]); err != nil {
				return t, err
			}
		}
		return t, nil
	})
}

// Put implements [Driver].
func (d *Engine) Put(path string, data []byte) error {
	return d.edit(func(t tree.Tree) (tree.Tree, error) { return t.Put(strings.TrimPrefix(path, "/"), data) })
}

// Remove implements [Driver].
func (d *Engine) Remove(path string) error {
	return d.edit(func(t tree.Tree) (tree.Tree, error) { return t.Remove(strings.TrimPrefix(path, "/")) })
}

// Profile implements [Driver].
func (d *Engine) Profile(data []byte) error {
	return d.Edit(func(w world.World) (_ world.World, err error) {
		w.Profile, err = profile.Parse("profile.yaml", data)
		return w, err
	})
}

// Policy implements [Driver].
func (d *Engine) Policy(data []byte) error {
	return d.Edit(func(w world.World) (_ world.World, err error) {
		w.Policy, err = policy.Parse("policy.yaml", data)
		return w, err
	})
}

// Model implements [Driver].
func (d *Engine) Model(name string) error { return d.Choose(d.Session, name) }

// Type implements [Driver].
func (d *Engine) Type(line string) (output, code string, err error) {
	r := d.Turn(context.Background(), d.Session, line)
	d.Session = r.Session
	return r.Output(), string(r.Code()), nil
}

// Events implements [Driver].
func (d *Engine) Events() (string, error) {
	_, events := d.State(d.Session)
	return string(event.Lines(events)), nil
}

func (d *Engine) edit(change func(tree.Tree) (tree.Tree, error)) error {
	return d.Edit(func(w world.World) (world.World, error) {
		next, err := change(w.Tree)
		w.Tree = next
		return w, err
	})
}

// Driver is something that a script can be run on: an engine, or the page.
// Paths begin with a slash, as people write them. Every method does what a
// person does in the page and returns when its effect can be seen; an error
// means that it was refused.
type Driver interface {
	// Import puts skill folders, by name, below /workspace or /user: all of them or none (VF-6).
	Import(root string, skills map[string]tree.Tree) error
	// Put writes one file, new or over an old one; Remove takes away a file or a folder.
	Put(path string, data []byte) error
	Remove(path string) error
	// Profile and Policy replace the whole file by another one.
	Profile(data []byte) error
	Policy(data []byte) error
	// Model chooses the session's model by its name.
	Model(name string) error
	// Type sends a line in the session that is open and waits for the answer, or the error's
	// sentence; the code is empty when it went well.
	Type(line string) (output, code string, err error)
	// Events returns the events of the session that is open now, one JSON object a line (EV-3).
	Events() (string, error)
}

// Run runs the script and returns what it said and the last session's events, to be compared
// with Out and Events. An error is a statement that did not do what the script says it does.
func Run(s *Script, d Driver) (out, events string, err error) {
	var b strings.Builder
	for _, step := range s.Steps {
		said, err := s.step(step, d)
		if (err != nil) != step.Fails {
			if err == nil {
				err = fmt.Errorf("it was not refused")
			}
			return b.String(), "", fmt.Errorf("line %d: %s: %w", step.Line, step, err)
		}
		if err != nil {
			said = echo(step.String(), "", err.Error())
		}
		b.WriteString(said)
	}
	events, err = d.Events()
	return b.String(), events, err
}

func (s *Script) step(step Step, d Driver) (said string, err error) {
	switch step.Verb {
	case ">":
		output, code, err := d.Type(step.Args[0])
		return echo("> "+step.Args[0], code, output), err
	case "import":
		return "", s.imports(step.Args[0], step.Args[1:], d)
	case "remove":
		return "", d.Remove(step.Args[0])
	case "model":
		return "", d.Model(step.Args[0])
	}
	data, err := s.file(step.Args[len(step.Args)-1])
	if err != nil {
		return "", err
	}
	switch step.Verb {
	case "put":
		return "", d.Put(step.Args[0], data)
	case "profile":
		return "", d.Profile(data)
	}
	return "", d.Policy(data)
}

func (s *Script) imports(root string, names []string, d Driver) error {
	skills := map[string]tree.Tree{}
	for _, name := range names {
		sub, ok, err := s.folder("files/" + name)
		if err != nil {
			return err
		}
		if !ok {
			return fmt.Errorf("the script has no files below files/%s", name)
		}
		skills[name] = sub
	}
	return d.Import(root, skills)
}

// echo writes one line and its answer as the file out has it.
func echo(line, code, output string) string {
	if code != "" {
		output = "[" + code + "] " + output
	}
	return strings.TrimRight(line+"\n"+output, "\n") + "\n\n"
}

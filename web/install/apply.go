package install

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"lily/core/lock"
	"lily/core/tree"
	"lily/web/disk"
)

// Change is what is to be done at once.
type Change struct {
	Put  map[string]tree.Tree // folders by the names of skills
	Drop []string
	Lock []byte               // as it is to be; nil for none
	Runs map[tree.Digest]bool // files that may be started
}

// Apply does a change whole. Ended at any moment it is done by the next command, or was never begun.
//
// All that is new is on the disk under other names before the note todo says so, which is the one moment that counts.
// From then on each step is one rename, which can be done again.
func (p *Place) Apply(c Change) error {
	if err := p.hold(); err != nil {
		return err
	}
	if p.Begins != nil {
		p.Begins()
	}
	if err := p.recover(); err != nil {
		return err
	}
	t := todo{ID: p.next(), Put: map[string]string{}, Drop: map[string]struct{}{}, Lock: c.Lock != nil}
	for name, folder := range c.Put {
		if err := tree.Check(name); err != nil || strings.Contains(name, "/") {
			return fmt.Errorf("%q is no name of a folder", name)
		}
		t.Put[name] = folder.Digest().String()
	}
	for _, name := range c.Drop {
		t.Drop[name] = struct{}{}
	}
	if err := p.stage(t, c); err != nil {
		return errors.Join(err, p.root.RemoveAll(p.own(t.dir())))
	}
	data, err := json.Marshal(t)
	if err == nil {
		err = p.write(p.own("todo"), data)
	}
	if err != nil {
		return err
	}
	return p.finish(t)
}

// stage writes all that is new beside the skills, and keeps the lock that there is.
func (p *Place) stage(t todo, c Change) error {
	p.told("stage")
	for _, dir := range []string{p.Skills, p.own(t.dir() + "/next"), p.own(t.dir() + "/was")} {
		if err := p.root.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	if err := p.root.WriteFile(p.own(".gitignore"), []byte("*\n"), 0o644); err != nil {
		return err
	}
	for name, folder := range c.Put {
		if err := p.folder(p.own(t.dir()+"/next/"+name), folder, c.Runs); err != nil {
			return err
		}
	}
	if old, err := p.file(lock.File); err == nil {
		if err := p.write(p.own(t.dir()+"/was.lock"), old); err != nil {
			return err
		}
	}
	if c.Lock == nil {
		return nil
	}
	return p.write(p.own(t.dir()+"/next.lock"), c.Lock)
}

// Undo puts back what the last change replaced, with its lock. A skill that was changed since refuses it.
func (p *Place) Undo() (names []string, err error) {
	if err := p.hold(); err != nil {
		return nil, err
	}
	done, there, err := p.noted("done")
	if err != nil {
		return nil, err
	}
	if !there {
		return nil, errors.New("there is no change to undo")
	}
	c := Change{Put: map[string]tree.Tree{}, Runs: map[tree.Digest]bool{}}
	for name, want := range done.Put {
		now, err := p.read(p.at(name))
		if err == nil && now.Digest().String() != want {
			err = fmt.Errorf("%s was changed since; nothing is undone", name)
		}
		if err != nil {
			return nil, err
		}
		if names = append(names, name); !p.there(p.own(done.dir() + "/was/" + name)) {
			c.Drop = append(c.Drop, name)
		}
	}
	for name := range done.Drop {
		if names = append(names, name); p.there(p.at(name)) {
			return nil, fmt.Errorf("%s is there again; nothing is undone", name)
		}
	}
	for _, name := range names {
		at := p.own(done.dir() + "/was/" + name)
		if p.there(at) {
			if c.Put[name], err = p.read(at); err != nil {
				return nil, err
			}
			p.runs(at, c.Put[name], c.Runs)
		}
	}
	if done.Lock {
		if c.Lock, err = p.root.ReadFile(p.own(done.dir() + "/was.lock")); errors.Is(err, fs.ErrNotExist) {
			c.Lock = lock.Lock{}.YAML()
		} else if err != nil {
			return nil, err
		}
	}
	return names, p.Apply(c)
}

// runs notes the files of a folder that may be started.
func (p *Place) runs(at string, t tree.Tree, all map[tree.Digest]bool) {
	for name, f := range t.Walk() {
		if info, err := p.root.Lstat(path.Join(at, name)); err == nil && info.Mode().IsRegular() && info.Mode()&0o100 != 0 {
			all[f.Digest()] = true
		}
	}
}

// exchange lets two folders change places in one step, by the folders that hold them, out of which nothing leads.
func (p *Place) exchange(a, b string) error {
	one, err := p.root.Open(path.Dir(a))
	if err != nil {
		return err
	}
	defer one.Close()
	other, err := p.root.Open(path.Dir(b))
	if err != nil {
		return err
	}
	defer other.Close()
	return disk.Exchange(one, path.Base(a), other, path.Base(b))
}

package install

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strconv"
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

// next is a number that nothing here has.
func (p *Place) next() int {
	most := 0
	list, _ := fs.ReadDir(p.root.FS(), p.own("")) // none has none
	for _, e := range list {
		if n, err := strconv.Atoi(e.Name()); err == nil {
			most = max(most, n)
		}
	}
	return most + 1
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

func (p *Place) folder(at string, t tree.Tree, runs map[tree.Digest]bool) error {
	if err := p.root.MkdirAll(at, 0o755); err != nil {
		return err
	}
	for e := range t.Children() {
		if e.Dir {
			if err := p.folder(path.Join(at, e.Name), e.Sub, runs); err != nil {
				return err
			}
			continue
		}
		data, err := t.ReadFile(e.Name)
		if err == nil {
			err = p.put(path.Join(at, e.Name), data, runs[e.Digest])
		}
		if err != nil {
			return err
		}
	}
	return p.sync(at)
}

func (p *Place) put(at string, data []byte, runs bool) error {
	p.told("write " + at)
	mode := fs.FileMode(0o644)
	if runs {
		mode = 0o755
	}
	f, err := p.root.OpenFile(at, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, mode)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Sync(), f.Close())
}

// write writes a file at once.
func (p *Place) write(at string, data []byte) error {
	if err := p.put(at+".part", data, false); err != nil {
		return err
	}
	return p.rename(at+".part", at)
}

func (p *Place) rename(from, to string) error {
	p.told("rename " + from + " " + to)
	if err := p.root.Rename(from, to); err != nil {
		return err
	}
	return p.sync(path.Dir(to))
}

// sync waits until a folder's names are on the disk, where a system can.
func (p *Place) sync(dir string) error {
	if f, err := p.root.Open(dir); err == nil {
		_ = f.Sync() // not every disk can
		f.Close()
	}
	return nil
}

func (p *Place) told(what string) {
	if p.step != nil {
		p.step(what)
	}
}

// recover finishes a change that was begun, and forgets one that was not.
func (p *Place) recover() error {
	t, begun, err := p.noted("todo")
	if err != nil {
		return fmt.Errorf("what an earlier change left cannot be read: %w", err)
	}
	if begun {
		return p.finish(t)
	}
	return p.tidy()
}

// finish does what is left of a change.
func (p *Place) finish(t todo) error {
	for name, want := range t.Put {
		if err := p.bring(t, name, want); err != nil {
			return err
		}
	}
	for name := range t.Drop {
		if err := p.moved(p.at(name), p.own(t.dir()+"/was/"+name)); err != nil {
			return err
		}
	}
	if t.Lock {
		if err := p.moved(p.own(t.dir()+"/next.lock"), lock.File); err != nil {
			return err
		}
	}
	if err := p.moved(p.own("todo"), p.own("done")); err != nil {
		return err
	}
	return p.tidy()
}

// moved renames what is there still.
func (p *Place) moved(from, to string) error {
	if !p.there(from) {
		return nil
	}
	return p.rename(from, to)
}

func (p *Place) there(at string) bool {
	_, err := p.root.Lstat(at)
	return err == nil
}

// bring puts a folder in the place of the old one. The two change places in one step where the system can.
func (p *Place) bring(t todo, name, want string) error {
	next, here, was := p.own(t.dir()+"/next/"+name), p.at(name), p.own(t.dir()+"/was/"+name)
	if !p.there(next) {
		return nil
	}
	if !p.there(here) {
		return p.rename(next, here)
	}
	now, err := p.read(here)
	if err != nil {
		return err
	}
	if now.Digest().String() != want {
		p.told("exchange " + name)
		switch err := p.exchange(next, here); {
		case errors.Is(err, errors.ErrUnsupported):
			return cmp.Or(p.moved(here, was), p.rename(next, here))
		case err != nil:
			return err
		}
	}
	return p.moved(next, was)
}

// tidy removes what no change needs, but for what the last one replaced.
func (p *Place) tidy() error {
	done, there, err := p.noted("done")
	if err != nil {
		return err
	}
	list, err := fs.ReadDir(p.root.FS(), p.own(""))
	if err != nil {
		return err
	}
	for _, e := range list {
		_, number := strconv.Atoi(e.Name())
		if number == nil && !(there && e.Name() == done.dir()) || strings.HasSuffix(e.Name(), ".part") {
			p.told("tidy " + e.Name())
			if err := p.root.RemoveAll(p.own(e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
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

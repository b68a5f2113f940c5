package install

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"lily/core/lock"
)

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

package install

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"strconv"

	"lily/core/tree"
)

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

// Package install keeps the skills of a project: adds, updates and removes them, and writes and holds the lock.
//
// It promises that a change is done whole or not at all, whenever it is ended: each folder is the old one or the new one
// at any moment, and the next command finishes what was begun, or forgets it. Nothing is written outside of the folder
// that was named, whatever links lie in it. What was there stays until the next change, so that the last one can be
// undone. What was fetched it shows and asks about before it takes it.
//
//	p, err := install.Open(".", ".agents/skills", true)
//	err = p.Apply(install.Change{Put: map[string]tree.Tree{"pdf": folder}, Lock: next})
package install

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"

	"lily/core/lock"
	"lily/core/tree"
	"lily/web/disk"
)

// Place is a folder of skills on the disk with its lock. Only one program has it at a time.
type Place struct {
	Dir    string // of the project
	Skills string // the folder of skills, with slashes, below Dir
	Begins func() // told before a change of the disk begins; nil for nobody
	root   *os.Root
	held   *os.File
	step   func(what string) // told before each step that writes; nil for nobody
}

// ErrBusy is the error of a place that another program changes.
var ErrBusy = errors.New("another lily is changing these skills; try again when it is done")

// Open opens a place. Where it may be written, what an earlier change left is finished first; else that is an error.
func Open(dir, skills string, write bool) (*Place, error) { return open(dir, skills, write, nil) }

func open(dir, skills string, write bool, step func(what string)) (*Place, error) {
	if !filepath.IsLocal(skills) {
		full, err := filepath.Abs(skills)
		if err != nil {
			return nil, err
		}
		dir, skills = filepath.Dir(full), filepath.Base(full)
	}
	p := &Place{Dir: dir, Skills: filepath.ToSlash(filepath.Clean(skills)), step: step}
	if p.Skills == "." {
		return nil, errors.New("the folder of skills cannot be the project itself; name one in it")
	}
	var err error
	if p.root, err = os.OpenRoot(dir); err != nil {
		return nil, err
	}
	begun := false
	defer func() {
		if !begun {
			p.Close()
		}
	}()
	if err = p.begin(write); err != nil {
		return nil, err
	}
	begun = true
	return p, nil
}

func (p *Place) begin(write bool) error {
	if !write {
		if _, err := p.root.Lstat(p.own("todo")); err == nil {
			return errors.New("an earlier change was interrupted; run lily verify without --frozen, which finishes it")
		}
		return nil
	}
	if _, err := p.root.Lstat(p.own("")); errors.Is(err, fs.ErrNotExist) {
		return nil // nothing was ever begun
	}
	if err := p.hold(); err != nil {
		return err
	}
	return p.recover()
}

// hold takes the place for this program alone.
func (p *Place) hold() error {
	if p.held != nil {
		return nil
	}
	if err := p.root.MkdirAll(p.own(""), 0o755); err != nil {
		return err
	}
	f, err := p.root.OpenFile(p.own("held"), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	if err := disk.Lock(f); err != nil {
		f.Close()
		return ErrBusy
	}
	p.held = f
	return nil
}

// Close gives the place free.
func (p *Place) Close() {
	if p.held != nil {
		p.held.Close()
	}
	p.root.Close()
}

// own is a path of Lily's own beside the skills, where no agent looks.
func (p *Place) own(name string) string { return path.Join(path.Dir(p.Skills), ".lily", name) }

func (p *Place) at(name string) string { return path.Join(p.Skills, name) }

// Folders are the skills that are there, by name.
func (p *Place) Folders() (map[string]tree.Tree, error) {
	t, err := p.Tree()
	if err != nil {
		return nil, err
	}
	all := map[string]tree.Tree{}
	for e := range t.Children() {
		if _, skill := e.Sub.File("SKILL.md"); e.Dir && skill {
			all[e.Name] = e.Sub
		}
	}
	return all, nil
}

// Tree is the folder of skills as it is read; one that is not there is empty.
func (p *Place) Tree() (tree.Tree, error) { return p.read(p.Skills) }

func (p *Place) read(at string) (tree.Tree, error) {
	t, _, err := tree.Folder{From: p.root.FS(), Dir: at, Limits: tree.Limits{Files: 200_000, Bytes: 1 << 30}}.Read()
	if errors.Is(err, fs.ErrNotExist) {
		return tree.Tree{}, nil
	}
	return t, err
}

// Lock is the lock, and whether there is one. Where there is none but one of the command skills, that is it.
func (p *Place) Lock() (l lock.Lock, there bool, err error) {
	data, err := p.file(lock.File)
	if err == nil {
		l, err = lock.Parse(lock.File, data)
		return l, true, err
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return l, false, err
	}
	l, there, err = p.Other()
	return l, there, err
}

// Other is the lock of the command skills, and whether there is one.
func (p *Place) Other() (l lock.Lock, there bool, err error) {
	data, err := p.file(lock.Other)
	if errors.Is(err, fs.ErrNotExist) {
		return l, false, nil
	}
	if err == nil {
		l, err = lock.ParseOther(lock.Other, data)
	}
	return l, err == nil, err
}

func (p *Place) file(name string) ([]byte, error) {
	info, err := p.root.Lstat(name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is no file", name)
	case info.Size() > lock.MaxBytes:
		return nil, fmt.Errorf("%s has %d bytes, at most %d are read", name, info.Size(), lock.MaxBytes)
	}
	return p.root.ReadFile(name)
}

// todo is a change that is begun: what is left to do follows from it and from what is on the disk.
type todo struct {
	ID   int                 `json:"id"`
	Put  map[string]string   `json:"put"`  // digests by name
	Drop map[string]struct{} `json:"drop"` // names
	Lock bool                `json:"lock"`
}

func (t todo) dir() string { return strconv.Itoa(t.ID) }

func (p *Place) noted(name string) (t todo, there bool, err error) {
	data, err := p.root.ReadFile(p.own(name))
	if errors.Is(err, fs.ErrNotExist) {
		return t, false, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &t)
	}
	return t, err == nil, err
}

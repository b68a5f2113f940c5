package install

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"lily/core/answer"
	"lily/core/changes"
	"lily/core/lock"
	"lily/core/tree"
	"lily/web/source"
)

// WriteLock writes the lock of what is there. Of a skill that the lock has already it keeps where that came from.
func (s *Session) WriteLock() error {
	now, err := s.Folders()
	if err != nil {
		return err
	}
	held, _, err := s.Lock()
	if err != nil {
		return err
	}
	other, _, err := s.Other()
	if err != nil {
		return err
	}
	var next lock.Lock
	for name, folder := range now {
		e := lock.Of(name, folder)
		for _, old := range []*lock.Skill{other.Find(name), held.Find(name)} {
			if old != nil {
				e.Got, e.Source, e.Commit = old.Got, old.Source, old.Commit
			}
		}
		next = next.With(e)
	}
	if old, err := s.file(lock.File); err == nil && bytes.Equal(old, next.YAML()) {
		fmt.Fprintf(s.Out, "%s holds %s already.\n", lock.File, answer.Number(len(next.Skills), "skill"))
		return nil
	}
	if err := s.Apply(Change{Lock: next.YAML()}); err != nil {
		return err
	}
	fmt.Fprintf(s.Out, "%s holds %s.\n", lock.File, answer.Number(len(next.Skills), "skill"))
	return nil
}

// ErrDiffers is what verify ends with where something is not as the lock says, which it has told.
var ErrDiffers = errors.New("the skills are not as the lock says")

// Verify tells of each skill that is not as the lock says, with what differs. Frozen wants a lock of Lily's own in its
// very form, and one of the command skills beside it to say the same.
func (s *Session) Verify(frozen bool) error {
	now, err := s.Folders()
	if err != nil {
		return err
	}
	held, err := s.written()
	if err != nil {
		return err
	}
	list := held.Compare(now)
	if frozen {
		more, err := s.frozen(held, now)
		if err != nil {
			return err
		}
		list = append(list, more...)
	}
	for _, d := range list {
		fmt.Fprintf(s.Out, "%s\n", answer.Line(d.String()))
		if err := s.differs(d, held, now); err != nil {
			return err
		}
	}
	if len(list) > 0 {
		return ErrDiffers
	}
	fmt.Fprintf(s.Out, "%s as the lock says.\n", counted(len(held.Skills)))
	return nil
}

func counted(n int) string {
	if n == 1 {
		return "1 skill is"
	}
	return answer.Number(n, "skill") + " are"
}

func (s *Session) frozen(held lock.Lock, now map[string]tree.Tree) ([]lock.Difference, error) {
	data, err := s.file(lock.File)
	if err != nil {
		return nil, fmt.Errorf("%s: frozen wants one: %w", lock.File, err)
	}
	if !bytes.Equal(data, held.YAML()) {
		return nil, fmt.Errorf("%s is not in the form in which lily lock writes it", lock.File)
	}
	other, there, err := s.Other()
	if err != nil || !there {
		return nil, err
	}
	var list []lock.Difference
	for _, d := range other.Compare(now) {
		if d.Op != tree.Added && held.Find(d.Name) != nil {
			d.Name += " (" + lock.Other + ")"
			list = append(list, d)
		}
	}
	return list, nil
}

// differs shows what differs of a skill: its text where what was locked is still at hand, and else its files.
func (s *Session) differs(d lock.Difference, held lock.Lock, now map[string]tree.Tree) error {
	was, is := tree.Tree{}, tree.Tree{}
	if folder, here := now[d.Name]; here {
		is, _ = is.Graft(d.Name, lock.Clean(folder)) // the name is one of a folder
	}
	e := held.Find(d.Name)
	known := e == nil
	if e != nil {
		var old tree.Tree
		if old, known = s.locked(*e); known {
			was, _ = was.Graft(d.Name, old)
		}
	}
	if !known {
		for _, f := range d.Files {
			fmt.Fprintf(s.Out, "  %s %s\n", answer.Line(f.Path), f.Op)
		}
		return nil
	}
	a, err := Side("lock", s.World, was)
	if err != nil {
		return err
	}
	b, err := Side("here", s.World, is)
	if err != nil {
		return err
	}
	return changes.Of(a, b).Text(s.Out)
}

// locked is the folder that was locked, where it is at hand on this machine: in the project's own history, or at a source
// on the disk. Nothing is fetched for it.
func (s *Session) locked(e lock.Skill) (tree.Tree, bool) {
	same := func(t tree.Tree) bool {
		return e.Sum != "" && lock.Sum(lock.Clean(t)) == e.Sum || e.Sum == "" && lock.Clean(t).Digest() == e.Digest
	}
	if t, err := source.At(s.Dir, "HEAD", s.at(e.Name)); err == nil && same(t) {
		return lock.Clean(t), true
	}
	from, err := s.source(e)
	if err != nil || from.Kind != source.Folder && from.Kind != source.Zip || e.Source == "" {
		return tree.Tree{}, false
	}
	got, err := source.Get(context.Background(), from)
	if err != nil {
		return tree.Tree{}, false
	}
	list, _ := got.Drop.Whole() // of none there is none
	for _, p := range list {
		if p.Name == e.Name && same(p.Tree) {
			return lock.Clean(p.Tree), true
		}
	}
	return tree.Tree{}, false
}

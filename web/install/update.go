package install

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"lily/core/answer"
	"lily/core/intake"
	"lily/core/lock"
	"lily/core/tree"
	"lily/web/source"
)

// Update gets skills anew from where the lock says, shows what differs, asks, and takes it. Without names it is all but
// those that were changed here.
func (s *Session) Update(ctx context.Context, names []string) error {
	now, err := s.Tree()
	if err != nil {
		return err
	}
	held, err := s.written()
	if err != nil {
		return err
	}
	u := updating{Session: s, ctx: ctx, now: now, got: map[string]source.Got{}, then: now, next: held}
	u.change = Change{Put: map[string]tree.Tree{}, Runs: map[tree.Digest]bool{}}
	for _, name := range names {
		if held.Find(name) == nil {
			return fmt.Errorf("the lock has no skill %s", name)
		}
	}
	for _, e := range held.Skills {
		if len(names) == 0 || slices.Contains(names, e.Name) {
			if err := u.one(e, len(names) > 0); err != nil {
				return err
			}
		}
	}
	return s.take(now, s.world(u.then), u.change, u.next)
}

// written is the lock, which has to be there.
func (s *Session) written() (lock.Lock, error) {
	held, there, err := s.Lock()
	if err == nil && !there {
		err = fmt.Errorf("there is no %s; lily lock writes one", lock.File)
	}
	return held, err
}

type updating struct {
	*Session
	ctx       context.Context
	now, then tree.Tree
	got       map[string]source.Got // by source
	change    Change
	next      lock.Lock
}

// one gets one skill anew.
func (u *updating) one(e lock.Skill, named bool) error {
	if e.Source == "" {
		if named {
			return fmt.Errorf("nobody knows where %s came from", e.Name)
		}
		return nil
	}
	old, err := u.now.At(e.Name)
	if err == nil && e.Sum == "" && lock.Clean(old).Digest() != e.Digest && !named {
		fmt.Fprintf(u.Out, "%s was changed here and is left as it is; name it to update it all the same.\n", answer.Line(e.Name))
		return nil
	}
	got, err := u.fetch(e)
	if err != nil {
		return err
	}
	plan, err := u.planned(got, e.Name)
	if err != nil || plan == nil {
		return err
	}
	fresh := lock.Clean(plan.Tree)
	u.change.Put[e.Name] = fresh
	maps.Copy(u.change.Runs, got.Runs)
	u.next = u.next.With(u.entry(e.Name, fresh, got))
	u.then, err = u.then.Graft(e.Name, fresh)
	return err
}

// fetch gets a source once, however many skills it has.
func (u *updating) fetch(e lock.Skill) (source.Got, error) {
	if got, done := u.got[e.Source]; done {
		return got, nil
	}
	from, err := u.source(e)
	if err != nil {
		return source.Got{}, err
	}
	got, err := source.Get(u.ctx, from)
	u.got[e.Source] = got
	return got, err
}

// planned is a skill of a source; nil where that has it no longer.
func (u *updating) planned(got source.Got, name string) (*intake.Planned, error) {
	list, err := got.Drop.Whole()
	if err != nil {
		return nil, err
	}
	for _, p := range list {
		if p.Name == name {
			return &p, nil
		}
	}
	fmt.Fprintf(u.Out, "%s is no longer in %s; it stays as it is.\n", answer.Line(name), answer.Line(got.String()))
	return nil, nil
}

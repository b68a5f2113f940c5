package aside

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"lily/core/answer"
	"lily/core/sight"
	"lily/core/store"
	"lily/core/tree"
	"lily/web/kept"
	"lily/web/worktree"
)

// earlier is the journal of a run that is over.
type earlier struct {
	ref  store.Ref
	lock *kept.Lock
	mine bool // it is of the session that goes on
	list []worktree.Change
	yes  []worktree.Change // agreed to
}

// Settle finishes what earlier runs in this folder had agreed to, and says of what is left that it is there, or does with
// it what the flags say. It returns the tree with what was taken up.
func (a *Aside) Settle(now tree.Tree) (tree.Tree, error) {
	if a == nil || a.store == nil {
		return now, nil
	}
	refs, err := a.store.Refs(context.Background(), a.mine())
	if err != nil {
		return now, err
	}
	var left []worktree.Change
	for _, ref := range refs {
		if ref.Name == a.name || ref.Value == nil {
			continue
		}
		e, err := a.earlier(ref)
		if errors.Is(err, kept.ErrHeld) {
			continue // it goes on
		}
		if err != nil {
			a.say("the changes of an earlier session cannot be read, and are left in %s: %s", sight.Spell(a.Dir), err)
			continue
		}
		rest, err := a.finish(e)
		if err == nil && (a.Restore || e.mine && !a.Discard) {
			now, err = a.takeUp(now, rest)
		}
		if err == nil && (a.Restore || e.mine || a.Discard || len(rest) == 0) {
			err = a.forget(e)
		} else {
			left = append(left, rest...)
		}
		e.lock.Release()
		if err != nil {
			return now, err
		}
	}
	a.tell(left)
	return now, a.collect()
}

// tell says what is left of earlier sessions.
func (a *Aside) tell(left []worktree.Change) {
	if len(left) > 0 {
		a.say("kept aside from earlier sessions here: %s (%s); lily session --restore takes that up, --restore --write "+
			"writes it, --discard forgets it", answer.Number(len(left), "changed file"), listed(left))
	}
}

// earlier reads the journal of a run, if that is over.
func (a *Aside) earlier(ref store.Ref) (e earlier, err error) {
	e.ref = ref
	var j journal
	if err = json.Unmarshal(ref.Value, &j); err != nil {
		return e, err
	}
	if e.lock, err = a.store.Hold(ref.Name); err != nil {
		return e, err
	}
	e.mine = a.Resumes != "" && slices.Contains(j.Sessions, a.Resumes)
	for _, one := range j.Changes {
		c := worktree.Change{Path: one.Path, Op: one.Op}
		if c.Was, err = a.blob(one.Was); err == nil {
			c.Is, err = a.blob(one.Is)
		}
		if err != nil {
			e.lock.Release()
			return e, fmt.Errorf("%s: %w", one.Path, err)
		}
		if one.Agreed {
			e.yes = append(e.yes, c)
		} else {
			e.list = append(e.list, c)
		}
	}
	return e, nil
}

func (a *Aside) blob(d *tree.Digest) ([]byte, error) {
	if d == nil {
		return nil, nil
	}
	list, err := a.store.Blobs(context.Background(), []tree.Digest{*d})
	if err == nil && (list[0] == nil || tree.Sum(list[0]) != *d) {
		err = errors.New("its content is lost")
	}
	if err != nil {
		return nil, err
	}
	return append([]byte{}, list[0]...), nil
}

// finish writes what was agreed to, and returns what is left.
func (a *Aside) finish(e earlier) ([]worktree.Change, error) {
	if len(e.yes) == 0 {
		return e.list, nil
	}
	for _, c := range e.yes {
		a.Project.Sweep(c)
	}
	a.say("an earlier session was ended while it wrote %s, which was agreed to; it is finished now", answer.Number(len(e.yes), "changed file"))
	refused, _, _ := a.write(context.Background(), e.yes)
	rest := append(e.list, refused...)
	if len(rest) == 0 {
		return nil, nil
	}
	var j journal
	if err := json.Unmarshal(e.ref.Value, &j); err != nil {
		return rest, err
	}
	of := map[string]entry{}
	for _, one := range j.Changes {
		one.Agreed = false
		of[one.Path] = one
	}
	j.Changes = nil
	for _, c := range rest {
		j.Changes = append(j.Changes, of[c.Path])
	}
	now, _ := json.Marshal(j) // texts and digests always encode
	return rest, a.store.Commit(context.Background(), store.Change{Refs: []store.Set{{Name: e.ref.Name, Was: e.ref.Value, Now: now}}})
}

// takeUp makes changes of an earlier run those of this one, whose journal has them before that of the other gives way.
func (a *Aside) takeUp(now tree.Tree, list []worktree.Change) (tree.Tree, error) {
	for _, c := range list {
		next, err := a.Project.Take(now, c)
		if err != nil {
			a.say("not taken up: %s: %s", c.Name(), err)
			return now, err
		}
		now = next
	}
	if len(list) > 0 {
		a.say("took up %s of an earlier session: %s", answer.Number(len(list), "changed file"), listed(list))
	}
	pending, err := a.Pending(now)
	if err == nil {
		err = a.keep(pending, false)
	}
	return now, err
}

func (a *Aside) forget(e earlier) error {
	if a.Discard && !a.Restore && len(e.list) > 0 {
		a.say("forgot %s of an earlier session: %s", answer.Number(len(e.list), "changed file"), listed(e.list))
	}
	refs, err := a.store.Refs(context.Background(), e.ref.Name)
	if err != nil || len(refs) == 0 {
		return err
	}
	return a.store.Commit(context.Background(), store.Change{Refs: []store.Set{{Name: e.ref.Name, Was: refs[0].Value}}})
}

// collect gives back the room of contents that no journal names.
func (a *Aside) collect() error {
	refs, err := a.store.Refs(context.Background(), "")
	if err != nil {
		return err
	}
	named := map[tree.Digest]bool{}
	for _, ref := range refs {
		var j journal
		if json.Unmarshal(ref.Value, &j) != nil {
			return nil // what it names is not known, so that nothing may go
		}
		for _, one := range j.Changes {
			for _, d := range []*tree.Digest{one.Was, one.Is} {
				if d != nil {
					named[*d] = true
				}
			}
		}
	}
	_, err = a.store.Collect(context.Background(), refs, func(d tree.Digest) bool { return named[d] })
	if _, moved := errors.AsType[*store.Conflict](err); moved {
		err = nil // another run has gone on
	}
	clear(a.known)
	return err
}

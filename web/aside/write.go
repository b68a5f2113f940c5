package aside

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"lily/core/answer"
	"lily/core/sight"
	"lily/web/worktree"
)

// Write writes changes that the person has agreed to, and says of each that was not why. It returns what is left,
// without what the next start goes on with.
func (a *Aside) Write(ctx context.Context, list []worktree.Change) (left []worktree.Change) {
	return a.some(ctx, list, list)
}

// unasked writes what is agreed to beforehand. What has ended the context before does not keep that back.
func (a *Aside) unasked(ctx context.Context, list []worktree.Change) {
	if ctx.Err() != nil {
		ctx = context.WithoutCancel(ctx)
	}
	a.Write(ctx, list)
}

// some writes some of the changes that the person has agreed to, and keeps the others and what could not be written. A
// person who ends the context has taken back the yes for what was not begun; whatever else ends it has not, so that the
// next start goes on.
func (a *Aside) some(ctx context.Context, list, all []worktree.Change) (left []worktree.Change) {
	yes := map[string]bool{}
	for _, c := range list {
		yes[c.Path] = true
	}
	if err := a.record(all, func(c worktree.Change) bool { return yes[c.Path] }); err != nil {
		a.say("nothing was written, since the journal cannot be: %s", err)
		return list
	}
	refused, done, rest := a.write(ctx, list)
	of := map[string]bool{}
	for _, c := range done {
		a.Project.Written(c)
		of[c.Path] = true
	}
	var kept []worktree.Change
	for _, c := range all {
		if !of[c.Path] {
			kept = append(kept, c)
		}
	}
	goes := map[string]bool{}
	if len(rest) > 0 && !a.stopped(ctx, rest) {
		for _, c := range rest {
			goes[c.Path] = true
		}
		rest, a.ended = nil, true
	}
	if err := a.record(kept, func(c worktree.Change) bool { return goes[c.Path] }); err != nil {
		a.say("the journal was not closed; the next start looks again: %s", err)
	}
	return append(refused, rest...)
}

// stopped says of what was not begun what becomes of it, and reports whether it was the person who said so.
func (a *Aside) stopped(ctx context.Context, rest []worktree.Change) bool {
	if errors.Is(context.Cause(ctx), context.Canceled) {
		a.say("stopped; not written: %s", listed(rest))
		return true
	}
	a.say("ended before all was written; the next lily session in %s writes the rest: %s", a.where(), listed(rest))
	return false
}

// write writes file by file until the context ends, and says what was and what could not be written.
func (a *Aside) write(ctx context.Context, list []worktree.Change) (refused, done, rest []worktree.Change) {
	for i, c := range list {
		if ctx.Err() != nil {
			rest = list[i:]
			break
		}
		if err := a.one(c); err != nil {
			a.say("not written: %s: %s", sight.Spell(filepath.Join(a.Project.Dir(), filepath.FromSlash(c.Name()))), sight.Spell(strings.TrimSuffix(err.Error(), ".")))
			refused = append(refused, c)
		} else {
			done = append(done, c)
		}
		if a.Far != nil {
			a.Far(i+1, len(list))
		}
	}
	if len(done) > 0 {
		a.say("wrote %s to %s: %s", answer.Number(len(done), "changed file"), a.where(), listed(done))
	}
	return refused, done, rest
}

// one writes one change, unless its place is elsewhere than the path says.
func (a *Aside) one(c worktree.Change) error {
	if a.Lies != nil {
		at, err := filepath.Abs(a.Lies(c.Path))
		if err == nil && a.Lies(c.Path) != "" && !within(a.Project.Dir(), at) {
			return fmt.Errorf("it lies in %s, outside of the workspace, where nothing is written", at)
		}
	}
	return a.Project.Write(c)
}

func within(dir, at string) bool {
	real, err := filepath.EvalSymlinks(filepath.Dir(at))
	if err != nil {
		return true // its folder is to be made, below the project
	}
	rel, err := filepath.Rel(dir, real)
	return err == nil && filepath.IsLocal(rel)
}

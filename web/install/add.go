package install

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"lily/core/answer"
	"lily/core/intake"
	"lily/core/lock"
	"lily/core/skill"
	"lily/core/tree"
	"lily/core/world"
	"lily/web/source"
)

// Add gets skills from sources, shows what they are, asks, and takes them. Only names those that are wanted; none for all.
func (s *Session) Add(ctx context.Context, sources []source.Source, only []string) error {
	now, err := s.Tree()
	if err != nil {
		return err
	}
	held, _, err := s.Lock()
	if err != nil {
		return err
	}
	c := Change{Put: map[string]tree.Tree{}, Runs: map[tree.Digest]bool{}}
	w := s.world(now)
	for _, from := range sources {
		got, err := source.Get(ctx, from)
		if err != nil {
			return err
		}
		plan, err := s.plan(w, got, only)
		if err != nil {
			return err
		}
		for _, p := range plan.Skills {
			if _, twice := c.Put[p.Name]; twice {
				return fmt.Errorf("two of the sources have the skill %s; add them one after the other", p.Name)
			}
			c.Put[p.Name] = lock.Clean(p.Tree)
			held = held.With(s.entry(p.Name, p.Tree, got))
		}
		maps.Copy(c.Runs, got.Runs)
		w = plan.World
	}
	for _, name := range only {
		if _, found := c.Put[name]; !found {
			return fmt.Errorf("no source has the skill %s", name)
		}
	}
	return s.take(now, w, c, held)
}

// plan shows what an import of a source would do.
func (s *Session) plan(w world.World, got source.Got, only []string) (intake.Plan, error) {
	plan, err := got.Drop.Plan(input(w), world.Workspace, nil)
	if err == nil && len(only) > 0 {
		left := map[string]bool{}
		for _, p := range plan.Skills {
			left[p.Name] = !slices.Contains(only, p.Name)
		}
		plan, err = plan.Choose(input(w), left, nil)
	}
	if err != nil {
		return plan, err
	}
	s.preview(got, plan)
	if len(plan.Skills) == 0 && len(only) == 0 {
		return plan, fmt.Errorf("%s has no skill that can be taken", got.Source)
	}
	return plan, nil
}

func (s *Session) preview(got source.Got, plan intake.Plan) {
	at := ""
	if got.Commit != "" {
		at = " at " + got.Commit[:12]
	}
	fmt.Fprintf(s.Out, "%s%s, %s:\n", answer.Line(got.String()), at, got.Kind)
	for _, p := range plan.Skills {
		s.planned(p)
	}
	for _, p := range plan.Left {
		fmt.Fprintf(s.Out, "  %s is left out\n", answer.Line(p.Name))
	}
	for _, r := range plan.Refused {
		fmt.Fprintf(s.Out, "  refused: %s: %s\n", answer.Line(r.Path), answer.Line(r.Message))
	}
	if plan.Loose > 0 {
		fmt.Fprintf(s.Out, "  %s of no skill stay out\n", answer.Number(plan.Loose, "file"))
	}
}

func (s *Session) planned(p intake.Planned) {
	fmt.Fprintf(s.Out, "  %s: %s, %s, %d bytes\n", answer.Line(p.Name), p.State.Word(), answer.Number(p.Files, "file"), p.Bytes)
	say := func(format string, args ...any) { fmt.Fprintf(s.Out, "    "+format+"\n", args...) }
	if p.Replaces {
		say("It replaces the one that is here.")
	}
	for _, list := range [][]string{p.Whence, p.Needs} {
		for _, text := range list {
			say("%s", answer.Line(text))
		}
	}
	if len(p.Whence) > 0 {
		say("It is not trusted: read what it runs before an agent does.")
	}
	for title, list := range map[string][]string{"runs": p.Programs} {
		if len(list) > 0 {
			say("%s %s", title, answer.Line(strings.Join(list, ", ")))
		}
	}
	if len(p.Scripts) > 0 {
		say("scripts %s", answer.Line(strings.Join(p.Scripts, ", ")))
	}
	for _, text := range p.Hidden {
		say("hidden: %s", answer.Line(text))
	}
	for _, r := range p.Reasons {
		say("%s", answer.Line(r.Message))
	}
	for _, f := range p.Findings {
		if f.Severity != skill.Info {
			say("%s:%d: %s: %s [%s]", answer.Line(f.File), f.Line, f.Severity, answer.Line(f.Message), f.Code)
		}
	}
}

// take shows what is replaced, asks, and does it.
func (s *Session) take(now tree.Tree, w world.World, c Change, next lock.Lock) error {
	var changed []string
	for name, folder := range c.Put {
		old, err := now.At(name)
		switch {
		case err == nil && lock.Clean(old).Digest() == folder.Digest():
			delete(c.Put, name) // the lock alone may change
		case err == nil:
			changed = append(changed, name)
		}
	}
	if len(changed) > 0 {
		then, err := w.Tree.At(s.root())
		if err == nil {
			err = s.review(now, then)
		}
		if err != nil {
			return err
		}
	}
	c.Lock = next.YAML()
	if old, err := s.file(lock.File); err == nil && string(old) == string(c.Lock) && len(c.Put)+len(c.Drop) == 0 {
		fmt.Fprintln(s.Out, "Nothing differs from what is here.")
		return nil
	}
	return s.settle(c)
}

// settle asks, and does a change.
func (s *Session) settle(c Change) error {
	var parts []string
	for _, list := range []struct {
		verb  string
		names []string
	}{{"write", slices.Sorted(maps.Keys(c.Put))}, {"remove", c.Drop}} {
		if len(list.names) > 0 {
			parts = append(parts, list.verb+" "+answer.Line(strings.Join(list.names, ", ")))
		}
	}
	what := strings.Join(append(parts, "the lock"), " and ")
	if len(parts) == 0 {
		what = "write the lock"
	}
	err := s.ask(fmt.Sprintf("In %s: %s?", s.Skills, what))
	if errors.Is(err, ErrNo) && s.Look {
		fmt.Fprintf(s.Out, "In %s this would %s. Nothing was changed.\n", s.Skills, what)
		return nil
	}
	if err != nil {
		return err
	}
	if err := s.Apply(c); err != nil {
		return err
	}
	fmt.Fprintf(s.Out, "Done in %s: %s. lily undo puts it back.\n", s.Skills, what)
	return nil
}

// Remove takes skills away.
func (s *Session) Remove(names []string) error {
	now, err := s.Folders()
	if err != nil {
		return err
	}
	held, _, err := s.Lock()
	if err != nil {
		return err
	}
	c := Change{}
	for _, name := range names {
		_, here := now[name]
		if !here && held.Find(name) == nil {
			return fmt.Errorf("there is no skill %s in %s", name, s.Skills)
		}
		if e := held.Find(name); here && e != nil {
			if list := (lock.Lock{Skills: []lock.Skill{*e}}).Compare(map[string]tree.Tree{name: now[name]}); len(list) > 0 {
				fmt.Fprintf(s.Out, "%s since it was locked.\n", list[0])
			}
		}
		if here {
			c.Drop = append(c.Drop, name)
		}
		held = held.Without(name)
	}
	c.Lock = held.YAML()
	return s.settle(c)
}

// PutBack undoes the last change, and says of what.
func (s *Session) PutBack() error {
	names, err := s.Undo()
	if err != nil {
		return err
	}
	slices.Sort(names)
	fmt.Fprintf(s.Out, "In %s what was before is back: %s.\n", s.Skills, answer.Line(strings.Join(append(names, "the lock"), ", ")))
	return nil
}

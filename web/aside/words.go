package aside

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"lily/core/answer"
	"lily/core/tree"
	"lily/web/worktree"
)

// Words is what a person asks of the changes while a session goes on.
type Words struct {
	aside *Aside
	now   func() tree.Tree
}

// Words are those of a run whose tree is now that.
func (a *Aside) Words(now func() tree.Tree) Words { return Words{a, now} }

// Kept says in a line what is kept aside; empty for nothing.
func (w Words) Kept() string {
	list, err := w.aside.Pending(w.now())
	if err != nil || len(list) == 0 {
		return ""
	}
	return fmt.Sprintf("%s kept aside: %s", answer.Number(len(list), "changed file"), listed(list))
}

// Names are the files that are kept aside, as a person names them.
func (w Words) Names() (names []string) {
	list, _ := w.aside.Pending(w.now()) // what cannot be told is not offered
	for _, c := range list {
		names = append(names, c.Name())
	}
	return names
}

// Diff shows what differs: of one file or folder, by its name, or of all.
func (w Words) Diff(out io.Writer, name string) error {
	list, err := w.named(name)
	if err != nil {
		return err
	}
	return Show(out, list)
}

// Write writes one file or folder, by its name, or all. That it was asked for is the yes.
func (w Words) Write(ctx context.Context, out io.Writer, name string) error {
	list, err := w.named(name)
	if err != nil {
		return err
	}
	all, err := w.aside.Pending(w.now())
	if err != nil {
		return err
	}
	told := w.aside.Out
	w.aside.Out = out // who asks shows it
	defer func() { w.aside.Out = told }()
	if left := w.aside.some(ctx, list, all); len(left) > 0 {
		w.aside.say("still kept aside: %s; /write writes it when it can be", listed(left))
	}
	return nil
}

// named are the changes of one file, by its name in the project, its path in the tree or its real one; those below a
// folder; all for none.
func (w Words) named(name string) (some []worktree.Change, err error) {
	list, err := w.aside.Pending(w.now())
	if err != nil || name == "" {
		return list, err
	}
	at := filepath.ToSlash(filepath.Clean(name))
	if rel, err := filepath.Rel(w.aside.Project.Dir(), name); err == nil && filepath.IsAbs(name) && filepath.IsLocal(rel) {
		at = filepath.ToSlash(rel)
	}
	at = strings.TrimPrefix(at, "/workspace/")
	for _, c := range list {
		if c.Name() == at || strings.HasPrefix(c.Name(), at+"/") || at == "." || at == "/workspace" {
			some = append(some, c)
		}
	}
	switch {
	case len(list) == 0:
		return nil, fmt.Errorf("nothing is kept aside")
	case len(some) == 0:
		return nil, fmt.Errorf("%q is not among what is kept aside: %s", name, listed(list))
	}
	return some, nil
}

package aside

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"lily/core/answer"
	"lily/core/diff"
	"lily/core/sight"
	"lily/core/tree"
	"lily/web/worktree"
)

// Flags are what a person says beforehand of the changes.
type Flags struct{ Write, Restore, Discard bool }

// Declare adds the flags.
func (f *Flags) Declare(set *flag.FlagSet) {
	set.BoolVar(&f.Write, "write", false, "write what tools and programs change of the project, after each line and unasked")
	set.BoolVar(&f.Restore, "restore", false, "take up what earlier sessions here have changed and not written")
	set.BoolVar(&f.Discard, "discard", false, "forget what earlier sessions here have changed and not written")
}

// Ask asks a person for a line; nil is that there is nobody.
type Ask func(ctx context.Context, question string) (string, error)

// End says what is not written, and asks what becomes of it, where there is somebody to ask.
func (a *Aside) End(ctx context.Context, now tree.Tree, ask Ask) error {
	list, err := a.Pending(now)
	if err != nil || len(list) == 0 || a.ended {
		return err
	}
	if a.Flags.Write {
		a.unasked(ctx, list)
		list, err = a.Pending(now)
	} else {
		list, err = a.asks(ctx, list, ask)
	}
	if err == nil && len(list) > 0 && !a.ended {
		a.later(list)
	}
	return err
}

// asks asks until it is said what becomes of the changes, and returns those that stay aside. Where the journal does not
// have them they are lost with the run, so that it asks again.
func (a *Aside) asks(ctx context.Context, list []worktree.Change, ask Ask) ([]worktree.Change, error) {
	if err := a.keep(list, false); err != nil {
		a.say("what was changed is not in the journal: %s", err)
	}
	for ask != nil && ctx.Err() == nil {
		line, err := ask(ctx, fmt.Sprintf("%s of %s: %s\nWrite them? y yes, d show what differs, n leave them aside, x throw them away: ",
			answer.Number(len(list), "changed file"), a.where(), listed(list)))
		if err != nil {
			return list, nil
		}
		switch strings.ToLower(strings.TrimSpace(line)) {
		case "y", "yes":
			if list = a.Write(ctx, list); len(list) == 0 || a.held(list) {
				return list, nil
			}
		case "x":
			return nil, a.keep(nil, false)
		case "d":
			if err := Show(a.Out, list); err != nil {
				return nil, err
			}
		case "n", "no":
			if a.leaves(list) {
				return list, nil
			}
		}
	}
	return list, nil
}

// leaves leaves changes aside, where the journal takes them.
func (a *Aside) leaves(list []worktree.Change) bool {
	err := a.keep(list, false)
	switch {
	case a.store == nil:
		a.say("they cannot be left aside, since there is no journal: y writes them, x throws them away")
	case err != nil:
		a.say("they cannot be left aside, since the journal cannot be written: %s; make room and say n once more, or x", err)
	}
	return a.held(list)
}

// held reports whether the journal has changes, so that they outlive the run.
func (a *Aside) held(list []worktree.Change) bool {
	var j journal
	if a.store == nil || json.Unmarshal(a.value, &j) != nil {
		return false
	}
	has := map[string]tree.Digest{}
	for _, one := range j.Changes {
		has[one.Path] = tree.Digest{}
		if one.Is != nil {
			has[one.Path] = *one.Is
		}
	}
	return !slices.ContainsFunc(list, func(c worktree.Change) bool {
		is, there := has[c.Path]
		return !there || c.Is != nil && is != tree.Sum(c.Is)
	})
}

// later says what is left, where it is, and how a person gets it back.
func (a *Aside) later(list []worktree.Change) {
	if !a.held(list) {
		a.say("not written, and not in the journal, so that it is lost: %s", listed(list))
		return
	}
	goes := ""
	if list := a.sessions(); a.Lasts && len(list) > 0 {
		goes = fmt.Sprintf(", lily session --resume %s goes on with them", list[len(list)-1])
	}
	a.say("not written: %s; they are kept aside: lily session --restore --write in %s writes them%s, --discard forgets them. The journal is in %s",
		listed(list), a.where(), goes, sight.Spell(a.Dir))
}

const mostShown = 400 // lines of a file

// Show writes what differs, file by file.
func Show(w io.Writer, list []worktree.Change) error {
	var b strings.Builder
	for _, c := range list {
		fmt.Fprintf(&b, "%s %s\n", mark(c), answer.Line(c.Name()))
		if !text(c.Was) || !text(c.Is) {
			fmt.Fprintf(&b, "  no text: %d bytes, %d now\n", len(c.Was), len(c.Is))
			continue
		}
		lines, left := diff.Lines(string(c.Was), string(c.Is), mostShown)
		for _, l := range lines {
			fmt.Fprintf(&b, "  %c%s\n", l.Sign, answer.Line(l.Text))
		}
		if left > 0 {
			fmt.Fprintf(&b, "  and %s more\n", answer.Number(left, "line"))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func text(data []byte) bool { return !strings.ContainsRune(string(data), 0) }

package aside

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strings"

	"lily/core/answer"
	"lily/core/diff"
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
	if err != nil || len(list) == 0 {
		return err
	}
	if a.Flags.Write {
		a.Write(list)
		return nil
	}
	if err = a.keep(list, false); err != nil {
		a.say("what was changed is not in the journal: %s", err)
	}
	for ask != nil && ctx.Err() == nil {
		line, err := ask(ctx, fmt.Sprintf("%s of %s: %s\nWrite them? y yes, d show what differs, n leave them aside, x throw them away: ",
			answer.Number(len(list), "changed file"), a.Project.Dir(), listed(list)))
		if err != nil {
			break
		}
		switch strings.ToLower(strings.TrimSpace(line)) {
		case "y", "yes":
			a.Write(list)
			return nil
		case "x":
			return a.keep(nil, false)
		case "d":
			if err := Show(a.Out, list); err != nil {
				return err
			}
			continue
		case "n", "no":
		default:
			continue
		}
		break
	}
	a.say("not written: %s; they are kept aside: lily session --restore --write in %s writes them, --discard forgets them", listed(list), a.Project.Dir())
	return nil
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

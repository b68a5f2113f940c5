package past

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"lily/core/answer"
	"lily/core/event"
	"lily/core/model"
	"lily/core/persist"
	"lily/core/sight"
	"lily/core/world"
)

// Show lists sessions, shows one, or deletes some, as its flags say.
type Show struct {
	JSON, Delete, All, Yes bool

	Out, Err io.Writer
	Ask      func(question string) bool // a person who is there; nil for nobody
}

// UsageError is a call that is wrong.
type UsageError string

func (e UsageError) Error() string { return string(e) }

// Run does it.
func (s Show) Run(ids []string) error {
	switch {
	case s.All && (!s.Delete || len(ids) > 0):
		return UsageError("--all goes with --delete, and with no ID")
	case s.Yes && !s.Delete:
		return UsageError("--yes goes with --delete")
	case s.Delete && !s.All && len(ids) == 0:
		return UsageError("--delete wants the IDs of sessions, or --all")
	case !s.Delete && len(ids) > 1:
		return UsageError("one session is shown at a time")
	}
	dir, err := Home(os.Getenv)
	if err != nil {
		return err
	}
	if _, err := os.Stat(dir); errors.Is(err, os.ErrNotExist) && len(ids) == 0 {
		return s.list(nil) // it is not made for that
	}
	k, err := Open(dir, world.World{})
	if err != nil {
		return err
	}
	tell(s.Err, k.Problems)
	switch {
	case s.Delete:
		err = s.remove(k, ids)
	case len(ids) == 1:
		err = s.one(k, ids[0])
	default:
		err = s.list(k.List())
	}
	return errors.Join(err, k.Close())
}

// entry is what the list says of a session, as JSON has it.
type entry struct {
	ID      string    `json:"id"`
	Title   string    `json:"title"`
	Created time.Time `json:"created"`
	Touched time.Time `json:"touched"`
	Lines   int       `json:"lines"`
	Events  int       `json:"events"`
	Model   string    `json:"model"`
	Damaged bool      `json:"damaged,omitempty"`
}

func at(ms int64) time.Time { return time.UnixMilli(ms).UTC() }

func (s Show) list(list []persist.Session) error {
	if s.JSON {
		entries := []entry{}
		for _, m := range list {
			entries = append(entries, entry{m.ID, m.Title, at(m.Created), at(m.Touched), m.Lines, m.Events, m.Model, m.Damaged})
		}
		return sight.PrintJSON(s.Out, entries)
	}
	if len(list) == 0 {
		_, err := fmt.Fprintln(s.Out, "No session is kept. On a terminal, lily session keeps what you say; --keep does so for piped lines.")
		return err
	}
	t := tabwriter.NewWriter(s.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "SESSION\tLAST LINE\tLINES\tMODEL\tTITLE")
	for _, m := range list {
		title := m.Title
		if m.Damaged {
			title = "(damaged) " + title
		}
		when := time.UnixMilli(m.Touched).Format("2006-01-02 15:04")
		fmt.Fprintf(t, "%s\t%s\t%d\t%s\t%s\n", answer.Line(m.ID), when, m.Lines, answer.Line(m.Model), answer.Line(title))
	}
	return t.Flush()
}

// one shows what was said in a session and answered, or its events.
func (s Show) one(k *Kept, id string) error {
	events, problems, err := k.Read(id)
	tell(s.Err, problems)
	if err != nil {
		return err
	}
	if s.JSON {
		_, err := s.Out.Write(sight.JSON(event.Lines(events)))
		return err
	}
	for _, e := range events {
		if text := said(e.Body); text != "" {
			if _, err := fmt.Fprintln(s.Out, text); err != nil {
				return err
			}
		}
	}
	return nil
}

// said is an event as a reader of a conversation wants it; empty for what is not of it.
func said(body event.Body) string {
	switch b := body.(type) {
	case event.Command:
		return "\n> " + quoted(b.Input)
	case event.Message:
		if b.Role == model.User {
			return "\n> " + quoted(b.Text)
		}
	case event.Answer:
		return b.Blocks.Text()
	case event.ModelResponse:
		return b.Text
	case event.ToolCall:
		return "[" + answer.Line(b.Tool) + "]"
	case event.Error:
		return answer.Clean(b.Message)
	}
	return ""
}

func quoted(text string) string { return strings.ReplaceAll(text, "\n", "\n> ") }

// remove deletes sessions, after the person has said so.
func (s Show) remove(k *Kept, ids []string) error {
	if s.All {
		for _, m := range k.List() {
			ids = append(ids, m.ID)
		}
	}
	if len(ids) == 0 {
		_, err := fmt.Fprintln(s.Out, "No session is kept.")
		return err
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	if err := k.known(ids); err != nil {
		return err
	}
	what := answer.Number(len(ids), "session")
	if !s.Yes {
		if s.Ask == nil {
			return errors.New("nothing is deleted: there is nobody to ask; say --yes where that is meant")
		}
		if !s.Ask("Delete " + what + " (" + answer.Line(strings.Join(ids, ", ")) + ")? That cannot be undone. y/n > ") {
			_, err := fmt.Fprintln(s.Out, "Nothing is deleted.")
			return err
		}
	}
	cleared, err := k.Delete(ids...)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.Out, "Deleted %s.\n", what)
	if !cleared {
		fmt.Fprintln(s.Out, "Another run of lily has the sessions open: what only these needed goes with the next deletion.")
	}
	return nil
}

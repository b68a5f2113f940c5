package terminal

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lily/core/answer"
	"lily/core/diff"
	"lily/core/event"
	"lily/core/model"
	"lily/core/origin"
	"lily/core/scope"
	"lily/core/tree"
	"lily/core/world"
	"lily/web/terminal/row"
	"lily/web/turns"
)

// context shows the parts of the last request, or of the one that a message would begin.
func (f *Face) context() {
	s, events := f.engine.State(f.id)
	said, request := "The next message would send this before itself", scope.Compile(s, scope.Scope{}, f.engine.Tools(), func(string) bool { return false }, nil)
	for _, e := range events {
		if b, ok := e.Body.(event.ModelRequest); ok {
			said, request = fmt.Sprintf("Event %d sent this", e.Seq), b
		}
	}
	f.show(parts(said+" to "+request.Model, request.All()))
}

func parts(title string, list []model.Size) answer.Answer {
	table := answer.Block{Kind: answer.Table, Title: title, Columns: []string{"Part", "Bytes", "Tokens, about"}}
	bytes, tokens := 0, 0
	for _, p := range list {
		bytes, tokens = bytes+p.Bytes, tokens+p.Tokens
		table.Rows = append(table.Rows, []string{p.Part, strconv.Itoa(p.Bytes), strconv.Itoa(p.Tokens)})
	}
	table.Rows = append(table.Rows, []string{"all", strconv.Itoa(bytes), strconv.Itoa(tokens)})
	return answer.Answer{table}
}

const mostListed = 30 // events

// list lists the last events, or shows one.
func (f *Face) list(args string) {
	_, events := f.engine.State(f.id)
	if args != "" {
		n, err := strconv.Atoi(args)
		if err != nil || n < 1 || n > len(events) {
			f.screen.say(row.Red, "Error: There is no event %q; there are %d.", args, len(events))
			return
		}
		f.show(answer.Answer{{Kind: answer.Verbatim, Text: string(event.Encode(events[n-1]))}})
		return
	}
	table := answer.Block{Kind: answer.Table, Columns: []string{"Event", "Type", "What happened"}}
	for _, e := range events[max(0, len(events)-mostListed):] {
		table.Rows = append(table.Rows, []string{strconv.Itoa(e.Seq), e.Body.Type(), turns.Brief(e.Body)})
	}
	f.show(answer.Answer{table, {Kind: answer.Text, Text: fmt.Sprintf("%d events; /events NUMBER shows one.", len(events))}})
}

// calls are those of the session that changed files, with what was there before and after.
func (f *Face) calls() (list []turns.Undoing, names []string) {
	for _, t := range f.talk.List {
		for _, s := range t.Steps {
			if s.Tool == nil || s.Tool.Result == nil || len(s.Tool.Result.Changes) == 0 {
				continue
			}
			if u, ok := s.Tool.Undoing(f.events); ok {
				list, names = append(list, u), append(names, s.Tool.Name)
			}
		}
	}
	return list, names
}

// diff shows what is kept aside of the project; without one, what is different in the files that calls have changed.
func (f *Face) diff(name string) {
	list, _ := f.calls()
	f.work("comparing", func(context.Context) worked {
		var text strings.Builder
		err := f.differs(&text, name, list)
		return func(f *Face) { f.compared(text.String(), err) }
	})
}

func (f *Face) compared(text string, err error) {
	switch {
	case err != nil:
		f.screen.say(row.Red, "Error: %s.", strings.TrimSuffix(err.Error(), "."))
	case text == "" && f.hooks.Aside != nil:
		f.screen.say(row.Plain, "Nothing is kept aside.")
	case text == "":
		f.screen.say(row.Plain, "No call has changed a file.")
	}
	for line := range strings.Lines(text) {
		style := map[byte]row.Style{'+': row.Green, '-': row.Red, '@': row.Cyan}[strings.TrimPrefix(line, "  ")[0]]
		f.screen.say(style, "%s", strings.TrimSuffix(line, "\n"))
	}
}

func (f *Face) differs(text *strings.Builder, name string, list []turns.Undoing) error {
	if f.hooks.Aside != nil {
		return f.hooks.Aside.Diff(text, name)
	}
	now, seen := f.engine.World().Tree, map[string]bool{}
	for _, u := range list {
		for _, c := range u.Changes {
			if !seen[c.Path] && (name == "" || "/"+c.Path == name || strings.HasSuffix(c.Path, "/"+name)) {
				text.WriteString(diff.Git(c.Path, contents(u.Before, c.Path), contents(now, c.Path)))
			}
			seen[c.Path] = true
		}
	}
	return nil
}

// write writes what is kept aside: that a person types it is the yes.
func (f *Face) write(name string) {
	if f.hooks.Aside == nil {
		f.screen.say(row.Red, "Error: There is no project here to write to.")
		return
	}
	f.work("writing", func(ctx context.Context) worked {
		var told strings.Builder
		err := f.hooks.Aside.Write(ctx, &told, name)
		left := f.kept()
		return func(f *Face) { f.wrote(told.String(), left, err) }
	})
}

func (f *Face) wrote(told, left string, err error) {
	switch {
	case err != nil:
		f.screen.say(row.Red, "Error: %s.", strings.TrimSuffix(err.Error(), "."))
	case told == "":
		f.screen.say(row.Plain, "Nothing is kept aside.")
	}
	for line := range strings.Lines(told) {
		f.screen.say(row.Plain, "%s", strings.TrimSuffix(line, "\n"))
	}
	f.aside = left
}

func contents(t tree.Tree, path string) string {
	file, ok := t.File(path)
	if !ok {
		return ""
	}
	text, err := file.Bytes()
	if err != nil {
		return "(it cannot be read: " + err.Error() + ")\n"
	}
	return string(text)
}

// undo takes back what the last call changed that is not taken back yet. What was not trusted then is not trusted now.
func (f *Face) undo() {
	list, names := f.calls()
	for i, u := range slices.Backward(list) {
		if u.Done(f.engine.World().Tree) {
			continue
		}
		if err := f.engine.Edit(func(w world.World) (world.World, error) { return undone(w, u) }); err != nil {
			f.screen.say(row.Red, "Error: %s.", strings.TrimSuffix(err.Error(), "."))
			return
		}
		var told strings.Builder
		f.left = f.hooks.Sync(context.Background(), &told)
		f.screen.say(row.Plain, "%sUndone what %s changed: %s.", told.String(), names[i], turns.NamesOf(paths(u.Changes), mostListed))
		return
	}
	f.screen.say(row.Plain, "There is nothing to undo.")
}

func paths(list []tree.Change) (names []string) {
	for _, c := range list {
		names = append(names, c.Path)
	}
	return names
}

func undone(w world.World, u turns.Undoing) (world.World, error) {
	was := w.Tree
	next, err := u.Take(was)
	if err != nil {
		return w, err
	}
	var places []origin.Place
	for _, c := range tree.Diff(was, next) {
		if o, foreign := u.Origins.Foreign("/" + c.Path); foreign && c.Op != tree.Removed {
			places = append(places, origin.Place{Path: "/" + c.Path, Origin: o})
		}
	}
	w.Tree, w.Origins = next, w.Origins.Put(places...)
	return w, nil
}

package terminal

import (
	"fmt"
	"slices"
	"strings"

	"lily/core"
	"lily/core/answer"
	"lily/core/command"
	"lily/core/loader"
	"lily/web/terminal/row"
)

// word is one of the terminal's own: the engine is never told of it.
type word struct {
	command.Builtin
	run func(f *Face, args string)
}

// ours are the words of the terminal, in the order in which they are shown.
func ours() []word {
	return []word{
		{command.Builtin{Name: "help", Usage: "/help", Help: "Say what can be typed."}, func(f *Face, _ string) { f.help() }},
		{command.Builtin{Name: "open", Usage: "/open <number>", Help: "Show all of a skill or a call that stands in a line.", Needs: "a number"}, (*Face).open},
		{command.Builtin{Name: "why", Usage: "/why <name>", Help: "Say why a skill or a tool can be used, or cannot.", Needs: "a name"}, (*Face).why},
		{command.Builtin{Name: "context", Usage: "/context", Help: "Show what the model was sent last, or would be."}, func(f *Face, _ string) { f.context() }},
		{command.Builtin{Name: "events", Usage: "/events [number]", Help: "List what was recorded last, or show one event."}, (*Face).list},
		{command.Builtin{Name: "diff", Usage: "/diff [file]", Help: "Show what is changed and kept aside."}, (*Face).diff},
		{command.Builtin{Name: "write", Usage: "/write [file]", Help: "Write what is kept aside into the project."}, (*Face).write},
		{command.Builtin{Name: "undo", Usage: "/undo", Help: "Take back what the last call changed in files."}, func(f *Face, _ string) { f.undo() }},
		{command.Builtin{Name: "quit", Usage: "/quit", Help: "Leave, as Ctrl-D does."}, func(f *Face, _ string) { f.left = errLeft }},
	}
}

// own answers a word of the terminal's own. /help with a name is the engine's.
func (f *Face) own(text string) bool {
	line, ok := command.Parse(text)
	i := slices.IndexFunc(ours(), func(w word) bool { return w.Name == line.Name })
	if !ok || i < 0 || line.Name == "help" && line.Args != "" {
		return false
	}
	w := ours()[i]
	check := w.Builtin
	if may := map[string]string{"events": "a number", "diff": "a file", "write": "a file"}[w.Name]; may != "" && line.Args != "" {
		check.Needs = may
	}
	if err := check.Check(line.Args); err != nil {
		f.screen.say(row.Red, "%s", err)
		return true
	}
	w.run(f, line.Args)
	return true
}

// clashes says which skills have a command that is a word of the terminal's own.
func (f *Face) clashes() {
	s, _ := f.engine.State(f.id)
	for _, w := range ours() {
		for _, c := range s.Snapshot.Alias(w.Name) {
			f.screen.say(row.Yellow, "The skill %s has the command /%s, which is the terminal's own here: type /skill %s.", c.Name, w.Name, c.Name)
		}
	}
}

func (f *Face) help() {
	table := answer.Block{Kind: answer.Table, Columns: []string{"Type", "for"}}
	for _, b := range core.Builtins() {
		table.Rows = append(table.Rows, []string{b.Usage, b.Help})
	}
	for _, w := range ours() {
		table.Rows = append(table.Rows, []string{w.Usage, w.Help})
	}
	f.show(answer.Answer{table, {Kind: answer.Text, Text: keysSaid}})
}

const keysSaid = "Anything else is a message for the model. Tab completes what begins with a slash, and says why something cannot be used. " +
	"Alt+Enter, Ctrl+J or a backslash at the end of a line goes on with one more line. Up and Down bring back what was typed, Ctrl-R searches it. " +
	"Ctrl-C stops the turn, clears the line, or leaves; Ctrl-D leaves; Ctrl-Z stops the program until fg."

// why says which rule decides about a name.
func (f *Face) why(name string) {
	s, _ := f.engine.State(f.id)
	block := answer.Block{Kind: answer.List, Title: name}
	add := func(format string, args ...any) {
		block.Rows = append(block.Rows, []string{fmt.Sprintf(format, args...)})
	}
	for _, c := range s.Snapshot.Candidates {
		if c.Name != name {
			continue
		}
		add("The skill at %s is %s.", f.lies(c.Path), c.State.Word())
		for _, r := range c.Reasons {
			add("%s (%s, %s)", f.placed(r.Message), r.Code, r.Clause)
		}
		if d := s.Policy.Skill(name); c.State == loader.Available {
			add("%s (%s)", strings.TrimSpace(d.Message), d.Rule)
			add("Trust: %s. %s", c.Trust(), strings.Join(c.Whence(), " "))
		}
	}
	if _, known := f.engine.Tools().Find(name); known {
		d := s.Policy.Tool(name)
		add("The tool %s is %s: %s (%s)", name, map[bool]string{true: "allowed", false: "not allowed"}[d.Allowed], d.Message, d.Rule)
	}
	if len(block.Rows) == 0 {
		f.screen.say(row.Red, "Error: There is no skill and no tool %q.", name)
		return
	}
	f.show(answer.Answer{block})
}

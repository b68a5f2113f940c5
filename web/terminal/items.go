package terminal

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lily/core/answer"
	"lily/core/event"
	"lily/web/terminal/row"
	"lily/web/turns"
)

// steps leaves a line for each skill and each call that is new, which /open shows all of.
func (f *Face) steps() {
	if len(f.talk.List) == 0 {
		return
	}
	for _, s := range f.talk.List[len(f.talk.List)-1].Steps {
		if slices.Contains(f.items, s) || !over(s) {
			continue
		}
		f.items = append(f.items, s)
		f.screen.print(f.screen.oneRow(f.Pen.Of(row.Faint, "[%d] %s", len(f.items), headline(s))))
	}
}

// over reports whether a step has a line: a skill when it is chosen, a call when it is over.
func over(s *turns.Step) bool {
	c := s.Tool
	return s.Skill != nil || c != nil && (c.Result != nil || c.Refused != nil || c.Approval != nil && !c.Approval.Granted)
}

func headline(s *turns.Step) string {
	if k := s.Skill; k != nil {
		return "skill " + answer.Line(k.Name) + ", chosen by the " + k.By
	}
	c := s.Tool
	line := "call " + c.Name + ": " + c.State()
	if c.Result != nil && len(c.Result.Changes) > 0 {
		line += ", " + answer.Number(len(c.Result.Changes), "changed file")
	}
	if args := answer.Line(asked(c)); args != "" {
		line += " · " + args
	}
	return line
}

// asked is what a call was asked with.
func asked(c *turns.Tool) string {
	switch {
	case c.Call != nil:
		return answer.Short(string(c.Call.Args))
	case c.Refused != nil:
		return answer.Short(c.Refused.Args)
	}
	return ""
}

// open shows all of a skill or a call.
func (f *Face) open(args string) {
	n, err := strconv.Atoi(strings.Trim(args, "[]"))
	if err != nil || n < 1 || n > len(f.items) {
		f.screen.say(row.Red, "Error: There is no line %q; there are %d.", args, len(f.items))
		return
	}
	s := f.items[n-1]
	if s.Skill != nil {
		f.show(f.skillOf(s.Skill))
		return
	}
	f.show(f.callOf(s.Tool))
}

func (f *Face) skillOf(k *turns.Skill) answer.Answer {
	rows := [][]string{{"Chosen by", "the " + k.By}, {"Its tools here", cmp.Or(strings.Join(k.Effective, ", "), "none")}}
	if k.Loaded == nil {
		return answer.Answer{{Kind: answer.Definitions, Title: "Skill " + k.Name, Rows: rows}}
	}
	rows = append(rows, []string{"Path", f.lies(k.Loaded.Path)}, []string{"Version", k.Loaded.Digest.Short()})
	for _, w := range k.Loaded.Warnings {
		rows = append(rows, []string{"Warning", w.Message})
	}
	a := answer.Answer{{Kind: answer.Definitions, Title: "Skill " + k.Name, Rows: rows}}
	if k.Loaded.Content != "" {
		a = append(a, answer.Block{Kind: answer.Verbatim, Title: "What the model was given", Text: k.Loaded.Content})
	}
	return a
}

func (f *Face) callOf(c *turns.Tool) answer.Answer {
	rows := [][]string{{"State", c.State()}}
	add := func(what, text string) {
		if text != "" {
			rows = append(rows, []string{what, text})
		}
	}
	if b := c.Approval; b != nil {
		add("Approval", string(b.Consent)+", rule: "+b.Rule)
	}
	if b := c.Call; b != nil {
		add("Skill", b.Skill)
		add("Rule", b.Rule)
		add("Unasked", b.Auto)
		add("Arguments", indented(b.Args))
		for i, w := range b.Argv {
			add(fmt.Sprintf("Word %d", i+1), w)
		}
	}
	if b := c.Refused; b != nil {
		add("Arguments", b.Args)
		add("Refused", b.Message)
	}
	a := answer.Answer{{Kind: answer.Definitions, Title: "Call " + c.Name, Rows: rows}}
	if c.Result != nil {
		a = append(a, f.resultOf(c.Result)...)
	}
	return a
}

func (f *Face) resultOf(b *event.ToolResult) (a answer.Answer) {
	if b.Result.Error != "" {
		a = append(a, answer.Block{Kind: answer.Text, Title: "Error", Text: b.Result.Error})
	}
	if b.Result.Output != "" {
		a = append(a, answer.Block{Kind: answer.Verbatim, Title: "Output", Text: b.Result.Output})
	}
	if len(b.Changes) > 0 {
		list := answer.Block{Kind: answer.List, Title: "Changed files"}
		for _, c := range b.Changes {
			list.Rows = append(list.Rows, []string{string(c.Op), f.lies("/" + c.Path)})
		}
		a = append(a, list)
	}
	return a
}

func indented(args json.RawMessage) string {
	text, err := json.MarshalIndent(args, "", "  ")
	if err != nil {
		return string(args)
	}
	return string(text)
}

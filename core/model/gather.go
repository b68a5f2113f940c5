package model

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The bounds of what is kept of a reply. One byte more interrupts it.
const (
	MaxReply = 1 << 20   // bytes of text, and of what is shown of thinking
	maxCall  = 256 << 10 // one call: its arguments, name and id
	maxCalls = 32
)

type gather struct {
	on      func(Delta)
	taken   map[string]bool // the ids of the request's calls, and of this reply's
	text    strings.Builder
	thought int
	calls   []part
	usage   Usage
	finish  string // one of Stop, Length, Filtered; "" until it is told
	ended   bool   // the end mark came
}

// part is a call while it arrives. Whole is its input where that came at once.
type part struct {
	Call
	index int
	args  []byte
	whole string
}

func (g *gather) say(text, thinking string) error {
	d := Delta{Text: fit(text, MaxReply-g.text.Len()), Thinking: fit(thinking, MaxReply-g.thought)}
	g.text.WriteString(d.Text)
	g.thought += len(d.Thinking)
	if d != (Delta{}) {
		g.on(d)
	}
	if d.Text != text {
		return tooLarge("the reply", MaxReply)
	}
	if d.Thinking != thinking {
		return tooLarge("the model's thinking", MaxReply)
	}
	return nil
}

func (g *gather) open(index int) (*part, error) {
	if len(g.calls) == maxCalls {
		return nil, fmt.Errorf("the reply has more than %d calls", maxCalls)
	}
	g.calls = append(g.calls, part{index: index})
	return &g.calls[len(g.calls)-1], nil
}

// add puts a piece of the arguments to a call; id and name count once.
func (p *part) add(id, name, args string) error {
	p.ID, p.Name = cmp.Or(p.ID, id), cmp.Or(p.Name, name)
	if len(p.ID)+len(p.Name)+len(p.args)+len(p.whole)+len(args) > maxCall {
		return tooLarge("a call", maxCall)
	}
	p.args = append(p.args, args...)
	return nil
}

// reply is what arrived. One that err interrupted has no calls: none of them is known to be complete.
func (g *gather) reply(err error) (Reply, error) {
	r := Reply{Text: g.text.String(), Usage: Usage{max(g.usage.In, 0), max(g.usage.Out, 0)}, Finish: Interrupted}
	if err == nil {
		r.Calls, err = g.complete()
	}
	if err != nil {
		return r, err
	}
	if r.Finish = cmp.Or(g.finish, Stop); r.Finish == Stop && len(r.Calls) > 0 {
		r.Finish = ToolCalls // whatever was told: some say stop, some nothing
	}
	return r, nil
}

// complete gives the calls. A reply that was cut off may end in the middle of one, which is left out then.
func (g *gather) complete() ([]Call, error) {
	var list []Call
	for _, p := range g.calls {
		args := cmp.Or(strings.TrimSpace(string(p.args)), p.whole)
		switch {
		case p.Name == "" && args == "" || g.finish != Stop && g.finish != "" && !json.Valid([]byte(args)):
			continue
		case p.Name == "":
			return nil, fmt.Errorf("got a call without a name and the arguments %q", cut(args, 60))
		case args == "":
			args = "{}"
		}
		list = append(list, Call{p.ID, p.Name, strings.ToValidUTF8(args, "\ufffd")})
	}
	g.identify(list)
	return list, nil
}

// identify makes the ids that are missing or not the call's own in the conversation: call_1, call_2 ….
func (g *gather) identify(list []Call) {
	odd := func(r rune) bool { return r <= ' ' || r > '~' } // not every upstream can be told of it
	for i := range list {
		id := &list[i].ID
		if len(*id) > 256 || strings.ContainsFunc(*id, odd) || g.taken[*id] {
			*id = ""
		}
		g.taken[*id] = true
	}
	n := 0
	for i := range list {
		for id := &list[i].ID; *id == ""; {
			n++
			if made := "call_" + strconv.Itoa(n); !g.taken[made] {
				*id = made
			}
		}
	}
}

func fit(s string, room int) string {
	if len(s) <= room {
		return s
	}
	for room > 0 && !utf8.RuneStart(s[room]) {
		room--
	}
	return s[:room]
}

// Package suggest is what may stand in a line that begins with a slash: commands, skills, their tools and what those
// take, for the page's menu and the terminal's completion.
//
// It promises that what cannot be used stays among them with the reason, and that a suggestion changes nothing by itself.
//
//	suggest.Options(suggest.Session{Snapshot: s}, "/skill ha") // /skill haiku
package suggest

import (
	"strings"

	"lily/core"
	"lily/core/answer"
	"lily/core/command"
	"lily/core/loader"
	"lily/core/persona"
	"lily/core/skill"
	"lily/core/tree"
	"lily/web/words"
)

// MaxOptions is how many suggestions the menu shows.
const MaxOptions = 60

// Option is one suggestion. Insert is what stands in the box after it was accepted; a blank at its end says that more
// may follow. A disabled one cannot be used: About says why.
type Option struct {
	Label, About, Insert string
	Disabled             bool
}

// Session is what suggestions are made of.
type Session struct {
	Snapshot *loader.Snapshot
	Tree     tree.Tree // of the world, as it is now
	Agent    string    // that is active
}

// menu collects what may stand in the box in place of a text, at most [MaxOptions] of it.
type menu struct {
	Session
	text string
	list []Option
}

// Options suggests what may stand in the box (UI.md, slash menu). It narrows by prefix, and never changes what is sent.
func Options(s Session, text string) []Option {
	if !strings.HasPrefix(text, "/") || strings.Contains(text, "\n") {
		return nil
	}
	m := &menu{Session: s, text: text}
	name, rest, more := strings.Cut(text[1:], " ")
	switch {
	case !more:
		m.commands()
		m.skills("/skill ", " ", "/")
	case name == "skill" && strings.Contains(rest, " "):
		m.tools(rest)
	case strings.Contains(rest, " "):
	case name == "skill":
		m.skills("/skill ", " ", "/skill ")
	case name == "help":
		m.skills("/help ", "", "/help ")
	case name == "agent":
		m.agents()
	}
	return m.list
}

func (m *menu) full() bool { return len(m.list) >= MaxOptions }

// add takes an option that what was typed is the beginning of.
func (m *menu) add(typed string, o func() Option) {
	if strings.HasPrefix(typed, m.text) && !m.full() {
		m.list = append(m.list, o())
	}
}

// commands are Lily's own, and the aliases of skills, also of those that cannot be used.
func (m *menu) commands() {
	for _, b := range core.Builtins() {
		insert := "/" + b.Name + words.Either(b.Needs != "", " ", "")
		m.add(insert, func() Option { return Option{Label: b.Usage, About: b.Help, Insert: insert} })
	}
	snap := m.Snapshot
	for _, c := range snap.Candidates {
		if alias := c.Brief().Command; c.State != loader.Shadowed && alias != "" {
			m.add("/"+alias+" ", func() Option { return aliased(snap, c, alias) })
		}
	}
}

func aliased(snap *loader.Snapshot, c *loader.Candidate, alias string) Option {
	o := Option{Label: "/" + alias, About: c.Name + ": " + c.Brief().Summary, Insert: "/" + alias + " "}
	switch {
	case c.State != loader.Available:
		o.Disabled, o.About = true, c.Name+" is "+c.State.Word()+": "+About(c)
	case snap.AliasOf(c) == "":
		o.Disabled, o.About = true, c.Name+": another skill declares this command too"
	}
	return o
}

// skills are all by their names; typed is what stands before a name in the box.
func (m *menu) skills(before, after, typed string) {
	for _, c := range m.Snapshot.Candidates {
		if m.full() {
			return
		}
		if c.State == loader.Shadowed || typed == "/" && c.Brief().Command == c.Name {
			continue
		}
		m.add(typed+c.Name+after, func() Option { return named(c, before+c.Name+after) })
	}
}

func named(c *loader.Candidate, insert string) Option {
	o := Option{Label: c.Name, About: c.Brief().Summary, Insert: insert}
	if c.State != loader.Available {
		o.Disabled, o.About = true, words.Title(c.State.Word())+": "+About(c)
	}
	return o
}

// tools are those of the skill that is named, and after a tool its parameters that are not there yet.
func (m *menu) tools(rest string) {
	name, rest, _ := strings.Cut(rest, " ")
	k := available(m.Snapshot, name)
	if k == nil {
		return
	}
	tool, args, more := strings.Cut(rest, " ")
	for _, t := range k.Tools {
		insert := "/skill " + name + " " + t.Name + " "
		if !more {
			m.add(insert, func() Option {
				return Option{Label: command.Usage(t.Name, t.Params), About: t.Description, Insert: insert}
			})
		} else if t.Name == tool {
			m.params(t.Params, args)
		}
	}
}

func (m *menu) params(list []skill.Param, args string) {
	at := strings.LastIndex(args, " ") + 1
	typed, before := args[at:], m.text[:len(m.text)-len(args)+at]
	for _, p := range list {
		if !strings.Contains(args, p.Name+"=") && strings.HasPrefix(p.Name, typed) && strings.IndexByte(args, '{') != 0 {
			about := p.Type + words.Either(p.Required, ", needed", "") + ". " + p.Description
			m.list = append(m.list, Option{Label: p.Name + "=", About: about, Insert: before + p.Name + "="})
		}
	}
}

// available is a skill of the snapshot that can be used; nil for none.
func available(s *loader.Snapshot, name string) *skill.Skill {
	if c := s.Find(name); c != nil && c.State == loader.Available {
		return c.Skill()
	}
	return nil
}

func (m *menu) agents() {
	for _, name := range persona.Agents(m.Tree) {
		insert := "/agent " + name
		m.add(insert, func() Option {
			return Option{Label: name, About: words.Either(name == m.Agent, "active now", ""), Insert: insert}
		})
	}
}

// About says in one line what a candidate is, or the first reason why it does not count.
func About(c *loader.Candidate) string {
	if len(c.Reasons) == 0 {
		return c.Brief().Summary
	}
	line := c.Reasons[0].Message
	if n := len(c.Reasons) - 1; n > 0 {
		line += " And " + answer.Number(n, "more reason") + "."
	}
	return line
}

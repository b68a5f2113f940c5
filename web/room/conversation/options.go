package conversation

import (
	"fmt"
	"strings"

	"lily/core"
	"lily/core/command"
	"lily/core/loader"
	"lily/core/persona"
	"lily/core/skill"
	"lily/web/html"
	"lily/web/words"
)

// MaxOptions is how many suggestions the menu shows.
const MaxOptions = 60

// option is one line of the slash menu. Insert is what stands in the box
// after it was accepted; a blank at its end says that more may follow.
type option struct {
	Label, About, Insert string
	Disabled             bool
}

// OptionID is the id of a line of the menu.
func OptionID(i int) string { return fmt.Sprintf("option-%d", i) }

// menu collects what may stand in the box in place of a text, at most [MaxOptions] of it.
type menu struct {
	*Room
	text string
	list []option
}

// options suggests what may stand in the box (UI.md, slash menu). It narrows by prefix, and never changes what is sent.
func options(s *Room, text string) []option {
	if !strings.HasPrefix(text, "/") || strings.Contains(text, "\n") {
		return nil
	}
	m := &menu{Room: s, text: text}
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
func (m *menu) add(typed string, o func() option) {
	if strings.HasPrefix(typed, m.text) && !m.full() {
		m.list = append(m.list, o())
	}
}

// commands are Lily's own, and the aliases of skills, also of those that cannot be used.
func (m *menu) commands() {
	for _, b := range core.Builtins() {
		insert := "/" + b.Name + words.Either(b.Needs != "", " ", "")
		m.add(insert, func() option { return option{Label: b.Usage, About: b.Help, Insert: insert} })
	}
	snap := m.Sessions.Snapshot()
	for _, c := range snap.Candidates {
		if alias := c.Brief().Command; c.State != loader.Shadowed && alias != "" {
			m.add("/"+alias+" ", func() option { return aliased(snap, c, alias) })
		}
	}
}

func aliased(snap *loader.Snapshot, c *loader.Candidate, alias string) option {
	o := option{Label: "/" + alias, About: c.Name + ": " + c.Brief().Summary, Insert: "/" + alias + " "}
	switch {
	case c.State != loader.Available:
		o.Disabled, o.About = true, c.Name+" is "+c.State.Word()+": "+html.About(c)
	case snap.AliasOf(c) == "":
		o.Disabled, o.About = true, c.Name+": another skill declares this command too"
	}
	return o
}

// skills are all by their names; typed is what stands before a name in the box.
func (m *menu) skills(before, after, typed string) {
	for _, c := range m.Sessions.Snapshot().Candidates {
		if m.full() {
			return
		}
		if c.State == loader.Shadowed || typed == "/" && c.Brief().Command == c.Name {
			continue
		}
		m.add(typed+c.Name+after, func() option { return named(c, before+c.Name+after) })
	}
}

func named(c *loader.Candidate, insert string) option {
	o := option{Label: c.Name, About: c.Brief().Summary, Insert: insert}
	if c.State != loader.Available {
		o.Disabled, o.About = true, words.Title(c.State.Word())+": "+html.About(c)
	}
	return o
}

// tools are those of the skill that is named, and after a tool its parameters that are not there yet.
func (m *menu) tools(rest string) {
	name, rest, _ := strings.Cut(rest, " ")
	k := available(m.Room, name)
	if k == nil {
		return
	}
	tool, args, more := strings.Cut(rest, " ")
	for _, t := range k.Tools {
		insert := "/skill " + name + " " + t.Name + " "
		if !more {
			m.add(insert, func() option {
				return option{Label: command.Usage(t.Name, t.Params), About: t.Description, Insert: insert}
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
			m.list = append(m.list, option{Label: p.Name + "=", About: about, Insert: before + p.Name + "="})
		}
	}
}

// available is a skill of the snapshot that can be used; nil for none.
func available(s *Room, name string) *skill.Skill {
	if c := s.Sessions.Snapshot().Find(name); c != nil && c.State == loader.Available {
		return c.Skill()
	}
	return nil
}

func (m *menu) agents() {
	for _, name := range persona.Agents(m.Sessions.World().Tree) {
		insert := "/agent " + name
		m.add(insert, func() option {
			return option{Label: name, About: words.Either(name == m.Sessions.State().Agent, "active now", ""), Insert: insert}
		})
	}
}

// ownTool is the tool of a skill that a line calls, as far as it is typed.
func ownTool(s *Room, text string) (name string, t skill.Tool, ok bool) {
	l, is := command.Parse(text)
	if !is || l.Name != "skill" {
		return "", t, false
	}
	name, rest := command.Word(l.Args)
	called, _ := command.Word(rest)
	if k := available(s, name); k != nil {
		for _, t := range k.Tools {
			if t.Name == called {
				return name, t, true
			}
		}
	}
	return "", t, false
}

func usageHint(s *Room, text string) string {
	l, is := command.Parse(text)
	if !is || !strings.ContainsAny(text, " \t\n") {
		return ""
	}
	if name, t, ok := ownTool(s, text); ok {
		return "Usage: " + command.Usage("/skill "+name+" "+t.Name, t.Params)
	}
	if b, ok := core.Builtin(l.Name); ok {
		return "Usage: " + b.Usage
	}
	if list := s.Sessions.Snapshot().Alias(l.Name); len(list) == 1 {
		if params, ok := s.Engine.Tools().Params()[list[0].Skill().CommandTool]; ok {
			return "Usage: " + command.Usage("/"+l.Name, params)
		}
	}
	return ""
}

package conversation

import (
	"fmt"
	"strings"

	"lily/core"
	"lily/core/command"
	"lily/core/loader"
	"lily/core/persona"
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

func OptionID(i int) string { return fmt.Sprintf("option-%d", i) }

// options suggests what may stand in the box. It narrows by prefix, and never changes what is sent.
func options(s *Room, text string) []option {
	if !strings.HasPrefix(text, "/") || strings.Contains(text, "\n") {
		return nil
	}
	name, rest, more := strings.Cut(text[1:], " ")
	if !more {
		return starting(first(s), text)
	}
	if strings.Contains(rest, " ") {
		return nil
	}
	switch name {
	case "skill":
		return starting(skills(s, "/skill ", " "), text)
	case "help":
		return starting(skills(s, "/help ", ""), text)
	case "agent":
		return starting(agents(s), text)
	}
	return nil
}

func starting(all []option, text string) []option {
	var list []option
	for _, o := range all {
		if strings.HasPrefix(o.Insert, text) && len(list) < MaxOptions {
			list = append(list, o)
		}
	}
	return list
}

func first(s *Room) []option {
	var list []option
	for _, b := range core.Builtins() {
		insert := "/" + b.Name + words.Either(b.Needs != "", " ", "")
		list = append(list, option{Label: b.Usage, About: b.Help, Insert: insert})
	}
	snap := s.Sessions.Snapshot()
	for _, c := range snap.Candidates {
		alias := c.Brief().Command
		if c.State == loader.Shadowed || alias == "" {
			continue
		}
		o := option{Label: "/" + alias, About: c.Name + ": " + c.Brief().Summary, Insert: "/" + alias + " "}
		switch {
		case c.State != loader.Available:
			o.Disabled, o.About = true, c.Name+" is "+c.State.Word()+": "+html.About(c)
		case snap.AliasOf(c) == "":
			o.Disabled, o.About = true, c.Name+": another skill declares this command too"
		}
		list = append(list, o)
	}
	return list
}

func skills(s *Room, before, after string) []option {
	var list []option
	for _, c := range s.Sessions.Snapshot().Candidates {
		if c.State == loader.Shadowed {
			continue
		}
		o := option{Label: c.Name, About: c.Brief().Summary, Insert: before + c.Name + after}
		if c.State != loader.Available {
			o.Disabled, o.About = true, words.Title(c.State.Word())+": "+html.About(c)
		}
		list = append(list, o)
	}
	return list
}

func agents(s *Room) []option {
	var list []option
	for _, name := range persona.Agents(s.Sessions.World().Tree) {
		about := words.Either(name == s.Sessions.State().Agent, "active now", "")
		list = append(list, option{Label: name, About: about, Insert: "/agent " + name})
	}
	return list
}

func usageHint(text string) string {
	l, is := command.Parse(text)
	if b, ok := core.Builtin(l.Name); is && ok && strings.ContainsAny(text, " \t\n") {
		return "Usage: " + b.Usage
	}
	return ""
}

package conversation

import (
	"fmt"
	"strings"

	"lily/core"
	"lily/core/command"
	"lily/core/loader"
	"lily/core/skill"
	"lily/web/suggest"
)

// option is one line of the slash menu.
type option = suggest.Option

// OptionID is the id of a line of the menu.
func OptionID(i int) string { return fmt.Sprintf("option-%d", i) }

// options suggests what may stand in the box (UI.md, slash menu).
func options(s *Room, text string) []option {
	return suggest.Options(suggest.Session{
		Snapshot: s.Sessions.Snapshot(), Tree: s.Sessions.World().Tree, Agent: s.Sessions.State().Agent,
	}, text)
}

// available is a skill of the snapshot that can be used; nil for none.
func available(s *Room, name string) *skill.Skill {
	if c := s.Sessions.Snapshot().Find(name); c != nil && c.State == loader.Available {
		return c.Skill()
	}
	return nil
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

package conversation

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/command"
	"lily/core/event"
	"lily/core/loader"
	"lily/web/html"
)

// next is what a person can do about an error, as buttons in it (UI.md, Behaviour).
func (c *card) next(e *event.Error) (list []app.UI) {
	s := c.Store
	act := func(text, label string, do func()) {
		list = append(list, html.ButtonFor(c.CompoID(), text, text+": "+label, do, "small"))
	}
	tab := func(kind string) func() {
		return func() { s.Shown.OpenTab(kind); html.Focus("tab-" + kind) }
	}
	again := func() { s.Talk.Draft(c.Turn.Input) }
	switch e.Code {
	case command.UnknownCommand:
		act("Show the commands", "the menu of the message box", func() { s.Talk.Draft("/") })
	case command.MissingArgument, command.UnexpectedArgument, command.InvalidArguments:
		act("Correct it", "the line comes back into the message box", again)
	case command.SkillNotFound, command.AliasAmbiguous:
		act("Find a skill", "the list of the skills", func() { s.Shown.List("skills"); html.Focus(html.FindSkillID) })
	case command.SkillExcluded, command.SkillRefused:
		if k := c.named(); k != nil {
			act("Open "+k.Name, "each reason with what mends it", func() { s.Shown.OpenSkill(k); html.Focus(html.SkillID(k.Path)) })
		}
	case command.AgentNotFound:
		act("Show the persona", "the agents that there are", tab("persona"))
	case command.ToolDenied, command.OwnerOnly:
		act("Show the policy", "the rule that refused it", tab("policy"))
	case command.ModelFailed:
		act("Choose a model", "another one for what follows", s.Models.Pick)
		act("Correct it", "the message comes back into its box", again)
	case command.LoadFailed:
		act("Show the snapshot", "what a reload would read", tab("snapshot"))
	case command.ToolFailed, command.Timeout, command.LimitReached, command.TooCostly:
		act("Show the trace", "what was called, with what, and what came out", tab("trace"))
	case command.SessionNotFound:
		act("Show the sessions", "all that are kept", func() { s.Shown.List("sessions") })
	}
	return list
}

// named is the skill that the line of the turn asked for, nil for none.
func (c *card) named() *loader.Candidate {
	l, is := command.Parse(c.Turn.Input)
	if !is {
		return nil
	}
	snap := c.Store.Sessions.Snapshot()
	if l.Name == "skill" {
		name, _ := command.Word(l.Args)
		return snap.Find(name)
	}
	if list := snap.Alias(l.Name); len(list) > 0 {
		return list[0]
	}
	return nil
}

package html

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/agents"
	"lily/core/agents/glance"
	"lily/web/words"
)

// agentShapes are the shapes of what an agent makes of a skill.
var agentShapes = map[agents.State]string{
	agents.Loaded: "available", agents.Repaired: "fix", agents.Cut: "cut", agents.Dropped: "hidden",
	agents.Shadowed: "shadowed", agents.Ignored: "ignored", agents.Refused: "malformed",
}

// Agent is the badge of what an agent makes of a skill: its shape and its word.
func Agent(s agents.State) app.UI {
	return With("span", "state", Icon(agentShapes[s]).Class("mark"), Say(words.Title(string(s)))).Class("is-" + agentShapes[s])
}

// Waits says why there is nothing to see yet, with a way to try again where there is one. That goes with what it says,
// so what stays gets the focus.
func Waits(said, stays string, again func()) app.UI {
	return With("div", "empty", Text("p", "", said).Role("status"), When(again != nil, func() app.UI {
		return Button("Try again", "", func() { again(); Focus(stays) }, "small")
	}))
}

// Verdict is why an agent makes of a skill what it does: each reason with the source of its rule, and what is left of
// the description.
func Verdict(a glance.Agent, c glance.Cell) app.UI {
	by := ""
	if c.By != "" {
		by = " by " + c.By
	}
	return With("div", "why-agent",
		With("p", "", Agent(c.State), Say(by+" "), Text("span", "quiet-count", known(a.Known))),
		With("ul", "", app.Range(c.Reasons).Slice(func(i int) app.UI {
			r := c.Reasons[i]
			rule := c.Rules[i]
			line := ""
			if r.Line > 0 {
				line = fmt.Sprintf("Line %d: ", r.Line)
			}
			return With("li", "", Foreign("p", "", line+r.Text), Text("p", "hint", fmt.Sprintf("%s %s: %s", rule.Text, words.Title(string(rule.Known)), rule.Source)))
		})),
		When(c.State == agents.Cut, func() app.UI {
			if c.Shown == "" {
				return Text("p", "", "Its model sees the name alone.")
			}
			return With("div", "", Text("p", "", "What its model sees of the description:"), Foreign("pre", "told", c.Shown))
		}),
	)
}

func known(k agents.Known) string {
	switch k {
	case agents.Measured:
		return "measured against the program"
	case agents.Read:
		return "read in its code"
	}
	return "documented only, not measured"
}

// Package all lists the agents whose eyes Lily can borrow.
//
// It promises one order, by what they are called, with the standard first and Lily last.
package all

import (
	"lily/core/agents"
	"lily/core/agents/claude"
	"lily/core/agents/codex"
	"lily/core/agents/copilot"
	"lily/core/agents/crush"
	"lily/core/agents/cursor"
	"lily/core/agents/gemini"
	"lily/core/agents/goose"
	"lily/core/agents/lily"
	"lily/core/agents/openclaw"
	"lily/core/agents/opencode"
	"lily/core/agents/pi"
	"lily/core/agents/plugins"
	"lily/core/agents/standard"
)

// List has every agent.
var List = []*agents.Agent{
	&standard.Agent,
	&plugins.Agent,
	&claude.Agent,
	&codex.Agent,
	&crush.Agent,
	&cursor.Agent,
	&gemini.Agent,
	&goose.Agent,
	&openclaw.Agent,
	&opencode.Agent,
	&pi.Agent,
	&copilot.Agent,
	&lily.Agent,
}

// Find returns the agent of a name, nil where there is none.
func Find(name string) *agents.Agent {
	for _, a := range List {
		if a.Name == name {
			return a
		}
	}
	return nil
}

// Names are the names of all agents, in their order.
func Names() (list []string) {
	for _, a := range List {
		list = append(list, a.Name)
	}
	return list
}

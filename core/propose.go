package core

import (
	"encoding/json"
	"strconv"

	"lily/core/event"
	"lily/core/loader"
	"lily/core/model"
	"lily/core/skill"
	"lily/core/terms"
	"lily/core/tool"
)

// weigh judges what the request's skill proposes. Every proposal is recorded,
// whether it holds or not, and holds for this request only.
func (t *turn) weigh(c *loader.Candidate) {
	for _, f := range c.Skill().Proposals {
		p := event.Proposal{Skill: c.Name, Kind: f.Key, Value: f.Value, Rule: "proposals: true", Message: "The policy allows proposals."}
		if p.Applied = t.state().Policy.Proposals; !p.Applied {
			p.Rule, p.Message = "proposals: false", "The policy allows no proposals."
		} else if window, err := t.refused(f); err != "" {
			p.Applied, p.Message = false, err
		} else {
			p.Window = window
		}
		t.record(p)
	}
}

// refused says why a proposal cannot hold, where it cannot; and of a model that holds
// how many tokens its context has.
func (t *turn) refused(f skill.Field) (window int, why string) {
	if f.Key != "model" {
		return 0, ""
	}
	name, ok := terms.Sibling(t.state().Model, f.Value)
	if !ok {
		return 0, "A skill may propose a model of the session's upstream only."
	}
	m, err := t.e.model(name)
	if err != nil {
		return 0, "The upstream has no model " + strconv.Quote(name) + " here."
	}
	return model.Window(m), ""
}

// fill adds the defaults of arguments that a call leaves out. What is no object
// stays as it is, to be refused with its own words.
func fill(defaults []skill.Default, tl tool.Tool, args string) string {
	given := map[string]json.RawMessage{}
	if len(defaults) == 0 || json.Unmarshal([]byte(args), &given) != nil || given == nil {
		return args
	}
	for _, d := range defaults {
		if _, ok := given[d.Arg]; d.Tool == tl.Name && !ok {
			given[d.Arg] = literal(tl, d)
		}
	}
	data, err := json.Marshal(given)
	if err != nil {
		return args
	}
	return string(data)
}

// literal is a default as JSON of the parameter's type.
func literal(tl tool.Tool, d skill.Default) json.RawMessage {
	for _, p := range tl.Params {
		if p.Name == d.Arg && p.Type != "string" && json.Valid([]byte(d.Value)) {
			return json.RawMessage(d.Value)
		}
	}
	text, _ := json.Marshal(d.Value) // a text always encodes
	return text
}

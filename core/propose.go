package core

import (
	"encoding/json"
	"slices"
	"strconv"

	"lily/core/command"
	"lily/core/event"
	"lily/core/loader"
	"lily/core/model"
	"lily/core/skill"
	"lily/core/terms"
)

// weigh judges what the request's skill proposes. Every proposal is recorded,
// whether it holds or not, and holds for this request only.
func (t *turn) weigh(c *loader.Candidate) {
	for _, f := range c.Skill().Proposals {
		p := event.Proposal{Skill: c.Name, Kind: f.Key, Value: f.Value, Rule: "proposals: true", Message: "The policy allows proposals."}
		if p.Applied = t.state().Policy.Proposals; !p.Applied {
			p.Rule, p.Message = "proposals: false", "The policy allows no proposals."
		} else if window, err := t.refused(c, f); err != "" {
			p.Applied, p.Message = false, err
		} else {
			p.Window = window
		}
		t.record(p)
	}
}

// refused says why a proposal cannot hold, where it cannot; and of a model that holds
// how many tokens its context has.
func (t *turn) refused(c *loader.Candidate, f skill.Proposal) (window int, why string) {
	switch {
	case f.Fault != "":
		return 0, f.Fault
	case f.Key == "tool_defaults":
		if faults := loader.Unfit(c.Skill(), t.e.tools.Params()); len(faults) > 0 {
			return 0, faults[0]
		}
		return 0, ""
	case f.Key != "model":
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

// fill adds the defaults of arguments that a call leaves out; names are the tool's.
// What is no object stays as it is, to be refused with its own words.
func fill(defaults []skill.Default, params []skill.Param, args string, names ...string) string {
	given := map[string]json.RawMessage{}
	if len(defaults) == 0 || json.Unmarshal([]byte(args), &given) != nil || given == nil {
		return args
	}
	for _, d := range defaults {
		i := slices.IndexFunc(params, func(p skill.Param) bool { return p.Name == d.Arg })
		if _, ok := given[d.Arg]; ok || i < 0 || !slices.Contains(names, d.Tool) {
			continue
		}
		if value := d.For(params[i]); command.Fits(params[i], value) == nil {
			given[d.Arg] = value
		}
	}
	data, err := json.Marshal(given)
	if err != nil {
		return args
	}
	return string(data)
}

package core

import (
	"encoding/json"
	"slices"
	"strconv"

	"lily/core/command"
	"lily/core/event"
	"lily/core/loader"
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
		} else if err := t.refused(c, f); err != "" {
			p.Applied, p.Message = false, err
		}
		t.record(p)
	}
}

// refused says why a proposal cannot hold, where it cannot.
func (t *turn) refused(c *loader.Candidate, f skill.Proposal) string {
	switch {
	case f.Fault != "":
		return f.Fault
	case f.Key == "tool_defaults":
		if faults := loader.Unfit(c.Skill(), t.e.tools.Params()); len(faults) > 0 {
			return faults[0]
		}
		return ""
	case f.Key != "model":
		return ""
	}
	name, ok := terms.Sibling(t.state().Model, f.Value)
	if !ok {
		return "A skill may propose a model of the session's upstream only."
	}
	if _, err := t.e.model(name); err != nil {
		return "The upstream has no model " + strconv.Quote(name) + " here."
	}
	return ""
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

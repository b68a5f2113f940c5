package core

import (
	"encoding/json"
	"strconv"
	"strings"

	"lily/core/event"
	"lily/core/loader"
	"lily/core/model"
	"lily/core/skill"
	"lily/core/tool"
)

// terms are what the request's skill proposed and the policy let hold (PO-8).
type terms struct {
	name     string // of the model; empty for the session's
	alone    bool   // earlier messages stay out of the context
	defaults []skill.Default
}

// activate makes a skill the request's one, and weighs what it proposes. Every
// proposal is recorded, whether it holds or not, and holds for this request only.
func (t *turn) activate(c *loader.Candidate) {
	t.use.skill = c
	for _, f := range c.Skill().Proposals {
		p := event.Proposal{Skill: c.Name, Kind: f.Key, Value: f.Value, Rule: "proposals: true", Message: "The policy allows proposals."}
		if p.Applied = t.state().Policy.Proposals; !p.Applied {
			p.Rule, p.Message = "proposals: false", "The policy allows no proposals."
		} else if err := t.hold(c.Skill(), f); err != "" {
			p.Applied, p.Message = false, err
		}
		t.record(p)
	}
}

// hold puts a proposal in force, or says why it cannot be.
func (t *turn) hold(s *skill.Skill, f skill.Field) (refused string) {
	switch f.Key {
	case "context":
		t.use.terms.alone = f.Value == "message"
	case "tool_defaults":
		t.use.terms.defaults = s.Defaults
	case "model":
		name, ok := sibling(t.state().Model, f.Value)
		if !ok {
			return "A skill may propose a model of the session's upstream only."
		}
		if _, err := t.e.model(name); err != nil {
			return "The upstream has no model " + strconv.Quote(name) + " here."
		}
		t.use.terms.name = name
	}
	return ""
}

// sibling names a model of the upstream that the session uses: a skill never
// chooses where a conversation goes.
func sibling(session, proposed string) (string, bool) {
	upstream, _, ok := strings.Cut(session, "/")
	if !ok {
		return "", false
	}
	proposed = strings.TrimPrefix(proposed, upstream+"/")
	return upstream + "/" + proposed, proposed != "" && !strings.Contains(proposed, "://")
}

func (t terms) model(session string) string {
	if t.name != "" {
		return t.name
	}
	return session
}

// scope is the conversation that goes into the context.
func (t terms) scope(all []model.Message, start int) []model.Message {
	if t.alone && start < len(all) {
		return all[start:]
	}
	return all
}

// fill adds the defaults of arguments that a call leaves out. What is no object
// stays as it is, to be refused with its own words.
func (t terms) fill(tl tool.Tool, args string) string {
	given := map[string]json.RawMessage{}
	if len(t.defaults) == 0 || json.Unmarshal([]byte(args), &given) != nil || given == nil {
		return args
	}
	for _, d := range t.defaults {
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

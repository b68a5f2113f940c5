package rules

import (
	"cmp"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core"
	"lily/core/answer"
	"lily/core/loader"
	"lily/core/near"
	"lily/core/order"
	"lily/core/policy"
	"lily/core/scope"
	"lily/web/html"
	"lily/web/words"
)

// finder finds what is to be explained: of any number of names only the nearest few are shown.
func (p *Policy) finder() app.UI {
	list := p.found()
	return html.With("div", "",
		html.Search("policy-why", "Why is it allowed or not: a tool, a command or a skill", func(query string) {
			p.query = query
			p.Store.Loop.Status = answer.Number(len(p.found()), "name")
		}),
		html.When(p.query != "", func() app.UI {
			return html.With("ul", "rows why-names", app.Range(list).Slice(func(i int) app.UI {
				at := list[i]
				return html.With("li", "", html.Row(at.Value, p.why == at.Value, func() { p.why = at.Value },
					html.With("span", "skill-name", html.Name(at.Label)), html.Text("span", "hint", " "+at.Group)))
			})).Aria("label", "What was found")
		}),
		html.When(p.query != "" && len(list) == 0, func() app.UI {
			return html.Text("p", "hint", "No tool, no command and no skill has “"+p.query+"” in its name.")
		}),
	)
}

// found are the names that are nearest to what was typed.
func (p *Policy) found() []html.Choice {
	const most = 12
	type hit struct {
		html.Choice
		score int
	}
	var hits []hit
	for at := range p.subjects {
		if _, score, ok := near.Letters(p.query, strings.TrimPrefix(at.Label, "/")); ok {
			hits = append(hits, hit{at, score})
		}
	}
	order.StableFunc(hits, func(a, b hit) int { return cmp.Compare(a.score, b.score) })
	list := []html.Choice{}
	for _, h := range hits[:min(len(hits), most)] {
		list = append(list, h.Choice)
	}
	return list
}

// subjects are all that a policy decides about.
func (p *Policy) subjects(yield func(html.Choice) bool) {
	snap, more := p.Store.Sessions.Snapshot(), true
	give := func(group, kind, name, label string) {
		more = more && yield(html.Choice{Group: group, Value: kind + ":" + name, Label: label})
	}
	for _, name := range p.Store.Engine.Tools().Names() {
		give("Tool", "tool", name, name)
	}
	for _, b := range core.Builtins() {
		give("Command", "command", b.Name, "/"+b.Name)
	}
	for _, c := range snap.Candidates {
		if c.State == loader.Shadowed || !more {
			continue
		}
		give("Skill", "skill", c.Name, c.Name)
		if alias := snap.AliasOf(c); alias != "" {
			give("Command of a skill", "command", alias, "/"+alias)
		}
		for _, o := range scope.Owned(c) {
			give("Tool of a skill", "own", o.Full, o.Full)
		}
	}
}

// explain shows what the session's policy says, and the edited one where it is another.
func (p *Policy) explain(now policy.Policy) app.UI {
	st := p.Store.Sessions.State()
	kind, name, ok := strings.Cut(p.why, ":")
	if !ok {
		return html.With("div", "", html.Text("p", "hint", "Find one to see each decision on it, and the rule that made it."))
	}
	return html.With("div", "",
		html.With("p", "why-of", html.Name(name)),
		html.Text("p", "hint", "In this session:"),
		p.decisions(p.decide(st.Policy, kind, name)),
		html.When(st.Policy.Digest() != now.Digest(), func() app.UI {
			return html.With("div", "", html.Text("p", "hint", "After a reload:"), p.decisions(p.decide(now, kind, name)))
		}),
	)
}

type ruling struct {
	policy.Decision
	asks bool // it is about asking, not about allowing
}

func (r ruling) word() (word string, shape loader.State) {
	switch {
	case r.asks && r.Allowed:
		return "Unasked", loader.Available
	case r.asks:
		return "Asks you", loader.Ineligible
	case r.Allowed:
		return "Allowed", loader.Available
	}
	return "Refused", loader.Malformed
}

// decide asks all that a policy says on one subject: of a command, by whatever name (PO-4).
func (p *Policy) decide(rules policy.Policy, kind, name string) []ruling {
	st, tools := p.Store.Sessions.State(), p.Store.Engine.Tools()
	switch kind {
	case "tool":
		return []ruling{
			{rules.Tool(name), false},
			{rules.OwnerTool([]string{name}, st.Owner), false},
			p.asked(rules, name, false), p.asked(rules, name, true),
		}
	case "command":
		names := []string{name}
		for _, c := range st.Snapshot.Alias(name) {
			names = append(names, scope.Names(c)...)
		}
		return []ruling{{rules.OwnerCommand(names, st.Owner), false}}
	case "own":
		return p.owned(rules, name)
	}
	list := []ruling{{rules.Skill(name), false}}
	if c := st.Snapshot.Find(name); c != nil {
		list = append(list, ruling{rules.OwnerCommand(scope.Names(c), st.Owner), false})
		for _, tool := range tools.Names() {
			d := rules.Within(c.Skill(), tool)
			if bounds := rules.Bounds(c.Skill(), tool); d.Allowed && bounds != "" {
				d.Message += " The allowed-tools of the skill hold it to what fits " + bounds + "."
			}
			list = append(list, ruling{d, false})
		}
	}
	return list
}

// asked is whether the first call of a tool asks: yours, or a model's (PO-1).
func (p *Policy) asked(rules policy.Policy, name string, byModel bool) ruling {
	tool, _ := p.Store.Engine.Tools().Find(name)
	use := policy.Use{Tool: name, Writes: tool.Writes, ByModel: byModel}
	if tool.Program {
		use.Program = &policy.Program{Trust: policy.TrustUser, Command: true}
	}
	d := rules.Ask(use)
	d.Message = words.Either(byModel, "A model's first call: ", "Your first call: ") + d.Message
	return ruling{d, true}
}

func (p *Policy) decisions(list []ruling) app.UI {
	return html.With("ul", "decisions", app.Range(list).Slice(func(i int) app.UI {
		d := list[i]
		word, shape := d.word()
		return html.With("li", "decision", ruled(shape, word), html.Say(" "+d.Message+" "),
			html.With("span", "clause", html.Say("Rule "), html.Text("code", "", d.Rule)))
	}))
}

// owned is what a policy says of a tool that a skill brings along (TS-8).
func (p *Policy) owned(rules policy.Policy, full string) (list []ruling) {
	st := p.Store.Sessions.State()
	for _, c := range st.Snapshot.Candidates {
		for _, o := range scope.Owned(c) {
			if o.Full == full && c.State != loader.Shadowed {
				k := c.Skill()
				d := rules.Ask(policy.Use{Tool: full, Program: &policy.Program{Trust: c.Trust(), ReadOnly: k.ReadOnly, AlwaysAsk: k.AlwaysAsk}})
				d.Message = "Your first call: " + d.Message
				list = append(list, ruling{rules.Skill(c.Name), false}, ruling{rules.OwnerCommand(append(scope.Names(c), full), st.Owner), false},
					ruling{rules.Own(k, full, o.Name), false}, ruling{rules.OwnerTool([]string{full, o.Name}, st.Owner), false}, ruling{d, true})
			}
		}
	}
	return list
}

package ui

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/command"
	"lily/core/loader"
	"lily/core/policy"
	"lily/core/terms"
	"lily/core/world"
)

// policyPane shows the policy in YAML and in words, edits it, and explains
// every decision (PO-1, PO-4, PO-7).
type policyPane struct {
	app.Compo
	Store *Store
	Rev   int

	why string // what is explained: "tool:read"
}

// Render implements [app.Composer].
func (p *policyPane) Render() app.UI {
	now := p.Store.world().Policy
	words := inWords(now)
	return elWith("div", "policy",
		elWith("div", "head", elText("h3", "", "Policy")),
		elText("p", "lead", "What tools, commands and skills may do. Nothing that a skill or a model says can change it."),
		elWith("ul", "said-plainly", app.Range(words).Slice(func(i int) app.UI { return elText("li", "", words[i]) })),
		p.warnings(now),
		p.behind(now),
		elText("h4", "", "Why"),
		chooser("policy-why", "Why is it allowed or not", orNone(p.why, "none"), p.subjects(), func(value string) { p.why = value }),
		p.explain(now),
		elText("h4", "", "Disabled skills"),
		p.disabled(now),
		elText("h4", "", "Edit"),
		p.editor(now),
		elText("h4", "", "Owner's token"),
		p.owner(),
	)
}

func (p *policyPane) behind(now policy.Policy) app.UI {
	return elWith("div", "", app.If(p.Store.snapshot().Policy != now.Digest(), func() app.UI {
		return elText("p", "ahead", "The session still holds another policy. Reload the skills to apply this one.")
	}))
}

func (p *policyPane) editor(now policy.Policy) *editor {
	return &editor{
		Store: p.Store, Rev: p.Store.rev, Key: "policy-yaml", Of: "policy", Label: "Policy as YAML", Text: string(now.YAML()), ReadOnly: p.Store.held() != "",
		Read: func(text string) error { _, err := readPolicy(text); return err }, Code: "policy_invalid", Save: p.save,
	}
}

func readPolicy(text string) (policy.Policy, error) {
	return policy.Parse("policy.yaml", []byte(text))
}

// save keeps a policy where it still is the one that the person began from.
func (p *policyPane) save(was, text string, then func(error)) {
	p.Store.edit("Saved the policy.", func(w world.World) (world.World, error) {
		next, err := readPolicy(text)
		if err == nil && string(w.Policy.YAML()) != was {
			err = errMoved
		}
		if err == nil {
			w.Policy = next
		}
		return w, err
	}, then)
}

// subjects are all that a decision can be asked for.
func (p *policyPane) subjects() []choice {
	list := []choice{{"", "none", "Choose a tool, a command or a skill"}}
	for _, name := range p.Store.Engine.Tools().Names() {
		list = append(list, choice{"Tools", "tool:" + name, name})
	}
	for _, b := range command.Builtins() {
		list = append(list, choice{"Commands", "command:" + b.Name, "/" + b.Name})
	}
	for _, c := range p.Store.snapshot().Skills {
		if alias := p.Store.snapshot().AliasOf(c); alias != "" {
			list = append(list, choice{"Commands of skills", "command:" + alias, "/" + alias})
		}
	}
	for _, c := range p.Store.snapshot().Candidates {
		if c.State != loader.Shadowed {
			list = append(list, choice{"Skills", "skill:" + c.Name, c.Name})
		}
	}
	return list
}

// explain shows what the session's policy says, and, where it is another one,
// what the edited policy would say.
func (p *policyPane) explain(now policy.Policy) app.UI {
	st := p.Store.state()
	kind, name, ok := strings.Cut(p.why, ":")
	if !ok {
		return elWith("div", "", elText("p", "hint", "Choose one to see the decision and the rule that made it."))
	}
	return elWith("div", "",
		elText("p", "hint", "In this session:"),
		p.decisions(p.decide(st.Policy, kind, name)),
		elWith("div", "", app.If(st.Policy.Digest() != now.Digest(), func() app.UI {
			return elWith("div", "", elText("p", "hint", "After a reload:"), p.decisions(p.decide(now, kind, name)))
		})),
	)
}

// ruling is a decision, and the word for it.
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

// decide asks a policy everything that it has to say on one subject.
func (p *policyPane) decide(rules policy.Policy, kind, name string) []ruling {
	owner := p.Store.state().Owner
	switch kind {
	case "tool":
		list := []ruling{{rules.Tool(name), false}, {rules.OwnerTool([]string{name}, owner), false}}
		return append(list, p.asked(rules, name, false), p.asked(rules, name, true))
	case "command":
		return []ruling{{rules.OwnerCommand(p.names(name), owner), false}}
	}
	list := []ruling{{rules.Skill(name), false}}
	if c := p.Store.snapshot().Find(name); c != nil {
		list = append(list, ruling{rules.OwnerCommand(terms.Names(c), owner), false})
		for _, tool := range p.Store.Engine.Tools().Names() {
			d := rules.Within(c.Skill(), tool)
			if bounds := rules.Bounds(c.Skill(), tool); d.Allowed && bounds != "" {
				d.Message += " The allowed-tools of the skill hold it to what fits " + bounds + "."
			}
			list = append(list, ruling{d, false})
		}
	}
	return list
}

// names are all by which what a command calls can be called (PO-4).
func (p *policyPane) names(name string) []string {
	names := []string{name}
	for _, c := range p.Store.snapshot().Alias(name) {
		names = append(names, terms.Names(c)...)
	}
	return names
}

// asked is whether the first call of a tool asks: yours, or a model's (PO-1).
func (p *policyPane) asked(rules policy.Policy, name string, byModel bool) ruling {
	tool, _ := p.Store.Engine.Tools().Find(name)
	use := policy.Use{Tool: name, Writes: tool.Writes, ByModel: byModel}
	if tool.Program {
		use.Program = &policy.Program{Trust: policy.TrustUser, Command: true}
	}
	d := rules.Ask(use)
	d.Message = either(byModel, "A model's first call: ", "Your first call: ") + d.Message
	return ruling{d, true}
}

func (p *policyPane) decisions(list []ruling) app.UI {
	return elWith("ul", "decisions", app.Range(list).Slice(func(i int) app.UI {
		d := list[i]
		word, shape := d.word()
		return elWith("li", "decision",
			el("span").Class("verdict", "is-"+string(shape)).Body(mark(shape), app.Text(word)),
			app.Text(" "+d.Message+" "),
			elWith("span", "clause", app.Text("Rule "), elText("code", "", d.Rule)),
		)
	}))
}

func (p *policyPane) disabled(now policy.Policy) app.UI {
	if len(now.Disabled) == 0 {
		return elWith("div", "", elText("p", "hint", "None. To switch a skill off, open it and press Disable, or add its name under disabled below."))
	}
	return elWith("div", "", el("ul").Aria("label", "Disabled skills").Body(app.Range(now.Disabled).Slice(func(i int) app.UI {
		name := now.Disabled[i]
		return elWith("li", "row-of-acts",
			elText("span", "skill-name", name),
			el("button").Attr("type", "button").Class("small").Text("Enable").Aria("label", "Enable "+name).Attr("disabled", p.Store.held() != "").
				OnClick(func(app.Context, app.Event) { p.Store.disable(name, false) }, app.EventScope(name)),
		)
	})))
}

// owner says whether the session holds the owner's token, and opens one that
// does not (PO-4).
func (p *policyPane) owner() app.UI {
	if p.Store.state().Owner {
		return elWith("div", "",
			elText("p", "", "This session holds the owner's token. A guest session does not: what the policy keeps for the owner is refused there, with the code owner_only."),
			elWith("p", "row-of-acts", button("Open a guest session", "", func(app.Context) { p.guest() })),
		)
	}
	back := p.ownersSession()
	return elWith("div", "",
		elText("p", "", "This is a guest session: it does not hold the owner's token. What the policy keeps for the owner is refused here, with the code owner_only."),
		elWith("p", "row-of-acts", app.If(back != "", func() app.UI {
			return button("Go back to session "+back, "", func(app.Context) { p.Store.goTo(back) })
		})),
	)
}

func (p *policyPane) guest() {
	p.Store.later(func() (string, error) { return p.Store.Engine.Open(false) },
		func(id string) { p.Store.say("Session " + id + " is open, without the owner's token.") })
}

// ownersSession is the session that was opened last with the owner's token.
func (p *policyPane) ownersSession() string {
	ids := p.Store.Engine.Sessions()
	for i := len(ids) - 1; i >= 0; i-- {
		if st, _ := p.Store.Engine.State(ids[i]); st.Owner {
			return ids[i]
		}
	}
	return ""
}

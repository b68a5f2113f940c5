package rules

import (
	"cmp"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core"
	"lily/core/loader"
	"lily/core/policy"
	"lily/core/scope"
	"lily/core/world"
	"lily/web/drafts"
	"lily/web/editor"
	"lily/web/html"
	"lily/web/state"
	"lily/web/words"
)

// Policy shows the policy in YAML and in words, edits it, and explains
// every decision (PO-1, PO-4, PO-7).
type Policy struct {
	app.Compo
	Store  *state.Store
	Drafts *drafts.Drafts
	Rev    int

	why string // what is explained: "tool:read"
}

// Render implements [app.Composer].
func (p *Policy) Render() app.UI {
	now := p.Store.Sessions.World().Policy
	words := inWords(now)
	return html.With("div", "policy",
		html.With("div", "head", html.Text("h3", "", "Policy")),
		html.Text("p", "lead", "What tools, commands and skills may do. Nothing that a skill or a model says can change it."),
		html.With("ul", "said-plainly", app.Range(words).Slice(func(i int) app.UI { return html.Text("li", "", words[i]) })),
		p.warnings(now),
		behind(p.Store.Sessions.Snapshot().Policy != now.Digest(),
			"The session still holds another policy. Reload the skills to apply this one."),
		html.Text("h4", "", "Why"),
		html.Choose("policy-why", "Why is it allowed or not", cmp.Or(p.why, "none"), p.subjects(), func(value string) { p.why = value }),
		p.explain(now),
		html.Text("h4", "", "Disabled skills"),
		p.disabled(now.Disabled),
		html.Text("h4", "", "Edit"),
		p.editor(),
		html.Text("h4", "", "Owner's token"),
		p.owner(),
	)
}

func (p *Policy) editor() *editor.Editor {
	return yamlEditor(p.Store, p.Drafts, "policy",
		func(w world.World) string { return string(w.Policy.YAML()) },
		func(w *world.World, text string) (err error) {
			w.Policy, err = policy.Parse("policy.yaml", []byte(text))
			return err
		})
}

func (p *Policy) subjects() []html.Choice {
	list := []html.Choice{{Value: "none", Label: "Choose a tool, a command or a skill"}}
	for _, name := range p.Store.Engine.Tools().Names() {
		list = append(list, html.Choice{Group: "Tools", Value: "tool:" + name, Label: name})
	}
	for _, b := range core.Builtins() {
		list = append(list, html.Choice{Group: "Commands", Value: "command:" + b.Name, Label: "/" + b.Name})
	}
	snap := p.Store.Sessions.Snapshot()
	for _, c := range snap.Skills {
		if alias := snap.AliasOf(c); alias != "" {
			list = append(list, html.Choice{Group: "Commands of skills", Value: "command:" + alias, Label: "/" + alias})
		}
	}
	for _, c := range snap.Candidates {
		if c.State != loader.Shadowed {
			list = append(list, html.Choice{Group: "Skills", Value: "skill:" + c.Name, Label: c.Name})
		}
	}
	return list
}

// explain shows what the session's policy says, and, where it is another one,
// what the edited policy would say.
func (p *Policy) explain(now policy.Policy) app.UI {
	st := p.Store.Sessions.State()
	kind, name, ok := strings.Cut(p.why, ":")
	if !ok {
		return html.With("div", "", html.Text("p", "hint", "Choose one to see the decision and the rule that made it."))
	}
	return html.With("div", "",
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

// decide asks a policy everything that it has to say on one subject. What a command calls is
// the owner's by whatever name it can be called (PO-4).
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
		return html.With("li", "decision", ruled(shape, word), app.Text(" "+d.Message+" "),
			html.With("span", "clause", app.Text("Rule "), html.Text("code", "", d.Rule)))
	}))
}

func (p *Policy) disabled(names []string) app.UI {
	if len(names) == 0 {
		return html.With("div", "", html.Text("p", "hint", "None. To switch a skill off, open it and press Disable, or add its name under disabled below."))
	}
	return html.With("div", "", html.With("ul", "", app.Range(names).Slice(func(i int) app.UI {
		name := names[i]
		enable := html.ButtonFor(name, "Enable", "", func() { p.Store.Edits.Disable(name, false) }, "small").
			Aria("label", "Enable "+name).Attr("disabled", p.Store.Sessions.Held() != "")
		return html.With("li", "row-of-acts", html.Text("span", "skill-name", name), enable)
	})).Aria("label", "Disabled skills"))
}

// owner says whether the session holds the owner's token, and opens one that does not (PO-4).
func (p *Policy) owner() app.UI {
	s := p.Store.Sessions
	if s.State().Owner {
		return html.With("div", "",
			html.Text("p", "", "This session holds the owner's token. A guest session does not: what the policy keeps for the owner is refused there, with the code owner_only."),
			html.With("p", "row-of-acts", html.Button("Open a guest session", "", func() { s.New(false) })),
		)
	}
	back := s.Owned()
	return html.With("div", "",
		html.Text("p", "", "This is a guest session: it does not hold the owner's token. What the policy keeps for the owner is refused here, with the code owner_only."),
		html.With("p", "row-of-acts", app.If(back != "", func() app.UI {
			return html.Button("Go back to session "+back, "", func() { s.GoTo(back) })
		})),
	)
}

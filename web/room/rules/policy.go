package rules

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core"
	"lily/core/answer"
	"lily/core/loader"
	"lily/core/policy"
	"lily/core/prompt"
	"lily/core/scope"
	"lily/core/world"
	"lily/web/drafts"
	"lily/web/editor"
	"lily/web/html"
	"lily/web/state"
	"lily/web/words"
)

// Policy shows the policy in words, edits it, and explains every decision (PO-1, PO-4, PO-7).
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
	said := inWords(now)
	return html.With("div", "policy",
		html.With("div", "head", html.Text("h3", "", "Policy"),
			html.Maybe("p", "ahead", words.Either(p.Store.Sessions.Snapshot().Policy != now.Digest(),
				"The session still holds another policy. Reload the skills to apply this one.", ""))),
		html.Text("p", "lead", "What tools, commands and skills may do. Nothing that a skill or a model says can change it."),
		html.With("ul", "said-plainly", app.Range(said).Slice(func(i int) app.UI { return html.Text("li", "", said[i]) })),
		p.warnings(now),
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
	return yamlEditor(p.Store, p.Drafts, "policy", "policy_invalid",
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

// explain shows what the session's policy says, and the edited one where it is another.
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

func (p *Policy) disabled(names []string) app.UI {
	if len(names) == 0 {
		return html.With("div", "", html.Text("p", "hint", "None. To switch a skill off, open it and press Disable, or add its name under disabled below."))
	}
	return html.With("div", "", html.With("ul", "", app.Range(names).Slice(func(i int) app.UI {
		name := names[i]
		enable := html.ButtonFor(name, "Enable", "", func() { p.Store.Edits.Disable(false, name) }, "small").
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

// inWords says the whole policy, a sentence for each key.
func inWords(p policy.Policy) []string {
	budget := fmt.Sprintf("%d %% of the model's context where its size is known, and else %d tokens",
		prompt.CatalogShare, prompt.CatalogTokens)
	if p.Catalog != nil {
		budget = answer.Number(*p.Catalog, "token") + " of what a model is sent"
	}
	return []string{
		listed(p.Allow, "Every registered tool is allowed.", "These tools are allowed and no other: ", "No tool is allowed."),
		listed(p.Deny, "Every tool is denied, whatever is allowed.", "These tools are denied, even where they are allowed: ", "No tool is denied."),
		listed(p.OwnerOnly.Commands, "Every command is the owner's alone.", "These commands are the owner's alone: ", "No command is the owner's alone."),
		listed(p.OwnerOnly.Tools, "Every tool is the owner's alone.", "These tools are the owner's alone: ", "No tool is the owner's alone."),
		asking(p.Asks),
		listed(p.Disabled, "", "These skills are disabled: ", "No skill is disabled."),
		words.Either(p.Widen, "A skill's allowed-tools may add tools that no rule denies.", "A skill's allowed-tools can narrow what is allowed, and never widen it."),
		words.Either(p.Proposals, "What a skill proposes (a model, a context, defaults of tools) holds for its own request.", "What a skill proposes for its own request is not taken."),
		"The catalog of skills may take " + budget + ".",
	}
}

func listed(names []string, every, some, none string) string {
	switch {
	case len(names) == 0:
		return none
	case names[0] == "*" && every != "":
		return every
	}
	return some + words.List(names) + "."
}

func asking(ask string) string {
	switch ask {
	case "first_use":
		return "A tool asks you the first time that a skill uses it, and again when the skill has changed."
	case "always":
		return "A tool asks you every time."
	case policy.FullAuto:
		return "Full auto: programs of skills that you trust, commands and what a model wants to change run without asking you. A skill that is not trusted, and one that says always_ask, are asked about as ever; each call that runs so is recorded with it."
	}
	return "A tool that is allowed runs without asking, but for what changes files: where a model wants that, it asks you first."
}

// warnings lists the rules that hold nothing, since what they name will not be there (PO-4).
func (p *Policy) warnings(now policy.Policy) app.UI {
	snap := cmp.Or(p.Store.Forecast.Reload().Next, p.Store.Sessions.Snapshot())
	known := func() policy.Names { return core.NamesOf(snap, p.Store.Engine.Tools()) }
	list := policy.Unknown("policy.yaml", now.YAML(), known)
	return html.When(len(list) > 0, func() app.UI {
		return html.With("ul", "decisions", app.Range(list).Slice(func(i int) app.UI {
			f := list[i]
			return html.With("li", "decision", ruled(loader.Ineligible, "Warning"), html.Say(" "+f.Message+" "),
				html.Text("span", "clause", fmt.Sprintf("Line %d, column %d, %s", f.Line, f.Column, f.Clause)))
		})).Aria("label", "Warnings of the policy")
	})
}

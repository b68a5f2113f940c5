package rules

import (
	"cmp"
	"fmt"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core"
	"lily/core/answer"
	"lily/core/loader"
	"lily/core/policy"
	"lily/core/prompt"
	"lily/core/sight"
	"lily/core/skill"
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

	why   string            // what is explained: "tool:read"
	query string            // what was typed to find it
	wrong map[string]string // in the form
	known known
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
		warnings("policy", p.lint(string(now.YAML()))),
		html.Text("h4", "", "Why"),
		p.finder(),
		p.explain(now),
		html.Text("h4", "", "Edit"),
		p.form().over(p.editor(), p.fields(now)...),
		html.Text("h4", "", "Disabled skills"),
		p.disabled(now.Disabled),
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
		}, p.lint)
}

func (p *Policy) form() form {
	if p.wrong == nil {
		p.wrong = map[string]string{}
	}
	return form{p.Store, p.Drafts, "policy", p.wrong}
}

func (p *Policy) disabled(names []string) app.UI {
	if len(names) == 0 {
		return html.With("div", "", html.Text("p", "hint", "None. To switch a skill off, open it and press Disable, or add its name above."))
	}
	shown := names[:min(len(names), html.Most)]
	return html.With("div", "", html.With("ul", "", app.Range(shown).Slice(func(i int) app.UI {
		name := shown[i]
		enable := html.ButtonFor(name, "Enable", "", func() { p.Store.Edits.Disable(false, name) }, "small").
			Aria("label", "Enable "+name).Attr("disabled", p.Store.Sessions.Held() != "")
		return html.With("li", "row-of-acts", html.Text("span", "skill-name", name), enable)
	})).Aria("label", "Disabled skills"), html.Left(len(names)-len(shown), "; the form has all of them"))
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
	if most := 20; len(names) > most {
		return some + words.List(names[:most]) + " and " + strconv.Itoa(len(names)-most) + " more."
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

// next is the snapshot that a reload would bring, where that is known, else the session's.
func next(s *state.Store) *loader.Snapshot {
	return cmp.Or(s.Forecast.Reload().Next, s.Sessions.Snapshot())
}

// known are the names that a policy can name, gathered once for each snapshot.
type known struct {
	of    *loader.Snapshot
	names policy.Names
}

// lint finds the rules that hold nothing, since what they name will not be there (PO-4).
func (p *Policy) lint(text string) []skill.Finding {
	return policy.Unknown("policy.yaml", []byte(text), func() policy.Names {
		if snap := next(p.Store); snap != p.known.of {
			p.known = known{snap, core.NamesOf(snap, p.Store.Engine.Tools())}
		}
		return p.known.names
	})
}

// warnings lists the names of a file that mean nothing.
func warnings(of string, list []skill.Finding) app.UI {
	return html.When(len(list) > 0, func() app.UI {
		shown := list[:min(len(list), html.Most)]
		return html.With("div", "", html.With("ul", "decisions", app.Range(shown).Slice(func(i int) app.UI {
			f := shown[i]
			return html.With("li", "decision", ruled(loader.Ineligible, "Warning"), html.Say(" "+f.Message+" "),
				html.Text("span", "clause", fmt.Sprintf("Line %d, column %d, %s", f.Line, f.Column, f.Clause)))
		})).Aria("label", sight.Show("Warnings of the "+of)), html.Left(len(list)-len(shown), ""))
	})
}

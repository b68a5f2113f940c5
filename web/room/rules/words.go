package rules

import (
	"cmp"
	"fmt"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core"
	"lily/core/answer"
	"lily/core/loader"
	"lily/core/policy"
	"lily/core/prompt"
	"lily/core/world"
	"lily/web/drafts"
	"lily/web/editor"
	"lily/web/html"
	"lily/web/state"
	"lily/web/words"
)

// inWords says the whole policy, a sentence for each key.
func inWords(p policy.Policy) []string {
	budget := fmt.Sprintf("%d %% of the model's context where its size is known, and else %d tokens", prompt.CatalogShare, prompt.CatalogTokens)
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

// warnings lists the rules that hold nothing, since what they name is not there (PO-4), by the
// snapshot that a reload would take, or where that is not worked out the session's.
func (p *Policy) warnings(now policy.Policy) app.UI {
	snap := cmp.Or(p.Store.Forecast.Reload().Next, p.Store.Sessions.Snapshot())
	list := core.PolicyWarnings("policy.yaml", now.YAML(), snap, p.Store.Engine.Tools())
	return html.When(len(list) > 0, func() app.UI {
		return html.With("ul", "decisions", app.Range(list).Slice(func(i int) app.UI {
			f := list[i]
			return html.With("li", "decision", ruled(loader.Ineligible, "Warning"), app.Text(" "+words.Visible(f.Message)+" "),
				html.Text("span", "clause", fmt.Sprintf("Line %d, column %d, %s", f.Line, f.Column, f.Clause)))
		})).Aria("label", "Warnings of the policy")
	})
}

func ruled(shape loader.State, word string) app.UI {
	return html.With("span", "verdict", html.Mark(shape), app.Text(word)).Class("is-" + string(shape))
}

// behind says that a session was judged by other rules than there are now.
func behind(is bool, said string) app.UI {
	return html.When(is, func() app.UI { return html.Text("p", "ahead", said) })
}

// yamlEditor edits the profile or the policy of a world: its text, and what reads another.
func yamlEditor(s *state.Store, d *drafts.Drafts, of string, text func(world.World) string, read func(*world.World, string) error) *editor.Editor {
	return &editor.Editor{
		Drafts: d, Rev: s.Loop.Rev(), Key: of + "-yaml", Of: of, Label: words.Title(of) + " as YAML", Code: of + "_invalid",
		Text: text(s.Sessions.World()), ReadOnly: s.Sessions.Held() != "",
		Read: func(next string) error { return read(&world.World{}, next) },
		Save: func(was, next string, then func(error)) {
			s.Edits.Edit("Saved the "+of+".", func(w world.World) (world.World, error) {
				moved := text(w) != was
				err := read(&w, next)
				if err == nil && moved {
					err = state.ErrMoved
				}
				return w, err
			}, then)
		},
	}
}

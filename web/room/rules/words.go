package rules

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core"
	"lily/core/answer"
	"lily/core/loader"
	"lily/core/policy"
	"lily/core/prompt"
	"lily/web/html"
	"lily/web/state"
	"lily/web/words"
)

// inWords says the whole policy, a sentence for each key.
func inWords(p policy.Policy) []string {
	return []string{
		listed(p.Allow, "Every registered tool is allowed.", "These tools are allowed and no other: ", "No tool is allowed."),
		listed(p.Deny, "Every tool is denied, whatever is allowed.", "These tools are denied, even where they are allowed: ", "No tool is denied."),
		listed(p.OwnerOnly.Commands, "Every command is the owner's alone.", "These commands are the owner's alone: ", "No command is the owner's alone."),
		listed(p.OwnerOnly.Tools, "Every tool is the owner's alone.", "These tools are the owner's alone: ", "No tool is the owner's alone."),
		asking(p.Asks),
		listed(p.Disabled, "", "These skills are disabled: ", "No skill is disabled."),
		words.Either(p.Widen, "A skill's allowed-tools may add tools that no rule denies.", "A skill's allowed-tools can narrow what is allowed, and never widen it."),
		words.Either(p.Proposals, "What a skill proposes (a model, a context, defaults of tools) holds for its own request.", "What a skill proposes for its own request is not taken."),
		"The catalog of skills may take " + budgetInWords(p) + ".",
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

// warnings lists the rules that hold nothing, since what they name is not there (PO-4).
func (p *Policy) warnings(now policy.Policy) app.UI {
	list := core.PolicyWarnings("policy.yaml", now.YAML(), foreseen(p.Store), p.Store.Engine.Tools())
	return html.When(len(list) > 0, func() app.UI {
		return html.El("ul").Class("decisions").Aria("label", "Warnings of the policy").Body(app.Range(list).Slice(func(i int) app.UI {
			f := list[i]
			return html.With("li", "decision",
				html.El("span").Class("verdict", "is-"+string(loader.Ineligible)).Body(html.Mark(loader.Ineligible), app.Text("Warning")),
				app.Text(" "+words.Visible(f.Message)+" "),
				html.Text("span", "clause", fmt.Sprintf("Line %d, column %d, %s", f.Line, f.Column, f.Clause)),
			)
		}))
	})
}

// foreseen is the snapshot that a reload would take, or where that is not worked out
// the session's.
func foreseen(s *state.Store) *loader.Snapshot {
	if look := s.Forecast.Reload(); look.Next != nil {
		return look.Next
	}
	return s.Sessions.Snapshot()
}

func budgetInWords(p policy.Policy) string {
	if p.Catalog != nil {
		return answer.Number(*p.Catalog, "token") + " of what a model is sent"
	}
	return fmt.Sprintf("%d %% of the model's context where its size is known, and else %d tokens", prompt.CatalogShare, prompt.CatalogTokens)
}

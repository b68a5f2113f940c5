package skill

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/loader"
	"lily/core/prompt"
	"lily/core/skill"
	"lily/web/html"
	"lily/web/state"
	"lily/web/words"
)

// proposals shows what a skill proposes, and whether the session's policy would let it hold
// (PO-8).
func proposals(s *state.Store, k *skill.Skill) app.UI {
	rule, would := "proposals: false", "The policy of the session lets none of it hold."
	if s.Sessions.State().Policy.Proposals {
		rule, would = "proposals: true", "The policy of the session lets it hold, for the skill's own request."
	}
	return html.When(len(k.Proposals) > 0, func() app.UI {
		return html.With("section", "",
			html.Text("h4", "", "What it proposes (metadata)"),
			html.With("dl", "", app.Range(k.Proposals).Slice(func(i int) app.UI {
				f := k.Proposals[i]
				why := f.Fault
				if f.Key == "tool_defaults" && why == "" {
					why = strings.Join(loader.Unfit(k, s.Engine.Tools().Params()), " ")
				}
				refused := words.Either(why != "", "It does not hold: "+words.Visible(why), "")
				value := html.Text("pre", "", words.Visible(f.Value))
				return html.With("div", "pair", html.Text("dt", "", f.Key), html.With("dd", "", value, html.Maybe("p", "hint", refused)))
			})),
			html.With("p", "hint", app.Text(would+" "), app.Text("Rule "), html.Text("code", "", rule)),
		)
	})
}

// inCatalog says how a skill stands in the catalog that a model gets (CV-2), with what the
// model gets of a summary that is cut.
func inCatalog(s *state.Store, c *loader.Candidate) string {
	e, ok := s.Catalog.Now().Entry(c.Name)
	switch {
	case !ok || c.State != loader.Available:
		return ""
	case e.Listing == prompt.Listed:
		return "listed whole"
	case e.Listing == prompt.Shortened && e.Summary != "":
		return "cut to “" + e.Summary + "” " + e.Why
	case e.Listing == prompt.Shortened:
		return "without its summary: " + e.Why
	}
	return string(e.Listing) + ": " + e.Why
}

func callers(s *skill.Skill) string {
	switch {
	case s.PersonOnly && s.ModelOnly:
		return "Neither a person nor a model calls it."
	case s.PersonOnly:
		return "Only a person calls it."
	case s.ModelOnly:
		return "Only a model selects it."
	}
	return ""
}

package skill

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/loader"
	"lily/core/prompt"
	"lily/core/skill"
	"lily/web/html"
	"lily/web/words"
)

// proposals shows what a skill proposes, and whether the session's policy would
// let it hold (PO-8).
func (p *Pane) proposals(s *skill.Skill) app.UI {
	rule, would := "proposals: false", "The policy of the session lets none of it hold."
	if p.Store.Sessions.State().Policy.Proposals {
		rule, would = "proposals: true", "The policy of the session lets it hold, for the skill's own request."
	}
	return html.When(len(s.Proposals) > 0, func() app.UI {
		return html.With("section", "",
			html.Text("h4", "", "What it proposes (metadata)"),
			html.With("dl", "", app.Range(s.Proposals).Slice(func(i int) app.UI {
				f := s.Proposals[i]
				return html.With("div", "pair", html.Text("dt", "", f.Key), html.With("dd", "", html.Text("pre", "", words.Visible(f.Value)), p.refused(s, f)))
			})),
			html.With("p", "hint", app.Text(would+" "), app.Text("Rule "), html.Text("code", "", rule)),
		)
	})
}

// refused says why a proposal holds under no policy, where it cannot.
func (p *Pane) refused(s *skill.Skill, f skill.Proposal) app.UI {
	why := f.Fault
	if f.Key == "tool_defaults" && why == "" {
		why = strings.Join(loader.Unfit(s, p.Store.Engine.Tools().Params()), " ")
	}
	return html.When(why != "", func() app.UI { return html.Text("p", "hint", "It does not hold: "+words.Visible(why)) })
}

// inCatalog says how a skill stands in the catalog that a model gets (CV-2).
func (p *Pane) inCatalog(c *loader.Candidate) string {
	if c.State != loader.Available {
		return ""
	}
	if e, ok := p.Store.Catalog.Now().Entry(c.Name); ok {
		return stood(e)
	}
	return ""
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

// stood says how an entry stands, with what the model gets of a summary that is cut.
func stood(e prompt.Entry) string {
	switch {
	case e.Listing == prompt.Listed:
		return "listed whole"
	case e.Listing == prompt.Shortened && e.Summary != "":
		return "cut to “" + e.Summary + "” " + e.Why
	case e.Listing == prompt.Shortened:
		return "without its summary: " + e.Why
	}
	return string(e.Listing) + ": " + e.Why
}

package ui

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/loader"
	"lily/core/skill"
)

// proposals shows what a skill proposes, and whether the session's policy would
// let it hold (PO-8).
func (p *skillPane) proposals(s *skill.Skill) app.UI {
	rule, would := "proposals: false", "The policy of the session lets none of it hold."
	if p.Store.state().Policy.Proposals {
		rule, would = "proposals: true", "The policy of the session lets it hold, for the skill's own request."
	}
	return elWith("div", "", app.If(len(s.Proposals) > 0, func() app.UI {
		return elWith("section", "",
			elText("h4", "", "What it proposes (metadata)"),
			elWith("dl", "", app.Range(s.Proposals).Slice(func(i int) app.UI {
				f := s.Proposals[i]
				return elWith("div", "pair", elText("dt", "", f.Key), elWith("dd", "", elText("pre", "", visible(f.Value)), p.refused(s, f)))
			})),
			elWith("p", "hint", app.Text(would+" "), app.Text("Rule "), elText("code", "", rule)),
		)
	}))
}

// refused says why a proposal holds under no policy, where it cannot.
func (p *skillPane) refused(s *skill.Skill, f skill.Proposal) app.UI {
	why := f.Fault
	if f.Key == "tool_defaults" && why == "" {
		why = strings.Join(loader.Unfit(s, p.Store.Engine.Tools().Params()), " ")
	}
	return elWith("div", "", app.If(why != "", func() app.UI { return elText("p", "hint", "It does not hold: "+visible(why)) }))
}

// inCatalog says how a skill stands in the catalog that a model gets (CV-2).
func (p *skillPane) inCatalog(c *loader.Candidate) string {
	if c.State != loader.Available {
		return ""
	}
	if e, ok := p.Store.catalogued().entry(c.Name); ok {
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

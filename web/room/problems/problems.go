// Package problems lists what is wrong: every finding of the skills as their files are now, what
// was typed and not saved, and how the work is kept where that is not well.
//
// It promises a way to each, and its fix beside it where there is one. It judges nothing itself:
// the findings are the loader's.
//
//	&problems.Panel{Store: s, Drafts: d}
package problems

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/core/loader"
	"lily/core/sight"
	"lily/core/skill"
	"lily/web/drafts"
	"lily/web/html"
	"lily/web/state"
)

// Panel lists all problems.
type Panel struct {
	app.Compo
	Store  *state.Store
	Drafts *drafts.Drafts
	Rev    int

	of    *loader.Snapshot // that the list is of
	list  []problem
	notes int
	more  int // rows beyond the first
}

// problem is a finding of a skill, or why it does not count.
type problem struct {
	in  *loader.Candidate
	f   skill.Finding
	fix bool
}

// Snapshot is of the files as they are now, where that is known, else the session's.
func Snapshot(s *state.Store) *loader.Snapshot {
	if next := s.Forecast.Reload().Next; next != nil {
		return next
	}
	return s.Sessions.Snapshot()
}

func (p *Panel) take() {
	snap := Snapshot(p.Store)
	if snap == p.of {
		return
	}
	p.of, p.list, p.notes = snap, nil, 0
	for _, severity := range []skill.Severity{skill.Error, skill.Warning} {
		for _, c := range snap.Candidates {
			p.add(c, severity)
		}
	}
}

// add takes the findings of a weight, and once the reasons that no finding gives.
func (p *Panel) add(c *loader.Candidate, severity skill.Severity) {
	said := map[string]bool{}
	for _, f := range c.Findings {
		said[f.Code] = true
		switch {
		case f.Severity == severity:
			p.list = append(p.list, problem{c, f, f.Fix != nil && state.Writable(state.TreePath(c.Path))})
		case f.Severity == skill.Info && severity == skill.Error:
			p.notes++
		}
	}
	if severity != skill.Error || c.State == loader.Shadowed || c.State == loader.Disabled {
		return
	}
	for _, r := range c.Reasons {
		if !said[r.Code] {
			p.list = append(p.list, problem{in: c, f: skill.Finding{Code: r.Code, Severity: skill.Error, Message: r.Message, File: loader.File}})
		}
	}
}

// Render implements [app.Composer].
func (p *Panel) Render() app.UI {
	p.take()
	n := min(len(p.list), html.Chunk+p.more)
	shown := p.list[:n]
	said := answer.Number(len(p.list), "problem")
	if p.notes > 0 {
		said += ", " + answer.Number(p.notes, "note") + " beside them"
	}
	return html.With("div", "problem-list",
		html.With("div", "head", html.Text("h2", "", "Problems"), html.Text("span", "tally", said),
			html.Button("Close", html.Keys("Close the problems (Mod+J)"), html.Leaving(func() { p.Store.Shown.Problems(false) }), "small")),
		p.left(),
		html.When(len(p.list) == 0, func() app.UI { return html.Text("p", "empty", "No skill has a problem.") }),
		html.With("ul", "rows", app.Range(shown).Slice(func(i int) app.UI { return p.row(shown[i]) })),
		html.More(n < len(p.list), "problems", func() { p.more += 2 * html.Chunk }),
	)
}

func (p *Panel) row(at problem) app.UI {
	s, c, f := p.Store, at.in, at.f
	place := state.TreePath(c.Path) + "/" + f.File
	if f.Line > 0 {
		place += fmt.Sprintf(":%d", f.Line)
	}
	key := fmt.Sprint(c.Path, f.Code, f.Line, f.Column, f.Message)
	open := func() { s.Shown.OpenSkill(c); html.Focus(html.SkillID(c.Path)) }
	fix := func() { s.Edits.Fix(c, f); html.Focus(html.ProblemsID) }
	return html.With("li", "problem is-"+string(f.Severity),
		html.Row(key, false, open,
			html.Severity(f.Severity),
			html.With("span", "skill-name", html.Name(c.Name)),
			html.Text("span", "what", f.Message),
			html.Text("span", "place", place),
		),
		app.If(at.fix, func() app.UI {
			return html.Unless(s.Sessions.Held(), html.ButtonFor(key, "Apply fix", "", fix, "small").Aria("label", sight.Show("Apply fix: "+c.Name+", "+f.Code)))
		}),
	)
}

// left lists what the page of before left.
func (p *Panel) left() app.UI {
	list := p.Drafts.Left()
	return html.When(len(list) > 0, func() app.UI {
		return html.With("section", "left-texts",
			html.Text("h3", "", "Typed and not saved"),
			html.With("ul", "rows", app.Range(list).Slice(func(i int) app.UI { return p.leftText(list[i]) })),
		).Aria("label", "Typed and not saved")
	})
}

func (p *Panel) leftText(o *drafts.Draft) app.UI {
	name, id := o.Name(), o.Key()
	discard := func() { p.Drafts.Discard(o); html.Focus(html.ProblemsID) }
	return html.With("li", "",
		html.With("span", "", html.Text("code", "", name), html.Text("span", "hint", " "+p.Drafts.State(o))),
		html.With("span", "row-of-acts",
			html.ButtonFor(id, "Open", "", func() { p.open(o) }, "small").Aria("label", sight.Show("Open "+name)),
			html.ButtonFor(id, "Discard", "", discard, "small").Aria("label", sight.Show("Discard what was typed in "+name)),
		),
	)
}

// open shows a text in its box, and moves there. The message box does so by itself.
func (p *Panel) open(o *drafts.Draft) {
	p.Drafts.Open(o)
	switch _, message := o.Message(); {
	case message:
	case o.Of == "profile" || o.Of == "policy":
		html.Focus(o.Of + "-yaml")
	default:
		html.Focus(html.FileText(o.Of))
	}
}

// Package problems lists what is wrong: every finding of the skills as their files are now, those of the texts that
// are being edited, and what was typed and not saved.
//
// It promises a way to each, and its fix beside it where there is one. It judges nothing itself:
// the findings are the loader's.
//
//	&problems.Panel{Store: s, Drafts: d}
package problems

import (
	"fmt"
	"strconv"
	"strings"

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
	found int              // and the findings of edited texts
	list  []problem
	notes int
	at    int
}

// problem is a finding of a skill or of a text that is edited, or why a skill does not count.
type problem struct {
	in   *loader.Candidate // nil for a text that is no skill's
	file string            // a path in the tree; profile, policy
	f    skill.Finding
	fix  bool
}

func (at problem) name() string {
	if at.in != nil {
		return at.in.Name
	}
	return at.file[strings.LastIndexByte(at.file, '/')+1:]
}

func (at problem) place() string {
	if at.f.Line > 0 {
		return at.file + ":" + strconv.Itoa(at.f.Line)
	}
	return at.file
}

// Snapshot is of the files as they are now, where that is known, else the session's.
func Snapshot(s *state.Store) *loader.Snapshot {
	if next := s.Forecast.Reload().Next; next != nil {
		return next
	}
	return s.Sessions.Snapshot()
}

// take gathers the problems once: those of texts that are edited first, then errors, then warnings.
func (p *Panel) take() {
	snap, found := Snapshot(p.Store), p.Drafts.Found
	if snap == p.of && found.Rev == p.found {
		return
	}
	p.of, p.found, p.list, p.notes = snap, found.Rev, nil, 0
	for of, list := range found.All() {
		for _, f := range list {
			if f.Severity != skill.Info {
				p.list = append(p.list, problem{file: of, f: f})
			} else {
				p.notes++
			}
		}
	}
	for _, severity := range []skill.Severity{skill.Error, skill.Warning} {
		for _, c := range snap.Candidates {
			p.add(c, severity)
		}
	}
}

// add takes the findings of a weight, and once the reasons that no finding gives. A file that is being edited has others.
func (p *Panel) add(c *loader.Candidate, severity skill.Severity) {
	dir, said := state.TreePath(c.Path)+"/", map[string]bool{}
	for _, f := range c.Findings {
		said[f.Code] = true
		switch {
		case p.Drafts.Found.Has(dir + f.File):
		case f.Severity == severity:
			p.list = append(p.list, problem{c, dir + f.File, f, f.Fix != nil && state.Writable(state.TreePath(c.Path))})
		case f.Severity == skill.Info && severity == skill.Error:
			p.notes++
		}
	}
	if severity != skill.Error || c.State == loader.Shadowed || c.State == loader.Disabled {
		return
	}
	for _, r := range c.Reasons {
		if !said[r.Code] {
			p.list = append(p.list, problem{in: c, file: dir + loader.File, f: skill.Finding{Code: r.Code, Severity: skill.Error, Message: r.Message}})
		}
	}
}

// Render implements [app.Composer].
func (p *Panel) Render() app.UI {
	p.take()
	said := answer.Number(len(p.list), "problem")
	if p.notes > 0 {
		said += ", " + answer.Number(p.notes, "note") + " beside them"
	}
	return html.With("div", "problem-list",
		html.With("div", "head", html.Text("h2", "", "Problems"), html.Text("span", "tally", said),
			html.Button("Close", html.Keys("Close the problems (Mod+J)"), html.Leaving(func() { p.Store.Shown.Problems(false) }), "small")),
		p.left(),
		html.When(len(p.list) == 0, func() app.UI { return html.Text("p", "empty", "No skill has a problem.") }),
		app.If(len(p.list) > 0, func() app.UI {
			return &html.Virtual{
				ID: html.ProblemListID, Role: "listbox", Label: "All problems", Count: len(p.list), At: &p.at, Moved: true,
				Of:   fmt.Sprint(p.of.Digest.Short(), " ", p.found),
				Row:  func(i int) app.HTMLElem { return p.row(p.list[i]) },
				Says: func(i int) string { return p.list[i].name() },
				Open: func(i int, _ bool) { p.goTo(p.list[i]) },
			}
		}),
		app.If(len(p.list) > 0, func() app.UI { return p.active() }),
	)
}

// row is one line. Its fix is for a pointer: who uses keys has it below the list, one Tab away.
func (p *Panel) row(at problem) app.HTMLElem {
	return html.With("div", "problem is-"+string(at.f.Severity),
		html.Severity(at.f.Severity),
		html.With("span", "skill-name", html.Name(at.name())),
		html.Text("span", "what", at.f.Message),
		html.Text("span", "place", at.place()),
		app.If(at.fix && p.Store.Sessions.Held() == "", func() app.UI {
			return html.Text("span", "fix", "Apply fix").Aria("hidden", true).OnClick(func(_ app.Context, e app.Event) {
				e.Call("stopPropagation")
				p.mend(at)
			}, app.EventScope(p.key(at)))
		}),
	)
}

func (p *Panel) key(at problem) string {
	return fmt.Sprint(at.place(), at.f.Code, at.f.Column, at.f.Message)
}

// active says all of the problem that the keys are at, and what mends it.
func (p *Panel) active() app.UI {
	at := p.list[min(p.at, len(p.list)-1)]
	key := p.key(at)
	return html.With("div", "problem-at",
		html.With("p", "", html.Name(at.name()), html.Say(": "+at.f.Message+" "), html.Text("span", "place", at.place())),
		html.With("span", "row-of-acts",
			app.If(at.fix, func() app.UI {
				return html.Unless(p.Store.Sessions.Held(), html.ButtonFor(key, "Apply fix", "", func() { p.mend(at) }, "small").Aria("label", sight.Show("Apply fix: "+at.name()+", "+at.f.Code)))
			}),
			html.ButtonFor(key, "Open", "", func() { p.goTo(at) }, "small").Aria("label", sight.Show("Open "+at.place())),
		),
	)
}

func (p *Panel) mend(at problem) {
	p.Store.Edits.Fix(at.in, at.f)
	html.Focus(html.ProblemsID)
}

// goTo opens what has the problem: a skill, or the text that is edited.
func (p *Panel) goTo(at problem) {
	switch s := p.Store; {
	case at.in != nil:
		s.Shown.OpenSkill(at.in)
		html.Focus(html.SkillID(at.in.Path))
	case at.file == "profile" || at.file == "policy":
		s.Shown.OpenTab(at.file)
		html.Focus(at.file + "-yaml")
	default:
		s.Shown.OpenFile(at.file)
		html.Focus(html.FileText(at.file))
	}
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

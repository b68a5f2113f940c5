// Package skill shows one skill: what it is, why it counts or does not, what was found in
// it with fixes, and what can be done with it.
//
// It promises verdicts of the snapshot alone, with their places. It repairs nothing unasked.
//
//	&skill.Pane{Store: s} // the one that is selected
package skill

import (
	"fmt"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/command"
	"lily/core/loader"
	"lily/core/profile"
	"lily/core/skill"
	"lily/core/tree"
	"lily/web/html"
	"lily/web/markdown"
	"lily/web/state"
	"lily/web/words"
)

// Pane shows one candidate: what it is, why it counts or does not, what
// is wrong with it, and what can be done.
type Pane struct {
	app.Compo
	Store *state.Store
	Rev   int
}

// Render implements [app.Composer].
func (p *Pane) Render() app.UI {
	c := p.Store.Sessions.Candidate(p.Store.Shown.Selected)
	if c == nil {
		return html.With("div", "", html.Text("p", "empty", "Choose a skill in the list to see what it is and why it counts or does not."))
	}
	s := c.Skill()
	return html.With("div", "skill",
		html.With("div", "head", html.Foreign("h3", "", c.Name), html.State(c.State)),
		app.If(s.Summary != "", func() app.UI { return html.Foreign("p", "lead", s.Summary) }),
		p.acts(c),
		trusting(p.Store, c),
		reasons(c),
		p.findings(c),
		p.facts(c, s),
		p.proposals(s),
		toolsOf(c),
		p.whatIf(c, s),
		fields(s),
		p.files(c),
		html.El("details").Class("fold").Attr("open", len(s.Body) < 6000).Body(
			html.Text("summary", "", "Instructions"),
			&markdown.Prose{Source: s.Body},
		),
	)
}

func (p *Pane) acts(c *loader.Candidate) app.UI {
	s := p.Store
	call := "/skill " + c.Name + " "
	path := state.TreePath(c.Path)
	return html.With("div", "row-of-acts",
		app.If(c.State == loader.Available, func() app.UI {
			return html.Unless(s.Sessions.Mute(), html.ButtonFor(c.Path, "Run", "Put "+strings.TrimSpace(call)+" into the message box", func(app.Context) { s.Talk.Draft(call) }, "main"))
		}),
		html.ButtonFor(c.Path, "Copy command", "", func(app.Context) { s.Exports.Copy("the command", strings.TrimSpace(call)) }),
		html.ButtonFor(c.Path, "Edit", "Edit SKILL.md in the files pane", func(app.Context) { s.Shown.OpenFile(path + "/" + loader.File); html.Focus(html.FileTextID) }),
		html.ButtonFor(c.Path, "Export", "Export "+c.Name+".zip, as its files are now", func(app.Context) { s.Exports.Skill(c) }),
		app.If(c.State == loader.Disabled, func() app.UI {
			return html.Unless(s.Sessions.Held(), html.ButtonFor(c.Path, "Enable", "", func(app.Context) { s.Edits.Disable(c.Name, false) }))
		}).Else(func() app.UI {
			return html.Unless(s.Sessions.Held(), html.ButtonFor(c.Path, "Disable", "", func(app.Context) { s.Edits.Disable(c.Name, true) }))
		}),
		app.If(state.Writable(path) && exists(s.Sessions.World().Tree, path), func() app.UI {
			return html.Unless(s.Sessions.Held(), html.ButtonFor(c.Path, "Remove", "Remove the folder from the tree", func(app.Context) { s.Edits.Remove(path, "Removed "+c.Path+".") }))
		}),
	)
}

func reasons(c *loader.Candidate) app.UI {
	return html.When(len(c.Reasons) > 0, func() app.UI {
		return html.With("section", "reasons",
			html.Text("h4", "", "Why it does not count"),
			html.With("ul", "", app.Range(c.Reasons).Slice(func(i int) app.UI {
				r := c.Reasons[i]
				return html.With("li", "", app.Text(r.Message+" "), html.Topic(r.Code), app.Text(" "), html.Text("span", "clause", r.Clause))
			})),
		)
	})
}

// findings lists every finding beside its source line, with its fix; notes are folded.
func (p *Pane) findings(c *loader.Candidate) app.UI {
	list, notes := html.Graver(c.Findings)
	return html.With("section", "findings",
		html.Text("h4", "", "Findings"),
		app.If(len(c.Findings) == 0, func() app.UI { return html.Text("p", "hint", "Nothing was found.") }),
		html.With("ul", "", app.Range(list).Slice(func(i int) app.UI { return p.finding(c, list[i]) })),
		html.FoldNotes(len(notes), func(i int) app.UI { return p.finding(c, notes[i]) }),
	)
}

func (p *Pane) finding(c *loader.Candidate, f skill.Finding) app.UI {
	data, _ := c.Folder().ReadFile(f.File) // a file that cannot be read shows no source
	return html.El("li").Class("finding", "is-"+string(f.Severity)).Body(
		html.With("p", "",
			html.Text("span", "severity", words.Title(string(f.Severity))),
			html.El("code").Class("place").Textf("%s:%d:%d", f.File, f.Line, f.Column),
			app.Text(" "+f.Message+" "),
			html.Topic(f.Code), app.Text(" "), html.Text("span", "clause", f.Clause),
		),
		html.Foreign("pre", "source", state.SourceLine(string(data), f.Line)).TabIndex(0),
		app.If(f.Fix != nil, func() app.UI { return p.fix(c, f) }),
	)
}

func (p *Pane) fix(c *loader.Candidate, f skill.Finding) app.UI {
	if !state.Writable(state.TreePath(c.Path)) {
		return html.With("p", "hint", app.Text("Fix: "), html.Text("code", "", f.Fix.Text), app.Text(" (bundled skills are read-only)"))
	}
	text := f.Fix.Text
	if text == "" {
		text = "(nothing)"
	}
	at := fmt.Sprintf("%s:%d:%d", f.File, f.Line, f.Column)
	if p.Store.Edits.Fixed(c, f) {
		return html.With("p", "row-of-acts", html.Text("span", "fixed", "Fixed; counts after a reload."),
			html.Unless(p.Store.Sessions.Mute(), html.ButtonFor(at, "Reload", "Reload the skills: the fix at "+at+" counts then", func(app.Context) { p.Store.Talk.Send("/reload_skills"); html.Focus(html.FindSkillID) }).ID(fixID(f))))
	}
	return html.With("p", "row-of-acts",
		html.With("span", "", app.Text("Fix: "), html.Text("code", "fix", text)),
		html.ButtonFor(c.Path+" "+c.Digest.Short()+" "+f.Code, "Apply fix", "Apply fix at "+at, func(app.Context) {
			p.Store.Edits.Fix(c, f)
		}).Attr("disabled", p.Store.Sessions.Held() != ""),
	)
}

func (p *Pane) facts(c *loader.Candidate, s *skill.Skill) app.UI {
	rows := [][2]string{
		{"Path", c.Path},
		{"Format", string(s.Format)},
		{"Mode", string(s.Mode)},
		{"SKILL.md", c.Digest.String()},
		{"Requires", words.List(s.Requires)},
		{"Allowed tools", words.List(s.Allowed)},
		{"License", s.License},
		{"Compatibility", s.Compatibility},
		{"Version", s.Version},
		{"Author", s.Author},
		{"Command tool", s.CommandTool},
		{"Shadowed by", c.ShadowedBy},
		{"Callers", callers(s)},
		{"Catalog", p.inCatalog(c)},
	}
	return html.With("section", "", html.Text("h4", "", "What it is"), html.Pairs(rows))
}

func toolsOf(c *loader.Candidate) app.UI {
	tools := c.Skill().Tools
	return html.When(len(tools) > 0, func() app.UI {
		return html.With("section", "",
			html.Text("h4", "", "Tools"),
			html.With("dl", "", app.Range(tools).Slice(func(i int) app.UI {
				t := tools[i]
				return html.El("div").Class("pair", "tall").Body(
					html.With("dt", "", html.Text("code", "", command.Usage(t.Name, t.Params))),
					html.With("dd", "", app.Text(t.Description+" "), html.Text("code", "", t.Command)),
				)
			})),
		)
	})
}

// whatIf judges the skill against the profile and every preset (EN-4).
func (p *Pane) whatIf(c *loader.Candidate, s *skill.Skill) app.UI {
	profiles := append([]profile.Preset{{Name: "now", Title: "The profile as it is now", Profile: p.Store.Sessions.World().Profile}},
		p.Store.Host.Presets()...)
	return html.With("details", "fold",
		html.Text("summary", "", "Eligibility by profile"),
		html.With("dl", "", app.Range(profiles).Slice(func(i int) app.UI {
			why := append(profiles[i].Profile.Unmet(s.Eligibility), profiles[i].Profile.OutOfMode(s.Modes)...)
			verdict := "Eligible."
			for _, r := range why {
				verdict = strings.TrimPrefix(verdict+" "+r.Message, "Eligible. ")
			}
			return html.With("div", "pair", html.Text("dt", "", profiles[i].Title), html.Text("dd", "", verdict))
		})),
	)
}

func fields(s *skill.Skill) app.UI {
	return html.When(len(s.Fields) > 0, func() app.UI {
		return html.With("details", "fold",
			html.Text("summary", "", "Frontmatter"),
			html.With("dl", "", app.Range(s.Fields).Slice(func(i int) app.UI {
				f := s.Fields[i]
				key := f.Key
				if !f.Known {
					key += " (unknown)"
				}
				return html.With("div", "pair", html.Text("dt", "", key), html.With("dd", "", html.Foreign("pre", "", f.Value)))
			})),
		)
	})
}

func (p *Pane) files(c *loader.Candidate) app.UI {
	var list []string
	for path := range c.Folder().Walk() {
		list = append(list, path)
	}
	shown := list[:min(len(list), 300)]
	return html.With("details", "fold",
		html.El("summary").Textf("Files (%d)", len(list)),
		html.With("ul", "rows", app.Range(shown).Slice(func(i int) app.UI {
			path := state.TreePath(c.Path) + "/" + shown[i]
			return html.With("li", "", html.El("button").Attr("type", "button").Class("row").Text(shown[i]).
				OnClick(func(app.Context, app.Event) { p.Store.Shown.OpenFile(path); html.Focus(html.FileTitleID) }, app.EventScope(path)))
		})),
		app.If(len(shown) < len(list), func() app.UI { return html.El("p").Class("hint").Textf("And %d more.", len(list)-len(shown)) }),
	)
}

func exists(t tree.Tree, path string) bool {
	_, err := t.At(path)
	return err == nil
}

// fixID is the id of what stands in the place of a fix that was applied.
func fixID(f skill.Finding) string { return fmt.Sprintf("fixed-%s-%d-%d", f.Code, f.Line, f.Column) }

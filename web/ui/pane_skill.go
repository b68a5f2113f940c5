package ui

import (
	"fmt"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/command"
	"lily/core/loader"
	"lily/core/profile"
	"lily/core/skill"
)

// skillPane shows one candidate: what it is, why it counts or does not, what
// is wrong with it, and what can be done.
type skillPane struct {
	app.Compo
	Store *Store
	Rev   int
}

// Render implements [app.Composer].
func (p *skillPane) Render() app.UI {
	c := p.Store.selected()
	if c == nil {
		return elWith("div", "", elText("p", "empty", "Choose a skill in the list to see what it is and why it counts or does not."))
	}
	s := c.Skill()
	return elWith("div", "skill",
		elWith("div", "head", foreign("h3", "", c.Name), stateBadge(c.State)),
		app.If(s.Summary != "", func() app.UI { return foreign("p", "lead", s.Summary) }),
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
		el("details").Class("fold").Attr("open", len(s.Body) < 6000).Body(
			elText("summary", "", "Instructions"),
			&prose{Source: s.Body},
		),
	)
}

func stateBadge(state loader.State) app.UI {
	return el("span").Class("state", "is-"+string(state)).Body(mark(state), app.Text(title(state.Word())))
}

func (p *skillPane) acts(c *loader.Candidate) app.UI {
	s := p.Store
	call := "/skill " + c.Name + " "
	path := treePath(c.Path)
	return elWith("div", "row-of-acts",
		app.If(c.State == loader.Available, func() app.UI {
			return unless(s.mute(), buttonFor(c.Path, "Run", "Put "+strings.TrimSpace(call)+" into the message box", func(app.Context) { s.draft(call) }, "main"))
		}),
		buttonFor(c.Path, "Copy command", "", func(app.Context) { s.copy("the command", strings.TrimSpace(call)) }),
		buttonFor(c.Path, "Edit", "Edit SKILL.md in the files pane", func(app.Context) { s.openFile(path + "/" + loader.File); focus(fileTextID) }),
		buttonFor(c.Path, "Export", "Export "+c.Name+".zip, as its files are now", func(app.Context) { s.exportSkill(c) }),
		app.If(c.State == loader.Disabled, func() app.UI {
			return unless(s.held(), buttonFor(c.Path, "Enable", "", func(app.Context) { s.disable(c.Name, false) }))
		}).Else(func() app.UI {
			return unless(s.held(), buttonFor(c.Path, "Disable", "", func(app.Context) { s.disable(c.Name, true) }))
		}),
		app.If(writable(path) && s.exists(path), func() app.UI {
			return unless(s.held(), buttonFor(c.Path, "Remove", "Remove the folder from the tree", func(app.Context) { s.remove(path, "Removed "+c.Path+".") }))
		}),
	)
}

func reasons(c *loader.Candidate) app.UI {
	return elWith("div", "", app.If(len(c.Reasons) > 0, func() app.UI {
		return elWith("section", "reasons",
			elText("h4", "", "Why it does not count"),
			elWith("ul", "", app.Range(c.Reasons).Slice(func(i int) app.UI {
				r := c.Reasons[i]
				return elWith("li", "", app.Text(r.Message+" "), elText("code", "", r.Code), app.Text(" "), elText("span", "clause", r.Clause))
			})),
		)
	}))
}

// findings lists every finding beside its source line, with its fix; notes are folded.
func (p *skillPane) findings(c *loader.Candidate) app.UI {
	list, notes := graver(c.Findings)
	return elWith("section", "findings",
		elText("h4", "", "Findings"),
		app.If(len(c.Findings) == 0, func() app.UI { return elText("p", "hint", "Nothing was found.") }),
		elWith("ul", "", app.Range(list).Slice(func(i int) app.UI { return p.finding(c, list[i]) })),
		foldNotes(len(notes), func(i int) app.UI { return p.finding(c, notes[i]) }),
	)
}

func (p *skillPane) finding(c *loader.Candidate, f skill.Finding) app.UI {
	data, _ := c.Folder().ReadFile(f.File) // a file that cannot be read shows no source
	return el("li").Class("finding", "is-"+string(f.Severity)).Body(
		elWith("p", "",
			elText("span", "severity", title(string(f.Severity))),
			el("code").Class("place").Textf("%s:%d:%d", f.File, f.Line, f.Column),
			app.Text(" "+f.Message+" "),
			elText("code", "", f.Code), app.Text(" "), elText("span", "clause", f.Clause),
		),
		foreign("pre", "source", sourceLine(string(data), f.Line)).TabIndex(0),
		app.If(f.Fix != nil, func() app.UI { return p.fix(c, f) }),
	)
}

func (p *skillPane) fix(c *loader.Candidate, f skill.Finding) app.UI {
	if !writable(treePath(c.Path)) {
		return elWith("p", "hint", app.Text("Fix: "), elText("code", "", f.Fix.Text), app.Text(" (bundled skills are read-only)"))
	}
	text := f.Fix.Text
	if text == "" {
		text = "(nothing)"
	}
	at := fmt.Sprintf("%s:%d:%d", f.File, f.Line, f.Column)
	if p.Store.fixed(c, f) {
		return elWith("p", "row-of-acts", elText("span", "fixed", "Fixed; counts after a reload."),
			unless(p.Store.mute(), buttonFor(at, "Reload", "Reload the skills: the fix at "+at+" counts then", func(app.Context) { p.Store.send("/reload_skills"); focus("find-skill") }).ID(fixID(f))))
	}
	return elWith("p", "row-of-acts",
		elWith("span", "", app.Text("Fix: "), elText("code", "fix", text)),
		el("button").Attr("type", "button").Text("Apply fix").Attr("disabled", p.Store.held() != "").Title("Apply fix at "+at).
			OnClick(func(app.Context, app.Event) { p.Store.fix(c, f) }, app.EventScope(c.Path, c.Digest.Short(), f.Code, f.Line, f.Column)),
	)
}

func sourceLine(data string, line int) string {
	for l := range strings.Lines(data) {
		if line--; line == 0 {
			return strings.TrimRight(l, "\r\n")
		}
	}
	return ""
}

func (p *skillPane) facts(c *loader.Candidate, s *skill.Skill) app.UI {
	rows := [][2]string{
		{"Path", c.Path},
		{"Format", string(s.Format)},
		{"Mode", string(s.Mode)},
		{"SKILL.md", c.Digest.String()},
		{"Requires", join(s.Requires)},
		{"Allowed tools", join(s.Allowed)},
		{"License", s.License},
		{"Compatibility", s.Compatibility},
		{"Version", s.Version},
		{"Author", s.Author},
		{"Command tool", s.CommandTool},
		{"Shadowed by", c.ShadowedBy},
		{"Callers", callers(s)},
		{"Catalog", p.inCatalog(c)},
	}
	return elWith("section", "", elText("h4", "", "What it is"), pairs(rows))
}

// pairs shows the rows that say something.
func pairs(rows [][2]string) app.UI {
	var said [][2]string
	for _, r := range rows {
		if r[1] != "" {
			said = append(said, r)
		}
	}
	return elWith("dl", "", app.Range(said).Slice(func(i int) app.UI {
		return elWith("div", "pair", elText("dt", "", said[i][0]), foreign("dd", "", said[i][1]))
	}))
}

func join(list []string) string { return strings.Join(list, ", ") }

func toolsOf(c *loader.Candidate) app.UI {
	tools := c.Skill().Tools
	return elWith("div", "", app.If(len(tools) > 0, func() app.UI {
		return elWith("section", "",
			elText("h4", "", "Tools"),
			elWith("dl", "", app.Range(tools).Slice(func(i int) app.UI {
				t := tools[i]
				return el("div").Class("pair", "tall").Body(
					elWith("dt", "", elText("code", "", command.Usage(t.Name, t.Params))),
					elWith("dd", "", app.Text(t.Description+" "), elText("code", "", t.Command)),
				)
			})),
		)
	}))
}

// whatIf judges the skill against the profile and every preset (EN-4).
func (p *skillPane) whatIf(c *loader.Candidate, s *skill.Skill) app.UI {
	profiles := append([]profile.Preset{{Name: "now", Title: "The profile as it is now", Profile: p.Store.world().Profile}},
		p.Store.presets()...)
	return elWith("details", "fold",
		elText("summary", "", "Eligibility by profile"),
		elWith("dl", "", app.Range(profiles).Slice(func(i int) app.UI {
			why := append(profiles[i].Profile.Unmet(s.Eligibility), profiles[i].Profile.OutOfMode(s.Modes)...)
			verdict := "Eligible."
			for _, r := range why {
				verdict = strings.TrimPrefix(verdict+" "+r.Message, "Eligible. ")
			}
			return elWith("div", "pair", elText("dt", "", profiles[i].Title), elText("dd", "", verdict))
		})),
	)
}

func fields(s *skill.Skill) app.UI {
	return elWith("div", "", app.If(len(s.Fields) > 0, func() app.UI {
		return elWith("details", "fold",
			elText("summary", "", "Frontmatter"),
			elWith("dl", "", app.Range(s.Fields).Slice(func(i int) app.UI {
				f := s.Fields[i]
				key := f.Key
				if !f.Known {
					key += " (unknown)"
				}
				return elWith("div", "pair", elText("dt", "", key), elWith("dd", "", foreign("pre", "", f.Value)))
			})),
		)
	}))
}

func (p *skillPane) files(c *loader.Candidate) app.UI {
	var list []string
	for path := range c.Folder().Walk() {
		list = append(list, path)
	}
	shown := list[:min(len(list), 300)]
	return elWith("details", "fold",
		el("summary").Textf("Files (%d)", len(list)),
		elWith("ul", "rows", app.Range(shown).Slice(func(i int) app.UI {
			path := treePath(c.Path) + "/" + shown[i]
			return elWith("li", "", el("button").Attr("type", "button").Class("row").Text(shown[i]).
				OnClick(func(app.Context, app.Event) { p.Store.openFile(path); focus(fileTitleID) }, app.EventScope(path)))
		})),
		app.If(len(shown) < len(list), func() app.UI { return el("p").Class("hint").Textf("And %d more.", len(list)-len(shown)) }),
	)
}

// draft puts a line into the message box and moves there.
func (s *Store) draft(text string) {
	if s.refuses(s.mute()) {
		return
	}
	s.Place, s.Draft = "chat", text
	s.changed()
}

func (s *Store) openFile(path string) {
	s.Tab, s.File, s.Place = "files", path, "inspector"
	s.changed()
}

func (s *Store) exists(path string) bool {
	_, err := s.world().Tree.At(path)
	return err == nil
}

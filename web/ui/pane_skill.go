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
		return el("div").Body(el("p").Class("empty").Text("Choose a skill in the list to see what it is and why it counts or does not."))
	}
	s := c.Skill()
	return el("div").Class("skill").Body(
		el("div").Class("head").Body(el("h3").Text(c.Name), stateBadge(c.State)),
		app.If(s.Summary != "", func() app.UI { return el("p").Class("lead").Text(s.Summary) }),
		p.acts(c),
		reasons(c),
		p.findings(c),
		p.facts(c, s),
		toolsOf(c),
		p.whatIf(c, s),
		fields(s),
		p.files(c),
		el("details").Class("fold").Attr("open", len(s.Body) < 6000).Body(
			el("summary").Text("Instructions"),
			el("div").Class("doc").Body(markdown(s.Body)...),
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
	return el("div").Class("row-of-acts").Body(
		app.If(c.State == loader.Available, func() app.UI {
			return button("Run", "Put "+strings.TrimSpace(call)+" into the message box", func(app.Context) { s.draft(call) }, "main")
		}),
		button("Copy command", "", func(app.Context) { s.copy("the command", strings.TrimSpace(call)) }),
		button("Edit", "Edit SKILL.md in the files pane", func(app.Context) { s.openFile(path + "/" + loader.File) }),
		app.If(c.State == loader.Disabled, func() app.UI {
			return button("Enable", "", func(app.Context) { s.disable(c.Name, false) })
		}).Else(func() app.UI { return button("Disable", "", func(app.Context) { s.disable(c.Name, true) }) }),
		app.If(writable(path) && s.exists(path), func() app.UI {
			return button("Remove", "Remove the folder from the tree", func(app.Context) { s.remove(path, "Removed "+c.Path+".") })
		}),
	)
}

func reasons(c *loader.Candidate) app.UI {
	return el("div").Body(app.If(len(c.Reasons) > 0, func() app.UI {
		return el("section").Class("reasons").Body(
			el("h4").Text("Why it does not count"),
			el("ul").Body(app.Range(c.Reasons).Slice(func(i int) app.UI {
				r := c.Reasons[i]
				return el("li").Body(app.Text(r.Message+" "), el("code").Text(r.Code), app.Text(" "), el("span").Class("clause").Text(r.Clause))
			})),
		)
	}))
}

// findings lists every finding beside its source line, with its fix.
func (p *skillPane) findings(c *loader.Candidate) app.UI {
	list := c.Findings
	return el("section").Class("findings").Body(
		el("h4").Text("Findings"),
		app.If(len(list) == 0, func() app.UI { return el("p").Class("hint").Text("Nothing was found.") }),
		el("ul").Body(app.Range(list).Slice(func(i int) app.UI { return p.finding(c, list[i]) })),
	)
}

func (p *skillPane) finding(c *loader.Candidate, f skill.Finding) app.UI {
	data, _, _ := c.Folder().File(f.File)
	return el("li").Class("finding", "is-"+string(f.Severity)).Body(
		el("p").Body(
			el("span").Class("severity").Text(title(string(f.Severity))),
			el("code").Class("place").Textf("%s:%d:%d", f.File, f.Line, f.Column),
			app.Text(" "+f.Message+" "),
			el("code").Text(f.Code), app.Text(" "), el("span").Class("clause").Text(f.Clause),
		),
		el("pre").Class("source").TabIndex(0).Text(sourceLine(string(data), f.Line)),
		app.If(f.Fix != nil, func() app.UI { return p.fix(c, f) }),
	)
}

func (p *skillPane) fix(c *loader.Candidate, f skill.Finding) app.UI {
	if !writable(treePath(c.Path)) {
		return el("p").Class("hint").Body(app.Text("Fix: "), el("code").Text(f.Fix.Text), app.Text(" (bundled skills are read-only)"))
	}
	text := f.Fix.Text
	if text == "" {
		text = "(nothing)"
	}
	return el("p").Class("row-of-acts").Body(
		el("span").Body(app.Text("Fix: "), el("code").Class("fix").Text(text)),
		el("button").Attr("type", "button").Text("Apply fix").Title(fmt.Sprintf("Apply fix at %s:%d:%d", f.File, f.Line, f.Column)).
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
		{"Path", c.Path}, {"Format", string(s.Format)}, {"Mode", string(s.Mode)}, {"SKILL.md", c.Digest.String()},
		{"Requires", join(s.Requires)}, {"Allowed tools", join(s.Allowed)}, {"License", s.License}, {"Compatibility", s.Compatibility},
		{"Version", s.Version}, {"Author", s.Author}, {"Command tool", s.CommandTool}, {"Shadowed by", c.ShadowedBy},
	}
	return el("section").Body(el("h4").Text("What it is"), pairs(rows))
}

// pairs shows the rows that say something.
func pairs(rows [][2]string) app.UI {
	var said [][2]string
	for _, r := range rows {
		if r[1] != "" {
			said = append(said, r)
		}
	}
	return el("dl").Body(app.Range(said).Slice(func(i int) app.UI {
		return el("div").Class("pair").Body(el("dt").Text(said[i][0]), el("dd").Text(said[i][1]))
	}))
}

func join(list []string) string { return strings.Join(list, ", ") }

func toolsOf(c *loader.Candidate) app.UI {
	tools := c.Skill().Tools
	return el("div").Body(app.If(len(tools) > 0, func() app.UI {
		return el("section").Body(
			el("h4").Text("Tools"),
			el("dl").Body(app.Range(tools).Slice(func(i int) app.UI {
				t := tools[i]
				return el("div").Class("pair", "tall").Body(
					el("dt").Body(el("code").Text(command.Usage(t.Name, t.Params))),
					el("dd").Body(app.Text(t.Description+" "), el("code").Text(t.Command)),
				)
			})),
		)
	}))
}

// whatIf judges the skill against the profile and every preset (EN-4).
func (p *skillPane) whatIf(c *loader.Candidate, s *skill.Skill) app.UI {
	profiles := append([]profile.Preset{{Name: "now", Title: "The profile as it is now", Profile: p.Store.Engine.World().Profile}},
		profile.Presets(p.Store.Ports.System)...)
	return el("details").Class("fold").Body(
		el("summary").Text("Eligibility by profile"),
		el("dl").Body(app.Range(profiles).Slice(func(i int) app.UI {
			why := append(profiles[i].Profile.Unmet(s.Eligibility), profiles[i].Profile.OutOfMode(s.Modes)...)
			verdict := "Eligible."
			for _, r := range why {
				verdict = strings.TrimPrefix(verdict+" "+r.Message, "Eligible. ")
			}
			return el("div").Class("pair").Body(el("dt").Text(profiles[i].Title), el("dd").Text(verdict))
		})),
	)
}

func fields(s *skill.Skill) app.UI {
	return el("div").Body(app.If(len(s.Fields) > 0, func() app.UI {
		return el("details").Class("fold").Body(
			el("summary").Text("Frontmatter"),
			el("dl").Body(app.Range(s.Fields).Slice(func(i int) app.UI {
				f := s.Fields[i]
				key := f.Key
				if !f.Known {
					key += " (unknown)"
				}
				return el("div").Class("pair").Body(el("dt").Text(key), el("dd").Body(el("pre").Text(f.Value)))
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
	return el("details").Class("fold").Body(
		el("summary").Textf("Files (%d)", len(list)),
		el("ul").Class("rows").Body(app.Range(shown).Slice(func(i int) app.UI {
			path := treePath(c.Path) + "/" + shown[i]
			return el("li").Body(el("button").Attr("type", "button").Class("row").Text(shown[i]).
				OnClick(func(app.Context, app.Event) { p.Store.openFile(path) }, app.EventScope(path)))
		})),
		app.If(len(shown) < len(list), func() app.UI { return el("p").Class("hint").Textf("And %d more.", len(list)-len(shown)) }),
	)
}

// draft puts a line into the message box and moves there.
func (s *Store) draft(text string) {
	s.Place, s.Draft = "chat", text
	s.changed()
}

func (s *Store) openFile(path string) {
	s.Tab, s.File, s.Place = "files", path, "inspector"
	s.changed()
}

func (s *Store) exists(path string) bool {
	_, err := s.Engine.World().Tree.At(path)
	return err == nil
}

package skill

import (
	"fmt"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/command"
	"lily/core/loader"
	"lily/core/prompt"
	"lily/core/skill"
	"lily/core/world"
	"lily/web/html"
	"lily/web/markdown"
	"lily/web/state"
	"lily/web/words"
)

// unfolded is how long the instructions of a skill may be and stand open: nearly all of them, since a
// document that shows three lines is no help.
const unfolded = 32 << 10

// overview says what the skill is, why it counts or does not, and what was found in it.
func (d *Doc) overview(c *loader.Candidate) app.UI {
	s, k := d.Store, c.Skill()
	return html.With("div", "overview",
		d.reasons(c),
		again(s, c),
		app.If(k.Summary != "", func() app.UI { return html.Foreign("p", "lead", k.Summary) }),
		trusting(s, c),
		d.findings(c),
		facts(s, c, k),
		proposals(s, k),
		toolsOf(k),
		fields(k),
		html.With("details", "fold", html.Text("summary", "", "Instructions"), &markdown.Prose{Source: k.Body}).Attr("open", len(k.Body) < unfolded),
	)
}

// reasons are why a skill does not count, each with what does away with it.
func (d *Doc) reasons(c *loader.Candidate) app.UI {
	return html.When(len(c.Reasons) > 0, func() app.UI {
		return section("Why it does not count", "reasons",
			html.With("ul", "", app.Range(c.Reasons).Slice(func(i int) app.UI { return d.reason(c, c.Reasons[i]) })),
		)
	})
}

func (d *Doc) reason(c *loader.Candidate, r skill.Reason) app.UI {
	if i := slices.IndexFunc(c.Findings, gives(r)); i >= 0 {
		return d.finding(c, c.Findings[i])
	}
	mends := d.mends(c, r)
	return html.With("li", "reason",
		html.With("p", "", html.Say(r.Message+" "), html.Topic(r.Code), html.Say(" "), html.Text("span", "clause", r.Clause)),
		html.With("p", "row-of-acts",
			app.Range(mends).Slice(func(i int) app.UI { return d.mended(mends[i]) }),
			app.If(r.Code == "command_reserved", func() app.UI { return d.renames(c) }),
			app.If(r.Code == "tool_unknown", func() app.UI { return d.editor(c, loader.File) }),
		),
	)
}

// gives finds the finding that a reason was made of.
func gives(r skill.Reason) func(skill.Finding) bool {
	return func(f skill.Finding) bool {
		return f.Severity == skill.Error && f.Code == r.Code && f.Message == r.Message
	}
}

func (d *Doc) editor(c *loader.Candidate, file string) app.UI {
	return html.ButtonFor(c.Path+" "+file, "Edit "+file, "", func() { d.edit(file) }, "small")
}

// again offers to judge what starts of the page did not get past.
func again(s *state.Store, c *loader.Candidate) app.UI {
	left := slices.ContainsFunc(c.Reasons, func(r skill.Reason) bool { return r.Code == "not_judged" })
	return html.When(left && s.Storage.Kept(), func() app.UI {
		return html.Button("Try it again", "Try it again: the page begins anew and judges the skill", s.Storage.JudgeAgain)
	})
}

// findings lists every finding that is no reason, beside its source line, with its fix; notes are folded.
func (d *Doc) findings(c *loader.Candidate) app.UI {
	list, notes := html.Graver(c.Findings)
	list = slices.DeleteFunc(list, func(f skill.Finding) bool {
		return slices.ContainsFunc(c.Reasons, func(r skill.Reason) bool { return gives(r)(f) })
	})
	return section("Findings", "findings",
		app.If(len(list)+len(notes) == 0, func() app.UI {
			return html.Text("p", "hint", words.Either(len(c.Findings) == 0, "Nothing was found.", "Nothing more was found."))
		}),
		html.With("ul", "", app.Range(list).Slice(func(i int) app.UI { return d.finding(c, list[i]) })),
		html.FoldNotes(len(notes), func(i int) app.UI { return d.finding(c, notes[i]) }),
	)
}

func (d *Doc) finding(c *loader.Candidate, f skill.Finding) app.UI {
	data, _ := c.Folder().ReadFile(f.File) // a file that cannot be read shows no source
	return html.With("li", "finding",
		html.With("p", "",
			html.Severity(f.Severity),
			html.Text("code", "place", fmt.Sprintf("%s:%d:%d", f.File, f.Line, f.Column)),
			html.Say(" "+f.Message+" "),
			html.Topic(f.Code), html.Say(" "), html.Text("span", "clause", f.Clause),
		),
		html.With("p", "row-of-acts", d.fixes(c, f)...),
		html.Foreign("pre", "source", state.SourceLine(string(data), f.Line)).TabIndex(0),
	).Class("is-" + string(f.Severity))
}

// fixes are the repair of a finding, or the way to the text where nobody knows one.
func (d *Doc) fixes(c *loader.Candidate, f skill.Finding) []app.UI {
	s, writable := d.Store, state.Writable(state.TreePath(c.Path))
	switch {
	case f.Code == "alias_conflict":
		return []app.UI{d.renames(c)}
	case f.Fix == nil && (f.Severity == skill.Info || !writable || d.tab == "files"):
		return nil
	case f.Fix == nil:
		return []app.UI{d.editor(c, f.File)}
	case !writable:
		return []app.UI{html.With("span", "hint", html.Say("Fix: "), html.Text("code", "", f.Fix.Text), html.Say(" (bundled skills are read-only)"))}
	}
	at := fmt.Sprintf("%s:%d:%d", f.File, f.Line, f.Column)
	if s.Edits.Fixed(c, f) {
		reload := html.ButtonFor(at, "Reload", "Reload the skills: the fix at "+at+" counts then", d.reload, "small")
		return []app.UI{html.Text("span", "fixed", "Fixed; counts after a reload."), html.Unless(s.Sessions.Mute(), reload)}
	}
	apply := html.ButtonFor(c.Path+" "+c.Digest.Short()+" "+f.Code, "Apply fix", "Apply fix at "+at, func() { s.Edits.Fix(c, f) }, "small")
	return []app.UI{html.With("span", "", html.Say("Fix: "), html.Text("code", "fix", drawn(f.Fix.Text))), html.Unless(s.Sessions.Held(), apply)}
}

// drawn shows the text of a fix, of which nothing is a blank that nobody sees.
func drawn(text string) string {
	if text == "" {
		return "leave it out"
	}
	said := strings.TrimLeft(text, " ")
	before := len(text) - len(said)
	said = strings.TrimRight(said, " ")
	text = strings.Repeat("·", before) + said + strings.Repeat("·", len(text)-before-len(said))
	return strings.NewReplacer("\r", "", "\n", "⏎", "\t", "⇥").Replace(text)
}

func facts(s *state.Store, c *loader.Candidate, k *skill.Skill) app.UI {
	return html.With("section", "what", html.Text("h4", "", "What it is"), html.Facts(s.Exports.Copy, [][2]string{
		{"Path", c.Path},
		{"Format", string(k.Format)},
		{"Mode", string(k.Mode)},
		{"SKILL.md", c.Digest.String()},
		{"Requires", words.List(k.Requires)},
		{"Allowed tools", words.List(k.Allowed)},
		{"License", k.License},
		{"Compatibility", k.Compatibility},
		{"Version", k.Version},
		{"Author", k.Author},
		{"Command tool", k.CommandTool},
		{"Shadowed by", c.ShadowedBy},
		{"Callers", callers(k)},
		{"Catalog", inCatalog(s, c)},
	}))
}

func toolsOf(k *skill.Skill) app.UI {
	return html.When(len(k.Tools) > 0, func() app.UI {
		return html.With("section", "",
			html.Text("h4", "", "Tools"),
			html.With("dl", "", app.Range(k.Tools).Slice(func(i int) app.UI {
				t := k.Tools[i]
				return html.With("div", "pair tall",
					html.With("dt", "", html.Text("code", "", command.Usage(t.Name, t.Params))),
					html.With("dd", "", html.Say(t.Description+" "), html.Text("code", "", t.Command)),
				)
			})),
		)
	})
}

func fields(k *skill.Skill) app.UI {
	return html.When(len(k.Fields) > 0, func() app.UI {
		return html.With("details", "fold",
			html.Text("summary", "", "Frontmatter"),
			html.With("dl", "", app.Range(k.Fields).Slice(func(i int) app.UI {
				f := k.Fields[i]
				key := f.Key + words.Either(f.Known, "", " (unknown)")
				return html.With("div", "pair", html.Text("dt", "", key), html.With("dd", "", html.Foreign("pre", "", f.Value)))
			})),
		)
	})
}

// trusting says what it means to come out of an archive, and lets the person trust it (PO-5).
func trusting(s *state.Store, c *loader.Candidate) app.UI {
	known := s.Sessions.World().Origins.Of(c.Path)
	title, why := "Not trusted", "Its programs can read and change every file of the workspace, so every call is asked about, under a warning."
	if !known.AnyForeign() {
		title, why = "Changed by a request", "You did not write all of this skill. A tool of it is asked about at its first use, under full auto, too."
	}
	said := known.Said()
	return html.With("div", "", app.If(len(known) > 0 && c.Source != world.Bundled, func() app.UI {
		return section(title, "trust",
			html.With("ul", "whence", app.Range(said).Slice(func(i int) app.UI { return html.Foreign("li", "", said[i]) })),
			html.Text("p", "", why),
			html.Text("p", "", "Look at its files first. Once you trust it, a tool of it is asked about at its first use, and again when anything in its folder changes."),
			html.Unless(s.Sessions.Held(), html.ButtonFor(c.Path, "Trust this skill", "", func() { s.Edits.Trust(c) })),
		)
	}).ElseIf(c.Untrusted, func() app.UI {
		return html.Text("p", "hint", "You trust this skill; this session asks every time until it reloads its skills.")
	}))
}

// proposals shows what a skill proposes, and whether the policy would let it hold (PO-8).
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
				refused := words.Either(why != "", "It does not hold: "+why, "")
				value := html.Text("pre", "", f.Value)
				return html.With("div", "pair", html.Text("dt", "", f.Key), html.With("dd", "", value, html.Maybe("p", "hint", refused)))
			})),
			html.With("p", "hint", html.Say(would+" "), html.Say("Rule "), html.Text("code", "", rule)),
		)
	})
}

// inCatalog says how a skill stands in the catalog, and what is left of its summary (CV-2).
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

// Package skill shows one skill: what it is, why it counts or does not, what was found in
// it with fixes, and what can be done with it.
//
// It promises verdicts of the snapshot alone, with their places. It repairs nothing unasked.
//
//	skill.Doc(s, "workspace/skills/haiku")
package skill

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/command"
	"lily/core/loader"
	"lily/core/profile"
	"lily/core/prompt"
	"lily/core/sight"
	"lily/core/skill"
	"lily/core/world"
	"lily/web/html"
	"lily/web/markdown"
	"lily/web/state"
	"lily/web/words"
)

// Doc shows the candidate at a path, without the / at its beginning.
func Doc(s *state.Store, path string) app.UI {
	c := s.Sessions.Candidate("/" + path)
	if c == nil {
		return html.With("div", "", html.Text("p", "empty", "The snapshot has no skill at /"+path+". A reload may bring it, or the list has another one."))
	}
	k := c.Skill()
	return html.With("div", "skill",
		html.With("div", "head", html.Foreign("h3", "", c.Name), html.State(c.State)),
		app.If(k.Summary != "", func() app.UI { return html.Foreign("p", "lead", k.Summary) }),
		acts(s, c),
		trusting(s, c),
		reasons(c),
		again(s, c),
		findings(s, c),
		facts(s, c, k),
		proposals(s, k),
		toolsOf(k),
		whatIf(s, k),
		fields(k),
		files(s, c),
		html.With("details", "fold", html.Text("summary", "", "Instructions"), &markdown.Prose{Source: k.Body}).Attr("open", len(k.Body) < 6000),
	).ID(html.SkillID).TabIndex(-1)
}

func acts(s *state.Store, c *loader.Candidate) app.UI {
	call, path := "/skill "+c.Name, state.TreePath(c.Path)
	act := func(text, label string, do func(), class ...string) app.HTMLElem {
		return html.ButtonFor(c.Path, text, label, do, class...)
	}
	disabled := c.State == loader.Disabled
	_, gone := s.Sessions.World().Tree.At(path)
	return html.With("div", "row-of-acts",
		app.If(c.State == loader.Available, func() app.UI {
			run := func() { s.Talk.Draft(call + " ") }
			return html.Unless(s.Sessions.Mute(), act("Run", "Put "+call+" into the message box", run, "main"))
		}),
		act("Copy command", "", func() { s.Exports.Copy("the command", call) }),
		act("Edit", "Edit SKILL.md in the files pane", func() {
			s.Shown.OpenFile(path + "/" + loader.File)
			html.Focus(html.FileText(path + "/" + loader.File))
		}),
		act("Export", "Export "+c.Name+".zip, as its files are now", func() { s.Exports.Skill(c) }),
		html.Unless(s.Sessions.Held(), act(words.Either(disabled, "Enable", "Disable"), "", func() { s.Edits.Disable(!disabled, c.Name) })),
		app.If(state.Writable(path) && gone == nil, func() app.UI {
			remove := func() { s.Edits.Remove(path, "Removed "+c.Path+".") }
			return html.Unless(s.Sessions.Held(), act("Remove", "Remove the folder from the tree", remove))
		}),
	)
}

func reasons(c *loader.Candidate) app.UI {
	return html.When(len(c.Reasons) > 0, func() app.UI {
		return html.With("section", "reasons",
			html.Text("h4", "", "Why it does not count"),
			html.With("ul", "", app.Range(c.Reasons).Slice(func(i int) app.UI {
				r := c.Reasons[i]
				return html.With("li", "", html.Say(r.Message+" "), html.Topic(r.Code), html.Say(" "), html.Text("span", "clause", r.Clause))
			})),
		)
	})
}

// again offers to judge what starts of the page did not get past.
func again(s *state.Store, c *loader.Candidate) app.UI {
	left := slices.ContainsFunc(c.Reasons, func(r skill.Reason) bool { return r.Code == "not_judged" })
	return html.When(left && s.Storage.Kept(), func() app.UI {
		return html.Button("Try it again", "Try it again: the page begins anew and judges the skill", s.Storage.JudgeAgain)
	})
}

// findings lists every finding beside its source line, with its fix; notes are folded.
func findings(s *state.Store, c *loader.Candidate) app.UI {
	list, notes := html.Graver(c.Findings)
	return html.With("section", "findings",
		html.Text("h4", "", "Findings"),
		app.If(len(c.Findings) == 0, func() app.UI { return html.Text("p", "hint", "Nothing was found.") }),
		html.With("ul", "", app.Range(list).Slice(func(i int) app.UI { return finding(s, c, list[i]) })),
		html.FoldNotes(len(notes), func(i int) app.UI { return finding(s, c, notes[i]) }),
	)
}

func finding(s *state.Store, c *loader.Candidate, f skill.Finding) app.UI {
	data, _ := c.Folder().ReadFile(f.File) // a file that cannot be read shows no source
	return html.With("li", "finding",
		html.With("p", "",
			html.Severity(f.Severity),
			html.Text("code", "place", fmt.Sprintf("%s:%d:%d", f.File, f.Line, f.Column)),
			html.Say(" "+f.Message+" "),
			html.Topic(f.Code), html.Say(" "), html.Text("span", "clause", f.Clause),
		),
		html.Foreign("pre", "source", state.SourceLine(string(data), f.Line)).TabIndex(0),
		app.If(f.Fix != nil, func() app.UI { return fix(s, c, f) }),
	).Class("is-" + string(f.Severity))
}

func fix(s *state.Store, c *loader.Candidate, f skill.Finding) app.UI {
	if !state.Writable(state.TreePath(c.Path)) {
		return html.With("p", "hint", html.Say("Fix: "), html.Text("code", "", f.Fix.Text), html.Say(" (bundled skills are read-only)"))
	}
	at := fmt.Sprintf("%s:%d:%d", f.File, f.Line, f.Column)
	if s.Edits.Fixed(c, f) {
		reload := html.ButtonFor(at, "Reload", "Reload the skills: the fix at "+at+" counts then", func() {
			s.Talk.Send("/reload_skills")
			html.Focus(html.FindSkillID)
		})
		// Its id is for the focus: it stands in the place of the fix that was applied.
		return html.With("p", "row-of-acts", html.Text("span", "fixed", "Fixed; counts after a reload."),
			html.Unless(s.Sessions.Mute(), reload.ID(fmt.Sprintf("fixed-%s-%d-%d", f.Code, f.Line, f.Column))))
	}
	apply := func() { s.Edits.Fix(c, f) }
	return html.With("p", "row-of-acts",
		html.With("span", "", html.Say("Fix: "), html.Text("code", "fix", cmp.Or(f.Fix.Text, "(nothing)"))),
		html.ButtonFor(c.Path+" "+c.Digest.Short()+" "+f.Code, "Apply fix", "Apply fix at "+at, apply).
			Attr("disabled", s.Sessions.Held() != ""),
	)
}

func facts(s *state.Store, c *loader.Candidate, k *skill.Skill) app.UI {
	return html.With("section", "", html.Text("h4", "", "What it is"), html.Facts(s.Exports.Copy, [][2]string{
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

// whatIf judges the skill against the profile and every preset (EN-4).
func whatIf(s *state.Store, k *skill.Skill) app.UI {
	now := profile.Preset{Name: "now", Title: "The profile as it is now", Profile: s.Sessions.World().Profile}
	profiles := append([]profile.Preset{now}, s.Host.Presets()...)
	return html.With("details", "fold",
		html.Text("summary", "", "Eligibility by profile"),
		html.With("dl", "", app.Range(profiles).Slice(func(i int) app.UI {
			p := profiles[i].Profile
			var why []string
			for _, r := range append(p.Unmet(k.Eligibility), p.OutOfMode(k.Modes)...) {
				why = append(why, r.Message)
			}
			verdict := cmp.Or(strings.Join(why, " "), "Eligible.")
			return html.With("div", "pair", html.Text("dt", "", profiles[i].Title), html.Text("dd", "", verdict))
		})),
	)
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

func files(s *state.Store, c *loader.Candidate) app.UI {
	const most = 300
	var list []string
	for path := range c.Folder().Walk() {
		list = append(list, path)
	}
	shown := list[:min(len(list), most)]
	return html.With("details", "fold",
		html.El("summary").Textf("Files (%d)", len(list)),
		html.With("ul", "rows", app.Range(shown).Slice(func(i int) app.UI {
			path := state.TreePath(c.Path) + "/" + shown[i]
			open := func() { s.Shown.OpenFile(path); html.Focus(html.FileTitle(path)) }
			return html.With("li", "", html.Row(path, false, open, html.Say(shown[i])))
		})),
		html.Left(len(list)-len(shown), ""),
	)
}

// trusting says what it means to come out of an archive, and lets the person trust it (PO-5).
func trusting(s *state.Store, c *loader.Candidate) app.UI {
	known := s.Sessions.World().Origins.Of(c.Path)
	title, why := "Not trusted", "Its programs can read and change every file of the workspace, so every call is asked about, under a warning."
	if !known.AnyForeign() {
		title, why = "Changed by a request", "You did not write all of this skill. A tool of it is asked about at its first use, under full auto, too."
	}
	return html.With("div", "", app.If(len(known) > 0 && c.Source != world.Bundled, func() app.UI {
		return html.El("section").Class("reasons").Aria("label", sight.Show(title)).Body(
			html.Text("h4", "", title),
			app.Range(known.Said()).Slice(func(i int) app.UI { return html.Foreign("p", "", known.Said()[i]) }),
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

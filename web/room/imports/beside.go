package imports

import (
	"fmt"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/core/command"
	"lily/core/sight"
	"lily/core/skill"
	"lily/core/tree"
	"lily/web/html"
	"lily/web/review"
	"lily/web/state"
	"lily/web/words"
)

// beside is the skill that is looked at, with its files.
func (d *Review) beside(r *review.Review) app.UI {
	row, ok := r.Shown()
	return html.With("section", "import-beside", app.If(ok, func() app.UI {
		return &html.Keyed{ID: row.Name, Of: func() app.UI { return d.about(r, row) }}
	}).Else(func() app.UI {
		return html.Text("p", "empty", "Choose a skill to see what it brings.")
	})).ID(besideID).TabIndex(0).Aria("label", "What the skill brings")
}

func (d *Review) about(r *review.Review, row review.Row) app.UI {
	return html.With("div", "",
		html.With("div", "head", html.Foreign("h3", "", row.Name), html.State(row.State),
			html.ButtonFor(row.Name, words.Either(row.Taken, "Leave out", "Take"), "", func() { d.turn(row.Name) }, "small")),
		html.Maybe("p", "hint", words.Either(row.Taken, "", "It is left out, with all of its files. The state is what it would be if all were taken.")),
		html.Text("p", "hint", answer.Number(row.Files, "file")+", "+words.Size(row.Bytes)+costs(r, row.Name)),
		html.When(row.Archive != "", func() app.UI {
			return html.With("p", "", html.Badge("untrusted", "untrusted"), html.Say(" Out of the archive "), html.Name(row.Archive), html.Say(". Its programs ask each time, until you trust it."))
		}),
		html.When(row.Archive == "" && len(row.Whence) > 0, func() app.UI {
			return html.With("p", "", html.Badge("untrusted", "untrusted"), html.Say(" Bytes of it are here already, and are not trusted. "+
				strings.Join(row.Whence, " ")+" Its programs ask each time, until you trust it."))
		}),
		reasons(row.Reasons),
		sentences("Conflicts", clashes(row)),
		sentences("What stays out", row.Needs),
		d.programs(r, row),
		sentences("Hidden characters", hidden(row)),
		findings(row.Findings),
		d.files(r, row),
		d.asOthers(r, row), // these come later, so that nothing below them moves
		d.runs(row),
	)
}

// runs is what each script of the skill wants that the page has not, before anything runs.
func (d *Review) runs(row review.Row) app.UI {
	if len(row.Scripts) == 0 {
		return sentences("", nil)
	}
	seen, head := d.Others.Scripts("import", row.Tree), html.Text("h4", "", "What would run")
	if seen.Making || seen.Err != nil {
		return html.With("section", "", head, html.Waits(seen.Said(), besideID, d.Others.Again(seen.Err))).Aria("label", "What would run")
	}
	rows := make([][]app.UI, 0, len(seen.List))
	for _, s := range seen.List {
		rows = append(rows, []app.UI{html.Name(s.Path), html.Say(sight.Show(s.Said))})
	}
	return html.With("section", "", head, html.Grid("Scripts of the skill", []string{"Script", "In the page it"}, rows)).Aria("label", "What would run")
}

// asOthers names the agents that would not have the skill whole, each with why.
func (d *Review) asOthers(r *review.Review, row review.Row) app.UI {
	of, seen, ok := d.eyes(r, row)
	if seen.Err != nil {
		return html.Waits(seen.Said(seen.Err), besideID, d.Others.Again(seen.Err))
	}
	var list []string
	if !ok || of.Whole() == len(of.States) {
		return sentences("", nil)
	}
	for i, c := range d.Others.Cells(seen, of.Path).List {
		if !c.State.Whole() {
			var said strings.Builder
			said.WriteString(seen.Agents[i].Title + ": " + string(c.State) + ".")
			for _, why := range c.Reasons {
				said.WriteString(" " + why.Text)
			}
			list = append(list, said.String())
		}
	}
	return sentences("Not whole for", list)
}

func costs(r *review.Review, name string) string {
	listed, used := cost(r, name)
	if listed+used == 0 {
		return ""
	}
	return fmt.Sprintf(". About %s tokens in the catalog, %s when it is used.", words.Thousands(listed), words.Thousands(used))
}

func reasons(list []skill.Reason) app.UI {
	return html.With("div", "", app.Range(list).Slice(func(i int) app.UI {
		return html.With("p", "why", html.Say(list[i].Message+" "), html.Topic(list[i].Code))
	}))
}

func clashes(row review.Row) (list []string) {
	if row.Replaces {
		list = append(list, "Replaces the skill of this name that is there.")
	}
	if len(row.Shadows) > 0 {
		list = append(list, "Shadows "+words.List(row.Shadows)+".")
	}
	return list
}

func hidden(row review.Row) []string {
	list := row.Hidden
	if more := row.Unseen - len(list); more > 0 {
		list = append(list[:len(list):len(list)], fmt.Sprintf("And %s.", answer.Number(more, "more place")))
	}
	return list
}

func sentences(title string, list []string) app.UI {
	return html.When(len(list) > 0, func() app.UI {
		return html.With("section", "", html.Text("h4", "", title), html.With("ul", "", app.Range(list).Slice(func(i int) app.UI {
			return html.Foreign("li", "", list[i])
		})))
	})
}

// programs shows the commands of a skill's own tools as they were written, and what else it would run.
func (d *Review) programs(r *review.Review, row review.Row) app.UI {
	var tools []skill.Tool
	if c := r.Plan.Candidate(row.Name); c != nil {
		tools = c.Skill().Tools
	}
	var list []string
	if len(row.Programs) > 0 {
		list = append(list, "It would run "+words.List(row.Programs)+".")
	}
	if n := len(row.Scripts); n > 0 {
		shown := row.Scripts[:min(n, 20)]
		list = append(list, "It has "+answer.Number(n, "script")+": "+words.List(shown)+words.Either(n > len(shown), ", …", "")+".")
	}
	shown := tools[:min(len(tools), html.Chunk)]
	return html.When(len(list)+len(tools) > 0, func() app.UI {
		return html.With("section", "", sentences("Programs", list),
			html.With("dl", "", app.Range(shown).Slice(func(i int) app.UI {
				t := shown[i]
				return html.With("div", "pair tall",
					html.With("dt", "", html.Text("code", "", command.Usage(t.Name, t.Params))),
					html.With("dd", "", html.Text("code", "", sight.Exact(words.Clip(t.Command, 2_000)))),
				)
			})),
			html.Left(len(tools)-len(shown), " tools"),
		)
	})
}

func findings(list []skill.Finding) app.UI {
	line := func(list []skill.Finding) func(i int) app.UI {
		return func(i int) app.UI {
			f := list[i]
			return html.With("li", "", html.Say(fmt.Sprintf("%s:%d:%d %s: %s ", f.File, f.Line, f.Column, f.Severity, f.Message)), html.Topic(f.Code))
		}
	}
	grave, notes := html.Graver(list)
	shown := grave[:min(len(grave), html.Chunk)]
	return html.When(len(list) > 0, func() app.UI {
		return html.With("section", "", html.Text("h4", "", words.Either(len(grave) > 0, html.Weighed(list), "Findings")),
			html.With("ul", "", app.Range(shown).Slice(line(shown))),
			html.Left(len(grave)-len(shown), ""),
			html.FoldNotes(len(notes), line(notes)),
		)
	})
}

// files lists a skill's files, and shows the text of one.
func (d *Review) files(r *review.Review, row review.Row) app.UI {
	var list []string
	for at := range row.Tree.Walk() {
		if list = append(list, at); len(list) == html.Most {
			break
		}
	}
	return html.With("section", "", html.Text("h4", "", "Files"),
		html.With("ul", "rows", app.Range(list).Slice(func(i int) app.UI {
			at := list[i]
			return html.With("li", "", html.Row(row.Name+"/"+at, at == r.File, func() { d.Store.Imports.LookAt(at) }, html.Foreign("code", "", sight.Spell(at))))
		})),
		html.Left(row.Files-len(list), ""),
		fileText(row, r.File),
	)
}

func fileText(row review.Row, at string) app.UI {
	f, ok := row.Tree.File(at)
	return html.When(ok, func() app.UI {
		said, why := textOf(f)
		return &html.Keyed{ID: row.Name + "/" + at, Of: func() app.UI {
			return html.With("div", "",
				html.Foreign("h5", "", sight.Spell(at)),
				app.If(why != "", func() app.UI { return html.Text("p", "hint", why) }).Else(func() app.UI {
					return &html.Code{Source: said, Label: "Text of " + at}
				}),
			)
		}}
	})
}

func textOf(f tree.Blob) (said, why string) {
	said, err := state.TextOf(f)
	switch {
	case err != nil:
		return "", words.Title(words.Endless(err)) + "."
	case !state.Readable(said):
		return "", "It is not text that can be shown."
	case said == "":
		return "", "It is empty."
	}
	return said, ""
}

package html

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/core/loader"
	"lily/core/order"
	"lily/core/skill"
	"lily/web/words"
)

// Most is how many notes of one kind are listed; of a foreign collection there may be
// thousands, and all are in a terminal's `lily check --notes`.
const Most = 200

// Graver returns the findings that say more than a note, and the notes.
func Graver(list []skill.Finding) (grave, notes []skill.Finding) {
	for _, f := range list {
		if f.Severity == skill.Info {
			notes = append(notes, f)
		} else {
			grave = append(grave, f)
		}
	}
	return grave, notes
}

// FoldNotes puts notes, which change nothing, behind their count.
func FoldNotes(n int, note func(i int) app.UI) app.UI {
	return When(n > 0, func() app.UI {
		shown := make([]struct{}, min(n, Most))
		return With("details", "fold",
			Text("summary", "", answer.Number(n, "note")),
			With("ul", "", app.Range(shown).Slice(note)),
			app.If(n > Most, func() app.UI { return El("p").Class("hint").Textf("And %d more.", n-Most) }),
		)
	})
}

// Weighed sums findings up: "2 findings, 14 notes".
func Weighed(list []skill.Finding) string {
	grave, notes := Graver(list)
	var parts []string
	if len(grave) > 0 {
		parts = append(parts, answer.Number(len(grave), "finding"))
	}
	if len(notes) > 0 {
		parts = append(parts, answer.Number(len(notes), "note"))
	}
	return words.List(parts)
}

// RootNotes lists what a root says of folders that are no skill: warnings, and folded
// what is only to be known.
func RootNotes(l *loader.Listing) app.UI {
	notes := slices.Clone(l.Notes)
	order.StableFunc(notes, func(a, b loader.Note) int { return rank(a) - rank(b) })
	grave := 0
	for grave < len(notes) && rank(notes[grave]) == 0 {
		grave++
	}
	rest := notes[grave:]
	shown := notes[:min(grave, Most)]
	return With("div", "",
		With("ul", "", app.Range(shown).Slice(func(i int) app.UI { return rootNote(shown[i]) })),
		app.If(grave > Most, func() app.UI { return El("p").Class("hint").Textf("And %d more.", grave-Most) }),
		FoldNotes(len(rest), func(i int) app.UI { return rootNote(rest[i]) }),
	)
}

func rank(n loader.Note) int {
	if n.Severity == skill.Info {
		return 1
	}
	return 0
}

func rootNote(n loader.Note) app.UI {
	return With("li", "", Text("code", "", n.Path), app.Text(" "+n.Message+" "), Topic(n.Code))
}

// Limit says that a scan left folders out (LD-2), wherever skills are counted.
func Limit(s *loader.Snapshot) app.UI {
	said := s.LeftOut()
	return When(said != "", func() app.UI { return El("p").Class("hint", "limit").Text(said) })
}

// About is the second line of a row: the summary, or why it does not count.
func About(c *loader.Candidate) string {
	if len(c.Reasons) == 0 {
		return c.Brief().Summary
	}
	line := c.Reasons[0].Message
	if n := len(c.Reasons) - 1; n > 0 {
		line += " And " + answer.Number(n, "more reason") + "."
	}
	return line
}

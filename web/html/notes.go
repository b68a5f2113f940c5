package html

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/core/loader"
	"lily/core/skill"
	"lily/web/port"
	"lily/web/suggest"
	"lily/web/words"
)

// State is the badge of a state: its shape and its word.
func State(state loader.State) app.UI {
	return With("span", "state", Mark(state), Say(words.Title(state.Word()))).Class("is-" + string(state))
}

// Badge is a word in a frame; its class tells its colour.
func Badge(class, text string) app.UI { return Text("span", "badge", text).Class("of-" + class) }

// Mark is the shape of a state; the word stands beside it.
func Mark(s loader.State) app.UI { return Icon(string(s)).Class("mark") }

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
	return words.List(append(counted(len(grave), "finding", ""), counted(len(notes), "note", "")...))
}

// counted says nothing of what there is none of.
func counted(n int, what, became string) []string {
	if n == 0 {
		return nil
	}
	return []string{answer.Number(n, what) + became}
}

// RootNotes lists what a root says of folders that are no skill: first what warns.
func RootNotes(l *loader.Listing) app.UI {
	var grave, rest []loader.Note
	for _, n := range l.Notes {
		if n.Severity == skill.Info {
			rest = append(rest, n)
		} else {
			grave = append(grave, n)
		}
	}
	shown := grave[:min(len(grave), Most)]
	return With("div", "",
		With("ul", "", app.Range(shown).Slice(func(i int) app.UI { return rootNote(shown[i]) })),
		app.If(len(grave) > Most, func() app.UI { return El("p").Class("hint").Textf("And %d more.", len(grave)-Most) }),
		FoldNotes(len(rest), func(i int) app.UI { return rootNote(rest[i]) }),
	)
}

func rootNote(n loader.Note) app.UI {
	return With("li", "", Text("code", "", n.Path), Say(" "+n.Message+" "), Topic(n.Code))
}

// Limit says that a scan left folders out (LD-2), wherever skills are counted.
func Limit(s *loader.Snapshot) app.UI { return Maybe("p", "hint limit", s.LeftOut()) }

// About is the second line of a row: the summary, or why it does not count.
func About(c *loader.Candidate) string { return suggest.About(c) }

// ProblemsInWords sums problems up: those that matter, and those that were mended.
func ProblemsInWords(list []port.Problem) string {
	mended, left, emptied := 0, 0, 0
	for _, p := range list {
		switch {
		case p.Info:
			mended++
		case p.Code == "not_judged":
			left++
		case p.Code == "store_emptied":
			emptied++
		}
	}
	said := counted(len(list)-mended-left-emptied, "kept record", " could not be read")
	if emptied > 0 {
		said = append(said, "The browser has thrown away what was kept here, and began anew")
	}
	said = append(said, counted(mended, "kept record", " mended, with nothing lost")...)
	return strings.Join(append(said, counted(left, "skill", " left out, since two starts did not finish while judging")...), "; ")
}

// Problems lists what was kept and cannot be had as it was.
func Problems(list []port.Problem) app.UI {
	return With("ul", "problems", app.Range(list).Slice(func(i int) app.UI {
		p := list[i]
		between, place := words.Either(p.Info, " (info) ", " "), Text("code", "place", p.Place)
		return With("li", "",
			With("p", "", Topic(p.Code), Say(between), place, Say(" "+p.Message)),
			Maybe("p", "hint", p.Do),
		)
	}))
}

// Failure shows an error's first line as a sentence and the rest as a list, and what can be done next.
func Failure(message, code string, next ...app.UI) app.UI {
	lines := strings.Split(message, "\n")
	var details []string
	usage := ""
	for _, l := range lines[1:] {
		if u, ok := strings.CutPrefix(l, "Usage: "); ok {
			usage = u
		} else {
			details = append(details, strings.TrimPrefix(l, "- "))
		}
	}
	return With("div", "failure",
		Text("p", "", answer.Clean(lines[0])),
		app.If(len(details) > 0, func() app.UI {
			return With("ul", "", app.Range(details).Slice(func(i int) app.UI { return Text("li", "", answer.Clean(details[i])) }))
		}),
		app.If(usage != "", func() app.UI { return With("p", "", Say("Usage: "), Text("code", "", answer.Clean(usage))) }),
		With("p", "code-word", Say("Code: "), Topic(code)),
		When(len(next) > 0, func() app.UI { return With("div", "row-of-acts", next...) }),
	).Role("alert")
}

// Topic is a name that the manual explains: a press on it opens its entry (see web/guide).
func Topic(name string) app.UI {
	return Text("button", "topic", name).Attr("type", "button").Attr("data-topic", name).Title("What %s means", name)
}

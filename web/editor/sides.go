package editor

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/core/diff"
	"lily/core/sight"
	"lily/web/drafts"
	"lily/web/html"
)

// conflict shows what someone else made of the text beside what was typed (VF-5).
func (d *Editor) conflict(t *drafts.Draft) app.UI {
	return html.El("section").Class("conflict").Aria("label", "Changed by someone else").Body(
		html.El("p").Class("wrong").Role("alert").Text("Another tab, a tool or a program has changed this text since you began to edit it. What you typed is kept here, and nothing is saved yet. Revert takes theirs."),
		html.With("div", "row-of-acts",
			html.ButtonFor(d.Key, "Save over theirs", "", func() { d.Keep(d.Text) }, "small"),
		),
		sides(t.Text, d.Text),
	)
}

// sides shows two texts side by side, line for line, and only where they differ.
func sides(mine, theirs string) app.UI {
	list, left := diff.Lines(mine, theirs, diff.Most)
	var a, b []diff.Line
	level := func() {
		for len(a) < len(b) {
			a = append(a, diff.Line{Sign: ' '})
		}
		for len(b) < len(a) {
			b = append(b, diff.Line{Sign: ' '})
		}
	}
	for _, l := range list {
		switch l.Sign {
		case '-':
			a = append(a, l)
		case '+':
			b = append(b, l)
		default:
			level()
			a, b = append(a, l), append(b, l)
		}
	}
	level()
	side := func(title string, lines []diff.Line) app.UI {
		return html.With("div", "", html.Text("p", "hint", title),
			html.With("pre", "diff", app.Range(lines).Slice(func(i int) app.UI { return html.DiffRow(lines[i]) })).TabIndex(0).Role("region").Aria("label", sight.Show(title)))
	}
	return html.With("div", "",
		html.With("div", "versions", side("Yours", a), side("Theirs", b)),
		html.When(left > 0, func() app.UI { return html.Text("p", "hint", "And "+answer.Number(left, "more line")+".") }),
	)
}

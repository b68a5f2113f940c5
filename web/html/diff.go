package html

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/web/diff"
	"lily/web/words"
)

// DiffBox shows a comparison, and how much of it is left out.
func DiffBox(list []diff.Line, left int) app.UI {
	return With("div", "",
		El("pre").Class("diff").TabIndex(0).Body(app.Range(list).Slice(func(i int) app.UI { return DiffRow(list[i]) })),
		When(left > 0, func() app.UI { return El("p").Class("hint").Textf("And %s.", answer.Number(left, "more line")) }),
	)
}

// DiffRow is a line with its sign; a reader is told by the element, too.
func DiffRow(l diff.Line) app.UI {
	text := string(l.Sign) + " " + words.Visible(strings.TrimRight(l.Text, "\r\n")) + "\n"
	if ends := strings.TrimSuffix(l.Text, "\n"); l.Sign != ' ' && strings.HasSuffix(ends, "\r") {
		text = string(l.Sign) + " " + words.Visible(ends) + "\n"
	}
	switch l.Sign {
	case '+':
		return Text("ins", "line", text)
	case '-':
		return Text("del", "line", text)
	case '@':
		return El("span").Class("line", "gap").Text("…\n")
	}
	return Text("span", "line", text)
}

package html

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/web/port"
	"lily/web/words"
)

// severity stands between a problem's code and its place.
func severity(p port.Problem) string {
	if p.Info {
		return " (info) "
	}
	return " "
}

// ProblemsInWords sums problems up: those that matter, and those that were mended.
func ProblemsInWords(list []port.Problem) string {
	lost, mended := 0, 0
	for _, p := range list {
		if p.Info {
			mended++
		} else {
			lost++
		}
	}
	var parts []string
	if lost > 0 {
		parts = append(parts, answer.Number(lost, "kept record")+" could not be read")
	}
	if mended > 0 {
		parts = append(parts, answer.Number(mended, "kept record")+" mended, with nothing lost")
	}
	return strings.Join(parts, "; ")
}

// Problems lists what was kept and cannot be had as it was.
func Problems(list []port.Problem) app.UI {
	return With("ul", "problems", app.Range(list).Slice(func(i int) app.UI {
		p := list[i]
		return With("li", "",
			With("p", "", Topic(p.Code), app.Text(severity(p)), Text("code", "place", words.Visible(p.Place)), app.Text(" "+words.Visible(p.Message))),
			When(p.Do != "", func() app.UI { return Text("p", "hint", p.Do) }),
		)
	}))
}

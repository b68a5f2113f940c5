package html

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/core/diff"
	"lily/core/sight"
)

// Sides shows a comparison of two texts side by side where there is room, and else one below the other. A reader is
// told what is gone and what is new by the elements.
func Sides(label string, list []diff.Line, left int) app.UI {
	rows := diff.Pairs(list)
	return With("div", "",
		With("div", "sides", app.Range(rows).Slice(func(i int) app.UI {
			both := rows[i].Was.Sign == ' ' || rows[i].Was.Sign == '@'
			class := "side-row"
			if both {
				class = "side-row both"
			}
			return With("div", class, side("del", rows[i].Was, both), side("ins", rows[i].Is, both))
		})).TabIndex(0).Role("region").Aria("label", sight.Show(label)),
		Maybe("p", "hint", more(left)),
	)
}

func more(left int) string {
	if left == 0 {
		return ""
	}
	return "And " + answer.Number(left, "more line") + "."
}

func side(tag string, l diff.Line, both bool) app.UI {
	switch {
	case l.Sign == 0:
		return Text("span", "side none", "")
	case l.Sign == '@':
		return Text("span", "side gap", "…")
	case both:
		tag = "span"
	}
	line := strings.TrimSuffix(l.Text, "\n")
	if both {
		line = strings.TrimSuffix(line, "\r")
	}
	return Text(tag, "side", string(l.Sign)+" "+sight.Exact(line))
}

package ui

import (
	"strings"

	"lily/core/answer"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// severity stands between a problem's code and its place.
func severity(p Problem) string {
	if p.Info {
		return " (info) "
	}
	return " "
}

// found sums problems up: those that matter, and those that were mended.
func found(list []Problem) string {
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

// problems lists what was kept and cannot be had as it was.
func problems(list []Problem) app.UI {
	return elWith("ul", "problems", app.Range(list).Slice(func(i int) app.UI {
		p := list[i]
		return elWith("li", "",
			elWith("p", "", elText("code", "", p.Code), app.Text(severity(p)), elText("code", "place", visible(p.Place)), app.Text(" "+visible(p.Message))),
			elWith("div", "", app.If(p.Do != "", func() app.UI { return elText("p", "hint", p.Do) })),
		)
	}))
}

// storedBanner warns over everything where the work is not kept, or was found damaged.
// A page that keeps nothing by design says so in its line alone.
func storedBanner(s *Store) app.UI {
	st := s.stored
	memory := st.Why != "" && s.Ports.Storage != nil
	if s.hushed || !memory && len(st.Problems) == 0 {
		return elWith("div", "")
	}
	return el("section").Class("behind", "storage-warning").Aria("label", "Storage").Body(
		elWith("div", "grow",
			elWith("div", "", app.If(memory, func() app.UI {
				return elWith("p", "", elText("strong", "", "In memory only."), app.Text(" "+st.Why+" Export what you want to have after this tab is closed."))
			})),
			elWith("div", "", app.If(len(st.Problems) > 0, func() app.UI {
				return elWith("details", "", elText("summary", "", found(st.Problems)), problems(st.Problems))
			})),
		),
		button("What to do", "What to do: open the storage dialog", func(app.Context) { s.showStorage() }, "main"),
		button("Hide", "Hide this warning", leaving(func() { s.hushed = true; s.changed() })),
	)
}

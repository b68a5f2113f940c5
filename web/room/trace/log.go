package trace

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/event"
	"lily/core/sight"
	"lily/web/html"
)

// joined is a log of lines: exactly [event.Lines] of their events.
func joined(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n") + "\n"
}

// rawLog is a log with what nobody could see escaped, which are the same values.
func rawLog(text string) app.UI {
	return html.With("div", "raw",
		html.With("textarea", "editor").ID("events-raw").Aria("label", "Events as JSON lines").
			Attr("readonly", true).Spellcheck(false).Attr("rows", 24).Attr("value", string(sight.JSON([]byte(text)))),
		html.Text("p", "hint", "Every event of the session, whatever the filters say."),
	)
}

// kindsOf are the types of events that there are, with how many of each, and the one that is chosen.
func kindsOf(list []event.Event, chosen string) []html.Choice {
	tally := map[string]int{}
	for _, e := range list {
		tally[e.Body.Type()]++
	}
	if chosen != "" {
		tally[chosen] += 0
	}
	all := []html.Choice{{Value: allKinds, Label: "All types"}}
	for _, kind := range slices.Sorted(maps.Keys(tally)) {
		all = append(all, html.Choice{Value: kind, Label: fmt.Sprintf("%s (%d)", kind, tally[kind])})
	}
	return all
}

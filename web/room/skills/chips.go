package skills

import (
	"fmt"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/sight"
	"lily/web/html"
)

// chip narrows the list to a kind.
type chip struct {
	kind  kind
	label string
	more  string // what is said beside it, and has no room
}

var chips = []chip{
	{0, "All", ""},
	{excluded, "Excluded", ""},
	{findings, "Findings", ""},
	{untrusted, "Untrusted", ""},
	{bundled, "Bundled", ""},
	{user, "User", ""},
	{workspace, "Workspace", ""},
	{hidden, "Hidden", " from the model"}, // last, and always, since it is worked out later than the rest
}

// filters are the chips of which there is something, and the one that is pressed.
func (p *Pane) filters() app.UI {
	var there []chip
	for _, c := range chips {
		if c.kind == 0 || c.kind == hidden || c.kind == p.chip || p.shelf.many(c.kind) > 0 {
			there = append(there, c)
		}
	}
	p.chips = max(0, min(p.chips, len(there)-1))
	return html.With("div", "chips", app.Range(there).Slice(func(i int) app.UI { return p.filter(there[i], i) })).
		Role("toolbar").Aria("label", "Which skills").OnKeyDown(func(_ app.Context, e app.Event) {
		step := map[string]int{"ArrowRight": 1, "ArrowLeft": -1, "Home": -len(chips), "End": len(chips)}[e.Get("key").String()]
		if step != 0 {
			e.PreventDefault()
			n := app.Window().GetElementByID(chipID(p.chips)).Get("parentNode").Get("children").Get("length").Int()
			p.chips = max(0, min(p.chips+step, n-1))
			html.Focus(chipID(p.chips))
		}
	})
}

func chipID(i int) string { return fmt.Sprintf("skills-chip-%d", i) }

func (p *Pane) filter(c chip, i int) app.UI {
	b := html.With("button", "chip", html.Say(c.label), html.Text("span", "quiet", c.more), html.Text("span", "count", " "+inBrief(p.shelf.many(c.kind)))).
		Attr("type", "button").ID(chipID(i)).Aria("pressed", p.chip == c.kind).
		OnClick(func(app.Context, app.Event) { p.choose(c.kind, i) }, app.EventScope(c.label, i))
	if c.more != "" {
		b.Title("%s", sight.Show(c.label+c.more))
	}
	if i != p.chips {
		b.TabIndex(-1)
	}
	return b
}

// inBrief is a count in few signs: what is said above the list is exact.
func inBrief(n int) string {
	if n < 10_000 {
		return strconv.Itoa(n)
	}
	return strconv.Itoa(n/1000) + "k"
}

// choose shows what is of a kind; the one that is shown already gives way to all.
func (p *Pane) choose(k kind, i int) {
	if p.chip == k {
		k, i = 0, 0
	}
	p.chip, p.chips, p.at = k, i, 0
	p.Store.Shown.Seek("skills/chip", strconv.Itoa(int(k)))
	p.tell()
	html.Focus(chipID(i))
}

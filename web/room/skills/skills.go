// Package skills lists every candidate of the snapshot, problems first.
//
// It promises that a list of ten thousand is as quick as one of ten, that all of it is reached by
// keys from one place for Tab, and that what is done to several can be undone at once. It shows
// no skill: see the room of one.
//
//	&skills.Pane{Store: s, Snapshot: s.Sessions.SnapshotKey()}
package skills

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/core/loader"
	"lily/core/prompt"
	"lily/core/sight"
	"lily/web/html"
	"lily/web/state"
	"lily/web/words"
)

// ListID is the id of the list, which has the focus while its rows are walked.
const ListID = "skills-list"

// Pane lists every candidate. It looks again at another snapshot, not at every event.
type Pane struct {
	app.Compo
	Store    *state.Store
	Snapshot string // names the snapshot
	Catalog  string // its meter
	Selected string
	Held     string // why nothing can be changed
	Off      int    // how many skills the policy switches off

	query string
	first *string // that the field began with
	chip  kind
	chips int // which chip Tab goes to
	picks html.Picks
	at    int
	shelf *shelf
	found []int
	of    string // what was found is of
}

// Render implements [app.Composer].
func (p *Pane) Render() app.UI {
	snap := p.Store.Sessions.Snapshot()
	p.again()
	p.look()
	return html.With("section", "pane skills",
		html.With("div", "head",
			html.Text("h2", "", "Skills").ID("skills-title"),
			html.El("span").Class("tally").Textf("%d of %d available", len(snap.Skills), len(snap.Candidates)),
		),
		html.Text("p", "meter", p.Catalog), // its place is there before it is worked out
		html.Limit(snap),
		html.Find(html.FindSkillID, "Find a skill", p.search).Attr("value", *p.first).OnKeyDown(p.leave).OnFocus(p.ready),
		p.filters(),
		html.When(len(p.found) == 0, func() app.UI { return html.Text("p", "empty", p.empty()) }),
		p.list(),
		p.acts(),
	).ID("skills").Aria("labelledby", "skills-title")
}

// look finds what is to be listed, where that may be something else than before.
func (p *Pane) look() {
	s := p.Store
	catalog := s.Catalog.Now()
	if key := fmt.Sprintf("%s %d %s", s.Sessions.SnapshotKey(), len(s.Sessions.Snapshot().Candidates), catalog.Meter()); p.shelf == nil || p.shelf.of != key {
		p.shelf = newShelf(key, s.Sessions.Snapshot(), catalog)
		if p.picks.Len() > 0 {
			there := p.shelf.paths()
			p.picks.Keep(func(path string) bool { return there[path] })
		}
	}
	if of := fmt.Sprintf("%s %d %s", p.shelf.of, p.chip, p.query); p.of != of {
		p.of, p.found = of, p.shelf.find(p.query, p.chip)
	}
}

// again takes up the search and the chip of before another list was shown.
func (p *Pane) again() {
	if p.first != nil {
		return
	}
	sought := p.Store.Shown.Sought
	p.query = sought["skills"]
	n, _ := strconv.Atoi(sought["skills/chip"])
	first := p.query
	p.chip, p.first = kind(max(n, 0)), &first
}

func (p *Pane) search(query string) {
	p.query, p.at = query, 0
	p.Store.Shown.Seek("skills", query)
	p.tell()
}

// ready has the names and summaries at hand before the first letter is typed.
func (p *Pane) ready(ctx app.Context, _ app.Event) {
	ctx.PreventUpdate()
	if len(p.shelf.list) > 0 {
		p.shelf.name(0)
		p.shelf.summary(0)
	}
}

// tell says how many there are to a reader of the screen.
func (p *Pane) tell() {
	p.look()
	p.Store.Loop.Status = answer.Number(len(p.found), "skill")
}

// leave goes from the search to what it found.
func (p *Pane) leave(ctx app.Context, e app.Event) {
	switch key := e.Get("key").String(); {
	case key == "ArrowDown" && len(p.found) > 0:
		html.Focus(ListID)
	case key == "Enter" && len(p.found) > 0 && !e.Get("isComposing").Bool():
		p.open(p.at, true)
	default:
		ctx.PreventUpdate()
		return
	}
	e.PreventDefault()
}

func (p *Pane) empty() string {
	switch {
	case len(p.shelf.list) == 0:
		return "There are no skills yet. Drop a folder that holds a SKILL.md anywhere on this page, or press Import."
	case p.query == "":
		return "No skill is of this kind any more."
	}
	return "No skill matches “" + p.query + "”."
}

func (p *Pane) list() app.UI {
	return &html.Virtual{
		ID: ListID, Role: "listbox", Label: "Skills", Of: p.of, Count: len(p.found), At: &p.at, Picks: &p.picks,
		Row:  func(i int) app.HTMLElem { return p.row(p.candidate(i)) },
		Says: func(i int) string { return p.candidate(i).Name },
		Name: func(i int) string { return p.candidate(i).Path },
		Open: p.open,
		Told: func() { p.Store.Loop.Status = answer.Number(p.picks.Len(), "skill") + " selected" },
	}
}

func (p *Pane) candidate(i int) *loader.Candidate { return p.shelf.list[p.found[i]] }

func (p *Pane) open(i int, byKey bool) {
	p.Store.Shown.OpenSkill(p.candidate(i))
	if byKey {
		html.Focus(html.SkillID(p.candidate(i).Path))
	}
}

// row is a skill in one line. It is read out from its name on; the style puts the marks before it.
func (p *Pane) row(c *loader.Candidate) app.HTMLElem {
	alias, n := p.Store.Sessions.Snapshot().AliasOf(c), grave(c)
	part := func(class, text string) app.UI {
		return app.If(text != "", func() app.UI { return html.Text("span", class, text) })
	}
	name, said, whole := marks(c, p.query)
	trust := words.Either(c.Untrusted, "untrusted", words.Either(c.Changed(), "changed", ""))
	row := html.With("div", "skill-row",
		html.Marked(c.Name, name).Class("skill-name"),
		html.Text("span", "whence in-"+string(c.Source), string(c.Source)),
		html.Text("span", "quiet", c.State.Word()),
		html.Mark(c.State),
		html.Text("span", "pick", "").Aria("hidden", "true"),
		part("alias", words.Either(alias != "", "/"+alias, "")),
		excerpt(c, said, whole),
		p.costs(c),
		sign("untrusted", "untrusted", "", trust),
		sign("findings", "warning", words.Either(n > 0, fmt.Sprint(n), ""), words.Either(n > 1, "findings", words.Either(n > 0, "finding", ""))),
	).Class("is-"+string(c.State)).Title("%s", sight.Show(html.About(c)))
	if p.Selected == c.Path {
		row.Aria("current", "true")
	}
	return row
}

// excerpt is what a search found in a summary, from a little before on; the room of it where the name has it all.
func excerpt(c *loader.Candidate, at []int, whole bool) app.UI {
	if whole {
		return html.With("bdi", "filler")
	}
	const before = 12
	summary, from := c.Brief().Summary, 0
	if len(at) > 0 && at[0] > before {
		from = at[0] - before
		for from > 0 && summary[from]&0xc0 == 0x80 {
			from--
		}
		if space := strings.IndexByte(summary[from:at[0]], ' '); space >= 0 {
			from += space + 1
		}
	}
	shifted := make([]int, 0, len(at))
	for _, i := range at {
		shifted = append(shifted, i-from)
	}
	return html.Marked(summary[from:], shifted).Class("excerpt")
}

// sign is a shape, and a number where there is one, with its word in a tooltip: the room in a row is the name's.
func sign(class, icon, count, word string) app.UI {
	return app.If(word != "", func() app.UI {
		return html.With("span", "sign of-"+class, html.Icon(icon), html.Say(count), html.Text("span", "quiet", " "+word)).
			Title("%s", strings.TrimSpace(count+" "+word))
	})
}

// costs says what the catalog's budget cost a skill.
func (p *Pane) costs(c *loader.Candidate) app.UI {
	e, ok := p.Store.Catalog.Now().Entry(c.Name)
	switch {
	case !ok || c.State != loader.Available:
	case e.Listing == prompt.Shortened:
		return sign("cut", "more", "", "cut in the catalog")
	case e.Listing == prompt.Dropped:
		return sign("catalog", "hidden", "", "not in the catalog")
	}
	return sign("", "", "", "")
}

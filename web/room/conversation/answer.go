package conversation

import (
	"fmt"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/core/command"
	"lily/core/event"
	"lily/web/desk"
	"lily/web/html"
	"lily/web/markdown"
	"lily/web/words"
)

// What an answer may be long of before it is one line with a way to all of it (UI.md, Conversation).
const (
	answerRows  = 12
	answerBytes = 1500
)

// answered shows what a command said: blocks, or a line where they are long.
func (c *card) answered(seq int, a answer.Answer) app.UI {
	rows, size := extent(a)
	blocks := func() app.UI { return html.With("div", "answer", markdown.Blocks(a)...) }
	if rows <= answerRows && size <= answerBytes {
		return blocks()
	}
	if c.unfolded == nil {
		c.unfolded = map[int]*bool{}
	}
	if c.unfolded[seq] == nil {
		c.unfolded[seq] = new(bool)
	}
	all := html.Text("summary", "", "The whole answer, "+words.Either(rows > 0, answer.Number(rows, "line")+", ", "")+words.Size(int64(size)))
	return html.With("div", "answer",
		html.With("p", "gist", html.Say(gistOf(a)+" "), c.review()),
		html.Fold("fold", c.unfolded[seq], all, blocks))
}

// extent is how many rows an answer has, and how many bytes.
func extent(a answer.Answer) (rows, size int) {
	for _, b := range a {
		rows, size = rows+len(b.Rows), size+len(b.Text)
		for _, row := range b.Rows {
			for _, cell := range row {
				size += len(cell)
			}
		}
	}
	return rows, size
}

// gistOf is an answer in a line: what it says first, or how much of what it lists.
func gistOf(a answer.Answer) string {
	const most = 160 // code points
	for _, b := range a {
		switch {
		case b.Kind == answer.Table && len(b.Columns) > 0:
			return answer.Number(len(b.Rows), "line") + ": " + strings.ToLower(words.List(b.Columns)) + "."
		case b.Text != "":
			line, _, _ := strings.Cut(strings.TrimLeft(b.Text, "# \n"), "\n")
			return words.Clip(answer.Line(line), most)
		case b.Title != "":
			return b.Title + ": " + answer.Number(len(b.Rows), "line") + "."
		}
	}
	return ""
}

// review leads to where what a command said can be looked through.
func (c *card) review() app.UI {
	s := c.Store
	l, is := command.Parse(c.Turn.Input)
	if !is {
		return html.With("span", "")
	}
	act := func(text, label string, do func()) app.UI {
		return html.ButtonFor(c.CompoID(), text, label, do, "small")
	}
	switch l.Name {
	case "skills":
		return act("Review", "Review the skills in their list", func() { s.Shown.List("skills"); html.Focus(html.FindSkillID) })
	case "check_skills", "check":
		return act("Review", "Review the problems", func() { s.Shown.Problems(true) })
	case "reload_skills":
		return act("Review", "Review what the reload changed", func() { s.Shown.Open(desk.Doc{Kind: "compare", Of: c.reloaded()}) })
	}
	return html.With("span", "")
}

// reloaded are the snapshots before and after the turn, as a comparison calls them.
func (c *card) reloaded() string {
	for _, e := range c.Store.Sessions.EventsOf(c.Session) {
		if up, ok := e.Body.(event.SkillCatalogUpdated); ok && e.Seq > c.Turn.Seq {
			return fmt.Sprintf("v%d..v%d", up.Version-1, up.Version)
		}
	}
	return ""
}

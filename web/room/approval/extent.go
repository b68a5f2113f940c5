package approval

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/diff"
	"lily/core/sight"
	"lily/web/html"
	"lily/web/words"
)

// extent is how much of a question is shown at once: in the card so much that its answers stay
// near, in the dialog all of it, piece by piece.
type extent struct {
	words int // of a program, at their head
	tail  int // and at their foot, since what matters may stand there
	boxes     // of words, of files, of arguments and of changes
	files int // of each role
	names int // of the environment, and of arguments
	lines int // of what would change in a file
}

var brief = extent{words: 24, tail: 8, boxes: 3, files: 8, names: 16, lines: diff.Most}

// whole is all of it, after more was asked for so many times.
func whole(more int) extent {
	n := more + 1
	return extent{words: 500 * n, boxes: boxes(20 * n), files: 100 * n, names: 200 * n, lines: 500 * n}
}

// view shows a question within an extent. What it leaves out it counts as it shows the rest, so
// that nothing is left out unsaid (PO-6).
type view struct {
	extent
	left []string // such as 2,940 words
}

// out says in its place that so many are left out.
func (v *view) out(n int, what string) app.UI {
	if n > 0 {
		v.left = append(v.left, number(n, what))
	}
	return html.Maybe("p", "hint", words.Either(n > 0, "And "+number(n, "more "+what)+".", ""))
}

// boxes are texts that may still stand with the numbers of their lines. Words, files and arguments
// have their own, so that none of them takes those of another.
type boxes int

// take takes one, unless there is none left.
func (b *boxes) take() bool {
	*b--
	return *b >= 0
}

// number counts as people read it: 2,940 words.
func number(n int, what string) string {
	return words.Thousands(n) + " " + words.Either(n == 1, what, what+"s")
}

// clipped is the beginning of a text in a line, which says how long it is where that is not all.
func clipped(text string) app.UI {
	short := words.Clip(text, inLine)
	if short == text && !strings.Contains(text, "\n") {
		return html.Text("code", "", sight.Spell(text))
	}
	short = strings.ReplaceAll(short, "\n", "⏎")
	return html.With("span", "", html.Text("code", "", sight.Spell(short)), html.Say(" "+words.Size(int64(len(text)))+" in all."))
}

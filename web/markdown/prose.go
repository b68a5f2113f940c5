package markdown

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/web/html"
)

// The sizes by which a long text is shown, in blocks and in bytes.
const (
	perGroup = 16      // blocks that are looked at together
	maxRest  = 8 << 10 // an unfinished block longer than this is shown as it is written
	slabSize = 2 << 10 // a piece of text that does not change any more
)

// Prose shows a whole text. It is parsed once: a look with the same Source costs a comparison.
type Prose struct {
	app.Compo
	Source string
	Above  outline
}

// Render implements [app.Composer].
func (p *Prose) Render() app.UI {
	list, _ := markdown(p.Source, p.Above)
	return html.With("div", "doc", list...).Attr("dir", "auto")
}

// group shows blocks that stand. Only the last group of a text ever grows, so a look at a long
// text costs its groups and the blocks of one.
type group struct {
	app.Compo
	Source string
	Above  outline

	flow Flow
}

// Render implements [app.Composer].
func (g *group) Render() app.UI {
	g.flow.Grow(g.Source)
	list := []app.UI{}
	from := 0
	for i, to := range append(slices.Clip(g.flow.Cuts), len(g.Source)) {
		if to > from {
			list = append(list, &Prose{Source: g.Source[from:to], Above: g.flow.before(i, g.Above)})
		}
		from = to
	}
	return html.With("div", "blocks", list...)
}

// Flowing shows a text that grows: what stands in groups, and the rest anew.
func Flowing(f *Flow, open bool) []app.UI {
	if !open && f.Defines {
		return []app.UI{&Prose{Source: f.Text}}
	}
	list := []app.UI{}
	from := 0
	for i := 0; i < len(f.Cuts); i += perGroup {
		to := f.Cuts[min(i+perGroup, len(f.Cuts))-1]
		list = append(list, &group{Source: f.Text[from:to], Above: f.before(i, 0)})
		from = to
	}
	if from == len(f.Text) {
		return list
	}
	return append(list, rest(f, f.Text[from:], open))
}

// rest shows what may still change: code and long texts by pieces, so that a look costs what is new.
func rest(f *Flow, text string, open bool) app.UI {
	above := f.before(len(f.Cuts), 0)
	switch {
	case !open:
		return &Prose{Source: text, Above: above}
	case f.InCode():
		_, code, _ := strings.Cut(text, "\n")
		return html.With("div", "doc", codeOf(Slabs(code)...))
	case len(text) > maxRest:
		return html.With("div", "doc", html.With("p", "written", Slabs(text)...))
	}
	return (&Prose{Source: text, Above: above}).Render()
}

// Slabs cuts a text into pieces that stay when it grows, at the end of a line where there is one.
func Slabs(text string) []app.UI {
	list := []app.UI{}
	for whole := true; text != ""; {
		n := slab(text)
		ends := n == len(text) || text[n-1] == '\n'
		list = append(list, html.Text("span", map[bool]string{true: "slab"}[whole && ends], text[:n]))
		text, whole = text[n:], ends
	}
	return list
}

func slab(text string) int {
	if len(text) <= slabSize {
		return len(text)
	}
	if i := strings.IndexByte(text[slabSize:min(len(text), 2*slabSize)], '\n'); i >= 0 {
		return slabSize + i + 1
	}
	if len(text) <= 2*slabSize {
		return len(text)
	}
	n := 2 * slabSize
	for n > slabSize && !utf8.RuneStart(text[n]) {
		n--
	}
	return n
}

package matrix

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/web/desk"
	"lily/web/html"
	"lily/web/state"
)

// place is how far the grid of a document was scrolled, which is there again when the document is.
type place struct{ back bool }

// keep is told of each scroll. One by a person before the grid is back takes the place of that of before.
func (p *place) keep(s *state.Store, of desk.Doc, grid string) func(last bool) (news bool) {
	return func(bool) bool {
		el := app.Window().GetElementByID(grid)
		if !el.Truthy() {
			return false
		}
		if px := el.Get("scrollTop").Int(); px > 0 || p.back {
			p.back = true
			s.Shown.Read(of, px)
		}
		return false
	}
}

// restore goes back, once all rows are judged, which is after the document is shown. Keys go on from what is seen.
func (p *place) restore(s *state.Store, of desk.Doc, grid string, row *int) {
	if px := s.Shown.Scroll[of.String()]; px > 0 && !p.back {
		*row = (px + html.RowHeight - 1) / html.RowHeight
		html.ScrollTo(grid, px)
	}
	p.back = true
}

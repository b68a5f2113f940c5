package e2e

import (
	"fmt"
	"testing"
)

// axeStates checks what the page shows at three widths, light and dark; at the
// narrowest, each of the places, unless something lies over all of them.
func (p *tab) axeStates(state string, places ...string) {
	p.Helper()
	p.everyLook(func(width int64, theme string) {
		at := fmt.Sprintf("%s, %d px, %s", state, width, theme)
		if width > 390 || len(places) == 0 {
			p.axeIn(theme, at)
			return
		}
		for _, place := range places {
			p.place(place)
			p.axeIn(theme, at+", "+place)
		}
	})
}

var everyPlace = []string{"Skills", "Conversation"}

// TestPictures keeps pictures of the page for people to judge.
func TestPictures(t *testing.T) {
	t.Parallel()
	p := wide(t)
	p.bring(shelf)
	p.tell("/reload_skills")
	p.tell("/skill nothing")
	p.tell("/help text_tools")
	p.click("option", "release_notes…")
	p.see("Why it does not count")
	p.everyLook(func(width int64, theme string) {
		name := fmt.Sprintf("page-%d-%s", width, theme)
		if width > 390 {
			p.screenshot(name, width, 900, theme == "dark")
			return
		}
		for _, place := range everyPlace {
			p.size(width, 844)
			p.place(place)
			p.screenshot(name+"-"+place, width, 844, theme == "dark")
		}
	})
}

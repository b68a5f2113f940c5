package markdown

import (
	"math/bits"
	"strings"
)

// outline are the levels of the headings that a place in a text stands below, a bit
// for each. A text may begin with any level and leave some out; a page may not, since
// people who cannot see it go by them.
type outline uint8

// enter is the outline below a heading of a level from 1 to 6, as the text has it.
func (o outline) enter(level int) outline { return o&(1<<level-1) | 1<<level }

// level is the heading's on the page: an h3 at the top, and one more for each below it.
func (o outline) level() int { return min(2+bits.OnesCount8(uint8(o)), 6) }

// through is the outline behind a text that stands in o.
func (o outline) through(text string) outline {
	if !strings.ContainsAny(text, "#=-") {
		return o // no mark of a heading
	}
	_, after := markdown(text, o)
	return after
}

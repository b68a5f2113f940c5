package markdown

import (
	"strings"

	"lily/web/markdown/read"
)

// Flow is a Markdown text that grows, and the headings that its blocks stand below.
type Flow struct {
	read.Flow
	outs []outline // behind each block that stands, as far as it was asked for
}

// Grow takes the text as it is now. One that does not go on from the last is cut anew.
func (f *Flow) Grow(text string) {
	if !strings.HasPrefix(text, f.Text) {
		f.outs = nil
	}
	f.Flow.Grow(text)
}

// before is the outline that a block stands in, where the text stands in another.
func (f *Flow) before(block int, above outline) outline {
	for n := len(f.outs); n < block; n++ {
		from := 0
		if n > 0 {
			from, above = f.Cuts[n-1], f.outs[n-1]
		}
		f.outs = append(f.outs, above.through(f.Text[from:f.Cuts[n]]))
	}
	if block == 0 {
		return above
	}
	return f.outs[block-1]
}

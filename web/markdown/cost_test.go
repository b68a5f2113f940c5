package markdown

import (
	"testing"

	"lily/wasm/costtest"
	"lily/web/markdown/read"
)

// SK-10, for the page: no text costs more than in proportion to its length, at once or while it arrives. TestMarkdownBounds
// has the longest.
func TestShowingCostsNoMoreThanTheLength(t *testing.T) {
	costtest.Texts(t, read.MaxSource/8, func(s string) { nodes(s) })
	costtest.Texts(t, read.MaxSource, func(s string) {
		var f Flow
		for n := 0; n < len(s); n += 4 << 10 {
			f.Grow(s[:n])
		}
	})
}

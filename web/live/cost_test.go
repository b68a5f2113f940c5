package live_test

import (
	"testing"

	"lily/core/model"
	"lily/wasm/costtest"
	"lily/web/live"
)

// SK-10: a reply costs no more than in proportion to its pieces, where it is looked at as it is shown: after many of them.
func TestArrivingCostsNoMoreThanTheLength(t *testing.T) {
	costtest.Linear(t, "pieces of a reply", 500_000, func(n int) func() {
		return func() {
			var l live.Replies
			l.Begin("s")
			for i := range n {
				l.Stream("s", model.Delta{Text: "abc ", Thinking: "d"})
				if i%(n/100) == 0 {
					l.Look("s")
				}
			}
		}
	})
}

package diff

import (
	"strings"
	"testing"

	"lily/wasm/costtest"
)

// SK-10: a comparison costs no more than in proportion to its texts, also where they are long lines of the same beginning.
func TestComparingCostsNoMoreThanTheLength(t *testing.T) {
	for _, lines := range []int{1, 30, 1000, 30_000} {
		costtest.Linear(t, "lines that differ at their ends", 512<<10, func(n int) func() {
			line := strings.Repeat("a", n/lines)
			a, b := strings.Repeat(line+"b\n", lines), strings.Repeat(line+"c\n", lines)
			return func() { Lines(a, b, Most) }
		})
	}
}

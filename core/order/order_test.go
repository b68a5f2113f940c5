package order

import (
	"math/rand"
	"slices"
	"testing"
)

type pair struct{ key, at int }

func byKey(a, b pair) int { return a.key - b.key }

// Equal input gives equal output, whichever of the two sorts: what compares equal stays in
// the order that slices gives it, which no other algorithm would.
func TestAsSlices(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for _, n := range []int{0, 1, 2, 11, 12, 13, 50, 51, 200, 5000} {
		for _, keys := range []int{1, 2, 10, 1 << 30} {
			list := make([]pair, n)
			for i := range list {
				list[i] = pair{r.Intn(keys), i}
			}
			for name, sorts := range map[string][2]func([]pair, func(a, b pair) int){
				"Func": {Func[[]pair], slices.SortFunc[[]pair]}, "StableFunc": {StableFunc[[]pair], slices.SortStableFunc[[]pair]},
			} {
				got, want := slices.Clone(list), slices.Clone(list)
				sorts[0](got, byKey)
				sorts[1](want, byKey)
				if !slices.Equal(got, want) {
					t.Errorf("%s of %d with %d keys: got another order than that of slices", name, n, keys)
				}
			}
		}
	}
}

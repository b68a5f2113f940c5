package shelf

import (
	"fmt"
	"slices"
	"strings"

	"lily/core/answer"
)

// Clash is an edit that was refused, since someone else has changed the same
// meanwhile, and differently.
type Clash struct{ Places []string }

// Error names the places.
func (e *Clash) Error() string {
	list := slices.Clone(e.Places[:min(len(e.Places), 5)])
	for i, p := range list {
		list[i] = answer.Line(p)
	}
	if more := len(e.Places) - len(list); more > 0 {
		list = append(list, fmt.Sprintf("%d more", more))
	}
	return strings.Join(list, ", ") + " was changed in another tab meanwhile; look at it and do it again"
}

package persist

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"lily/core/answer"
	"lily/core/world"
)

// Followed is a world that someone else kept, and the one that was known before.
type Followed struct {
	world.World
	was world.World
}

// With is that world with what mine has changed since the one that was known. Where
// both changed the same, and differently, it is theirs, with a [*Clash].
func (f Followed) With(mine world.World) (world.World, error) {
	next, places := f.Merge(f.was, mine)
	if len(places) > 0 {
		return next, &Clash{places}
	}
	return next, nil
}

// Follow reads the world again that another program may have kept meanwhile.
func (w *Worlds) Follow() (Followed, error) {
	if err := w.look(); err != nil {
		return Followed{}, err
	}
	was, at := w.kept()
	value := w.ref(worldRef)
	if value == nil || bytes.Equal(value, at) {
		return Followed{was, was}, nil
	}
	next, lost, err := w.read(value)
	if err != nil {
		return Followed{}, err
	}
	w.adopt(next, value, len(lost) > 0)
	return Followed{next, was}, nil
}

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

package install

import (
	"errors"

	"lily/core/changes"
	"lily/core/world"
	"lily/web/source"
)

// Compare tells what differs between two sets of skills, as [source.Two] reads them, each judged in a world.
func Compare(w world.World, words, paths []string) (r changes.Review, err error) {
	two, err := source.Two(".", words, paths)
	if err != nil {
		return r, err
	}
	a, err := Side(two.WasName, w, two.Was)
	b, err2 := Side(two.IsName, w, two.Is)
	if err = errors.Join(err, err2); err != nil {
		return r, err
	}
	return changes.Of(a, b), nil
}

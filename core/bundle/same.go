package bundle

import (
	"cmp"
	"errors"
	"slices"

	"lily/core/archive"
	"lily/core/order"
)

// same writes the zip again and compares it to the byte.
func (r *reader) same() error {
	sorted := slices.Clone(r.order)
	order.Func(sorted, func(a, b entry) int { return cmp.Compare(a.name, b.name) })
	var stopped error
	again := &comparer{want: r.data}
	err := archive.Stored(again, func(yield func(string, []byte) bool) {
		for i, e := range sorted {
			if stopped = r.goOn(i, len(sorted)); stopped != nil || !yield(e.name, e.data) {
				return
			}
		}
	})
	switch {
	case stopped != nil:
		return stopped
	case err == errDiffers || again.at != len(r.data):
		return r.differs(again.at)
	case err != nil:
		return wrong(about, "%s", err)
	}
	return nil
}

// comparer is a writer that takes just the bytes that it wants; at is how many it got.
type comparer struct {
	want []byte
	at   int
}

var errDiffers = errors.New("the bytes differ")

func (c *comparer) Write(p []byte) (int, error) {
	n := same(c.want[c.at:], p)
	if c.at += n; n < len(p) {
		return n, errDiffers
	}
	return n, nil
}

func (r *reader) differs(at int) error {
	e := &Error{Offset: at, Message: "the zip is not as Lily writes it: its directory differs"}
	for _, in := range r.order {
		if in.at <= at && at < in.at+headSize+len(in.name)+len(in.data) {
			e.Entry, e.Message = in.name, "the zip is not as Lily writes it: the header of this entry differs"
		}
	}
	return e
}

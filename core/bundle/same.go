package bundle

import (
	"bytes"

	"lily/core/archive"
	"lily/core/tree"
)

// same writes the zip again and compares it to the byte.
func (r *reader) same() error {
	var built tree.Builder
	for _, e := range r.order {
		if err := built.Put(e.name, e.data); err != nil {
			return wrong(e.name, "%s", err)
		}
	}
	var again bytes.Buffer
	if err := archive.Write(&again, built.Tree()); err != nil {
		return wrong(about, "%s", err)
	}
	if bytes.Equal(again.Bytes(), r.data) {
		return nil
	}
	return r.differs(again.Bytes())
}

func (r *reader) differs(want []byte) error {
	at := 0
	for at < min(len(want), len(r.data)) && want[at] == r.data[at] {
		at++
	}
	e := &Error{Offset: at, Message: "the zip is not as Lily writes it: its directory differs"}
	for _, in := range r.order {
		if in.at <= at && at < in.at+headSize+len(in.name)+len(in.data) {
			e.Entry, e.Message = in.name, "the zip is not as Lily writes it: the header of this entry differs"
		}
	}
	return e
}

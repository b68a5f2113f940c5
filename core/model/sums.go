package model

import (
	"bytes"
	"crypto/sha256"
	"hash"
	"slices"

	"lily/core/plain"
	"lily/core/tree"
)

// Sums gives the digests of requests that follow each other in a session. Each begins as the one before it ended, so
// that only what is new is written and summed: else a long session costs as much as the square of its length. The zero
// Sums knows of none, and a nil one remembers nothing.
type Sums struct {
	head []byte
	list []Message
	sum  hash.Cloner // of the head and the list, without an end
}

// Of returns [Request.Digest].
func (s *Sums) Of(r Request) (d tree.Digest) {
	list := r.Messages
	r.Messages = nil
	head, ok := bytes.CutSuffix(plain.JSON(r), []byte("null}"))
	if s == nil || list == nil || !ok || !s.begin(head, list) {
		r.Messages = list
		return r.Digest()
	}
	for i, m := range list[len(s.list):] {
		if len(s.list)+i > 0 {
			s.sum.Write([]byte(","))
		}
		s.sum.Write(plain.JSON(m))
	}
	s.list = list
	end, err := s.sum.Clone()
	if err != nil {
		s.sum, r.Messages = nil, list
		return r.Digest()
	}
	end.Write([]byte("]}\n"))
	end.Sum(d[:0])
	return d
}

// begin goes on from the request before, if this one begins with it, and else anew.
func (s *Sums) begin(head []byte, list []Message) (ok bool) {
	if s.sum != nil && bytes.Equal(s.head, head) && len(s.list) <= len(list) && slices.EqualFunc(s.list, list[:len(s.list)], alike) {
		return true
	}
	s.head, s.list = head, nil
	if s.sum, ok = sha256.New().(hash.Cloner); ok {
		s.sum.Write(append(head, '['))
	}
	return ok
}

// alike compares fast: most texts are the same ones.
func alike(a, b Message) bool {
	return a.Role == b.Role && a.Text == b.Text && a.Skill == b.Skill && a.Context == b.Context && a.Call == b.Call &&
		slices.Equal(a.Calls, b.Calls)
}

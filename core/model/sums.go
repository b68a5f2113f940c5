package model

import (
	"bytes"
	"crypto/sha256"
	"hash"
	"slices"

	"lily/core/plain"
	"lily/core/tree"
)

// Sums gives the digests of requests that follow each other in a session. Each begins as one before it ended, so that
// only what is new is written and summed: else a long session costs as much as the square of its length. What stands
// before the messages changes as a skill is selected, and changes back, so that the last few are known. The zero Sums
// knows of none, and a nil one remembers nothing.
type Sums struct{ runs []run }

// mostRuns is how many beginnings are known.
const mostRuns = 4

// run is what requests that begin alike have in common.
type run struct {
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
	end, err := s.runs[0].goOn(list).Clone()
	if err != nil {
		s.runs, r.Messages = nil, list
		return r.Digest()
	}
	end.Write([]byte("]}\n"))
	end.Sum(d[:0])
	return d
}

// goOn sums what is new.
func (r *run) goOn(list []Message) hash.Cloner {
	for i, m := range list[len(r.list):] {
		if len(r.list)+i > 0 {
			r.sum.Write([]byte(","))
		}
		r.sum.Write(plain.JSON(m))
	}
	r.list = list
	return r.sum
}

// begin puts the run that a request goes on from first, and a new one where there is none.
func (s *Sums) begin(head []byte, list []Message) bool {
	i := slices.IndexFunc(s.runs, func(r run) bool { return bytes.Equal(r.head, head) && r.begins(list) })
	if i >= 0 {
		known := s.runs[i]
		s.runs = slices.Insert(slices.Delete(s.runs, i, i+1), 0, known)
		return true
	}
	sum, ok := sha256.New().(hash.Cloner)
	if ok {
		sum.Write(append(head, '['))
		s.runs = slices.Insert(s.runs[:min(len(s.runs), mostRuns-1)], 0, run{head: head, sum: sum})
	}
	return ok
}

// begins reports whether a list begins with that of the run. One that has grown in place is not looked through.
func (r run) begins(list []Message) bool {
	n := len(r.list)
	return n <= len(list) && (n == 0 || &r.list[0] == &list[0] || slices.EqualFunc(r.list, list[:n], alike))
}

// alike compares fast: most texts are the same ones.
func alike(a, b Message) bool {
	return a.Role == b.Role && a.Text == b.Text && a.Skill == b.Skill && a.Context == b.Context && a.Call == b.Call &&
		slices.Equal(a.Calls, b.Calls)
}

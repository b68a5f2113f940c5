package loader

import (
	"crypto/sha256"
	"slices"

	"lily/core/tree"
)

// run is a stretch of the candidates with the digest of their seals. A reload
// hashes only the runs in which something changed (LD-9): in wasm, hashing
// every seal would take most of its time.
type run struct {
	list   []*Candidate
	digest tree.Digest
}

// runs cuts a list where its seals say so, about every 256 candidates, so that
// an insertion moves no cut but its own. Runs that old has are used again.
func runs(list []*Candidate, old []run) []run {
	var all []run
	for len(list) > 0 {
		n := 1 + slices.IndexFunc(list, func(c *Candidate) bool { return c.seal[0] == 0 })
		if n == 0 {
			n = len(list)
		}
		for len(old) > 0 && old[0].list[0].Name < list[0].Name {
			old = old[1:]
		}
		if len(old) > 0 && slices.Equal(old[0].list, list[:n]) {
			all = append(all, old[0])
		} else {
			h, r := sha256.New(), run{list: list[:n:n]}
			for _, c := range r.list {
				h.Write(c.seal[:])
			}
			h.Sum(r.digest[:0])
			all = append(all, r)
		}
		list = list[n:]
	}
	return all
}

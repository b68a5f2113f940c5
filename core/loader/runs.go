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
		n := 1
		for n < len(list) && list[n-1].seal[0] != 0 {
			n++
		}
		for len(old) > 0 && old[0].list[0].Name < list[0].Name {
			old = old[1:]
		}
		if len(old) > 0 && slices.Equal(old[0].list, list[:n]) {
			all = append(all, old[0])
		} else {
			all = append(all, sum(list[:n:n]))
		}
		list = list[n:]
	}
	return all
}

func sum(list []*Candidate) run {
	h, r := sha256.New(), run{list: list}
	for _, c := range list {
		h.Write(c.seal[:])
	}
	h.Sum(r.digest[:0])
	return r
}

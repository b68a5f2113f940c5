package bundle

import (
	"bytes"
	"encoding/json"
	"errors"

	"lily/core/plain"
	"lily/core/tree"
)

// difference is a request by the one before it in the session, which it mostly repeats: the conversation so far. As
// an entry it is a line of JSON and then the new bytes.
type difference struct {
	Like  tree.Digest `json:"like"`  // the other request
	First int         `json:"first"` // how many of its bytes it begins with
	Last  int         `json:"last"`  // and how many it ends with

	between []byte
}

// differ is the one difference of a request from another that is taken.
func differ(like tree.Digest, before, now []byte) difference {
	first := same(before, now)
	before, rest := before[first:], now[first:]
	last := 0
	for last < min(len(before), len(rest)) && before[len(before)-1-last] == rest[len(rest)-1-last] {
		last++
	}
	return difference{like, first, last, rest[:len(rest)-last]}
}

// same is how many bytes two texts begin with that are the same.
func same(a, b []byte) (n int) {
	const block = 4096 // compared at once
	for n+block <= min(len(a), len(b)) && bytes.Equal(a[n:n+block], b[n:n+block]) {
		n += block
	}
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

func (d difference) encode() []byte {
	return append(append(plain.JSON(d), '\n'), d.between...)
}

func parse(data []byte) (d difference, err error) {
	head, between, _ := bytes.Cut(data, []byte("\n"))
	if err := json.Unmarshal(head, &d); err != nil {
		return d, err
	}
	d.between = between
	if !bytes.Equal(d.encode(), data) {
		return d, errors.New("it is not written as Lily writes it")
	}
	return d, nil
}

// apply makes the request again. Another one than was meant may come of what is damaged: its digest tells.
func (d difference) apply(before []byte) ([]byte, error) {
	if d.First < 0 || d.Last < 0 || d.First > len(before)-d.Last {
		return nil, errors.New("it takes more of the other request than that has")
	}
	now := make([]byte, 0, d.First+len(d.between)+d.Last)
	now = append(append(now, before[:d.First]...), d.between...)
	now = append(now, before[len(before)-d.Last:]...)
	if again := differ(d.Like, before, now); again.First != d.First || again.Last != d.Last {
		return nil, errors.New("it is not written as Lily writes it")
	}
	return now, nil
}

// maxRequests bounds the bytes of all requests once they are made again: a few of difference may stand for millions.
const maxRequests = 4 << 30

// requests makes every request again that is there as a difference, to see that it is what it says.
func (r *reader) requests() error {
	if err := r.parsed(); err != nil {
		return err
	}
	seen := map[tree.Digest]bool{}
	if err := r.remake(func(d tree.Digest, _ []byte) { seen[d] = true }); err != nil {
		return err
	}
	for _, e := range r.order {
		if d, ok := digestOf(asked, e.name); ok && !seen[d] {
			return wrong(e.name, "the entry goes back to no request that is in the bundle")
		}
	}
	return nil
}

// parsed reads the differences, of which no two are from the same request.
func (r *reader) parsed() error {
	r.after = map[tree.Digest]tree.Digest{}
	for _, e := range r.order {
		d, ok := digestOf(asked, e.name)
		if !ok {
			continue
		}
		if r.manifest.Format == firstFormat {
			return wrong(e.name, "a bundle of the format %d has no such entry", firstFormat)
		}
		diff, err := parse(e.data)
		if err != nil {
			return wrong(e.name, "the entry is damaged: %s", err)
		}
		if _, twice := r.after[diff.Like]; twice {
			return wrong(e.name, "the entry is like a request that another one is like")
		}
		r.after[diff.Like], r.differences[d] = d, diff
	}
	return nil
}

// remake gives the requests that are there as differences to take, one after the other.
func (r *reader) remake(take func(tree.Digest, []byte)) error {
	total, n := 0, 0
	for _, e := range r.order {
		at, whole := digestOf(folder, e.name)
		data := e.data
		for d, more := r.after[at]; whole && more; d, more = r.after[at] {
			if err := r.goOn(n, len(r.after)); err != nil {
				return err
			}
			var err error
			if data, err = r.differences[d].apply(data); err != nil {
				return wrong(asked+d.String(), "the entry is damaged: %s", err)
			}
			if got := tree.Sum(data); got != d {
				return wrong(asked+d.String(), "the entry is damaged: the request has the digest %s", got.Short())
			}
			if total += len(data); total > maxRequests {
				return wrong(asked+d.String(), "the requests have more than %d GiB in all", maxRequests>>30)
			}
			take(d, data)
			at, n = d, n+1
		}
	}
	return nil
}

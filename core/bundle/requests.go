package bundle

import (
	"lily/core/tree"
)

// maxRequests is how many bytes the requests of a bundle may have in all, once they
// are made again: a few bytes of difference may stand for millions.
const maxRequests = 4 << 30

// requests makes every request again that is there as a difference, to see that it is
// what it says.
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

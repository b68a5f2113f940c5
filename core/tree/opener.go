package tree

import "fmt"

// opener holds what trees have in common while they are opened.
type opener struct {
	from    Source
	read    func([]Digest) ([][]byte, error) // of folders
	like    *node                            // the root of what is open already
	folders map[Digest]*node
	files   map[Digest]*node
	next    []pending
	said    [][2]*node     // a folder, and what another place says of its size
	twice   bool           // a folder was met again
	lost    map[*node]bool // folders to do without; nil to do without none
}

// pending is a folder that is to be read, and the one at its place that is open
// already, nil for none.
type pending struct{ node, like *node }

// folder returns the one folder of a digest; the first that asks for it has it read,
// unless the one that is open already at its place is the same.
func (o *opener) folder(n, like *node) *node {
	known := o.folders[n.digest]
	switch {
	case known != nil:
		o.twice = true
	case like != nil && like.dir && like.digest == n.digest:
		o.folders[n.digest], known = like, like
	default:
		o.folders[n.digest], o.next = n, append(o.next, pending{n, like})
		return n
	}
	if n.files >= 0 {
		o.said = append(o.said, [2]*node{known, n})
	}
	return known
}

func (o *opener) file(n *node, l *late) *node {
	if known := o.files[n.digest]; known != nil && known.bytes == n.bytes {
		return known
	}
	n.late = l
	o.files[n.digest] = n
	return n
}

// agree reports whether all places say of a folder what it holds.
func (o *opener) agree() error {
	for _, s := range o.said {
		if s[0].files != s[1].files || s[0].bytes != s[1].bytes {
			return fmt.Errorf("%s: %w", s[0].digest.Short(), errFolder)
		}
	}
	return nil
}

// descend reads the folders of one level.
func (o *opener) descend() error {
	level := o.next
	o.next = nil
	digests := make([]Digest, len(level))
	for i, n := range level {
		digests[i] = n.node.digest
	}
	list, err := o.read(digests)
	if err != nil {
		return err
	}
	var lost Lost
	for i, p := range level {
		n := p.node
		if i >= len(list) || list[i] == nil || Sum(list[i]) != n.digest {
			if o.lost == nil {
				lost.Digests = append(lost.Digests, n.digest)
			} else {
				o.lost[n] = true
			}
			continue
		}
		if err := o.fill(p, list[i]); err != nil {
			return fmt.Errorf("%s: %w", n.digest.Short(), err)
		}
	}
	if len(lost.Digests) > 0 {
		return &lost
	}
	return nil
}

// fill gives a folder its entries, whose sizes must be those that it was said to
// have.
func (o *opener) fill(p pending, data []byte) error {
	n := p.node
	kids, err := decode(data)
	if err != nil {
		return err
	}
	files, bytes := 0, int64(0)
	lates := make([]late, 0, leaves(kids))
	for i, k := range kids {
		files, bytes = files+k.files, bytes+k.bytes
		if k.dir {
			kids[i].node = o.folder(k.node, near(p.like, k.name))
		} else {
			lates = append(lates, late{from: o.from})
			kids[i].node = o.file(k.node, &lates[len(lates)-1])
		}
	}
	if n.files < 0 {
		n.files, n.bytes = files, bytes
	}
	if n.files != files || n.bytes != bytes {
		return errFolder
	}
	n.kids = kids
	return nil
}

// near is what a folder has under a name; nil is none.
func near(like *node, name string) *node {
	if like == nil {
		return nil
	}
	return like.kid(name)
}

// leaves counts the files among entries.
func leaves(kids []entry) (n int) {
	for _, k := range kids {
		if !k.dir {
			n++
		}
	}
	return n
}

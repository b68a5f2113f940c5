package loader

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"lily/core/skill"
	"lily/core/tree"
	"lily/core/world"
)

// place is a discovered candidate before it is judged. It lives as long as its
// folder stays what it is, and its SKILL.md is parsed once in that time (LD-9).
type place struct {
	name   string
	source world.Source
	path   string // with a leading slash
	rel    string // path below the root
	folder tree.Tree
	file   tree.Blob   // SKILL.md
	inner  []string    // the paths of every SKILL.md further down
	links  []tree.Skip // in it, that are not followed

	guard   world.Guard
	held    bool     // it is not judged
	verdict *verdict // of the last start, nil for none
	once    sync.Once
	parsed  *skill.Skill
}

func newPlace(l *Listing, name, rel string, folder tree.Tree) *place {
	path := l.Path + "/" + rel
	p := &place{
		name: name, source: l.Source,
		path: path, rel: path[len(path)-len(rel):], folder: folder, inner: below(folder, ""), links: l.linksIn(rel),
	}
	p.file, _ = folder.File(File)
	p.guard, p.held = l.guard, l.guard.Holds(p.file.Digest())
	if !p.file.Here() && !p.held {
		l.fresh = append(l.fresh, p)
	}
	return p
}

func (p *place) skill() *skill.Skill {
	p.once.Do(func() {
		if p.held {
			p.parsed = skill.Held(p.name)
			return
		}
		if data, err := p.file.Bytes(); err != nil {
			p.parsed = skill.Unreadable(p.name)
		} else {
			p.guard.Watch(p.path, p.file.Digest(), func() { p.parsed = skill.Parse(p.name, data) })
		}
	})
	return p.parsed
}

// places is sorted by name, then by path below the root (LD-5).
type places []*place

// again returns the place of a folder that has not changed, and drops what
// comes before it: to be asked in the order of places.
func (k *places) again(l *Listing, name, rel string, folder tree.Tree) *place {
	for ; len(*k) > 0; *k = (*k)[1:] {
		p := (*k)[0]
		order := cmp.Or(strings.Compare(name, p.name), strings.Compare(rel, p.rel))
		if order == 0 && p.folder.Equal(folder) && p.held == l.guard.Holds(p.file.Digest()) && slices.Equal(p.links, l.linksIn(rel)) {
			return p
		} else if order <= 0 {
			return nil
		}
	}
	return nil
}

package intake

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"

	"lily/core/archive"
	"lily/core/tree"
)

// Drop is what was brought: the skills that were found, whatever their target. It is immutable.
type Drop struct {
	found   []Planned // not judged, sorted by name; no two of one
	refused []Refusal
	loose   int
	rests   map[string]tree.Tree // what belongs to no skill, of the drop ("") and of each archive
}

// Empty reports whether there was nothing at all in it.
func (d Drop) Empty() bool { return len(d.found) == 0 && len(d.refused) == 0 && d.loose == 0 }

// Gather finds the skills of a drop, and opens its archives. What the reader of
// the files had to refuse comes along in refused. It may take long: tick is told
// how far it is, and when tick says to stop the Drop is empty; nil is never told.
func Gather(files []File, refused []Refusal, tick tree.Tick) Drop {
	if slices.ContainsFunc(refused, Refusal.limit) {
		return Drop{refused: refused}
	}
	g := gathered{tick: tick, Drop: Drop{refused: slices.Clone(refused)}}
	if !g.take(files) {
		return Drop{}
	}
	if i := slices.IndexFunc(g.refused, Refusal.limit); i >= 0 {
		return Drop{refused: append(slices.Clone(refused), g.refused[i])}
	}
	return g.find()
}

// gathered is a drop after the border: what may enter, as trees.
type gathered struct {
	Drop
	tick     tree.Tick
	tally    Tally
	tree     tree.Tree
	unpacked []Planned // out of archives
}

// take sorts the files, so that their order cannot matter, and takes those
// that may enter a tree (VF-3). It is false when it was stopped.
func (g *gathered) take(files []File) bool {
	all := len(files)
	files = slices.DeleteFunc(slices.Clone(files), func(f File) bool { return LeftOut(f.Path) })
	g.loose = all - len(files)
	sort.Slice(files, func(i, j int) bool {
		a, b := files[i], files[j]
		return cmp.Or(cmp.Compare(a.Path, b.Path), bytes.Compare(a.Data, b.Data)) < 0
	})
	for _, f := range files {
		size := int64(len(f.Data))
		if opened(f.Path) {
			size = 0 // what comes out counts
		}
		if !g.count(f.Path, size) {
			return true
		}
	}
	return g.build(files)
}

func (g *gathered) count(path string, size int64) bool {
	r, over := g.tally.Add(path, size)
	if over {
		g.refused = append(g.refused, r)
	}
	return !over
}

func (g *gathered) build(files []File) bool {
	b := tree.Builder{Tick: func(int, int) bool { return g.tick.GoOn(len(files), len(files)) }}
	for i, f := range files {
		if !g.tick.GoOn(i, len(files)) {
			return false
		}
		switch {
		case i > 0 && files[i-1].Path == f.Path:
			// Two folders of one name brought it. To take one of two such files would mix the
			// folders, so the skill around it is refused by it.
			if !bytes.Equal(files[i-1].Data, f.Data) {
				g.refuse(f.Path, "path_twice", "The drop holds two different files of this path, so its skill is not taken; drop the two folders one after the other.")
			}
		case opened(f.Path):
			if !g.open(f) {
				return false
			}
		default:
			if err := b.Put(f.Path, f.Data); err != nil {
				g.refused = append(g.refused, refusal(f.Path, err))
			}
		}
	}
	var err error
	g.tree, err = b.Sealed()
	return err == nil
}

// open takes an archive whole or not at all. It is false when it was stopped.
func (g *gathered) open(f File) bool {
	if err := tree.Check(f.Path); err != nil {
		g.refused = append(g.refused, refusal(f.Path, err))
		return true
	}
	limits, left := Limits, 0
	limits.Bytes = max(1, Limits.Bytes-g.tally.Bytes)
	var links []tree.Skip
	link := func(s tree.Skip) { links = append(links, s) }
	t, err := archive.Read(f.Data, archive.Options{Limits: limits, Tick: g.tick, Links: link, Skip: func(name string) bool {
		out := LeftOut(name)
		if out && !strings.HasSuffix(name, "/") {
			left++
		}
		return out
	}})
	if errors.Is(err, tree.ErrStopped) {
		return false
	}
	if err != nil {
		g.refused = append(g.refused, unopened(f.Path, err))
		return true
	}
	g.loose += left
	g.tally.Files += t.Files()
	g.tally.Bytes += t.Bytes()
	if g.tally.Files--; g.count(f.Path, 0) { // the archive itself is there already
		g.unpacked = append(g.unpacked, g.archived(f.Path, t, links)...)
	}
	return g.tick.GoOn(1, 1)
}

// unopened says why nothing of an archive is taken; a limit refuses the drop.
func unopened(name string, err error) Refusal {
	if l := new(tree.LimitError); errors.As(err, &l) {
		r, _ := refuseAll(name, l.Code, "in %+q, %s", name, l)
		return r
	}
	code := "refused"
	if e := new(archive.Error); errors.As(err, &e) {
		code = e.Code
	}
	return Refusal{name, code, fmt.Sprintf("Nothing of the archive is taken: %s.", err)}
}

func refusal(at string, err error) Refusal {
	code := "refused"
	if p := new(tree.PathError); errors.As(err, &p) {
		code = p.Code
	}
	return Refusal{at, code, "The " + err.Error() + "."}
}

func sorted(list []Refusal) []Refusal {
	list = append([]Refusal{}, list...)
	sort.Slice(list, func(i, j int) bool {
		a, b := list[i], list[j]
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Code, b.Code), cmp.Compare(a.Message, b.Message)) < 0
	})
	return list
}

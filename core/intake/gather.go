package intake

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"path"
	"slices"
	"sort"
	"strings"

	"lily/core/tree"
)

// Tally counts what a drop brings against [Limits]. The zero Tally is ready.
type Tally struct {
	Files int
	Bytes int64
}

// Add counts a file and reports the limit that it reaches, if it does; then
// the whole drop is to be refused.
func (t *Tally) Add(path string, size int64) (Refusal, bool) {
	t.Files++
	t.Bytes += size
	depth := strings.Count(path, "/") + 1
	switch {
	case t.Files > Limits.Files:
		return refuseAll(path, "too_many_files", "it holds more than %d files", Limits.Files)
	case t.Bytes > Limits.Bytes:
		return refuseAll(path, "too_many_bytes", "its files have more than %d MiB in all", Limits.Bytes>>20)
	case size > Limits.File:
		return refuseAll(path, "file_too_big", "one file has %d bytes, at most %d are taken", size, Limits.File)
	case depth > Limits.Depth:
		return refuseAll(path, "too_deep", "a path has %d parts, at most %d are taken", depth, Limits.Depth)
	}
	return Refusal{}, false
}

func refuseAll(path, code, format string, args ...any) (Refusal, bool) {
	return Refusal{path, code, fmt.Sprintf("Nothing of the drop is taken: "+format+".", args...)}, true
}

// overLimit reports whether something in the list refuses the whole drop.
func overLimit(list []Refusal) bool {
	return slices.ContainsFunc(list, func(r Refusal) bool {
		switch r.Code {
		case "too_many_files", "too_many_bytes", "file_too_big", "too_deep":
			return true
		}
		return false
	})
}

// LeftOut reports whether a file or folder is left out of an import, with all
// that is below it, and so need not be read. Make counts it as loose.
func LeftOut(path string) bool {
	for part := range strings.SplitSeq(path, "/") {
		if part == ".git" || part == "node_modules" || part == ".DS_Store" {
			return true
		}
	}
	return false
}

// gathered is a drop after the border: what may enter, as a tree.
type gathered struct {
	tree    tree.Tree
	refused []Refusal
	loose   int // what is left out
}

// gather sorts the files, so that their order cannot matter, and takes those
// that may enter a tree (VF-3).
func gather(files []File) gathered {
	files = slices.Clone(files)
	sort.Slice(files, func(i, j int) bool {
		a, b := files[i], files[j]
		return cmp.Or(cmp.Compare(a.Path, b.Path), bytes.Compare(a.Data, b.Data)) < 0
	})
	var g gathered
	files = slices.DeleteFunc(files, func(f File) bool {
		left := LeftOut(f.Path)
		if left {
			g.loose++
		}
		return left
	})
	var t Tally
	for _, f := range files {
		if r, over := t.Add(f.Path, int64(len(f.Data))); over {
			g.refused = []Refusal{r}
			return g
		}
	}
	g.build(files)
	return g
}

func (g *gathered) build(files []File) {
	var b tree.Builder
	for i, f := range files {
		if i > 0 && files[i-1].Path == f.Path {
			if !bytes.Equal(files[i-1].Data, f.Data) {
				g.refused = append(g.refused, twice(f.Path))
			}
			continue
		}
		if err := b.Put(f.Path, f.Data); err != nil {
			g.refused = append(g.refused, refusal(f.Path, err))
		}
	}
	g.tree = b.Tree()
}

// twice is a path that two folders of one name brought. Taking one of the two
// files would mix the folders, so the skill around it is refused by it.
func twice(path string) Refusal {
	return Refusal{path, "path_twice", "The drop holds two different files of this path, so its skill is not taken; drop the two folders one after the other."}
}

func refusal(at string, err error) Refusal {
	code := "refused"
	if p := new(tree.PathError); errors.As(err, &p) {
		code = p.Code
	}
	return Refusal{at, code, "The " + err.Error() + "."}
}

func isArchive(name string) bool {
	ext := strings.ToLower(path.Ext(name))
	return ext == ".zip" || ext == ".skill"
}

func sorted(list []Refusal) []Refusal {
	list = append([]Refusal{}, list...)
	sort.Slice(list, func(i, j int) bool {
		a, b := list[i], list[j]
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Code, b.Code), cmp.Compare(a.Message, b.Message)) < 0
	})
	return list
}

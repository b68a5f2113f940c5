package loader

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"lily/core/skill"
	"lily/core/tree"
)

// File is the name a skill's file must have, to the letter (SK-1).
const File = "SKILL.md"

// The bounds of a deep scan (LD-2).
const (
	MaxLevels  = 6
	MaxFolders = 2000
)

// Listing is what one root holds.
type Listing struct {
	Source   Source      `json:"source"`
	Path     string      `json:"path"` // with a leading slash
	Required bool        `json:"required"`
	Scan     Scan        `json:"scan"`
	Present  bool        `json:"present"`
	Digest   tree.Digest `json:"digest"`
	Count    int         `json:"candidates"`
	Notes    []Note      `json:"notes"`

	places []*place // sorted by name, then path
	skips  []tree.Skip
}

// Note is something below a root that is not a candidate, and why.
type Note struct {
	Code     string         `json:"code"`
	Severity skill.Severity `json:"severity"`
	Path     string         `json:"path"`
	Message  string         `json:"message"`
	Clause   string         `json:"clause"`
}

// place is a discovered candidate before it is judged.
type place struct {
	name   string
	source Source
	path   string // with a leading slash
	folder tree.Tree
	digest tree.Digest // of SKILL.md
	skill  func() *skill.Skill
}

func newPlace(source Source, name, path string, folder tree.Tree) *place {
	data, digest, _ := folder.File(File)
	return &place{name, source, path, folder, digest, sync.OnceValue(func() *skill.Skill {
		return skill.Parse(name, data)
	})}
}

// discover lists the candidates of a root. A root that has not changed since
// old gives old itself.
func discover(t tree.Tree, root Root, old *Listing) (*Listing, error) {
	l := &Listing{
		Source: root.Source, Path: "/" + root.Path, Required: root.Required, Scan: root.Scan,
		Notes: []Note{}, skips: root.Skips,
	}
	sub, err := t.At(root.Path)
	if err != nil {
		return l, l.absent(t, root)
	}
	l.Present, l.Digest = true, sub.Digest()
	if l.same(old) {
		return old, nil
	}
	l.skipped()
	if root.Scan == Deep {
		l.deep(sub)
	} else {
		l.children(sub, old)
	}
	l.Count = len(l.places)
	return l, nil
}

func (l *Listing) same(old *Listing) bool {
	return old != nil && old.Present && l.Digest == old.Digest && l.Source == old.Source && l.Path == old.Path &&
		l.Required == old.Required && l.Scan == old.Scan && slices.Equal(l.skips, old.skips)
}

// absent is an error where the root is required, and where a file stands in its place.
func (l *Listing) absent(t tree.Tree, root Root) error {
	if info, err := fs.Stat(t, root.Path); err == nil && !info.IsDir() {
		return &Error{"root_not_a_folder", l.Path}
	}
	if root.Required {
		return &Error{"root_missing", l.Path}
	}
	return nil
}

func (l *Listing) skipped() {
	for _, s := range l.skips {
		l.note(s.Code, skill.Warning, s.Path, "VF-3", "%s", s.Message)
	}
}

func (l *Listing) note(code string, sev skill.Severity, path, clause, format string, args ...any) {
	l.Notes = append(l.Notes, Note{code, sev, l.Path + "/" + path, fmt.Sprintf(format, args...), clause})
}

// children takes the immediate child folders; both they and old's places are
// sorted by name, so one pass finds what can be used again.
func (l *Listing) children(sub tree.Tree, old *Listing) {
	var known []*place
	if old != nil && old.Path == l.Path && old.Scan == l.Scan {
		known = old.places
	}
	for e := range sub.Children() {
		for len(known) > 0 && known[0].name < e.Name {
			known = known[1:]
		}
		switch {
		case !e.Dir:
		case len(known) > 0 && known[0].name == e.Name && known[0].folder.Digest() == e.Digest:
			l.places = append(l.places, known[0])
		case isSkill(e.Sub):
			l.places = append(l.places, newPlace(l.Source, e.Name, l.Path+"/"+e.Name, e.Sub))
		default:
			l.explain(e)
		}
	}
}

func isSkill(folder tree.Tree) bool {
	_, _, ok := folder.File(File)
	return ok
}

// explain notes why a child folder is not a skill.
func (l *Listing) explain(e tree.Entry) {
	for kid := range e.Sub.Children() {
		if strings.EqualFold(kid.Name, File) {
			l.note("misnamed", skill.Warning, e.Name, "SK-1", "The folder holds %q; a skill's file is named exactly %s and is a file.", kid.Name, File)
			return
		}
	}
	for path := range e.Sub.Walk() {
		if strings.HasSuffix(path, "/"+File) {
			l.note("nested", skill.Info, e.Name, "LD-2", "The folder has no %s, but one further down; this root is scanned one level deep.", File)
			return
		}
	}
	l.note("not_a_skill", skill.Info, e.Name, "SK-1", "The folder has no %s.", File)
}

type step struct {
	path  string
	level int
	sub   tree.Tree
}

// deep takes every SKILL.md below, level by level, within the bounds of LD-2.
func (l *Listing) deep(sub tree.Tree) {
	if isSkill(sub) {
		l.note("root_is_a_skill", skill.Warning, File, "SK-1", "A %s directly in the root has no folder to name it.", File)
	}
	left := MaxFolders
	for queue := []step{{sub: sub}}; len(queue) > 0; queue = queue[1:] {
		below, ok := l.level(queue[0], &left)
		if !ok {
			break
		}
		queue = append(queue, below...)
	}
	slices.SortFunc(l.places, func(a, b *place) int {
		return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.path, b.path))
	})
}

// level takes the skills directly below one folder and returns the folders to
// look into next; not ok when the bound on folders is reached.
func (l *Listing) level(at step, left *int) (below []step, ok bool) {
	for e := range at.sub.Children() {
		if !e.Dir || e.Name == ".git" || e.Name == "node_modules" {
			continue
		}
		path := strings.TrimPrefix(at.path+"/"+e.Name, "/")
		switch *left--; {
		case *left < 0:
			l.note("scan_folders", skill.Warning, path, "LD-2", "The scan stopped here: it looks at no more than %d folders.", MaxFolders)
			return nil, false
		case at.level == MaxLevels:
			l.note("scan_depth", skill.Warning, path, "LD-2", "The scan does not go here: it looks no more than %d levels down.", MaxLevels)
		case isSkill(e.Sub):
			l.places = append(l.places, newPlace(l.Source, e.Name, l.Path+"/"+path, e.Sub))
		default:
			below = append(below, step{path, at.level + 1, e.Sub})
		}
	}
	return below, true
}

// Package world is everything that a person edits, as one value: files, profile, policy,
// roots, and which folders are not trusted yet.
//
// It promises that a [World] never changes: an edit makes another one, and whoever holds the
// old one can go back to it. What two have changed at the same time is merged or named
// ([World.Merge]), and what is exported as everything is restored exactly ([World.Export],
// [Restore]). It reads no disk and does not judge skills: that is the loader's.
//
//	w, err := world.New(skills.Files(), persona.Files())
//	w.Tree, err = w.Tree.Put("workspace/notes.txt", []byte("Hello"))
package world

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"lily/core/answer"
	"lily/core/origin"
	"lily/core/policy"
	"lily/core/profile"
	"lily/core/tree"
)

// World is everything a person edits.
type World struct {
	Tree    tree.Tree
	Roots   []Root // lowest precedence first
	Profile profile.Profile
	Policy  policy.Policy
	// Origins say where files came from that the person neither made nor brought along in a
	// folder, and has not trusted yet (PO-5).
	Origins origin.Places
	// Faults are the parts that could not be read when the world was read again, and
	// that are as they were read last (CM-10).
	Faults []Fault
	Guard  Guard
}

// Guard keeps a program from being held up for good by one file that a load cannot be done with.
// Who runs it keeps the guard, not the world's keeper; a session is held to what was not judged.
type Guard struct {
	Held []tree.Digest // of each SKILL.md that is not judged, sorted
	// Judging is told of each SKILL.md before it is judged, by its folder's path, and with none
	// afterwards; nil is nobody. What it does changes nothing.
	Judging func(folder string, file tree.Digest)
}

// Holds reports whether a file is not to be judged.
func (g Guard) Holds(file tree.Digest) bool { return slices.Contains(g.Held, file) }

// Watch tells who asked to be told, before do and after it.
func (g Guard) Watch(folder string, file tree.Digest, do func()) {
	if g.Judging != nil {
		g.Judging(folder, file)
		defer g.Judging("", tree.Digest{})
	}
	do()
}

// New returns the world of a first start (VF-1).
func New(bundled, persona fs.FS) (World, error) {
	w := World{Profile: profile.Empty(), Policy: policy.Default(), Roots: Roots(Children)}
	for path, from := range map[string]fs.FS{"bundled/skills": bundled, "persona": persona} {
		sub, skips, err := tree.Folder{From: from, Dir: "."}.Read()
		if err != nil || len(skips) > 0 {
			return World{}, fmt.Errorf("/%s: %w %v", path, err, skips)
		}
		if w.Tree, err = w.Tree.Graft(path, sub); err != nil {
			return World{}, err
		}
	}
	return w.With("user/skills", tree.Tree{}).With("workspace/skills", tree.Tree{}), nil
}

// With returns the world with the folder at path replaced. The path must be
// one of the program's own: a wrong one panics.
func (w World) With(path string, sub tree.Tree) World {
	next, err := w.Tree.Graft(path, sub)
	if err != nil {
		panic(err)
	}
	w.Tree = next
	return w
}

// Part is a folder of the world in a tree of its own, below its own name, as it
// is exported (VF-7).
func (w World) Part(at string) (tree.Tree, error) {
	sub, err := w.Tree.At(at)
	if err != nil {
		return tree.Tree{}, err
	}
	return tree.Tree{}.Graft(path.Base(at), sub)
}

// Fault is a part of the world that could not be read when the world was read again. That
// part is as it was read last (CM-10).
type Fault struct {
	Part    string `json:"part"`    // [PersonaPart], policy, profile, files, or the path of a root with a leading slash
	Message string `json:"message"` // what is wrong, without its full stop
}

// String is the fault as a person is told of it beside an answer.
func (f Fault) String() string {
	return "Warning: " + answer.Line(f.Message) + "; the session goes on with what it has."
}

// PersonaPart is the one part that no load of skills depends on.
const PersonaPart = "persona"

// Source names a root (LD-1).
type Source string

// The three sources, lowest precedence first.
const (
	Bundled   Source = "bundled"
	User      Source = "user"
	Workspace Source = "workspace"
)

// Scan says how a root is searched (LD-2).
type Scan string

// The two ways to scan.
const (
	Children Scan = "children" // immediate child folders only
	Deep     Scan = "tree"     // every SKILL.md below, within limits
)

// Root is one place that holds skills.
type Root struct {
	Source   Source      `json:"source"`
	Path     string      `json:"path"` // in the tree: "user/skills"
	Required bool        `json:"required"`
	Scan     Scan        `json:"scan"`
	Skips    []tree.Skip `json:"skips,omitempty"` // what the reader of the root could not bring along
}

// Roots returns the three roots of the contract (LD-1), lowest precedence first.
func Roots(scan Scan) []Root {
	return []Root{
		{Source: Bundled, Path: "bundled/skills", Required: true, Scan: scan},
		{Source: User, Path: "user/skills", Scan: scan},
		{Source: Workspace, Path: "workspace/skills", Required: true, Scan: scan},
	}
}

// Merge makes in w what someone else changed from was to mine. What both have changed, and
// differently, is named: with such a clash the world is w as it was.
func (w World) Merge(was, mine World) (next World, clashes []string) {
	next = w
	next.Tree, clashes = tree.Merge(was.Tree, mine.Tree, w.Tree)
	for i, p := range clashes {
		clashes[i] = "/" + p
	}
	if changed(was.Profile, mine.Profile) {
		if next.Profile = mine.Profile; changed(w.Profile, was.Profile) && changed(w.Profile, mine.Profile) {
			clashes = append(clashes, "the profile")
		}
	}
	if changed(was.Policy, mine.Policy) {
		if next.Policy = mine.Policy; changed(w.Policy, was.Policy) && changed(w.Policy, mine.Policy) {
			clashes = append(clashes, "the policy")
		}
	}
	next.Origins = origin.Merge(was.side(), mine.side(), w.side())
	if len(clashes) > 0 {
		return w, clashes
	}
	return next, nil
}

func changed(from, to interface{ Digest() tree.Digest }) bool { return from.Digest() != to.Digest() }

func (w World) side() origin.Side { return origin.Side{Tree: w.Tree, Places: w.Origins} }

// Carry brings what has changed from last to now, as by a tool, into w, which was read again.
// It is not [World.Merge], which refuses what both sides changed: here what was read has the
// last word on each file, and a root that is gone takes along what was written in it.
// Where files came from is known of the world alone, and is as it was.
func (w World) Carry(last tree.Tree, was World) World {
	now := was.Tree
	w.Origins = was.Origins
	if now.Equal(last) {
		return w
	}
	read := w
	for _, c := range tree.Diff(last, now) {
		if read.gone(c.Path) || !same(last, read.Tree, c.Path) {
			continue
		}
		t, err := w.Tree.Remove(c.Path)
		if f, there := now.File(c.Path); there {
			t, err = w.Tree.PutBlob(c.Path, f)
		}
		if err == nil { // else something else is in its place now
			w.Tree = t
		}
	}
	return w
}

// gone reports whether a file is of a root that is not there.
func (w World) gone(path string) bool {
	return slices.ContainsFunc(w.Roots, func(r Root) bool {
		_, err := w.Tree.At(r.Path)
		return err != nil && strings.HasPrefix(path, r.Path+"/")
	})
}

func same(a, b tree.Tree, path string) bool {
	f, inA := a.File(path)
	g, inB := b.File(path)
	return inA == inB && (!inA || f.Digest() == g.Digest())
}

// WithOld returns the world with a folder as an older one has it, or without it where that has none.
func (w World) WithOld(old World, path string) World {
	if sub, err := old.Tree.At(path); err == nil {
		return w.With(path, sub)
	}
	if next, err := w.Tree.Remove(path); err == nil {
		w.Tree = next
	}
	return w
}

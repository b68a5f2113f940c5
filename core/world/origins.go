package world

import (
	"path"
	"slices"
	"strings"

	"lily/core/origin"
	"lily/core/tree"
)

// Foreign are the bytes of a world that are not trusted, and where they came from.
type Foreign map[tree.Digest]origin.Origin

// Foreign are the bytes that are here or were written to the machine, and only where nobody may run them unasked: what the
// person has elsewhere, too, says nothing, nor does a licence or an empty file.
func (w World) Foreign() Foreign {
	if !w.Origins.AnyForeign() {
		return nil
	}
	f, own := Foreign(w.Origins.Left()), []tree.Digest(nil)
	for at, file := range w.Tree.Walk() {
		if plainly(at, file) {
			continue
		}
		if o, ok := w.Origins.Foreign("/" + at); ok {
			f[file.Digest()] = o
		} else {
			own = append(own, file.Digest())
		}
	}
	for _, d := range own {
		delete(f, d)
	}
	return f
}

// of is where bytes came from that are not trusted.
func (f Foreign) of(file tree.Blob) (o origin.Origin, ok bool) {
	if o, ok = f[file.Digest()]; !ok {
		o, ok = f[tree.Digest{}]
	}
	return o, ok
}

// Left is the world after some bytes were written to the machine: those that are not trusted are not
// trusted either when they come from there again, under any name.
func (w World) Left(list []tree.Digest) World {
	f, places := w.Foreign(), []origin.Place(nil)
	for _, d := range list {
		if o, ok := f[d]; ok {
			places = append(places, origin.Place{Path: origin.Bytes(d), Origin: o})
		}
	}
	w.Origins = w.Origins.Put(places...)
	return w
}

// plainly reports whether a file is one that many skills have, and that none runs.
func plainly(at string, f tree.Blob) bool {
	name := strings.ToUpper(path.Base(at))
	return f.Size() == 0 || slices.ContainsFunc([]string{"LICENSE", "LICENCE", "NOTICE", "COPYING"}, func(s string) bool {
		return strings.TrimSuffix(strings.TrimSuffix(name, ".TXT"), ".MD") == s
	})
}

// In is where the first file of a folder came from that is not trusted.
func (f Foreign) In(folder tree.Tree) (origin.Origin, bool) {
	if len(f) == 0 {
		return origin.Origin{}, false
	}
	for _, file := range folder.Walk() {
		if o, ok := f.of(file); ok {
			return o, true
		}
	}
	return origin.Origin{}, false
}

// Copied is the world that was made of another one, where what is a copy of bytes that are
// not trusted is not trusted either, wherever someone put it.
func (w World) Copied(was World) World {
	if was.Tree.Equal(w.Tree) || !was.Origins.AnyForeign() {
		return w
	}
	f, list := was.Foreign(), []origin.Place(nil)
	for _, c := range tree.Diff(was.Tree, w.Tree) {
		if file, there := w.Tree.File(c.Path); there {
			if o, ok := f.of(file); ok {
				list = append(list, origin.Place{Path: "/" + c.Path, Origin: o})
			}
		}
	}
	w.Origins = w.Origins.Put(list...)
	return w
}

// Written is the world that a request made of another one. What it wrote has its origin from then
// on; what is not foreign counts in the folders of skills alone.
func (w World) Written(was World, by origin.Origin) World {
	w = w.Copied(was)
	var list []origin.Place
	for _, c := range tree.Diff(was.Tree, w.Tree) {
		if w.rooted(c.Path) || by.Foreign && c.Op != tree.Removed {
			list = append(list, origin.Place{Path: "/" + w.made(was, c.Path), Origin: by})
		}
	}
	w.Origins = w.Origins.Put(list...)
	return w
}

// made is the outermost folder around a path that was not there, and is none that leads to a root, or
// else the path: a request that makes a folder has made all of it.
func (w World) made(was World, at string) string {
	for i, r := range at {
		if r != '/' || slices.ContainsFunc(w.Roots, func(root Root) bool { return strings.HasPrefix(root.Path+"/", at[:i+1]) }) {
			continue
		}
		if _, err := was.Tree.At(at[:i]); err != nil {
			return at[:i]
		}
	}
	return at
}

// rooted reports whether a path is in a root.
func (w World) rooted(at string) bool {
	return slices.ContainsFunc(w.Roots, func(r Root) bool { return strings.HasPrefix(at, r.Path+"/") })
}

// Trusts forgets where the files of a folder came from: the person has looked at it, and trusts
// it as it is (PO-5). Where it is another one by now, it is refused.
func (w World) Trusts(at string, seen tree.Digest) (World, bool) {
	folder, err := w.Tree.At(strings.TrimPrefix(at, "/"))
	if err != nil || folder.Digest() != seen {
		return w, false
	}
	w.Origins = w.Origins.Clear(w.Tree, at).Back(folder)
	return w, true
}

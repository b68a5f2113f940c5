package main

import (
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"lily/core/loader"
	"lily/core/tree"
	"lily/core/world"
)

// read reads a plot as a root is read. Of what is no Markdown only the names come along:
// no verdict depends on its bytes, and a project may have many.
func (p *plot) read(scan world.Scan) (tree.Tree, []tree.Skip, error) {
	from, err := openRoot(p.dir)
	if err != nil {
		return tree.Tree{}, nil, err
	}
	defer from.close(0)
	f := tree.Folder{From: sparse{from, p.only, scan}, Dir: ".", Places: placesOf(p.dir), Limits: tree.Limits{Bytes: limits.Bytes}}
	t, skips, err := f.Read()
	for base := range p.only {
		if err == nil {
			t, err = p.whole(t, base)
		}
	}
	if err == nil && p.name != "" {
		return p.renamed(t, skips)
	}
	return t, skips, err
}

// whole sees to it that a file that was asked for is there, wherever a link of its name
// leads: the person named it. One that cannot be read is missed by whoever looks for it.
func (p *plot) whole(t tree.Tree, base string) (tree.Tree, error) {
	at := base + "/" + loader.File
	file := filepath.Join(p.dir, base, loader.File)
	info, err := os.Stat(file)
	if _, there := t.File(at); there || err != nil || !info.Mode().IsRegular() || filepath.Base(p.only[base].path) != loader.File {
		return t, nil
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return t, nil
	}
	return t.Put(at, data)
}

// renamed gives the plot's one skill the name of the link that led to it.
func (p *plot) renamed(t tree.Tree, skips []tree.Skip) (tree.Tree, []tree.Skip, error) {
	var named tree.Tree
	for base := range p.only {
		sub, err := t.At(base)
		if err == nil {
			named, err = named.Graft(p.name, sub)
		}
		if err != nil {
			return t, skips, err
		}
		for i := range skips {
			skips[i].Path = p.name + strings.TrimPrefix(skips[i].Path, base)
		}
	}
	return named, skips, nil
}

// sparse is a folder of a disk with what a scan may look at: some of its children, no
// folder that is passed by, and the bytes of Markdown alone.
type sparse struct {
	fs.FS
	only map[string]asked
	scan world.Scan
}

// ReadDir implements [fs.ReadDirFS].
func (s sparse) ReadDir(name string) ([]fs.DirEntry, error) {
	if name == "." && s.only != nil {
		return s.chosen()
	}
	list, err := fs.ReadDir(s.FS, name)
	kept := list[:0]
	for _, e := range list {
		if s.keeps(name, e) {
			kept = append(kept, e)
		}
	}
	return kept, err
}

// chosen lists the skills that were asked for, without the rest of their folder.
func (s sparse) chosen() (list []fs.DirEntry, err error) {
	for _, base := range slices.Sorted(maps.Keys(s.only)) {
		info, err := fs.Stat(s.FS, base)
		if err != nil {
			return nil, err
		}
		list = append(list, fs.FileInfoToDirEntry(info))
	}
	return list, nil
}

func (s sparse) keeps(dir string, e fs.DirEntry) bool {
	if e.IsDir() && loader.Passed(e.Name()) {
		return dir == "." && s.scan == world.Children
	}
	return !s.only[dir].lone || strings.EqualFold(e.Name(), loader.File)
}

// Open implements [fs.FS].
func (s sparse) Open(name string) (fs.File, error) {
	f, err := s.FS.Open(name)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && info.Mode().IsRegular() && !strings.EqualFold(path.Ext(name), ".md") {
		return nameless{f, info}, nil
	}
	return f, err
}

// Stat implements [fs.StatFS].
func (s sparse) Stat(name string) (fs.FileInfo, error) { return fs.Stat(s.FS, name) }

// ReadLink and Lstat implement [fs.ReadLinkFS].
func (s sparse) ReadLink(name string) (string, error) { return fs.ReadLink(s.FS, name) }

// Lstat returns what a name is, without following a link.
func (s sparse) Lstat(name string) (fs.FileInfo, error) { return fs.Lstat(s.FS, name) }

// nameless is a file without its bytes.
type nameless struct {
	fs.File
	fs.FileInfo
}

func (n nameless) Read([]byte) (int, error)   { return 0, io.EOF }
func (n nameless) Stat() (fs.FileInfo, error) { return n, nil }
func (n nameless) Size() int64                { return 0 }

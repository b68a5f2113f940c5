package main

import (
	"os"
	"path/filepath"
	"strings"

	"lily/core/check"
	"lily/core/loader"
	"lily/core/tree"
	"lily/core/world"
	"lily/web/disk"
)

// read reads a target as a root is read. Of what is no Markdown only the names come along:
// no verdict depends on its bytes, and a project may have many.
func (p *target) read(scan world.Scan) (tree.Tree, []tree.Skip, error) {
	from, err := disk.Open(p.dir)
	if err != nil {
		return tree.Tree{}, nil, err
	}
	defer from.Close()
	looked := check.Folder{ReadLinkFS: from, Scan: scan}
	if p.only != nil {
		looked.Only = map[string]bool{}
		for base, a := range p.only {
			looked.Only[base] = a.lone
		}
	}
	f := tree.Folder{From: looked, Dir: ".", Places: disk.Places(p.dir), Limits: tree.Limits{Bytes: limits.Bytes}}
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
func (p *target) whole(t tree.Tree, base string) (tree.Tree, error) {
	at := base + "/" + loader.File
	file := filepath.Join(p.dir, base, loader.File)
	info, err := os.Stat(file)
	_, there := t.File(at)
	if there || err != nil || !info.Mode().IsRegular() || filepath.Base(p.only[base].path) != loader.File {
		return t, nil
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return t, nil
	}
	return t.Put(at, data)
}

// renamed gives the target's one skill the name of the link that led to it.
func (p *target) renamed(t tree.Tree, skips []tree.Skip) (tree.Tree, []tree.Skip, error) {
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

package lint

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"lily/core/check"
	"lily/core/loader"
	"lily/core/tree"
	"lily/web/disk"
)

// target is one root of a check: a folder with all below it, or some of its skills that were asked for one by one.
type target struct {
	dir   string           // where it lies, with no link on the way
	shown string           // the same as the person named it
	name  string           // the skill's own, where it was asked for by a link of another name
	only  map[string]asked // by the name of their folders; nil for all below
	found check.Part

	marked  []bool // by skill: there may be a comment to Lily in it
	ignored int    // folders and files that were passed by
	linked  bool   // there is a link in it
}

type asked struct {
	path string // of the file, as the person named it
	lone bool   // the file alone was asked for, and not its folder
}

// base is the folder on the disk of the skill that has a name here.
func (p *target) base(name string) string {
	for base := range p.only {
		if p.name == name {
			return base
		}
	}
	return name
}

// place is where a path below the target is on the disk.
func (p *target) place(rel string) string {
	name, rest, _ := strings.Cut(rel, "/")
	return filepath.Join(p.dir, p.base(name), filepath.FromSlash(rest))
}

// path is the same as the person would name it.
func (p *target) path(rel string) string {
	name, rest, _ := strings.Cut(rel, "/")
	if a, ok := p.only[p.base(name)]; ok {
		if rest == loader.File {
			return a.path
		}
		return filepath.Join(filepath.Dir(a.path), filepath.FromSlash(rest))
	}
	return filepath.Join(p.shown, filepath.FromSlash(rel))
}

// targets sorts paths into roots. What is no skill is a fault, and costs nothing else.
type targets struct {
	list   []*target
	faults []check.Fault
	texts  map[string][]byte // of files that need not be on the disk
}

func (s *targets) fault(path, code, format string, args ...any) {
	s.faults = append(s.faults, check.Fault{Path: path, Code: code, Message: fmt.Sprintf(format, args...)})
}

func (s *targets) failed(path string, err error) {
	code := "unreadable"
	if errors.Is(err, fs.ErrNotExist) {
		code = "not_found"
	}
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		err = at.Err // the path is said already
	}
	s.fault(path, code, "%v", err)
}

func (s *targets) add(path string) {
	info, err := os.Stat(path)
	switch {
	case s.brought(path):
		s.skill(filepath.Dir(path), asked{path, false})
	case err != nil:
		s.failed(path, err)
	case info.Mode().IsRegular() && strings.EqualFold(filepath.Base(path), loader.File):
		s.skill(filepath.Dir(path), asked{path, true})
	case !info.IsDir():
		s.fault(path, "not_a_skill",
			"this is no skill: check wants a file named %s, a folder with one, or a folder of such folders", loader.File)
	case isSkill(path):
		s.skill(path, asked{filepath.Join(path, loader.File), false})
		s.inside(path)
	default:
		s.folder(path)
	}
}

// inside takes the skills that a project which is a skill itself keeps where people keep them; else its parts (LD-2).
func (s *targets) inside(path string) {
	for _, place := range []string{"skills", ".agents/skills", ".claude/skills"} {
		if at := filepath.Join(path, place); disk.IsDir(at) && holds(at) {
			s.folder(at)
		}
	}
}

func (s *targets) folder(path string) {
	dir, err := disk.Resolve(path)
	if err != nil {
		s.failed(path, err)
		return
	}
	if !slices.ContainsFunc(s.list, func(p *target) bool { return p.only == nil && p.dir == dir }) {
		s.list = append(s.list, &target{dir: dir, shown: path})
	}
}

// brought reports whether the text of a file is given, so that the disk need not have it.
func (s *targets) brought(path string) bool {
	if filepath.Base(path) != loader.File {
		return false
	}
	dir, err := s.resolve(filepath.Dir(path))
	_, ok := s.texts[filepath.Join(dir, loader.File)]
	return err == nil && ok
}

// resolve is [disk.Resolve], also of a folder that is not there for a text that is given.
func (s *targets) resolve(path string) (string, error) {
	dir, err := disk.Resolve(path)
	if full, fault := filepath.Abs(path); err != nil && fault == nil {
		if _, ok := s.texts[filepath.Join(full, loader.File)]; ok {
			return full, nil
		}
	}
	return dir, err
}

// skill takes one skill to those that lie in the same folder, as in a root.
func (s *targets) skill(path string, a asked) {
	dir, err := s.resolve(path)
	full, err2 := filepath.Abs(path)
	if err = errors.Join(err, err2); err != nil {
		s.failed(a.path, err)
		return
	}
	base, name := filepath.Base(dir), filepath.Base(full)
	if err := errors.Join(tree.Check(base), tree.Check(name)); err != nil {
		s.fault(a.path, "not_a_skill", "the folder's name cannot be a skill's: %v", err)
		return
	}
	if base == name {
		name = ""
	}
	around := filepath.Dir(dir)
	i := slices.IndexFunc(s.list, func(p *target) bool { return p.only != nil && p.dir == around && p.name+name == "" })
	if i < 0 { // one under another name is on its own
		i = len(s.list)
		s.list = append(s.list, &target{dir: around, shown: filepath.Join(path, ".."), name: name, only: map[string]asked{}})
	}
	if old, twice := s.list[i].only[base]; !twice || old.lone && !a.lone {
		s.list[i].only[base] = a
	}
}

// isSkill reports whether a folder is a skill, and no root. It compares listed names: a disk that ignores case would open
// any spelling (SK-1). A folder skills that holds more of them is a root with a file too many, as a session sees it (LD-2).
func isSkill(dir string) bool {
	list, _ := os.ReadDir(dir) // what cannot be read is none
	for _, e := range list {
		if e.Name() == loader.File && !disk.IsDir(filepath.Join(dir, e.Name())) {
			return filepath.Base(dir) != "skills" || !holds(dir)
		}
	}
	return false
}

// holds is [loader.Holds] of a folder of the disk, out of which no link leads, whatever changes meanwhile.
func holds(dir string) bool {
	from, err := disk.Open(dir)
	if err != nil {
		return false
	}
	defer from.Close()
	return loader.Holds(from)
}

// read reads a target as a root is read. Of what is no Markdown only the names come along: no verdict needs its bytes.
func (c *checker) read(p *target) (t tree.Tree, skips []tree.Skip, err error) {
	if from, fault := disk.Open(p.dir); fault == nil {
		t, skips, err = c.folder(p, from)
		from.Close() // it was only read
	} else if !c.given(p) {
		return t, nil, fault
	}
	for _, base := range slices.Sorted(maps.Keys(p.only)) {
		if err == nil {
			t, err = p.whole(t, base)
		}
	}
	if err == nil {
		t, err = c.put(p, t)
	}
	if err == nil && p.name != "" {
		return p.renamed(t, skips)
	}
	return t, skips, err
}

func (c *checker) folder(p *target, from *disk.Root) (tree.Tree, []tree.Skip, error) {
	early := from.Ahead(loader.File, loader.Passed)
	defer early.Done()
	looked := check.Folder{ReadLinkFS: early, Scan: c.Scan, Linked: &p.linked}
	if p.only != nil {
		looked.Only = map[string]bool{}
		for base, a := range p.only {
			if _, err := os.Stat(filepath.Join(p.dir, base)); err == nil || c.texts[filepath.Join(p.dir, base, loader.File)] == nil {
				looked.Only[base] = a.lone
			}
		}
	}
	f := tree.Folder{From: looked, Dir: ".", Places: disk.Places(p.dir), Limits: tree.Limits{Bytes: c.Most}}
	if p.only == nil && !c.All {
		f.From = c.passing(p, looked)
	}
	return f.Read()
}

// given reports whether all that was asked for of a target are texts that are given.
func (c *checker) given(p *target) bool {
	for base := range p.only {
		if c.texts[filepath.Join(p.dir, base, loader.File)] == nil {
			return false
		}
	}
	return p.only != nil
}

// put puts the texts that are given in the place of files, and where there are none but one was asked for.
func (c *checker) put(p *target, t tree.Tree) (tree.Tree, error) {
	for _, at := range slices.Sorted(maps.Keys(c.texts)) {
		rel, below := strings.CutPrefix(at, strings.TrimSuffix(p.dir, string(filepath.Separator))+string(filepath.Separator))
		rel = filepath.ToSlash(rel)
		base, rest, _ := strings.Cut(rel, "/")
		_, there := t.File(rel)
		if _, wanted := p.only[base]; !below || !there && (!wanted || rest != loader.File) {
			continue
		}
		next, err := t.Put(rel, c.texts[at])
		if err != nil {
			return t, err
		}
		t = next
	}
	return t, nil
}

// whole sees to it that a file that was asked for is there, wherever a link of its name leads: the person named it.
func (p *target) whole(t tree.Tree, base string) (tree.Tree, error) {
	at := base + "/" + loader.File
	file := filepath.Join(p.dir, base, loader.File)
	info, err := os.Stat(file)
	_, there := t.File(at)
	if there || err != nil || !info.Mode().IsRegular() || filepath.Base(p.only[base].path) != loader.File {
		return t, nil
	}
	if data, err := disk.File(file, check.MostFile); err == nil {
		return t.Put(at, data)
	}
	return t, nil
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

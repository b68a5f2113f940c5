package agents

import (
	"cmp"
	"io/fs"
	"iter"
	"path"
	"slices"
	"strings"
	"sync"

	"lily/core/tree"
)

// Scope is whose a folder of skills is.
type Scope string

// A person's folders, and those of the repository in which an agent is started.
const (
	Project Scope = "project"
	Home    Scope = "home"
)

// Install is an installation: which folders a person has where. The folders "project" and "home" of its tree are the
// repository that an agent is started in, and the person's home.
type Install struct {
	// Breathe is called often while agents look at it, so that others get on meanwhile: it may wait. nil for nobody.
	Breathe func()

	// List gives the entries of a folder the order in which a disk lists them, which is nobody's to rely on. nil for the
	// order of names, as most disks that are new do.
	List func([]tree.Entry)

	tree    tree.Tree
	dropped bool
	place   Look // where the folder that was dropped is; the zero Look for each agent's own
	cwd     string
	at      map[Scope]string
	mu      sync.Mutex
	files   map[string]*File
	lost    map[string]error // what cannot be read, which no agent is shown
	opened  func(Look)       // told of each folder that an agent looks in; nil for nobody
}

// Installed is an installation of a tree with the folders "project" and "home".
func Installed(t tree.Tree) *Install {
	return &Install{tree: t, cwd: ".", files: map[string]*File{}, lost: map[string]error{}, at: map[Scope]string{Project: "/project", Home: "~"}}
}

// AsDropped is a folder of skills as it stands: each agent is taken to have it where most people keep skills for it.
func AsDropped(t tree.Tree) *Install {
	in := Installed(t)
	in.dropped = true
	return in
}

// Placed says where the two folders are on the machine, which stands in catalogs, and returns the installation.
func (in *Install) Placed(project, home string) *Install {
	in.at = map[Scope]string{Project: project, Home: home}
	return in
}

// From says in which folder below the project the agents are started, and returns the installation.
func (in *Install) From(below string) *Install {
	in.cwd = path.Clean(below)
	return in
}

// Up are the folders of the project from the one that agents are started in up to the project itself, which is ".".
func (in *Install) Up() []string {
	list := []string{in.cwd}
	for at := in.cwd; at != "."; list = append(list, at) {
		at = path.Dir(at)
	}
	return list
}

// file returns a file of the tree, read once for all agents.
func (in *Install) file(at string) *File {
	in.mu.Lock()
	defer in.mu.Unlock()
	f, ok := in.files[at]
	if !ok {
		data, err := in.tree.ReadFile(at)
		if err != nil {
			in.lost[at] = err
		}
		f = &File{Path: at, Text: string(data), in: in}
		in.files[at] = f
	}
	return f
}

// missing is a cell of a file that cannot be read. What an agent would make of it nobody knows.
func (in *Install) missing(at string) *Cell {
	return (&Cell{Path: at}).End(Refused, PlaceRule, "Lily could not read this file: "+in.lost[at].Error()+".", 0)
}

// Site is an installation as one agent stands in it.
type Site struct {
	*Install
	usual string
}

// Open returns a folder that an agent looks in, below the project or the home. A folder that is not there is empty.
func (s *Site) Open(scope Scope, folder string) Root {
	if s.opened != nil {
		s.opened(Look{scope, folder})
	}
	r := Root{site: s, Scope: scope, Path: path.Join(s.at[scope], folder)}
	at := path.Join(string(scope), folder)
	if s.dropped {
		if place := cmp.Or(s.place, Look{Project, s.usual}); place != (Look{scope, folder}) {
			return r
		}
		at = "."
	}
	t, err := s.tree.At(at)
	if err != nil {
		return r
	}
	r.tree, r.at, r.Here = t, at, true
	return r
}

// Root is one folder that an agent looks in.
type Root struct {
	Scope Scope
	Path  string // on the machine, as it stands in catalogs
	Here  bool   // whether there is such a folder

	site *Site
	tree tree.Tree
	at   string
}

// Walk says how an agent looks through a folder.
type Walk struct {
	Depth int                    // how deep the folders may be nested, 1 for those right below; 0 without a limit
	Is    func(name string) bool // which files are skills; SKILL.md alone where it is nil
	Enter func(dir string) bool  // whether a folder, by its path below the root, is looked through; all where it is nil
	Top   bool                   // whether a skill may lie in the root itself
	Stop  bool                   // whether nothing is looked for below a folder that has a skill
	Named bool                   // whether the agent takes a folder's entries by name, however the disk lists them
}

// Found is a file that an agent takes for a skill.
type Found struct {
	*File
	Root *Root
	Dir  string // its folder below the root, "." for the root itself
	Base string // the name of its file
}

// Real is the path of the file on the machine.
func (f Found) Real() string { return below(f.Root.Path, below(f.Dir, f.Base)) }

// Folder is the name of the folder that the file is in.
func (f Found) Folder() string {
	if f.Dir == "." {
		return path.Base(f.Root.Path)
	}
	return path.Base(f.Dir)
}

// below is path.Join of paths that are clean already, of which there are as many as cells.
func below(dir, name string) string {
	switch dir {
	case ".":
		return name
	case "/":
		return dir + name
	}
	return dir + "/" + name
}

// Skills looks through the folder, a folder's own files before its folders.
func (r Root) Skills(w Walk) []Found {
	if !r.Here {
		return nil
	}
	if w.Is == nil {
		w.Is = func(name string) bool { return name == "SKILL.md" }
	}
	return (&r).skills(w, r.tree, ".", 0, nil)
}

func (r *Root) skills(w Walk, t tree.Tree, dir string, depth int, list []Found) []Found {
	before := len(list)
	var folders []tree.Entry
	entries := r.Listed(t)
	if w.Named {
		entries = t.Children()
	}
	for e := range entries {
		switch {
		case e.Dir:
			folders = append(folders, e)
		case (depth > 0 || w.Top) && w.Is(e.Name):
			list = append(list, Found{r.site.file(below(r.at, below(dir, e.Name))), r, dir, e.Name})
		}
	}
	if w.Stop && len(list) > before || w.Depth > 0 && depth == w.Depth {
		return list
	}
	list = slices.Grow(list, len(folders))
	for _, e := range folders {
		if at := below(dir, e.Name); w.Enter == nil || w.Enter(at) {
			list = r.skills(w, e.Sub, at, depth+1, list)
		}
	}
	return list
}

// Listed is what is in a folder below, as the disk lists it.
func (r *Root) Listed(t tree.Tree) iter.Seq[tree.Entry] {
	if r.site.List == nil {
		return t.Children()
	}
	list := slices.Collect(t.Children())
	r.site.List(list)
	return slices.Values(list)
}

// Found is the file at a path below the folder, for an agent that looks through its folders in its own way.
func (r *Root) Found(at string) Found {
	return Found{r.site.file(path.Join(r.at, at)), r, path.Dir(at), path.Base(at)}
}

// Tree is what is in the folder.
func (r Root) Tree() tree.Tree { return r.tree }

// Home is the person's home on the machine, which some prompts shorten.
func (r Root) Home() string { return r.site.at[Home] }

// In is a path below the folder as a path in the installation.
func (r Root) In(below string) string { return path.Join(r.at, below) }

// File reads a file of the folder by its path below it, such as an ignore file.
func (r Root) File(at string) (string, bool) {
	if !r.Here {
		return "", false
	}
	data, err := fs.ReadFile(r.tree, at)
	return string(data), err == nil
}

// IsRead reports whether agents read a file, as its path tells. Some read others besides.
func IsRead(at string) bool {
	name := path.Base(at)
	return IsSkill(name) || name == at && path.Ext(name) == ".md" || name[0] == '.' && strings.HasSuffix(name, "ignore") ||
		name == "plugin.json" || strings.HasSuffix(at, "agents/openai.yaml")
}

// IsSkill reports whether a file has the name of a skill in any case: these are the rows of a table.
func IsSkill(name string) bool { return strings.EqualFold(name, "SKILL.md") }

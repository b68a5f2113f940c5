package folder

import (
	"bytes"
	"encoding/json"
	"strings"

	"lily/core/alike"
	"lily/core/intake"
	"lily/core/origin"
	"lily/core/tree"
	"lily/core/world"
	"lily/web/port"
)

// Mounted is a folder whose skills were imported.
type Mounted struct {
	Name, Root string
	Away       bool // it was followed before a reload, and the browser wants to be asked
	Kept       bool // it is remembered for after a reload

	read tree.Tree         // what was read last, as it lies in the world
	from map[string]string // the skills by name, and where each is in the folder
	left []string          // names of those that the person has left out, sorted: they stay out
}

// packed are the places of skills that lie in archives of the folder, in what they are now: what came
// out of one is not trusted, however it came (PO-5).
func (m *Mounted) packed(list []intake.Planned) (places []origin.Place) {
	for _, s := range list {
		was, err := m.read.At(m.Root + "/" + s.Name)
		if s.Archive != "" && (err != nil || !was.Equal(s.Tree)) {
			places = append(places, origin.Place{Path: "/" + m.Root + "/" + s.Name, Origin: origin.Of(s.Archive)})
		}
	}
	return places
}

// placed are skills as they lie in the world, and where each is in the folder.
func (m *Mounted) placed(list []intake.Planned) (tree.Tree, map[string]string) {
	var b tree.Builder
	from, folders := map[string]string{}, map[string]*tree.Tree{}
	for i, s := range list {
		from[s.Name], folders[s.Name] = s.From, &list[i].Tree
	}
	_ = b.Dir(m.Root)                          // a root's path is a good one
	t, _ := b.Tree().GraftAll(m.Root, folders) // nothing else is there
	return t, from
}

// keptMount is what is remembered of a folder: a line of JSON, and then the folders of what was read
// last, packed. The bytes of its files are not needed to tell what has changed.
type keptMount struct {
	Root string            `json:"root"`
	Read tree.Digest       `json:"read"`
	From map[string]string `json:"from"`
	Left []string          `json:"left,omitempty"`
}

// pack returns how to write down the folder as it is now.
func (m *Mounted) pack() func() ([]byte, error) {
	about, read := keptMount{m.Root, m.read.Digest(), m.from, m.left}, m.read
	return func() ([]byte, error) {
		line, err := json.Marshal(about)
		return append(append(line, '\n'), tree.Pack(read)...), err
	}
}

// unpack is a folder as it was remembered; nil where there is none, or it cannot be read.
func unpack(name string, state []byte) *Mounted {
	line, pack, _ := bytes.Cut(state, []byte("\n"))
	var about keptMount
	if json.Unmarshal(line, &about) != nil ||
		about.Root != string(world.User)+"/skills" && about.Root != string(world.Workspace)+"/skills" {
		return nil
	}
	read, err := tree.Unpack(about.Read, pack, unread{})
	if err != nil {
		return nil
	}
	return &Mounted{Name: name, Root: about.Root, read: read, from: about.From, left: about.Left, Kept: true}
}

// unread has no bytes of the files that were read before a reload.
type unread struct{}

// Blobs implements [tree.Source].
func (unread) Blobs(digests []tree.Digest) ([][]byte, error) {
	return make([][]byte, len(digests)), nil
}

// pending is what has changed in the folder's skills here since it was read. What is
// never read of a folder is never written to one either, under no name that some disk takes for
// its own: a file in .git is a program to git. A new file whose name is another one's there is an error: it
// would be written into that.
func (m *Mounted) pending(w tree.Tree) ([]port.DiskChange, error) {
	var list []intake.Planned
	for name := range m.from {
		if t, err := w.At(m.Root + "/" + name); err == nil {
			list = append(list, intake.Planned{Name: name, Tree: t})
		}
	}
	here, _ := m.placed(list)
	if err := m.alone(here); err != nil {
		return nil, err
	}
	var changes []port.DiskChange
	for _, c := range tree.Diff(m.read, here) {
		if intake.LeftOut(c.Path) || intake.LeftOut(strings.ToLower(alike.Path(c.Path))) {
			continue
		}
		d := port.DiskChange{Path: m.there(c.Path), Op: c.Op}
		if f, ok := m.read.File(c.Path); ok {
			d.Was = f.Digest()
		}
		if f, ok := here.File(c.Path); ok {
			data, err := f.Bytes()
			if err != nil {
				return nil, err
			}
			d.Is = append([]byte{}, data...) // never nil, which is no file
		}
		changes = append(changes, d)
	}
	return changes, nil
}

// alone refuses a new file that is on some disks one with another, be that here or in the folder alone.
func (m *Mounted) alone(here tree.Tree) error {
	was := map[string]string{}
	for path := range m.read.Walk() {
		was[alike.Path(path)] = path
	}
	for path := range here.Walk() {
		key := alike.Path(path)
		if old := was[key]; old != "" && old != path {
			if _, known := m.read.File(path); !known {
				return port.Error(tree.Quoted(path, 80) + " and " + tree.Quoted(old, 80) +
					" are one file on many disks; give the new one another name, or rename it in the folder itself")
			}
		}
		was[key] = path
	}
	return nil
}

// there is where a file of the world is in the folder.
func (m *Mounted) there(path string) string {
	name, rest, _ := strings.Cut(strings.TrimPrefix(path, m.Root+"/"), "/")
	return m.from[name] + "/" + rest
}

// here is where a file of the folder is in the world.
func (m *Mounted) here(path string) string {
	for name, at := range m.from {
		if rest, ok := strings.CutPrefix(path, at+"/"); ok {
			return m.Root + "/" + name + "/" + rest
		}
	}
	return ""
}

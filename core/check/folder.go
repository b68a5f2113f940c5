package check

import (
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"lily/core/loader"
	"lily/core/world"
)

// Folder is a folder with what a scan may look at: some of its children, no folder that is
// passed by, and the bytes of Markdown alone. No verdict depends on others.
type Folder struct {
	fs.ReadLinkFS
	Only map[string]bool // the children that are looked at, true for the SKILL.md alone; nil for all
	Scan world.Scan
	// Linked is told where a link was seen; nil is nobody.
	Linked *bool
}

// ReadDir implements [fs.ReadDirFS].
func (s Folder) ReadDir(name string) ([]fs.DirEntry, error) {
	if name == "." && s.Only != nil {
		return s.chosen()
	}
	list, err := fs.ReadDir(s.ReadLinkFS, name)
	if s.Linked != nil && slices.ContainsFunc(list, func(e fs.DirEntry) bool { return e.Type()&fs.ModeSymlink != 0 }) {
		*s.Linked = true
	}
	return slices.DeleteFunc(list, func(e fs.DirEntry) bool {
		if e.IsDir() && loader.Passed(e.Name()) {
			return name != "." || s.Scan != world.Children
		}
		return s.Only[name] && !strings.EqualFold(e.Name(), loader.File)
	}), err
}

// chosen lists the skills that were asked for, without the rest of their folder.
func (s Folder) chosen() (list []fs.DirEntry, err error) {
	for _, base := range slices.Sorted(maps.Keys(s.Only)) {
		info, err := fs.Stat(s.ReadLinkFS, base)
		if err != nil {
			return nil, err
		}
		list = append(list, fs.FileInfoToDirEntry(info))
	}
	return list, nil
}

// MostFile bounds a file whose bytes are looked at, so that a bigger one costs nothing. It is what an import takes.
const MostFile = 16 << 20

// Open implements [fs.FS].
func (s Folder) Open(name string) (fs.File, error) {
	f, err := s.ReadLinkFS.Open(name)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	switch {
	case err != nil || !info.Mode().IsRegular():
		return f, err
	case !strings.EqualFold(path.Ext(name), ".md"):
		return hollow{f, info}, nil
	case info.Size() > MostFile:
		f.Close() // it was not read
		return nil, fmt.Errorf("it has %d bytes, and at most %d are looked at", info.Size(), MostFile)
	}
	return f, nil
}

// hollow is a file without its bytes.
type hollow struct {
	fs.File
	fs.FileInfo
}

func (n hollow) Read([]byte) (int, error)   { return 0, io.EOF }
func (n hollow) Stat() (fs.FileInfo, error) { return n, nil }
func (n hollow) Size() int64                { return 0 }

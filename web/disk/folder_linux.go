package disk

import (
	"bytes"
	"encoding/binary"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// folder is an open folder of a Root. It asks the system itself: package os looks at every entry of a folder that it opened
// within a root, and opens a folder twice, once to list it and once to go into it.
type folder struct {
	fd   int
	from *Root
	path string
}

// folder opens a folder. The last part of its name is no link.
func (r *Root) folder(name string) (*folder, error) {
	root, base, err := r.at("open", name)
	if err != nil {
		return nil, err
	}
	f, err := root.OpenFile(base, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	fd, err := unix.FcntlInt(f.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return &folder{fd, r, name}, nil
}

// enter opens a folder in it, which is no link.
func (f *folder) enter(name string) (*folder, error) {
	at := path.Join(f.path, name)
	fd, err := again(func() (int, error) {
		return unix.Openat(f.fd, name, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	})
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: at, Err: err}
	}
	return &folder{fd, f.from, at}, nil
}

// Close closes the folder.
func (f *folder) Close() { unix.Close(f.fd) } // it was only read

// list is what is in it, sorted by name.
func (f *folder) list() (all []fs.DirEntry, err error) {
	var buf [8 << 10]byte
	for {
		n, err := again(func() (int, error) { return unix.Getdents(f.fd, buf[:]) })
		if err != nil {
			return nil, &fs.PathError{Op: "readdir", Path: f.path, Err: err}
		}
		if n <= 0 {
			break
		}
		all = f.entries(all, buf[:n])
	}
	if all == nil {
		all = []fs.DirEntry{}
	}
	slices.SortFunc(all, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return all, nil
}

// The parts of a record of Getdents: where its length, its kind and its name begin.
const atLength, atKind, atName = 16, 18, 19

func (f *folder) entries(all []fs.DirEntry, buf []byte) []fs.DirEntry {
	for len(buf) > atName {
		size := int(binary.NativeEndian.Uint16(buf[atLength:]))
		if size <= atName || size > len(buf) {
			break
		}
		name, _, _ := bytes.Cut(buf[atName:size], []byte{0})
		if text := string(name); text != "." && text != ".." {
			if mode, ok := f.kind(buf[atKind], text); ok {
				all = append(all, &entry{f, text, mode})
			}
		}
		buf = buf[size:]
	}
	return all
}

var kinds = [...]fs.FileMode{
	unix.DT_REG: 0, unix.DT_DIR: fs.ModeDir, unix.DT_LNK: fs.ModeSymlink, unix.DT_FIFO: fs.ModeNamedPipe,
	unix.DT_SOCK: fs.ModeSocket, unix.DT_BLK: fs.ModeDevice, unix.DT_CHR: fs.ModeDevice | fs.ModeCharDevice,
}

// kind is what an entry is, for which a filesystem that does not say it is asked; false for what is gone again.
func (f *folder) kind(said byte, name string) (fs.FileMode, bool) {
	if said != unix.DT_UNKNOWN && int(said) < len(kinds) {
		return kinds[said], true
	}
	var info unix.Stat_t
	if unix.Fstatat(f.fd, name, &info, unix.AT_SYMLINK_NOFOLLOW) != nil {
		return 0, false
	}
	return kinds[info.Mode&unix.S_IFMT>>12], true // the same numbers
}

// entry is one of a folder, which may be closed again.
type entry struct {
	in   *folder
	name string
	mode fs.FileMode
}

func (e *entry) Name() string               { return e.name }
func (e *entry) IsDir() bool                { return e.mode.IsDir() }
func (e *entry) Type() fs.FileMode          { return e.mode }
func (e *entry) Info() (fs.FileInfo, error) { return e.in.from.Lstat(path.Join(e.in.path, e.name)) }
func (e *entry) String() string             { return fs.FormatDirEntry(e) }

// whole is a file that was read to its end; nil where it is no plain file of few bytes.
func (f *folder) whole(name string) (fs.FileInfo, []byte) {
	fd, err := again(func() (int, error) {
		return unix.Openat(f.fd, name, unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	})
	if err != nil {
		return nil, nil
	}
	defer unix.Close(fd)
	var s unix.Stat_t
	if unix.Fstat(fd, &s) != nil || s.Mode&unix.S_IFMT != unix.S_IFREG || s.Size > mostRead {
		return nil, nil
	}
	text := make([]byte, s.Size+1) // one more, to see that it has not grown
	n, err := again(func() (int, error) { return unix.Read(fd, text) })
	if err != nil || int64(n) != s.Size {
		return nil, nil
	}
	return &info{name, s}, text[:n]
}

// info is what the system says of a file.
type info struct {
	name string
	unix.Stat_t
}

func (i *info) Name() string       { return i.name }
func (i *info) Size() int64        { return i.Stat_t.Size }
func (i *info) Mode() fs.FileMode  { return fs.FileMode(i.Stat_t.Mode) & fs.ModePerm }
func (i *info) ModTime() time.Time { return time.Unix(i.Mtim.Unix()) }
func (i *info) IsDir() bool        { return false }
func (i *info) Sys() any           { return nil }

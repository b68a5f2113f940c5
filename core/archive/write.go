package archive

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"sort"

	"lily/core/tree"
)

// What every entry says: made for Unix by version 2.0, stored, on the first of
// January 1980, with a name in UTF-8.
const (
	version    = 20
	madeBy     = 3<<8 | version
	firstDay   = 1<<5 | 1
	fileModes  = (modeRegular | 0o644) << 16
	folderMode = (modeFolder|0o755)<<16 | dosFolder
)

// Write writes a tree as a zip (VF-7). The same tree always gives the same
// bytes, and [Read] gives the tree of the same digest back, empty folders
// included. It fails when w does, when a file cannot be read, and when the tree
// is too big for a zip without zip64: 65,534 entries, 4 GiB.
func Write(w io.Writer, t tree.Tree) error {
	names := list(nil, t, "")
	if len(names) >= most16 {
		return fmt.Errorf("a zip holds fewer than %d files; got %d", most16, len(names))
	}
	sort.Strings(names)
	z := &writer{w: w}
	for _, name := range names {
		if err := z.entry(t, name); err != nil {
			return err
		}
	}
	return z.finish(len(names))
}

// list appends the paths of files, and of empty folders with a slash.
func list(names []string, t tree.Tree, prefix string) []string {
	for e := range t.Children() {
		at := prefix + e.Name
		if !e.Dir {
			names = append(names, at)
			continue
		}
		before := len(names)
		if names = list(names, e.Sub, at+"/"); len(names) == before {
			names = append(names, at+"/")
		}
	}
	return names
}

// writer counts what it has written and gathers the directory.
type writer struct {
	w         io.Writer
	at        int64
	directory []byte
}

func (z *writer) entry(t tree.Tree, name string) error {
	var data []byte
	attributes := uint32(folderMode)
	if name[len(name)-1] != '/' {
		var err error
		if data, err = t.ReadFile(name); err != nil {
			return err
		}
		attributes = fileModes
	}
	if z.at+int64(len(data)+len(name)) > most32-1<<20 {
		return fmt.Errorf("a zip holds fewer than 4 GiB; %q is more", name)
	}
	common := header(name, data)
	z.directory = binary.LittleEndian.AppendUint32(z.directory, entrySign)
	z.directory = binary.LittleEndian.AppendUint16(z.directory, madeBy)
	z.directory = append(z.directory, common...)
	z.directory = append(z.directory, make([]byte, 6)...) // no comment, first disk, no text
	z.directory = binary.LittleEndian.AppendUint32(z.directory, attributes)
	z.directory = binary.LittleEndian.AppendUint32(z.directory, uint32(z.at))
	z.directory = append(z.directory, name...)
	local := binary.LittleEndian.AppendUint32(nil, localSign)
	return z.put(append(append(local, common...), name...), data)
}

// header is what both headers of an entry have in common.
func header(name string, data []byte) []byte {
	le, size := binary.LittleEndian, uint32(len(data))
	h := le.AppendUint16(nil, version)
	for _, field := range []uint16{flagUTF8, store, 0, firstDay} {
		h = le.AppendUint16(h, field)
	}
	h = le.AppendUint32(h, crc32.ChecksumIEEE(data))
	h = le.AppendUint32(le.AppendUint32(h, size), size)
	return le.AppendUint16(le.AppendUint16(h, uint16(len(name))), 0) // no extra field
}

func (z *writer) put(parts ...[]byte) error {
	for _, p := range parts {
		n, err := z.w.Write(p)
		z.at += int64(n)
		if err != nil {
			return err
		}
	}
	return nil
}

func (z *writer) finish(n int) error {
	if z.at+int64(len(z.directory)) >= most32 {
		return fmt.Errorf("a zip holds fewer than 4 GiB")
	}
	le := binary.LittleEndian
	end := append(append([]byte{}, endSign...), 0, 0, 0, 0) // the first disk of one
	end = le.AppendUint16(le.AppendUint16(end, uint16(n)), uint16(n))
	end = le.AppendUint32(le.AppendUint32(end, uint32(len(z.directory))), uint32(z.at))
	return z.put(z.directory, append(end, 0, 0)) // no comment
}

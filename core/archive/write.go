package archive

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"iter"
	"maps"
	"slices"
	"sort"

	"lily/core/tree"
)

// What every entry says: made for Unix by version 2.0, stored, on the first of January 1980, with a name in UTF-8.
const (
	version    = 20
	version64  = 45 // where there is a zip64 end
	madeBy     = 3<<8 | version
	madeBy64   = 3<<8 | version64
	firstDay   = 1<<5 | 1
	fileModes  = (modeRegular | 0o644) << 16
	folderMode = (modeFolder|0o755)<<16 | dosFolder
)

// Write writes a tree as a zip (VF-7). The same tree always gives the same bytes, and [Read] gives
// the tree of the same digest back, empty folders included. More than 65,534 entries make it a
// zip64. It fails when w does, when a file cannot be read, and from 4 GiB on.
func Write(w io.Writer, t tree.Tree) error { return WriteWith(w, t, nil, nil) }

// WriteWith is [Write] of a tree and of more files by their paths, none of which the tree has, with
// a tick, which is told how many are written; where it ends that, the error is [tree.ErrStopped].
func WriteWith(w io.Writer, t tree.Tree, more map[string][]byte, tick tree.Tick) error {
	names := list(slices.Collect(maps.Keys(more)), t, "")
	sort.Strings(names)
	z := &writer{w: w}
	for i, name := range names {
		data, ok := more[name]
		var err error
		if !ok && !isFolder(name) {
			data, err = t.ReadFile(name)
		}
		if !tick.GoOn(i, len(names)) {
			err = tree.ErrStopped
		}
		if err == nil {
			err = z.entry(name, data)
		}
		if err != nil {
			return err
		}
	}
	return z.finish()
}

// Stored writes files by their paths as [Write] does, in the order in which they come. An empty
// folder's path ends in a slash.
func Stored(w io.Writer, files iter.Seq2[string, []byte]) error {
	z := &writer{w: w}
	for name, data := range files {
		if err := z.entry(name, data); err != nil {
			return err
		}
	}
	return z.finish()
}

func isFolder(name string) bool { return name[len(name)-1] == '/' }

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

type writer struct {
	w         io.Writer
	at        int64
	entries   int
	directory []byte
}

func (z *writer) entry(name string, data []byte) error {
	attributes := uint32(fileModes)
	if isFolder(name) {
		attributes = folderMode
	}
	if z.at+int64(len(data)+len(name)) > most32-1<<20 {
		return fmt.Errorf("a zip holds fewer than 4 GiB; %q is more", name)
	}
	z.entries++
	le, common := binary.LittleEndian, headed(name, data)
	z.directory = append(le.AppendUint16(le.AppendUint32(z.directory, entrySign), madeBy), common...)
	z.directory = append(z.directory, make([]byte, 6)...) // no comment, first disk, no text
	z.directory = append(le.AppendUint32(le.AppendUint32(z.directory, attributes), uint32(z.at)), name...)
	return z.put(append(append(le.AppendUint32(nil, localSign), common...), name...), data)
}

func headed(name string, data []byte) []byte {
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

func (z *writer) finish() error {
	n, size, start := uint64(z.entries), uint64(len(z.directory)), uint64(z.at)
	if start+size >= most32 {
		return fmt.Errorf("a zip holds fewer than 4 GiB")
	}
	le := binary.LittleEndian
	end := append(append(big(n, size, start), endSign...), 0, 0, 0, 0) // the first disk of one
	small := uint16(min(n, most16))
	end = le.AppendUint16(le.AppendUint16(end, small), small)
	end = le.AppendUint32(le.AppendUint32(end, uint32(size)), uint32(start))
	return z.put(z.directory, append(end, 0, 0)) // no comment
}

// big is the end of a zip64, which comes before the other, where that cannot count the entries.
func big(n, size, start uint64) []byte {
	if n < most16 {
		return nil
	}
	le := binary.LittleEndian
	end := le.AppendUint64(append([]byte{}, end64Sign...), end64Size-12)
	end = le.AppendUint16(le.AppendUint16(end, madeBy64), version64)
	end = append(end, make([]byte, 8)...) // the first disk of one
	for _, field := range []uint64{n, n, size, start} {
		end = le.AppendUint64(end, field)
	}
	end = append(append(end, locatorSign...), 0, 0, 0, 0)
	return le.AppendUint32(le.AppendUint64(end, start+size), 1)
}

// Package archive reads and writes zips (VF-6, VF-7).
//
// [Write] promises that the same tree always gives the same bytes: sorted
// entries, a fixed time, nothing compressed. [Read] promises that what it takes
// is a tree of plain files below the limits, and that one entry which is not
// what it should be refuses the whole archive. A symbolic link is read as what it leads
// to in the archive, where the caller asks for that. It trusts no size that an archive
// declares, opens no archive inside of an archive, and leaves no byte of the
// file unexplained: every one belongs to exactly one entry or to the directory,
// so that no other program can see other files in it than Lily does.
//
// Read takes what Write wrote, but for trees whose names are one on some disks ([alike.Key])
// or begin with a drive letter: there those are not what they seem.
//
// The format is that of APPNOTE.TXT 6.3.10. Of its methods the package knows
// Store and Deflate. It keeps no times, no attributes and no comments.
package archive

import "lily/core/tree"

// Ratio bounds how many bytes may come out of one, for an entry and for the
// whole archive, once more than Floor bytes have come out.
const (
	Ratio = 200
	Floor = 1 << 20
)

// Error is why an archive is refused.
type Error struct {
	// Code is one of path_… as [tree.PathError] has them, or not_a_zip,
	// zip_truncated, zip_prepended, zip_stray, zip_overlap, zip_differs, zip64,
	// multi_disk, encrypted, method_unknown, link, not_a_file, name_encoding,
	// name_twice, name_case, wrong_size, wrong_crc, ratio.
	Code string
	Name string // of the entry, as it stands in the archive; empty for the whole
	Why  string
}

// Error says which entry it is, quoted, and what is wrong with it.
func (e *Error) Error() string {
	if e.Name == "" {
		return "the archive " + e.Why
	}
	return "the entry " + tree.Quoted(e.Name, 80) + " " + e.Why
}

func whole(code, why string) error { return &Error{code, "", why} }

func (e *entry) wrong(code, why string) error { return &Error{code, e.name, why} }

// Options say how to read. The zero Options set no limits but those of the ratio.
type Options struct {
	Limits tree.Limits
	// Skip is asked about every entry, by its name as it stands, a folder's with
	// a slash; what it leaves out is not unpacked. Nil leaves out nothing.
	Skip func(name string) bool
	// Links is told of every symbolic link that is not followed, sorted by path (VF-8).
	// Where it is nil, a link refuses the archive.
	Links func(tree.Skip)
	Cased bool      // names may be one on some disks
	Tick  tree.Tick // told how many entries of how many are done; it may be nil
}

// Read gives the files and empty folders of a zip. What is over the limits is a [tree.LimitError],
// all else that is wrong an [Error], and a reading that its tick ended [tree.ErrStopped]. The tree
// shares the bytes of data, which must not be changed afterwards.
func Read(data []byte, o Options) (tree.Tree, error) {
	z := &reader{Options: o, data: data, built: tree.Builder{Limits: o.Limits}}
	z.built.Tick = func(int, int) bool { return z.goOn() }
	for _, step := range []func() error{z.end, z.directory, z.names, z.tile, z.content} {
		if err := step(); err != nil {
			return tree.Tree{}, err
		}
	}
	var left []tree.Skip
	for _, e := range z.entries {
		if e.left {
			left = append(left, tree.Skip{Path: e.bare})
		}
	}
	for _, s := range z.built.Follow(nil, left) { // once all that links may lead to is there
		z.Links(s)
	}
	return z.built.Sealed()
}

type reader struct {
	Options
	data []byte

	start, stop uint64 // of the central directory
	count       uint64 // entries in it
	entries     []*entry
	built       tree.Builder
	done        int   // entries that are unpacked
	out         int64 // bytes so far
}

type entry struct {
	header
	bare       string // the name without the slash of a folder
	dir        bool
	host       byte   // the system that packed it
	at         uint64 // of its local header
	extra      []byte // fields in the directory
	attributes uint32
	left       bool // out
	link       bool
	body       []byte // packed
}

// The flags that matter, and those that both headers have to agree on.
const (
	flagEncrypted  = 1 << 0
	flagDescriptor = 1 << 3
	flagPatch      = 1 << 5
	flagStrong     = 1 << 6
	flagUTF8       = 1 << 11
	flagMasked     = 1 << 13
	flagsEqual     = flagEncrypted | flagDescriptor | flagPatch | flagStrong | flagUTF8 | flagMasked
)

const (
	store   = 0
	deflate = 8

	// The values that stand for “see the zip64 field”.
	most16 = 1<<16 - 1
	most32 = 1<<32 - 1
)

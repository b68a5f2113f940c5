package archive

import (
	"cmp"
	"path"
	"strings"
	"unicode/utf8"

	"lily/core/alike"
	"lily/core/tree"
)

// names checks what every entry says of itself, before anything is unpacked.
func (z *reader) names() error {
	seen := make(map[string]seen, len(z.entries))
	for i, e := range z.entries {
		if i%256 == 255 && !z.goOn() {
			return tree.ErrStopped
		}
		if err := cmp.Or(e.readable(), e.named(), e.single(e.extra), z.plain(e)); err != nil {
			return err
		}
		if err := e.alone(seen, z.Cased); err != nil {
			return err
		}
	}
	return nil
}

func (e *entry) readable() error {
	switch {
	case e.flags&(flagEncrypted|flagStrong|flagMasked) != 0:
		return e.wrong("encrypted", "is encrypted")
	case e.flags&flagPatch != 0:
		return e.wrong("method_unknown", "is a patch for another file")
	case e.method != store && e.method != deflate:
		return e.wrong("method_unknown", "is packed in a way that is not known here; only Store and Deflate are")
	}
	return nil
}

// The systems whose names are bytes, which are UTF-8 nowadays (APPNOTE 4.4.2.2).
const (
	unix   = 3
	darwin = 19
)

// legible reports whether it is known which letters the name has. Without the mark of
// UTF-8 they are of some code page, unless the archive was packed where names are
// bytes: macOS does not set the mark.
func (e *entry) legible() bool {
	others := strings.ContainsFunc(e.name, func(r rune) bool { return r >= utf8.RuneSelf })
	return !others || e.flags&flagUTF8 != 0 || (e.host == unix || e.host == darwin) && utf8.ValidString(e.name)
}

// named checks the name (VF-3); what ends in a slash is a folder.
func (e *entry) named() error {
	if !e.legible() {
		return e.wrong("name_encoding", "has a name that is not marked as UTF-8, so that its letters could only be guessed; pack it anew with another program")
	}
	e.bare, e.dir = strings.CutSuffix(e.name, "/")
	if p, ok := tree.Check(e.bare).(*tree.PathError); ok {
		return e.wrong(p.Code, p.Why)
	}
	if len(e.bare) > 1 && e.bare[1] == ':' && (e.bare[0]|0x20 >= 'a' && e.bare[0]|0x20 <= 'z') {
		return e.wrong("path_absolute", "begins with a drive letter")
	}
	return nil
}

// The kinds of Unix modes, and the folder of DOS.
const (
	modeKind    = 0xf000
	modeFolder  = 0x4000
	modeRegular = 0x8000
	modeLink    = 0xa000
	dosFolder   = 0x10
)

// plain refuses what is no file, no folder and no link that may be, whichever system the entry says
// it is from, and what lies too deep. Other attributes, setuid among them, are dropped.
func (z *reader) plain(e *entry) error {
	kind := e.attributes >> 16 & modeKind
	folder := kind == modeFolder || e.attributes&dosFolder != 0
	e.link = kind == modeLink
	switch {
	case e.link && z.Links == nil:
		return e.wrong("link", "is a symbolic link")
	case kind != 0 && !e.link && kind != modeFolder && kind != modeRegular:
		return e.wrong("not_a_file", "is a device or something else that is no file")
	case folder && !e.dir || e.dir && (kind == modeRegular || e.link):
		return e.wrong("zip_differs", "is a file by its name and a folder by its attributes, or the other way around")
	case e.dir && e.size != 0:
		return e.wrong("zip_differs", "is a folder with content")
	}
	if depth := strings.Count(e.bare, "/") + 1; z.Limits.Depth > 0 && depth > z.Limits.Depth {
		return &tree.LimitError{Code: "too_deep", Path: e.bare, Got: int64(depth), Most: int64(z.Limits.Depth)}
	}
	return nil
}

// seen is a path that an entry has or goes through.
type seen struct {
	path        string
	file, entry bool
}

// alone refuses a name that another entry has, as a file, as a folder, or on some
// disk, unless all of its letters tell them apart.
func (e *entry) alone(all map[string]seen, cased bool) error {
	for at, own := e.bare, true; at != "."; at, own = path.Dir(at), false {
		key := at
		if !cased {
			key = alike.Path(at)
		}
		now := seen{at, own && !e.dir, own}
		old, ok := all[key]
		switch {
		case ok && old.path != at:
			return e.wrong("name_case", "has a name that is one with another one's on some disks: they differ in case, in how a letter is composed, in what shows nothing or in a dot or blank at the end, alone")
		case ok && (old.file || now.file || old.entry && own):
			return e.wrong("name_twice", "is there twice, or is a file and a folder")
		}
		now.entry = now.entry || old.entry
		all[key] = now
	}
	return nil
}

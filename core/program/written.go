package program

import (
	"strings"

	"lily/core/tree"
)

// Written bounds what is kept of one program's files, each of them less than what
// an import may bring (VF-6). Names are bounded by the tree.
var Written = tree.Limits{Files: 4_096, Bytes: 64 << 20, File: 16 << 20, Depth: 16}

// Left bounds what a program may leave behind at all, kept or not: what a host has to
// read before it knows.
var Left = tree.Limits{Files: 20_000, Bytes: 256 << 20, File: 64 << 20, Depth: 64}

// Meter adds up the files that a program wrote, and refuses the one that is over a
// limit. The zero field of its limits is no bound.
type Meter struct {
	Limits tree.Limits

	files, bytes int64
}

// Add counts a file of a size in bytes. An error is a [*tree.LimitError].
func (m *Meter) Add(path string, size int64) error {
	m.files++
	m.bytes += size
	for _, e := range []tree.LimitError{
		{Code: "file_too_big", Path: path, Got: size, Most: m.Limits.File},
		{Code: "too_many_files", Path: path, Got: m.files, Most: int64(m.Limits.Files)},
		{Code: "too_many_bytes", Path: path, Got: m.bytes, Most: m.Limits.Bytes},
		{Code: "too_deep", Path: path, Got: int64(strings.Count(path, "/") + 1), Most: int64(m.Limits.Depth)},
	} {
		if e.Most > 0 && e.Got > e.Most {
			return &e
		}
	}
	return nil
}

// Fits checks the files of a list of changes, as they are in after, against
// [Written]. What was removed counts for nothing.
func Fits(after tree.Tree, list []tree.Change) error {
	m := Meter{Limits: Written}
	for _, c := range list {
		f, ok := after.File(c.Path)
		if !ok {
			continue
		}
		if err := m.Add(c.Path, f.Size()); err != nil {
			return err
		}
	}
	return nil
}

package intake

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"lily/core/loader"
)

// Tally counts what a drop brings against [Limits]. The zero Tally is ready.
type Tally struct {
	Files  int
	Bytes  int64 // but of what is opened
	Opened int64 // bytes of what is opened: archives and sessions
}

// MaxOpened is how many bytes one drop may bring of archives, whose content counts
// against [Limits] unless Lily exported all of it, and of exported sessions.
const MaxOpened = 1 << 30

// Add counts a file and reports the limit that it reaches, if it does; then the whole drop is to be refused.
func (t *Tally) Add(path string, size int64) (Refusal, bool) {
	t.Files++
	session := strings.HasSuffix(strings.ToLower(path), ".lily") && !strings.Contains(path, "/") // which is no import
	if opened(path) || session {
		t.Opened, size = t.Opened+size, 0
	}
	t.Bytes += size
	depth := strings.Count(path, "/") + 1
	switch {
	case t.Files > Limits.Files:
		return refuseAll(path, "too_many_files", "it holds more than the %d files that one drop may bring", Limits.Files)
	case t.Bytes > Limits.Bytes:
		return refuseAll(path, "too_many_bytes", "its files have more than the %d MiB in all that one drop may bring", Limits.Bytes>>20)
	case t.Opened > MaxOpened:
		return refuseAll(path, "too_many_bytes", "its archives have more than the %d MiB in all that one drop may bring", MaxOpened>>20)
	case size > Limits.File:
		return refuseAll(path, "file_too_big", "one file has %d bytes, at most %d are taken", size, Limits.File)
	case depth > Limits.Depth:
		return refuseAll(path, "too_deep", "a path has %d parts, at most %d are taken", depth, Limits.Depth)
	}
	return Refusal{}, false
}

func refuseAll(path, code, format string, args ...any) (Refusal, bool) {
	return Refusal{path, code, fmt.Sprintf("Nothing of the drop is taken: "+format+".", args...)}, true
}

// limit reports whether it refuses the whole drop.
func (r Refusal) limit() bool {
	return slices.Contains([]string{"too_many_files", "too_many_bytes", "file_too_big", "too_deep"}, r.Code)
}

// LeftOut reports whether a file or folder is left out of an import, with all
// that is below it, and so need not be read. It counts as loose.
func LeftOut(path string) bool {
	for part := range strings.SplitSeq(path, "/") {
		if loader.Passed(part) || part == ".DS_Store" || part == "__MACOSX" {
			return true
		}
	}
	return false
}

func isArchive(name string) bool {
	ext := strings.ToLower(path.Ext(name))
	return ext == ".zip" || ext == ".skill"
}

// opened reports whether a file of a drop is an archive that is opened: one that lies directly in the drop.
func opened(path string) bool { return isArchive(path) && !strings.Contains(path, "/") }

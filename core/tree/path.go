package tree

import (
	"fmt"
	"io/fs"
	"strings"
	"unicode/utf8"
)

// The longest name and path that are taken, in bytes; the former is what the common filesystems hold.
const (
	MaxName = 255
	MaxPath = 4096
)

// PathError is a path refused at the border (VF-3).
type PathError struct {
	Code string // path_empty, path_nul, path_backslash, path_not_utf8, path_absolute, path_parent, path_too_long, path_unclean, path_taken
	Path string
	Why  string
}

// Error returns a sentence that quotes the path, so that no byte of a hostile one reaches a terminal as it is.
func (e *PathError) Error() string {
	return "path " + Quoted(e.Path, 80) + " " + e.Why
}

// Quoted is a path of any bytes in plain letters, cut after some of them.
func Quoted(path string, most int) string {
	if len(path) > most {
		path = strings.ToValidUTF8(path[:most], "") + "…"
	}
	return fmt.Sprintf("%+q", path)
}

// Check refuses every path that may not enter a tree (VF-3): empty, absolute,
// with "..", ".", an empty part, a NUL, a backslash (which io/fs forbids, as
// it separates elsewhere), bytes that are not UTF-8, or too long.
func Check(path string) error {
	if simple(path) {
		return nil
	}
	if code, why := judge(path); code != "" {
		return &PathError{code, path, why}
	}
	return nil
}

func judge(path string) (code, why string) {
	switch {
	case path == "" || path == ".":
		return "path_empty", "is empty"
	case !utf8.ValidString(path):
		return "path_not_utf8", "is not valid UTF-8"
	case strings.IndexByte(path, 0) >= 0:
		return "path_nul", "has a NUL byte"
	case strings.IndexByte(path, '\\') >= 0:
		return "path_backslash", "has a backslash"
	case path[0] == '/':
		return "path_absolute", "is absolute"
	case path == ".." || strings.HasPrefix(path, "../") || strings.HasSuffix(path, "/..") || strings.Contains(path, "/../"):
		return "path_parent", "goes up by “..”"
	case !fs.ValidPath(path):
		return "path_unclean", "has an empty or “.” part"
	case len(path) > MaxPath:
		return "path_too_long", fmt.Sprintf("has %d bytes, at most %d are taken", len(path), MaxPath)
	}
	for part := range strings.SplitSeq(path, "/") {
		if len(part) > MaxName {
			return "path_too_long", fmt.Sprintf("has a name of %d bytes, at most %d are taken", len(part), MaxName)
		}
	}
	return "", ""
}

// simple reports whether a path is one name of plain letters, which most are: it may enter without a closer look.
func simple(path string) bool {
	if path == "" || path[0] == '.' || len(path) > MaxName {
		return false
	}
	for i := range len(path) {
		c := path[i]
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '-' && c != '_' && c != '.' {
			return false
		}
	}
	return true
}

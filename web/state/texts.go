package state

import (
	"slices"
	"strings"
	"unicode/utf8"

	"lily/core/tree"
)

// SourceLine is one line of a text, the first being 1.
func SourceLine(data string, line int) string {
	for l := range strings.Lines(data) {
		if line--; line == 0 {
			return strings.TrimRight(l, "\r\n")
		}
	}
	return ""
}

// WholeText is what a file holds, nothing where it is not there.
func WholeText(t tree.Tree, path string) (string, error) {
	f, ok := t.File(path)
	if !ok {
		return "", nil
	}
	data, err := f.Bytes()
	return string(data), err
}

// TextOf is what a file holds, read only where it may be shown at all.
func TextOf(f tree.Blob) (string, error) {
	if f.Size() > MaxShown {
		return "", errLong
	}
	data, err := f.Bytes()
	return string(data), err
}

// Readable reports whether a file is shown as text.
func Readable(text string) bool {
	return len(text) <= MaxShown && utf8.ValidString(text) && !strings.Contains(text, "\x00")
}

// TreePath is a path that is shown as the tree has it.
func TreePath(shown string) string { return strings.TrimPrefix(shown, "/") }

// Writable reports whether a person may edit a path (VF-1).
func Writable(path string) bool {
	top, rest, _ := strings.Cut(path, "/")
	return rest != "" && slices.Contains([]string{"user", "workspace", "persona"}, top)
}

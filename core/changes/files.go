package changes

import (
	"fmt"

	"lily/core/diff"
	"lily/core/review"
	"lily/core/tree"
)

// File is one file that differs, with the lines that do.
type File struct {
	Path  string  `json:"path"` // in the skill's folder
	Op    tree.Op `json:"op"`
	Lines []Line  `json:"lines"`
	Left  int     `json:"left_out,omitempty"` // lines that are not among them
	Why   string  `json:"why,omitempty"`      // there are none
}

// Line is one line of a comparison.
type Line struct {
	Sign string `json:"sign"` // + new, - gone, a blank for both, @ for what is left out between
	Text string `json:"text"`
}

func files(s review.Skill) []File {
	a, b := folder(s.Was), folder(s.Is)
	list := make([]File, 0, len(s.Files))
	for _, c := range s.Files {
		list = append(list, compared(c, a, b))
	}
	return list
}

// compared is a file on both sides by lines, where both can be shown.
func compared(c tree.Change, a, b tree.Tree) File {
	f := File{Path: c.Path, Op: c.Op, Lines: []Line{}}
	was, okA := content(a, c.Path)
	is, okB := content(b, c.Path)
	if !okA || !okB {
		f.Why = fmt.Sprintf("It is no text that can be shown: %s → %s.", size(a, c.Path), size(b, c.Path))
		return f
	}
	list, left := diff.Lines(was, is, diff.Most)
	for _, l := range list {
		f.Lines = append(f.Lines, Line{string(l.Sign), l.Text})
	}
	f.Left = left
	return f
}

func content(t tree.Tree, path string) (string, bool) {
	f, there := t.File(path)
	if !there {
		return "", true
	}
	return Text(f)
}

func size(t tree.Tree, path string) string {
	f, there := t.File(path)
	if !there {
		return "not there"
	}
	return fmt.Sprintf("%d bytes, %s", f.Size(), f.Digest().Short())
}

package terminal

import (
	"regexp"
	"slices"
	"strings"

	"lily/core"
	"lily/core/answer"
	"lily/core/command"
)

// lies is where a file is on this machine, or its path in the tree where it is nowhere else (TM-2).
func (f *Face) lies(at string) string {
	if f.Real == nil {
		return at
	}
	return f.Real(at)
}

// inTree is a path of the tree in a sentence, without the marks that may end it.
var inTree = regexp.MustCompile("(^|[\\s(\"'`])(/(?:workspace|user)[^\\s\"'`(),;:]*)")

// placed is a text of Lily's own with the real paths in it.
func (f *Face) placed(text string) string {
	return inTree.ReplaceAllStringFunc(text, func(found string) string {
		parts := inTree.FindStringSubmatch(found)
		at := strings.TrimRight(parts[2], "./")
		if top, _, _ := strings.Cut(at[1:], "/"); top != "workspace" && top != "user" {
			return found
		}
		return parts[1] + f.lies(at) + parts[2][len(at):]
	})
}

// ofLily reports whether what a line is answered is Lily's own words. What a tool or a program says stays as it is.
func ofLily(text string) bool {
	line, ok := command.Parse(text)
	return ok && (line.Name == "check" || slices.ContainsFunc(core.Builtins(), func(b command.Builtin) bool {
		return b.Name == line.Name && b.Name != "skill"
	}))
}

// located is an answer with the real paths in it.
func (f *Face) located(a answer.Answer) (list answer.Answer) {
	for _, b := range a {
		if b.Kind != answer.Verbatim {
			b.Text = f.placed(b.Text)
			b.Rows = slices.Clone(b.Rows)
			for i, cells := range b.Rows {
				b.Rows[i] = make([]string, len(cells))
				for k, cell := range cells {
					b.Rows[i][k] = f.placed(cell)
				}
			}
		}
		list = append(list, b)
	}
	return list
}

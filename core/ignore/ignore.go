// Package ignore reads lists of what is to be passed by, as git writes them: .gitignore, and .lilyignore.
//
// It promises to decide as git does (gitignore(5)): the last pattern that fits decides, ! takes back, a slash at the end
// is for folders alone, one elsewhere ties a pattern to the list's own folder, and ** is any number of folders. It costs no
// more than the length of a pattern for each part of a path. It opens no file.
//
//	list := ignore.Parse("*.tmp\n!keep.tmp\n")
//	out, said := list.Match("a/b.tmp", false)
package ignore

import (
	"path"
	"slices"
	"strings"
)

// The bounds of one list.
const (
	maxBytes    = 1 << 20
	maxPatterns = 10_000
)

// List is a list of patterns for paths below the folder that it is of.
type List struct{ patterns []pattern }

type pattern struct {
	segments    []string
	name        string // of what fits wherever it lies; empty where the pattern says more
	plain       bool   // it is that name itself
	back        bool   // it takes back what one before it said
	foldersOnly bool
}

// Parse reads a list. A line that is no pattern fits nothing, as with git.
func Parse(text string) List {
	var l List
	text = strings.TrimPrefix(text[:min(len(text), maxBytes)], "\ufeff")
	for line := range strings.Lines(text) {
		if p, ok := read(strings.TrimRight(line, "\r\n")); ok && len(l.patterns) < maxPatterns {
			l.patterns = append(l.patterns, p)
		}
	}
	return l
}

// Empty reports whether there is no pattern.
func (l List) Empty() bool { return len(l.patterns) == 0 }

// Match reports whether a path below the list's folder is to be passed by, and whether the list says anything of it.
func (l List) Match(name string, folder bool) (out, said bool) {
	parts := strings.Split(name, "/")
	for _, p := range slices.Backward(l.patterns) {
		if (folder || !p.foldersOnly) && p.fits(parts) {
			return !p.back, true
		}
	}
	return false, false
}

func read(line string) (p pattern, ok bool) {
	line = trimmed(line)
	if line == "" || line[0] == '#' {
		return p, false
	}
	line, p.back = strings.CutPrefix(line, "!")
	line, p.foldersOnly = strings.CutSuffix(line, "/")
	if line == "" {
		return p, false
	}
	rest, tied := strings.CutPrefix(line, "/")
	if !tied && !strings.Contains(rest, "/") {
		p.segments = []string{"**", segment(rest)}
		if rest != "**" {
			p.name, p.plain = segment(rest), !strings.ContainsAny(rest, `*?[\`)
		}
		return p, true
	}
	for s := range strings.SplitSeq(rest, "/") {
		p.segments = append(p.segments, segment(s))
	}
	p.segments = slices.CompactFunc(p.segments, func(a, b string) bool { return a == "**" && b == "**" })
	return p, true
}

// trimmed drops blanks at the end, unless a backslash keeps them.
func trimmed(line string) string {
	for strings.HasSuffix(line, " ") && !strings.HasSuffix(line, `\ `) {
		line = line[:len(line)-1]
	}
	return line
}

// segment writes a part of a pattern as [path.Match] reads it.
func segment(s string) string { return strings.ReplaceAll(s, "[!", "[^") }

// fits follows a path through the pattern, at every place that it may stand at: it never goes back.
func (p pattern) fits(parts []string) bool {
	if last := parts[len(parts)-1]; p.plain {
		return last == p.name
	} else if p.name != "" {
		ok, err := path.Match(p.name, last)
		return ok && err == nil
	}
	end := len(p.segments) - 1
	at := open(p.segments, []int{0})
	for i, part := range parts {
		var next []int
		for _, k := range at {
			switch {
			case k > end:
			case p.segments[k] == "**":
				if next = append(next, k); k == end && i == len(parts)-1 {
					return true // what is inside of a folder: at least one part is
				}
			default:
				if ok, err := path.Match(p.segments[k], part); ok && err == nil {
					next = append(next, k+1)
				}
			}
		}
		at = open(p.segments, next)
	}
	return slices.Contains(at, end+1)
}

// open adds the places that are reached without a part, after a **, but for one that ends the pattern.
func open(segments []string, at []int) (all []int) {
	for _, i := range at {
		all = append(all, i)
		for ; i < len(segments)-1 && segments[i] == "**"; i++ {
			all = append(all, i+1)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Package glob reads patterns for the paths of files.
//
// It promises that no pattern makes a match cost more than its own length for each part of
// a path. It knows no files: who has some asks about each.
//
//	p, err := glob.Parse("docs/**/*.{md,txt}")
//	p.Match("docs/a/b.md") // true
package glob

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
)

// The bounds of a pattern: its bytes, and how many patterns its braces stand for.
const (
	maxGlob    = 1000
	maxChoices = 64
)

// Pattern is a pattern for paths of a tree. A segment is matched as [path.Match] does,
// ** is any number of segments, none too, and {a,b} is either.
type Pattern struct{ choices [][]string } // of segments

// Parse reads a pattern for clean paths that do not begin with a slash.
func Parse(text string) (Pattern, error) {
	if len(text) > maxGlob {
		return Pattern{}, fmt.Errorf("it has %d bytes, at most %d are read", len(text), maxGlob)
	}
	list, err := braces(text)
	if err != nil {
		return Pattern{}, err
	}
	var p Pattern
	for _, choice := range list {
		segments := strings.Split(strings.ReplaceAll(choice, "[!", "[^"), "/")
		for _, s := range segments {
			if err := segment(s); err != nil {
				return Pattern{}, err
			}
		}
		p.choices = append(p.choices, slices.CompactFunc(segments, func(a, b string) bool { return a == "**" && b == "**" }))
	}
	return p, nil
}

func segment(s string) error {
	if s == "" || s == "." || s == ".." {
		return fmt.Errorf("a segment of a pattern is never %q", s)
	}
	if _, err := path.Match(s, ""); err != nil {
		return fmt.Errorf("%q is not well formed", s)
	}
	return nil
}

// braces writes out what the braces of a pattern stand for, those within others first.
func braces(text string) (list []string, err error) {
	todo := []string{text}
	for len(todo) > 0 {
		next := todo[0]
		todo = todo[1:]
		end := strings.IndexByte(next, '}')
		from := strings.LastIndexByte(next[:max(end, 0)], '{')
		switch {
		case end < 0 && !strings.Contains(next, "{"):
			list = append(list, next)
		case end < 0 || from < 0:
			return nil, errors.New("a brace has no partner")
		default:
			for one := range strings.SplitSeq(next[from+1:end], ",") {
				todo = append(todo, next[:from]+one+next[end+1:])
			}
		}
		if len(list)+len(todo) > maxChoices {
			return nil, fmt.Errorf("its braces stand for more than %d patterns", maxChoices)
		}
	}
	return list, nil
}

// Match reports whether a path is one that the pattern means.
func (p Pattern) Match(name string) bool { return p.leads(name, true) }

// Below reports whether a path below the folder may be one that the pattern means.
func (p Pattern) Below(folder string) bool { return folder == "." || p.leads(folder, false) }

// leads follows a path through each choice, at every place of the pattern that it may stand at: it never goes back.
func (p Pattern) leads(name string, whole bool) bool {
	return slices.ContainsFunc(p.choices, func(segments []string) bool {
		at := open(segments, []int{0})
		for part := range strings.SplitSeq(name, "/") {
			at = open(segments, step(segments, at, part))
		}
		if whole {
			return slices.Contains(at, len(segments))
		}
		return slices.ContainsFunc(at, func(i int) bool { return i < len(segments) })
	})
}

// step is where a name leads from each place.
func step(segments []string, at []int, name string) (next []int) {
	for _, i := range at {
		switch {
		case i == len(segments):
		case segments[i] == "**":
			next = append(next, i)
		default:
			if ok, _ := path.Match(segments[i], name); ok {
				next = append(next, i+1)
			}
		}
	}
	return next
}

// open adds the places that are reached without a name, after a **.
func open(segments []string, at []int) (all []int) {
	for _, i := range at {
		all = append(all, i)
		for ; i < len(segments) && segments[i] == "**"; i++ {
			all = append(all, i+1)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

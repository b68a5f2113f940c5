package dialect

import (
	"path"
	"strings"
)

// Ignore is what ignore files of git say together (https://git-scm.com/docs/gitignore): the last rule that fits decides.
// The zero value ignores nothing.
type Ignore struct{ rules []rule }

type rule struct {
	parts   []string // of the path, "**" for any number
	folder  bool     // folders only
	include bool
}

// Add reads an ignore file that lies in a folder, by its path below the root.
func (g *Ignore) Add(folder, text string) {
	for line := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		if r, ok := parse(folder, line); ok {
			g.rules = append(g.rules, r)
		}
	}
}

func parse(folder, line string) (r rule, ok bool) {
	line = strings.TrimRight(line, " ")
	if line == "" || line[0] == '#' {
		return r, false
	}
	line, r.include = strings.CutPrefix(line, "!")
	line = strings.TrimPrefix(line, `\`)
	line, r.folder = strings.CutSuffix(line, "/")
	anchored := strings.Contains(line, "/")
	line = strings.TrimPrefix(line, "/")
	if line == "" {
		return r, false
	}
	if folder != "." {
		r.parts = strings.Split(folder, "/")
	}
	if !anchored {
		r.parts = append(r.parts, "**")
	}
	r.parts = append(r.parts, strings.Split(line, "/")...)
	return r, true
}

// Ignores reports whether a file or a folder, by its path below the root, is left out. What its own folders say is not
// asked: who walks does not enter them.
func (g *Ignore) Ignores(at string, folder bool) bool {
	parts := strings.Split(at, "/")
	for i := len(g.rules) - 1; i >= 0; i-- {
		if r := g.rules[i]; (folder || !r.folder) && fits(r.parts, parts) {
			return !r.include
		}
	}
	return false
}

// fits compares part by part; "**" stands for any number of parts, and going back to the last one is enough.
func fits(pattern, parts []string) bool {
	p, star, from := 0, -1, 0
	for i := 0; i < len(parts); {
		if p < len(pattern) && pattern[p] == "**" {
			star, from, p = p, i, p+1
			continue
		}
		if p < len(pattern) {
			if ok, err := path.Match(pattern[p], parts[i]); ok && err == nil {
				p, i = p+1, i+1
				continue
			}
		}
		if star < 0 {
			return false
		}
		from++
		p, i = star+1, from
	}
	for p < len(pattern) && pattern[p] == "**" {
		p++
	}
	return p == len(pattern)
}

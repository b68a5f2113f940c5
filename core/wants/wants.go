// Package wants reads what the scripts of a skill want before any of them runs: the programs that they call, the packages
// that they import and the languages that they are written in.
//
// It promises to read each file once and in one pass, and never to run one. What it says is certain where a script names
// a thing plainly, and marked as a maybe where it depends on what happens: within a condition or a function, behind a
// check whether a program is there, or where a word is none of the programs that are known. What a script puts together
// at run time nobody can read out of it, and nothing is said of that.
//
//	for _, s := range wants.Of(folder) {
//		fmt.Println(s.Path, s.Lacks(has))
//	}
package wants

import (
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"lily/core/order"
	"lily/core/tree"
)

// Kind is what sort of thing is wanted.
type Kind string

// The kinds.
const (
	Language Kind = "language" // that the script is written in
	Program  Kind = "program"
	Python   Kind = "python" // a package or module of Python, by the name that is imported
	Node     Kind = "node"   // a package or module of Node
)

// Want is one thing that a script wants, where it is first named.
type Want struct {
	Kind  Kind   `json:"kind"`
	Name  string `json:"name"`
	Line  int    `json:"line"`
	Maybe bool   `json:"maybe,omitempty"` // whether it is wanted depends on what happens
}

// Script is one script of a skill.
type Script struct {
	Path  string `json:"path"`          // in the skill
	Why   string `json:"why,omitempty"` // it was not read: not text, or too long
	Wants []Want `json:"wants"`         // by kind and name
}

const (
	most     = 1 << 20 // bytes of one script that are looked at
	mostRead = 2_000   // scripts of one skill that are looked at
)

// Of are the scripts of a folder, by path, with what they want.
func Of(files tree.Tree) (list []Script) {
	own := owned(files)
	for at, f := range files.Walk() {
		if !Reads(at) || len(list) == mostRead {
			continue
		}
		if s, ok := script(at, f, own); ok {
			list = append(list, s)
		}
	}
	return list
}

// Reads reports whether a file may be a script, as its path tells.
func Reads(at string) bool {
	ext := path.Ext(at)
	_, is := languages[strings.ToLower(ext)]
	return !hidden(at) && (is || ext == "")
}

// hidden reports a file that is of the tools around a skill and not of the skill.
func hidden(at string) bool {
	return strings.HasPrefix(at, ".") || strings.Contains(at, "/.") || strings.HasPrefix(at, "node_modules/") || strings.Contains(at, "/node_modules/")
}

// script reads a file that is one.
func script(at string, f tree.Blob, own names) (Script, bool) {
	l, is := languages[strings.ToLower(path.Ext(at))]
	if f.Size() == 0 {
		return Script{}, false
	}
	s := Script{Path: at, Wants: []Want{}}
	if f.Size() > most {
		s.Why = "it is longer than what is looked at"
		return s, is
	}
	text, err := f.Bytes()
	switch {
	case err != nil:
		s.Why = "it cannot be read"
		return s, is
	case !utf8.Valid(text) || slices.Contains(text, 0):
		s.Why = "it is not text"
		return s, is
	}
	if by, ok := shebang(string(text)); ok {
		l = by
	} else if !is {
		return s, false
	}
	s.read(l, string(text), own)
	return s, true
}

// read finds what the text wants.
func (s *Script) read(l language, text string, own names) {
	c := collector{seen: map[Want]int{}, own: own}
	for _, name := range l.wants {
		c.add(l.kind, name, 1, false)
	}
	switch l.reads {
	case Program:
		c.shell(text)
	case Python:
		c.python(text)
	case Node:
		c.node(text, path.Ext(s.Path))
	}
	s.Wants = append(s.Wants, c.list...)
	order.Func(s.Wants, func(a, b Want) int {
		if a.Kind != b.Kind {
			return slices.Index(kinds, a.Kind) - slices.Index(kinds, b.Kind)
		}
		return strings.Compare(a.Name, b.Name)
	})
}

var kinds = []Kind{Language, Program, Python, Node}

// collector collects wants, each once: what is certain anywhere is certain.
type collector struct {
	list []Want
	seen map[Want]int // where one of that kind and name is
	own  names
}

func (c *collector) add(kind Kind, name string, line int, maybe bool) {
	key := Want{Kind: kind, Name: name}
	if at, ok := c.seen[key]; ok {
		c.list[at].Maybe = c.list[at].Maybe && maybe
		return
	}
	c.seen[key] = len(c.list)
	c.list = append(c.list, Want{kind, name, line, maybe})
}

// names are those of a skill's own files and folders, without what they end with.
type names map[string]bool

func owned(files tree.Tree) names {
	all := names{}
	for at := range files.Walk() {
		for dir, base := path.Split(at); base != ""; dir, base = path.Split(strings.TrimSuffix(dir, "/")) {
			all[strings.TrimSuffix(base, path.Ext(base))], all[base] = true, true
		}
	}
	return all
}

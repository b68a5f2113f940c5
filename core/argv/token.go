package argv

import (
	"bytes"
	"slices"
	"strings"
)

// token is what a word can begin with. An open one goes on with a value.
type token struct {
	head string
	open bool
}

// maxTokens bounds how many beginnings of one word are told apart.
const maxTokens = 64

// kinds are the parameters of a template by their names.
type kinds map[string]Param

// flag reports whether a placeholder gives text of the template alone: a flag, or nothing.
func (k kinds) flag(p part) bool {
	return p.isFlag(value{boolean: k[p.name].Type == "boolean"})
}

// optional reports whether a placeholder can be without a value.
func (k kinds) optional(p part) bool {
	q, ok := k[p.name]
	return !ok || !q.Required || q.Type == "array"
}

// begins lists what a word can begin with, up to the first value.
func (k kinds) begins(w word) []token {
	heads, list := []string{""}, []token{}
	for _, p := range w {
		next := []string{}
		for _, head := range heads {
			more, open := k.after(p, head)
			next = append(next, more...)
			if open {
				list = append(list, token{head, true})
			}
		}
		if heads = next; len(heads) == 0 || len(heads)+len(list) > maxTokens {
			break
		}
	}
	for _, head := range heads {
		list = append(list, token{head, false})
	}
	return list
}

// after is what a beginning can become by one part more, and whether a value can stand there.
func (k kinds) after(p part, head string) (heads []string, open bool) {
	switch {
	case p.name == "":
		return []string{head + p.text}, false
	case k.flag(p):
		return []string{head, head + p.mod}, false
	case p.hasMod && k.optional(p):
		return []string{head + p.mod}, true
	}
	return nil, true
}

// gone says how a word can be left out, and whether the flag before it goes too.
func (k kinds) gone(w word) (leftOut, flagToo bool) {
	if len(w) == 1 && w[0].name != "" && k.flag(w[0]) {
		return true, false
	}
	misses := func(p part) bool {
		return p.name != "" && !p.hasMod && !p.inQuery && k.optional(p)
	}
	return slices.ContainsFunc(w, misses), !w.isOption()
}

// glues lists the placeholders whose value would name an option: after hyphens alone, or within a long one's name.
func (k kinds) glues(w word) (list []part) {
	shapes := []string{""}
	for _, p := range w {
		var next []string
		for _, s := range shapes {
			heads, open := k.after(p, s)
			if open && names([]byte(s)) && (len(list) == 0 || list[len(list)-1].position != p.position) {
				list = append(list, p)
			}
			if open {
				heads = append(heads, s+"x")
			}
			for _, h := range heads {
				if h = shape(h); !slices.Contains(next, h) {
					next = append(next, h)
				}
			}
		}
		shapes = next
	}
	return list
}

// shape is the shortest beginning that goes on as a longer one does.
func shape(head string) string {
	switch {
	case head == "" || head == "-" || head == "--":
		return head
	case strings.HasPrefix(head, "--") && !strings.Contains(head, "="):
		return "--x"
	}
	return "x"
}

// names reports whether what follows a beginning belongs to the name of an option.
func names(head []byte) bool {
	return len(head) > 0 && head[0] == '-' && (len(head) == 1 || head[1] == '-' && bytes.IndexByte(head, '=') < 0)
}

package advice

import (
	"strings"
	"unicode"
)

var (
	// suggested are words of a sentence about a file that is not there yet, or that is one of other people's.
	suggested = lexiconOf(`example examples for+instance such+as like creat* write writes writing written save saves saved saving generat*
		produc* output* add adds adding put place store stores stored move moves moved moving extract* split* scaffold* initialize* initialise*
		copy copies renam* delet* remov* missing would could might may should if optional* users user's projects project's repo* your bad wrong
		instead avoid dont don't never no+longer deprecated legacy planned future todo tbd coming`)
	// shown are those of one that is an example even where a link leads to it.
	shown = lexiconOf(`example examples for+instance such+as bad wrong creat* generat*`)
	// stand are parts of a name that stand for another one.
	stand = lexiconOf(`your my some another new example sample file filename name`)
)

// crosses mark what is wrong, and branches a drawing of folders.
const (
	crosses  = "❌✗"
	branches = "├└│→"
)

// hints are the words of a line that speak of a file which is not the skill's own.
type hints struct {
	line         int
	small        string
	marked, tree bool
	weak, strong [][2]int
}

func hintsOf(s span) *hints {
	h := &hints{line: s.line, small: strings.ToLower(s.whole)}
	h.marked, h.tree = strings.ContainsAny(s.whole, crosses), strings.ContainsAny(s.whole, branches)
	suggested.in(h.small, func(from, to int) bool { h.weak = append(h.weak, [2]int{from, to}); return true })
	shown.in(h.small, func(from, to int) bool { h.strong = append(h.strong, [2]int{from, to}); return true })
	return h
}

// beside reports whether one of the words is no part of the name that is told.
func (h *hints) beside(list [][2]int, name string) bool {
	for _, at := range list {
		window := h.small[max(0, at[1]-len(name)):min(len(h.small), at[0]+len(name))]
		if !strings.Contains(window, name) {
			return true
		}
	}
	return false
}

// eg reports whether a name stands after e.g. in the same brackets or sentence.
func (h *hints) eg(name string) bool {
	before, _, _ := strings.Cut(h.small, name)
	at := strings.LastIndex(before, "e.g")
	return at >= 0 && !strings.Contains(before[at:], ")") && !strings.Contains(strings.TrimPrefix(before[at:], "e.g."), ". ")
}

// example reports whether the line of a mention is about a file that is not the skill's own.
func (l *look) example(m mention) bool {
	if l.hints == nil || l.hints.line != m.line {
		l.hints = hintsOf(m.span)
	}
	h, name := l.hints, strings.ToLower(m.text)
	if h.eg(name) {
		return true
	}
	if m.kind == link {
		return h.marked || h.beside(h.strong, name)
	}
	return h.marked || h.tree || h.beside(h.weak, name)
}

// placeholder reports whether a path stands for another one.
func placeholder(at string) bool {
	small := strings.ToLower(at)
	for _, sign := range []string{"...", "yyyy", "xxx", "placeholder", "path/to"} {
		if strings.Contains(small, sign) {
			return true
		}
	}
	for part := range strings.FieldsFuncSeq(small, func(r rune) bool { return r == '/' || r == '_' || r == '-' }) {
		bare, _, _ := strings.Cut(part, ".")
		if stand.whole[bare] || strings.HasPrefix(bare, "foo") || bare == "bar" {
			return true
		}
	}
	return false
}

// extended reports whether a name ends like that of a file.
func extended(at string) bool {
	dot := strings.LastIndexByte(at, '.')
	end := strings.ToLower(at[dot+1:])
	return dot >= 0 && len(end) > 0 && len(end) <= 5 && end[0] >= 'a' && strings.Trim(end, "abcdefghijklmnopqrstuvwxyz0123456789") == ""
}

// isPath reports whether a word is a path that needs no quotes, and has no sign of a pattern.
func isPath(word string) bool {
	for part := range strings.SplitSeq(word, "/") {
		if part == "" {
			return false
		}
	}
	return !strings.ContainsFunc(word, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !strings.ContainsRune("_.+-/", r)
	})
}

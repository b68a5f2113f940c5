package argv

import (
	"slices"
	"strings"
)

// nameSet are names of options, without dashes, with a blank between two.
type nameSet string

func (n nameSet) has(name string) bool { return slices.Contains(strings.Fields(string(n)), name) }

// options says how a program reads the options before its operands.
type options struct {
	value nameSet // that have a value
	ends  nameSet // letters whose value, if any, is the rest of the word: perl -i.bak
	glue  bool    // a letter's value may be the rest of its word: python -c'code'
}

// option is one that a program was given, and where its value begins; word is 0 for
// none.
type option struct {
	name       string
	word, from int
}

// read reads the options from a word on, and gives the first operand after them.
func (o options) read(words []string, at int) (list []option, operand int) {
	for ; at < len(words); at++ {
		w := words[at]
		switch long, _, assigned := strings.Cut(w, "="); {
		case w == "--":
			return list, at + 1
		case !isOption(w):
			return list, at
		case isShort(w):
			var next option
			list, next = o.letters(list, words, at)
			at = max(at, next.word)
		case assigned:
			list = append(list, option{long[2:], at, len(long) + 1})
		case o.value.has(w[2:]) && at+1 < len(words):
			at++
			list = append(list, option{w[2:], at, 0})
		default:
			list = append(list, option{name: w[2:]})
		}
	}
	return list, at
}

// letters reads a word of options of one letter each: -eu, -ofile.
func (o options) letters(list []option, words []string, at int) ([]option, option) {
	w := words[at]
	for i := 1; i < len(w); i++ {
		one, rest := option{name: w[i : i+1]}, i+1 < len(w)
		switch {
		case o.ends.has(one.name):
			return append(list, one), one
		case o.value.has(one.name) && !rest && at+1 < len(words):
			one.word = at + 1
		case o.value.has(one.name) && rest && o.glue:
			one.word, one.from = at, i+1
			return append(list, one), one
		}
		list = append(list, one)
	}
	return list, list[len(list)-1]
}

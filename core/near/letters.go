package near

import (
	"unicode"
	"unicode/utf8"
)

// Letters looks for what was typed in a name, whatever its case: its letters one after the other, or
// with others between them, the first of them at the beginning of a word. at are the places of the
// letters that were found; the less score, the nearer. An empty query is found everywhere.
//
//	near.Letters("tt", "text_tools") // [0 5]
func Letters(query, text string) (at []int, score int, ok bool) {
	const inside, apart = 2, 4
	if query == "" {
		return nil, 0, true
	}
	for start := 0; start < len(text); start += size(text[start:]) {
		if n := prefix(query, text[start:]); n > 0 {
			switch {
			case start == 0:
				return places(text, start, start+n), 0, true
			case begins(text, start):
				return places(text, start, start+n), 1, true
			case !ok:
				at, score, ok = places(text, start, start+n), inside, true
			}
		}
	}
	const longest = 128 // bytes of a name in which letters are looked for apart
	if ok || len(text) > longest || len(query) > len(text) {
		return at, score, ok
	}
	for start := 0; start < len(text); start += size(text[start:]) {
		if begins(text, start) {
			found, gaps := scattered(query, text, start, true)
			if found == nil {
				found, gaps = scattered(query, text, start, false)
			}
			if found != nil && (!ok || apart+gaps < score) {
				at, score, ok = found, apart+gaps, true
			}
		}
	}
	return at, score, ok
}

func size(text string) int {
	_, n := utf8.DecodeRuneInString(text)
	return n
}

// prefix is how many bytes of a text are the query; 0 for another text.
func prefix(query, text string) (n int) {
	for _, q := range query {
		r, size := utf8.DecodeRuneInString(text[n:])
		if size == 0 || fold(r) != fold(q) {
			return 0
		}
		n += size
	}
	return n
}

func fold(r rune) rune {
	if r < utf8.RuneSelf {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}
	return unicode.ToLower(r)
}

// begins reports whether a word begins at a place: after what is no letter, or with a capital.
func begins(text string, at int) bool {
	r, _ := utf8.DecodeRuneInString(text[at:])
	if !word(r) {
		return false
	}
	before, n := utf8.DecodeLastRuneInString(text[:at])
	return n == 0 || !word(before) || unicode.IsUpper(r) && !unicode.IsUpper(before)
}

func word(r rune) bool {
	return r < utf8.RuneSelf && ('a' <= fold(r) && fold(r) <= 'z' || '0' <= r && r <= '9') || r >= utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

// places are those of the letters from one place to another.
func places(text string, from, to int) (at []int) {
	for i := range text[from:to] {
		at = append(at, from+i)
	}
	return at
}

// scattered finds the letters of a query in their order from a place on, each as early as it can
// be, and rather where words begin; gaps are the letters between.
func scattered(query, text string, start int, words bool) (at []int, gaps int) {
	from := start
	for _, q := range query {
		i := next(text, from, fold(q), len(at) > 0, words)
		if i < 0 {
			return nil, 0
		}
		at = append(at, i)
		gaps += i - from
		from = i + size(text[i:])
	}
	return at, gaps
}

// next is where a letter stands next: right here, else, where it may be far, at the beginning of a
// word, else anywhere.
func next(text string, from int, letter rune, far, words bool) int {
	first := -1
	for i := from; i < len(text); i += size(text[i:]) {
		if r, _ := utf8.DecodeRuneInString(text[i:]); fold(r) == letter {
			if i == from || !words || begins(text, i) {
				return i
			}
			if first < 0 {
				first = i
			}
		}
		if !far {
			break
		}
	}
	return first
}

package advice

import "strings"

// lexicon is some words to look for in a text, whatever their case. A table of them has one between two spaces: creat* is
// every word that begins so, and for+any, user's and e.g are words with what stands before the last of them.
type lexicon struct {
	whole map[string]bool
	stems []string
	after map[string][]string // what must stand before a word
}

func lexiconOf(table string) lexicon {
	x := lexicon{whole: map[string]bool{}, after: map[string][]string{}}
	for entry := range strings.FieldsSeq(table) {
		stem, open := strings.CutSuffix(entry, "*")
		at := strings.LastIndexAny(entry, "+'.")
		switch {
		case open:
			x.stems = append(x.stems, stem)
		case at >= 0:
			last := entry[at+1:]
			x.after[last] = append(x.after[last], strings.ReplaceAll(entry[:at+1], "+", " "))
		default:
			x.whole[entry] = true
		}
	}
	return x
}

// in yields where the words stand in a text that is written small, up to the first that is not wanted.
func (x lexicon) in(small string, yield func(from, to int) bool) {
	for at := 0; at < len(small); {
		from := at
		for at < len(small) && (letter(small[at]) || small[at] == '_') {
			at++
		}
		if from == at {
			at++
		} else if x.has(small, from, at) && !yield(from, at) {
			return
		}
	}
}

func (x lexicon) has(small string, from, to int) bool {
	word := small[from:to]
	if x.whole[word] {
		return true
	}
	for _, stem := range x.stems {
		if strings.HasPrefix(word, stem) {
			return true
		}
	}
	for _, before := range x.after[word] {
		if strings.HasSuffix(small[:from], before) {
			return true
		}
	}
	return false
}

// speaks reports whether a text has one of the words.
func (x lexicon) speaks(text string) (yes bool) {
	x.in(strings.ToLower(text), func(int, int) bool {
		yes = true
		return false
	})
	return yes
}

package prompt

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lily/core/order"
	"lily/core/tree"
	"lily/core/world"
)

const ellipsis = "…"

// length is the greatest length in characters to which the summaries can be cut so that the entries take no more than
// room bytes; 0 where nothing is short enough. What a length costs follows from every place where a summary may be
// cut, so one pass over the summaries tells it for all lengths.
func (c Catalog) length(room int, tick tree.Tick) (best int, err error) {
	fixed, grows := 0, []int{}
	for i, e := range c.Entries {
		if !tick.GoOn(i, len(c.Entries)) {
			return 0, tree.ErrStopped
		}
		fixed += e.size
		if e.Listing == Listed {
			fixed -= e.tell(&grows)
		}
	}
	for n, more := range grows {
		if fixed += more; fixed <= room {
			best = n
		}
	}
	return best, nil
}

// tell adds to grows how many bytes more the summary takes at each length that shows more, and returns those of all.
func (e Entry) tell(grows *[]int) int {
	told, size, runes, from := 0, 0, 0, 0
	add := func(cost int) {
		for len(*grows) <= runes {
			*grows = append(*grows, 0)
		}
		(*grows)[runes] += cost - told
		told = cost
	}
	for n, at := range stops(e.Summary) {
		size += escaped(e.Summary[from:at])
		runes, from = n, at
		if at < len(e.Summary) {
			add(size + len(ellipsis))
		} else {
			add(size)
		}
	}
	return size
}

// cut cuts every summary over a length in characters at its last word within it, and returns the size of all entries.
func (c Catalog) cut(length int) (total int) {
	for i := range c.Entries {
		e := &c.Entries[i]
		if text, fits := within(e.Summary, length); e.Listing == Listed && !fits {
			e.Listing, e.Why = Shortened, fmt.Sprintf("The catalog is over its budget, so that summaries are cut at %d characters.", length)
			if text == "" {
				e.Why = "The catalog is over its budget, so that its summary is left out."
			}
			e.say(text)
		}
		total += e.size
	}
	return total
}

// within is what is shown of a summary within a length, and whether that is all.
func within(summary string, length int) (string, bool) {
	end := 0
	for n, at := range stops(summary) {
		if n > length {
			break
		}
		end = at
	}
	if end == 0 || end == len(summary) {
		return summary[:end], end == len(summary)
	}
	return summary[:end] + ellipsis, false
}

// drop leaves entries out until they take so many bytes less: bundled skills first,
// then the user's, then the workspace's; of one source the longest entry first, since
// that costs the fewest skills, and of two as long the later one.
func (c Catalog) drop(over int) {
	var least []*Entry
	for i := len(c.Entries) - 1; i >= 0; i-- {
		if e := &c.Entries[i]; e.size > 0 {
			least = append(least, e)
		}
	}
	rank := func(e *Entry) int {
		return slices.Index([]world.Source{world.Bundled, world.User, world.Workspace}, e.skill.Source)
	}
	order.StableFunc(least, func(a, b *Entry) int { return cmp.Or(rank(a)-rank(b), b.size-a.size) })
	for _, e := range least {
		if over <= 0 {
			return
		}
		over -= e.size
		e.Listing, e.Summary, e.size = Dropped, "", 0
		e.Why = "The catalog is over its budget, even without a summary, so that a model cannot select it."
	}
}

// stops yields every place where a text may be cut, and its end, by the characters and the bytes before it: before a
// blank, and in a script that writes none between words, at a character with the marks that belong to it.
func stops(text string) iter.Seq2[int, int] {
	return func(yield func(runes, bytes int) bool) {
		n, last := 0, ' '
		for at, r := range text {
			plain := r > ' ' && r < utf8.RuneSelf && last < utf8.RuneSelf // what most of a text is, fast
			if !plain && stop(last, r) && !yield(n, at) {
				return
			}
			n, last = n+1, r
		}
		if n > 0 {
			yield(n, len(text))
		}
	}
}

// stop reports whether a text may be cut between two characters that follow each other.
func stop(a, b rune) bool {
	switch {
	case unicode.IsSpace(a) || unicode.IsSpace(b):
		return !unicode.IsSpace(a)
	case a < firstUnspaced && b < firstUnspaced, a == joiner || b == joiner:
		return false
	}
	return (unspaced(a) || unspaced(b)) && !extends(b)
}

// joiner makes one sign of two.
const joiner = '\u200d'

// firstUnspaced is before every script that [unspaced] knows.
const firstUnspaced = '\u0e00'

// unspaced reports whether a character is of a script, or of its punctuation, that puts no blanks between words.
func unspaced(r rune) bool {
	return r >= '\u3000' && r <= '\u303f' || r >= '\uff00' && r <= '\uff9f' ||
		unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Tibetan)
}

// extends reports whether a character belongs to the one before it.
func extends(r rune) bool {
	return unicode.Is(unicode.M, r) || r >= 0x1f3fb && r <= 0x1f3ff || strings.ContainsRune("\u0e33\u0eb3\uff9e\uff9f", r)
}

// escaped is how many bytes [escape] makes of a text.
func escaped(text string) (n int) {
	for _, r := range text {
		switch {
		case 'a' <= r && r <= 'z' || r == ' ':
			n++
		case r == '<' || r == '>':
			n += len("&lt;")
		case r == '&' || r == '"' || r == '\'':
			n += len("&amp;")
		case r < ' ' && r != '\t' && r != '\n' && r != '\r':
			n += utf8.RuneLen(utf8.RuneError)
		default:
			n += utf8.RuneLen(r)
		}
	}
	return n
}

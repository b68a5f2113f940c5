package bundle

import (
	"strings"
	"unicode"
)

// titled is how much of a title is in a name, in code points.
const titled = 40

// Name is a good name for a file with the bundle: its session's id and the words of
// its title. It ends in .lily and not in .zip, so that no browser unpacks it, and that
// the page knows it for a session even where it is cut off.
func (b Bundle) Name() string {
	id := ""
	if len(b.Events) > 0 {
		id = b.Events[0].Session
	}
	return strings.Join(append([]string{"session"}, words(id+" "+clip(b.Title))...), "-") + ".lily"
}

// words are the runs of letters and digits in a text, in lower case: what stands
// between them means something to some file system.
func words(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

func clip(s string) string {
	if r := []rune(s); len(r) > titled {
		return string(r[:titled])
	}
	return s
}

// Package words is how the page says things: counts, sizes, lists, the gist of an event, and
// texts of others with nothing in them that a person could not see.
//
// It promises text alone, the same for the same values: no HTML, and no opinion on where
// it is shown.
//
//	words.Plural(2, "file") // "2 files"
package words

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Plural counts things by their English name.
func Plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// Title begins a text with a capital letter.
func Title(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// Join lists words with commas.
func Join(list []string) string { return strings.Join(list, ", ") }

// Or is a text, or another one where it is empty.
func Or(text, none string) string {
	if text == "" {
		return none
	}
	return text
}

// Either is one text or the other.
func Either(yes bool, is, isNot string) string {
	if yes {
		return is
	}
	return isNot
}

// Thousands writes a number with a comma for every three digits.
func Thousands(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// Size writes a number of bytes as people read it, in units of 1,024.
func Size(n int64) string {
	switch {
	case n < 1<<10:
		return fmt.Sprintf("%d bytes", n)
	case n < 1<<20:
		return fmt.Sprintf("%.1f KiB", float64(n)/(1<<10))
	}
	return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
}

// Few names up to three and counts the rest.
func Few(names []string) string {
	if more := len(names) - 3; more > 0 {
		return fmt.Sprintf("%s and %d more", Join(names[:3]), more)
	}
	return Join(names)
}

// Several are the first of some sentences, and how many more there are.
func Several(sentences []string) string {
	const most = 5
	text := Visible(strings.Join(sentences[:min(len(sentences), most)], " "))
	if more := len(sentences) - most; more > 0 {
		text += fmt.Sprintf(" There are %d more.", more)
	}
	return text
}

// Endless is an error without its full stop, to stand within a sentence.
func Endless(err error) string { return strings.TrimSuffix(err.Error(), ".") }

// Clip cuts text after n code points.
func Clip(text string, n int) string {
	if utf8.RuneCountInString(text) <= n {
		return text
	}
	for i := range text {
		if n == 0 {
			return text[:i] + "…"
		}
		n--
	}
	return text
}

// Package words says small things for people: sizes, numbers and lists.
//
// It promises pure functions that everything on the page can share; it knows no session
// and draws nothing.
//
//	words.Size(2048) // "2.0 KiB"
package words

import (
	buffer "bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Clip cuts text after n code points.
func Clip(text string, n int) string {
	for i := range text {
		if n == 0 {
			return text[:i] + "…"
		}
		n--
	}
	return text
}

// List names things with commas between them.
func List(list []string) string { return strings.Join(list, ", ") }

// Ends gives text the line ends of what it replaces: a text box knows line feeds only.
func Ends(old, text string) string {
	if LineEnds(old) == "CRLF" {
		return strings.ReplaceAll(text, "\n", "\r\n")
	}
	return text
}

// LineEnds names a text's line ends.
func LineEnds(text string) string {
	feeds, returns, pairs := strings.Count(text, "\n"), strings.Count(text, "\r"), strings.Count(text, "\r\n")
	switch {
	case returns == 0:
		return "LF"
	case feeds == pairs && returns == pairs:
		return "CRLF"
	}
	return "mixed"
}

// Either is one text or the other.
func Either(yes bool, is, isNot string) string {
	if yes {
		return is
	}
	return isNot
}

// Size writes a size as people read it, in units of 1,024.
func Size(n int64) string {
	switch {
	case n < 1<<10:
		return fmt.Sprintf("%d bytes", n)
	case n < 1<<20:
		return fmt.Sprintf("%.1f KiB", float64(n)/(1<<10))
	case n < 1<<30:
		return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
	}
	return fmt.Sprintf("%.1f GiB", float64(n)/(1<<30))
}

// Thousands writes a number with a comma for every three digits.
func Thousands(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// Endless is an error without its full stop, to stand within a sentence.
func Endless(err error) string { return strings.TrimSuffix(err.Error(), ".") }

// Title begins a text with a capital, as a sentence begins.
func Title(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// Pretty spreads one line of JSON over several, and changes nothing else. What is nested very deeply stays as it is: its
// blanks would be many times as long.
func Pretty(line string) string {
	var b buffer.Buffer
	if deep(line) || json.Indent(&b, []byte(line), "", "  ") != nil {
		return line
	}
	return b.String()
}

// deep reports whether JSON is nested more deeply than anyone reads.
func deep(line string) bool {
	const most = 64
	depth, quoted := 0, false
	for i := 0; i < len(line) && depth <= most; i++ {
		switch c := line[i]; {
		case c == '"':
			quoted = !quoted
		case quoted && c == '\\':
			i++
		case quoted:
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			depth--
		}
	}
	return depth > most
}

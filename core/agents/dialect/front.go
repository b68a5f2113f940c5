package dialect

import "strings"

// Front cuts a text into its frontmatter, between a first line --- and the next line ---, and what follows. Both lines
// may have white space behind. Without a first one there is no frontmatter; without a second one it is not closed, and
// goes to the end.
func Front(text string) (front, body string, opened, closed bool) {
	line, rest, _ := strings.Cut(text, "\n")
	if !fence(line) {
		return "", text, false, false
	}
	for at := 0; at < len(rest); {
		line, _, more := strings.Cut(rest[at:], "\n")
		next := at + len(line) + 1
		if fence(line) {
			return rest[:at], rest[min(next, len(rest)):], true, true
		}
		if !more {
			break
		}
		at = next
	}
	return rest, "", true, false
}

// fence reports a line of three hyphens.
func fence(line string) bool {
	rest, ok := strings.CutPrefix(line, "---")
	return ok && Trim(rest) == ""
}

// Ended is a frontmatter that was cut before its last line end, as JavaScript's readers take it: what is left ends as a
// line does, so that a block which keeps its line ends has one less where the last line is empty.
func Ended(front string) string {
	if front == "" || strings.HasSuffix(front, "\n") {
		return front
	}
	return front + "\n"
}

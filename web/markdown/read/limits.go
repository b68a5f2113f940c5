package read

import (
	"strings"

	"github.com/yuin/goldmark/ast"
)

// The bounds of what is read as Markdown. The parser's time grows with the
// square of some texts; these keep the worst under a second natively.
const (
	MaxSource   = 512 << 10
	maxNesting  = 100         // levels, of blocks and of what is inside a line
	maxBrackets = 20_000_000  // brackets times bytes, of paragraphs, added up
	maxRuns     = 225_000_000 // the squares of how many runs of *, _ and ~ paragraphs have, added up
	maxCells    = 50_000      // of what could be one table
	maxNodes    = 20_000      // of a document
)

// Costly reports whether a text would take the parser too long. A paragraph
// is a run of lines that are not blank; the parser sees none longer.
func Costly(source string) bool {
	if len(source) > MaxSource {
		return true
	}
	before, beside := 0, 0                      // brackets times bytes and squares of runs, of the paragraphs above
	var bytes, lines, brackets, pipes, runs int // of this one
	for line := range strings.Lines(source) {
		if nestingOf(line) > maxNesting {
			return true
		}
		if strings.TrimSpace(line) == "" {
			before, beside = before+brackets*bytes, beside+runs*runs
			bytes, lines, brackets, pipes, runs = 0, 0, 0, 0, 0
			continue
		}
		bytes, lines = bytes+len(line), lines+1
		brackets, pipes = brackets+strings.Count(line, "["), max(pipes, strings.Count(line, "|"))
		runs += runsOf(line)
		if beside+runs*runs > maxRuns || pipes*lines > maxCells || before+brackets*bytes > maxBrackets {
			return true
		}
	}
	return false
}

// runsOf counts the runs of one mark of emphasis each, any of which may be compared with any other.
func runsOf(line string) (n int) {
	for i := range len(line) {
		if c := line[i]; (c == '*' || c == '_' || c == '~') && (i == 0 || line[i-1] != c) {
			n++
		}
	}
	return n
}

// nestingOf counts the marks before a line's text; two columns of indentation can be one more.
func nestingOf(line string) int {
	text := strings.TrimLeft(line, " \t")
	if text == "" {
		return 0
	}
	blanks := line[:len(line)-len(text)]
	n := (len(blanks) + 3*strings.Count(blanks, "\t")) / 2
	for size := blockMark(text); size > 0; size = blockMark(text) {
		text = strings.TrimLeft(text[size:], " \t")
		n++
	}
	return n
}

// blockMark is the length of the mark that a line begins with, or none.
func blockMark(line string) int {
	if strings.HasPrefix(line, ">") {
		return 1
	}
	digits := len(line) - len(strings.TrimLeft(line, "0123456789"))
	rest := line[digits:]
	marks := "-+*"
	if digits > 0 {
		marks = ".)"
	}
	if len(rest) < 2 || strings.IndexByte(marks, rest[0]) < 0 || rest[1] != ' ' && rest[1] != '\t' {
		return 0
	}
	return digits + 2
}

// sprawls tells what the page cannot hold. It does not recurse, since it guards what does.
func sprawls(doc ast.Node) bool {
	count, depth := 0, 0
	for n := doc; n != nil; {
		if count++; count > maxNodes || depth > maxNesting {
			return true
		}
		if n.FirstChild() != nil {
			n, depth = n.FirstChild(), depth+1
			continue
		}
		for n != nil && n.NextSibling() == nil {
			n, depth = n.Parent(), depth-1
		}
		if n != nil {
			n = n.NextSibling()
		}
	}
	return false
}

// Package answer is what a command says, as structure first and text second:
// the page shows the blocks, a terminal the text, and both say the same.
//
// It promises that text cannot drive a terminal, and that no cell begins a line
// of its own. It does not read Markdown: a document goes through as written.
//
//	answer.Number(2, "skill") // "2 skills"
package answer

import (
	"math"
	"strconv"
	"strings"

	"lily/core/sight"
)

// Kind says how a block is shown.
type Kind string

// The kinds of block.
const (
	Text        Kind = "text"        // one sentence or more
	Markdown    Kind = "markdown"    // a document, Text as written
	Verbatim    Kind = "verbatim"    // what a program wrote, Text as written
	Table       Kind = "table"       // Columns and Rows
	Definitions Kind = "definitions" // Rows of a term and its text
	List        Kind = "list"        // Rows of one cell
)

// Block is one part of an answer.
type Block struct {
	Kind    Kind       `json:"kind"`
	Title   string     `json:"title,omitempty"`
	Text    string     `json:"text,omitempty"`
	Columns []string   `json:"columns,omitempty"`
	Rows    [][]string `json:"rows,omitempty"`
}

// Answer is the blocks in order.
type Answer []Block

// Say returns an answer of one sentence.
func Say(text string) Answer { return Answer{{Kind: Text, Text: text}} }

// Document returns an answer of one Markdown document.
func Document(text string) Answer { return Answer{{Kind: Markdown, Text: text}} }

// Text returns the answer as plain lines: a table's cells are separated by tabs, a definition
// is "term: text", an item begins with "- ".
func (a Answer) Text() string { return a.Opening(math.MaxInt) }

// Opening is the text up to the row with which it has at least so many bytes, or all of it: a gist of an answer over
// thousands of skills needs its first rows.
func (a Answer) Opening(size int) string {
	var b strings.Builder
	for _, k := range a {
		if b.Len() >= size {
			break
		}
		if k.Title != "" {
			b.WriteString(Line(k.Title) + ":\n")
		}
		if k.Kind == Text || k.Kind == Markdown || k.Kind == Verbatim {
			b.WriteString(Clean(k.Text) + "\n")
		}
		for i := 0; i < len(k.Rows) && b.Len() < size; i++ {
			b.WriteString(k.row(k.Rows[i]) + "\n")
		}
	}
	return strings.TrimRight(b.String(), "\n")
}

func (k Block) row(cells []string) string {
	line := make([]string, len(cells))
	for i, c := range cells {
		line[i] = Line(c)
	}
	switch k.Kind {
	case Definitions:
		return strings.Join(line, ": ")
	case List:
		return "- " + strings.Join(line, " ")
	}
	return strings.TrimRight(strings.Join(line, "\t"), "\t")
}

// Number writes a count with its noun: "1 skill", "2 skills".
func Number(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}

// Short is a text as a sentence bears it.
func Short(s string) string { return Cut(s, 60) }

// Cut is at most the first characters of a text, and … where there are more.
func Cut(s string, most int) string {
	n := 0
	for i := range s {
		if n == most {
			return s[:i] + "…"
		}
		n++
	}
	return s
}

// Line makes text one line: every run of white space becomes one blank, and what nobody could see is made visible.
// A byte that is not UTF-8 becomes U+FFFD.
func Line(s string) string {
	return sight.Show(strings.Join(strings.Fields(strings.ToValidUTF8(s, "\ufffd")), " "))
}

// Clean keeps lines and tabs, and makes every other character visible that nobody could see, such as the escape that
// begins a terminal's control sequence.
func Clean(s string) string {
	return sight.Show(strings.ReplaceAll(strings.ToValidUTF8(s, "\ufffd"), "\r\n", "\n"))
}

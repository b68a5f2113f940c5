package skill

import (
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	markdown "github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"lily/core/budget"
	"lily/core/frontmatter"
)

// section is an H3 with what follows it, up to the next H3, H2 or H1.
type section struct {
	name  string
	at    int // the offset of the heading in the file
	prose frontmatter.Span
	parts []part
}

type part struct {
	title  string
	at     int
	blocks []ast.Node
}

func (s *section) part(title string) (part, bool) {
	i := slices.IndexFunc(s.parts, func(q part) bool { return strings.EqualFold(q.title, title) })
	if i < 0 {
		return part{}, false
	}
	return s.parts[i], true
}

// maxNesting is how deep lists and quotations may go on one line before the
// Markdown parser, which recurses, is kept away from them.
const maxNesting = 100

// readSections parses the body as Markdown (TS-1), unless it nests too deeply. Only blocks
// are parsed: a heading or a cell is taken as it was written.
func (p *parser) readSections() (list []*section, ok bool) {
	body := p.data[p.Tail.From:p.Tail.To]
	for _, line := range frontmatter.Lines(p.Text, p.Tail.From, p.Tail.To) {
		if countMarkers(line) > maxNesting {
			return nil, false
		}
	}
	blocks := markdown.NewParser(
		markdown.WithBlockParsers(markdown.DefaultBlockParsers()...),
		markdown.WithParagraphTransformers(util.Prioritized(extension.NewTableParagraphTransformer(), 200)),
	)
	var open *section
	for n := blocks.Parse(asking{text.NewReader(body), p.Budget}).FirstChild(); n != nil; n = n.NextSibling() {
		if h, ok := n.(*ast.Heading); ok && h.Level <= 4 {
			open = p.heading(open, h, string(h.Lines().Value(body)))
			if h.Level == 3 {
				list = append(list, open)
			}
		} else if open != nil && len(open.parts) > 0 {
			last := &open.parts[len(open.parts)-1]
			last.blocks = append(last.blocks, n)
		}
	}
	return list, true
}

// perLine is what a line of Markdown costs, in bytes that are read in the same time.
const perLine = 32

// asking reads lines, and spends what each of them costs.
type asking struct {
	text.Reader
	budget *budget.Budget
}

// AdvanceLine implements [text.Reader].
func (a asking) AdvanceLine() {
	a.budget.Spend(perLine)
	a.Reader.AdvanceLine()
}

// heading ends the prose of the section that is open, and returns the one that then is.
func (p *parser) heading(open *section, h *ast.Heading, title string) *section {
	at := p.Tail.From + h.Pos()
	title = strings.Trim(strings.TrimSpace(title), "`")
	if open != nil && len(open.parts) == 0 {
		open.prose.To = at
	}
	switch {
	case h.Level == 3:
		after := frontmatter.NextLine(p.Text, at)
		return &section{name: title, at: at, prose: frontmatter.Span{From: after, To: p.Tail.To}}
	case h.Level < 3:
		return nil
	case open != nil:
		open.parts = append(open.parts, part{title: title, at: at})
	}
	return open
}

// countMarkers counts quotation marks and bullets before other text; two columns of
// indentation can stand for one more. What a line with many of them costs the Markdown
// parser grows with the square of their number.
func countMarkers(s string) int {
	n := (len(s) - len(strings.TrimLeft(s, " \t"))) / 2
	for {
		s = strings.TrimLeft(s, " \t")
		digits := strings.TrimLeft(s, "0123456789")
		switch {
		case strings.HasPrefix(s, ">"):
			s = s[1:]
		case isMarker(s, "-+*"):
			s = s[2:]
		case len(digits) < len(s) && isMarker(digits, ".)"):
			s = digits[2:]
		default:
			return n
		}
		n++
	}
}

// isMarker reports whether a text begins with one of some bytes and a blank.
func isMarker(s, bytes string) bool {
	return len(s) > 1 && strings.IndexByte(bytes, s[0]) >= 0 && (s[1] == ' ' || s[1] == '\t')
}

// hasToolSection is SK-6's question, whatever the section's heading says. A body
// without an H4 is never parsed for it.
func (p *parser) hasToolSection() bool {
	if !strings.Contains(p.Body, "####") {
		return false
	}
	list, _ := p.readSections()
	return slices.ContainsFunc(list, func(s *section) bool {
		command, _ := s.part("Command")
		return len(command.fences()) > 0
	})
}

func (q part) fences() []*ast.FencedCodeBlock {
	var list []*ast.FencedCodeBlock
	for _, n := range q.blocks {
		if f, ok := n.(*ast.FencedCodeBlock); ok {
			list = append(list, f)
		}
	}
	return list
}

func isToolName(s string) bool { return len(s) <= 32 && s != "" && strings.Trim(s, small+"_") == "" }

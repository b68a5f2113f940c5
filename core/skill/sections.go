package skill

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	markdown "github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"lily/core/frontmatter"
)

// section is an H3 with what follows it, up to the next H3, H2 or H1.
type section struct {
	name  string
	at    int // the offset of the heading in the file
	prose frontmatter.Span
	parts []part
}

// part is an H4 of a section.
type part struct {
	title  string
	at     int
	blocks []ast.Node
}

// part finds an H4 by its title.
func (s section) part(title string) (part, bool) {
	for _, q := range s.parts {
		if strings.EqualFold(q.title, title) {
			return q, true
		}
	}
	return part{}, false
}

func (s section) isTool() bool {
	_, command := s.part("Command")
	_, params := s.part("Parameters")
	return command || params
}

// maxNesting is how deep lists and quotations may go on one line before the
// Markdown parser, which recurses, is kept away from them.
const maxNesting = 100

// readSections parses the body as Markdown (TS-1). Only blocks are parsed: a
// heading or a cell is taken as it was written.
func (p *parser) readSections() []section {
	body := p.data[p.Tail.From:p.Tail.To]
	if nestedBlocks(p.Slice(p.Tail)) {
		return nil
	}
	doc := blockParser().Parse(text.NewReader(body))
	r := sectionReader{p: p, body: body}
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		r.add(n)
	}
	r.close(p.Tail.To)
	return r.list
}

func blockParser() markdown.Parser {
	return markdown.NewParser(
		markdown.WithBlockParsers(markdown.DefaultBlockParsers()...),
		markdown.WithParagraphTransformers(util.Prioritized(extension.NewTableParagraphTransformer(), 200)),
	)
}

// nestedBlocks sees a line that begins with more block markers, or deeper, than
// prose does: what that costs the Markdown parser grows with its square.
func nestedBlocks(body string) bool {
	for at := 0; at < len(body); at = frontmatter.NextLine(body, at) {
		if countMarkers(body[at:]) > maxNesting {
			return true
		}
	}
	return false
}

// countMarkers counts quotation marks and bullets before other text; two
// columns of indentation can stand for one more.
func countMarkers(s string) int {
	n := (len(s) - len(strings.TrimLeft(s, " \t"))) / 2
	for {
		s = strings.TrimLeft(s, " \t")
		digits := strings.TrimLeft(s, "0123456789")
		switch {
		case strings.HasPrefix(s, ">"):
			s = s[1:]
		case isBullet(s):
			s = s[2:]
		case len(digits) < len(s) && len(digits) > 1 && strings.IndexByte(".)", digits[0]) >= 0 && isSpace(digits[1]):
			s = digits[2:]
		default:
			return n
		}
		n++
	}
}

func isBullet(s string) bool {
	return len(s) > 1 && strings.IndexByte("-+*", s[0]) >= 0 && isSpace(s[1])
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' }

type sectionReader struct {
	p    *parser
	body []byte
	list []section
	open bool
}

func (r *sectionReader) add(n ast.Node) {
	if h, ok := n.(*ast.Heading); ok && h.Level <= 4 {
		r.heading(h)
		return
	}
	if !r.open {
		return
	}
	s := &r.list[len(r.list)-1]
	if len(s.parts) > 0 {
		q := &s.parts[len(s.parts)-1]
		q.blocks = append(q.blocks, n)
	}
}

func (r *sectionReader) heading(h *ast.Heading) {
	at := r.p.Tail.From + h.Pos()
	title := strings.Trim(strings.TrimSpace(string(h.Lines().Value(r.body))), "`")
	if h.Level < 4 {
		r.close(at)
		r.open = h.Level == 3
	}
	switch {
	case h.Level == 3:
		after := frontmatter.NextLine(r.p.Text, at)
		r.list = append(r.list, section{name: title, at: at, prose: frontmatter.Span{From: after, To: -1}})
	case h.Level == 4 && r.open:
		s := &r.list[len(r.list)-1]
		s.endProse(at)
		s.parts = append(s.parts, part{title: title, at: at})
	}
}

func (r *sectionReader) close(at int) {
	if r.open {
		r.list[len(r.list)-1].endProse(at)
	}
}

func (s *section) endProse(at int) {
	if s.prose.To < 0 {
		s.prose.To = at
	}
}

// hasToolSection is SK-6's question, whatever the section's heading says. A body
// without an H4 is never parsed for it.
func (p *parser) hasToolSection() bool {
	if !strings.Contains(p.Body, "####") || !strings.Contains(p.Body, "###") {
		return false
	}
	for _, s := range p.readSections() {
		command, ok := s.part("Command")
		if ok && len(command.fences()) > 0 {
			return true
		}
	}
	return false
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

func isToolName(s string) bool {
	return len(s) <= 32 && s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789_") == ""
}

// Package read is the reading of Markdown that someone else wrote: its syntax tree, within bounds, and the blocks of a
// text that still arrives.
//
// It promises that what is too large or too deep, or fails the parser, is told and costs little. It shows nothing.
//
//	doc, ok := read.Document([]byte("# Title"))
package read

import (
	"strings"
	"sync"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Document is the tree of a text; false for one that is to be shown as it was written.
func Document(source []byte) (doc ast.Node, ok bool) {
	defer func() {
		if recover() != nil {
			doc, ok = nil, false
		}
	}()
	if Costly(string(source)) {
		return nil, false
	}
	doc = markdownParser().Parse(text.NewReader(source))
	return doc, !sprawls(doc)
}

// markdownParser is made once: it holds nothing of what it parses.
var markdownParser = sync.OnceValue(func() parser.Parser {
	inline := []util.PrioritizedValue{
		util.Prioritized(extension.NewTaskCheckBoxParser(), 0),
		util.Prioritized(extension.NewStrikethroughParser(), 500),
	}
	return parser.NewParser(
		parser.WithBlockParsers(parser.DefaultBlockParsers()...),
		parser.WithInlineParsers(append(inline, parser.DefaultInlineParsers()...)...),
		parser.WithParagraphTransformers(parser.DefaultParagraphTransformers()...),
		parser.WithParagraphTransformers(util.Prioritized(extension.NewTableParagraphTransformer(), 200)),
		parser.WithASTTransformers(util.Prioritized(extension.NewTableASTTransformer(), 0)),
	)
})

// Unescape resolves backslashes and entities in one pass: neither reads what the other makes.
func Unescape(s string) string {
	if !strings.ContainsAny(s, "\\&\x00") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == 0:
			b.WriteRune('\uFFFD')
		case s[i] == '\\' && i+1 < len(s) && util.IsPunct(s[i+1]):
			i++
			b.WriteByte(s[i])
		case s[i] == '&':
			value, size := entity(s[i:])
			b.WriteString(value)
			i += size - 1
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// entity resolves the reference that s begins with; one that is none is itself.
func entity(s string) (value string, size int) {
	const longest = 40
	end := strings.IndexByte(s[:min(len(s), longest)], ';')
	if end < 0 || strings.IndexByte(s[1:end], '&') >= 0 {
		return "&", 1
	}
	ref := s[:end+1]
	got := string(util.ResolveNumericReferences([]byte(ref)))
	if got == ref {
		got = string(util.ResolveEntityNames([]byte(ref)))
	}
	if got == ref {
		return "&", 1
	}
	return strings.ToValidUTF8(got, "\uFFFD"), end + 1
}

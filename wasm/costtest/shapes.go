package costtest

import (
	"strconv"
	"strings"
)

// shape is a kind of hostile text: something once, a piece over and over, and what closes each of them.
type shape struct{ first, piece, end string }

func (s shape) name() string { return s.first + s.piece + s.end }

// text has about n bytes. A № of a piece is its number.
func (s shape) text(n int) string {
	before, after, numbered := strings.Cut(s.piece, "№")
	if !numbered {
		times := max(0, n-len(s.first)+len(s.piece)+len(s.end)-1) / (len(s.piece) + len(s.end))
		return s.first + strings.Repeat(s.piece, times) + strings.Repeat(s.end, times)
	}
	b := append(make([]byte, 0, n+64), s.first...)
	for i := 0; len(b) < n; i++ {
		b = strconv.AppendInt(append(b, before...), int64(i), 10)
		b = append(b, after...)
	}
	return string(b)
}

// shapes are one long word, many small ones, deep nesting, delimiters that are never closed, line ends, many keys,
// many lists, and pieces of the languages that Lily reads.
func shapes() (list []shape) {
	for _, p := range pieces {
		list = append(list, shape{piece: p})
	}
	for _, first := range opened {
		for _, p := range []string{"a", "a ", "\n", "  a\n"} {
			list = append(list, shape{first: first, piece: p})
		}
	}
	return append(list, nested...)
}

var pieces = []string{
	"a", "a ", "\n", "\r\n", "\r", " ", "\t", " \n", "a\n", "a\r\n", "a b c d e f\n", "é", "\u200b", "\x00",
	"\xff", "😀", "é", "0", "9 ", "A", "-", "- ", "- a\n", "-\n", "---\n", "+ ", "* ", "*", "**a ", "*a **b", "_",
	"__a", "_a ", "`", "``a", "` a", "```\n", "~~~\n", "~~", "> ", ">", "> a\n", ">\n", "1. ", "1.\n", "#", "# ",
	"# a\n", "### a\n", "#### a\n", "#### Command\n", "### a\n#### Command\n```\nls\n```\n",
	"### a\n#### Parameters\n| Name | Type | Required |\n|-|-|-|\n| a | string | no |\n", "[", "]", "[]", "[a",
	"[a](", "[a](b ", "[a]:", "[a]: b\n", "![", "![a](", "](", "[[a]]", "[^a]", "[a][", "<", "<a", "<a ", "<a>",
	"</a>", "<!--", "<!-- a", "-->", "<?", "<![CDATA[", "<a href=\"", "<x@y", "&", "&amp;", "&a", "&a ", "*a ",
	"http://a", "www.a. ", "a@b.c ", "|", "|a", "| a ", "|-", "|a|b|\n|-|-|\n", "a|b\n-|-\n", "{", "}", "{}", "{{",
	"}}", "{{a}}", "{{a}}x", "{{a:b}}", "{{a", "{a,b}", "{a: ", "{a: b, ", "[a, ", "(", ")", "()", "(a|b)", "a(",
	"$", "${", "${a", "${a}", "$a", "$a ", "$(", "$((", "\\", "\\a", "\\\\", "\\\n", "'", "''", "'a", "'a'",
	"'a' ", "\"", "\"\"", "\"a", "\"a\"", "\"a\" ", "\"\\", "\"\\u0041", "a: b\n", "a:\n", "a: ", "a: |\n",
	"a: >\n  b\n", "  a: b\n", " a: b\n", "a: 'b\n", "a: \"b\n", "a: [b\n", "a: {b\n", "a: b: c\n", "? a\n", "? ",
	": ", ":", "::", "a:b", "!a ", "!!", "%", "%a\n", "@", "@a ", "~ ", "? [", ",", ";", "; ", ".", "...\n", "../",
	"./", "/", "//", "a/", "/a", "**/", "**/a/", "?", "*?", "[a-", "[!a]", "=", "a=", "a=b ", "--a ", "--a=b ",
	"-a ", "-- ", "a;", "a&&", "||", ">>", "bash -c ", "env ", "find -exec ", "sed -i '' ", "then ", "and then ",
	". ", "! ", "must ", "data:\n", "data: {}\n\n", "data: {\n", "event: a\n", ": a\n", "data\n", "id: a\n",
	"data: [DONE]\n", "data: {}\n", "{\"a\":", "{\"a\":1}", "[1,", "[[", "\"a\":1,", "\"a\",", "null,", "1e9,",
	"\\u0000", "\\ud800", "k№: a\n", "k№ ", "- a№\n", "[a№]: b\n", "[a№]\n", "[^a№]: b\n", "a: &a№\n", "*a№ ",
	"{{a№}} ", "{{a№}}x", "$a№", "| a№|\n", "a№/", "a№, ", "\"a№\": 1, ", "--a№ ", "### t№\n", "a№=b ", "[a](b№)",
	"k№: [a]\n", "k№: {a: b}\n", "a № b\n",
}

// opened are closed by nothing.
var opened = []string{
	"\"", "'", "`", "[", "{", "(", "<!--", "<a ", "```\n", "a: |\n", "a: >\n", "{{", "$(", "- ", "> ", "# ", "/*",
	"\"\"\"", "&a ", "[a](", "| a |\n|-|\n", "a: [", "a: {", "a: \"", "a: '", "data: ", "data: {\"a\":\"", "/",
	"*", "**/", "http://", "---\n",
}

var nested = []shape{
	{piece: "[", end: "]"},
	{piece: "{", end: "}"},
	{piece: "(", end: ")"},
	{piece: "<a>", end: "</a>"},
	{piece: "{a: ", end: "}"},
	{piece: "> a\n", end: "\n"},
	{piece: "**a", end: "**"},
	{piece: "[a", end: "](b)"},
	{piece: "*a ", end: "a*"},
	{piece: "`", end: "a`"},
	{piece: "\"", end: "\""},
	{piece: "{\"a\":", end: "}"},
	{piece: "$(", end: ")"},
	{piece: "- ", end: "\n"},
}

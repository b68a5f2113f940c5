package read

import "strings"

// Flow cuts a Markdown text that grows into blocks that stand, and a rest that may still
// change: joined, they are the text. A cut is only where what follows cannot change how the
// text before it is read: before and behind a fence, and at a blank line outside of fences,
// HTML and lists, unless the next line is indented. Definitions of links reach over cuts.
// Each byte is looked at once.
type Flow struct {
	Text string
	Cuts []int // where the blocks that stand end
	at   int   // the first line that is not judged yet

	fence   fence
	blank   bool   // the line before was blank
	html    bool   // perhaps raw HTML, up to a blank line
	until   string // what raw HTML goes on to, over blank lines
	items   []int  // the columns in which the text of the open list items begins
	bare    bool   // the line before was a list item without a text
	lazy    bool   // a line further left goes on with the list, or ends it
	Defines bool   // a definition of a link was met: the text is to be read in one piece
	stuck   bool   // what was met can be told only by a whole parser: no more cuts
}

// fence is one that is open; its mark is 0 for none.
type fence struct {
	mark     byte
	size, in int // its length, and the column of the list item that it stands in
}

// Grow takes the text as it is now. One that does not go on from the last is cut anew.
func (f *Flow) Grow(text string) {
	if len(text) < len(f.Text) || text[:len(f.Text)] != f.Text {
		*f = Flow{}
	}
	f.Text = text
	for f.at < len(text) {
		end := strings.IndexByte(text[f.at:], '\n')
		if end < 0 {
			f.peek(text[f.at:])
			return
		}
		f.line(text[f.at : f.at+end])
		f.at += end + 1
	}
}

// From is where the rest begins.
func (f *Flow) From() int {
	if len(f.Cuts) == 0 {
		return 0
	}
	return f.Cuts[len(f.Cuts)-1]
}

// InCode reports whether the rest is code in a fence, in no list.
func (f *Flow) InCode() bool { return f.fence.mark != 0 && f.fence.in == 0 }

// cut ends a block. What follows is read as if nothing stood before it.
func (f *Flow) cut(at int) {
	if f.stuck {
		return
	}
	if at > f.From() {
		f.Cuts = append(f.Cuts, at)
	}
	f.fence, f.html, f.until, f.items, f.bare, f.lazy = fence{}, false, "", f.items[:0], false, false
}

// peek cuts before a line that has only begun, where its beginning says enough.
func (f *Flow) peek(line string) {
	if f.blank && f.fence.mark == 0 && f.until == "" && len(f.items) == 0 && line != "" && !strings.Contains(" \t\r", line[:1]) {
		f.cut(f.at)
		f.blank = false
	}
}

// line judges a whole line, without its line feed.
func (f *Flow) line(line string) {
	text := strings.TrimLeft(line, " \t")
	indent := columns(line[:len(line)-len(text)])
	text = strings.TrimSuffix(text, "\r")
	switch {
	case f.fence.mark != 0 && (text == "" || indent >= f.fence.in):
		if f.closes(text, indent) {
			f.cut(f.at + len(line) + 1)
		}
		return
	case f.until != "":
		if strings.Contains(strings.ToLower(line), f.until) {
			f.until = ""
		}
		return
	case text == "": // it ends raw HTML, and a list item that has no text yet
		if f.bare {
			f.items[len(f.items)-1] = MaxSource // nothing below is in it
		}
		f.blank, f.html, f.bare = true, false, false
		return
	}
	f.ofText(text, indent)
}

// ofText takes a line that is no part of a fence, and not blank.
func (f *Flow) ofText(text string, indent int) {
	if f.fence.mark != 0 { // its list item is over
		f.fence = fence{}
		f.close(indent)
	}
	if f.blank {
		if indent == 0 && (len(f.items) == 0 || item(text) == 0) { // it cannot belong to what stands before
			f.cut(f.at)
		}
		f.close(indent)
	}
	f.bare = false
	f.outside(text, indent)
	f.blank = false
}

// close closes the list items whose text begins right of a column.
func (f *Flow) close(column int) {
	for len(f.items) > 0 && f.items[len(f.items)-1] > column {
		f.items = f.items[:len(f.items)-1]
	}
}

// closes takes a line of a fence, and reports whether it ends one in no list, and a block.
func (f *Flow) closes(text string, indent int) bool {
	run := len(text) - len(strings.TrimLeft(text, string(f.fence.mark)))
	if run < f.fence.size || strings.TrimSpace(text[run:]) != "" || indent-f.fence.in > 3 {
		return false
	}
	in := f.fence.in
	f.fence = fence{}
	return in == 0
}

// outside takes what a line of text is in, and begins.
func (f *Flow) outside(text string, indent int) {
	in := 0 // of the innermost item that the line is in
	for _, column := range f.items {
		if column <= indent {
			in = column
		}
	}
	n := item(text)
	f.lazy = f.lazy || n == 0 && len(f.items) > 0 && f.items[len(f.items)-1] > in
	switch {
	case indent-in > 3: // code, or a paragraph that goes on
	case rule(text) && in == 0:
		f.items = f.items[:0]
	case n > 0:
		f.lazy = f.lazy || f.html || !f.blank && f.at > f.From() && !interrupts(text, n)
		f.close(indent)
		f.items = append(f.items, indent+n)
		f.begins(strings.TrimLeft(text[min(n, len(text)):], " "), indent+n)
	default:
		f.begins(text, in)
	}
}

// begins takes what may begin something, in the list item whose text begins in a column.
func (f *Flow) begins(text string, in int) {
	mark, size := opens(text)
	switch {
	case text == "":
		f.bare = true
	case size > 0 && (f.html || f.lazy && in > 0):
		f.stuck = true
	case size > 0:
		if in == 0 {
			f.cut(f.at)
		}
		f.fence = fence{mark, size, in}
	case text[0] == '[':
		f.Defines = f.Defines || strings.Contains(text, "]:")
	case text[0] == '<':
		html, until := raw(text)
		f.stuck = f.stuck || until != "" && (in > 0 || f.html)
		f.html, f.until = f.html || html, until
	case item(text) > 0 && in > 0: // a list in a list, on one line
		f.items = append(f.items, in+item(text))
		f.begins(strings.TrimLeft(text[min(item(text), len(text)):], " "), in+item(text))
	}
}

// rule reports a thematic break, which may look like a list.
func rule(text string) bool {
	bare := strings.ReplaceAll(strings.ReplaceAll(text, " ", ""), "\t", "")
	return len(bare) > 2 && strings.ContainsAny(bare[:1], "-*_") && strings.Trim(bare, bare[:1]) == ""
}

func columns(blanks string) int {
	n := 0
	for _, c := range blanks {
		if n++; c == '\t' {
			n = (n + 3) / 4 * 4
		}
	}
	return n
}

// item is how far behind its mark the text of a list item begins, and 0 for what is none.
func item(text string) int {
	n := blockMark(text + " ")
	if n == 0 || text[0] == '>' || rule(text) {
		return 0
	}
	rest := strings.TrimLeft(text[min(n-1, len(text)):], " \t")
	if rest == "" {
		return n
	}
	if pad := columns(text[:len(text)-len(rest)]) - (n - 1); pad <= 4 {
		return n - 1 + pad
	}
	return n
}

// interrupts reports whether an item may stand right below a paragraph, which otherwise goes on.
func interrupts(text string, n int) bool {
	return len(text) > n && (strings.ContainsAny(text[:1], "-+*") || strings.HasPrefix(text, "1.") || strings.HasPrefix(text, "1)"))
}

// opens reads the beginning of a fence.
func opens(text string) (mark byte, size int) {
	if text == "" || text[0] != '`' && text[0] != '~' {
		return 0, 0
	}
	mark = text[0]
	size = len(text) - len(strings.TrimLeft(text, string(mark)))
	if size < 3 || mark == '`' && strings.Contains(text[size:], "`") {
		return 0, 0
	}
	return mark, size
}

// rawEnds are raw HTML that goes on over blank lines, and what ends it.
var rawEnds = []struct{ begin, end string }{
	{"<!--", "-->"},
	{"<?", "?>"},
	{"<![cdata[", "]]>"},
	{"<!", ">"},
	{"<pre", "</pre>"},
	{"<script", "</script>"},
	{"<style", "</style>"},
	{"<textarea", "</textarea>"},
}

// raw reports whether a line may begin raw HTML, and what must come before that can end.
func raw(text string) (html bool, until string) {
	text = strings.ToLower(text)
	for _, e := range rawEnds {
		rest, ok := strings.CutPrefix(text, e.begin)
		switch {
		case !ok || e.end[0] == '<' && rest != "" && !strings.Contains(" \t>", rest[:1]):
		case strings.Contains(rest, e.end):
			return true, ""
		default:
			return true, e.end
		}
	}
	name := strings.TrimLeft(strings.TrimPrefix(text[1:], "/"), "abcdefghijklmnopqrstuvwxyz0123456789-")
	return name == "" || strings.Contains(" \t/>", name[:1]), ""
}

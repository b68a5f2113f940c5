package frontmatter

import "strings"

// Fence is the line that opens and closes a frontmatter.
const Fence = "---"

// fences finds the two --- lines (SK-2). The body is never split into lines.
func (d *Doc) fences() Outcome {
	at := len(d.Text) - len(strings.TrimPrefix(d.Text, bom))
	if !IsFence(d.Text, at) {
		d.Tail = Span{at, len(d.Text)}
		return None
	}
	open := NextLine(d.Text, at)
	end, ok := Closing(d.Text, open)
	if !ok {
		d.Tail = Span{open, len(d.Text)}
		return Unclosed
	}
	d.Head = Span{open, end}
	d.Tail = Span{NextLine(d.Text, end), len(d.Text)}
	if end-open > MaxHead {
		d.Find(open, "frontmatter_too_large", "The frontmatter has %d bytes; at most %d are read.", end-open, MaxHead)
		return Refused
	}
	return Whole
}

// IsFence reports whether a whole line --- begins at an offset, trailing blanks allowed.
func IsFence(text string, at int) bool {
	rest, ok := strings.CutPrefix(text[at:], Fence)
	if !ok {
		return false
	}
	rest = strings.TrimLeft(rest, " \t")
	return rest == "" || rest[0] == '\n' || strings.HasPrefix(rest, "\r\n")
}

// Closing finds the first line at or after from that is a Fence.
func Closing(text string, from int) (int, bool) {
	for at := from; at < len(text); {
		if IsFence(text, at) {
			return at, true
		}
		n := strings.Index(text[at:], "\n"+Fence)
		if n < 0 {
			return 0, false
		}
		at += n + 1
	}
	return 0, false
}

// Trimmed is the rest of the file, trimmed and not copied, and the line on which it begins.
func (d *Doc) Trimmed() (text string, line int) {
	rest := d.Slice(d.Tail)
	text = strings.TrimSpace(rest)
	at := d.Tail.From
	if text != "" {
		at += strings.Index(rest, text)
	}
	line, _ = d.Place(at)
	return text, line
}

package sight

import (
	"fmt"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// Writer shows a terminal each text that is written to it, so that none can move its cursor, name its window or turn
// its letters around. A text is written whole: what a character does depends on those beside it.
type Writer struct{ To io.Writer }

// Write implements [io.Writer].
func (w Writer) Write(p []byte) (int, error) {
	if _, err := io.WriteString(w.To, Show(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// JSON is the same value with every character of the set escaped, as it may be in the texts of JSON only.
func JSON(data []byte) []byte {
	out, from := []byte(nil), 0
	for at := 0; at < len(data); {
		r, size := rune(data[at]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRune(data[at:])
		}
		if r >= ' ' && Hidden(r) {
			out = append(out, data[from:at]...)
			for _, unit := range utf16.AppendRune(nil, r) {
				out = fmt.Appendf(out, "\\u%04x", unit)
			}
			from = at + size
		}
		at += size
	}
	if from == 0 {
		return data
	}
	return append(out, data[from:]...)
}

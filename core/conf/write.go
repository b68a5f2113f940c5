package conf

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Writer writes a mapping as [Read] reads it, an entry at a time. It writes no more of
// YAML than the files that people edit have: an encoder is a large part of a download.
// The zero Writer is ready for use.
type Writer struct {
	b      bytes.Buffer
	indent string
}

// Bytes is what was written.
func (w *Writer) Bytes() []byte { return w.b.Bytes() }

// Text writes a text.
func (w *Writer) Text(key, value string) { w.entry(key, " "+scalar(value)) }

// Bool writes true or false.
func (w *Writer) Bool(key string, value bool) { w.entry(key, " "+strconv.FormatBool(value)) }

// Number writes a number.
func (w *Writer) Number(key string, value int) { w.entry(key, " "+strconv.Itoa(value)) }

// List writes a list on one line.
func (w *Writer) List(key string, list []string) {
	written := make([]string, len(list))
	for i, s := range list {
		written[i] = scalar(s)
	}
	w.entry(key, " ["+strings.Join(written, ", ")+"]")
}

// Map writes a mapping of texts, sorted.
func (w *Writer) Map(key string, entries map[string]string) {
	if len(entries) == 0 {
		w.entry(key, " {}")
		return
	}
	w.Doc(key, func() {
		for _, k := range slices.Sorted(maps.Keys(entries)) {
			w.Text(scalar(k), entries[k])
		}
	})
}

// Doc writes a mapping, whose entries are written meanwhile.
func (w *Writer) Doc(key string, entries func()) {
	w.entry(key, "")
	was := w.indent
	w.indent += "  "
	entries()
	w.indent = was
}

// Docs writes a list of so many mappings, whose entries are written one after the other.
func (w *Writer) Docs(key string, many int, entries func(i int)) {
	if many == 0 {
		w.entry(key, " []")
		return
	}
	w.entry(key, "")
	was := w.indent
	w.indent += "    "
	for i := range many {
		at := w.b.Len() + len(was)
		entries(i)
		copy(w.b.Bytes()[at:], "  - ")
	}
	w.indent = was
}

func (w *Writer) entry(key, value string) {
	w.b.WriteString(w.indent + key + ":" + value + "\n")
}

// scalar writes a text so that it is read as that text, whatever it looks like.
func scalar(s string) string {
	switch {
	case plain(s):
		return s
	case s == strings.ToValidUTF8(s, "") && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) || r == '\uFEFF' }):
		return "'" + strings.ReplaceAll(s, "'", "''") + "'"
	}
	return strconv.QuoteToASCII(s) // its escapes are YAML's, too
}

// plain reports whether a text needs no quotes: a name or a path that is no word of
// YAML's own.
func plain(s string) bool {
	if s == "" || !letter(s[0]) && s[0] != '/' && s[0] != '_' {
		return false
	}
	for i := range len(s) {
		if c := s[i]; !letter(c) && !strings.ContainsRune("0123456789_/.-", rune(c)) && (c != ':' || i == len(s)-1) {
			return false
		}
	}
	return !IsWord(s)
}

// IsWord reports whether YAML, of any age, reads a text as a boolean or null.
func IsWord(s string) bool {
	words := []string{"y", "n", "yes", "no", "on", "off", "true", "false", "null"}
	return len(s) <= 5 && slices.Contains(words, strings.ToLower(s))
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// Digest names what a file says, and not how it was written: it is that of the value in
// JSON, of texts, numbers, lists and maps.
func Digest(v any) [sha256.Size]byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return sha256.Sum256(data)
}

package skill

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"
)

const bom = "\uFEFF"

// checkBytes refuses what is no text of a bounded size (SK-10).
func (p *parser) checkBytes() bool {
	if len(p.data) > MaxFile {
		p.find(0, "file_too_large", "The file has %d bytes; at most %d are read.", len(p.data), MaxFile)
		return false
	}
	if at := bytes.IndexByte(p.data, 0); at >= 0 {
		p.find(at, "binary", "The file holds a NUL byte and is no text.")
		return false
	}
	if !utf8.Valid(p.data) {
		at := firstInvalid(p.data)
		p.find(at, "bad_utf8", "Byte 0x%02x is no valid UTF-8 here.", p.data[at])
		return false
	}
	return true
}

func firstInvalid(data []byte) int {
	at := 0
	for at < len(data) {
		r, n := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && n == 1 {
			break
		}
		at += n
	}
	return at
}

// find records a finding at an offset and returns it, so that a fix can be
// hung on it.
func (p *parser) find(at int, code, format string, args ...any) *Finding {
	line, column := p.place(at)
	info := codeInfo(code)
	p.Findings = append(p.Findings, Finding{
		Code: code, Severity: info.Severity, Clause: info.Clause,
		File: "SKILL.md", Line: line, Column: column,
		Message: fmt.Sprintf(format, args...),
	})
	return &p.Findings[len(p.Findings)-1]
}

// place is position, counting on from the place asked for before: findings
// come mostly in the order of the file.
func (p *parser) place(at int) (line, column int) {
	at = min(max(at, 0), len(p.text))
	begin := strings.LastIndexByte(p.text[:at], '\n') + 1
	if begin < p.seen.at {
		p.seen.at, p.seen.line = 0, 0
	}
	p.seen.line += strings.Count(p.text[p.seen.at:begin], "\n")
	p.seen.at = begin
	return 1 + p.seen.line, columnOf(p.text, begin, at)
}

// position turns an offset into a 1-based line and column, counted in code
// points as an editor does: a byte order mark is not counted.
func position(text string, at int) (line, column int) {
	at = min(max(at, 0), len(text))
	begin := strings.LastIndexByte(text[:at], '\n') + 1
	return 1 + strings.Count(text[:begin], "\n"), columnOf(text, begin, at)
}

func columnOf(text string, begin, at int) int {
	line := text[begin:at]
	if begin == 0 {
		line = strings.TrimPrefix(line, bom)
	}
	return 1 + utf8.RuneCountInString(line)
}

// offset is the reverse of position. It fails for a place the text has not.
func offset(text string, line, column int) (int, bool) {
	at := 0
	if strings.HasPrefix(text, bom) {
		at = len(bom)
	}
	for ; line > 1; line-- {
		n := strings.IndexByte(text[at:], '\n')
		if n < 0 {
			return 0, false
		}
		at += n + 1
	}
	rest := lineAt(text, at)
	for ; column > 1; column-- {
		if rest == "" {
			return 0, false
		}
		_, n := utf8.DecodeRuneInString(rest)
		at, rest = at+n, rest[n:]
	}
	return at, line == 1 && column == 1
}

// lineAt is the line that begins at an offset, without its end.
func lineAt(text string, at int) string {
	line := text[at:]
	if before, _, ok := strings.Cut(line, "\n"); ok {
		return strings.TrimSuffix(before, "\r")
	}
	return line
}

// nextLine is the offset after the line that holds at.
func nextLine(text string, at int) int {
	if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
		return at + n + 1
	}
	return len(text)
}

// newline is the line end the file uses.
func (p *parser) newline() string {
	if n := strings.IndexByte(p.text, '\n'); n > 0 && p.text[n-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

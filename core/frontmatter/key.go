package frontmatter

import (
	"slices"
	"strings"
)

// The keys of each format.
var (
	LilyKeys     = []string{"summary", "invocation_mode", "command", "command_tool", "requires_tools", "eligibility"}
	StandardKeys = []string{"name", "description", "license", "compatibility", "metadata", "allowed-tools"}
	ToolMarks    = []string{"modes", "read_only", "always_ask", "network"} // that make a skill one with tools
	ToolKeys     = []string{"version", "author", "timeout"}
)

// The two keys of other programs that are obeyed (SK-5).
const (
	NoModel  = "disable-model-invocation"
	NoPerson = "user-invocable"
)

// othersKeys are what other programs write beside them, as often.
var (
	othersKeys = []string{NoModel, NoPerson, "argument-hint", "tags", "homepage", "category", "keywords", "triggers", "model", "title"}
	textKeys   = []string{"summary", "name", "description", "license", "compatibility"}
	commonKeys = slices.Concat(LilyKeys, StandardKeys, ToolMarks, ToolKeys, othersKeys)
)

// IsCommon reports whether a key is one that frontmatters have.
func IsCommon(key string) bool { return slices.Contains(commonKeys, key) }

// IsOthers reports whether a common key is one of other programs.
func IsOthers(key string) bool { return slices.Contains(othersKeys, key) }

// IsText reports whether a key's value is text in every format.
func IsText(key string) bool { return slices.Contains(textKeys, key) }

func (d *Doc) gluedKeys() bool {
	for _, line := range Lines(d.Text, d.Head.From, d.Head.To) {
		key, ok := GluedKey(line)
		if strings.TrimSpace(line) != "" && (!ok || !IsCommon(key)) {
			return false
		}
	}
	return true
}

// GluedKey sees "name:x", but not "https://x".
func GluedKey(line string) (string, bool) {
	n := strings.IndexByte(line, ':')
	if n < 1 || strings.HasPrefix(line[n:], "://") {
		return "", false
	}
	key, _, ok := CutKey(line[:n+1])
	return key, ok
}

// CutKey splits a line that begins with a key, such as "name: x", and reports whether it does.
func CutKey(line string) (key, value string, ok bool) {
	n := 0
	for n < len(line) && KeyByte(line[n], n) {
		n++
	}
	if n == 0 || n == len(line) || line[n] != ':' {
		return "", "", false
	}
	rest := line[n+1:]
	if rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return "", "", false
	}
	return line[:n], strings.Trim(rest, " \t"), true
}

// KeyByte reports whether a key can hold a byte at a place of it.
func KeyByte(c byte, at int) bool {
	letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_'
	return letter || at > 0 && ('0' <= c && c <= '9' || c == '-' || c == '.')
}

package opencode

import (
	"strings"

	"lily/core/agents/dialect"
)

// sanitize makes a block of text of each value that has a colon, in the lines of the frontmatter that are not indented.
func sanitize(text string) string {
	front, ok := between(text)
	if !ok {
		return text
	}
	lines := strings.Split(front, "\n")
	var b strings.Builder
	for i, line := range lines {
		if i > 0 {
			b.WriteByte('\n')
		}
		if i < len(lines)-1 {
			line = strings.TrimSuffix(line, "\r")
		}
		key, value, ok := pair(line)
		if !ok || value == "" || value == ">" || value == "|" || value[0] == '"' || value[0] == '\'' || !strings.Contains(value, ":") {
			b.WriteString(line)
			continue
		}
		b.WriteString(key + ": |-\n  " + value)
	}
	return strings.Replace(text, front, b.String(), 1)
}

// between is what stands between the first line, which has to be ---, and the first line after the second that begins
// with ---.
func between(text string) (string, bool) {
	rest, ok := strings.CutPrefix(text, "---")
	rest = strings.TrimPrefix(rest, "\r")
	if !ok || !strings.HasPrefix(rest, "\n") {
		return "", false
	}
	rest = rest[1:]
	head, _, ends := strings.Cut(rest, "\n---")
	if !ends {
		return "", false
	}
	return strings.TrimSuffix(head, "\r"), true
}

// pair reads "key: value", where the key has letters, digits and _ only.
func pair(line string) (key, value string, ok bool) {
	if t := dialect.Trim(line); t == "" || t[0] == '#' || strings.ContainsAny(line, "\r\u2028\u2029") {
		return "", "", false
	}
	n := 0
	for n < len(line) && (line[n] == '_' || line[n]|0x20 >= 'a' && line[n]|0x20 <= 'z' || n > 0 && line[n] >= '0' && line[n] <= '9') {
		n++
	}
	rest, ok := strings.CutPrefix(strings.TrimLeftFunc(line[n:], dialect.Space), ":")
	return line[:n], dialect.Trim(rest), ok && n > 0
}

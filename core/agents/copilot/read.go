package copilot

import (
	"strings"

	"lily/core/agents"

	"gopkg.in/yaml.v3"
)

// read returns the single values of the frontmatter as texts, and whether the reader lost its way.
func read(f agents.Found, front string) (k map[string]string, lost bool) {
	k = map[string]string{}
	n, err := f.YAML(front)
	if err != nil {
		r := reader{rest: strings.ReplaceAll(front, "\r\n", "\n"), keys: k}
		r.read()
		return k, true
	}
	if n == nil || n.Kind != yaml.MappingNode {
		return k, n != nil
	}
	for i := len(n.Content) - 2; i >= 0; i -= 2 { // the first of a key counts
		if v := agents.Follow(n.Content[i+1]); v.Kind == yaml.ScalarNode {
			k[n.Content[i].Value] = v.Value
		}
	}
	return k, false
}

// reader reads keys with single values from a text that is no YAML, until it does not find a key.
type reader struct {
	rest string
	keys map[string]string
}

func (r *reader) read() {
	for r.rest != "" {
		line, rest, _ := strings.Cut(r.rest, "\n")
		text := strings.TrimLeft(line, " \t")
		if text == "" || text[0] == '#' || line[0] == '%' {
			r.rest = rest
			continue
		}
		key, value, ok := cutColon(text)
		if !ok {
			return
		}
		r.rest = rest
		said, single, on := r.value(strings.TrimLeft(value, " \t"))
		if _, has := r.keys[key]; single && !has {
			r.keys[key] = said
		}
		if !on {
			return
		}
	}
}

// value reads what stands behind a colon, and reports whether it is a single value, and whether the reader finds on.
func (r *reader) value(s string) (said string, single, on bool) {
	switch {
	case s == "" || s[0] == '#':
		if next := r.indented(); len(next) == 0 || strings.HasPrefix(next[0], "- ") || strings.Contains(next[0], ": ") || strings.HasSuffix(next[0], ":") {
			return "", false, true
		} else {
			return strings.Join(next, " "), true, true
		}
	case s[0] == '"' || s[0] == '\'':
		return r.quoted(s)
	case s[0] == '|' || s[0] == '>':
		sign := map[byte]string{'|': "\n", '>': " "}[s[0]]
		said = strings.Join(r.indented(), sign)
		if !strings.Contains(s, "-") {
			said += "\n"
		}
		return said, true, true
	case s[0] == '[' || s[0] == '{':
		return "", false, strings.HasSuffix(strings.TrimSpace(s), "]") || strings.HasSuffix(strings.TrimSpace(s), "}")
	}
	if head, _, colon := cutColon(s); colon {
		return head, true, false
	}
	if before, _, ok := strings.Cut(s, " #"); ok {
		return strings.TrimRight(before, " \t"), true, true
	}
	said = strings.TrimRight(s, " \t\r")
	for r.rest != "" && (r.rest[0] == ' ' || r.rest[0] == '\t') { // lines that go on
		line, rest, _ := strings.Cut(r.rest, "\n")
		text := strings.TrimSpace(line)
		if _, _, colon := cutColon(text); colon || text == "" || text[0] == '#' {
			break
		}
		said, r.rest = said+" "+text, rest
	}
	return said, true, true
}

// quoted reads up to the closing quote, or to the end.
func (r *reader) quoted(s string) (said string, single, on bool) {
	all := s + "\n" + r.rest
	quote := all[0]
	var b strings.Builder
	for i := 1; i < len(all); i++ {
		switch {
		case all[i] == '\\' && quote == '"' && i+1 < len(all):
			i++
			b.WriteByte(map[byte]byte{'n': '\n', 't': '\t', 'r': '\r'}[all[i]])
			if c := all[i]; c != 'n' && c != 't' && c != 'r' {
				b.WriteByte(c)
			}
		case all[i] == quote && quote == '\'' && strings.HasPrefix(all[i+1:], "'"):
			b.WriteByte(quote)
			i++
		case all[i] == quote:
			behind, rest, _ := strings.Cut(all[i+1:], "\n")
			r.rest = rest
			behind = strings.TrimSpace(behind)
			return b.String(), true, behind == "" || behind[0] == '#'
		case all[i] == '\n':
			b.WriteByte(' ')
		default:
			b.WriteByte(all[i])
		}
	}
	r.rest = ""
	return strings.TrimRight(b.String(), " "), true, true
}

// indented takes the lines that are indented, without their blanks.
func (r *reader) indented() (list []string) {
	for r.rest != "" && (r.rest[0] == ' ' || r.rest[0] == '\t' || r.rest[0] == '\n') {
		line, rest, _ := strings.Cut(r.rest, "\n")
		if text := strings.TrimSpace(line); text != "" {
			list = append(list, text)
		}
		r.rest = rest
	}
	return list
}

// cutColon cuts at a colon with a blank or nothing behind.
func cutColon(s string) (before, after string, ok bool) {
	for i := range len(s) {
		if s[i] == ':' && (i+1 == len(s) || s[i+1] == ' ' || s[i+1] == '\t' || s[i+1] == '\r') {
			return strings.TrimRight(s[:i], " \t"), s[i+1:], true
		}
	}
	return s, "", false
}

package skill

import "strings"

// cutKey splits a line that begins with a key, such as "name: x", and reports
// whether it does.
func cutKey(line string) (key, value string, ok bool) {
	n := 0
	for n < len(line) && keyByte(line[n], n) {
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

func keyByte(c byte, at int) bool {
	letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_'
	return letter || at > 0 && ('0' <= c && c <= '9' || c == '-' || c == '.')
}

func (p *parser) repair(err error) {
	p.find(p.fm.from, "invalid_yaml", "The frontmatter's YAML does not parse: %v.", err)
}

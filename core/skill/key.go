package skill

import "strings"

// gluedKeys reports whether each line is a key whose value is glued to it.
func (p *parser) gluedKeys() bool {
	for at := p.fm.from; at < p.fm.to; at = nextLine(p.text, at) {
		line := lineAt(p.text, at)
		key, ok := gluedKey(line)
		if strings.TrimSpace(line) != "" && (!ok || !isCommonKey(key)) {
			return false
		}
	}
	return true
}

// gluedKey sees "name:x", but not "https://x".
func gluedKey(line string) (string, bool) {
	n := strings.IndexByte(line, ':')
	if n < 1 || strings.HasPrefix(line[n:], "://") {
		return "", false
	}
	key, _, ok := cutKey(line[:n+1])
	return key, ok
}

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

package openclaw

import (
	"strings"

	"lily/core/agents"
	"lily/core/agents/dialect"

	"gopkg.in/yaml.v3"
)

// front is frontmatter as OpenClaw has it: every value is text.
type front struct {
	text     map[string]string
	node     *yaml.Node // nil without one
	inline   bool       // whether metadata stands on the line of its key
	repaired bool
}

// read fills in what is wrong where the file is refused.
func read(f agents.Found, c *agents.Cell) front {
	block, opens, closes := cut(dialect.Lines(strings.TrimPrefix(dialect.Decode(f.Text), "\ufeff")))
	switch {
	case opens && !closes:
		c.End(agents.Refused, "fence", "The frontmatter has no end.", 1)
		return front{}
	case !opens:
		c.End(agents.Refused, "fence", "There is no frontmatter, and with it no description.", 1)
		return front{}
	case block == "":
		return front{}
	}
	fallback := lines(block)
	n, err := parse(f, block)
	repaired := false
	for range 3 {
		next, ok := "", false
		if err != nil {
			next, ok = freeform(f, block)
		}
		if !ok {
			break
		}
		block, repaired = next, true
		n, err = parse(f, block)
	}
	if err != nil {
		c.End(agents.Refused, "yaml", "The frontmatter cannot be read: "+agents.OneLine(err)+".", 1)
		return front{}
	}
	return front{values(n, block, fallback), n, inline(block, "metadata"), repaired}
}

// cut is the text between the lines of the fences, with its last line end.
func cut(text string) (block string, opens, closes bool) {
	first, rest, more := strings.Cut(text, "\n")
	if !more || !fence(first) {
		return "", false, false
	}
	for at := 0; at <= len(rest); {
		line, _, more := strings.Cut(rest[at:], "\n")
		if fence(line) {
			return rest[:at], true, true
		}
		if !more {
			break
		}
		at += len(line) + 1
	}
	return "", true, false
}

func fence(line string) bool {
	rest, ok := strings.CutPrefix(line, "---")
	return ok && dialect.Trim(rest) == ""
}

type notMapping struct{}

func (notMapping) Error() string { return "it is no mapping" }

func parse(f agents.Found, block string) (*yaml.Node, error) {
	n, err := dialect.Npm(f.File, block)
	if err == nil && (n == nil || n.Kind != yaml.MappingNode) {
		err = notMapping{}
	}
	return n, err
}

// key cuts a line at its key, of letters, digits, _ and -.
func key(line string) (name, value string, ok bool) {
	name, value, ok = strings.Cut(line, ":")
	if !ok || name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") != "" {
		return "", "", false
	}
	value = strings.TrimLeftFunc(value, dialect.Space)
	return name, value, !strings.ContainsAny(value, "\u2028\u2029")
}

// lines reads keys line by line, without YAML.
func lines(block string) map[string]string {
	text, list := map[string]string{}, strings.Split(strings.TrimSuffix(block, "\n"), "\n")
	for i := 0; i < len(list); i++ {
		name, value, ok := key(list[i])
		if !ok {
			continue
		}
		value = dialect.Trim(value)
		if value == "" && i+1 < len(list) && blank(list[i+1]) {
			from := i + 1
			for ; i+1 < len(list) && (list[i+1] == "" || blank(list[i+1])); i++ {
				continue
			}
			value = dialect.Trim(strings.Join(list[from:i+1], "\n"))
		} else {
			value = unquote(value)
		}
		if value != "" {
			text[name] = value
		}
	}
	return text
}

func blank(line string) bool { return line != "" && (line[0] == ' ' || line[0] == '\t') }

func unquote(s string) string {
	if s == `"` || s == "'" {
		return ""
	}
	if len(s) > 1 && (s[0] == '"' || s[0] == '\'') && s[len(s)-1] == s[0] {
		return s[1 : len(s)-1]
	}
	return s
}

// inline reports whether the value of a top key is on its line, with a colon in it.
func inline(block, name string) bool {
	for line := range strings.Lines(block) {
		if k, value, ok := key(strings.TrimSuffix(line, "\n")); ok && k == name {
			return strings.Contains(value, ":")
		}
	}
	return false
}

// values are those of YAML as text, and what YAML has not as it stands on its lines.
func values(n *yaml.Node, block string, fallback map[string]string) map[string]string {
	text := map[string]string{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		name := dialect.Trim(dialect.Key(n.Content[i]))
		value, structured, ok := coerce(agents.Follow(n.Content[i+1]))
		if name == "" || !ok {
			continue
		}
		if raw := fallback[name]; structured && raw != "" && inline(block, name) {
			value = raw
		}
		text[name] = value
	}
	for name, value := range fallback {
		if _, ok := text[name]; !ok {
			text[name] = value
		}
	}
	return text
}

func coerce(n *yaml.Node) (text string, structured, ok bool) {
	switch agents.KindOf(n, agents.Core) {
	case agents.Null, agents.Absent:
		return "", false, false
	case agents.Map, agents.List:
		return dialect.JSON(n), true, true
	case agents.Text:
		return dialect.Trim(n.Value), false, true
	}
	return dialect.Number(n.Value), false, true
}

// freeform quotes the text of the line that has the first fault, where its key is one of prose.
func freeform(f agents.Found, block string) (string, bool) {
	at := 0
	for line := range strings.Lines(block) {
		end := at + len(line)
		name, value, ok := key(strings.TrimSuffix(line, "\n"))
		value = dialect.Trim(value)
		prose := name == "description" || (name == "summary" || name == "read_when") && strings.Contains(value, ": ")
		isKey := ok && strings.ContainsAny(line[len(name)+1:][:1], " \t\n")
		if isKey && prose && value != "" && !header(value) && (end == len(block) || !unclosed(value)) && faulty(f, block[:at], block[:end]) {
			return block[:at] + name + ": " + dialect.QuoteJSON(unquote(value)) + "\n" + block[end:], true
		}
		at = end
	}
	return "", false
}

// unclosed reports a text whose quotes do not end on its line. The fault is where it ends then, and not in this line.
func unclosed(value string) bool {
	quote := value[0]
	if quote != '"' && quote != '\'' {
		return false
	}
	for i := 1; i < len(value); i++ {
		switch {
		case quote == '"' && value[i] == '\\', quote == '\'' && strings.HasPrefix(value[i:], "''"):
			i++
		case value[i] == quote:
			return false
		}
	}
	return true
}

// header reports the sign of a text of several lines, such as >- or |2.
func header(value string) bool {
	rest := value[1:]
	return (value[0] == '|' || value[0] == '>') && len(rest) <= 2 && strings.Trim(rest, "+-123456789") == "" &&
		(len(rest) < 2 || strings.Trim(rest, "+-") != "" && strings.Trim(rest, "123456789") != "")
}

// faulty reports whether a line makes a text no YAML that was some before it.
func faulty(f agents.Found, before, with string) bool {
	if _, err := dialect.Npm(f.File, before); err != nil {
		return false
	}
	_, err := dialect.Npm(f.File, with)
	return err != nil
}

package codex

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"lily/core/agents"
	"lily/core/agents/dialect"

	"gopkg.in/yaml.v3"
)

// fields are what Codex takes of the frontmatter.
type fields struct{ name, about string }

func parse(f agents.Found, front string, c *agents.Cell) {
	got, err := decode(f, front)
	if err != nil {
		if mended, ok := repair(f, front); ok {
			if again, err2 := decode(f, mended); err2 == nil {
				got, err = again, nil
				c.End(agents.Repaired, "repaired", "Its YAML is broken, and is mended by quotes.", 1)
			}
		}
	}
	if wrong, ok := errors.AsType[wrongType](err); ok {
		c.End(agents.Refused, "types", wrong.Error(), wrong.line+1)
		return
	}
	if err != nil {
		c.End(agents.Refused, "yaml", "The frontmatter cannot be read: "+agents.OneLine(err)+".", 1)
		return
	}
	take(f, got, c)
}

func take(f agents.Found, got fields, c *agents.Cell) {
	c.Name, c.Text = oneLine(got.name), oneLine(got.about)
	if c.Name == "" {
		c.Name = oneLine(f.Folder())
		c.Because("folder", "It has no name of its own, and gets that of its folder.", 0)
	}
	c.Shown = c.Text
	switch long := utf8.RuneCountInString(c.Name); {
	case long > 64:
		c.End(agents.Refused, "name", fmt.Sprintf("The name has %d characters, want at most 64.", long), 1)
	case c.Text == "":
		c.End(agents.Refused, "description", "There is no description.", 1)
	}
}

// wrongType is a value that is not what its key wants.
type wrongType struct {
	line int
	text string
}

func (w wrongType) Error() string { return w.text }

// decode reads YAML into the fields.
func decode(f agents.Found, front string) (got fields, err error) {
	n, err := f.YAML(front)
	if err != nil {
		return got, err
	}
	if n = agents.Follow(n); n == nil || n.Kind != yaml.MappingNode {
		return got, wrongType{1, "The frontmatter is no mapping."}
	}
	if err := keys(n, "name", "description", "metadata"); err != nil {
		return got, err
	}
	if got.name, err = text(n, "name"); err != nil {
		return got, err
	}
	if got.about, err = text(n, "description"); err != nil {
		return got, err
	}
	m := agents.Get(n, "metadata")
	switch agents.KindOf(m, agents.Core) {
	case agents.Absent, agents.Null:
		return got, nil
	case agents.Map:
	default:
		return got, wrongType{m.Line, "The value of metadata is no mapping."}
	}
	if err := keys(m, "short-description"); err != nil {
		return got, err
	}
	_, err = text(m, "short-description")
	return got, err
}

// keys tells of a key that is no text, and of one of some keys that is there twice.
func keys(n *yaml.Node, once ...string) error {
	seen := 0 // a bit for each of once
	for i := 0; i < len(n.Content); i += 2 {
		k := agents.Follow(n.Content[i])
		if k.Kind != yaml.ScalarNode {
			return wrongType{k.Line, "A key is no text."}
		}
		if is := slices.Index(once, k.Value); is >= 0 {
			if seen&(1<<is) != 0 {
				return wrongType{k.Line, "The key " + k.Value + " is there twice."}
			}
			seen |= 1 << is
		}
	}
	return nil
}

// text is a scalar as it is written, nothing for null.
func text(n *yaml.Node, key string) (string, error) {
	v := agents.Get(n, key)
	switch agents.KindOf(v, agents.Core) {
	case agents.Absent, agents.Null:
		return "", nil
	case agents.List, agents.Map:
		return "", wrongType{v.Line, "The value of " + key + " is no text."}
	}
	return v.Value, nil
}

// repair puts values into quotes that look like something else, line by line.
func repair(f agents.Found, front string) (string, bool) {
	var lines []string
	block, changed := -1, false // how far a text of several lines is indented
	for line := range strings.SplitSeq(strings.TrimSuffix(front, "\n"), "\n") {
		indent := len(line) - len(strings.TrimLeft(line, " "))
		if block >= 0 && (strings.TrimSpace(line) == "" || indent > block) {
			lines = append(lines, line)
			continue
		}
		block = -1
		key, value, comment, ok := split(line)
		switch {
		case !ok:
		case value[0] == '|' || value[0] == '>':
			block = indent
		case prose(f, value):
			blanks := line[len(key)+1 : strings.Index(line[len(key)+1:], value)+len(key)+1]
			line, changed = key+":"+blanks+"'"+strings.ReplaceAll(value, "'", "''")+"'"+comment, true
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n") + "\n", changed
}

// split takes a line apart that has a key and a value on it.
func split(line string) (key, value, comment string, ok bool) {
	key, rest, ok := strings.Cut(line, ":")
	if !ok || strings.TrimSpace(key) == "" || rest != "" && strings.TrimSpace(rest[:1]) != "" {
		return "", "", "", false
	}
	value = strings.TrimSpace(rest)
	for i := range value {
		if value[i] == '#' && (i == 0 || strings.TrimRight(value[:i], " \t") != value[:i]) {
			bare := strings.TrimSpace(value[:i])
			value, comment = bare, value[len(bare):]
			break
		}
	}
	return key, value, comment, value != ""
}

// prose reports a value without quotes that YAML would take for more than a text.
func prose(f agents.Found, value string) bool {
	switch value[0] {
	case '\'', '"':
		return false
	case '[', '{', '@', '`':
		if _, err := f.YAML(value); err != nil {
			return true
		}
	}
	for i := range len(value) - 1 {
		if value[i] == ':' && strings.TrimSpace(value[i+1:i+2]) == "" {
			return true
		}
	}
	return false
}

// policy is what agents/openai.yaml beside a skill says: whether the model may be told of it, and whether it is for other
// programs than this one.
func policy(f agents.Found) (implicit, others bool) {
	data, ok := f.Root.File(path.Join(f.Dir, "agents/openai.yaml"))
	if !ok {
		return true, false
	}
	n, err := (&agents.File{}).YAML(data)
	if err != nil {
		return true, false
	}
	p := agents.Get(n, "policy")
	v := agents.Get(p, "allow_implicit_invocation")
	implicit = agents.KindOf(v, agents.Core) != agents.Bool || !strings.EqualFold(dialect.Value(v), "false")
	if list := agents.Get(p, "products"); list != nil && list.Kind == yaml.SequenceNode && len(list.Content) > 0 {
		others = !slices.ContainsFunc(list.Content, func(n *yaml.Node) bool { return strings.EqualFold(dialect.Value(n), "codex") })
	}
	return implicit, others
}

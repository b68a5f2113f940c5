package crush

import (
	"errors"
	"fmt"
	"strings"

	"lily/core/agents"
	"lily/core/frontmatter"

	"gopkg.in/yaml.v3"
)

// keys are the fields that it reads, of the types that it reads them into.
type keys struct {
	Name          string            `yaml:"name"`
	Description   string            `yaml:"description"`
	UserInvocable bool              `yaml:"user-invocable"`
	Hidden        bool              `yaml:"disable-model-invocation"`
	License       string            `yaml:"license"`
	Compatibility string            `yaml:"compatibility"`
	Metadata      map[string]string `yaml:"metadata"`
}

// judge fills in a cell, and reports whether the skill is kept from the model.
func judge(f agents.Found, c *agents.Cell) (hidden bool) {
	front, above, why := cut(f.Text)
	if why != "" {
		c.End(agents.Refused, "fence", why, 1)
		return false
	}
	var k keys
	if err := read(f, front, &k); err != nil {
		c.End(agents.Refused, "yaml", agents.Said("The frontmatter cannot be read", err), 1)
		return false
	}
	c.State, c.Name, c.Text, c.Shown = agents.Loaded, k.Name, k.Description, k.Description
	n, _ := f.YAML(front)
	valid(f, k, c, func(key string) int { return agents.LineOf(n, key, above) })
	return k.Hidden
}

// valid says what it holds against a skill that was read.
func valid(f agents.Found, k keys, c *agents.Cell, line func(string) int) {
	is := func(wrong bool, rule, format string, args ...any) {
		if wrong {
			c.End(agents.Refused, rule, fmt.Sprintf(format, args...), line(rule))
		}
	}
	is(k.Name == "", "name", "There is no name.")
	if k.Name != "" {
		is(len(k.Name) > 64, "name", "The name has %d bytes, want at most 64.", len(k.Name))
		is(!named(k.Name), "name", "The name %q has more than letters, digits and single hyphens inside.", k.Name)
		is(!strings.EqualFold(f.Folder(), k.Name), "folder", "The name %q is not that of its folder, %s.", k.Name, f.Folder())
	}
	is(k.Description == "", "description", "There is no description.")
	is(len(k.Description) > 1024, "description", "The description has %d bytes, want at most 1,024.", len(k.Description))
	is(len(k.Compatibility) > 500, "compatibility", "The compatibility has %d bytes, want at most 500.", len(k.Compatibility))
}

// read decodes the frontmatter with the library that crush has itself.
func read(f agents.Found, front string, k *keys) (err error) {
	defer func() { // the library panics on a few odd texts
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	n, err := f.YAML(front)
	if errors.Is(err, frontmatter.ErrManyDocuments) { // what follows a first document is not read
		n = &yaml.Node{}
		err = errors.Join(yaml.Unmarshal([]byte(front), n), agents.Bounded(n))
	}
	if err != nil {
		return err
	}
	if n == nil {
		return nil
	}
	if err := unique(n); err != nil { // the library says so of each pair of them
		return err
	}
	return n.Decode(k)
}

// unique refuses a key that stands twice in one mapping.
func unique(n *yaml.Node) error {
	seen := map[string]bool{}
	for i, sub := range n.Content {
		if n.Kind == yaml.MappingNode && i%2 == 0 && sub.Kind == yaml.ScalarNode {
			if seen[sub.Value] {
				return fmt.Errorf("line %d: mapping key %q already defined", sub.Line, sub.Value)
			}
			seen[sub.Value] = true
		}
		if err := unique(sub); err != nil {
			return err
		}
	}
	return nil
}

// cut returns the frontmatter and how many lines stand above it, or what is wrong.
func cut(text string) (front string, above int, why string) {
	text = strings.TrimPrefix(text, "\uFEFF")
	if strings.Contains(text, "\r") {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	}
	from := -1
	for at := 0; at <= len(text); {
		line, _, more := strings.Cut(text[at:], "\n")
		next := at + len(line) + 1
		trimmed := strings.TrimSpace(line)
		switch {
		case from >= 0 && trimmed == "---":
			return whole(text[from:at]), above, ""
		case from < 0 && trimmed == "---":
			from = next
			above++
		case from < 0 && trimmed != "":
			return "", 0, "The file does not start with ---."
		case from < 0:
			above++
		}
		if !more {
			break
		}
		at = next
	}
	if from < 0 {
		return "", 0, "The file has no frontmatter."
	}
	return "", 0, "The frontmatter has no end."
}

// whole takes off the last line end, which is none of the frontmatter, where that makes a difference: at the end of a
// block of text.
func whole(front string) string {
	last := front[strings.LastIndexByte(strings.TrimSuffix(front, "\n"), '\n')+1:]
	if strings.TrimSpace(last) == "" || last[0] == ' ' || last[0] == '\t' {
		return strings.TrimSuffix(front, "\n")
	}
	return front
}

// named reports a name of letters and digits with single hyphens between them.
func named(name string) bool {
	before := byte('-')
	for i := range len(name) {
		b := name[i]
		switch {
		case b >= 'a' && b <= 'z', b >= 'A' && b <= 'Z', b >= '0' && b <= '9':
		case b == '-' && before != '-':
		default:
			return false
		}
		before = b
	}
	return before != '-'
}

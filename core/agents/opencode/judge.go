package opencode

import (
	"encoding/json"
	"strings"

	"lily/core/agents"
	"lily/core/agents/dialect"

	"gopkg.in/yaml.v3"
)

// judge fills in a cell, and reports whether the skill has a description. Of equal texts that cannot be read the first
// alone is mended: the program keeps what it read, by its text. seen are the texts of which the reading failed.
func judge(f agents.Found, c *agents.Cell, seen map[string]bool) (told bool) {
	text := strings.TrimPrefix(dialect.Decode(f.Text), "\uFEFF")
	n, rule, why := read(f, text, seen)
	mended := false
	if why != "" && !seen[text] {
		seen[text] = true
		if again := sanitize(text); again != text {
			if n, rule, why = read(f, again, seen); why == "" {
				mended = true
			} else {
				seen[again] = true
			}
		}
	}
	if why != "" {
		c.End(agents.Refused, rule, why, 1)
		return false
	}
	return fill(c, n, mended)
}

// fill judges what was read: the name and the description.
func fill(c *agents.Cell, n *yaml.Node, mended bool) (told bool) {
	name, description := get(n, "name"), get(n, "description")
	switch kind := agents.KindOf(name, dialect.JSYAML3Schema); kind {
	case agents.Text:
	case agents.Absent:
		c.End(agents.Refused, "name", "There is no name.", 1)
		return false
	default:
		c.End(agents.Refused, "name", "The name is a "+string(kind)+", want text.", agents.LineOf(n, "name", 1))
		return false
	}
	switch kind := agents.KindOf(description, dialect.JSYAML3Schema); kind {
	case agents.Text, agents.Absent:
		told = kind == agents.Text
	default:
		c.End(agents.Refused, "description", "The description is a "+string(kind)+", want text.", agents.LineOf(n, "description", 1))
		return false
	}
	c.Name = name.Value
	if told {
		c.Text, c.Shown = description.Value, description.Value
	}
	c.State = agents.Loaded
	if mended {
		c.End(agents.Repaired, "colon", "The YAML cannot be read; with its values that have a colon as blocks of text it can.", 1)
	}
	return told
}

// read cuts the frontmatter and reads it.
func read(f agents.Found, text string, seen map[string]bool) (n *yaml.Node, rule, why string) {
	rest, ok := strings.CutPrefix(text, "---")
	switch {
	case !ok:
		return nil, "fence", "The file does not start with ---."
	case strings.HasPrefix(rest, "-"):
		return nil, "fence", "The file starts with more than three hyphens."
	case seen[text]:
		return nil, "colon", "Another file has the same text, and could not be read."
	}
	word := rest
	if line, _, ok := strings.Cut(rest, "\n"); ok {
		word = strings.TrimSuffix(line, "\r")
	} else if rest != "" {
		word = rest[:len(rest)-1]
	}
	language := strings.ToLower(dialect.Trim(word))
	if language != "" {
		rest = rest[len(word):]
	}
	front, _, _ := strings.Cut(rest, "\n---")
	_, front, _ = strings.Cut(front, "\n") // nothing is left on the line of the fence
	front = dialect.Ended(front)
	switch language {
	case "", "yaml", "yml":
		return readYAML(f, front)
	case "json":
		if !json.Valid([]byte(dialect.Trim(front))) {
			return nil, "fence", "The frontmatter says that it is JSON, and is none."
		}
		return readYAML(f, front)
	case "js", "javascript":
		return nil, "fence", "The frontmatter is a program in JavaScript, which Lily does not run."
	}
	return nil, "fence", "The frontmatter is in a language that it does not know."
}

func readYAML(f agents.Found, front string) (n *yaml.Node, rule, why string) {
	n, err := dialect.JSYAML(f.File, front)
	if err != nil {
		if again := untabbed(front); again != front {
			n, err = dialect.JSYAML(f.File, again)
		}
	}
	if err == nil {
		err = merging(n)
	}
	switch {
	case err != nil:
		return nil, "yaml", agents.Said("The frontmatter cannot be read", err)
	case n == nil || n.Kind != yaml.MappingNode:
		return nil, "name", "The frontmatter is no mapping."
	}
	return n, "", ""
}

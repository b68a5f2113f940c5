package claude

import (
	"strings"

	"lily/core/agents"
	"lily/core/agents/dialect"

	"gopkg.in/yaml.v3"
)

// keys are what it reads of a file.
type keys struct {
	name, description, when string
	hidden, paths           bool
	lost                    string // why the frontmatter is dropped
	body                    string // what stands behind the frontmatter

	node *yaml.Node
}

func (k keys) line(key string) int { return agents.LineOf(k.node, key, 1) }

// read reads a file, and takes what is documented for one that cannot be read.
func read(f agents.Found, c *agents.Cell) (k keys) {
	front, body, opened, closed := dialect.Front(strings.TrimPrefix(dialect.Decode(f.Text), "\uFEFF"))
	k.body = body
	if !opened || !closed {
		k.body = f.Text
		k.lost = "The file does not begin with a frontmatter between two lines ---: all of it is text."
		return k
	}
	n, err := f.YAML(front)
	switch {
	case err != nil:
		k.lost = agents.Said("The frontmatter cannot be read, and is dropped as a whole", err)
		return k
	case n == nil || n.Kind != yaml.MappingNode:
		return k
	}
	text := func(key string) string { return strings.TrimSpace(dialect.Value(agents.Get(n, key))) }
	k.node, k.name, k.description, k.when = n, text("name"), text("description"), text("when_to_use")
	k.paths = agents.Get(n, "paths") != nil
	switch strings.ToLower(text("disable-model-invocation")) {
	case "true", "yes", "on", "1":
		k.hidden = true
	}
	return k
}

// judge fills in a cell, and reports whether the model is told of the skill.
func (k keys) judge(c *agents.Cell) bool {
	c.Text = k.description
	if c.Text == "" {
		c.Text = first(k.body)
	}
	if k.when != "" {
		c.Text = strings.TrimPrefix(c.Text+" - "+k.when, " - ")
	}
	c.Shown = dialect.CutUnits(c.Text, 1536)
	switch rule := "yaml"; {
	case k.hidden:
		c.Shown = ""
		c.End(agents.Dropped, "hidden", "Its key disable-model-invocation keeps it from the model.", k.line("disable-model-invocation"))
		return false
	case k.lost != "":
		if k.body != "" && strings.HasPrefix(k.lost, "The file") {
			rule = "fence"
		}
		c.End(agents.Cut, rule, k.lost, 1)
	case k.description == "":
		c.Because("description", "There is no description: the first line of the text stands for it.", 1)
	case c.Shown != c.Text:
		c.End(agents.Cut, "long", "Its description is cut to 1,536 characters.", k.line("description"))
	}
	if k.paths {
		c.Because("paths", "Its key paths keeps it to the files that it names.", k.line("paths"))
	}
	return true
}

// first is the first line with more than white space.
func first(body string) string {
	for line := range strings.Lines(body) {
		if text := strings.TrimSpace(line); text != "" {
			return text
		}
	}
	return ""
}

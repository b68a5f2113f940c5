package skill

import (
	"strings"

	"gopkg.in/yaml.v3"

	"lily/core/frontmatter"
)

// callers reads who may call the skill. What says neither yes nor no is read
// with care: no model may, a person may.
func (p *parser) callers() {
	p.PersonOnly = p.said(frontmatter.NoModel, true)
	p.ModelOnly = !p.said(frontmatter.NoPerson, true)
}

// said reads a boolean, and takes the careful one, with a warning, for a value
// that is none.
func (p *parser) said(key string, careful bool) bool {
	e, ok := p.Written(key)
	if !ok {
		return key == frontmatter.NoPerson
	}
	if yes, ok := boolean(e.Value); ok {
		return yes
	}
	means := "a model may not select the skill"
	if key == frontmatter.NoPerson {
		means = "a person may call the skill"
	}
	p.Find(max(e.Raw.From, e.At), "unclear_boolean", "%s: got %s, want true or false; until it says so, %s.", key, frontmatter.Describe(e.Value), means)
	return careful
}

// boolean reads any boolean of YAML 1.1 or 1.2, in any spelling and quoted too.
func boolean(n *yaml.Node) (yes, ok bool) {
	if n.Kind != yaml.ScalarNode {
		return false, false
	}
	switch strings.ToLower(strings.TrimSpace(n.Value)) {
	case "true", "yes", "on", "y", "1":
		return true, true
	case "false", "no", "off", "n", "0":
		return false, true
	}
	return false, false
}

package skill

import (
	"strings"

	"gopkg.in/yaml.v3"
)

// The two keys of other programs that are obeyed (SK-5).
const (
	noModel  = "disable-model-invocation"
	noPerson = "user-invocable"
)

// callers reads who may call the skill. What says neither yes nor no is read
// with care: no model may, a person may.
func (p *parser) callers() {
	p.PersonOnly = p.said(noModel, true)
	p.ModelOnly = !p.said(noPerson, true)
}

// said reads a boolean, and takes the careful one, with a warning, for a value
// that is none.
func (p *parser) said(key string, careful bool) bool {
	e, ok := p.written(key)
	if !ok {
		return key == noPerson
	}
	if yes, ok := boolean(e.value); ok {
		return yes
	}
	means := "a model may not select the skill"
	if key == noPerson {
		means = "a person may call the skill"
	}
	p.find(max(e.raw.from, e.at), "unclear_boolean", "%s: got %s, want true or false; until it says so, %s.", key, describe(e.value), means)
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

package openclaw

import (
	"slices"
	"strings"

	"lily/core/agents"
	"lily/core/agents/dialect"

	"gopkg.in/yaml.v3"
)

// is reads a switch.
func (f front) is(name string) bool {
	switch strings.ToLower(dialect.Trim(f.text[name])) {
	case "true", "1", "yes", "on":
		return true
	}
	return false
}

// missing says what the skill asks of the machine, which is taken to be a bare Linux.
func (f front) missing() string {
	m := f.manifest()
	if list := texts(agents.Get(m, "os")); len(list) > 0 && !slices.Contains(list, "linux") {
		return "It is for " + quoted(list) + ", and not for Linux."
	}
	if v := agents.Get(m, "always"); agents.KindOf(v, agents.Core) == agents.Bool && strings.EqualFold(v.Value, "true") {
		return ""
	}
	requires := agents.Get(m, "requires")
	for _, of := range []struct{ key, what string }{
		{"env", "the variables of the environment "}, {"config", "the configuration's "}, {"bins", "the programs "}, {"anyBins", "one of the programs "},
	} {
		list := texts(agents.Get(requires, of.key))
		there := slices.ContainsFunc(list, given)
		list = slices.DeleteFunc(list, given)
		if len(list) > 0 && (of.key != "anyBins" || !there) {
			return "It is told only where there are " + of.what + quoted(list) + "."
		}
	}
	return ""
}

// given is what every machine with Linux has, and what the configuration says where it is empty.
func given(what string) bool {
	return slices.Contains([]string{"sh", "HOME", "PATH", "browser.enabled", "browser.evaluateEnabled"}, what)
}

func quoted(list []string) string {
	var all []string
	for _, s := range list {
		all = append(all, agents.Quote(s))
	}
	return strings.Join(all, ", ")
}

// manifest is OpenClaw's part of metadata, nil without one.
func (f front) manifest() *yaml.Node {
	m := agents.Get(f.node, "metadata")
	if m == nil {
		return nil
	}
	if m.Kind == yaml.ScalarNode || f.inline {
		text := f.text["metadata"]
		if !strings.HasPrefix(text, "{") {
			return nil
		}
		n, err := (&agents.File{}).YAML(text)
		if err != nil || !plainJSON(n) {
			return nil
		}
		m = n
	}
	for _, key := range []string{"openclaw", "clawdbot"} {
		if v := agents.Get(m, key); v != nil && v.Kind != yaml.ScalarNode {
			return v
		}
	}
	return nil
}

// plainJSON reports that a value is JSON5 too, to which text without quotes is none.
func plainJSON(n *yaml.Node) bool {
	if n.Kind == yaml.ScalarNode {
		return agents.KindOf(n, agents.Core) != agents.Text || n.Style != 0
	}
	for i, sub := range n.Content {
		if n.Kind == yaml.MappingNode && i%2 == 0 && sub.Kind == yaml.ScalarNode {
			continue
		}
		if !plainJSON(sub) {
			return false
		}
	}
	return true
}

// texts is a list, or a text with commas.
func texts(n *yaml.Node) (list []string) {
	switch agents.KindOf(n, agents.Core) {
	case agents.Text:
		for s := range strings.SplitSeq(n.Value, ",") {
			list = append(list, dialect.Trim(s))
		}
	case agents.List:
		for _, sub := range n.Content {
			if v := agents.Follow(sub); v.Kind == yaml.ScalarNode {
				list = append(list, dialect.Trim(v.Value))
			}
		}
	}
	return slices.DeleteFunc(list, func(s string) bool { return s == "" })
}

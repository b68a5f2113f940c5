package skill

import (
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// walk visits every node of a frontmatter as it is when its aliases are
// followed: it bounds depth and count (SK-10) and sees repeated keys (SK-3).
type walk struct {
	p       *parser
	count   int
	aliased int // how many aliases are being followed
	stopped bool
}

func (w *walk) node(n *yaml.Node, depth int) {
	w.count++
	switch {
	case w.stopped:
		return
	case depth > maxDepth:
		w.stop(n, "yaml_too_deep", "The YAML nests more than %d levels.", maxDepth)
		return
	case w.count > maxNodes:
		w.stop(n, "yaml_too_large", "The YAML has more than %d values, counting what its aliases repeat.", maxNodes)
		return
	}
	if n.Kind == yaml.AliasNode {
		w.aliased++
		w.node(n.Alias, depth+1)
		w.aliased--
		return
	}
	if n.Kind == yaml.MappingNode && w.aliased == 0 {
		w.repeated(n)
	}
	for _, c := range n.Content {
		w.node(c, depth+1)
	}
}

func (w *walk) stop(n *yaml.Node, code, format string, args ...any) {
	w.stopped = true
	w.p.find(w.p.at(n), code, format, args...)
}

// repeated compares few keys with each other, and many through a map.
func (w *walk) repeated(n *yaml.Node) {
	var seen map[string]*yaml.Node
	if len(n.Content) > 40 {
		seen = make(map[string]*yaml.Node, len(n.Content)/2)
	}
	for i := 0; i < len(n.Content); i += 2 {
		key := resolve(n.Content[i])
		if key.Kind != yaml.ScalarNode {
			continue
		}
		if first := earlier(n.Content[:i], key, seen); first != nil {
			line, _ := position(w.p.text, w.p.at(first))
			f := w.p.find(w.p.at(n.Content[i]), "repeated_key", "The key %q is here a second time; it stands on line %d already.", key.Value, line)
			if value := valueOf(n, first); w.p.proposed < maxFixes && same(value, n.Content[i+1], maxDepth) && n.Style&yaml.FlowStyle == 0 {
				w.p.repeatFix(f, n.Content[i])
			}
		}
	}
}

// valueOf is the value of one of a mapping's keys.
func valueOf(n, key *yaml.Node) *yaml.Node {
	return n.Content[slices.Index(n.Content, key)+1]
}

// repeatFix proposes to take out a key that says what another says already, with
// its lines: no comment is among them, and nothing refers to them.
func (p *parser) repeatFix(f *Finding, key *yaml.Node) {
	at := p.at(key)
	from := 1 + strings.LastIndexByte(p.text[:at], '\n')
	if strings.TrimSpace(p.text[from:at]) != "" || key.Style != 0 {
		return
	}
	to := nextLine(p.text, at)
	for next := to; next < p.fm.to; next = nextLine(p.text, next) {
		line := lineAt(p.text, next)
		rest := strings.TrimLeft(line, " ")
		if depth := len(line) - len(rest); depth > at-from || depth == at-from && strings.HasPrefix(rest, "- ") {
			to = nextLine(p.text, next)
		} else if rest != "" {
			break
		}
	}
	if text := p.text[from:to]; !hasComment(text) && !strings.Contains(text, ": &") && !strings.Contains(text, "- &") {
		p.fix(f, span{from, to}, "")
	}
}

// earlier finds a key that is the same among those before it.
func earlier(before []*yaml.Node, key *yaml.Node, seen map[string]*yaml.Node) *yaml.Node {
	if seen != nil {
		id := key.ShortTag() + " " + key.Value
		first := seen[id]
		if first == nil {
			seen[id] = key
		}
		return first
	}
	for i := 0; i < len(before); i += 2 {
		k := resolve(before[i])
		if k.Kind == yaml.ScalarNode && k.Value == key.Value && k.ShortTag() == key.ShortTag() {
			return before[i]
		}
	}
	return nil
}

// resolve follows an alias to what it stands for.
func resolve(n *yaml.Node) *yaml.Node {
	for n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	return n
}

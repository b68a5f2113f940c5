package frontmatter

import (
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// walk visits every node of a frontmatter as it is when its aliases are
// followed: it bounds depth and count (SK-10) and sees repeated keys (SK-3).
type walk struct {
	d       *Doc
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
	w.d.Find(w.d.At(n), code, format, args...)
}

// repeated compares few keys with each other, and many through a map.
func (w *walk) repeated(n *yaml.Node) {
	var seen map[string]*yaml.Node
	if len(n.Content) > 40 {
		seen = make(map[string]*yaml.Node, len(n.Content)/2)
	}
	for i := 0; i < len(n.Content); i += 2 {
		key := Resolve(n.Content[i])
		if key.Kind != yaml.ScalarNode {
			continue
		}
		if first := earlier(n.Content[:i], key, seen); first != nil {
			line, _ := Position(w.d.Text, w.d.At(first))
			f := w.d.Find(w.d.At(n.Content[i]), "repeated_key", "The key %q is here a second time; it stands on line %d already.", key.Value, line)
			if value := valueOf(n, first); w.d.Fixable() && Same(value, n.Content[i+1]) && n.Style&yaml.FlowStyle == 0 {
				w.d.repeatFix(f, n.Content[i])
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
func (d *Doc) repeatFix(f *Fault, key *yaml.Node) {
	at := d.At(key)
	from := 1 + strings.LastIndexByte(d.Text[:at], '\n')
	if strings.TrimSpace(d.Text[from:at]) != "" || key.Style != 0 {
		return
	}
	to := NextLine(d.Text, at)
	for next := to; next < d.Head.To; next = NextLine(d.Text, next) {
		line := LineAt(d.Text, next)
		rest := strings.TrimLeft(line, " ")
		if depth := len(line) - len(rest); depth > at-from || depth == at-from && strings.HasPrefix(rest, "- ") {
			to = NextLine(d.Text, next)
		} else if rest != "" {
			break
		}
	}
	if text := d.Text[from:to]; !HasComment(text) && !strings.Contains(text, ": &") && !strings.Contains(text, "- &") {
		d.Fix(f, Span{from, to}, "")
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
		k := Resolve(before[i])
		if k.Kind == yaml.ScalarNode && k.Value == key.Value && k.ShortTag() == key.ShortTag() {
			return before[i]
		}
	}
	return nil
}

// Resolve follows an alias to what it stands for.
func Resolve(n *yaml.Node) *yaml.Node {
	for n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	return n
}

// Same compares two values as they are written. What is nested too deeply is not the
// same.
func Same(a, b *yaml.Node) bool { return same(a, b, maxDepth) }

func same(a, b *yaml.Node, depth int) bool {
	if depth == 0 || a.Kind != b.Kind || a.ShortTag() != b.ShortTag() || a.Value != b.Value || len(a.Content) != len(b.Content) {
		return false
	}
	for i := range a.Content {
		if !same(a.Content[i], b.Content[i], depth-1) {
			return false
		}
	}
	return true
}

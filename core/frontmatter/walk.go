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

func (w *walk) repeated(n *yaml.Node) {
	type id struct{ tag, value string }
	seen := make(map[id]int, len(n.Content)/2)
	for i := 0; i < len(n.Content); i += 2 {
		key := Resolve(n.Content[i])
		if key.Kind != yaml.ScalarNode {
			continue
		}
		same := id{key.ShortTag(), key.Value}
		first, twice := seen[same]
		if !twice {
			seen[same] = i
			continue
		}
		line, _ := w.d.Place(w.d.At(n.Content[first]))
		f := w.d.Find(w.d.At(n.Content[i]), "repeated_key", "The key %q is here a second time; it stands on line %d already.", key.Value, line)
		if w.d.fixable() && Same(n.Content[first+1], n.Content[i+1]) && n.Style&yaml.FlowStyle == 0 {
			w.d.repeatFix(f, n.Content[i])
		}
	}
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
	for next, line := range Lines(d.Text, to, d.Head.To) {
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

// Resolve follows an alias to what it stands for.
func Resolve(n *yaml.Node) *yaml.Node {
	for n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	return n
}

// Same compares two values as they are written. What is nested too deeply is not the same.
func Same(a, b *yaml.Node) bool { return same(a, b, maxDepth) }

func same(a, b *yaml.Node, depth int) bool {
	if depth == 0 || a.Kind != b.Kind || a.ShortTag() != b.ShortTag() || a.Value != b.Value {
		return false
	}
	return slices.EqualFunc(a.Content, b.Content, func(a, b *yaml.Node) bool { return same(a, b, depth-1) })
}

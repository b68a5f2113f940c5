package skill

import (
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"lily/core/answer"
	"lily/core/frontmatter"
	"lily/core/sight"
)

// maxHidden is how many lines with hidden characters are findings of their own; the next one counts the rest.
const maxHidden = 20

// checkHidden finds in the folder's name and in the whole text what a person cannot see, and a model can (PO-6). A byte
// order mark at the start is an editor's.
func (p *parser) checkHidden() {
	p.hiddenName(0, "The folder's name", p.Name)
	if p.Outcome == frontmatter.Refused {
		return
	}
	text := strings.TrimPrefix(p.Text, "\uFEFF")
	if sight.ASCII(text) {
		return
	}
	start, lines, rest := len(p.Text)-len(text), 0, -1
	for r := range sight.Lines(text) {
		if lines++; lines <= maxHidden {
			p.Find(start+r.At, "hidden_characters", "The text holds what nobody can see: %s.", r)
		} else if rest < 0 {
			rest = start + r.At
		}
	}
	if rest >= 0 {
		p.Find(rest, "hidden_characters", "The text holds what nobody can see here, too, and so it does in %s from here on.",
			answer.Number(lines-maxHidden, "line"))
	}
}

// hiddenValues finds what stands in a value as an escape, such as "\u202e", and is seen in the file alone.
func (p *parser) hiddenValues() {
	for _, e := range p.Keys {
		if raw := p.Slice(e.Raw); strings.Contains(raw, `\`) && sight.Show(raw) == raw {
			for r := range sight.Lines(escapes(e.Value)) {
				p.Find(e.Raw.From, "hidden_characters", "The value of %q holds what nobody can see, written as an escape: %s.", answer.Short(e.Key), r)
				break
			}
		}
	}
}

// escapes are the values in double quotes within a value, on one line.
func escapes(n *yaml.Node) string {
	var b strings.Builder
	if n.Kind == yaml.ScalarNode && n.Style&yaml.DoubleQuotedStyle != 0 {
		b.WriteString(strings.ReplaceAll(n.Value, "\n", " ") + " ")
	}
	for _, kid := range n.Content {
		b.WriteString(escapes(kid))
	}
	return b.String()
}

func (p *parser) hiddenName(at int, what, name string) {
	if !sight.Plain(name) {
		p.Find(at, "hidden_name", "%s holds what nobody can see: it is %s.", what, answer.Cut(sight.Spell(name), 200))
	}
}

// hiddenCommand looks at what is run, where a blank that is none would be part of a word.
func (p *parser) hiddenCommand(t *Tool, at int) {
	shown := sight.Exact(t.Command)
	if shown == t.Command {
		return
	}
	n := 0
	for n < len(shown) && n < len(t.Command) && shown[n] == t.Command[n] {
		n++
	}
	for n > 0 && n < len(t.Command) && !utf8.RuneStart(t.Command[n]) {
		n--
	}
	r, _ := utf8.DecodeRuneInString(t.Command[n:])
	p.Find(at+n, "hidden_in_command", "The command of %q holds what nobody can see: %s.", answer.Short(t.Name), sight.Name(r))
}

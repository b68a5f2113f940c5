package dialect

import (
	"fmt"
	"strings"

	"gopkg.in/yaml.v3"
)

// dented tells of a text in quotes whose later lines are not indented more than the mapping or list around it, which
// the npm package yaml wants and others do not.
func dented(n *yaml.Node, front string) error {
	if n == nil || !strings.ContainsAny(front, `"'`) {
		return nil
	}
	return dentedIn(n, strings.Split(front, "\n"), 0)
}

// dentedIn knows how far the lines must be indented.
func dentedIn(n *yaml.Node, lines []string, indent int) error {
	if n.Kind == yaml.ScalarNode && n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) != 0 {
		return ragged(n, lines, indent)
	}
	if (n.Kind == yaml.MappingNode || n.Kind == yaml.SequenceNode) && n.Style&yaml.FlowStyle == 0 {
		indent = n.Column
	}
	for _, sub := range n.Content {
		if err := dentedIn(sub, lines, indent); err != nil {
			return err
		}
	}
	return nil
}

// ragged looks at the lines of one text, up to the one that closes it.
func ragged(n *yaml.Node, lines []string, indent int) error {
	at := n.Line - 1
	if at >= len(lines) || n.Column > len(lines[at]) {
		return nil
	}
	quote, rest := lines[at][n.Column-1], lines[at][n.Column:]
	for quote == '"' || quote == '\'' {
		if closes(rest, quote) || at+1 >= len(lines) {
			return nil
		}
		at++
		rest = lines[at]
		if bare := strings.TrimLeft(rest, " "); bare != "" && len(rest)-len(bare) < indent {
			return fmt.Errorf("line %d: a text in quotes is not indented", at+1)
		}
	}
	return nil
}

// closes reports whether the quote is in the rest of a line, not escaped.
func closes(rest string, quote byte) bool {
	for i := 0; i < len(rest); i++ {
		switch {
		case quote == '"' && rest[i] == '\\', quote == '\'' && strings.HasPrefix(rest[i:], "''"):
			i++
		case rest[i] == quote:
			return true
		}
	}
	return false
}

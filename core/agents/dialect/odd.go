package dialect

import (
	"fmt"
	"strings"

	"lily/core/agents"

	"gopkg.in/yaml.v3"
)

// unprintable tells of a scalar that has a control character itself, and not by an escape: in quotes some may be.
func unprintable(n *yaml.Node, away map[rune]rune) error {
	quoted := n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) != 0
	if strings.ContainsFunc(n.Value, func(r rune) bool {
		was, ok := away[r]
		return ok && !foreign(was) && (!quoted || was < ' ')
	}) {
		return fmt.Errorf("line %d: control characters are not allowed", n.Line)
	}
	return nil
}

func anything(*yaml.Node, map[rune]rune) error { return nil }

// foreign reports a line end to YAML 1.1 that is none to JavaScript's readers.
func foreign(r rune) bool { return r == 0x85 || r == 0x2028 || r == 0x2029 }

// odd reports such a line end or a control character, which Lily's reader takes nowhere.
func odd(r rune) bool {
	return foreign(r) || r < ' ' && r != '\t' && r != '\n' && r != '\r' || 0x7f <= r && r < 0xa0 || r == 0xfffe || r == 0xffff
}

// readWith is [agents.File.YAML] with the characters that JavaScript's readers take as any other, where a scalar may
// have them: what is in use by nobody stands for them meanwhile.
func readWith(f *agents.File, front string, may func(n *yaml.Node, away map[rune]rune) error) (*yaml.Node, error) {
	if strings.ContainsFunc(front, odd) {
		away := map[rune]rune{}
		n, err := (&agents.File{}).YAML(strings.Map(func(r rune) rune {
			if !odd(r) {
				return r
			}
			away[0xf000|r&0xff] = r
			return 0xf000 | r&0xff
		}, front))
		if err == nil {
			err = back(n, away, may)
		}
		return n, err
	}
	n, err := f.YAML(front)
	if err != nil {
		if whole := NoHalves(front); whole != front {
			return f.YAML(whole)
		}
	}
	return n, err
}

// back puts the characters where they were.
func back(n *yaml.Node, away map[rune]rune, may func(n *yaml.Node, away map[rune]rune) error) error {
	if n == nil {
		return nil
	}
	if err := may(n, away); err != nil {
		return err
	}
	n.Value = strings.Map(func(r rune) rune {
		if was, ok := away[r]; ok {
			return was
		}
		return r
	}, n.Value)
	for _, sub := range n.Content {
		if err := back(sub, away, may); err != nil {
			return err
		}
	}
	return nil
}

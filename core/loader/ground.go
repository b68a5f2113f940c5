package loader

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lily/core/origin"
	"lily/core/tree"
)

// ground is what verdicts rest on beside the files: its digest, and what that was made of, which tells sooner that it is
// the same. With ten thousand imported skills, making the digest takes longer than all else of a reload.
type ground struct {
	sum, profile, policy   tree.Digest
	tools, reserved, roots []string
	held                   []tree.Digest
	origins                origin.Key
}

// ground is that of the input, with the sum of before where it rests on the same.
func (in Input) ground(before ground) ground {
	g := ground{
		before.sum, in.Profile.Digest(), in.Policy.Digest(), in.Tools, in.Reserved, nil, in.Guard.Held, in.Origins.Key(),
	}
	for _, r := range in.Roots {
		g.roots = append(g.roots, "/"+r.Path)
	}
	if !g.same(before) {
		g.sum = tree.Sum(in.rules(g))
	}
	return g
}

func (g ground) same(o ground) bool {
	return g.profile == o.profile && g.policy == o.policy && g.origins == o.origins && slices.Equal(g.tools, o.tools) &&
		slices.Equal(g.reserved, o.reserved) && slices.Equal(g.roots, o.roots) && slices.Equal(g.held, o.held)
}

// rules are what is summed up.
func (in Input) rules(g ground) []byte {
	rules := fmt.Appendf(nil, "%s\n%s\n%q\n%q\n", g.profile, g.policy, g.tools, g.reserved)
	if len(in.Origins) > 0 {
		rules = in.origins(rules, g.roots)
	}
	for _, file := range g.held {
		rules = append(rules, file[:]...)
	}
	return rules
}

// origins appends what is known of the origins in the roots: the places that are marked and
// no more, and the others.
func (in Input) origins(rules []byte, roots []string) []byte {
	var bare []string
	var rest []byte
	for p := range in.Origins.Under(roots...) {
		if p.Origin == origin.Marked {
			bare = append(bare, p.Path)
		} else {
			rest = p.Append(rest)
		}
	}
	if len(bare) > 0 {
		rules = quoted(rules, bare)
	}
	return append(rules, rest...)
}

// quoted appends a list as %q of it and the end of a line, which for thousands of plain
// paths takes much longer.
func quoted(b []byte, list []string) []byte {
	before := byte('[')
	for _, s := range list {
		b, before = append(b, before), ' '
		if !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r > '~' || r == '"' || r == '\\' }) {
			b = append(append(append(b, '"'), s...), '"')
		} else {
			b = strconv.AppendQuote(b, s)
		}
	}
	return append(b, "]\n"...)
}

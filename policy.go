package main

import (
	"fmt"
	"os"

	"lily/core"
	"lily/core/answer"
	"lily/core/loader"
	"lily/core/policy"
	"lily/core/skill"
	"lily/core/tool"
)

// warn says on standard error what a person must know of the policy that holds: rules
// that name nothing (PO-4), and that nobody is asked (PO-9).
func (p places) warn(t terminal, rules policy.Policy, snap *loader.Snapshot) {
	for _, f := range p.unknown(rules, snap) {
		said := fmt.Sprintf("lily: %s:%d:%d: warning: %s", f.File, f.Line, f.Column, f.Message)
		fmt.Fprintln(t.err, answer.Line(said))
	}
	if rules.FullAuto() {
		fmt.Fprintln(t.err, "lily: "+policy.FullAutoSaid)
	}
}

// unknown lists the rules that hold nothing, with their places in the file of the
// policy, where that is still the one that was read.
func (p places) unknown(rules policy.Policy, snap *loader.Snapshot) []skill.Finding {
	if p.policy == "" {
		return nil
	}
	text, err := os.ReadFile(p.policy)
	if again, fault := policy.Parse(p.policy, text); err != nil || fault != nil || again.Digest() != rules.Digest() {
		text = rules.YAML()
	}
	return core.PolicyWarnings(p.policy, text, snap, tool.Builtin())
}

package main

import (
	"context"
	"flag"
	"fmt"

	"lily/core"
	"lily/core/answer"
	"lily/core/loader"
	"lily/core/policy"
	"lily/core/sight"
	"lily/core/skill"
	"lily/core/tool"
	"lily/core/world"
	"lily/web/cores"
	"lily/web/disk"
)

func snapshotCommand() subcommand {
	return subcommand{
		name: "snapshot", summary: "print the snapshot that a session would begin with, as JSON",
		examples: []string{"lily snapshot --workspace .", "lily snapshot --workspace . --profile profile.yaml --scan tree"},
		declare: func(f *flag.FlagSet) action {
			p := &where{}
			p.declare(f)
			return p.snapshot
		},
	}
}

func (p *where) snapshot(_ context.Context, t terminal, _ []string) error {
	w, err := p.World()
	if err != nil {
		return err
	}
	s, err := snapshotOf(w, nil)
	if err != nil {
		return p.Missing(err)
	}
	p.warn(t, w.Policy, s)
	limited(t, s)
	return sight.PrintJSON(t.out, s)
}

// printJSON prints a value in one piece, with what a terminal would act on escaped.

func limited(t terminal, s *loader.Snapshot) {
	if said := s.LeftOut(); said != "" {
		fmt.Fprintln(t.err, "lily: "+said)
	}
}

func snapshotOf(w world.World, last *loader.Snapshot) (*loader.Snapshot, error) {
	in := core.New(w, tool.Builtin(), core.Ports{}).Input()
	in.Ahead = cores.Each
	return loader.Load(in, last)
}

// warn tells a person of rules of the policy that name nothing (PO-4), and that nobody is asked (PO-9).
func (p where) warn(t terminal, rules policy.Policy, snap *loader.Snapshot) {
	for _, f := range p.unknown(rules, snap) {
		said := fmt.Sprintf("lily: %s:%d:%d: warning: %s", f.File, f.Line, f.Column, f.Message)
		fmt.Fprintln(t.err, answer.Line(said))
	}
	if rules.FullAuto() {
		fmt.Fprintln(t.err, "lily: "+policy.FullAutoSaid)
	}
}

// unknown lists the rules that hold nothing, with their places in the policy's file while that is the one that holds.
func (p where) unknown(rules policy.Policy, snap *loader.Snapshot) []skill.Finding {
	if p.Policy == "" {
		return nil
	}
	text, err := disk.File(p.Policy, mostText)
	if again, fault := policy.Parse(p.Policy, text); err != nil || fault != nil || again.Digest() != rules.Digest() {
		text = rules.YAML()
	}
	return policy.Unknown(p.Policy, text, func() policy.Names { return core.NamesOf(snap, tool.Builtin()) })
}

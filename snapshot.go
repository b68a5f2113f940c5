package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"

	"lily/core"
	"lily/core/loader"
	"lily/core/tool"
	"lily/core/world"
)

func snapshotCommand() subcommand {
	return subcommand{
		name: "snapshot", summary: "print the snapshot that a session would begin with, as JSON",
		examples: []string{"lily snapshot --workspace .", "lily snapshot --workspace . --profile profile.yaml --scan tree"},
		declare: func(f *flag.FlagSet) action {
			p := &places{}
			p.declare(f)
			return p.snapshot
		},
	}
}

func (p *places) snapshot(_ context.Context, t terminal, _ []string) error {
	s, err := p.load(t)
	if err != nil {
		return err
	}
	limited(t, s)
	return printJSON(t, s, "  ")
}

// printJSON prints a value as JSON, on one line without an indent.
func printJSON(t terminal, value any, indent string) error {
	enc := json.NewEncoder(t.out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", indent)
	return enc.Encode(value)
}

// limited says on standard error what a scan left out (LD-2).
func limited(t terminal, s *loader.Snapshot) {
	if said := s.LeftOut(); said != "" {
		fmt.Fprintln(t.err, "lily: "+said)
	}
}

// load reads what the flags name and takes the snapshot that a session would.
func (p places) load(t terminal) (*loader.Snapshot, error) {
	w, err := p.world()
	if err != nil {
		return nil, err
	}
	s, err := snapshotOf(w, nil)
	if err == nil {
		p.warn(t, w.Policy, s)
	}
	return s, err
}

// snapshotOf is what a session would see of a world.
func snapshotOf(w world.World, last *loader.Snapshot) (*loader.Snapshot, error) {
	return loader.Load(core.New(w, tool.Builtin(), core.Ports{}).Input(), last)
}

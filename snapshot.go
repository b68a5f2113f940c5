package main

import (
	"encoding/json"

	"lily/core/command"
	"lily/core/loader"
	"lily/core/tool"
)

func snapshot(args []string, t terminal) error {
	f, p := flags("snapshot", t), places{}
	p.register(f)
	if err := parse(f, args); err != nil {
		return err
	}
	if f.NArg() > 0 {
		return wrong(t, "snapshot takes no argument; got %q", f.Arg(0))
	}
	w, err := p.world()
	if err != nil {
		return err
	}
	s, err := loader.Load(loader.Input{
		Tree: w.Tree, Roots: w.Roots, Profile: w.Profile, Policy: w.Policy,
		Tools: tool.Builtin().Names(), Reserved: command.Reserved(),
	}, nil)
	if err != nil {
		return err
	}
	enc := json.NewEncoder(t.out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(s)
}

package main

import (
	"encoding/json"
	"fmt"

	"lily/core"
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
	s, err := p.load(t)
	if err != nil {
		return err
	}
	limited(t, s)
	enc := json.NewEncoder(t.out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(s)
}

// limited says on standard error what a scan left out (LD-2).
func limited(t terminal, s *loader.Snapshot) {
	if said := s.Unseen(); said != "" {
		fmt.Fprintln(t.err, "lily: "+said)
	}
}

// load reads what the flags name and takes the snapshot that a session would.
func (p places) load(t terminal) (*loader.Snapshot, error) {
	w, err := p.world()
	if err != nil {
		return nil, err
	}
	s, err := loader.Load(core.New(w, tool.Builtin(), core.Ports{}).Input(), nil)
	if err == nil {
		p.warn(t, w.Policy, s)
	}
	return s, err
}

package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"lily/core/agents"
	"lily/core/agents/plugins"
	"lily/core/answer"
	"lily/core/archive"
	"lily/core/plugin"
	"lily/core/tree"
	"lily/web/disk"
)

func pluginCommand() subcommand {
	return subcommand{
		name: "plugin", args: "-o FILE --name NAME FOLDER", most: 1,
		summary:  "write a folder of skills as a plugin, in a zip",
		more:     "The plugin is of Agent Plugins 1.0.0: its manifest, plugin.json, and the skills below skills/.",
		examples: []string{"lily plugin -o tools.zip --name tools --version 1.0.0 .agents/skills"},
		declare: func(f *flag.FlagSet) action {
			p := &packing{}
			f.StringVar(&p.file, "o", "", "write the zip to `FILE`")
			f.StringVar(&p.Name, "name", "", "the plugin's `NAME`: small letters, digits, single hyphens and full stops")
			f.StringVar(&p.Version, "version", "", "the plugin's `VERSION`")
			f.StringVar(&p.Description, "description", "", "what the plugin is for, as `TEXT`")
			f.StringVar(&p.License, "license", "", "the plugin's `LICENSE`, such as MIT")
			return p.run
		},
	}
}

type packing struct {
	plugin.Manifest
	file string
}

func (p *packing) run(_ context.Context, t terminal, args []string) error {
	if len(args) != 1 || p.file == "" || p.Name == "" {
		return wrong("plugin takes -o FILE, --name NAME and a folder of skills")
	}
	from, skips, err := disk.Read(args[0], tree.Folder{Limits: limits, Leave: passedBy})
	if err != nil {
		return err
	}
	for _, s := range skips {
		fmt.Fprintf(t.err, "left out: %s: %s\n", answer.Line(s.Path), answer.Line(s.Message))
	}
	out, err := plugin.Export(from, p.Manifest)
	if err != nil {
		return err
	}
	if err := p.refused(t, out); err != nil {
		return err
	}
	return disk.Write(p.file, func(w io.Writer) error { return archive.Write(w, out) })
}

// refused tells of the skills that programs pass over, since they do not conform. A plugin without any is none.
func (p *packing) refused(t terminal, out tree.Tree) error {
	table := agents.Evaluate(agents.AsDropped(out), []*agents.Agent{&plugins.Agent}, agents.Terms{})
	for _, row := range table.Rows {
		if c := row.Cells[0]; c.State == agents.Refused {
			fmt.Fprintf(t.err, "programs pass over %s: %s\n", answer.Line(strings.TrimSuffix(row.Path, "/SKILL.md")), answer.Line(c.Reasons[0].Text))
		}
	}
	if len(table.Rows) == 0 {
		return errors.New("there is no skill in the folder: want folders with a SKILL.md")
	}
	return nil
}

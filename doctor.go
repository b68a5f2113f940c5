package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"

	"lily/core/answer"
	"lily/core/intake"
	"lily/core/loader"
	"lily/core/sight"
	"lily/web/native"
)

func doctorCommand() subcommand {
	return subcommand{
		name: "doctor", summary: "say what this machine has to run the programs of skills, and which of them would run",
		more:     `Nothing is run but the sandbox itself, around a program that does nothing.`,
		examples: []string{"lily doctor --workspace .", "lily doctor --workspace . --json"},
		declare: func(f *flag.FlagSet) action {
			d := &doctorFlags{}
			d.declare(f)
			f.BoolVar(&d.json, "json", false, "print JSON")
			return d.run
		},
	}
}

type doctorFlags struct {
	where
	json bool
}

// health is what the command finds.
type health struct {
	Sandbox  string   `json:"sandbox"`       // its name; empty for none
	Has      string   `json:"has,omitempty"` // what a program has there
	Why      string   `json:"why,omitempty"` // there is none
	Limits   []string `json:"limits"`        // the tools that bound a program
	Programs int      `json:"programs"`      // in the folders of PATH
	Skills   []wanted `json:"skills"`        // those that bring programs
}

// wanted is a program that a skill starts.
type wanted struct {
	Skill   string `json:"skill"`
	Program string `json:"program"`
	At      string `json:"at"` // on this machine; empty for nowhere
	Own     bool   `json:"own"`
}

func (d *doctorFlags) run(_ context.Context, t terminal, _ []string) error {
	w, err := d.World()
	if err != nil {
		return err
	}
	s, err := snapshotOf(w, nil)
	if err != nil {
		return d.Missing(err)
	}
	h := examined(s)
	if d.json {
		return sight.PrintJSON(t.out, h)
	}
	return h.show(t)
}

func examined(s *loader.Snapshot) health {
	r := &native.Runner{Path: os.Getenv("PATH")}
	h := health{Limits: native.Limits(), Programs: len(r.Can()), Skills: []wanted{}}
	if box, err := native.NewBox(r.Path); err != nil {
		h.Why = err.Error()
	} else {
		h.Sandbox, h.Has = box.Name, box.Has
	}
	for _, c := range s.Candidates {
		if c.State != loader.Available {
			continue
		}
		for _, name := range intake.Programs(c.Skill()) {
			at, own := r.Look(name)
			h.Skills = append(h.Skills, wanted{c.Name, name, at, own})
		}
	}
	return h
}

func (h health) show(t terminal) error {
	if h.Sandbox != "" {
		fmt.Fprintf(t.out, "Sandbox: %s. A program there has %s.\n", h.Sandbox, h.Has)
	} else {
		fmt.Fprintf(t.out, "Sandbox: none: %s. lily session runs programs only with --unsandboxed.\n", h.Why)
	}
	fmt.Fprintf(t.out, "Limits of memory, files and processes: %s.\n", cmp.Or(strings.Join(h.Limits, ", "), "none: prlimit is not installed"))
	fmt.Fprintf(t.out, "Programs in the folders of PATH: %d.\n", h.Programs)
	if len(h.Skills) == 0 {
		fmt.Fprintln(t.out, "No skill here brings programs.")
		return nil
	}
	table := tabwriter.NewWriter(t.out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "\n%s of skills:\n", answer.Number(len(h.Skills), "program"))
	for _, w := range h.Skills {
		fmt.Fprintf(table, "%s\t%s\t%s\n", sight.Spell(w.Skill), sight.Spell(w.Program), w.says())
	}
	return table.Flush()
}

func (w wanted) says() string {
	switch {
	case w.Program == intake.AnyProgram:
		return "as it says then"
	case w.Own:
		return "a file of the skill or the workspace"
	case w.At == "":
		return "not on this machine"
	}
	return sight.Spell(w.At)
}

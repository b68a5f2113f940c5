package main

import (
	"context"
	"flag"

	"lily/core/changes"
	"lily/core/sight"
	"lily/core/world"
	"lily/web/install"
)

func diffCommand() subcommand {
	return subcommand{
		name: "diff", args: "A [B] [-- PATH...]", most: -1,
		summary: "tell by skill what differs between two folders, zips or revisions of git",
		more: `A and B are folders, zips or SKILL.md. Or A is a revision of the repository here, held against its files, or
FROM..TO; what follows a lone -- are the paths that are looked at.

For this command the exit codes are: 0 nothing differs, 1 something differs, 2 the call was wrong.`,
		examples: []string{"lily diff old new", "lily diff main..HEAD -- skills", "lily diff --format markdown HEAD~3"},
		declare: func(f *flag.FlagSet) action {
			d := &diffFlags{words: f}
			f.StringVar(&d.format, "format", "text", "write `FORMAT`: text, json or markdown")
			d.declareRules(f, world.Deep)
			return d.run
		},
	}
}

type diffFlags struct {
	where
	format string
	words  *flag.FlagSet
}

func (d *diffFlags) run(_ context.Context, t terminal, args []string) error {
	r, err := d.review(args)
	if err != nil {
		return wrong("%v", err)
	}
	switch d.format {
	case "text":
		err = r.Text(t.out)
	case "json":
		err = sight.PrintJSON(t.out, r)
	case "markdown":
		err = r.Markdown(t.out)
	}
	if err == nil && len(r.Skills) > 0 {
		err = errFindings
	}
	return err
}

func (d *diffFlags) review(args []string) (r changes.Review, err error) {
	if d.format != "text" && d.format != "json" && d.format != "markdown" {
		return r, wrong("--format: got %q, want text, json or markdown", d.format)
	}
	named := len(args) - d.words.NArg() // before a lone --
	if named == 0 {
		return r, wrong("diff wants two folders or zips, or a revision")
	}
	w, err := d.World()
	if err != nil {
		return r, err
	}
	return install.Compare(w, args[:named], args[named:])
}

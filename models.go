package main

import (
	"context"
	"flag"

	"lily/core/world"
	"lily/web/models"
	"lily/web/whatif"
)

func modelsCommand() subcommand {
	return subcommand{
		name: "models", summary: "list the models that there are, and how their servers stand",
		more: `The servers of this machine are asked which models they have. A public server hears nothing unless
--ask names it. Keys come from the environment, or as the file of upstreams says.`,
		examples: []string{"lily models", "lily models --ask openai", "lily models --upstreams servers.yaml --json"},
		declare: func(f *flag.FlagSet) action {
			l := &models.List{}
			l.Declare(f)
			return func(ctx context.Context, t terminal, _ []string) error { return l.Run(ctx, t.out) }
		},
	}
}

func whatIfCommand() subcommand {
	return subcommand{
		name: "what-if", summary: "show what each skill would be under several profiles: a table, skill by profile",
		more: `A profile is a file, or one of those that the page offers; without one all of these are shown.
Nothing is changed. It is the page's Matrix.`,
		examples: []string{"lily what-if", "lily what-if --profile now --profile ci.yaml --differs", "lily what-if --profile bare --why git_helper"},
		declare: func(f *flag.FlagSet) action {
			p, asked := &where{}, &whatif.Flags{}
			p.Usual = true
			p.declareFolders(f)
			p.declarePolicy(f, world.Children)
			asked.Declare(f)
			return func(_ context.Context, t terminal, _ []string) error {
				w, err := p.World()
				if err == nil {
					err = p.Missing(asked.Run(w, t.out))
				}
				return err
			}
		},
	}
}

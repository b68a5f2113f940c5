package main

import (
	"context"
	"flag"
	"time"

	"lily/core/check"
	"lily/core/sight"
	"lily/core/world"
	"lily/web/lint"
	"lily/web/lsp"
)

// typing is how long an editor waits after a key until what was typed is judged.
const typing = 150 * time.Millisecond

func lspCommand() subcommand {
	return subcommand{
		ends: true, name: "lsp", summary: "serve an editor: findings while you type, fixes, completion, rename",
		more: `It speaks the Language Server Protocol on standard input and output; an editor starts it.
It writes no file: each fix is the editor's to make.`,
		examples: []string{"lily lsp", "lily lsp --policy policy.yaml"},
		declare: func(f *flag.FlagSet) action {
			p := &where{}
			f.Bool("stdio", true, "speak on standard input and output, which is all that there is")
			p.declareRules(f, world.Deep)
			return func(ctx context.Context, t terminal, _ []string) error { return p.lsp(ctx, t) }
		},
	}
}

func (p *where) lsp(ctx context.Context, t terminal) error {
	w, err := p.World()
	if err != nil {
		return err
	}
	out := t.out
	if seen, ok := out.(sight.Writer); ok {
		out = seen.To // no terminal, but a program that counts the bytes
	}
	codes := lint.Codes()
	terms := lint.Terms{World: w, Named: p.Profile+p.Policy != "", Scan: world.Scan(p.Scan), Most: limits.Bytes, Codes: codes}
	judged := func(paths []string, texts map[string][]byte) (files []check.File) {
		found := lint.Check(paths, terms.Of(texts))
		for _, part := range found.Parts {
			files = append(files, part.Skills...)
		}
		return files
	}
	fixed := func(path string, text []byte) []byte { return lint.Fixed(path, text, terms) }
	of := lsp.Terms{Check: judged, Project: lint.Project, Fixed: fixed, Manual: pages(), Version: version(), Wait: typing}
	return lsp.New(of).Run(ctx, t.in, out)
}

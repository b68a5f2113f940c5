package models

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"text/tabwriter"

	"lily/core/answer"
	"lily/core/sight"
	"lily/web/port"
	"lily/web/proxy"
)

// List shows which models there are.
type List struct {
	file          string
	ask           []string // the public servers that are asked for their models
	noProbe, json bool
}

// Declare adds the flags.
func (l *List) Declare(f *flag.FlagSet) {
	DeclareFile(f, &l.file)
	f.Func("ask", "ask the public server `UPSTREAM` for its models, which nobody does unasked; may be repeated", func(id string) error {
		l.ask = append(l.ask, id)
		return nil
	})
	f.BoolVar(&l.noProbe, "no-probe", false, "do not look for model servers on this machine")
	f.BoolVar(&l.json, "json", false, "print JSON")
}

// Run lists the models of this program and those behind the upstreams.
func (l *List) Run(ctx context.Context, out io.Writer) error {
	known, err := Upstreams(l.file, os.Getenv)
	if err != nil {
		return err
	}
	seen := proxy.NewGateway(proxy.Config{Upstreams: known, NoProbe: l.noProbe}).List(ctx)
	for _, id := range l.ask {
		if err := l.asked(ctx, id, known, seen); err != nil {
			return err
		}
	}
	if l.json {
		return sight.PrintJSON(out, map[string]any{"models": []string{"offline", "scripted"}, "upstreams": seen})
	}
	return show(out, seen)
}

// asked fills in what a public server says it has.
func (l *List) asked(ctx context.Context, id string, known []proxy.Upstream, seen []port.Upstream) error {
	for i, u := range known {
		if u.ID != id {
			continue
		}
		u, err := proxy.Unlock(ctx, u)
		if err != nil {
			return err
		}
		names, err := proxy.NewGateway(proxy.Config{Upstreams: []proxy.Upstream{u}}).Models(ctx, id)
		if err != nil {
			return fmt.Errorf("--ask %s: %w", id, err)
		}
		seen[i].State, seen[i].Detail, seen[i].Models = "ready", "", names
		return nil
	}
	return fmt.Errorf("--ask %s: there is no such upstream", id)
}

func show(out io.Writer, seen []port.Upstream) error {
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "MODEL\tSTATE\tWHAT")
	fmt.Fprintln(t, "offline\tready\tshows the exact context that a model would get; no language model")
	fmt.Fprintln(t, "scripted\tready\tgives the replies of --replies FILE")
	for _, u := range seen {
		if len(u.Models) == 0 {
			fmt.Fprintf(t, "%s/…\t%s\t%s\n", sight.Spell(u.ID), u.Word(), said(u))
		}
		for _, m := range u.Models {
			fmt.Fprintf(t, "%s/%s\t%s\t%s\n", sight.Spell(u.ID), sight.Spell(m), u.Word(), said(u))
		}
	}
	return t.Flush()
}

func said(u port.Upstream) string {
	return sight.Spell(cmp.Or(answer.Line(u.Detail), u.Name))
}

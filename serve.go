package main

import (
	"context"
	"crypto/ed25519"
	"flag"
	"fmt"
	"os"
	"time"

	"lily/static"
	"lily/web/door"
	"lily/web/models"
	"lily/web/proxy"
	"lily/web/server"
)

func serveCommand() subcommand {
	return subcommand{
		ends: true, name: "serve", summary: "serve the page on this machine, until Ctrl+C",
		more: `Keys of model servers come from the environment (OPENAI_API_KEY, ANTHROPIC_API_KEY)
or from the file of upstreams. The page never sees them. What a program of a skill may ask over the
network gets no credential but one that --credential names for its host, out of an environment variable.`,
		examples: []string{"lily", "lily serve --open", "lily serve --addr 127.0.0.1:30777 --upstreams servers.yaml"},
		declare: func(f *flag.FlagSet) action {
			s := &serveFlags{}
			f.StringVar(&s.addr, "addr", server.OwnAddr(), "listen on the loopback `ADDRESS`")
			f.BoolVar(&s.open, "open", false, "open the page in the browser")
			f.BoolVar(&s.noProbe, "no-probe", false, "do not look for model servers on this machine")
			models.DeclareFile(f, &s.file)
			declareCredentials(f, &s.known)
			return s.run
		},
	}
}

// declareCredentials adds the flag that lets hosts know a person where programs ask them.
func declareCredentials(f *flag.FlagSet, list *[]proxy.Credential) {
	f.Func("credential", "let `HOST=VARIABLE` know you where programs ask it; repeated for others", func(text string) error {
		c, err := proxy.ReadCredential(text, os.Getenv)
		*list = append(*list, c)
		return err
	})
}

type serveFlags struct {
	addr, file    string
	open, noProbe bool
	known         []proxy.Credential
}

func (s *serveFlags) run(ctx context.Context, t terminal, _ []string) error {
	list, err := models.Upstreams(s.file, os.Getenv)
	if err == nil {
		list, err = proxy.UnlockAll(ctx, list)
	}
	if err != nil {
		return err
	}
	c := server.Config{Addr: s.addr, Page: static.Dist(), Log: t.out, Key: key(t), Wait: 15 * time.Second}
	c.Proxy = proxy.Config{Token: proxy.NewToken(), Upstreams: list, NoProbe: s.noProbe, Credentials: s.known, Log: t.err}
	if s.open {
		c.Open = server.Open
	}
	return server.Serve(ctx, c)
}

// key tells this person's Lily from others at its address. Without it Lily serves all the same.
func key(t terminal) ed25519.PrivateKey {
	dir, err := door.Home()
	if err != nil {
		fmt.Fprintf(t.err, "lily: no key tells this Lily from another at its address: %v\n", err)
		return nil
	}
	k, err := door.Key(dir)
	if err != nil {
		fmt.Fprintf(t.err, "lily: no key tells this Lily from another at its address: %v\n", err)
	}
	return k
}

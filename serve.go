package main

import (
	"context"
	"os"

	"lily/static"
	"lily/web/proxy"
	"lily/web/server"
)

func serve(ctx context.Context, args []string, t terminal) error {
	f := flags("serve", t)
	addr := f.String("addr", server.DefaultAddr, "the loopback address to listen on")
	open := f.Bool("open", false, "open the page in the browser")
	file := f.String("upstreams", "", "FILE with model servers")
	noProbe := f.Bool("no-probe", false, "do not look for model servers on this machine")
	if err := parse(f, args); err != nil {
		return err
	}
	if f.NArg() > 0 {
		return wrong(t, "serve takes no argument; got %q", f.Arg(0))
	}
	list, err := upstreams(*file, os.Getenv)
	if err != nil {
		return err
	}
	c := server.Config{Addr: *addr, Page: static.Dist(), Log: t.out}
	c.Proxy = proxy.Config{Token: proxy.NewToken(), Upstreams: list, NoProbe: *noProbe, Log: t.err}
	if *open {
		c.Open = server.Open
	}
	return server.Serve(ctx, c)
}

// upstreams are those of the environment, and over them those of a file.
func upstreams(file string, getenv func(string) string) ([]proxy.Upstream, error) {
	list, err := proxy.FromEnv(getenv)
	if err != nil || file == "" {
		return list, err
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	more, err := proxy.Read(file, data, getenv)
	return proxy.Merge(list, more), err
}

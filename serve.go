package main

import (
	"context"

	"lily/static"
	"lily/web/server"
)

func serve(ctx context.Context, args []string, t terminal) error {
	f := flags("serve", t)
	addr := f.String("addr", server.DefaultAddr, "the loopback address to listen on")
	open := f.Bool("open", false, "open the page in the browser")
	if err := parse(f, args); err != nil {
		return err
	}
	if f.NArg() > 0 {
		return wrong(t, "serve takes no argument; got %q", f.Arg(0))
	}
	c := server.Config{Addr: *addr, Page: static.Dist(), Log: t.out}
	if *open {
		c.Open = server.Open
	}
	return server.Serve(ctx, c)
}

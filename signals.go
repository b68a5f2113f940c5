package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
)

var errEnded = errors.New("the session was ended by a signal")

// untilSignal ends a context at the signals that ask a program to end, so that it writes
// what it has first. A reader of its output that goes away is an error of writing then, and
// not the end.
func untilSignal(ctx context.Context) (context.Context, func()) {
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		ends = append(ends, syscall.SIGHUP)
	}
	gone := make(chan os.Signal, 1)
	signal.Notify(gone, syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(ctx, ends...)
	return ctx, func() { stop(); signal.Stop(gone) }
}

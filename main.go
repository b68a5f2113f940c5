// Command lily serves Lily's page, and gives the same engine to terminals and scripts: it checks skills, prints a
// snapshot, and holds a session on standard input. It is thin; what it says is core's.
//
// Each command is in the file of its name, and is an entry of [subcommands].
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
)

// The exit codes.
const (
	exitWell  = 0 // all is well
	exitFail  = 1 // there are findings of severity error, or the work failed
	exitUsage = 2 // the call was wrong
)

// errFindings ends a command whose output says already what is wrong.
var errFindings = errors.New("there are findings of severity error, or something could not be checked")

type terminal struct {
	in       io.Reader
	out, err io.Writer
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, os.Args[1:], terminal{os.Stdin, os.Stdout, os.Stderr})
	stop()
	os.Exit(code)
}

func run(ctx context.Context, args []string, t terminal) int {
	err := dispatch(ctx, args, t)
	if err == nil {
		return exitWell
	}
	if wrong, ok := errors.AsType[*usageError](err); ok {
		fmt.Fprintf(t.err, "lily: %s\n\n%s", wrong.text, wrong.usage)
		return exitUsage
	}
	if !errors.Is(err, errFindings) {
		fmt.Fprintf(t.err, "lily: %s\n", err)
	}
	return exitFail
}

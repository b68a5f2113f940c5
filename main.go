// Command lily serves Lily's page, and gives the same engine to terminals and scripts: it checks skills, prints a
// snapshot, and holds a session on standard input. It is thin; what it says is core's.
//
// Each command is in the file of its name, and is an entry of [subcommands].
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync"

	"lily/core/sight"
)

// The exit codes.
const (
	exitWell  = 0 // all is well
	exitFail  = 1 // there are findings of severity error, or the work failed
	exitUsage = 2 // the call was wrong

	exitInterrupted = 130 // a person ended it, as shells say it
)

// errFindings ends a command whose output says already what is wrong.
var errFindings = errors.New("there are findings of severity error, or something could not be checked")

// terminal shows all that is written to it: no foreign text drives it, in whatever sentence it stands ([sight.Writer]).
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
	t.out, t.err = sight.Writer{To: t.out}, sight.Named{To: sight.Writer{To: t.err}, Names: sight.Spelled(args)}
	err := dispatch(ctx, args, t)
	if err == nil {
		return exitWell
	}
	t.err = sight.Named{To: t.err, Names: sight.Spelled(sight.About(err))}
	if wrong, ok := errors.AsType[*usageError](err); ok {
		fmt.Fprintf(t.err, "lily: %s\n\n%s", wrong.text, wrong.usage)
		return exitUsage
	}
	if !errors.Is(err, errFindings) {
		fmt.Fprintf(t.err, "lily: %s\n", err)
	}
	return exitFail
}

// subcommand is a word after lily: what help says of it, and what it does.
type subcommand struct {
	name     string
	args     string   // what follows the flags, as the usage shows it
	summary  string   // one line
	more     string   // what else a person should know, in lines of their own
	examples []string // whole calls
	most     int      // how many arguments it takes; -1 for any number
	words    []string // what an argument may be, for completion; none for a path
	ends     bool     // an interrupt is the command's own to take; any other one ends at once
	// declare adds the flags, and returns what is done once they are read.
	declare func(f *flag.FlagSet) action
}

type action func(ctx context.Context, t terminal, args []string) error

func subcommands() []subcommand {
	return []subcommand{
		serveCommand(), checkCommand(), diffCommand(), addCommand(), updateCommand(), removeCommand(), undoCommand(), lockCommand(),
		verifyCommand(), agentsCommand(), snapshotCommand(), sessionCommand(), sessionsCommand(), modelsCommand(), whatIfCommand(), doctorCommand(), exportCommand(), pluginCommand(), lspCommand(), versionCommand(), completionCommand(),
		helpCommand(),
	}
}

// usageError is a call that is wrong. The usage of its command is shown below the text.
type usageError struct{ text, usage string }

func (e *usageError) Error() string { return e.text }

func wrong(format string, args ...any) error { return &usageError{text: fmt.Sprintf(format, args...)} }

func choose(args []string) (c subcommand, rest []string, err error) {
	name, rest := "serve", args
	if len(args) > 0 {
		switch first := args[0]; {
		case first == "-h" || first == "-help" || first == "--help":
			name, rest = "help", args[1:]
		case first == "-version" || first == "--version":
			name, rest = "version", args[1:]
		case first == "" || first[0] != '-':
			name, rest = first, args[1:]
		}
	}
	c, err = find(name)
	return c, rest, err
}

func find(name string) (subcommand, error) {
	for _, c := range subcommands() {
		if c.name == name {
			return c, nil
		}
	}
	return subcommand{}, &usageError{fmt.Sprintf("there is no command %q", name), overview()}
}

func dispatch(ctx context.Context, args []string, t terminal) error {
	c, rest, err := choose(args)
	if err != nil {
		return err
	}
	f, act := c.flags()
	words, err := parse(f, rest)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(t.err, c.help())
		return nil
	case err != nil:
		err = wrong("%v", err)
	case c.most >= 0 && len(words) > c.most:
		err = wrong("%s takes %s; got %q", c.name, []string{"no argument", "one argument"}[c.most], words[c.most])
	default:
		if !c.ends {
			ctx = endsAtOnce(ctx)
			defer finishes(ctx)
		}
		err = act(ctx, t, words)
	}
	if w, ok := errors.AsType[*usageError](err); ok && w.usage == "" {
		w.usage = c.usage() + fmt.Sprintf("Run lily help %s for its flags.\n", c.name)
	}
	return err
}

// endsAtOnce ends the program where a person interrupts it, whatever it waits for, until [finishes] is called.
func endsAtOnce(ctx context.Context) context.Context {
	stop := context.AfterFunc(ctx, func() { os.Exit(exitInterrupted) })
	return context.WithValue(ctx, ending{}, sync.OnceFunc(func() {
		if !stop() {
			select {} // it is ending
		}
	}))
}

type ending struct{}

// finishes lets an interrupt wait from here on for the end of the command: something is written.
func finishes(ctx context.Context) {
	if stop, ok := ctx.Value(ending{}).(func()); ok {
		stop()
	}
}

func (c subcommand) flags() (*flag.FlagSet, action) {
	f := flag.NewFlagSet(c.name, flag.ContinueOnError)
	f.SetOutput(io.Discard) // an error is shown like every other one
	return f, c.declare(f)
}

// parse reads flags wherever they stand, before a lone -- at least, and returns the rest.
func parse(f *flag.FlagSet, args []string) (words []string, err error) {
	for {
		if err := f.Parse(args); err != nil {
			return nil, err
		}
		rest := f.Args()
		ended := len(args) > len(rest) && args[len(args)-len(rest)-1] == "--"
		if ended || len(rest) == 0 {
			return append(words, rest...), nil
		}
		words, args = append(words, rest[0]), rest[1:]
	}
}

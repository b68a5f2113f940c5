// Command lily serves Lily's page, and gives the same engine to terminals and
// scripts: it checks skills, prints a snapshot, and holds a session on
// standard input. It is thin; what it says is core's.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
)

const usage = `Lily decides which agent skills count, and says why the others do not.

Usage:
  lily [serve] [flags]                            serve the page
  lily check [flags] PATH...                      list what is wrong with skills, and with a policy
  lily snapshot [flags]                           print the snapshot as JSON
  lily session [flags] [--json] [--events FILE]   answer the lines of standard input
  lily export [flags] -o FILE [NAME]              write a skill, /user, /workspace or /persona, or everything, as a zip
  lily session --replay FILE                      verify a session's bundle, and replay it
  lily version                                    print the version

Flags of snapshot, session and export:
  --bundled DIR    take the bundled skills from DIR/skills, not those in the binary
  --user DIR       the user's skills are in DIR/skills
  --workspace DIR  the workspace's skills are in DIR/skills
  --persona DIR    take SOUL.md and the others from DIR
  --profile FILE   the environment profile, YAML
  --policy FILE    the tool policy, YAML
  --scan MODE      children (one level, the default) or tree
  --guest          session only: without the owner's token
  --bundle FILE    session only: write the session, with all that it names

Flags of session for its model:
  --model NAME      offline (the default), scripted, or UPSTREAM/MODEL
  --replies FILE    the replies of the scripted model, JSON lines
  --upstreams FILE  model servers besides those of the environment, YAML

Flags of check:
  --json          print JSON, with notes
  --notes         list notes too, which are counted otherwise
  --profile FILE  the environment profile, --policy FILE the tool policy
  --scan MODE     tree (every SKILL.md below, the default) or children

Flags of serve:
  --addr ADDRESS    the loopback address to listen on (127.0.0.1:7777)
  --open            open the page in the browser
  --upstreams FILE  model servers besides those of the environment, YAML
  --no-probe        do not look for model servers on this machine
`

// terminal is what a command reads from and writes to.
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

var errUsage = errors.New("usage")

// run returns the exit code: 0 when all is well, 1 when there are findings of
// severity error or the work failed, 2 when the call was wrong.
func run(ctx context.Context, args []string, t terminal) int {
	err := dispatch(ctx, args, t)
	switch {
	case err == nil || errors.Is(err, flag.ErrHelp):
		return 0
	case errors.Is(err, errUsage):
		return 2
	case errors.Is(err, errFindings):
		return 1
	}
	fmt.Fprintf(t.err, "lily: %s\n", err)
	return 1
}

func dispatch(ctx context.Context, args []string, t terminal) error {
	name := "serve"
	if len(args) > 0 && (len(args[0]) == 0 || args[0][0] != '-') {
		name, args = args[0], args[1:]
	}
	switch name {
	case "serve":
		return serve(ctx, args, t)
	case "check":
		return check(args, t)
	case "snapshot":
		return snapshot(args, t)
	case "session":
		return hold(ctx, args, t)
	case "export":
		return export(args, t)
	case "version":
		fmt.Fprintln(t.out, version())
		return nil
	case "help":
		fmt.Fprint(t.out, usage)
		return nil
	}
	return wrong(t, "there is no command %q", name)
}

func wrong(t terminal, format string, args ...any) error {
	fmt.Fprintf(t.err, "lily: "+format+"\n\n%s", append(args, usage)...)
	return errUsage
}

// flags returns a flag set that shows the one usage text.
func flags(name string, t terminal) *flag.FlagSet {
	f := flag.NewFlagSet(name, flag.ContinueOnError)
	f.SetOutput(t.err)
	f.Usage = func() { fmt.Fprint(t.err, usage) }
	return f
}

// parse reads flags wherever they stand, before a lone -- at least.
func parse(f *flag.FlagSet, args []string) error {
	var words []string
	for rest := args; ; {
		err := f.Parse(rest)
		if errors.Is(err, flag.ErrHelp) {
			return err
		}
		if err != nil {
			return errUsage
		}
		ended := len(rest) > f.NArg() && rest[len(rest)-f.NArg()-1] == "--"
		if rest = f.Args(); ended || len(rest) == 0 {
			words = append(words, rest...)
			break
		}
		words, rest = append(words, rest[0]), rest[1:]
	}
	return f.Parse(append([]string{"--"}, words...))
}

func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "lily (devel)"
	}
	return "lily " + info.Main.Version + " " + info.GoVersion
}

package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"strings"

	"lily/web/past"
)

func sessionsCommand() subcommand {
	return subcommand{
		name: "sessions", args: "[ID]...", summary: "list the sessions that are kept, show one, or delete some", most: -1,
		more: `What lily session keeps is in your data folder, in lily/sessions. With an ID the lines of that session
are shown, also while another run goes on with it. A deletion asks first on a terminal.`,
		examples: []string{"lily sessions", "lily sessions s3", "lily sessions --delete s3 s4", "lily sessions --delete --all --yes"},
		declare: func(f *flag.FlagSet) action {
			s := past.Show{}
			f.BoolVar(&s.JSON, "json", false, "print JSON; of one session its events, JSON lines")
			f.BoolVar(&s.Delete, "delete", false, "delete the sessions that are named")
			f.BoolVar(&s.All, "all", false, "with --delete: all of them")
			f.BoolVar(&s.Yes, "yes", false, "with --delete: do not ask")
			return func(_ context.Context, t terminal, ids []string) error { return shows(t, s, ids) }
		},
	}
}

func shows(t terminal, s past.Show, ids []string) error {
	s.Out, s.Err = t.out, t.err
	if asks(t.in) {
		s.Ask = func(question string) bool {
			fmt.Fprint(t.out, question)
			line, _ := bufio.NewReader(t.in).ReadString('\n')
			return strings.EqualFold(strings.TrimSpace(line), "y")
		}
	}
	err := s.Run(ids)
	return misused(err)
}

// misused is an error of a call that was wrong, with the usage of its command.
func misused(err error) error {
	if wrongly, ok := errors.AsType[past.UsageError](err); ok {
		return wrong("%s", wrongly)
	}
	return err
}

// again replays a bundle. A difference is a finding.
func again(path string, t terminal) error {
	same, err := past.Replay(path, t.out, t.err)
	if err == nil && !same {
		err = errFindings
	}
	return err
}

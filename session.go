package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"lily/core"
	"lily/core/command"
	"lily/core/tool"
)

func hold(ctx context.Context, args []string, t terminal) error {
	f, p, m := flags("session", t), places{}, models{}
	p.register(f)
	m.register(f)
	asJSON := f.Bool("json", false, "one JSON object a line")
	events := f.String("events", "", "FILE to write the events to")
	file := f.String("bundle", "", "FILE to write the session to, with all that it names")
	bundled := f.String("replay", "", "FILE with a bundle, to verify and replay instead")
	guest := f.Bool("guest", false, "a session that does not hold the owner's token")
	if err := parse(f, args); err != nil {
		return err
	}
	if f.NArg() > 0 {
		return wrong(t, "session takes no argument; got %q", f.Arg(0))
	}
	if *bundled != "" {
		if f.NFlag() > 1 {
			return wrong(t, "session --replay takes no other flag: all comes from the bundle")
		}
		return again(*bundled, t)
	}
	w, err := p.world()
	if err != nil {
		return err
	}
	first, err := m.first()
	defer m.close()
	if err != nil {
		return err
	}
	kept, err := writing(*events, *file)
	defer kept.close()
	if err != nil {
		return err
	}
	ctx, stop := untilSignal(ctx)
	defer stop()
	d := &disk{places: p, last: w}
	s := &conversation{t: t, json: *asJSON, kept: kept}
	e := core.New(w, tool.Builtin(), core.Ports{Model: first, Models: m.remote, Watch: kept.watch, Refresh: d.refresh})
	if s.id, err = e.Open(!*guest); err != nil {
		return err
	}
	opened, _ := e.State(s.id)
	limited(t, opened.Snapshot)
	p.warn(t, opened.Policy, opened.Snapshot)
	return errors.Join(s.answer(ctx, e), kept.bundles(e, t))
}

// conversation answers the lines of standard input one by one.
type conversation struct {
	t    terminal
	id   string
	json bool
	kept *written
}

// answer answers until there is no line any more, or the context ends. What an answer came
// of is on the disk before it is shown (EV-6).
func (s *conversation) answer(ctx context.Context, e *core.Engine) error {
	in := bufio.NewReader(s.t.in)
	for {
		line, err := next(ctx, in)
		if line != "" {
			line = strings.TrimRight(line, "\r\n")
			r := e.Turn(ctx, s.id, line)
			s.id = r.Session
			kept := s.kept.sync()
			if err := errors.Join(kept, s.print(line, r)); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// next reads a line, and waits for none when the context ends. A reader that waits cannot
// be ended, so it is left alone then.
func next(ctx context.Context, in *bufio.Reader) (string, error) {
	if ctx.Err() != nil {
		return "", errEnded
	}
	type read struct {
		line string
		err  error
	}
	got := make(chan read, 1)
	go func() {
		defer close(got)
		line, err := in.ReadString('\n')
		got <- read{line, err}
	}()
	select {
	case r := <-got:
		return r.line, r.err
	case <-ctx.Done():
		return "", errEnded
	}
}

func (s *conversation) print(input string, r core.Result) error {
	if !s.json {
		out := r.Output()
		if out == "" {
			return nil
		}
		_, err := fmt.Fprintf(s.t.out, "%s\n", out)
		return err
	}
	enc := json.NewEncoder(s.t.out)
	enc.SetEscapeHTML(false)
	return enc.Encode(struct {
		Input  string       `json:"input"`
		Output string       `json:"output"`
		Code   command.Code `json:"code"`
	}{input, r.Output(), r.Code()})
}

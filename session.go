package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"lily/core"
	"lily/core/command"
	"lily/core/event"
	"lily/core/tool"
)

func hold(ctx context.Context, args []string, t terminal) error {
	f, p, m := flags("session", t), places{}, models{}
	p.register(f)
	m.register(f)
	asJSON := f.Bool("json", false, "one JSON object a line")
	events := f.String("events", "", "FILE to write the events to")
	file := f.String("bundle", "", "FILE to write the session to, with all that it names")
	again := f.String("replay", "", "FILE with a bundle, to verify and replay instead")
	guest := f.Bool("guest", false, "a session that does not hold the owner's token")
	if err := parse(f, args); err != nil {
		return err
	}
	if f.NArg() > 0 {
		return wrong(t, "session takes no argument; got %q", f.Arg(0))
	}
	if *again != "" {
		if f.NFlag() > 1 {
			return wrong(t, "session --replay takes no other flag: all comes from the bundle")
		}
		return replay(*again, t)
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
	d := &disk{places: p, last: w}
	s := &conversation{t: t, json: *asJSON}
	defer s.close()
	if err := s.record(*events); err != nil {
		return err
	}
	e := core.New(w, tool.Builtin(), core.Ports{Model: first, Models: m.remote, Watch: s.watch, Refresh: d.refresh})
	if s.id, err = e.Open(!*guest); err != nil {
		return err
	}
	st, _ := e.State(s.id)
	p.warn(t, st.Policy, st.Snapshot)
	err = errors.Join(s.answer(ctx, e), s.flush())
	_, recorded := e.State(s.id)
	return errors.Join(err, exportSession(*file, recorded))
}

// conversation answers the lines of standard input one by one.
type conversation struct {
	t      terminal
	id     string
	json   bool
	file   *os.File
	events *bufio.Writer
}

func (s *conversation) record(path string) (err error) {
	if path == "" {
		return nil
	}
	if s.file, err = os.Create(path); err == nil {
		s.events = bufio.NewWriter(s.file)
	}
	return err
}

func (s *conversation) watch(e event.Event) {
	if s.events != nil {
		s.events.Write(append(event.Encode(e), '\n')) // flush reports what failed
	}
}

func (s *conversation) flush() error {
	if s.events == nil {
		return nil
	}
	return s.events.Flush()
}

func (s *conversation) close() {
	if s.file != nil {
		s.file.Close()
	}
}

func (s *conversation) answer(ctx context.Context, e *core.Engine) error {
	in := bufio.NewReader(s.t.in)
	for ctx.Err() == nil {
		line, err := in.ReadString('\n')
		if line != "" {
			r := e.Turn(ctx, s.id, strings.TrimRight(line, "\r\n"))
			s.id = r.Session
			if err := s.print(strings.TrimRight(line, "\r\n"), r); err != nil {
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
	return ctx.Err()
}

func (s *conversation) print(input string, r core.Result) error {
	if !s.json {
		if out := r.Output(); out != "" {
			_, err := fmt.Fprintf(s.t.out, "%s\n", out)
			return err
		}
		return s.flush()
	}
	enc := json.NewEncoder(s.t.out)
	enc.SetEscapeHTML(false)
	return enc.Encode(struct {
		Input  string       `json:"input"`
		Output string       `json:"output"`
		Code   command.Code `json:"code"`
	}{input, r.Output(), r.Code()})
}

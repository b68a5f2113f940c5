package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"lily/core"
	"lily/core/call"
	"lily/core/command"
	"lily/core/intake"
	"lily/core/loader"
	"lily/core/policy"
	"lily/core/program"
	"lily/core/tool"
	"lily/core/tree"
	"lily/web/aside"
	"lily/web/asking"
	"lily/web/models"
	"lily/web/native"
	"lily/web/past"
	"lily/web/places"
	"lily/web/worktree"
)

func sessionCommand() subcommand {
	return subcommand{
		ends: true, name: "session", args: "[ID]", most: 1, summary: "answer the lines of standard input, or replay a session",
		more: `Each line is a slash command or a message for the model. Programs of skills run in a sandbox,
where the machine has one (lily doctor); what the policy wants asked is asked on a terminal, and
denied where there is none. With --replay nothing is read but the bundle: it is verified, and the
engine runs again over its events.`,
		examples: []string{
			"lily session --workspace .",
			"lily session --json --bundle run.zip --model openai/gpt-5",
			"lily session --replay run.zip",
		},
		declare: func(f *flag.FlagSet) action {
			s := &sessionFlags{given: f.NFlag}
			s.where.declare(f)
			s.Flags.Declare(f)
			s.past.Declare(f)
			s.changes.Declare(f)
			f.BoolVar(&s.Trust, "trust", false, "trust the skills of this workspace from now on, though it was cloned")
			f.BoolVar(&s.json, "json", false, "print one JSON object for each line")
			f.StringVar(&s.events, "events", "", "write the events to `FILE`, JSON lines")
			f.StringVar(&s.bundle, "bundle", "", "write the session to `FILE`, with all that it names")
			f.StringVar(&s.replay, "replay", "", "verify the bundle in `FILE` and replay it; no other flag counts")
			f.BoolVar(&s.bare, "unsandboxed", false, "run programs without a sandbox, with all that you may do")
			f.BoolVar(&s.guest, "guest", false, "do not hold the owner's token")
			return s.run
		},
	}
}

type sessionFlags struct {
	where
	models.Flags
	past                   past.Flags
	changes                aside.Flags
	events, bundle, replay string
	json, guest, bare      bool
	given                  func() int // how many flags there are
}

func (f *sessionFlags) run(ctx context.Context, t terminal, args []string) error {
	switch {
	case f.past.List:
		return shows(t, past.Show{JSON: f.json}, nil)
	case f.replay != "" && f.given() > 1:
		return wrong("session --replay takes no other flag: all comes from the bundle")
	case f.guest && f.past.Began():
		return wrong("--guest is for a session that begins: one that goes on is whose it was")
	case f.replay != "":
		return again(f.replay, t)
	}
	if err := f.Trusts(); err != nil {
		return err
	}
	w, err := f.World()
	if err != nil {
		return err
	}
	first, err := f.First()
	if err != nil {
		return err
	}
	kept, err := f.past.Open(w, args, asks(t.in), t.err)
	if err != nil {
		return misused(err)
	}
	rec, err := past.New(kept, f.events, f.bundle)
	if err != nil {
		return err
	}
	defer rec.Close()
	ctx, stop := untilSignal(ctx)
	defer stop()
	from := &places.Origin{Places: f.Places, Last: w}
	s := &conversation{t: t, in: bufio.NewReader(t.in), json: f.json, rec: rec}
	ports := core.Ports{Model: first, Models: &f.Flags, Source: from, Sessions: rec}
	ports.Runner, s.where = f.runner()
	if asks(t.in) {
		ports.Person = s
	}
	project, err := worktree.Open(f.Project())
	if err != nil {
		return err
	}
	defer project.Close()
	if project != nil {
		ports.Project = project
	}
	s.aside, w.Tree, err = aside.Begin(w.Tree, aside.Terms{
		Project: project, Flags: f.changes, Out: t.err, Lies: f.Lies, Skills: func() tree.Tree { return from.Last.Tree },
	})
	if err != nil {
		return err
	}
	defer s.aside.Close()
	e := core.New(w, tool.Builtin(), ports)
	if s.id, err = f.past.Begin(e, rec, !f.guest, t.err); err != nil {
		return f.Missing(err)
	}
	if said := f.Told(); said != "" {
		fmt.Fprintln(t.err, "lily: "+said)
	}
	if f.Name != "" && f.past.Began() {
		if err = e.Choose(s.id, f.Name); err != nil {
			return err
		}
	}
	opened, _ := e.State(s.id)
	limited(t, opened.Snapshot)
	f.warn(t, opened.Policy, opened.Snapshot)
	if ports.Runner == nil && programmed(opened.Snapshot) {
		fmt.Fprintln(t.err, "lily: "+s.where)
	}
	return errors.Join(s.answer(ctx, e), s.aside.End(ctx, e.World().Tree, s.asker()), rec.Bundles(e, t.err))
}

// runner is what runs programs, and a sentence on what holds them; nil where nothing may, and then the sentence says
// what to do (TM-4).
func (f *sessionFlags) runner() (program.Runner, string) {
	r := &native.Runner{Path: os.Getenv("PATH")}
	if at := f.Project(); at != "" {
		r.Repo = filepath.Join(at, ".git")
	}
	if f.bare {
		return r, "It runs without a sandbox, with all that you may do."
	}
	box, err := native.NewBox(r.Path)
	if err != nil {
		return nil, fmt.Sprintf("programs do not run, since there is no sandbox: %s; with --unsandboxed they run without one", err)
	}
	r.Box = box
	return r, box.Holds()
}

// programmed reports whether a skill brings programs.
func programmed(s *loader.Snapshot) bool {
	return slices.ContainsFunc(s.Candidates, func(c *loader.Candidate) bool {
		return c.State == loader.Available && len(intake.Programs(c.Skill())) > 0
	})
}

// asks reports whether there is a person to ask.
func asks(in io.Reader) bool {
	f, ok := in.(*os.File)
	return ok && screen(f)
}

type conversation struct {
	core.Memory
	t     terminal
	in    *bufio.Reader
	id    string
	json  bool
	rec   *past.Run
	where string // what holds programs here
	aside *aside.Aside
}

// asker asks the person of a terminal for a line; nil where there is nobody.
func (s *conversation) asker() aside.Ask {
	if !asks(s.t.in) {
		return nil
	}
	return func(ctx context.Context, q string) (string, error) {
		fmt.Fprint(s.t.out, q)
		return next(ctx, s.in)
	}
}

// Approve implements [core.Person] on a terminal (TM-5).
func (s *conversation) Approve(ctx context.Context, q call.Question) policy.Consent {
	line := func(ctx context.Context) (string, error) { return next(ctx, s.in) }
	return asking.Terminal{Out: s.t.out, Line: line, Where: s.where}.Ask(ctx, q)
}

// answer answers to the end of lines or of the context. What came of it is on the disk before it is shown (EV-6).
func (s *conversation) answer(ctx context.Context, e *core.Engine) error {
	for {
		line, err := next(ctx, s.in)
		if line != "" {
			line = strings.TrimRight(line, "\r\n")
			r := e.Turn(ctx, s.id, line)
			s.id = r.Session
			s.aside.Sync(e.World().Tree)
			if err := errors.Join(s.rec.Sync(s.t.err), s.show(line, r)); err != nil {
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

// next reads a line, and waits for none when the context ends: a reader that waits cannot be ended, and is left alone.
func next(ctx context.Context, in *bufio.Reader) (string, error) {
	if ctx.Err() != nil {
		return "", errEnded
	}
	var line string
	var err error
	read := make(chan struct{})
	go func() {
		defer close(read)
		line, err = lineOf(in)
	}()
	select {
	case <-read:
		return line, err
	case <-ctx.Done():
		return "", errEnded
	}
}

const mostLine = 16 << 20 // bytes of one line, which is one message: what comes in may have no end

// lineOf reads a line with its end, and refuses one that is too long.
func lineOf(in *bufio.Reader) (string, error) {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		if line = append(line, part...); len(line) > mostLine {
			return "", fmt.Errorf("a line of standard input has more than %d bytes, which is the most", mostLine)
		}
		if err != bufio.ErrBufferFull {
			return string(line), err
		}
	}
}

func (s *conversation) show(input string, r core.Result) error {
	if s.json {
		return printJSON(s.t, struct {
			Input  string       `json:"input"`
			Output string       `json:"output"`
			Code   command.Code `json:"code"`
		}{input, r.Output(), r.Code()}, "")
	}
	if r.Output() == "" {
		return nil
	}
	_, err := fmt.Fprintln(s.t.out, r.Output())
	return err
}

var errEnded = errors.New("the session was ended by a signal")

// untilSignal ends a context at the signals that ask for it, so that all is written; SIGPIPE is an error of writing.
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

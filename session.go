package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"syscall"

	"lily/core"
	"lily/core/intake"
	"lily/core/loader"
	"lily/core/model"
	"lily/core/program"
	"lily/core/tool"
	"lily/core/tree"
	"lily/core/world"
	"lily/web/aside"
	"lily/web/models"
	"lily/web/native"
	"lily/web/past"
	"lily/web/places"
	"lily/web/proxy"
	terminals "lily/web/terminal"
	"lily/web/terminal/device"
	"lily/web/terminal/history"
	"lily/web/terminal/lines"
	"lily/web/worktree"
)

func sessionCommand() subcommand {
	return subcommand{
		ends: true, name: "session", args: "[ID]", most: 1, summary: "hold a conversation, answer piped lines, or replay a session",
		more: `Each line is a slash command or a message for the model; on a terminal, /help says what else can
be typed. Piped, lines are answered one by one. Programs of skills run in a sandbox,
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
			declareCredentials(f, &s.known)
			f.BoolVar(&s.bare, "unsandboxed", false, "run programs without a sandbox, with all that you may do")
			f.BoolVar(&s.plain, "plain", false, "for screen readers: nothing is drawn anew, in colour or in lines")
			f.BoolVar(&s.strict, "strict", false, "exit with 1 if a line that was piped in failed")
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
	plain, strict          bool
	known                  []proxy.Credential
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
	s := &sitting{sessionFlags: f, terminal: t}
	if err := s.opens(args); err != nil {
		return err
	}
	defer s.rec.Close()
	runs, holds := f.runner()
	who, closes := f.talker(t, holds, s.kept != nil)
	defer closes()
	ctx, stop := untilSignal(who.Until(ctx))
	defer stop()
	if err := s.works(who); err != nil {
		return err
	}
	defer s.closes()
	id, err := s.begins(who, runs)
	if err != nil {
		return err
	}
	s.tells(id, runs, holds)
	return errors.Join(who.Run(ctx, s.engine, id, s.hooks(who)), s.rec.Bundles(s.engine, t.err))
}

// sitting is one run of a session.
type sitting struct {
	*sessionFlags
	terminal
	world   world.World
	model   model.Model
	kept    *past.Kept // nil keeps nothing
	rec     *past.Run
	from    *places.Origin
	project *worktree.Project // nil for none
	changes *aside.Aside
	engine  *core.Engine
}

// opens reads what a session begins with, and opens what it is written to.
func (s *sitting) opens(args []string) (err error) {
	if s.world, err = s.World(); err != nil {
		return err
	}
	if s.model, err = s.First(); err != nil {
		return err
	}
	if s.kept, err = s.past.Open(s.world, args, asks(s.in), s.terminal.err); err != nil {
		return misused(err)
	}
	s.rec, err = past.New(s.kept, s.events, s.bundle)
	return err
}

// works opens the project, and takes up what earlier sessions have left of it.
func (s *sitting) works(who talker) (err error) {
	s.from = &places.Origin{Places: s.Places, Last: s.world}
	if s.project, err = worktree.Open(s.Project()); err != nil {
		return err
	}
	s.changes, s.world.Tree, err = aside.Begin(s.world.Tree, aside.Terms{
		Project: s.project, Flags: s.sessionFlags.changes, Out: who.Told(), Far: who.Far, Lies: s.Lies, Lasts: s.kept != nil,
		Skills: func() tree.Tree { return s.from.Last.Tree }, Sessions: s.sessions, Resumes: s.past.Resumes(s.kept),
	})
	s.from.Overtaken = s.changes.Overtaken
	if err != nil {
		s.closes()
	}
	return err
}

// sessions are those of the run.
func (s *sitting) sessions() []string {
	if s.engine == nil {
		return nil
	}
	return s.engine.Sessions()
}

func (s *sitting) closes() {
	s.changes.Close()
	s.project.Close()
}

// begins opens the session, with the model that was named.
func (s *sitting) begins(who talker, runs program.Runner) (id string, err error) {
	ports := core.Ports{Model: s.model, Models: &s.Flags, Source: s.from, Sessions: who.Watching(s.rec), Runner: runs, Person: who}
	ports.Network = proxy.NewDirect(proxy.Config{Credentials: s.known})
	if s.project != nil {
		ports.Project = s.project
	}
	s.engine = core.New(s.world, tool.Builtin(), ports)
	if id, err = s.past.Begin(s.engine, s.rec, !s.guest, s.terminal.err); err != nil {
		return "", s.Missing(err)
	}
	if said := s.Told(); said != "" {
		fmt.Fprintln(s.terminal.err, "lily: "+said)
	}
	if s.Name != "" && s.past.Began() {
		err = s.engine.Choose(id, s.Name)
	}
	return id, err
}

// tells says what a person should know of a session before its first line.
func (s *sitting) tells(id string, runs program.Runner, holds string) {
	opened, _ := s.engine.State(id)
	limited(s.terminal, opened.Snapshot)
	s.warn(s.terminal, opened.Policy, opened.Snapshot)
	if runs == nil && programmed(opened.Snapshot) {
		fmt.Fprintln(s.terminal.err, "lily: "+holds)
	}
}

// hooks are what belongs to the conversation beside the engine.
func (s *sitting) hooks(who talker) terminals.Hooks {
	h := terminals.Hooks{
		Sync: func(ctx context.Context, told io.Writer) error {
			s.changes.Sync(ctx, s.engine.World().Tree)
			return s.rec.Sync(told)
		},
		Behind: s.from.Behind,
		Lastly: func(ctx context.Context) error { return s.changes.End(ctx, s.engine.World().Tree, who.Asker()) },
	}
	if s.changes != nil {
		h.Aside = s.changes.Words(func() tree.Tree { return s.engine.World().Tree })
	}
	return h
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

// talker is who types lines, and sees what they are answered.
type talker interface {
	core.Person
	Watching(s core.Sessions) core.Sessions
	Until(ctx context.Context) context.Context                         // without what is a key for it, such as Ctrl-C
	Told() io.Writer                                                   // for what the person is told beside the answers
	Far(done, of int)                                                  // tells how many files are written
	Asker() func(ctx context.Context, question string) (string, error) // nil where there is nobody to ask
	Run(ctx context.Context, e *core.Engine, id string, hooks terminals.Hooks) error
}

// talker is a conversation on a terminal (TM-1), or lines that are answered one by one.
func (f *sessionFlags) talker(t terminal, holds string, lasts bool) (talker, func()) {
	in, _ := t.in.(*os.File)
	to, _ := t.bare()
	out, _ := to.(*os.File)
	if on, ok := device.Of(in, out); ok && !f.json {
		c := terminals.Usual(os.Getenv, f.plain)
		c.Port, c.Else, c.Where, c.Real, c.Begins = on, t.err, holds, f.Real, f.begins(lasts)
		if at, err := past.Home(os.Getenv); err == nil && lasts {
			c.Past = history.File{Path: filepath.Join(filepath.Dir(at), "history")}
		}
		return terminals.New(c), on.Close
	}
	return &lines.Conversation{
		In: bufio.NewReader(t.in), Out: t.out, Err: t.err,
		JSON: f.json, Strict: f.strict, Asks: asks(t.in), Where: holds, Real: f.Real,
	}, func() {}
}

// begins says by what rules a conversation begins, and what is kept of it.
func (f *sessionFlags) begins(lasts bool) string {
	kept := "nothing is kept"
	if at := cmp.Or(f.bundle, f.events); at != "" {
		kept = "kept in " + at
	}
	if lasts {
		kept = "this session lasts"
	}
	return fmt.Sprintf("profile %s · policy %s · %s", cmp.Or(f.Profile, "as usual"), cmp.Or(f.Policy, "as usual"), kept)
}

// untilSignal ends a context at the signals that ask for it, so that all is written; SIGPIPE is an error of writing. They
// are heard until the process is over: who reads a terminal that is closed learns it before the SIGHUP comes, which must
// not end what is being written by then.
func untilSignal(ctx context.Context) (context.Context, func()) {
	ends := []os.Signal{syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		ends = append(ends, syscall.SIGHUP)
	}
	heard := make(chan os.Signal, 1)
	signal.Notify(heard, ends...)
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	ctx, end := context.WithCancel(ctx)
	go func() {
		select {
		case <-heard:
			end()
		case <-ctx.Done():
		}
	}()
	return ctx, end
}

package past

import (
	"flag"
	"fmt"
	"io"
	"os"

	"lily/core"
	"lily/core/answer"
	"lily/core/bundle"
	"lily/core/persist"
	"lily/core/tool"
	"lily/core/world"
	"lily/web/disk"
	"lily/web/recorder"
)

// Flags say which session a run goes on with, and whether it lasts.
type Flags struct {
	List bool

	keep, unkept bool
	resume       which
	fork         string
	from         *bundle.Bundle // to go on with
}

// which is a flag with a value or none: the value may also be the argument that follows.
type which struct {
	given bool
	name  string
}

func (w *which) String() string { return w.name }

func (w *which) Set(value string) error {
	w.given = value != "false"
	if value != "true" && w.given {
		w.name = value
	}
	return nil
}

func (w *which) IsBoolFlag() bool { return true }

// Declare adds the flags.
func (f *Flags) Declare(to *flag.FlagSet) {
	to.BoolVar(&f.keep, "keep", false, "keep the session in your data folder, where lines are piped too")
	to.BoolVar(&f.unkept, "no-keep", false, "keep nothing of the session in your data folder")
	to.Var(&f.resume, "resume", "go on with the session ID that follows, the last one without, or with a bundle")
	to.StringVar(&f.fork, "fork", "", "begin a session that goes on from where the session `ID` stands")
	to.BoolVar(&f.List, "list", false, "list the sessions that are kept, as lily sessions does")
}

// Began reports whether the session is another one than a new one.
func (f *Flags) Began() bool { return f.resume.given || f.fork != "" }

// Open opens what the flags name, before anything is written. On a terminal a session lasts unless it is not to; what
// cannot be kept there is told, and goes on all the same.
func (f *Flags) Open(w world.World, args []string, terminal bool, told io.Writer) (*Kept, error) {
	if err := f.judge(args); err != nil {
		return nil, err
	}
	named := f.fork != "" || f.resume.given && !f.bundled()
	if f.resume.given && !named {
		b, err := read(f.resume.name, told)
		if err != nil {
			return nil, err
		}
		f.from = &b
	}
	wanted := f.keep || named
	if f.unkept || !wanted && !terminal {
		return nil, nil
	}
	dir, err := Home(os.Getenv)
	var k *Kept
	if err == nil {
		k, err = Open(dir, w)
	}
	switch {
	case err != nil && wanted:
		return nil, err
	case err != nil:
		fmt.Fprintf(told, "lily: this session is not kept: %s\n", err)
		return nil, nil
	}
	k.wanted = wanted
	tell(told, k.Problems)
	return k, nil
}

// Resumes is the session of the data folder that a run goes on with; empty for none.
func (f *Flags) Resumes(k *Kept) string {
	if !f.resume.given || f.from != nil || k == nil {
		return ""
	}
	if f.resume.name != "" {
		return f.resume.name
	}
	last, _ := k.Last() // where there is none, none is gone on with
	return last
}

func (f *Flags) judge(args []string) error {
	if len(args) > 0 {
		if !f.resume.given || f.resume.name != "" {
			return UsageError("session takes no argument but that of --resume")
		}
		f.resume.name = args[0]
	}
	switch {
	case f.keep && f.unkept:
		return UsageError("--keep and --no-keep are one or the other")
	case f.resume.given && f.fork != "":
		return UsageError("--resume and --fork are one or the other")
	case f.unkept && (f.fork != "" || f.resume.given && !f.bundled()):
		return UsageError("--no-keep has no session of the data folder to go on with")
	}
	return nil
}

// bundled reports whether a bundle is gone on with: ids have no dot, and no path.
func (f *Flags) bundled() bool {
	info, err := os.Stat(f.resume.name)
	return err == nil && !info.IsDir()
}

func read(path string, told io.Writer) (b bundle.Bundle, err error) {
	if err := recorder.Recover(path, told); err != nil {
		return b, err
	}
	data, err := disk.File(path, recorder.MostBytes)
	if err != nil {
		return b, err
	}
	b, problems, err := bundle.Read(data, tool.Builtin())
	if err != nil {
		return b, fmt.Errorf("%s: %w", path, err)
	}
	for _, p := range problems {
		fmt.Fprintf(told, "lily: event %d: %s\n", p.Seq, answer.Clean(p.Message))
	}
	return b, nil
}

func tell(told io.Writer, problems []persist.Problem) {
	for _, p := range problems {
		fmt.Fprintln(told, "lily: "+answer.Line(p.Message))
	}
}

// Begin opens the session that the flags name: a new one, one that was kept, a fork, or that of a bundle.
func (f *Flags) Begin(e *core.Engine, r *Run, owner bool, told io.Writer) (id string, err error) {
	switch {
	case f.from != nil:
		return r.Bring(e, *f.from, told)
	case f.resume.given:
		return r.Resume(e, f.resume.name, told)
	case f.fork != "":
		return r.Fork(e, f.fork, told)
	}
	return e.Open(owner)
}

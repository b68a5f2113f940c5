// Package native runs the programs of skills on this machine (TM-4): each as a process group of its own, on a copy of
// the files that it may see, in a sandbox where the machine has one.
//
// It promises what [program.Runner] does: words and never a shell, an environment that is the [program.Spec]'s and
// nothing else, an end that really ends all that the program started, and files that go back as they were left or not
// at all. In a [Box] a program has no network, reads nothing of the person's folders, and can write nowhere but into
// the copy and a temporary folder. Without one it can do what the person can: who makes such a runner has asked.
//
// Nobody's rights are more than root's: where Lily is root, what is in a sandbox belongs to the user nobody.
//
// It decides neither what may run nor what of its files is kept.
package native

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"lily/core/network"
	"lily/core/program"
)

// Usual is where programs are looked for when an environment says nothing else.
const Usual = "/usr/local/bin:/usr/bin:/bin"

// Runner runs programs. The zero Runner has no sandbox.
type Runner struct {
	Box  *Box       // nil is none
	Repo string     // the folder .git of the project in the workspace, whose files programs get as they stand; empty for none
	Path string     // where programs are, as the variable PATH lists folders; empty is [Usual]
	one  sync.Mutex // of a run: what a program leaves behind is told from others by nothing but its parent
}

// Copies reports whether programs run on a copy whose paths are not those of the [program.Spec]: words and variables
// name the copy then, but what a program writes may name it too.
func (r *Runner) Copies() bool { return r.Box == nil || r.Box.copies }

// Can implements [program.Runner]: the programs in the folders of [Runner.Path].
func (r *Runner) Can() []string {
	names := map[string]bool{}
	for _, dir := range folders(r.path()) {
		list, _ := os.ReadDir(dir) // a folder of PATH that is not there has no program
		for _, e := range list {
			if runs(filepath.Join(dir, e.Name())) {
				names[e.Name()] = true
			}
		}
	}
	list := make([]string, 0, len(names))
	for name := range names {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}

// Run implements [program.Runner].
func (r *Runner) Run(ctx context.Context, s program.Spec, out func(program.Stream, []byte)) (program.Exit, error) {
	if err := ctx.Err(); err != nil {
		return unfinished(s, "It was cancelled."), err
	}
	words, refused := r.find(s)
	if words == nil {
		return refused, nil
	}
	r.one.Lock()
	defer r.one.Unlock()
	p, err := lay(ctx, s.Files)
	if err != nil {
		return unfinished(s, "Its files could not be laid out."), err
	}
	defer p.remove()
	if err := p.clone(r.Repo, r.Box); err != nil && filepath.Base(words[0]) == "git" {
		out(program.Stderr, fmt.Appendf(nil, "lily: the repository is not there for programs: %s.\n", err))
	}
	if err := p.give(r.Box); err != nil {
		return unfinished(s, "Its files could not be laid out."), err
	}
	out = aligned(out)
	began := time.Now()
	code, err := r.run(ctx, s, p, words, out)
	exit := program.Exit{Code: code, Files: s.Files, Millis: time.Since(began).Milliseconds()}
	if err != nil {
		exit.Code, exit.Reason = -1, said(s, err)
		return exit, err
	}
	if p.moved() {
		out(program.Stderr, []byte("lily: what this did to the repository is not kept: run it yourself, beside Lily.\n"))
	}
	if exit.Files, err = p.left(ctx, s.Files); err != nil {
		return unfinished(s, "What it left behind could not be taken over."), err
	}
	return exit, nil
}

// run runs the words to their end, or ends them.
func (r *Runner) run(ctx context.Context, s program.Spec, p *place, words []string, out func(program.Stream, []byte)) (int, error) {
	over, left, stop := lasting(ctx, time.Duration(s.Timeout)*time.Second)
	defer stop()
	full, watched := context.WithCancelCause(over)
	defer watched(nil)
	go p.watch(full, watched)
	if err := r.lead(full, s, p, left, out); err != nil {
		out(program.Stderr, fmt.Appendf(nil, "lily: the network is not there for programs: %s.\n", err))
	}
	defer p.way.close()
	code, err := r.process(s, p, words).run(full, out)
	if ended := context.Cause(full); ended != nil && err != nil {
		return -1, ended
	}
	return code, err
}

// lead gives a program a way to the network, where its sandbox lets it have one. What is refused is said on its standard
// error too, since many programs say no more of an answer than its number.
func (r *Runner) lead(ctx context.Context, s program.Spec, p *place, left *allowed, out func(program.Stream, []byte)) (err error) {
	if r.Box == nil || !r.Box.gated || s.Fetch == nil {
		return nil
	}
	p.way, err = newWay(r.Box, func(ctx context.Context, q network.Request) (network.Answer, error) {
		defer left.stand()()
		a, err := s.Fetch(ctx, q)
		if err != nil && ctx.Err() == nil {
			out(program.Stderr, fmt.Appendf(nil, "lily: %s: %s.\n", q.Origin(), strings.TrimSuffix(err.Error(), ".")))
		}
		return a, err
	})
	if err == nil {
		p.way.serve(ctx)
	}
	return err
}

// aligned lets one piece of output go after the other.
func aligned(out func(program.Stream, []byte)) func(program.Stream, []byte) {
	var one sync.Mutex
	return func(to program.Stream, data []byte) {
		one.Lock()
		defer one.Unlock()
		out(to, data)
	}
}

// process is what really starts: in the sandbox, or on the copy itself.
func (r *Runner) process(s program.Spec, p *place, words []string) process {
	if r.Box != nil {
		return r.Box.start(s, p, words)
	}
	words, env := p.named(s, words)
	return process{limited(words), env, p.real("/" + strings.Trim(s.Dir, "/")), 0, nil}
}

func unfinished(s program.Spec, reason string) program.Exit {
	return program.Exit{Code: -1, Files: s.Files, Reason: reason}
}

func said(s program.Spec, err error) string {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Sprintf("It did not end within %d s.", s.Timeout)
	case errors.Is(err, context.Canceled):
		return "It was cancelled."
	}
	return "It was ended: " + err.Error() + "."
}

func (r *Runner) path() string {
	if r.Path == "" {
		return Usual
	}
	return r.Path
}

// folders are those of a PATH. One that is not absolute would be a folder of the program's own files.
func folders(path string) (list []string) {
	for _, dir := range filepath.SplitList(path) {
		if filepath.IsAbs(dir) && !slices.Contains(list, filepath.Clean(dir)) {
			list = append(list, filepath.Clean(dir))
		}
	}
	return list
}

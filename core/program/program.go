// Package program is how the engine runs what a skill brings: one port, the
// words, environment and files that a program gets, and what is kept of what it
// says (TS-4 to TS-7).
//
// It promises that a program gets nothing that its [Spec] does not hold, and
// that its output is bounded however much there is. It runs nothing itself.
package program

import (
	"context"
	"strings"

	"lily/core/tree"
)

// Spec is one program to run, all of it.
type Spec struct {
	Argv    []string  // the final words; Argv[0] is the program (TS-2)
	Dir     string    // where it runs, a path of Files from the top: /workspace
	Env     []string  // NAME=value, sorted, and nothing else (TS-4)
	Files   tree.Tree // what it sees: /workspace and the skill's folder
	Timeout int       // seconds, 1 to 300 (TS-5)
}

// Exit is how a program ended.
type Exit struct {
	Code   int       // 127 where the program is not there, 126 where it is none (TS-7)
	Files  tree.Tree // as it left them; those of the Spec where it did not end by itself
	Reason string    // a sentence where it did not run or did not end; else empty
	Millis int64     // it ran, by the host's clock; no part of equality
}

// The exit codes of a program that was not started, or was ended, as shells have
// them (TS-5, TS-7, spec 9.3).
const (
	ExitTimeout   = 124
	ExitDenied    = 126
	ExitNotFound  = 127
	ExitCancelled = 130
)

// Stream is where a program wrote.
type Stream int

// The streams.
const (
	Stdout Stream = 1
	Stderr Stream = 2
)

// Runner is the port to whatever runs programs. Run tells out, which is never
// nil, every piece of output in order, and returns after the program has really
// ended: soon after ctx is done, with its error, or after the timeout, with
// [context.DeadlineExceeded]. A program that exits otherwise than by 0 is no
// error. Nothing of one run is there in the next.
type Runner interface {
	// Can returns the names of the programs that can run here, sorted.
	Can() []string
	Run(ctx context.Context, s Spec, out func(Stream, []byte)) (Exit, error)
}

// Written bounds what is kept of one program's files, each of them less than what
// an import may bring (VF-6). Names are bounded by the tree.
var Written = tree.Limits{Files: 4_096, Bytes: 64 << 20, File: 16 << 20, Depth: 16}

// Left bounds what a program may leave behind at all, kept or not: what a host has to
// read before it knows.
var Left = tree.Limits{Files: 20_000, Bytes: 256 << 20, File: 64 << 20, Depth: 64}

// Meter adds up the files that a program wrote, and refuses the one that is over a limit.
type Meter struct {
	Limits       tree.Limits // 0 is no bound
	files, bytes int64
}

// Add counts a file of a size in bytes. An error is a [*tree.LimitError].
func (m *Meter) Add(path string, size int64) error {
	m.files++
	m.bytes += size
	for _, e := range []tree.LimitError{
		{Code: "file_too_big", Path: path, Got: size, Most: m.Limits.File},
		{Code: "too_many_files", Path: path, Got: m.files, Most: int64(m.Limits.Files)},
		{Code: "too_many_bytes", Path: path, Got: m.bytes, Most: m.Limits.Bytes},
		{Code: "too_deep", Path: path, Got: int64(strings.Count(path, "/") + 1), Most: int64(m.Limits.Depth)},
	} {
		if e.Most > 0 && e.Got > e.Most {
			return &e
		}
	}
	return nil
}

// Fits checks the files of a list of changes, as they are in after, against [Written].
// What was removed counts for nothing.
func Fits(after tree.Tree, list []tree.Change) error {
	m := Meter{Limits: Written}
	for _, c := range list {
		if f, ok := after.File(c.Path); ok {
			if err := m.Add(c.Path, f.Size()); err != nil {
				return err
			}
		}
	}
	return nil
}

// Package program is how the engine runs what a skill brings: one port, the
// words, environment and files that a program gets, and what is kept of what it
// says (TS-4 to TS-7).
//
// It promises that a program gets nothing that its [Spec] does not hold, and
// that its output is bounded however much there is. It runs nothing itself.
package program

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"lily/core/network"
	"lily/core/profile"
	"lily/core/tree"
)

// Spec is one program to run, all of it.
type Spec struct {
	Argv    []string  // the final words; Argv[0] is the program (TS-2)
	Dir     string    // where it runs, a path of Files from the top: /workspace
	Env     []string  // NAME=value, sorted, and nothing else (TS-4)
	Files   tree.Tree // what it sees: /workspace and the skill's folder
	Timeout int       // seconds, 1 to 300 (TS-5)

	// Fetch answers a request of the program, and waits for the person where the policy asks; nil refuses all. The
	// runner gives it one at a time, lets the program's time stand still meanwhile, ends it with the program, and does
	// not return before it has.
	Fetch func(context.Context, network.Request) (network.Answer, error)
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

// Runner is the port to whatever runs programs. Run tells out, which is never nil, every piece of
// output in order, and returns after the program has really ended: soon after ctx is done, with
// its error, or after the timeout, with [context.DeadlineExceeded]. A program that exits otherwise
// than by 0 is no error. Nothing of one run is there in the next.
type Runner interface {
	// Can returns the names of the programs that can run here, sorted.
	Can() []string
	Run(ctx context.Context, s Spec, out func(Stream, []byte)) (Exit, error)
}

// Written bounds what is kept of one program's files, each of them less than what
// an import may bring (VF-6). Names are bounded by the tree.
var Written = tree.Limits{Files: 4_096, Bytes: 64 << 20, File: 16 << 20, Depth: 16}

// Left bounds what a program may leave behind at all, kept or not: what a host has to
// read before it knows. In bytes it is no more than what may be kept of all files.
var Left = tree.Limits{Files: 20_000, Bytes: Written.Bytes, File: Written.Bytes, Depth: 64}

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

// Env is the whole environment of a program (TS-4), sorted: what the profile sets of PATH, HOME,
// USER, LANG, LC_* and TERM, and the skill's name and folder, where there is one, and the mode,
// under LILY_ and under GIBBERISH_. A name that stands for a secret is left out, whatever else it
// is; so is a value that no environment can hold.
func Env(p profile.Profile, skill, mode, dir string) []string {
	list := []string{}
	add := func(name, value string) {
		if strings.IndexByte(value, 0) < 0 {
			list = append(list, name+"="+value)
		}
	}
	for name, value := range p.Env {
		if inherited(name) && !secret(name) {
			add(name, value)
		}
	}
	for _, prefix := range []string{"LILY_", "GIBBERISH_"} {
		if skill != "" {
			add(prefix+"SKILL_NAME", skill)
			add(prefix+"SKILL_DIR", dir)
		}
		add(prefix+"MODE", mode)
	}
	slices.Sort(list)
	return list
}

func inherited(name string) bool {
	switch name {
	case "PATH", "HOME", "USER", "LANG", "TERM":
		return true
	}
	rest, ok := strings.CutPrefix(name, "LC_")
	return ok && strings.Trim(rest, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
}

// secret is the second lock: it holds even when the list of what is inherited grows.
func secret(name string) bool {
	ends := func(with string) bool { return strings.HasSuffix(name, with) }
	begins := func(with string) bool { return strings.HasPrefix(name, with) }
	return slices.ContainsFunc([]string{"_TOKEN", "_KEY", "_SECRET"}, ends) ||
		slices.ContainsFunc([]string{"AWS_", "OPENAI_", "ANTHROPIC_"}, begins)
}

// Names are the names of an environment, in its order.
func Names(env []string) []string {
	list := make([]string, len(env))
	for i, entry := range env {
		list[i], _, _ = strings.Cut(entry, "=")
	}
	return list
}

// The bounds of what is kept of a program's output (TS-6).
const (
	MaxOutput = 4096      // bytes that are kept whole
	Half      = 2048      // bytes of the beginning, and of the end, of a longer one
	MaxParsed = 256 << 10 // bytes of stdout that are read as JSON
)

// Keep takes in what a program writes and keeps a bounded part of it: of stdout and stderr
// together the beginning and the end, and of stdout alone what may be JSON.
type Keep struct {
	head   []byte // at most MaxOutput
	tail   []byte // at least the last Half, at most twice that
	total  int64
	stdout []byte
	long   bool // stdout went over MaxParsed
}

// Write takes one piece of output; data may be changed afterwards.
func (k *Keep) Write(s Stream, data []byte) {
	k.total += int64(len(data))
	k.head = append(k.head, data[:min(len(data), MaxOutput-len(k.head))]...)
	k.tail = append(k.tail, data[max(0, len(data)-Half):]...)
	if len(k.tail) > 2*Half {
		k.tail = append(k.tail[:0], k.tail[len(k.tail)-Half:]...)
	}
	if s != Stdout {
		return
	}
	if k.long = k.long || len(k.stdout)+len(data) > MaxParsed; k.long {
		k.stdout = nil
	} else {
		k.stdout = append(k.stdout, data...)
	}
}

// Output is what is kept of stdout and stderr: all of it, or the beginning and the end, cut at
// characters, with the count of bytes left out between them. What is no UTF-8 becomes U+FFFD.
func (k *Keep) Output() (text string, truncated bool) {
	if k.total <= MaxOutput {
		return valid(k.head), false
	}
	head, tail := whole(k.head[:Half]), k.tail[len(k.tail)-Half:]
	for range utf8.UTFMax - 1 {
		if !utf8.RuneStart(tail[0]) { // of a character that the cut took apart
			tail = tail[1:]
		}
	}
	out := k.total - int64(len(head)+len(tail))
	return fmt.Sprintf("%s\n... [truncated %d bytes] ...\n%s", valid(head), out, valid(tail)), true
}

// Parsed is stdout as JSON on one line; nil where it is none, or too long.
func (k *Keep) Parsed() json.RawMessage {
	if k.long || !utf8.Valid(k.stdout) || !json.Valid(k.stdout) {
		return nil
	}
	var b bytes.Buffer
	if err := json.Compact(&b, k.stdout); err != nil {
		return nil
	}
	return b.Bytes()
}

func valid(data []byte) string { return strings.ToValidUTF8(string(data), "\uFFFD") }

// whole leaves out a character that the cut at the end took apart. Other bytes that are no UTF-8 stay.
func whole(data []byte) []byte {
	for n := 1; n < utf8.UTFMax && n <= len(data); n++ {
		if last := data[len(data)-n:]; utf8.RuneStart(last[0]) {
			if !utf8.FullRune(last) {
				return data[:len(data)-n]
			}
			break
		}
	}
	return data
}

// Package programtest holds the conformance suite of the port [program.Runner],
// as testing/fstest does for io/fs, and a runner in memory.
//
// It promises that a runner which passes can be put into the engine, and that
// [Memory] passes: it never runs a program of the host, and the same call gives
// the same result. Only tests import it.
package programtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"lily/core/argv"
	"lily/core/network"
	"lily/core/program"
	"lily/core/tree"
)

// Memory is a runner that understands a few words of shell and no more. A file
// is a script of such lines, one after the other until one fails: $1 to $9 and
// $@ are its arguments, and "> file" takes the output. Time does not pass but in
// the program sleep, so that a run takes as long as it says it does.
type Memory struct{}

// Can implements [program.Runner].
func (Memory) Can() []string { return slices.Sorted(maps.Keys(programs())) }

// Run implements [program.Runner].
func (Memory) Run(ctx context.Context, s program.Spec, out func(program.Stream, []byte)) (program.Exit, error) {
	m := &machine{ctx: ctx, spec: s, files: s.Files, out: out, err: ctx.Err()}
	code := 0
	if m.err == nil {
		code = m.run(s.Argv)
	}
	if m.err != nil {
		return program.Exit{Code: -1, Files: s.Files, Millis: m.millis}, m.err
	}
	return program.Exit{Code: code, Files: m.files, Reason: m.reason, Millis: m.millis}, nil
}

type machine struct {
	ctx    context.Context
	spec   program.Spec
	files  tree.Tree
	out    func(program.Stream, []byte)
	depth  int // how many scripts call each other
	reason string
	millis int64
	err    error // that ended the run
}

// programs are what it runs beside scripts; each returns its exit code.
func programs() map[string]func(m *machine, args []string) int {
	return map[string]func(*machine, []string) int{
		"bash": (*machine).shell, "sh": (*machine).shell, "sleep": (*machine).sleep, "repeat": (*machine).repeat,
		"cat": (*machine).cat, "curl": (*machine).curl, "cp": (*machine).copy, "rm": (*machine).remove,
		"true":  func(*machine, []string) int { return 0 },
		"false": func(*machine, []string) int { return 1 },
		"exit":  func(_ *machine, args []string) int { return number(args) },
		"echo":  func(m *machine, args []string) int { return m.say(strings.Join(args, " ") + "\n") },
		"env":   func(m *machine, _ []string) int { return m.say(strings.Join(append(m.spec.Env, ""), "\n")) },
		"pwd":   func(m *machine, _ []string) int { return m.say("/" + strings.Trim(m.spec.Dir, "/") + "\n") },
	}
}

func (m *machine) run(words []string) int {
	if len(words) == 0 {
		return m.missing("")
	}
	if run := programs()[words[0]]; run != nil {
		return run(m, words[1:])
	}
	if strings.Contains(words[0], "/") {
		return m.script(words)
	}
	return m.missing(words[0])
}

func (m *machine) say(text string) int {
	m.out(program.Stdout, []byte(text))
	return 0
}

func (m *machine) fail(text string) int {
	m.out(program.Stderr, []byte(text+"\n"))
	return 1
}

// curl asks one address after the other for what is there, and -d sends a text.
func (m *machine) curl(args []string) int {
	method, body := "GET", []byte(nil)
	if len(args) > 1 && args[0] == "-d" {
		method, body, args = "POST", []byte(args[1]), args[2:]
	}
	for _, address := range args {
		r, err := network.New(method, address, []network.Field{{Name: "Accept", Value: "*/*"}, {Name: "Cookie", Value: "a=b"}}, body)
		if err == nil && m.spec.Fetch == nil {
			err = errors.New("no network")
		}
		var a network.Answer
		if err == nil {
			a, err = m.spec.Fetch(m.ctx, r)
		}
		if err != nil {
			return m.fail("curl: " + err.Error())
		}
		m.out(program.Stdout, a.Body)
	}
	return 0
}

// missing is the end of a program that is not there (TS-7).
func (m *machine) missing(name string) int {
	m.reason = fmt.Sprintf("There is no program %q here.", name)
	return 127
}

// at is a path of the tree, from where the program runs.
func (m *machine) at(path string) string {
	if !strings.HasPrefix(path, "/") {
		path = m.spec.Dir + "/" + path
	}
	return strings.Trim(strings.ReplaceAll(path, "/./", "/"), "/")
}

func (m *machine) shell(args []string) int {
	switch {
	case len(args) > 1 && args[0] == "-c":
		list, err := argv.Split(args[1])
		if err != nil {
			return m.fail(err.Error())
		}
		return m.line(list)
	case len(args) == 0 || strings.HasPrefix(args[0], "-"):
		return m.fail("sh: want a script, or -c and a line")
	}
	return m.script(args)
}

func (m *machine) script(words []string) (code int) {
	const most = 8
	m.depth++
	defer func() { m.depth-- }()
	data, missing := m.files.ReadFile(m.at(words[0]))
	_, file := m.files.At(m.at(words[0]))
	switch {
	case file == nil || bytes.IndexByte(data, 0) >= 0:
		m.reason = fmt.Sprintf("%q is no program.", words[0])
		return 126 // TS-7
	case missing != nil || m.depth > most:
		return m.missing(words[0])
	}
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "#") || strings.TrimSpace(line) == "" {
			continue
		}
		list, err := argv.Split(line)
		if err != nil {
			return m.fail(err.Error())
		}
		if code = m.line(given(list, words[1:])); m.err != nil || code != 0 {
			break
		}
	}
	return code
}

// given puts a script's arguments in their places, each as one word.
func given(line, args []string) (words []string) {
	for _, w := range line {
		switch {
		case w == "$@":
			words = append(words, args...)
		case len(w) == 2 && w[0] == '$' && '1' <= w[1] && w[1] <= '9':
			if n := int(w[1] - '1'); n < len(args) {
				words = append(words, args[n])
			}
		default:
			words = append(words, w)
		}
	}
	return words
}

// line runs one line of a script, into a file where it says so.
func (m *machine) line(words []string) int {
	n := len(words) - 2
	if n < 1 || words[n] != ">" {
		return m.run(words)
	}
	var b bytes.Buffer
	old := m.out
	m.out = func(s program.Stream, data []byte) {
		if s == program.Stdout {
			b.Write(data)
			return
		}
		old(s, data)
	}
	code := m.run(words[:n])
	m.out = old
	if m.err == nil {
		if err := m.put(words[n+1], b.Bytes()); err != nil {
			return m.fail(err.Error())
		}
	}
	return code
}

func (m *machine) put(path string, data []byte) (err error) {
	m.files, err = m.files.Put(m.at(path), data)
	return err
}

// number is the first argument; 0 where that is none.
func number(args []string) int {
	if len(args) == 0 {
		return 0
	}
	n, _ := strconv.Atoi(args[0])
	return n
}

func (m *machine) repeat(args []string) int {
	if len(args) != 2 {
		return m.fail("repeat: want a number and a text")
	}
	for range number(args) {
		m.say(args[1])
	}
	return 0
}

// sleep takes as many seconds as it says, which pass at once; without a number it waits until it is cancelled.
func (m *machine) sleep(args []string) int {
	if len(args) == 0 {
		<-m.ctx.Done()
	}
	m.millis += int64(number(args)) * 1000
	m.err = m.ctx.Err()
	if limit := int64(m.spec.Timeout) * 1000; m.err == nil && m.millis > limit {
		m.millis, m.err = limit, context.DeadlineExceeded
	}
	return 0
}

// paths are the arguments without the word -- before them.
func paths(args []string) []string {
	if len(args) > 0 && args[0] == "--" {
		return args[1:]
	}
	return args
}

func (m *machine) cat(args []string) int {
	for _, path := range paths(args) {
		data, err := m.files.ReadFile(m.at(path))
		if err != nil {
			return m.fail("cat: " + path + ": No such file or directory")
		}
		m.say(string(data))
	}
	return 0
}

func (m *machine) copy(args []string) int {
	list := paths(args)
	if len(list) != 2 {
		return m.fail("cp: want two files")
	}
	data, err := m.files.ReadFile(m.at(list[0]))
	if err != nil {
		return m.fail("cp: " + list[0] + ": No such file or directory")
	}
	if err := m.put(list[1], data); err != nil {
		return m.fail("cp: " + err.Error())
	}
	return 0
}

func (m *machine) remove(args []string) int {
	for _, path := range paths(args) {
		next, err := m.files.Remove(m.at(path))
		if err != nil {
			return m.fail("rm: " + path + ": No such file or directory")
		}
		m.files = next
	}
	return 0
}

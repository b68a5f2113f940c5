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
	"strconv"
	"strings"

	"lily/core/argv"
	"lily/core/program"
	"lily/core/tree"
)

// Memory is a runner that understands a few words of shell and no more. A file
// is a script of such lines, one after the other until one fails: $1 to $9 and
// $@ are its arguments, and "> file" takes the output. Time does not pass but in
// the program sleep, so that a run takes as long as it says it does.
type Memory struct{}

// Can implements [program.Runner].
func (Memory) Can() []string {
	return []string{"bash", "cat", "cp", "echo", "env", "exit", "false", "pwd", "repeat", "rm", "sh", "sleep", "true"}
}

// Run implements [program.Runner].
func (Memory) Run(ctx context.Context, s program.Spec, out func(program.Stream, []byte)) (program.Exit, error) {
	m := &machine{ctx: ctx, spec: s, files: s.Files, out: out}
	err := ctx.Err()
	code := 0
	if err == nil {
		code, err = m.run(s.Argv, 0)
	}
	if err != nil {
		return program.Exit{Code: -1, Files: s.Files, Millis: m.millis}, err
	}
	return program.Exit{Code: code, Files: m.files, Reason: m.reason, Millis: m.millis}, nil
}

type machine struct {
	ctx    context.Context
	spec   program.Spec
	files  tree.Tree
	out    func(program.Stream, []byte)
	reason string
	millis int64
}

func (m *machine) say(text string) { m.out(program.Stdout, []byte(text)) }

func (m *machine) fail(text string) int {
	m.out(program.Stderr, []byte(text+"\n"))
	return 1
}

// at is a path of the tree, from where the program runs.
func (m *machine) at(path string) string {
	if !strings.HasPrefix(path, "/") {
		path = m.spec.Dir + "/" + path
	}
	return strings.Trim(strings.ReplaceAll(path, "/./", "/"), "/")
}

// missing is the end of a program that is not there (TS-7).
func (m *machine) missing(name string) int {
	m.reason = fmt.Sprintf("There is no program %q here.", name)
	return 127
}

// maxDepth is how far scripts may call each other.
const maxDepth = 8

func (m *machine) shell(args []string, depth int) (int, error) {
	switch {
	case len(args) > 1 && args[0] == "-c":
		list, err := argv.Split(args[1])
		if err != nil {
			return m.fail(err.Error()), nil
		}
		return m.line(list, depth+1)
	case len(args) == 0 || strings.HasPrefix(args[0], "-"):
		return m.fail("sh: want a script, or -c and a line"), nil
	}
	return m.script(args, depth+1)
}

func (m *machine) script(words []string, depth int) (code int, err error) {
	data, missing := m.files.ReadFile(m.at(words[0]))
	_, file := m.files.At(m.at(words[0]))
	switch {
	case file == nil || bytes.IndexByte(data, 0) >= 0:
		m.reason = fmt.Sprintf("%q is no program.", words[0])
		return 126, nil // TS-7
	case missing != nil || depth > maxDepth:
		return m.missing(words[0]), nil
	}
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "#") || strings.TrimSpace(line) == "" {
			continue
		}
		list, err := argv.Split(line)
		if err != nil {
			return m.fail(err.Error()), nil
		}
		if code, err = m.line(given(list, words[1:]), depth); err != nil || code != 0 {
			return code, err
		}
	}
	return 0, nil
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
func (m *machine) line(words []string, depth int) (int, error) {
	n := len(words) - 2
	if n < 1 || words[n] != ">" {
		return m.run(words, depth)
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
	code, err := m.run(words[:n], depth)
	m.out = old
	if err == nil {
		err = m.put(words[n+1], b.Bytes())
	}
	var refused *tree.PathError
	if errors.As(err, &refused) {
		return m.fail(err.Error()), nil
	}
	return code, err
}

func (m *machine) put(path string, data []byte) (err error) {
	next, err := m.files.Put(m.at(path), data)
	if err == nil {
		m.files = next
	}
	return err
}

func (m *machine) run(words []string, depth int) (int, error) {
	if len(words) == 0 {
		return m.missing(""), nil
	}
	args := words[1:]
	switch words[0] {
	case "true":
		return 0, nil
	case "false":
		return 1, nil
	case "echo":
		m.say(strings.Join(args, " ") + "\n")
		return 0, nil
	case "env":
		m.say(strings.Join(append(m.spec.Env, ""), "\n"))
		return 0, nil
	case "pwd":
		m.say("/" + strings.Trim(m.spec.Dir, "/") + "\n")
		return 0, nil
	case "exit":
		return number(args), nil
	case "repeat":
		return m.repeat(args), nil
	case "sleep":
		return m.sleep(args)
	}
	return m.disk(words, depth)
}

func (m *machine) disk(words []string, depth int) (int, error) {
	paths := words[1:]
	if len(paths) > 0 && paths[0] == "--" {
		paths = paths[1:]
	}
	switch words[0] {
	case "cat":
		return m.cat(paths), nil
	case "cp":
		return m.copy(paths), nil
	case "rm":
		return m.remove(paths), nil
	case "bash", "sh":
		return m.shell(words[1:], depth)
	}
	if strings.Contains(words[0], "/") {
		return m.script(words, depth+1)
	}
	return m.missing(words[0]), nil
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
func (m *machine) sleep(args []string) (int, error) {
	if len(args) == 0 {
		<-m.ctx.Done()
		return 0, m.ctx.Err()
	}
	m.millis += int64(number(args)) * 1000
	if err := m.ctx.Err(); err != nil {
		return 0, err
	}
	if limit := int64(m.spec.Timeout) * 1000; m.millis > limit {
		m.millis = limit
		return 0, context.DeadlineExceeded
	}
	return 0, nil
}

func (m *machine) cat(list []string) int {
	for _, path := range list {
		data, err := m.files.ReadFile(m.at(path))
		if err != nil {
			return m.fail(fmt.Sprintf("cat: %s: No such file or directory", path))
		}
		m.say(string(data))
	}
	return 0
}

func (m *machine) copy(list []string) int {
	if len(list) != 2 {
		return m.fail("cp: want two files")
	}
	data, err := m.files.ReadFile(m.at(list[0]))
	if err != nil {
		return m.fail(fmt.Sprintf("cp: %s: No such file or directory", list[0]))
	}
	if err := m.put(list[1], data); err != nil {
		return m.fail("cp: " + err.Error())
	}
	return 0
}

func (m *machine) remove(list []string) int {
	for _, path := range list {
		next, err := m.files.Remove(m.at(path))
		if err != nil {
			return m.fail(fmt.Sprintf("rm: %s: No such file or directory", path))
		}
		m.files = next
	}
	return 0
}

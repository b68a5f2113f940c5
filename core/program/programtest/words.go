package programtest

import (
	"context"
	"fmt"
	"strconv"
	"strings"
)

// run runs one program.
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
		return number(args, 0), nil
	case "repeat":
		return m.repeat(args), nil
	case "sleep":
		return m.sleep(args)
	}
	return m.disk(words, depth)
}

// disk runs the programs that take files, or a file as a program.
func (m *machine) disk(words []string, depth int) (int, error) {
	switch words[0] {
	case "cat":
		return m.cat(paths(words)), nil
	case "cp":
		return m.copy(paths(words)), nil
	case "rm":
		return m.remove(paths(words)), nil
	case "bash", "sh":
		return m.shell(words[1:], depth)
	}
	if strings.Contains(words[0], "/") {
		return m.script(words, depth+1)
	}
	return m.missing(words[0]), nil
}

// paths are the arguments without the word -- before them.
func paths(words []string) []string {
	if len(words) > 1 && words[1] == "--" {
		return words[2:]
	}
	return words[1:]
}

func number(args []string, otherwise int) int {
	if len(args) == 0 {
		return otherwise
	}
	n, err := strconv.Atoi(args[0])
	if err != nil {
		return otherwise
	}
	return n
}

// repeat writes a text many times, one piece each.
func (m *machine) repeat(args []string) int {
	if len(args) != 2 {
		return m.fail("repeat: want a number and a text")
	}
	for range number(args, 0) {
		m.say(args[1])
	}
	return 0
}

// sleep takes as many seconds as it says, which pass at once; without a number
// it waits until it is cancelled.
func (m *machine) sleep(args []string) (int, error) {
	if len(args) == 0 {
		<-m.ctx.Done()
		return 0, m.ctx.Err()
	}
	m.millis += int64(number(args, 0)) * 1000
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

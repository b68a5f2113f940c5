package script

import (
	"fmt"
	"strings"

	"lily/core/tree"
)

// Driver is something that a script can be run on: an engine, or the page.
// Paths begin with a slash, as people write them. Every method does what a
// person does in the page and returns when its effect can be seen; an error
// means that it was refused.
type Driver interface {
	// Import puts skill folders, by name, into /workspace/skills or
	// /user/skills in one import: all of them or none (VF-6).
	Import(root string, skills map[string]tree.Tree) error
	// Put writes one file, new or over an old one; Remove takes away a file
	// or a folder.
	Put(path string, data []byte) error
	Remove(path string) error
	// Profile and Policy replace the whole file by another one.
	Profile(data []byte) error
	Policy(data []byte) error
	// Model chooses the session's model by its name.
	Model(name string) error
	// Type sends a line in the session that is open and waits until it has
	// been answered. The output is the answer as text, or the error's
	// sentence; the code is empty when it went well.
	Type(line string) (output, code string, err error)
	// Events returns the events of the session that is open now, one JSON
	// object a line (EV-3).
	Events() (string, error)
}

// Run runs the script and returns what it said and the last session's events,
// to be compared with Out and Events. An error is a statement that did not do
// what the script says it does.
func Run(s *Script, d Driver) (out, events string, err error) {
	var b strings.Builder
	for _, step := range s.Steps {
		said, err := s.step(step, d)
		if (err != nil) != step.Fails {
			if err == nil {
				err = fmt.Errorf("it was not refused")
			}
			return b.String(), "", fmt.Errorf("line %d: %s: %w", step.Line, step, err)
		}
		if err != nil {
			said = echo(step.String(), "", err.Error())
		}
		b.WriteString(said)
	}
	events, err = d.Events()
	return b.String(), events, err
}

func (s *Script) step(step Step, d Driver) (said string, err error) {
	switch step.Verb {
	case ">":
		output, code, err := d.Type(step.Args[0])
		return echo("> "+step.Args[0], code, output), err
	case "import":
		return "", s.imports(step.Args[0], step.Args[1:], d)
	case "remove":
		return "", d.Remove(step.Args[0])
	case "model":
		return "", d.Model(step.Args[0])
	}
	data, err := s.file(step.Args[len(step.Args)-1])
	if err != nil {
		return "", err
	}
	switch step.Verb {
	case "put":
		return "", d.Put(step.Args[0], data)
	case "profile":
		return "", d.Profile(data)
	}
	return "", d.Policy(data)
}

func (s *Script) imports(root string, names []string, d Driver) error {
	skills := map[string]tree.Tree{}
	for _, name := range names {
		sub, ok, err := s.folder("files/" + name)
		if err != nil {
			return err
		}
		if !ok {
			return fmt.Errorf("the script has no files below files/%s", name)
		}
		skills[name] = sub
	}
	return d.Import(root, skills)
}

// echo writes one line and its answer as the file out has it.
func echo(line, code, output string) string {
	if code != "" {
		output = "[" + code + "] " + output
	}
	return strings.TrimRight(line+"\n"+output, "\n") + "\n\n"
}

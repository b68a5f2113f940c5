package install

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"strings"

	"lily/core"
	"lily/core/agents"
	"lily/core/agents/all"
	"lily/core/changes"
	"lily/core/loader"
	"lily/core/lock"
	"lily/core/tool"
	"lily/core/tree"
	"lily/core/world"
	"lily/web/source"
)

// Session is one command on a place: what a person is shown and asked.
type Session struct {
	*Place
	World world.World // that skills are judged in; its last root is the place
	In    io.Reader
	Out   io.Writer
	Yes   bool // nobody is asked
	Look  bool // nothing is done
}

// ErrNo is the answer no.
var ErrNo = errors.New("nothing was changed")

// ask asks, unless a yes was given before. Where nobody answers, that is no.
func (s *Session) ask(question string) error {
	if s.Look {
		return ErrNo
	}
	if s.Yes {
		return nil
	}
	fmt.Fprintf(s.Out, "%s [y/N] ", question)
	line, err := bufio.NewReader(io.LimitReader(s.In, 100)).ReadString('\n')
	switch strings.ToLower(strings.TrimSpace(line)) {
	case "y", "yes":
		return nil
	}
	if fmt.Fprintln(s.Out); err != nil {
		return fmt.Errorf("%w: nobody answered; --yes answers yes", ErrNo)
	}
	return ErrNo
}

// root is where the skills of the place lie in a world.
func (s *Session) root() string { return s.World.Roots[len(s.World.Roots)-1].Path }

// world is that in which the place has some skills.
func (s *Session) world(t tree.Tree) world.World { return s.World.With(s.root(), t) }

func snapshot(w world.World) (*loader.Snapshot, error) { return loader.Load(input(w), nil) }

func input(w world.World) loader.Input { return core.New(w, tool.Builtin(), core.Ports{}).Input() }

// Side is the skills of a tree as one side of a review, judged beside the others of a world.
func Side(name string, w world.World, t tree.Tree) (changes.Side, error) {
	root := w.Roots[len(w.Roots)-1].Path
	w = w.With(root, t)
	s, err := snapshot(w)
	if err != nil {
		return changes.Side{}, err
	}
	side := changes.Side{Name: name, Skills: s, Policy: w.Policy, Tools: tool.Builtin().Names(), Root: "/" + root}
	side.Eyes = changes.Look(s, side.Root, all.List, agents.Terms{Window: window})
	side.Advice = advised(s, side.Root+"/")
	return side, nil
}

const window = 200_000 // tokens of a model's context

// review shows what differs from one content of the place to another one.
func (s *Session) review(was, is tree.Tree) error {
	a, err := Side("now", s.World, was)
	if err != nil {
		return err
	}
	b, err := Side("then", s.World, is)
	if err != nil {
		return err
	}
	return changes.Of(a, b).Text(s.Out)
}

// entry is what the lock says of a skill that was got.
func (s *Session) entry(name string, folder tree.Tree, got source.Got) lock.Skill {
	e := lock.Of(name, folder)
	e.Got, e.Source, e.Commit = string(got.Kind), s.named(got.Source), got.Commit
	return e
}

// named is a source as the lock has it: a place on the disk as it lies to the project, so that it is the same elsewhere.
func (s *Session) named(from source.Source) string {
	if from.Kind == source.Git || strings.Contains(from.At, "://") {
		return from.String()
	}
	at, err := filepath.Abs(from.At)
	top, err2 := filepath.Abs(s.Dir)
	if rel, err3 := filepath.Rel(top, at); errors.Join(err, err2, err3) == nil {
		if rel = filepath.ToSlash(rel); !strings.HasPrefix(rel, "..") {
			rel = "./" + rel
		}
		return rel
	}
	return filepath.ToSlash(from.At)
}

// source reads a source of the lock.
func (s *Session) source(e lock.Skill) (source.Source, error) {
	text := e.Source
	if strings.HasPrefix(text, "./") || strings.HasPrefix(text, "../") || text == "." {
		text = filepath.Join(s.Dir, filepath.FromSlash(path.Clean(text)))
	}
	return source.Parse(text)
}

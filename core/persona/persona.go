// Package persona reads who Lily is: four Markdown files for the default
// agent, and a folder of the same names for any other (PE-1).
//
// It promises to say of each part which file gave it. It reads a tree when it is told to and never watches it (PE-2).
//
//	p, err := persona.Load(world.Tree, "reviewer")
package persona

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"lily/core/tree"
)

// Default is the name of the agent whose files are in /persona itself.
const Default = "lily"

// Files are the parts in the order in which a model gets them (CV-1).
var files = [...]string{"SOUL", "IDENTITY", "USER", "AGENTS"}

// BuiltIn stands in Part.Path where no file gave anything.
const BuiltIn = "built-in"

const builtIn = "You are Lily, a local operator for agent skills. You are exact, you say what you do not know, and you never guess."

// Persona is one agent as it was read. It is immutable.
type Persona struct {
	Agent  string      `json:"agent"`
	Digest tree.Digest `json:"digest"`
	Parts  []Part      `json:"parts"` // only those that some file gave
}

// Part is one of the four files.
type Part struct {
	Name   string      `json:"name"` // SOUL, IDENTITY, USER, AGENTS
	Path   string      `json:"path"` // of the file, with a leading slash, or [BuiltIn]
	Digest tree.Digest `json:"digest"`
	Text   string      `json:"-"`
}

// NotFound is an agent that has no folder.
type NotFound struct{ Agent string }

// Error returns a sentence without its full stop.
func (e *NotFound) Error() string { return fmt.Sprintf("there is no agent %q", e.Agent) }

// Load reads an agent. A part is its own file, else the default agent's, else left out; with none it is built in.
func Load(t tree.Tree, agent string) (Persona, error) {
	if agent != Default && !slices.Contains(Agents(t), agent) {
		return Persona{}, &NotFound{agent}
	}
	p := Persona{Agent: agent, Parts: []Part{}}
	for _, name := range files {
		part, err := read(t, agent, name)
		if err != nil {
			return Persona{}, err
		}
		p.Parts = append(p.Parts, part...)
	}
	if len(p.Parts) == 0 {
		p.Parts = append(p.Parts, Part{"SOUL", BuiltIn, tree.Sum([]byte(builtIn)), builtIn})
	}
	h := sha256.New()
	for _, part := range p.Parts {
		fmt.Fprintf(h, "%s %s\n", part.Name, part.Digest)
	}
	h.Sum(p.Digest[:0])
	return p, nil
}

// read gives the part of a name, or none.
func read(t tree.Tree, agent, name string) ([]Part, error) {
	paths := []string{"persona/agents/" + agent + "/" + name + ".md", "persona/" + name + ".md"}
	if agent == Default {
		paths = paths[1:]
	}
	for _, path := range paths {
		f, ok := t.File(path)
		if !ok {
			continue
		}
		data, err := f.Bytes()
		if err != nil {
			return nil, fmt.Errorf("/%s: %w", path, err)
		}
		if text := strings.TrimSpace(strings.ToValidUTF8(string(data), "\uFFFD")); text != "" {
			return []Part{{name, "/" + path, f.Digest(), text}}, nil
		}
	}
	return nil, nil
}

// Agents lists the agents that can be switched to, the default one first.
func Agents(t tree.Tree) []string {
	list := []string{Default}
	entries, err := fs.ReadDir(t, "persona/agents")
	if err != nil {
		return list
	}
	for _, e := range entries {
		if e.IsDir() && e.Name() != Default {
			list = append(list, e.Name())
		}
	}
	return list
}

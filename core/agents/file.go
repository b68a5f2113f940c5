package agents

import (
	"sync"

	"gopkg.in/yaml.v3"
)

// File is one SKILL.md. What several agents do with it is done once.
type File struct {
	Path string // in the installation
	Text string

	in   *Install
	mu   sync.Mutex
	read []parsed // of the few ways to cut it; mostly all agents cut it alike
}

type parsed struct {
	front string
	node  *yaml.Node
	err   error
}

// YAML reads a part of the text, the frontmatter as an agent cuts it out, as YAML 1.2 with one document. What a parser
// does otherwise is its agent's to add. The node is nil where there is none, and must not be changed.
func (f *File) YAML(front string) (*yaml.Node, error) {
	if f.in != nil && f.in.Breathe != nil {
		f.in.Breathe()
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, p := range f.read {
		if p.front == front {
			return p.node, p.err
		}
	}
	n, err := parse(front)
	f.read = append(f.read, parsed{front, n, err})
	return n, err
}

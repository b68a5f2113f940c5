package ui

import (
	buffer "bytes"
	"encoding/json"

	"lily/core/tree"
	"lily/core/world"
)

// keptMount is what is remembered of a folder: a line of JSON, and then the folders of
// what was read last, packed. The bytes of its files are not needed to tell what has
// changed.
type keptMount struct {
	Root string            `json:"root"`
	Read tree.Digest       `json:"read"`
	From map[string]string `json:"from"`
}

// remember keeps what is known of the folder for after a reload.
func (s *Store) remember() {
	m := s.mounted
	if m == nil {
		return
	}
	about, read := keptMount{m.root, m.read.Digest(), m.from}, m.read
	s.disk(func() {
		line, err := json.Marshal(about)
		if err == nil {
			err = s.Ports.Mount.Keep(append(append(line, '\n'), tree.Pack(read)...))
		}
		s.Post(func() { m.kept = err == nil; s.changed() })
	})
}

// recall is a folder as it was remembered; nil where that cannot be read.
func recall(name string, state []byte) *mounted {
	line, pack, _ := buffer.Cut(state, []byte("\n"))
	var about keptMount
	if json.Unmarshal(line, &about) != nil || about.Root != string(world.User)+"/skills" && about.Root != string(world.Workspace)+"/skills" {
		return nil
	}
	read, err := tree.Unpack(about.Read, pack, unread{})
	if err != nil {
		return nil
	}
	return &mounted{name: name, root: about.Root, read: read, from: about.From, kept: true}
}

// unread has no bytes of the files that were read before a reload.
type unread struct{}

// Blobs implements [tree.Source].
func (unread) Blobs(digests []tree.Digest) ([][]byte, error) {
	return make([][]byte, len(digests)), nil
}

// remount goes on with the folder of before a reload, where the browser lets it be read
// unasked; else the person is to connect it.
func (s *Store) remount() {
	if s.Ports.Mount == nil || !s.Ports.Mount.Can() {
		return
	}
	s.onDisk(func() func() {
		name, state, granted := s.Ports.Mount.Kept()
		m := (*mounted)(nil)
		if name != "" {
			m = recall(name, state)
		}
		return func() {
			if s.mounted = m; m != nil {
				m.away = !granted
				s.LookAgain(false)
			}
		}
	})
}

// reconnect asks the person for the folder of before a reload, and reads it.
func (s *Store) reconnect() {
	m := s.mounted
	s.onDisk(func() func() {
		if err := s.Ports.Mount.Connect(); err != nil {
			return s.fails("The folder "+m.name+" was not connected: ", err)
		}
		return func() {
			m.away = false
			s.LookAgain(true)
		}
	})
}

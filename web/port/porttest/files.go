package porttest

import (
	"errors"
	"io"
	"maps"
	"slices"
	"strings"

	"lily/core/intake"
	"lily/core/loader"
	"lily/core/tree"
	"lily/web/port"
)

// Files is [port.Files]: what was downloaded last, by its name.
type Files struct {
	Saved map[string][]byte
	Err   error // what every download ends with
}

// Copy implements [port.Files], as does the method below.
func (*Files) Copy(string) {}

func (f *Files) Download(name string, write func(io.Writer) error, done func(error)) {
	var data strings.Builder
	err := errors.Join(write(&data), f.Err)
	if err == nil {
		f.Saved = map[string][]byte{name: []byte(data.String())}
	}
	done(err)
}

// Reader is [port.Reader]: nobody chooses anything.
type Reader struct{}

// ReadInput implements [port.Reader], as does the method below.
func (Reader) ReadInput(string) {}
func (Reader) Cancel()          {}

// Mount is [port.Mount]: the folder mine, with files by their paths in which that is the first part.
type Mount struct {
	Files   map[string]string // nil is a browser that has no such thing
	Wrong   error             // of every look and every write
	Refused []intake.Refusal  // of every look
	Let     bool              // the folder was let go

	State  []byte // as it was kept; nil for nothing
	Prompt bool   // the browser wants to be asked
	Yes    bool   // what it is answered
}

// Can implements [port.Mount], as do the methods below.
func (m *Mount) Can() bool             { return m.Files != nil || m.Wrong != nil }
func (m *Mount) Pick() (string, error) { return "mine", m.Wrong }
func (m *Mount) Forget()               { m.Let, m.State = true, nil }

func (m *Mount) Keep(state []byte) error {
	m.State = state
	return nil
}

func (m *Mount) Kept() (string, []byte, bool) {
	if m.State == nil {
		return "", nil, false
	}
	return "mine", m.State, !m.Prompt
}

func (m *Mount) Connect() error {
	if !m.Yes {
		return port.ErrDenied
	}
	return nil
}

func (m *Mount) Look() (intake.Drop, error) {
	var files []intake.File
	for _, path := range slices.Sorted(maps.Keys(m.Files)) {
		files = append(files, intake.File{Path: path, Data: []byte(m.Files[path])})
	}
	return intake.Gather(files, m.Refused, nil), m.Wrong
}

func (m *Mount) Write(list []port.DiskChange) (refused []intake.Refusal, err error) {
	if m.Wrong != nil {
		return nil, m.Wrong
	}
	for _, c := range list {
		now, there := m.Files[c.Path]
		switch {
		case there != (c.Was != tree.Digest{}) || there && tree.Sum([]byte(now)) != c.Was:
			refused = append(refused, intake.Refusal{Path: c.Path, Message: "It has changed."})
		case c.Is == nil:
			delete(m.Files, c.Path)
		default:
			m.Files[c.Path] = string(c.Is)
		}
	}
	return refused, nil
}

// Storage is [port.Storage], in the state that it is given.
type Storage struct {
	Now    port.State
	Judged int // how often everything was to be judged again
}

// State implements [port.Storage], as do the methods below.
func (s *Storage) State() port.State         { return s.Now }
func (s *Storage) Saving() bool              { return s.Now.Saving }
func (s *Storage) JudgeAgain()               { s.Judged++ }
func (s *Storage) Foreseen(*loader.Snapshot) {}

func (s *Storage) Persist() (bool, error) {
	s.Now.Promised = true
	return true, nil
}

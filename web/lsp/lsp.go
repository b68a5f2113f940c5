// Package lsp is Lily in an editor: a language server that speaks the Language Server Protocol 3.17 over two streams.
//
// It promises that a document has the findings that `lily check` has of its text, also before it is saved; that a key
// costs the judging of one skill, however many there are; that whatever a client sends gets an answer or a line in its
// log, and never ends in a panic; and that nothing is written to the disk: an edit is a proposal to the editor.
//
//	err := lsp.New(terms).Run(ctx, os.Stdin, os.Stdout)
package lsp

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync"
	"time"

	"lily/core/check"
	"lily/core/help"
	"lily/core/skill"
)

// Terms are what a server is made of.
type Terms struct {
	// Check judges paths, with texts in the place of files of the disk, by their absolute paths.
	Check func(paths []string, texts map[string][]byte) []check.File
	// Project is what is wrong with a text as the lily.yaml at a path.
	Project func(path string, text []byte) []skill.Finding
	// Fixed is a text of a skill at a path with all its fixes made, as lily check makes them.
	Fixed   func(path string, text []byte) []byte
	Manual  help.Book
	Version string
	Wait    time.Duration // after the last key, until what was typed is judged
}

// Server is one session with an editor.
type Server struct {
	Terms
	Judged int // skills that were judged because of a change

	out      io.Writer
	units    units
	stage    stage
	renames  bool // the editor renames folders
	watches  bool // the editor watches files for those who register
	roots    []string
	docs     map[string]*document // by URI
	around   map[string]whole     // what a whole check said of a skill that its neighbours decide, by path
	timer    *time.Timer
	asked    int // requests to the editor
	checking bool
	stale    bool // something changed while a whole check ran
	checked  chan map[string]whole
}

type stage int

const (
	fresh stage = iota
	running
	down
)

// New is a server that waits for its editor.
func New(t Terms) *Server {
	timer := time.NewTimer(time.Hour)
	timer.Stop()
	return &Server{
		Terms: t, units: utf16Units, docs: map[string]*document{}, around: map[string]whole{}, timer: timer,
		checked: make(chan map[string]whole, 1),
	}
}

// ErrNotShut is a session that ended without a word.
var ErrNotShut = errors.New("the editor ended the session without shutdown and exit")

// arrived is a message with the error that reading it brought.
type arrived struct {
	body []byte
	err  error
}

// Run answers an editor until it says exit, or its stream ends.
func (s *Server) Run(ctx context.Context, in io.Reader, out io.Writer) error {
	s.out = out
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	gone, messages := &dropped{ids: map[string]bool{}}, make(chan arrived, 256)
	go gone.listen(ctx, in, messages)
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-s.timer.C:
			s.judgeChanged()
		case found := <-s.checked:
			s.surrounded(found)
		case a := <-messages:
			if a.err == io.EOF {
				return ErrNotShut
			}
			if a.err != nil {
				s.reply(nil, nil, refuse(parseError, "%v", a.err))
				return a.err
			}
			if end, err := s.take(a.body, gone); end {
				return err
			}
		}
	}
}

// dropped are the requests that the editor does not want an answer to any more.
type dropped struct {
	mu  sync.Mutex
	ids map[string]bool
}

// mostDropped bounds them: who cancels what was never asked fills no memory.
const mostDropped = 10_000

// listen reads ahead, so that a request can be cancelled that waits behind others.
func (d *dropped) listen(ctx context.Context, in io.Reader, to chan<- arrived) {
	from := bufio.NewReader(in)
	for {
		body, err := receive(from)
		if err == nil {
			d.note(body)
		}
		select {
		case to <- arrived{body, err}:
		case <-ctx.Done():
			return
		}
		if err != nil {
			return
		}
	}
}

func (d *dropped) note(body []byte) {
	var m struct {
		Method string
		Params struct{ ID json.RawMessage }
	}
	if len(body) > 1024 || json.Unmarshal(body, &m) != nil || m.Method != "$/cancelRequest" {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.ids) < mostDropped {
		d.ids[string(m.Params.ID)] = true
	}
}

func (d *dropped) has(id *json.RawMessage) bool {
	if id == nil {
		return false
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	was := d.ids[string(*id)]
	delete(d.ids, string(*id))
	return was
}

// take handles one message, and says whether it was the last.
func (s *Server) take(body []byte, gone *dropped) (end bool, err error) {
	m, fault := parse(body)
	switch {
	case fault != nil:
		s.reply(m.ID, nil, fault)
		return false, nil
	case m.Method == "": // an answer to what was asked of the editor
		return false, nil
	case m.Method == "exit":
		if s.stage != down {
			return true, ErrNotShut
		}
		return true, nil
	case gone.has(m.ID):
		s.reply(m.ID, nil, refuse(cancelled, "%s was cancelled", m.Method))
		return false, nil
	}
	result, fault := s.handle(m)
	if m.ID != nil {
		s.reply(m.ID, result, fault)
	} else if fault != nil {
		s.log(fault.Message)
	}
	return false, nil
}

func (s *Server) reply(id *json.RawMessage, result any, fault *wrong) {
	if id == nil {
		null := json.RawMessage("null")
		id = &null
	}
	m := message{ID: id, Error: fault}
	if fault == nil {
		data, err := json.Marshal(result)
		if err != nil {
			m.Error = refuse(internalError, "%v", err)
		}
		raw := json.RawMessage(data)
		m.Result = &raw
	}
	s.send(m)
}

func (s *Server) notify(method string, params any) {
	if data, err := json.Marshal(params); err == nil {
		s.send(message{Method: method, Params: data})
	}
}

// send writes to the editor. One that is gone shows at the next read.
func (s *Server) send(m message) { _ = send(s.out, m) }

// log writes a line to the editor's log.
func (s *Server) log(text string) {
	s.notify("window/logMessage", map[string]any{"type": 1, "message": "lily: " + text})
}

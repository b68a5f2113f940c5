package proxy

import (
	"errors"
	"io"
	"iter"

	"lily/core/model"
)

var errEcho = errors.New("the answer has the key, in pieces")

// heard gives an answer on as it comes. Where the page would put the key together of several events, nothing is given
// on from the first of them, and the answer ends with [errEcho]: whoever says a key in pieces does it on purpose.
func heard(answer io.Reader, u Upstream) iter.Seq2[[]byte, error] {
	return func(give func([]byte, error) bool) {
		l := &listener{from: answer, key: []byte(u.Key), give: give}
		if len(l.key) >= shortestKey {
			l.open = map[int][]byte{}
			model.Listen(u.Format, l, l.take)
		}
		l.rest()
	}
}

// listener takes an answer as the page will, and holds back what the page could complete to the key.
type listener struct {
	from  io.Reader
	key   []byte
	open  map[int][]byte // the ends of what the page puts together that may be the beginning of the key
	held  []byte         // read, and not given on
	given int            // how many bytes were
	give  func([]byte, error) bool
	gone  bool  // nobody takes more
	err   error // why nothing more comes
}

// Read implements [io.Reader] for who listens. It keeps what was read.
func (l *listener) Read(p []byte) (n int, err error) {
	if l.err != nil {
		return 0, l.err
	}
	n, l.err = l.from.Read(p)
	l.held = append(l.held, p[:n]...)
	return n, l.err
}

// The places where the page puts pieces together; the arguments of calls follow.
const (
	inText = iota
	inThinking
	inError
	inArgs
)

// take gives on what the events had, unless a piece of it may be one of the key.
func (l *listener) take(h model.Heard) {
	pieces := append([]string{inText: h.Text, inThinking: h.Thinking, inError: ""}, h.Args...)
	if h.Err != nil {
		pieces[inError] = h.Err.Error()
	}
	for where, more := range pieces {
		if l.completes(where, more) {
			l.err = errEcho
		}
	}
	if !l.waits() && l.err != errEcho {
		l.pass(h.Taken - l.given)
	}
}

// waits reports whether the page has the beginning of what may become the key. A few letters tell nothing of a key, and
// many a word ends with them that nothing follows.
func (l *listener) waits() bool {
	const few = 3
	for _, end := range l.open {
		if len(end) > few {
			return true
		}
	}
	return false
}

// completes reports whether there is a key with what comes at a place.
func (l *listener) completes(where int, more string) bool {
	text := append(l.open[where], more...)
	at, _, whole := find(text, l.key, false)
	delete(l.open, where)
	if at < len(text) {
		l.open[where] = text[at:]
	}
	return whole
}

// pass gives on so many bytes.
func (l *listener) pass(n int) {
	if n > 0 && !l.gone && !l.give(l.held[:n], nil) {
		l.gone, l.err = true, io.ErrClosedPipe
	}
	l.held, l.given = l.held[n:], l.given+n
}

// rest gives on what the page makes nothing of, since its reply is over. What did not come whole stays back.
func (l *listener) rest() {
	var buf [16 << 10]byte
	for l.err == nil && !l.gone {
		l.pass(len(l.held))
		_, _ = l.Read(buf[:])
	}
	switch {
	case l.gone:
	case l.err == io.EOF:
		l.pass(len(l.held))
	default:
		l.give(nil, l.err)
	}
}

package proxy

import (
	"bytes"
	"context"
	"errors"
	"io"
	"time"
)

// Why an answer was cut off.
var (
	errIdle  = errors.New("the upstream is silent")
	errLarge = errors.New("the answer is too large")
)

// bounded reads an answer: at most left bytes, and no silence longer than idle. Only the wait for the upstream counts,
// not that for the page.
type bounded struct {
	from io.Reader
	left int64
	idle time.Duration
	ctx  context.Context
	stop context.CancelCauseFunc
}

// Read implements [io.Reader]. A byte more than allowed is [errLarge].
func (b *bounded) Read(p []byte) (int, error) {
	if int64(len(p)) > b.left+1 {
		p = p[:b.left+1]
	}
	timer := time.AfterFunc(b.idle, func() { b.stop(errIdle) })
	n, err := b.from.Read(p)
	timer.Stop()
	if int64(n) > b.left {
		return int(b.left), errLarge
	}
	b.left -= int64(n)
	if err != nil && err != io.EOF && errors.Is(context.Cause(b.ctx), errIdle) {
		err = errIdle
	}
	return n, err
}

const mark = "[redacted]" // stands where a key was

// scrubbed takes a key out of an answer, should an upstream echo it. Nothing else is touched, and nothing waits but
// what could be the beginning of the key.
type scrubbed struct {
	from  io.Reader
	key   []byte
	ready []byte // may be given on
	held  []byte // may not yet
	buf   [16 << 10]byte
	err   error
}

func scrub(from io.Reader, key string) io.Reader {
	if len(key) < shortestKey {
		return from
	}
	return &scrubbed{from: from, key: []byte(key)}
}

// Read implements [io.Reader]. What was held back when an answer breaks off stays back.
func (s *scrubbed) Read(p []byte) (int, error) {
	for len(s.ready) == 0 && s.err == nil {
		var n int
		n, s.err = s.from.Read(s.buf[:])
		all := bytes.ReplaceAll(append(s.held, s.buf[:n]...), s.key, []byte(mark))
		cut := len(all) - overlap(all, s.key)
		if s.err == io.EOF {
			cut = len(all)
		}
		s.ready, s.held = all[:cut], bytes.Clone(all[cut:])
	}
	n := copy(p, s.ready)
	if s.ready = s.ready[n:]; len(s.ready) > 0 {
		return n, nil
	}
	return n, s.err
}

func overlap(text, key []byte) int {
	for n := min(len(text), len(key)-1); n > 0; n-- {
		if bytes.HasSuffix(text, key[:n]) {
			return n
		}
	}
	return 0
}

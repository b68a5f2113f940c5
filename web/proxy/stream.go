package proxy

import (
	"bytes"
	"context"
	"errors"
	"io"
	"regexp"
	"strings"
	"time"
	"unicode"
)

// Why an answer was cut off.
var (
	errIdle  = errors.New("the upstream is silent")
	errLarge = errors.New("the answer is too large")
)

// bounded reads an answer of at most left bytes. Of silence only that of the upstream counts, not that of the page.
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

// scrubbed takes out a key that an upstream echoes. Nothing waits but what could be the beginning of the key.
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

const maxMessage = 2000 // how many code points of an upstream's message are shown

// shapes are what keys look like. The last two are long runs of base64 and hexadecimal; one with hyphens is longer
// than a UUID, and names of models and words of sentences stay.
var shapes = []*regexp.Regexp{
	regexp.MustCompile(`(?i)\b(?:x-api-key|api[ _-]?key|authorization)["']?\s*[:=]\s*["']?(?:(?:bearer|basic)\s+)?[^\s"',;}]+`),
	regexp.MustCompile(`(?i)\b(?:bearer|basic)\s+[^\s"',;}]+`),
	regexp.MustCompile(`(?i)\b[sprx]k-[A-Za-z0-9_*.-]{4,}`),
	regexp.MustCompile(`[A-Za-z0-9+/_=]{32,}`),
	regexp.MustCompile(`[A-Za-z0-9_-]{40,}`),
}

// redact makes a text one short line without the key or anything shaped like one, or drops it.
func redact(text, key string) string {
	text = plain(text)
	if key != "" {
		text = strings.ReplaceAll(text, key, mark)
	}
	for _, shape := range shapes {
		text = shape.ReplaceAllString(text, mark)
	}
	if runes := []rune(text); len(runes) > maxMessage {
		text = string(runes[:maxMessage-1]) + "…"
	}
	if key != "" && strings.Contains(text, key) {
		return ""
	}
	return text
}

// plain makes blanks of white space and drops what cannot be seen, which could hide a key or move a cursor.
func plain(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.In(r, unicode.Cc, unicode.Cf):
			return -1
		}
		return r
	}, text))
}

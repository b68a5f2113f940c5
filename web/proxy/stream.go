package proxy

import (
	"context"
	"errors"
	"io"
	"regexp"
	"strings"
	"time"
	"unicode"

	"lily/core/sight"
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
		text = string(replace([]byte(text), []byte(key)))
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
		case sight.Hidden(r):
			return -1
		}
		return r
	}, text))
}

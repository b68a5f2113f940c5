package proxy

import (
	"regexp"
	"strings"
	"unicode"
)

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

// redact makes an upstream's text fit to be shown: on one line, without the upstream's own key or anything shaped like
// one, and cut. What cannot be freed of the key is dropped.
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

// plain turns white space into blanks and drops what cannot be seen: control characters and those that format, which
// could hide a key or move a cursor.
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

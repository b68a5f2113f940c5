package model

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"lily/core/answer"
)

// failure is an error as servers tell it: {"error":{"type","message"}} of
// OpenAI, Anthropic and Lily's own proxy, {"error":"…"} of Ollama,
// {"object":"error","message"} of vLLM and {"detail":"…"} of FastAPI.
type failure struct {
	Error   text `json:"error"`
	Type    text `json:"type"`
	Message text `json:"message"`
	Detail  text `json:"detail"`
}

// told is the type and the message in an error's JSON, or nothing.
func told(data []byte) (kind, message string) {
	var outer, inner failure
	data = bytes.Trim(data, "[] \t\r\n") // Gemini puts its error into a list
	if len(data) == 0 || parse(data, &outer) != nil {
		return "", ""
	}
	if !strings.HasPrefix(string(outer.Error), "{") {
		return string(outer.Type), sentence(outer.Error, outer.Message, outer.Detail)
	}
	_ = parse([]byte(outer.Error), &inner) // it was checked with the outer one
	return string(inner.Type), sentence(inner.Message, inner.Error, inner.Type)
}

// sentence is the first that is not empty, as a fragment for a sentence of
// Lily's: one line without its full stop, and not too long.
func sentence(list ...text) string {
	for _, t := range list {
		if s := strings.TrimRight(answer.Line(string(t)), ". "); s != "" {
			return cut(s, 400)
		}
	}
	return ""
}

// interruption is an error that came within a stream.
func interruption(data []byte) error {
	_, message := told(data)
	if message == "" && !bytes.HasPrefix(data, []byte("{")) {
		message = sentence(text(data))
	}
	if message == "" {
		message = "the upstream ended the reply with an error"
	}
	return errors.New(message)
}

// refusal is the error that an answer other than 200 tells.
func refusal(id string, a Answer, body []byte) error {
	kind, message := told(body)
	if message == "" && strings.HasPrefix(a.Type, "text/plain") {
		message = sentence(text(body))
	}
	wait := ""
	if a.RetryAfter > maxWait {
		wait = fmt.Sprintf("; it asks to wait %d s", a.RetryAfter)
	}
	switch {
	case message != "" && slices.Contains(ours, kind):
		return errors.New(message + wait)
	case message != "":
		message = ": " + message
	}
	return fmt.Errorf("%s: %s (%d)%s%s", id, status(a.Status), a.Status, message, wait)
}

// ours are the types of the proxy's own errors, whose sentences name the
// upstream and its status already.
var ours = []string{
	"bad_answer", "busy", "idle_timeout", "no_key", "overloaded", "rate_limited", "redirect", "too_large", "unreachable", "upstream_auth", "upstream_error",
}

// status says a code of HTTP in words; net/http, which knows them all, would
// double the page.
func status(code int) string {
	switch code {
	case 400, 422:
		return "bad request"
	case 401:
		return "not authorized"
	case 402:
		return "payment required"
	case 403:
		return "forbidden"
	case 404:
		return "not found"
	case 408, 504:
		return "timeout"
	case 413:
		return "request too large"
	case 429:
		return "too many requests"
	case 500:
		return "internal error"
	case 502:
		return "bad gateway"
	case 503:
		return "unavailable"
	case 529:
		return "overloaded"
	}
	return "unexpected status"
}

// cut shortens s to at most n bytes, between characters.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return fit(s, n) + "…"
}

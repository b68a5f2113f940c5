package model

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"lily/core/answer"
)

// failure is an error as servers tell it: {"error":{"type","message"}} of OpenAI, Anthropic and Lily's own proxy,
// {"error":"…"} of Ollama, {"object":"error","message"} of vLLM and {"detail":"…"} of FastAPI.
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

// sentence is the first that is not empty, as a fragment of a sentence: one line without its full stop, not too long.
func sentence(list ...text) string {
	for _, t := range list {
		if s := strings.TrimRight(answer.Line(string(t)), ". "); s != "" {
			return cut(s, 400)
		}
	}
	return ""
}

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
	return fmt.Errorf("%s: %s (%d)%s%s", id, cmp.Or(statuses[a.Status], "unexpected status"), a.Status, message, wait)
}

// ours are the types of the proxy's own errors, whose sentences name the upstream and its status already.
var ours = []string{
	"bad_answer", "busy", "idle_timeout", "no_key", "overloaded", "rate_limited", "redirect", "too_large", "unreachable",
	"upstream_auth", "upstream_error",
}

// statuses are codes of HTTP in words; net/http, which knows them all, would double the page.
var statuses = map[int]string{
	400: "bad request", 401: "not authorized", 402: "payment required", 403: "forbidden", 404: "not found", 408: "timeout",
	413: "request too large", 422: "bad request", 429: "too many requests", 500: "internal error", 502: "bad gateway",
	503: "unavailable", 504: "timeout", 529: "overloaded",
}

func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return fit(s, n) + "…"
}

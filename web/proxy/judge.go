package proxy

import (
	"encoding/json"
	"io"
	"mime"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

const maxFault = 64 << 10 // how much of an upstream's own error is read

// judge says why an answer cannot be given on; nil lets it pass. No redirect is followed, and nobody is told where it
// would lead (MD-4).
func (c *call) judge(u Upstream, res *http.Response, body io.Reader) *fault {
	kind, _, _ := mime.ParseMediaType(res.Header.Get("Content-Type"))
	coding := res.Header.Get("Content-Encoding")
	switch {
	case res.StatusCode >= 400 && res.StatusCode < 600:
		return failed(u, res, body)
	case res.StatusCode >= 300 && res.StatusCode < 400:
		return refuse(http.StatusBadGateway, "redirect", "%s answered %d, a redirect, and Lily follows none: check its address.", u.Name, res.StatusCode)
	case res.StatusCode < 200 || res.StatusCode >= 600:
		return refuse(http.StatusBadGateway, "bad_answer", "%s answered %d, which is no answer.", u.Name, res.StatusCode)
	case !slices.Contains(kinds, kind) || coding != "" && !strings.EqualFold(coding, "identity"):
		return refuse(http.StatusBadGateway, "bad_answer", "%s answered with neither a stream nor JSON: check its address.", u.Name)
	case res.ContentLength > c.MaxAnswer:
		return c.trouble(u, errLarge)
	}
	return nil
}

func failed(u Upstream, res *http.Response, body io.Reader) *fault {
	status, kind, verb := res.StatusCode, "upstream_error", "answered"
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden: // ours would be about the token
		status, kind, verb = http.StatusBadGateway, "upstream_auth", "refused the key"
	case http.StatusTooManyRequests:
		kind, verb = "rate_limited", "asks to wait"
	case http.StatusServiceUnavailable, 529:
		kind, verb = "overloaded", "is overloaded"
	case http.StatusProxyAuthRequired, http.StatusRequestTimeout, http.StatusMisdirectedRequest, http.StatusTooEarly, http.StatusUpgradeRequired:
		status = http.StatusBadGateway // a browser would act on these by itself
	}
	data, _ := io.ReadAll(io.LimitReader(body, maxFault+1)) // what arrived is enough
	end := "."
	if text := redact(message(data), u.Key); text != "" {
		end = ": " + text
	}
	return refuse(status, kind, "%s %s (%d)%s", u.Name, verb, res.StatusCode, end).with("Retry-After", retryAfter(res.Header, time.Now()))
}

// message finds what an upstream says in its error: in the usual shapes of JSON, or as plain text. A page of HTML and
// what was cut say nothing.
func message(data []byte) string {
	text := strings.TrimSpace(string(data))
	switch {
	case len(data) > maxFault, text == "", !utf8.ValidString(text), text[0] == '<':
		return ""
	case json.Valid(data):
		return said(data, 4)
	case text[0] == '{' || text[0] == '[':
		return ""
	}
	return text
}

// said goes down {"error":{"message":"…"}}, {"error":"…"}, {"message":"…"},
// {"detail":"…"}, {"detail":[{"msg":"…"}]} and lists of such.
func said(data json.RawMessage, depth int) string {
	var text string
	if depth == 0 || json.Unmarshal(data, &text) == nil {
		return text
	}
	var list []json.RawMessage
	if json.Unmarshal(data, &list) == nil && len(list) > 0 {
		return said(list[0], depth-1)
	}
	var keys map[string]json.RawMessage
	_ = json.Unmarshal(data, &keys) // a number has none
	for _, key := range []string{"error", "message", "detail", "msg"} {
		if text := said(keys[key], depth-1); text != "" {
			return text
		}
	}
	return ""
}

var (
	seconds = regexp.MustCompile(`^[0-9]{1,9}$`)
	plainID = regexp.MustCompile(`^[A-Za-z0-9_-]{1,128}$`)
)

// retryAfter reads seconds or a date (RFC 9110, 10.2.3) as 0 to 3600 seconds. What is neither is dropped.
func retryAfter(h http.Header, now time.Time) string {
	value := h.Get("Retry-After")
	n, _ := strconv.Atoi(value)
	if !seconds.MatchString(value) {
		date, err := http.ParseTime(value)
		if err != nil {
			return ""
		}
		n = int(date.Sub(now).Round(time.Second) / time.Second)
	}
	return strconv.Itoa(min(max(n, 0), 3600))
}

// requestID is what the upstream calls this request, for whoever asks its maintainers.
func requestID(u Upstream, h http.Header) string {
	for _, name := range []string{"X-Request-Id", "Request-Id"} {
		if id := h.Get(name); plainID.MatchString(id) && !u.hides(id) {
			return id
		}
	}
	return ""
}

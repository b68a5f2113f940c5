package proxy

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"
	"slices"
	"strings"
	"time"
)

// call is one request of the page on its way, with what the log says of it.
type call struct {
	*proxy
	w       http.ResponseWriter
	r       *http.Request
	began   time.Time
	id, op  string // of the configured ones only
	status  int
	in, out int64 // bytes of the bodies
}

// logged writes the line of a request. No word of it is the page's own.
func (c *call) logged() {
	method := c.r.Method
	if method != http.MethodGet && method != http.MethodPost {
		method = "-"
	}
	c.log.Lock()
	defer c.log.Unlock()
	took := time.Since(c.began).Round(time.Millisecond)
	fmt.Fprintf(c.Log, "%s %s %s %d %s in=%d out=%d\n", method, cmp.Or(c.id, "-"), cmp.Or(c.op, "-"), c.status, took, c.in, c.out)
}

// header begins an answer. What stands in it already is the server's.
func (c *call) header(status int, kind string) {
	c.status = status
	h := c.w.Header()
	h.Set("Content-Type", kind)
	h.Set("Cache-Control", "no-store")
	c.w.WriteHeader(status)
}

func (c *call) reply(status int, v any) {
	c.header(status, "application/json")
	c.write(encode(v))
}

// write gives bytes on at once, and tells whether the page is still there. It waits no longer than for an upstream.
func (c *call) write(data []byte) bool {
	rc := http.NewResponseController(c.w)
	_ = rc.SetWriteDeadline(time.Now().Add(c.Idle)) // not every writer has one
	n, err := c.w.Write(data)
	c.out += int64(n)
	ok := err == nil && rc.Flush() == nil
	_ = rc.SetWriteDeadline(time.Time{})
	return ok
}

// fault is an answer that says what is wrong, `{"error":{"type":"…","message":"…"}}`, with headers such as Retry-After.
type fault struct {
	status        int
	kind, message string
	header        http.Header
}

func refuse(status int, kind, format string, args ...any) *fault {
	return &fault{status: status, kind: kind, message: fmt.Sprintf(format, args...), header: http.Header{}}
}

func (f *fault) with(name, value string) *fault {
	if value != "" {
		f.header.Set(name, value)
	}
	return f
}

func (c *call) fail(f *fault) {
	if c.r.Context().Err() != nil { // nobody is there to read it
		c.status = 499
		return
	}
	maps.Copy(c.w.Header(), f.header)
	c.reply(f.status, map[string]any{"error": f.plain()})
}

func (f *fault) plain() map[string]string {
	return map[string]string{"type": f.kind, "message": f.message}
}

// event is the fault as the last event of a stream that has begun. The blank line before it ends whatever was cut.
func (f *fault) event() []byte {
	data := encode(map[string]any{"type": "error", "error": f.plain()})
	return fmt.Appendf(nil, "\n\nevent: error\ndata: %s\n\n", data)
}

func encode(v any) []byte {
	data, _ := json.Marshal(v) // strings, booleans and lists always encode
	return data
}

// TokenHeader is the header in which the page sends the token of this launch.
const TokenHeader = "X-Lily-Token"

// NewToken is 256 random bits, hexadecimal. Loopback is not authentication: every program of the machine can reach it,
// and every page in the browser can try to. Only who was given the token may use a key (MD-4).
func NewToken() string {
	var b [32]byte
	_, _ = rand.Read(b[:]) // never fails: it ends the program instead
	return hex.EncodeToString(b[:])
}

// admit checks in this order (MD-4). No answer has a CORS header: who asks for permission is refused like any method.
func (c *call) admit(list bool) *fault {
	method := http.MethodPost
	if list {
		method = http.MethodGet
	}
	token, many := one(c.r, TokenHeader)
	switch {
	case c.r.Method != method:
		return refuse(http.StatusMethodNotAllowed, "method_not_allowed", "This address takes %s only.", method).with("Allow", method)
	case !SameOrigin(c.r, c.Addr):
		return refuse(http.StatusForbidden, "bad_origin", "Only Lily's own page may ask for this.")
	case many || c.Token == "" || subtle.ConstantTimeCompare([]byte(token), []byte(c.Token)) != 1:
		return refuse(http.StatusForbidden, "bad_token", "The token of this launch is missing or wrong: run lily in a terminal, and open the address that it prints.")
	case c.r.URL.RawQuery != "" || c.r.URL.ForceQuery:
		return refuse(http.StatusBadRequest, "bad_request", "This address takes no query.")
	}
	return nil
}

// SameOrigin reports whether a request comes from the page at addr, host:port, or from a program that is no page. It is
// stricter than [http.CrossOriginProtection], which trusts Host and lets GET through.
func SameOrigin(r *http.Request, addr string) bool {
	if http.NewCrossOriginProtection().Check(r) != nil {
		return false
	}
	if site, many := one(r, "Sec-Fetch-Site"); many || !slices.Contains([]string{"", "same-origin", "none"}, site) {
		return false
	}
	origin, many := one(r, "Origin")
	own := "http://" + strings.TrimSuffix(addr, ":80") // RFC 6454, 6.2: a default port is left out
	return !many && (origin == own || origin == "" && len(r.Header.Values("Origin")) == 0)
}

// IsJSON reports whether a request says once, and as its type, that its body is JSON.
func IsJSON(r *http.Request) bool {
	value, many := one(r, "Content-Type")
	kind, _, err := mime.ParseMediaType(value)
	return err == nil && !many && kind == "application/json"
}

// one is the value of a header that must not be repeated.
func one(r *http.Request, name string) (value string, many bool) {
	return r.Header.Get(name), len(r.Header.Values(name)) > 1
}

// body reads a JSON object, bounded, and ends the deadlines: a stream may take as long as the upstream says something.
func (c *call) body() ([]byte, *fault) {
	if !IsJSON(c.r) {
		return nil, refuse(http.StatusUnsupportedMediaType, "unsupported_media_type", "The body must be application/json.")
	}
	data, err := io.ReadAll(http.MaxBytesReader(c.w, c.r.Body, c.MaxBody))
	c.in = int64(len(data))
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return nil, refuse(http.StatusRequestEntityTooLarge, "too_large", "The request has more than %d bytes.", c.MaxBody)
	}
	if err != nil {
		return nil, refuse(http.StatusBadRequest, "bad_request", "The request did not arrive whole.")
	}
	if !json.Valid(data) || !bytes.HasPrefix(bytes.TrimLeft(data, " \t\r\n"), []byte("{")) {
		return nil, refuse(http.StatusBadRequest, "bad_request", "The body must be a JSON object.")
	}
	rc := http.NewResponseController(c.w)
	_, _ = rc.SetReadDeadline(time.Time{}), rc.SetWriteDeadline(time.Time{}) // not every writer has one
	return data, nil
}

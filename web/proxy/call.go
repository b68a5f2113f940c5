package proxy

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
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

// logged writes the line of a request: method, upstream, operation, status, time and bytes, and nothing else. No word
// of it is the page's own.
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

// fault is an answer that says what is wrong: a type for the page and a sentence for the person,
// `{"error":{"type":"…","message":"…"}}`. Its header has what it adds to the usual one, such as Retry-After.
type fault struct {
	status  int
	kind    string
	message string
	header  http.Header
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

// encode is the one line of JSON of a value that always has one.
func encode(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // strings, booleans and lists always encode
	}
	return data
}

package proxy

import (
	"fmt"
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

// gone is the status that the log has where the page left before an answer.
const gone = 499

// logged writes the line of a request: method, upstream, operation, status,
// time and bytes, and nothing else. No word of it is the page's own.
func (c *call) logged() {
	method := c.r.Method
	if method != http.MethodGet && method != http.MethodPost {
		method = "-"
	}
	c.log.Lock()
	defer c.log.Unlock()
	fmt.Fprintf(c.Log, "%s %s %s %d %s in=%d out=%d\n", method, dash(c.id), dash(c.op), c.status, time.Since(c.began).Round(time.Millisecond), c.in, c.out)
}

func dash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// header begins an answer. What stands in it already is the server's.
func (c *call) header(status int, kind string) {
	c.status = status
	h := c.w.Header()
	h.Set("Content-Type", kind)
	h.Set("Cache-Control", "no-store")
	c.w.WriteHeader(status)
}

// write gives bytes on at once, and tells whether the page is still there. It
// waits for the page no longer than for an upstream.
func (c *call) write(data []byte) bool {
	rc := http.NewResponseController(c.w)
	_ = rc.SetWriteDeadline(time.Now().Add(c.Idle)) // not every writer has one
	n, err := c.w.Write(data)
	c.out += int64(n)
	ok := err == nil && rc.Flush() == nil
	_ = rc.SetWriteDeadline(time.Time{})
	return ok
}

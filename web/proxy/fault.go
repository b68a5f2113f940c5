package proxy

import (
	"encoding/json"
	"fmt"
)

// fault is an answer that says what is wrong: a type for the page and a
// sentence for the person, `{"error":{"type":"…","message":"…"}}`. Its header
// has what it adds to the usual one, such as Retry-After.
type fault struct {
	status  int
	kind    string
	message string
	header  map[string]string
}

func refuse(status int, kind, format string, args ...any) *fault {
	return &fault{status: status, kind: kind, message: fmt.Sprintf(format, args...)}
}

// with adds a header, unless its value is empty.
func (f *fault) with(name, value string) *fault {
	if value != "" {
		if f.header == nil {
			f.header = map[string]string{}
		}
		f.header[name] = value
	}
	return f
}

func (c *call) fail(f *fault) {
	if c.r.Context().Err() != nil { // nobody is there to read it
		c.status = gone
		return
	}
	for name, value := range f.header {
		c.w.Header().Set(name, value)
	}
	c.header(f.status, "application/json")
	c.write(f.body())
}

func (f *fault) body() []byte {
	return encode(map[string]any{"error": f.plain()})
}

func (f *fault) plain() map[string]string {
	return map[string]string{"type": f.kind, "message": f.message}
}

// event is the fault as the last event of a stream that has begun. The blank
// line before it ends whatever was cut.
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

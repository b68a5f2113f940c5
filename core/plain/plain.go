// Package plain is JSON as Lily records it: on one line, and read only as it was written.
//
// It promises the same bytes for the same value, without the escapes for HTML. It knows nothing of what it writes.
//
//	plain.JSON([]string{"a&b"}) // ["a&b"]
package plain

import (
	"bytes"
	"encoding/json"
	"io"
)

// JSON is a value on one line, without a line feed. One that JSON cannot hold is a mistake of the program and panics.
func JSON(v any) []byte {
	var b bytes.Buffer
	Write(&b, v)
	return bytes.TrimRight(b.Bytes(), "\n")
}

// Write writes what [JSON] makes of a value, and a line feed, to what never fails, as a sum.
func Write(to io.Writer, v any) {
	enc := json.NewEncoder(to)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(err)
	}
}

// Strictly reads the value that data begins with, and refuses a key that v does not have.
func Strictly(data []byte, v any) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	return dec.Decode(v)
}

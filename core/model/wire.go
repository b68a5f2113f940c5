package model

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// text is a string in JSON that some servers write otherwise: null and numbers are empty, a list of parts is the text
// of those parts, and an object is its JSON. It is written as a string.
type text string

// UnmarshalJSON takes every value, so that an odd one costs no reply.
func (t *text) UnmarshalJSON(b []byte) error {
	*t = ""
	switch b[0] {
	case '"':
		if bytes.IndexByte(b, '\\') < 0 && utf8.Valid(b) { // as mostly
			*t = text(b[1 : len(b)-1])
		} else {
			_ = json.Unmarshal(b, (*string)(t)) // it was checked before
		}
	case '{':
		*t = text(compact(b))
	case '[':
		var parts []struct{ Type, Text string }
		_ = json.Unmarshal(b, &parts) // what has another type stays empty
		var whole strings.Builder
		for _, p := range parts {
			if p.Type == "" || p.Type == "text" {
				whole.WriteString(p.Text)
			}
		}
		*t = text(whole.String())
	}
	return nil
}

func compact(b []byte) string {
	var out bytes.Buffer
	if json.Compact(&out, b) != nil {
		return ""
	}
	return strings.ToValidUTF8(out.String(), "\ufffd")
}

// encode writes a body. Its bytes are the same for the same request: structs have an order, and there are no maps.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimRight(b.Bytes(), "\n"), err
}

func object(args string) bool {
	return strings.HasPrefix(strings.TrimLeft(args, " \t\r\n"), "{") && json.Valid([]byte(args))
}

func schema(s json.RawMessage) json.RawMessage {
	if len(s) == 0 {
		return json.RawMessage(`{"type":"object","properties":{}}`)
	}
	return s
}

// label makes a name or an id one that every API takes: letters, digits, _ and -. A model may call what no tool is
// named, and its call stays in the conversation.
func label(s string) string {
	if s == "" {
		return "_"
	}
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			return r
		}
		return '_'
	}, s)
}

func (r Request) system() string {
	list := make([]string, 0, len(r.System))
	for _, p := range r.System {
		if !blank(p.Text) {
			list = append(list, p.Text)
		}
	}
	return strings.Join(list, "\n\n")
}

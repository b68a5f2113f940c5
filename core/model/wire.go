package model

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// text is a string in JSON that some servers write otherwise: null and numbers are empty, lists and objects are text.
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

// label makes of a name or an id one that every API takes: what a model called may be named as no tool is.
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

const notRun = "The call was not run." // the result of a call that has none, as when a person stopped Lily

// turns are the messages as every API takes them, an interrupted session's too: nothing is empty, two in a row of one
// speaker are one, since templates fail otherwise, every call has its result right after it, and every result its call.
func turns(list []Message) []Message {
	var out []Message
	for i, m := range list {
		if m.Role != Assistant {
			m.Calls = nil
		}
		if m.Role == Tool || blank(m.Content()) && len(m.Calls) == 0 {
			continue
		}
		out = join(out, m)
		for _, c := range m.Calls {
			out = append(out, Message{Role: Tool, Text: result(list[i+1:], c.ID), Call: c.ID})
		}
	}
	return out
}

func join(out []Message, m Message) []Message {
	n := len(out) - 1
	if n < 0 || out[n].Role != m.Role {
		return append(out, m)
	}
	text := out[n].Content()
	if more := m.Content(); !blank(more) {
		text += "\n\n" + more
	}
	out[n] = Message{Role: m.Role, Text: text, Calls: m.Calls}
	return out
}

// result is the text of the result of a call, up to where its id is used again.
func result(list []Message, id string) string {
	for _, m := range list {
		if m.Role == Tool && m.Call == id {
			return m.Content()
		}
		for _, c := range m.Calls {
			if c.ID == id {
				return notRun
			}
		}
	}
	return notRun
}

func blank(s string) bool { return strings.TrimSpace(s) == "" }

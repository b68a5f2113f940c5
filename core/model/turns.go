package model

import "strings"

const notRun = "The call was not run." // the result of a call that has none, as when a person stopped Lily

// turns are the messages as every API takes them, so that no interrupted session is refused: nothing is empty, two
// messages in a row of one speaker are one, since the templates of some models fail otherwise, every call has its
// result right after it, and every result its call.
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

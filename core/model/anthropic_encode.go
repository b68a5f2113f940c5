package model

import "encoding/json"

// maxTokens bounds a reply. Anthropic's API wants a bound in every request;
// this one is enough for a long text and within what the models allow.
const maxTokens = 8192

// goOn is said where a conversation would not begin with the user, as
// Anthropic's API wants it to.
const goOn = "Go on."

// anthRequest is the body for "Create a Message" of Anthropic's API.
type anthRequest struct {
	Model    string        `json:"model"`
	Max      int           `json:"max_tokens"`
	System   string        `json:"system,omitempty"`
	Messages []anthMessage `json:"messages"`
	Tools    []anthTool    `json:"tools,omitempty"`
	Stream   bool          `json:"stream"`
}

type anthMessage struct {
	Role    string      `json:"role"`
	Content []anthBlock `json:"content"`
}

type anthTool struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Schema      json.RawMessage `json:"input_schema"`
}

func encodeAnthropic(name string, r Request) ([]byte, error) {
	body := anthRequest{Model: name, Max: maxTokens, System: r.system(), Stream: true}
	for _, m := range turns(r.Messages) {
		body.put(m)
	}
	if len(body.Messages) == 0 {
		body.put(Message{Role: User, Text: goOn})
	}
	for _, t := range r.Tools {
		body.Tools = append(body.Tools, anthTool{t.Name, t.Summary, schema(t.Schema)})
	}
	return encode(body)
}

// put appends a message's blocks. Results are the user's, and what the user
// says next stands behind them in one message.
func (b *anthRequest) put(m Message) {
	role := "user"
	if m.Role == Assistant {
		role = "assistant"
		if len(b.Messages) == 0 {
			b.put(Message{Role: User, Text: goOn})
		}
	}
	n := len(b.Messages) - 1
	if n < 0 || b.Messages[n].Role != role {
		b.Messages = append(b.Messages, anthMessage{Role: role})
		n++
	}
	b.Messages[n].Content = append(b.Messages[n].Content, blocks(m)...)
}

// blocks are a message's: none of text is blank, which the API refuses.
func blocks(m Message) []anthBlock {
	var list []anthBlock
	if m.Role == Tool {
		list = append(list, anthBlock{Type: "tool_result", Call: label(m.Call)})
		if s := m.Content(); !blank(s) {
			list[0].Result = text(s)
		}
	} else if s := m.Content(); !blank(s) {
		list = append(list, anthBlock{Type: "text", Text: s})
	}
	for _, c := range m.Calls {
		input := json.RawMessage("{}")
		if object(c.Args) {
			input = json.RawMessage(c.Args)
		}
		list = append(list, anthBlock{Type: "tool_use", ID: label(c.ID), Name: fit(label(c.Name), 64), Input: input})
	}
	return list
}

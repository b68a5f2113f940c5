package model

import (
	"encoding/json"
	"slices"
)

// anthEvent is one event of "Streaming messages" in Anthropic's API documentation, or a whole message.
type anthEvent struct {
	Type    string      `json:"type"`
	Index   int         `json:"index"`
	Message *anthEvent  `json:"message"` // of message_start
	Block   anthBlock   `json:"content_block"`
	Delta   anthBlock   `json:"delta"`
	Content []anthBlock `json:"content"` // of a whole message
	Stop    string      `json:"stop_reason"`
	Error   text        `json:"error"`
	Usage   struct {
		In      int `json:"input_tokens"`
		Written int `json:"cache_creation_input_tokens"`
		Read    int `json:"cache_read_input_tokens"`
		Out     int `json:"output_tokens"`
	} `json:"usage"`
}

type anthBlock struct {
	Type     string          `json:"type"`
	Text     string          `json:"text,omitempty"`
	ID       string          `json:"id,omitempty"`
	Name     string          `json:"name,omitempty"`
	Input    json.RawMessage `json:"input,omitempty"`
	Call     string          `json:"tool_use_id,omitempty"`
	Result   text            `json:"content,omitempty"`
	Thinking string          `json:"thinking,omitempty"`
	Partial  string          `json:"partial_json,omitempty"`
	Stop     string          `json:"stop_reason,omitempty"` // of message_delta
}

// eventAnthropic takes an event. Types that it does not know are left out, as the documentation asks.
func (g *gather) eventAnthropic(data []byte, failed bool) error {
	if isDone(data) {
		return nil // some gateways end with OpenAI's mark too
	}
	var e anthEvent
	if err := parse(data, &e); err != nil {
		return err
	}
	if failed || e.Type == "error" || e.Error != "" {
		return interruption(data)
	}
	switch e.Type {
	case "message_start":
		g.count(e.Message)
	case "content_block_start":
		return g.start(e.Index, e.Block)
	case "content_block_delta":
		return g.change(e.Index, e.Delta)
	case "message_delta":
		g.count(&e)
		g.overAnthropic(e.Delta.Stop)
	case "message_stop":
		g.ended = true
		return errOver
	}
	return nil
}

func (g *gather) wholeAnthropic(data []byte) error {
	var e anthEvent
	if err := parse(data, &e); err != nil {
		return err
	}
	if e.Type != "message" {
		return interruption(data)
	}
	for i, b := range e.Content {
		if err := g.start(i, b); err != nil {
			return err
		}
	}
	g.count(&e)
	g.overAnthropic(e.Stop)
	g.ended = true
	return nil
}

// count keeps the last numbers: message_start tells what came in, and gateways only message_delta.
func (g *gather) count(e *anthEvent) {
	if e == nil {
		return
	}
	if in := e.Usage.In + e.Usage.Written + e.Usage.Read; in > 0 {
		g.usage.In = in
	}
	if e.Usage.Out > 0 {
		g.usage.Out = e.Usage.Out
	}
}

// start begins a block. It ends an older one of the same index.
func (g *gather) start(index int, b anthBlock) error {
	for i := range g.calls {
		if g.calls[i].index == index {
			g.calls[i].index = -1
		}
	}
	switch b.Type {
	case "text":
		return g.say(b.Text, "")
	case "thinking":
		return g.say("", b.Thinking)
	case "tool_use":
		p, err := g.open(index)
		if err != nil {
			return err
		}
		if len(b.Input) > 0 && b.Input[0] == '{' {
			p.whole = compact(b.Input) // mostly {}, and the pieces follow
		}
		return p.add(b.ID, b.Name, "")
	}
	return nil
}

func (g *gather) change(index int, d anthBlock) error {
	switch d.Type {
	case "text_delta":
		return g.say(d.Text, "")
	case "thinking_delta":
		return g.say("", d.Thinking)
	case "input_json_delta":
		for i := range slices.Backward(g.calls) {
			if g.calls[i].index == index && index >= 0 {
				return g.calls[i].add("", "", d.Partial)
			}
		}
	}
	return nil
}

func (g *gather) overAnthropic(reason string) {
	switch reason {
	case "":
	case "max_tokens", "model_context_window_exceeded":
		g.finish = Length
	case "refusal":
		g.finish = Filtered
	default: // end_turn, stop_sequence, pause_turn; the calls tell of tool_use
		g.finish = Stop
	}
}

const (
	maxTokens = 8192     // of a reply: the API wants a bound; this one is enough for a long text and what the models allow
	goOn      = "Go on." // is said where a conversation would not begin with the user, as the API wants it to
)

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
	list := turns(r.Messages)
	if len(list) == 0 || list[0].Role == Assistant {
		body.put(Message{Role: User, Text: goOn})
	}
	for _, m := range list {
		body.put(m)
	}
	for _, t := range r.Tools {
		body.Tools = append(body.Tools, anthTool{t.Name, t.Summary, schema(t.Schema)})
	}
	return encode(body)
}

// put appends a message. Results are the user's, and what the user says next stands behind them in one message.
func (b *anthRequest) put(m Message) {
	role := "user"
	if m.Role == Assistant {
		role = "assistant"
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
	said := m.Content()
	if blank(said) {
		said = ""
	}
	if m.Role == Tool {
		list = append(list, anthBlock{Type: "tool_result", Call: label(m.Call), Result: text(said)})
	} else if said != "" {
		list = append(list, anthBlock{Type: "text", Text: said})
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

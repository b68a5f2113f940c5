package model

import (
	"bytes"
	"encoding/json"
	"slices"
)

// anthEvent is one event as "Streaming messages" of Anthropic's API
// documentation has it, or a whole message.
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

// anthBlock is a block of content, sent or received, or a change of one.
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

// anthropic decodes messages. Types of events and blocks that it does not know
// are left out, as the documentation asks: pings, signatures, redacted thinking
// and the tools that run on the server.
type anthropic struct{ gather }

func (a *anthropic) event(data []byte, failed bool) error {
	if isDone(data) {
		return nil // some gateways end with OpenAI's mark too
	}
	if failed && !bytes.HasPrefix(data, []byte("{")) {
		return interruption(data)
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
		a.count(e.Message)
	case "content_block_start":
		return a.start(e.Index, e.Block)
	case "content_block_delta":
		return a.change(e.Index, e.Delta)
	case "message_delta":
		a.count(&e)
		a.over(e.Delta.Stop)
	case "message_stop":
		a.ended = true
		return errOver
	}
	return nil
}

func (a *anthropic) whole(data []byte) error {
	var e anthEvent
	if err := parse(data, &e); err != nil {
		return err
	}
	if e.Type != "message" {
		return interruption(data)
	}
	for i, b := range e.Content {
		if err := a.start(i, b); err != nil {
			return err
		}
	}
	a.count(&e)
	a.over(e.Stop)
	a.ended = true
	return nil
}

// count keeps the last numbers that are told: message_start tells what came
// in, and gateways only message_delta.
func (a *anthropic) count(e *anthEvent) {
	if e == nil {
		return
	}
	if in := e.Usage.In + e.Usage.Written + e.Usage.Read; in > 0 {
		a.usage.In = in
	}
	if e.Usage.Out > 0 {
		a.usage.Out = e.Usage.Out
	}
}

// start begins a block. It ends an older one of the same index.
func (a *anthropic) start(index int, b anthBlock) error {
	for i := range a.calls {
		if a.calls[i].index == index {
			a.calls[i].index = -1
		}
	}
	switch b.Type {
	case "text":
		return a.say(b.Text, "")
	case "thinking":
		return a.say("", b.Thinking)
	case "tool_use":
		p, err := a.open(index)
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

func (a *anthropic) change(index int, d anthBlock) error {
	switch d.Type {
	case "text_delta":
		return a.say(d.Text, "")
	case "thinking_delta":
		return a.say("", d.Thinking)
	case "input_json_delta":
		for i := range slices.Backward(a.calls) {
			if a.calls[i].index == index && index >= 0 {
				return a.calls[i].add("", "", d.Partial)
			}
		}
	}
	return nil
}

func (a *anthropic) over(reason string) {
	switch reason {
	case "":
	case "max_tokens", "model_context_window_exceeded":
		a.finish = Length
	case "refusal":
		a.finish = Filtered
	default: // end_turn, stop_sequence, pause_turn; the calls tell of tool_use
		a.finish = Stop
	}
}

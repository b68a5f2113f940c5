package upstream

import (
	"fmt"
	"maps"
	"net/http"
)

// framer writes the events of one stream, as its format has them.
type framer interface {
	begin() string
	chunk(c Chunk) string
	end() string
}

func frames(format string) framer {
	if format == Anthropic {
		return &messages{index: -1}
	}
	return &completions{index: -1}
}

func fault(format string, r Reply) string {
	switch {
	case r.Fault == "":
		return ""
	case format == Anthropic:
		return line(object{"type": "error", "error": object{"type": "api_error", "message": r.Fault}})
	}
	return line(object{"error": object{"message": r.Fault, "type": http.StatusText(r.Status), "code": nil}})
}

type object map[string]any

// completions writes OpenAI's chat completions: every event is a delta of the one choice.
type completions struct{ index, tokens int }

func (f *completions) event(choices []object, more object) string {
	o := object{"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 0, "model": "scripted", "choices": choices}
	maps.Copy(o, more)
	return "data: " + line(o) + "\n\n"
}

func (f *completions) delta(delta object, finish any) string {
	return f.event([]object{{"index": 0, "delta": delta, "finish_reason": finish}}, nil)
}

func (f *completions) begin() string { return f.delta(object{"role": "assistant", "content": ""}, nil) }

func (f *completions) chunk(c Chunk) (out string) {
	if c.Text != "" {
		f.tokens++
		out += f.delta(object{"content": c.Text}, nil)
	}
	if c.Call.Name != "" {
		f.index++
		function := object{"name": c.Call.Name, "arguments": c.Call.Args}
		out += f.delta(object{"tool_calls": []object{{"index": f.index, "id": c.Call.ID, "type": "function", "function": function}}}, nil)
	} else if c.Call.Args != "" {
		out += f.delta(object{"tool_calls": []object{{"index": f.index, "function": object{"arguments": c.Call.Args}}}}, nil)
	}
	return out + c.Raw
}

func (f *completions) end() string {
	reason := "stop"
	if f.index >= 0 {
		reason = "tool_calls"
	}
	usage := object{"prompt_tokens": 1, "completion_tokens": f.tokens, "total_tokens": 1 + f.tokens}
	return f.delta(object{}, reason) + f.event([]object{}, object{"usage": usage}) + "data: [DONE]\n\n"
}

// messages writes Anthropic's messages: a block for the text and one for each call, each begun and stopped.
type messages struct {
	index, tokens int
	open          string // the kind of the block that is open
	calls         bool
}

func (f *messages) event(kind string, o object) string {
	o["type"] = kind
	return fmt.Sprintf("event: %s\ndata: %s\n\n", kind, line(o))
}

func (f *messages) begin() string {
	return f.event("message_start", object{"message": object{
		"id": "msg_1", "type": "message", "role": "assistant", "model": "scripted", "content": []any{},
		"stop_reason": nil, "stop_sequence": nil, "usage": object{"input_tokens": 1, "output_tokens": 0},
	}})
}

func (f *messages) chunk(c Chunk) (out string) {
	if c.Text != "" {
		if f.tokens++; f.open != "text" {
			out += f.block("text", object{"text": ""})
		}
		out += f.delta(object{"type": "text_delta", "text": c.Text})
	}
	if c.Call.Name != "" {
		f.calls = true
		out += f.block("tool_use", object{"id": c.Call.ID, "name": c.Call.Name, "input": object{}})
	}
	if c.Call.Args != "" {
		out += f.delta(object{"type": "input_json_delta", "partial_json": c.Call.Args})
	}
	return out + c.Raw
}

// block stops the open block and begins another.
func (f *messages) block(kind string, o object) string {
	stop := f.stop()
	f.index++
	f.open, o["type"] = kind, kind
	return stop + f.event("content_block_start", object{"index": f.index, "content_block": o})
}

func (f *messages) delta(o object) string {
	return f.event("content_block_delta", object{"index": f.index, "delta": o})
}

func (f *messages) stop() string {
	if f.open == "" {
		return ""
	}
	f.open = ""
	return f.event("content_block_stop", object{"index": f.index})
}

func (f *messages) end() string {
	reason := "end_turn"
	if f.calls {
		reason = "tool_use"
	}
	delta := object{"stop_reason": reason, "stop_sequence": nil}
	return f.stop() + f.event("message_delta", object{"delta": delta, "usage": object{"output_tokens": f.tokens}}) + f.event("message_stop", object{})
}

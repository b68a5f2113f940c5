package upstream

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"lily/core/model"
)

// Reply is one answer. What it says is framed as the format has it; one of raw chunks only is sent as it stands.
type Reply struct {
	Status int // zero is 200
	Header http.Header
	Chunks []Chunk
	Fault  string // an error's message, in the format's shape, before the chunks
	End    End
	Wait   <-chan struct{}     // wait for this before the header
	From   func(Request) Reply // if set, makes the reply of the request, and nothing else counts
}

// Chunk is one piece of an answer, flushed before the next is waited for.
type Chunk struct {
	Delay time.Duration   // wait so long before it
	Wait  <-chan struct{} // wait for this before it, after Delay
	Text  string          // a piece of what the model says
	Call  Call            // a call of a tool begins, or goes on
	Raw   string          // bytes as they stand
}

// Call is a piece of a call. With a name it begins one; without, Args goes on with the last.
type Call struct{ ID, Name, Args string }

// End is how a reply ends.
type End int

// The ends of a reply.
const (
	Whole End = iota // as the format has it
	Cut              // after the chunks, without the format's end; HTTP is whole
	Drop             // the connection closes in the middle
	Hang             // nothing more is said until the client leaves
)

// Text says something, a chunk for each piece.
func Text(pieces ...string) Reply {
	return chunks(pieces, func(p string) Chunk { return Chunk{Text: p} })
}

// Raw sends bytes as they stand, a chunk for each piece.
func Raw(pieces ...string) Reply {
	return chunks(pieces, func(p string) Chunk { return Chunk{Raw: p} })
}

func chunks(pieces []string, of func(piece string) Chunk) (r Reply) {
	for _, p := range pieces {
		r.Chunks = append(r.Chunks, of(p))
	}
	return r
}

// Calls asks for tools. The arguments of each come in pieces.
func Calls(calls ...Call) Reply {
	var r Reply
	for _, c := range calls {
		r.Chunks = append(r.Chunks, Chunk{Call: Call{ID: c.ID, Name: c.Name}})
		for piece := range slices.Chunk([]rune(c.Args), max(1, (len(c.Args)+2)/3)) {
			r.Chunks = append(r.Chunks, Chunk{Call: Call{Args: string(piece)}})
		}
	}
	return r
}

// Error is an error of the upstream itself.
func Error(status int, message string) Reply { return Reply{Status: status, Fault: message} }

// Models is a list of models.
func Models(ids ...string) Reply {
	list := []object{}
	for _, id := range ids {
		list = append(list, object{"id": id, "object": "model"})
	}
	return Raw(line(object{"object": "list", "data": list})).With("Content-Type", "application/json")
}

// Big says so many bytes, in chunks of 64 KiB.
func Big(size int) Reply {
	var r Reply
	for ; size > 0; size -= 64 << 10 {
		r.Chunks = append(r.Chunks, Chunk{Text: strings.Repeat("x", min(size, 64<<10))})
	}
	return r
}

// With adds a header.
func (r Reply) With(name, value string) Reply {
	header := http.Header{}
	maps.Copy(header, r.Header)
	header.Add(name, value)
	r.Header = header
	return r
}

// Ending ends otherwise.
func (r Reply) Ending(e End) Reply {
	r.End = e
	return r
}

// Slowly waits before each chunk.
func (r Reply) Slowly(d time.Duration) Reply {
	r.Chunks = slices.Clone(r.Chunks)
	for i := range r.Chunks {
		r.Chunks[i].Delay = d
	}
	return r
}

// After waits before chunk i.
func (r Reply) After(i int, wait <-chan struct{}) Reply {
	r.Chunks = slices.Clone(r.Chunks)
	r.Chunks[i].Wait = wait
	return r
}

func (r Reply) framed() bool {
	return slices.ContainsFunc(r.Chunks, func(c Chunk) bool { return c.Text != "" || c.Call != Call{} })
}

func line(v any) string {
	data, _ := json.Marshal(v) // texts, numbers and lists always encode
	return string(data)
}

// framer writes the events of one stream, as its format has them.
type framer interface {
	begin() string
	chunk(c Chunk) string
	end() string
}

func fault(format string, r Reply) string {
	switch {
	case r.Fault == "":
		return ""
	case format == model.Anthropic:
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

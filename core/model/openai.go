package model

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"strings"
)

func (g *gather) eventOpenAI(data []byte, failed bool) error {
	if isDone(data) {
		g.ended = true
		return errOver
	}
	return g.chunkOpenAI(data, failed, false)
}

func (g *gather) wholeOpenAI(data []byte) error { return g.chunkOpenAI(data, false, true) }

func (g *gather) chunkOpenAI(data []byte, failed, whole bool) error {
	var c openChunk
	if err := parse(data, &c); err != nil {
		return err
	}
	if failed || c.Error != "" || c.Object == "error" {
		if kind, _ := told(data); kind == "idle_timeout" && g.ended {
			return errOver // the proxy tells of a server that finished and neither says so nor hangs up: that costs nothing
		}
		return interruption(data)
	}
	if c.Usage.In > 0 || c.Usage.Out > 0 {
		g.usage = Usage(c.Usage)
	}
	for _, choice := range c.Choices {
		if choice.Index != 0 {
			continue // one was asked for
		}
		m := choice.Delta
		if whole {
			m, g.ended = choice.Message, true
		}
		if err := g.message(m, string(choice.Finish)); err != nil {
			return err
		}
	}
	return nil
}

func (g *gather) message(m openMessage, finish string) error {
	if err := g.say(string(m.Content+m.Refusal), string(cmp.Or(m.Thought, m.Thought2, m.Thought3))); err != nil {
		return err
	}
	for _, c := range m.Calls {
		p, err := g.pick(c)
		if err == nil {
			err = p.add(c.ID, c.Func.Name, string(c.Func.Arguments))
		}
		if err != nil {
			return err
		}
	}
	return g.overOpenAI(finish)
}

// overOpenAI takes why the reply ended. Whether calls wait is seen by the calls.
func (g *gather) overOpenAI(finish string) error {
	switch finish {
	case "":
		return nil
	case "error", "abort":
		return errors.New("the upstream ended the reply with an error")
	case "length", "max_tokens", "model_length":
		g.finish = Length
	case "content_filter":
		g.finish = Filtered
	default:
		g.finish = Stop
	}
	g.ended = true
	return nil
}

// pick is the call that a piece belongs to: the last of its index or, where none is told, of its id, or the last.
func (g *gather) pick(c openCall) (*part, error) {
	index, found := -1, -1
	if c.Index != nil {
		index = *c.Index
	} else {
		found = len(g.calls) - 1
	}
	for i, p := range slices.Backward(g.calls) {
		if c.Index != nil && p.index == index || c.Index == nil && c.ID != "" && p.ID == c.ID {
			found = i
			break
		}
	}
	if found < 0 || another(&g.calls[found], c) {
		return g.open(index)
	}
	return &g.calls[found], nil
}

// another reports a piece that begins another call though its place is taken: Ollama and Gemini gave every call the
// index 0 or none. A new id alone does not, since vLLM made one for every piece.
func another(p *part, c openCall) bool {
	switch {
	case c.Func.Name == "" || p.Name == "":
		return false
	case c.ID != "" && p.ID != "":
		return c.ID != p.ID
	}
	return c.Func.Name != p.Name ||
		bytes.HasSuffix(p.args, []byte("}")) && strings.HasPrefix(string(c.Func.Arguments), "{")
}

// openChunk is one event of "Create chat completion" in OpenAI's API reference, or the whole answer, or an error.
type openChunk struct {
	Choices []struct {
		Index   int         `json:"index"`
		Delta   openMessage `json:"delta"`
		Message openMessage `json:"message"` // in an answer that is whole
		Finish  text        `json:"finish_reason"`
	} `json:"choices"`
	Usage struct {
		In  int `json:"prompt_tokens"`
		Out int `json:"completion_tokens"`
	} `json:"usage"`
	Error  text `json:"error"`
	Object text `json:"object"`
}

// openMessage is a message, sent or received. What a model thinks has another name with each server.
type openMessage struct {
	Role     string     `json:"role"`
	Content  text       `json:"content"`
	Calls    []openCall `json:"tool_calls,omitempty"`
	Call     string     `json:"tool_call_id,omitempty"`
	Refusal  text       `json:"refusal,omitempty"`
	Thought  text       `json:"reasoning_content,omitempty"` // llama.cpp, vLLM, DeepSeek
	Thought2 text       `json:"reasoning,omitempty"`         // Ollama, vLLM, OpenRouter
	Thought3 text       `json:"thinking,omitempty"`
}

// openCall is a call, a piece of one, or a tool.
type openCall struct {
	Index *int     `json:"index,omitempty"`
	ID    string   `json:"id,omitempty"`
	Type  string   `json:"type"`
	Func  openFunc `json:"function"`
}

type openFunc struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Arguments   text            `json:"arguments,omitempty"`
	Parameters  json.RawMessage `json:"parameters,omitempty"`
}

// openRequest is the body for "Create chat completion" of OpenAI's API.
type openRequest struct {
	Model    string        `json:"model"`
	Messages []openMessage `json:"messages"`
	Tools    []openCall    `json:"tools,omitempty"`
	Stream   bool          `json:"stream"`
	Options  struct {
		Usage bool `json:"include_usage"`
	} `json:"stream_options"`
}

func encodeOpenAI(name string, r Request) ([]byte, error) {
	body := openRequest{Model: name, Messages: []openMessage{}, Stream: true}
	body.Options.Usage = true
	if s := r.system(); s != "" {
		body.Messages = append(body.Messages, openMessage{Role: "system", Content: text(s)})
	}
	for _, m := range turns(r.Messages) {
		sent := openMessage{Role: string(m.Role), Content: text(m.Content()), Call: m.Call}
		for _, c := range m.Calls {
			sent.Calls = append(sent.Calls, openCall{ID: c.ID, Type: "function", Func: openFunc{Name: fit(label(c.Name), 64), Arguments: arguments(c.Args)}})
		}
		body.Messages = append(body.Messages, sent)
	}
	for _, t := range r.Tools {
		f := openFunc{Name: t.Name, Description: t.Summary, Parameters: schema(t.Schema)}
		body.Tools = append(body.Tools, openCall{Type: "function", Func: f})
	}
	return encode(body)
}

// arguments are the object that the model wrote, or its text in one: OpenAI takes any text, but llama.cpp refuses every
// later request of a conversation whose arguments are no JSON.
func arguments(args string) text {
	switch args = strings.TrimSpace(args); {
	case args == "":
		return "{}"
	case object(args):
		return text(args)
	}
	wrapped, _ := json.Marshal(map[string]string{"text": args}) // a text always encodes
	return text(wrapped)
}

package model

import (
	"bytes"
	"errors"
	"slices"
	"strings"
)

// openAI decodes chat completions.
type openAI struct{ gather }

func (o *openAI) event(data []byte, failed bool) error {
	if isDone(data) {
		o.ended = true
		return errOver
	}
	return o.chunk(data, failed, false)
}

func (o *openAI) whole(data []byte) error { return o.chunk(data, false, true) }

func (o *openAI) chunk(data []byte, failed, whole bool) error {
	if failed && !bytes.HasPrefix(data, []byte("{")) {
		return interruption(data)
	}
	var c openChunk
	if err := parse(data, &c); err != nil {
		return err
	}
	if failed || c.Error != "" || c.Object == "error" {
		return o.broken(data)
	}
	if c.Usage.In > 0 || c.Usage.Out > 0 {
		o.usage = Usage(c.Usage)
	}
	for _, choice := range c.Choices {
		if choice.Index != 0 {
			continue // one was asked for
		}
		m := choice.Delta
		if whole {
			m, o.ended = choice.Message, true
		}
		if err := o.take(m, string(choice.Finish)); err != nil {
			return err
		}
	}
	return nil
}

// broken is an error that came within the stream. The proxy tells of a server
// that finished and then neither says so nor hangs up; that costs nothing.
func (o *openAI) broken(data []byte) error {
	if kind, _ := told(data); kind == "idle_timeout" && o.ended {
		return errOver
	}
	return interruption(data)
}

func (o *openAI) take(m openMessage, finish string) error {
	thought := m.Thought
	if thought == "" {
		thought = m.Thought2
	}
	if thought == "" {
		thought = m.Thought3
	}
	if err := o.say(string(m.Content+m.Refusal), string(thought)); err != nil {
		return err
	}
	for _, c := range m.Calls {
		p, err := o.pick(c)
		if err == nil {
			err = p.add(c.ID, c.Func.Name, string(c.Func.Arguments))
		}
		if err != nil {
			return err
		}
	}
	return o.over(finish)
}

// over takes why the reply ended. Whether calls wait is seen by the calls.
func (o *openAI) over(finish string) error {
	switch finish {
	case "":
		return nil
	case "error", "abort":
		return errors.New("the upstream ended the reply with an error")
	case "length", "max_tokens", "model_length":
		o.finish = Length
	case "content_filter":
		o.finish = Filtered
	default:
		o.finish = Stop
	}
	o.ended = true
	return nil
}

// pick is the call that a piece belongs to: the last of its index or, where
// indexes are not told, that of its id, or else the last one.
func (o *openAI) pick(c openCall) (*part, error) {
	index, found := -1, -1
	if c.Index != nil {
		index = *c.Index
	} else {
		found = len(o.calls) - 1
	}
	for i, p := range slices.Backward(o.calls) {
		if c.Index != nil && p.index == index || c.Index == nil && c.ID != "" && p.ID == c.ID {
			found = i
			break
		}
	}
	if found < 0 || another(&o.calls[found], c) {
		return o.open(index)
	}
	return &o.calls[found], nil
}

// another reports a piece that begins another call though its place is taken:
// Ollama and Gemini gave every call the index 0 or none. A new id alone does
// not, since vLLM made one for every piece.
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

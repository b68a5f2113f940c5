// Package model is what Lily says to a language model and what comes back:
// one message type, one request, one port.
//
// A [Request] is a value that is compiled from the session alone, with a
// digest over exactly what is sent (EV-2). The package holds the offline model
// (MD-3), which needs no network and no key.
//
// It promises one digest for one request. It calls nothing: a model that does
// is behind the port.
package model

import (
	"bytes"
	"context"
	"encoding/json"

	"lily/core/skill"
	"lily/core/tree"
)

// Role is who speaks.
type Role string

// The roles of a conversation.
const (
	User      Role = "user"
	Assistant Role = "assistant"
)

// Message is one turn of the conversation. Context is what Lily puts before
// the person's own words: the pinned body of a skill (CM-4).
type Message struct {
	Role    Role   `json:"role"`
	Text    string `json:"text"`
	Skill   string `json:"skill,omitempty"`
	Context string `json:"context,omitempty"`
}

// Content is the message as the model gets it.
func (m Message) Content() string {
	if m.Context == "" {
		return m.Text
	}
	return m.Context + "\n\n" + m.Text
}

// Part is one named part of the system prompt.
type Part struct {
	Name string `json:"name"` // rules, persona/SOUL, catalog, tools …
	Text string `json:"text"`
}

// Spec is a tool as the model is told of it.
type Spec struct {
	Name    string        `json:"name"`
	Summary string        `json:"summary"`
	Params  []skill.Param `json:"params"`
}

// Request is the exact context of one model call, in the order of CV-1.
type Request struct {
	Model    string    `json:"model"`
	System   []Part    `json:"system"`
	Tools    []Spec    `json:"tools"`
	Messages []Message `json:"messages"`
}

// Digest names exactly what is sent.
func (r Request) Digest() tree.Digest {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(r); err != nil {
		panic(err) // strings, booleans and lists always encode
	}
	return tree.Sum(b.Bytes())
}

// Size is how much one part of a request takes. Tokens are an estimate, one
// for every four bytes, as no tokenizer is at hand.
type Size struct {
	Part   string `json:"part"`
	Bytes  int    `json:"bytes"`
	Tokens int    `json:"tokens"`
}

// Sizes lists the parts of the request with their sizes, in order.
func (r Request) Sizes() []Size {
	var list []Size
	for _, p := range r.System {
		list = append(list, size(p.Name, p.Text))
	}
	for _, m := range r.Messages {
		list = append(list, size("message/"+string(m.Role), m.Content()))
	}
	return list
}

func size(part, text string) Size { return Size{part, len(text), (len(text) + 3) / 4} }

// Reply is what a model answered.
type Reply struct {
	Text   string
	Finish string // stop
}

// Model is the port to a language model. Reply must return soon after ctx is
// done, with its error. An implementation keeps nothing between calls.
type Model interface {
	Name() string
	Reply(ctx context.Context, r Request) (Reply, error)
}

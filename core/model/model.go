// Package model is what Lily says to a language model and what comes back: one request, one port, two formats (MD-1).
//
// A [Request] is a value that is compiled from the session alone, with a digest over exactly what is sent (EV-2). The
// package holds the offline model (MD-3), which needs no network and no key, and the scripted one, which gives the
// replies of a file.
//
// It promises one digest for one request, and that what a model says is data: any bytes of a stream give a reply or
// an error, never a panic. It opens no connection: an upstream is behind a port.
//
//	reply, err := model.Offline{}.Reply(ctx, request, func(model.Delta) {})
package model

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"strings"

	"lily/core/plain"
	"lily/core/tree"
)

// Role is who speaks.
type Role string

// The roles of a conversation.
const (
	User      Role = "user"
	Assistant Role = "assistant"
	Tool      Role = "tool" // the result of a call
)

// part is what a message of a role is called among the parts of a request. A long session asks it a million times.
func (r Role) part() string {
	switch r {
	case User:
		return "message/user"
	case Assistant:
		return "message/assistant"
	case Tool:
		return "message/tool"
	}
	return "message/" + string(r)
}

// Message is one turn of the conversation. Context stands before the text: the pinned body of a skill (CM-4, CV-3).
type Message struct {
	Role    Role   `json:"role"`
	Text    string `json:"text"`
	Skill   string `json:"skill,omitempty"`
	Context string `json:"context,omitempty"`
	Calls   []Call `json:"calls,omitempty"` // what an assistant asks for
	Call    string `json:"call,omitempty"`  // the id of the call that a tool's message answers
	Sent    string `json:"-"`               // what is sent for Text: the same, and what was measured, which no digest counts (EV-3)
}

// Call is one call of a tool that a model asks for. Args is what it wrote for a JSON object, unchecked.
type Call struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Args string `json:"args"`
}

// Content is the message as the model gets it.
func (m Message) Content() string {
	m.Text = cmp.Or(m.Sent, m.Text)
	return m.plain()
}

func (m Message) plain() string {
	if m.Context == "" || m.Text == "" {
		return m.Context + m.Text
	}
	return m.Context + "\n\n" + m.Text
}

// Part is one named part of the system prompt.
type Part struct {
	Name string `json:"name"` // rules, persona/SOUL, catalog, tools …
	Text string `json:"text"`
}

// Spec is a tool as the model is told of it. Schema is the JSON Schema of its arguments, an object.
type Spec struct {
	Name    string          `json:"name"`
	Summary string          `json:"summary"`
	Schema  json.RawMessage `json:"schema"`
}

// Request is the exact context of one model call, in the order of CV-1.
type Request struct {
	Model    string    `json:"model"`
	System   []Part    `json:"system"`
	Tools    []Spec    `json:"tools"`
	Messages []Message `json:"messages"`
}

// Digest names exactly what is sent: it is that of [Request.Encode].
func (r Request) Digest() (d tree.Digest) {
	sum := sha256.New()
	plain.Write(sum, r) // at once: the text may be a megabyte, and is not kept
	sum.Sum(d[:0])
	return d
}

// Encode writes all of the request that counts as one line of JSON, its line feed included.
func (r Request) Encode() []byte { return append(plain.JSON(r), '\n') }

// DecodeRequest reads what [Request.Encode] wrote, which is without what was measured, and nothing else.
func DecodeRequest(data []byte) (r Request, err error) {
	if err := plain.Strictly(data, &r); err != nil {
		return Request{}, err
	}
	if !bytes.Equal(r.Encode(), data) {
		return Request{}, errors.New("got a request that is written in another way")
	}
	return r, nil
}

// Size is how much one part of a request takes. Tokens are an estimate, one for every four bytes.
type Size struct {
	Part   string `json:"part"`
	Bytes  int    `json:"bytes"`
	Tokens int    `json:"tokens"`
}

// Manifest is the tools as text, each a line of JSON; empty for none.
func (r Request) Manifest() string {
	var b strings.Builder
	for _, t := range r.Tools {
		b.Write(append(plain.JSON(t), '\n'))
	}
	return b.String()
}

// Parts lists all that is sent with a name for each part, in order (CV-1).
func (r Request) Parts() []Part {
	list := append([]Part{}, r.System...)
	if len(r.Tools) > 0 {
		list = append(list, Part{"tools", r.Manifest()})
	}
	for _, m := range r.Messages {
		list = append(list, Part{m.Role.part(), m.wire()})
	}
	return list
}

func (m Message) wire() string {
	list := []string{m.plain()}
	for _, c := range m.Calls {
		list = append(list, c.Name+" "+c.Args)
	}
	return strings.Join(list, "\n")
}

// size is the length of wire, which is not made for it: a session asks it of all its messages at each request.
func (m *Message) size() int {
	n := len(m.Context) + len(m.Text)
	if m.Context != "" && m.Text != "" {
		n += len("\n\n")
	}
	for _, c := range m.Calls {
		n += len("\n") + len(c.Name) + len(" ") + len(c.Args)
	}
	return n
}

// Size is what the message takes as a part.
func (m Message) Size() Size { return sized(m.Role.part(), m.size()) }

// Of reports whether a message takes that much. A long session asks it of all its messages at each request.
func (s *Size) Of(m *Message) bool {
	return s.Bytes == m.size() && s.Part == m.Role.part() && *s == sized(s.Part, s.Bytes)
}

// IsMessage reports the part of a message.
func (s Size) IsMessage() bool { return strings.HasPrefix(s.Part, "message/") }

// Sizes lists the parts of the request with their sizes.
func (r Request) Sizes() []Size {
	messages := r.Messages
	r.Messages = nil
	parts := r.Parts()
	list := make([]Size, 0, len(parts)+len(messages))
	for _, p := range parts {
		list = append(list, sized(p.Name, len(p.Text)))
	}
	for _, m := range messages {
		list = append(list, m.Size())
	}
	return list
}

func sized(part string, bytes int) Size { return Size{part, bytes, (bytes + 3) / 4} }

// Why a reply ended.
const (
	Stop        = "stop"        // the model was done
	ToolCalls   = "tool_calls"  // it waits for the results of its calls
	Length      = "length"      // it came to its limit of tokens
	Filtered    = "filtered"    // the upstream withheld the rest
	Interrupted = "interrupted" // it was stopped, or the stream broke
)

// Reply is what a model answered.
type Reply struct {
	Text    string
	Calls   []Call // complete ones, in order, with ids that differ
	Finish  string
	Usage   Usage
	Retries int // how often the upstream was asked again
}

// Usage counts tokens as the upstream tells them; zero is not told.
type Usage struct {
	In  int `json:"in"`
	Out int `json:"out"`
}

// Delta is what arrived of a reply since the last one. Thinking is what a model says to itself; it is shown and not
// kept. Note is a sentence of Lily's own, such as that the upstream asked to wait.
type Delta struct{ Text, Thinking, Note string }

// Toolless may a model also be: it takes no tools, and is told of them in the system prompt, in words (TS-8).
type Toolless interface{ Toolless() bool }

// Sized may a model also be: Window is the size of its context in tokens; 0 where it is not known after all.
type Sized interface{ Window() int }

// Window is how many tokens a model's context has; 0 is not known.
func Window(m Model) int {
	if sized, ok := m.(Sized); ok {
		return max(sized.Window(), 0)
	}
	return 0
}

// Model is the port to a language model. Reply tells on, which is never nil, what arrives, and returns soon after ctx
// is done, with its error. With an error it returns what arrived, [Interrupted] (CV-7). Nothing is kept between calls.
type Model interface {
	Name() string
	Reply(ctx context.Context, r Request, on func(Delta)) (Reply, error)
}

// Finder is the port to models by their names. What it finds has the name that was asked for, or is an error.
type Finder interface {
	Find(name string) (Model, error)
}

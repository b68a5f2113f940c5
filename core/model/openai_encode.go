package model

import (
	"encoding/json"
	"strings"
)

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

// arguments are the object that the model wrote, or its text in one: OpenAI
// takes any text, but llama.cpp refuses every later request of a conversation
// whose arguments are no JSON.
func arguments(args string) text {
	switch args = strings.TrimSpace(args); {
	case args == "":
		return "{}"
	case strings.HasPrefix(args, "{") && json.Valid([]byte(args)):
		return text(args)
	}
	wrapped, _ := json.Marshal(map[string]string{"text": args}) // a text always encodes
	return text(wrapped)
}

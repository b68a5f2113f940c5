package model

import "encoding/json"

// openChunk is one event of a stream as "Create chat completion" of OpenAI's
// API reference has it, or the whole answer; the fields are those that matter
// here, and those of errors.
type openChunk struct {
	Choices []openChoice `json:"choices"`
	Usage   struct {
		In  int `json:"prompt_tokens"`
		Out int `json:"completion_tokens"`
	} `json:"usage"`
	Error  text `json:"error"`
	Object text `json:"object"`
}

type openChoice struct {
	Index   int         `json:"index"`
	Delta   openMessage `json:"delta"`
	Message openMessage `json:"message"` // in an answer that is whole
	Finish  text        `json:"finish_reason"`
}

// openMessage is a message, sent or received. What a model thinks has another
// name with each server.
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

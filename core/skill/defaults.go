package skill

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"lily/core/answer"
)

// Default is a value that a skill proposes for an argument of a tool (PO-8).
type Default struct {
	Tool, Arg string
	Value     string
	JSON      bool // Value is JSON, else a text that stands for it
}

// For is the default as JSON for a parameter: a text becomes what it reads as there.
func (d Default) For(p Param) json.RawMessage {
	if d.JSON || p.Type != "string" && json.Valid([]byte(d.Value)) {
		return json.RawMessage(d.Value)
	}
	text, _ := json.Marshal(d.Value) // a text always encodes
	return text
}

// members reads one JSON object, each key once and nothing after it.
func members(text, what string, each func(key string, value json.RawMessage) error) error {
	dec := json.NewDecoder(strings.NewReader(text))
	if first, err := dec.Token(); err != nil || first != json.Delim('{') {
		return fmt.Errorf("%s is not a JSON object", what)
	}
	seen := map[string]bool{}
	for dec.More() {
		key, err := dec.Token()
		var value json.RawMessage
		if err == nil {
			err = dec.Decode(&value)
		}
		name, _ := key.(string)
		switch {
		case err != nil:
			return fmt.Errorf("%s is not a JSON object: %w", what, err)
		case seen[name]:
			return fmt.Errorf("%s has %s twice", what, answer.Short(name))
		}
		seen[name] = true
		if err := each(name, value); err != nil {
			return err
		}
	}
	if _, err := dec.Token(); err != nil {
		return fmt.Errorf("%s is not a JSON object: it is never closed", what)
	}
	if _, err := dec.Token(); err != io.EOF {
		return fmt.Errorf("%s is followed by more", what)
	}
	return nil
}

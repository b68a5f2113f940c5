package command

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"strings"

	"lily/core/skill"
)

// names reports whether a text is a JSON object with this key and no other.
func names(text, key string) bool {
	if !strings.HasPrefix(text, "{") || !json.Valid([]byte(text)) {
		return false
	}
	dec, keys := json.NewDecoder(strings.NewReader(text)), 0
	_, _ = dec.Token() // the brace
	for ; dec.More(); keys++ {
		var value json.RawMessage
		if name, err := dec.Token(); err != nil || name != key || dec.Decode(&value) != nil {
			return false
		}
	}
	return keys > 0
}

// object reads one JSON object and nothing after it.
func (b *binder) object(text string) error {
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	if err := b.keys(dec); err != nil {
		return err
	}
	if _, err := dec.Token(); err != io.EOF {
		return invalid("The JSON object is followed by more text.")
	}
	return nil
}

func (b *binder) keys(dec *json.Decoder) error {
	if _, err := dec.Token(); err != nil {
		return notObject(err)
	}
	for dec.More() {
		key, err := dec.Token()
		var raw json.RawMessage
		if err == nil {
			err = dec.Decode(&raw)
		}
		if err != nil {
			return notObject(err)
		}
		if err := b.member(key.(string), raw); err != nil {
			return err
		}
	}
	if _, err := dec.Token(); err != nil {
		return notObject(err)
	}
	return nil
}

func notObject(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return invalid("The arguments are not a JSON object: it is never closed.")
	}
	return invalid("The arguments are not a JSON object: %s.", err)
}

func (b *binder) member(key string, raw json.RawMessage) error {
	p, ok := b.param(key)
	if !ok {
		return invalid("There is no argument %s.", key)
	}
	if _, twice := b.args[key]; twice {
		return invalid("The argument %s is given twice.", key)
	}
	value, err := decode(p, raw)
	b.args[key] = value
	return err
}

// decode takes a JSON value of just the parameter's type.
func decode(p skill.Param, raw json.RawMessage) (any, error) {
	raw = bytes.TrimSpace(raw)
	var err error
	switch first := raw[0]; {
	case p.Type == "array" && first == '[':
		list := []string{}
		var items []*string
		if err = json.Unmarshal(raw, &items); err == nil && !slices.Contains(items, nil) {
			for _, s := range items {
				list = append(list, *s)
			}
			return list, nil
		}
	case p.Type == "string" && first == '"':
		var s string
		if err = json.Unmarshal(raw, &s); err == nil {
			return s, nil
		}
	case p.Type != "string" && p.Type != "array" && first != '"':
		if v, err := convert(p, string(raw)); err == nil {
			return v, nil
		}
	}
	return nil, wrong(p, string(raw))
}

// Fits says why a JSON value is none for a parameter, nil where it is one.
func Fits(p skill.Param, raw json.RawMessage) error {
	if !json.Valid(raw) {
		return invalid("The argument %s is not JSON.", p.Name)
	}
	_, err := decode(p, raw)
	return err
}

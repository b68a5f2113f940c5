package command

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"lily/core/argv"
	"lily/core/skill"
)

// Args are bound arguments by parameter name: string, int64, float64, bool or
// []string, as the parameter's type says.
type Args map[string]any

// Usage shows how a tool is called: what stands in front, then its parameters.
func Usage(call string, params []skill.Param) string {
	for _, p := range params {
		word := p.Name + "=<" + p.Type + ">"
		if !p.Required {
			word = "[" + word + "]"
		}
		call += " " + word
	}
	return call
}

// Bind reads the text after a command as the arguments of a tool (CM-5). A
// tool that takes one string gets the whole text, as it stands, unless the text
// names it: name=text, or a JSON object with that one key, whatever its value. A JSON
// object with any other key is text. Otherwise the text is a JSON object, or shell-quoted
// words: key=value by name, the others by position. The caller adds the usage to an error.
func Bind(text string, params []skill.Param) (Args, error) {
	b := binder{params: params, args: Args{}}
	switch {
	case len(params) == 1 && params[0].Type == "string" && !names(text, params[0].Name):
		b.whole(text)
		return b.complete(nil)
	case strings.HasPrefix(text, "{"):
		return b.complete(b.object(text))
	}
	return b.complete(b.words(text))
}

// BindObject reads the text that a model wrote as the arguments of a tool: one
// JSON object, or nothing at all for none. Its errors are those of [Bind].
func BindObject(text string, params []skill.Param) (Args, error) {
	b := binder{params: params, args: Args{}}
	switch bare := strings.TrimSpace(text); {
	case bare == "":
		return b.complete(nil)
	case bare[0] != '{':
		return nil, invalid("The arguments are not a JSON object.")
	}
	return b.complete(b.object(text))
}

func invalid(format string, args ...any) error { return Errorf(InvalidArguments, format, args...) }

type binder struct {
	params []skill.Param
	args   Args
}

// whole gives the text to the one string that the tool takes.
func (b *binder) whole(text string) {
	p := b.params[0]
	if rest, ok := strings.CutPrefix(text, p.Name+"="); ok {
		text = rest
		if words, err := argv.Split(rest); err == nil && len(words) == 1 {
			text = words[0]
		}
	}
	if text != "" {
		b.args[p.Name] = text
	}
}

func (b *binder) param(name string) (skill.Param, bool) {
	i := slices.IndexFunc(b.params, func(p skill.Param) bool { return p.Name == name })
	if i < 0 {
		return skill.Param{}, false
	}
	return b.params[i], true
}

// complete gives the arguments, unless they could not be read or one is missing.
func (b *binder) complete(err error) (Args, error) {
	if err != nil {
		return nil, err
	}
	for _, p := range b.params {
		if _, ok := b.args[p.Name]; p.Required && !ok {
			return nil, invalid("The argument %s is missing.", p.Name)
		}
	}
	return b.args, nil
}

func (b *binder) words(text string) error {
	words, err := argv.Split(text)
	if err != nil {
		return invalid("The arguments cannot be split into words: %s.", err)
	}
	for _, word := range words {
		if err := b.word(word); err != nil {
			return err
		}
	}
	return nil
}

func (b *binder) word(word string) error {
	key, value, named := strings.Cut(word, "=")
	if named && isName(key) {
		p, ok := b.param(key)
		if !ok {
			return invalid("There is no argument %s.", key)
		}
		return b.set(p, value)
	}
	for _, p := range b.params {
		if _, taken := b.args[p.Name]; !taken || p.Type == "array" {
			return b.set(p, word)
		}
	}
	return invalid("There is one argument too many: %q.", word)
}

func isName(s string) bool {
	for i, r := range s {
		letter := r == '_' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
		if !letter && (i == 0 || r < '0' || r > '9') && (i == 0 || r != '-') {
			return false
		}
	}
	return s != ""
}

func (b *binder) set(p skill.Param, word string) error {
	if p.Type == "array" {
		list, _ := b.args[p.Name].([]string)
		b.args[p.Name] = append(list, word)
		return nil
	}
	if _, twice := b.args[p.Name]; twice {
		return invalid("The argument %s is given twice.", p.Name)
	}
	value, err := convert(p, word)
	b.args[p.Name] = value
	return err
}

func convert(p skill.Param, word string) (any, error) {
	switch p.Type {
	case "integer":
		if n, err := strconv.ParseInt(word, 10, 64); err == nil {
			return n, nil
		}
	case "number":
		if f, err := strconv.ParseFloat(word, 64); err == nil && !math.IsInf(f, 0) && !math.IsNaN(f) {
			return f, nil
		}
	case "boolean":
		if word == "true" || word == "false" {
			return word == "true", nil
		}
	default:
		return word, nil
	}
	return nil, wrong(p, strconv.Quote(word))
}

func wrong(p skill.Param, got string) error {
	article := "a"
	if p.Type == "integer" || p.Type == "array" {
		article = "an"
	}
	return invalid("The argument %s: got %s, want %s %s.", p.Name, got, article, p.Type)
}

// names reports whether a text is a JSON object with this key and no other.
func names(text, key string) bool {
	var object map[string]json.RawMessage
	err := json.Unmarshal([]byte(text), &object)
	_, named := object[key]
	return err == nil && named && len(object) == 1 && text[0] == '{'
}

// object reads one JSON object and nothing after it.
func (b *binder) object(text string) error {
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	_, err := dec.Token() // the brace
	for err == nil && dec.More() {
		var key json.Token
		var raw json.RawMessage
		if key, err = dec.Token(); err == nil {
			err = dec.Decode(&raw)
		}
		if err == nil {
			if fault := b.member(key.(string), raw); fault != nil {
				return fault
			}
		}
	}
	if err == nil {
		_, err = dec.Token()
	}
	if err != nil {
		return notObject(err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return invalid("The JSON object is followed by more text.")
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
	switch first := raw[0]; {
	case p.Type == "array" && first == '[':
		var items []*string
		if err := json.Unmarshal(raw, &items); err == nil && !slices.Contains(items, nil) {
			list := make([]string, len(items))
			for i, s := range items {
				list[i] = *s
			}
			return list, nil
		}
	case p.Type == "string" && first == '"':
		var s string
		if err := json.Unmarshal(raw, &s); err == nil {
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

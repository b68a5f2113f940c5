package model

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// maxScript bounds a script.
const maxScript = 4 << 20

type scriptLine struct {
	Text     string   `json:"text"`
	Chunks   []string `json:"chunks"`
	Thinking string   `json:"thinking"`
	Error    string   `json:"error"`
	Calls    []struct {
		Name string          `json:"name"`
		Args json.RawMessage `json:"args"`
	} `json:"calls"`
}

// ParseScript reads the replies of a script, one JSON object a line:
//
//	{"text":"…","chunks":["a","b"],"thinking":"…","calls":[{"name":"read","args":{}}],"error":"…"}
//
// Every key may be left out. Chunks arrive one by one, and the text is all of
// them. Args are an object, or a string that is given on as it is. An error
// comes after the text, and interrupts it. Blank lines and lines that begin
// with # say nothing.
func ParseScript(name string, data []byte) (Scripted, error) {
	if len(data) > maxScript {
		return Scripted{}, fmt.Errorf("%s: %w", name, tooLarge("the script", maxScript))
	}
	var s Scripted
	n := 0
	for line := range bytes.Lines(data) {
		n++
		line = bytes.TrimSpace(line)
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		reply, err := parseLine(line)
		if err != nil {
			return Scripted{}, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		s.lines = append(s.lines, reply)
	}
	return s, nil
}

func parseLine(line []byte) (scriptLine, error) {
	var l scriptLine
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	err := dec.Decode(&l)
	if err == nil {
		if _, more := dec.Token(); more != io.EOF {
			err = errors.New("got more after the reply, want one reply a line")
		}
	}
	if err == nil && line[0] != '{' {
		err = fmt.Errorf("got %s, want an object", line)
	}
	if err != nil {
		return l, errors.New(strings.TrimPrefix(err.Error(), "json: "))
	}
	if whole := strings.Join(l.Chunks, ""); l.Chunks == nil {
		l.Chunks = []string{l.Text}
	} else if l.Text != "" && l.Text != whole {
		return l, fmt.Errorf("got the text %q, want that of the chunks, %q", l.Text, whole)
	} else {
		l.Text = whole
	}
	return l, l.check()
}

func (l scriptLine) check() error {
	switch {
	case len(l.Text) > MaxReply || len(l.Thinking) > MaxReply:
		return tooLarge("the reply", MaxReply)
	case len(l.Calls) > maxCalls:
		return fmt.Errorf("the reply has more than %d calls", maxCalls)
	case len(l.Calls) > 0 && l.Error != "":
		return errors.New("got calls and an error, want one of them")
	}
	for i, c := range l.Calls {
		if c.Name == "" {
			return fmt.Errorf("call %d: got no name", i+1)
		}
		if len(c.Args) > 0 && c.Args[0] != '{' && c.Args[0] != '"' {
			return fmt.Errorf("call %d: got the args %s, want an object or a string", i+1, c.Args)
		}
		if len(c.Args) > maxCall {
			return fmt.Errorf("call %d: %w", i+1, tooLarge("a call", maxCall))
		}
	}
	return nil
}

package model

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"lily/core/plain"
	"lily/core/tree"
)

// Scripted is a model that gives the replies of a file. Which one follows from the request alone, so that a request
// that is repeated gets the same: the first where no assistant spoke yet, then the second.
type Scripted struct{ lines []scriptLine }

// Name implements [Model].
func (Scripted) Name() string { return "scripted" }

// Reply implements [Model]. Equal requests get equal replies.
func (s Scripted) Reply(ctx context.Context, r Request, on func(Delta)) (Reply, error) {
	n := 0
	for _, m := range r.Messages {
		if m.Role == Assistant {
			n++
		}
	}
	reply := Reply{Finish: Interrupted}
	if err := ctx.Err(); err != nil {
		return reply, err
	}
	if n >= len(s.lines) {
		return reply, fmt.Errorf("got request %d of a script with replies for %d", n+1, len(s.lines))
	}
	return s.lines[n].reply(ctx, n+1, on)
}

func (l scriptLine) reply(ctx context.Context, request int, on func(Delta)) (Reply, error) {
	reply := Reply{Finish: Interrupted}
	if l.Thinking != "" {
		on(Delta{Thinking: l.Thinking})
	}
	for _, chunk := range l.Chunks {
		if err := ctx.Err(); err != nil {
			return reply, err
		}
		if chunk != "" {
			reply.Text = l.Text[:len(reply.Text)+len(chunk)]
			on(Delta{Text: chunk})
		}
	}
	if err := ctx.Err(); err != nil {
		return reply, err
	}
	if l.Error != "" {
		return reply, errors.New(l.Error)
	}
	reply.Finish, reply.Calls = Stop, l.calls(request)
	if len(reply.Calls) > 0 {
		reply.Finish = ToolCalls
	}
	return reply, nil
}

func (l scriptLine) calls(request int) (list []Call) {
	for i, c := range l.Calls {
		args := text("{}")
		if len(c.Args) > 0 {
			_ = args.UnmarshalJSON(c.Args) // takes every value
		}
		list = append(list, Call{fmt.Sprintf("call_%d_%d", request, i+1), c.Name, string(args)})
	}
	return list
}

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
// Every key may be left out. Chunks arrive one by one, and the text is all of them. Args are an object, or a string
// that is given on as it is. An error comes after the text, and interrupts it. Blank lines and lines that begin with
// # say nothing.
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
	err := plain.Strictly(line, &l)
	switch {
	case err != nil:
		return l, errors.New(strings.TrimPrefix(err.Error(), "json: "))
	case !json.Valid(line):
		return l, errors.New("got more after the reply, want one reply a line")
	case line[0] != '{':
		return l, fmt.Errorf("got %s, want an object", line)
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

// Replies is the file of a tree that the scripted model gives the replies of.
const Replies = "workspace/replies.jsonl"

// Find finds a model that needs nothing but files: the offline one, or the scripted one, which is read anew each time.
func Find(files tree.Tree, name string) (Model, error) {
	switch name {
	case Offline{}.Name():
		return Offline{}, nil
	case Scripted{}.Name():
		f, ok := files.File(Replies)
		if !ok {
			return nil, fmt.Errorf("there is no file /%s with replies", Replies)
		}
		data, err := f.Bytes()
		if err != nil {
			return nil, fmt.Errorf("/%s: %w", Replies, err)
		}
		return ParseScript("/"+Replies, data)
	}
	return nil, fmt.Errorf("there is no model %q here", name)
}

// Offline is the model that is always there (MD-3): it shows the context, but for its own replies, named by digest.
type Offline struct{}

// Name implements [Model].
func (Offline) Name() string { return "offline" }

// Reply implements [Model]. Equal requests get equal replies.
func (Offline) Reply(ctx context.Context, r Request, on func(Delta)) (Reply, error) {
	if err := ctx.Err(); err != nil {
		return Reply{Finish: Interrupted}, err
	}
	var b strings.Builder
	b.WriteString(intro)
	for _, p := range r.System {
		section(&b, "System: "+p.Name, p.Text)
	}
	if len(r.Tools) > 0 {
		section(&b, "Tools", strings.TrimRight(r.Manifest(), "\n"))
	}
	for _, m := range r.Messages {
		section(&b, "Message: "+string(m.Role), quoted(m))
	}
	fmt.Fprintf(&b, "\nContext digest: `%s`", r.Digest())
	on(Delta{Text: b.String()})
	return Reply{Text: b.String(), Finish: Stop}, nil
}

const intro = "This is Lily's offline model. It is not a language model and makes up nothing: " +
	"it shows the exact context that a model would get here.\n"

// quoted is a message, but for the model's own replies, which quote the context and would double with each turn.
func quoted(m Message) string {
	text := m.wire()
	if m.Role != Assistant || !strings.HasPrefix(text, intro) {
		return text
	}
	return fmt.Sprintf("(an earlier reply of %d bytes, digest %s)", len(text), tree.Sum([]byte(text)))
}

// section fences a part so that nothing in it can end the fence.
func section(b *strings.Builder, title, text string) {
	longest := 2
	for run := range strings.FieldsFuncSeq(text, func(r rune) bool { return r != '`' }) {
		longest = max(longest, len(run))
	}
	fence := strings.Repeat("`", longest+1)
	fmt.Fprintf(b, "\n### %s\n\n%stext\n%s\n%s\n", title, fence, text, fence)
}

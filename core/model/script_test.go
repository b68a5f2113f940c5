package model

import (
	"context"
	"errors"
	"strings"
	"testing"
)

const script = `# A script.
{"text":"I will read it.","thinking":"Hm.","calls":[{"name":"read","args":{"path": "a"}},{"name":"list"},{"name":"bad","args":"{\"a\":"}]}

{"chunks":["one ","","two"]}
{"text":"So far","error":"the upstream broke"}
`

// after is a request in a conversation where the assistant spoke n times.
func after(n int) (r Request) {
	for range n {
		r.Messages = append(r.Messages, Message{Role: User, Text: "?"}, Message{Role: Assistant, Text: "!"})
	}
	return r
}

func TestScripted(t *testing.T) {
	s, err := ParseScript("s", []byte(script))
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		text, told, finish, err string
		calls                   []Call
	}{
		{"I will read it.", "<Hm.>|I will read it.", ToolCalls, "", []Call{{"call_1_1", "read", `{"path":"a"}`}, {"call_1_2", "list", "{}"}, {"call_1_3", "bad", `{"a":`}}},
		{"one two", "one |two", Stop, "", nil},
		{"So far", "So far", Interrupted, "the upstream broke", nil},
		{"", "", Interrupted, "got request 4 of a script with replies for 3", nil},
	}
	for n, test := range tests {
		for range 2 { // the second time it is the same
			var told []string
			reply, err := s.Reply(context.Background(), after(n), func(d Delta) {
				if d.Thinking != "" {
					d.Text = "<" + d.Thinking + ">"
				}
				told = append(told, d.Text)
			})
			if reply.Text != test.text || strings.Join(told, "|") != test.told || reply.Finish != test.finish || message(err) != test.err {
				t.Errorf("%d: got %+v, %v, told %q", n, reply, err, told)
			}
			if len(reply.Calls) != len(test.calls) {
				t.Fatalf("%d: got %v, want %v", n, reply.Calls, test.calls)
			}
			for i, c := range reply.Calls {
				if c != test.calls[i] {
					t.Errorf("%d: got %v, want %v", n, c, test.calls[i])
				}
			}
		}
	}
}

// CV-7: a stop between two chunks keeps the first.
func TestScriptedStop(t *testing.T) {
	s, _ := ParseScript("s", []byte(script))
	ctx, cancel := context.WithCancel(context.Background())
	reply, err := s.Reply(ctx, after(1), func(Delta) { cancel() })
	if reply.Text != "one " || reply.Finish != Interrupted || !errors.Is(err, context.Canceled) {
		t.Errorf("got %+v, %v", reply, err)
	}
}

func TestParseScript(t *testing.T) {
	tests := []struct{ in, want string }{
		{"", ""},
		{"\n# only this\n", ""},
		{"{}", ""},
		{"{}\r\n {} \r\n", ""},
		{`{"text":"ab","chunks":["a","b"]}`, ""},
		{"\n{\"texts\":\"a\"}", `s:2: unknown field "texts"`},
		{"{", "s:1: unexpected EOF"},
		{"{} {}", "s:1: got more after the reply, want one reply a line"},
		{"{}}", "s:1: got more after the reply, want one reply a line"},
		{"null", "s:1: got null, want an object"},
		{`{"text":"x","chunks":["a","b"]}`, `s:1: got the text "x", want that of the chunks, "ab"`},
		{`{"calls":[{"args":{}}]}`, "s:1: call 1: got no name"},
		{`{"calls":[{"name":"a","args":[1]}]}`, "s:1: call 1: got the args [1], want an object or a string"},
		{`{"calls":[{"name":"a"}],"error":"e"}`, "s:1: got calls and an error, want one of them"},
		{`{"text":"` + strings.Repeat("x", MaxReply+1) + `"}`, "s:1: the reply is larger than 1 MiB"},
		{`{"calls":[` + strings.Repeat(`{"name":"a"},`, maxCalls) + `{"name":"a"}]}`, "s:1: the reply has more than 32 calls"},
		{`{"calls":[{"name":"a","args":"` + strings.Repeat("x", maxCall) + `"}]}`, "s:1: call 1: a call is larger than 256 KiB"},
		{strings.Repeat("#", maxScript+1), "s: the script is larger than 4 MiB"},
	}
	for _, test := range tests {
		if _, err := ParseScript("s", []byte(test.in)); message(err) != test.want {
			t.Errorf("%.60q: got %v, want %q", test.in, err, test.want)
		}
	}
}

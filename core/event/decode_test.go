package event

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

// EV-3: every kind of event reads back from its line.
func TestDecode(t *testing.T) {
	kinds := map[string]bool{}
	for i, tt := range golden {
		line := Encode(Event{Seq: i + 1, Session: "s1", Body: tt.body})
		got, err := Decode(line)
		if err != nil || got.Seq != i+1 || got.Session != "s1" || got.Body.Type() != tt.body.Type() {
			t.Errorf("%s: got %+v, %v", line, got, err)
			continue
		}
		if again := Encode(got); !bytes.Equal(again, line) {
			t.Errorf("got  %s\nwant %s", again, line)
		}
		kinds[got.Body.Type()] = true
	}
	for kind := range types {
		if !kinds[kind] {
			t.Errorf("%s: no line of it was read", kind)
		}
	}
}

const opened = `{"seq":1,"session":"s","type":"session_opened","id":"a"}`

// EV-3: what no event is written as is refused, with its place.
func TestDecodeRefuses(t *testing.T) {
	for _, tt := range []struct{ line, want string }{
		{"", "1:1: "},
		{"null", "1:1: "},
		{"{", "1:1: "},
		{`{"seq":1,"session":"s","type":"jump"}`, `1:37: got an event of the type "jump", which is unknown`},
		{`{"seq":"1","session":"s","type":"error"}`, "1:10: got a JSON string for seq, want int"},
		{`{"session":"s","seq":1,"type":"session_opened","id":"a"}`, "1:5: "},
		{strings.Replace(opened, `"id"`, `"to"`, 1), `1:48: the key "to" is unknown`},
		{strings.Replace(opened, `"a"`, `7`, 1), "1:53: got a JSON number for id, want string"},
		{strings.Replace(opened, `,"id":"a"`, ``, 1), `1:47: got "}", want ",\"id\":\"\"}" as an event has it`},
		{strings.Replace(opened, `"a"}`, `"a","id":"b"}`, 1), "1:54: "},
		{strings.Replace(opened, `"id"`, `"ID"`, 1), "1:49: "},
		{strings.Replace(opened, `:1`, `: 1`, 1), "1:8: "},
		{opened + " ", "1:57: got \" \", want the end"},
		{opened + opened, "1:57: "},
		{opened[:len(opened)-1] + `,"context":"x"}`, `the key "context" is unknown`},
		{`{"seq":1,"session":"s","type":"message","role":"user","text":"x","context":"long"}`, "1:65: "},
		{`{"seq":1,"session":"s","type":"branched","from":1.5}`, "want int"},
		{`{"seq":1,"session":"s","type":"message","role":"system","text":"x"}`, `got a message of the role "system", want user`},
		{`{"seq":1,"session":"s","type":"message","role":"developer","text":"x"}`, `got a message of the role "developer", want user`},
		{`{"seq":1,"session":"s","type":"skill_loaded","name":"a","path":"/p","digest":"0","frontmatter":[],"warnings":[]}`, "want a digest"},
	} {
		_, err := Decode([]byte(tt.line))
		if wrong := new(LineError); !errors.As(err, &wrong) || !strings.Contains(err.Error(), tt.want) || wrong.Column > len(tt.line)+1 {
			t.Errorf("%s: got %v, want %s", tt.line, err, tt.want)
		}
	}
}

// EV-1, EV-4: the lines of a file are one session's, in their order.
func TestDecodeAll(t *testing.T) {
	for _, tt := range []struct{ data, want string }{
		{"", ""},
		{opened + "\n", ""},
		{opened + "\n" + strings.Replace(opened, ":1,", ":2,", 1) + "\n", ""},
		{opened, "1:57: got the end of the file, want a line feed"},
		{opened + "\n\n", "2:1: "},
		{opened + "\n" + opened + "\n", "2:8: got the event 1, want 2"},
		{strings.Replace(opened, ":1,", ":2,", 1) + "\n", "1:8: got the event 2, want 1"},
		{opened + "\n" + `{"seq":2,"session":"t","type":"session_opened","id":"a"}` + "\n", `2:20: got an event of the session "t", want "s"`},
	} {
		lines, err := Split([]byte(tt.data))
		var got []Event
		if err == nil {
			got, err = DecodeAll(lines)
		}
		if (err == nil) != (tt.want == "") || err != nil && err.Error()[:len(tt.want)] != tt.want {
			t.Errorf("%q: got %v, want %s", tt.data, err, tt.want)
		}
		if again := Lines(got); err == nil && string(again) != tt.data {
			t.Errorf("got %q, want %q", again, tt.data)
		}
	}
}

// EV-3: bytes that are no UTF-8 are U+FFFD in the line, which reads back.
func TestEncodeText(t *testing.T) {
	for text, want := range map[string]string{"a\xff": "a\uFFFD", "\uFFFD": "\uFFFD", `\ufffd`: `\\ufffd`, "\\\xff": "\\\\\uFFFD", "\u2028": `\u2028`} {
		line := Encode(Event{Seq: 1, Session: "s", Body: SessionOpened{text}})
		if _, err := Decode(line); err != nil || !bytes.HasSuffix(line, []byte(`"id":"`+want+`"}`)) {
			t.Errorf("got %s, %v, want %s", line, err, want)
		}
	}
}

// EV-3: any bytes give an error or an event that encodes to the same line.
func FuzzDecode(f *testing.F) {
	for i, tt := range golden {
		f.Add(Encode(Event{Seq: i + 1, Session: "s1", Body: tt.body}))
	}
	f.Add([]byte(`{"seq":1,"session":"s","type":"tool_call","tool":"\ud800","skill":"","args":null,"rule":""}`))
	f.Add([]byte("{\"seq\":1,\"session\":\"s\",\"type\":\"tool_call\",\"tool\":\"\",\"skill\":\"\",\"args\":\"\xff\",\"rule\":\"\"}"))
	f.Fuzz(func(t *testing.T, line []byte) {
		e, err := Decode(line)
		if err != nil {
			if wrong := new(LineError); !errors.As(err, &wrong) || wrong.Line != 1 || wrong.Column < 1 || wrong.Column > len(line)+1 {
				t.Errorf("got %v, want a place within the line", err)
			}
			return
		}
		if again := Encode(e); !bytes.Equal(again, line) {
			t.Errorf("got  %s\nwant %s", again, line)
		}
	})
}

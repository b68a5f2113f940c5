package model

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// The bodies of both formats, to the byte. A file holds a request's messages,
// one a line, and where it has them its system parts and tools.
func TestBodies(t *testing.T) {
	paths, err := filepath.Glob("testdata/bodies/*.txtar")
	if err != nil || len(paths) < 10 {
		t.Fatalf("got %d files, %v", len(paths), err)
	}
	for _, p := range paths {
		t.Run(filepath.Base(p), func(t *testing.T) {
			a, err := txtar.ParseFile(p)
			if err != nil {
				t.Fatal(err)
			}
			r := requestOf(t, a.Files[0].Data)
			before := r.Digest()
			if *update {
				a.Files = a.Files[:1]
				for _, f := range []string{OpenAI, Anthropic} {
					a.Files = append(a.Files, txtar.File{Name: f, Data: lines(t, sent(t, f, r))})
				}
				if err := os.WriteFile(p, txtar.Format(a), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			for _, f := range a.Files[1:] {
				if got, want := string(lines(t, sent(t, f.Name, r))), string(f.Data); got != want {
					t.Errorf("%s: got\n%swant\n%s", f.Name, got, want)
				}
			}
			if r.Digest() != before {
				t.Error("got the request changed")
			}
		})
	}
}

func requestOf(t *testing.T, data []byte) (r Request) {
	t.Helper()
	if err := json.Unmarshal(data, &r); err != nil {
		t.Fatal(err)
	}
	return r
}

func sent(t *testing.T, format string, r Request) []byte {
	t.Helper()
	b, err := Remote{Model: "m", Format: format}.Body(r)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// lines is a body with a line for each message, to be read; the bytes are
// those of the body but for those line feeds.
func lines(t *testing.T, body []byte) []byte {
	t.Helper()
	if !json.Valid(body) || strings.Contains(string(body), "\n") {
		t.Fatalf("got %s, want JSON in one line", body)
	}
	s := strings.NewReplacer(`{"role":`, "\n"+`{"role":`, `"tools":`, "\n"+`"tools":`, `"stream":true`, "\n"+`"stream":true`).Replace(string(body))
	return []byte(s + "\n")
}

// The rules that the APIs refuse a request for, over all conversations of up to
// four messages.
func TestTurnsHold(t *testing.T) {
	call := func(id string) []Call { return []Call{{ID: id, Name: "n", Args: "{}"}} }
	kinds := []Message{
		{Role: User, Text: "u"},
		{Role: User},
		{Role: Assistant, Text: "a"},
		{Role: Assistant, Text: " "},
		{Role: Assistant, Calls: call("1")},
		{Role: Assistant, Text: "b", Calls: append(call("2"), call("3")...)},
		{Role: Tool, Call: "1", Text: "r"},
		{Role: Tool, Call: "3"},
	}
	var walk func(list []Message)
	walk = func(list []Message) {
		holdsOpenAI(t, list)
		holdsAnthropic(t, list)
		if len(list) == 4 || t.Failed() {
			return
		}
		for _, m := range kinds {
			walk(append(list[:len(list):len(list)], m))
		}
	}
	walk(nil)
}

// holdsOpenAI: each call is followed by its results, in order, and no result
// stands elsewhere.
func holdsOpenAI(t *testing.T, list []Message) {
	var want []string
	last := User
	for i, m := range turns(list) {
		switch {
		case m.Role == Tool && (len(want) == 0 || want[0] != m.Call):
			t.Fatalf("%v: got the result of %q, want %q", list, m.Call, want)
		case m.Role == Tool:
			want = want[1:]
		case len(want) > 0:
			t.Fatalf("%v: got no result of %q", list, want)
		case m.Role == last && i > 0, blank(m.Content()) && len(m.Calls) == 0:
			t.Fatalf("%v: got %+v after one of the %s", list, m, last)
		}
		for _, c := range m.Calls {
			want = append(want, c.ID)
		}
		last = m.Role
	}
	if len(want) > 0 {
		t.Fatalf("%v: got no result of %q", list, want)
	}
}

// holdsAnthropic: the user begins, speakers alternate, results come first, and
// no text is blank.
func holdsAnthropic(t *testing.T, list []Message) {
	var b struct{ Messages []anthMessage }
	if err := json.Unmarshal(sent(t, Anthropic, Request{Messages: list}), &b); err != nil {
		t.Fatal(err)
	}
	if len(b.Messages) == 0 {
		t.Fatalf("%v: got no messages", list)
	}
	for i, m := range b.Messages {
		if want := []string{"user", "assistant"}[i%2]; m.Role != want || len(m.Content) == 0 {
			t.Fatalf("%v: got %+v at %d, want the %s", list, m, i, want)
		}
		var types []string
		for _, c := range m.Content {
			types = append(types, c.Type)
			if c.Type == "text" && blank(c.Text) {
				t.Fatalf("%v: got a blank text", list)
			}
		}
		kinds := strings.Join(types, " ")
		if strings.Contains(kinds, "text tool_result") || strings.Contains(kinds, "tool_use text") {
			t.Fatalf("%v: got %s", list, kinds)
		}
	}
}

// A schema that is no JSON is an error; no other request is.
func TestBodyFails(t *testing.T) {
	for _, f := range []string{OpenAI, Anthropic} {
		if _, err := (Remote{Format: f}).Body(Request{Tools: []Spec{{Name: "a", Schema: []byte("{")}}}); err == nil {
			t.Errorf("%s: got no error", f)
		}
		if b, err := (Remote{Format: f}).Body(Request{Messages: []Message{{Role: User, Text: "\xff\u2028<&>"}}}); err != nil || !strings.Contains(string(b), `\ufffd\u2028<&>`) {
			t.Errorf("%s: got %s, %v", f, b, err)
		}
	}
}

// What is sent can be asked for again: the same request, the same bytes.
func TestBodyDeterministic(t *testing.T) {
	r := Request{System: []Part{{"a", "b"}}, Tools: []Spec{{"t", "s", json.RawMessage(`{ "b":1, "a":2 }`)}}, Messages: []Message{{Role: User, Text: "x"}}}
	for _, f := range []string{OpenAI, Anthropic} {
		one, two := string(sent(t, f, r)), string(sent(t, f, r))
		if one != two || !strings.Contains(one, `{"b":1,"a":2}`) {
			t.Errorf("%s: got %s and %s", f, one, two)
		}
	}
}

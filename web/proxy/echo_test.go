package proxy

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"lily/core/model"
)

// saying is an answer that says the pieces of a text, each in an event, at one of the places where the page puts
// pieces together. Between them are others.
func saying(r *rand.Rand, format, place string, pieces []string) string {
	var b strings.Builder
	event := func(s string, args ...any) {
		fmt.Fprintf(&b, "data: "+s+[]string{"\n\n", "\r\n\r\n", "\r\r"}[r.IntN(3)], args...)
	}
	if format == model.Anthropic {
		event(`{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"a","name":"write","input":{}}}`)
	} else {
		event(`{"choices":[{"delta":{"tool_calls":[{"index":1,"id":"a","function":{"name":"write","arguments":""}}]}}]}`)
	}
	for _, p := range pieces {
		if r.IntN(2) == 0 {
			b.WriteString([]string{": ping\n\n", "event: ping\ndata: {}\n\n"}[r.IntN(2)])
		}
		event(places[format][place], quoted(r, p))
	}
	if format == model.Anthropic {
		event(`{"type":"message_stop"}`)
	} else {
		event("[DONE]")
	}
	return b.String()
}

var places = map[string]map[string]string{
	model.OpenAI: {
		"text": `{"choices":[{"delta":{"content":%s}}]}`, "refusal": `{"choices":[{"delta":{"refusal":%s}}]}`,
		"parts": `{"choices":[{"delta":{"content":[{"type":"text","text":%s}]}}]}`, "thinking": `{"choices":[{"delta":{"reasoning":%s}}]}`,
		"arguments": `{"choices":[{"delta":{"tool_calls":[{"index":1,"function":{"arguments":%s}}]}}]}`,
	},
	model.Anthropic: {
		"text":      `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":%s}}`,
		"blocks":    `{"type":"content_block_start","index":0,"content_block":{"type":"text","text":%s}}`,
		"thinking":  `{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":%s}}`,
		"arguments": `{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":%s}}`,
	},
}

// quoted is a text in JSON with some of its letters escaped.
func quoted(r *rand.Rand, text string) string {
	var b strings.Builder
	for _, c := range text {
		if r.IntN(4) == 0 {
			fmt.Fprintf(&b, `\u%04X`, c)
			continue
		}
		letter, _ := json.Marshal(string(c))
		b.Write(letter[1 : len(letter)-1])
	}
	return `"` + b.String() + `"`
}

// pieced cuts a text at random, most often into small pieces.
func pieced(r *rand.Rand, text string) (list []string) {
	for text != "" {
		n := 1 + r.IntN(min(len(text), 1+r.IntN(len(text))))
		list, text = append(list, text[:n]), text[n:]
	}
	return list
}

// page is all that a page makes of an answer that comes through the proxy.
func page(t *testing.T, format, answer string, size int) (said, passed string, err error) {
	t.Helper()
	var out, all strings.Builder
	for data, err := range heard(scrub(&pieces{answer, size, io.EOF}, key), Upstream{Format: format, Key: key}) {
		if err != nil {
			return all.String(), out.String(), err
		}
		out.Write(data)
		all.Reset()
		model.Listen(format, strings.NewReader(out.String()), func(h model.Heard) {
			all.WriteString(h.Text + h.Thinking + strings.Join(h.Args, ""))
		})
	}
	return all.String(), out.String(), nil
}

// MD-4: however a key is cut into events and escaped, the page has no more of it than its first letters, and all that
// came before. One letter off, and it comes to the byte.
func TestEcho(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for format, list := range places {
		for place := range list {
			for range 50 {
				before := "An apt s, task-skis, " + key[:r.IntN(len(key))] + "."
				text := before + key + " and after."
				if r.IntN(3) == 0 { // JSON in a text, as arguments are
					text = before + strings.Trim(quoted(r, key), `"`) + " and after."
				}
				answer, size := saying(r, format, place, pieced(r, text)), 1+r.IntN(2000)
				got, passed, err := page(t, format, answer, size)
				if redacted := strings.Contains(got, mark); err != errEcho && !redacted || strings.Contains(got, key[:8]) && !strings.Contains(before, key[:8]) || strings.Contains(got, key[len(key)-8:]) {
					t.Fatalf("%s, %s: got %q, %v of\n%s", format, place, got, err, answer)
				}
				if err == errEcho && !strings.HasPrefix(text[:len(before)+3], got) {
					t.Errorf("%s, %s: got %q, want what came before, of\n%s", format, place, got, answer)
				}
				if hidden(t, "the answer", passed); t.Failed() {
					return
				}
				other := saying(r, format, place, pieced(r, before+key[:len(key)-1]+"-"))
				if _, passed, err := page(t, format, other, size); err != nil || passed != other {
					t.Fatalf("%s, %s: got %v and %q, want to the byte\n%s", format, place, err, passed, other)
				}
			}
		}
	}
}

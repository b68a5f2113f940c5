package model

import (
	"fmt"
	"strings"
	"testing"
)

func chunkOf(delta string) string { return `data: {"choices":[{"delta":` + delta + `}]}` + "\n\n" }

// Each bound ends the reply, says so, and keeps what came before.
func TestBounds(t *testing.T) {
	kib := strings.Repeat("ä", 512)
	text := strings.Repeat(chunkOf(`{"content":"`+kib+`"}`), 1024)
	args := `{"tool_calls":[{"index":0,"id":"a","function":{"name":"n","arguments":"` + kib + `"}}]}`
	var many, most strings.Builder
	for i := range maxCalls + 1 {
		if i == maxCalls {
			most.WriteString(many.String())
		}
		many.WriteString(chunkOf(fmt.Sprintf(`{"tool_calls":[{"index":%d,"function":{"name":"n"}}]}`, i)))
	}
	block := func(i int, b string) string {
		return fmt.Sprintf("data: {\"type\":\"content_block_start\",\"index\":%d,\"content_block\":%s}\n\n", i, b)
	}
	change := func(b string) string {
		return "data: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":" + b + "}\n\n"
	}
	tool := block(0, `{"type":"tool_use","id":"a","name":"n","input":{}}`)
	done := "data: [DONE]\n\n"
	tests := []struct {
		name, format, in, want string
		size, calls            int
	}{
		{"text that fits", OpenAI, text + done, "", MaxReply, 0},
		{"text", OpenAI, text + chunkOf(`{"content":"x"}`), "the reply is larger than 1 MiB", MaxReply, 0},
		{"a character over", OpenAI, chunkOf(`{"content":"x"}`) + text + done, "the reply is larger than 1 MiB", MaxReply - 1, 0},
		{"thinking", OpenAI, chunkOf(`{"content":"x","reasoning":"` + strings.Repeat("y", MaxReply+1) + `"}`), "the model's thinking is larger than 1 MiB", 1, 0},
		{"a document", OpenAI, `{"choices":[{"message":{"content":"` + strings.Repeat("y", MaxReply+1) + `"}}]}`, "the reply is larger than 1 MiB", MaxReply, 0},
		{"a large document", OpenAI, `{"choices":[{"message":{"content":"` + strings.Repeat("y", maxLine) + `"}}]}`, "the answer is larger than 4 MiB", 0, 0},
		{"a call", OpenAI, strings.Repeat(chunkOf(args), 257), "a call is larger than 256 KiB", 0, 0},
		{"calls that fit", OpenAI, most.String() + done, "", 0, maxCalls},
		{"calls", OpenAI, many.String() + done, "the reply has more than 32 calls", 0, 0},
		{"anthropic text", Anthropic, strings.Repeat(change(`{"type":"text_delta","text":"`+kib+`"}`), 1025), "the reply is larger than 1 MiB", MaxReply, 0},
		{"anthropic call", Anthropic, tool + strings.Repeat(change(`{"type":"input_json_delta","partial_json":"`+kib+`"}`), 257), "a call is larger than 256 KiB", 0, 0},
		{"anthropic input", Anthropic, block(0, `{"type":"tool_use","id":"a","name":"n","input":{"a":"`+strings.Repeat(kib, 257)+`"}}`), "a call is larger than 256 KiB", 0, 0},
		{"anthropic calls", Anthropic, strings.Repeat(tool, 33), "the reply has more than 32 calls", 0, 0},
		{"depth", OpenAI, "data: " + strings.Repeat(`{"choices":[`, 6000) + "\n\n", "want a JSON object", 0, 0},
	}
	for _, test := range tests {
		o := decode(test.format, []byte(test.in))
		if !strings.Contains(o.err, test.want) || (o.err == "") != (test.want == "") || len(o.reply.Text) != test.size || len(o.reply.Calls) != test.calls {
			t.Errorf("%s: got %d bytes, %d calls, %q, want %d, %d, %q", test.name, len(o.reply.Text), len(o.reply.Calls), o.err, test.size, test.calls, test.want)
		}
		holds(t, o)
	}
}

// Values that could cost much time: many small parts, deep errors, repeated names.
func TestNothingIsSlow(t *testing.T) {
	parts := `data: {"choices":[{"delta":{"content":[` + strings.Repeat(`{"text":"a"},`, 250_000) + `{}]}}]}` + "\n\n"
	deep := "data: " + strings.Repeat(`{"error":`, 4000) + `"x"` + strings.Repeat("}", 4000) + "\n\n"
	names := strings.Repeat(chunkOf(`{"tool_calls":[{"index":0,"function":{"name":"n","arguments":"{}"}}]}`), 1000)
	for name, in := range map[string]string{"parts": parts, "deep": deep, "names": names, "lines": strings.Repeat("\n", 1<<20), "CR": strings.Repeat("\r", 1<<20)} {
		o := decode(OpenAI, bytewise([]byte(in), 1000)...)
		holds(t, o)
		if o.err == "" {
			t.Errorf("%s: got no error from a stream without an end", name)
		}
	}
}

package upstream

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"lily/core/model"
)

// said posts to the server as a format does, and returns the answer's text.
func said(t *testing.T, s *Server, format string) (status int, text string, err error) {
	t.Helper()
	path := "/chat/completions"
	if format == model.Anthropic {
		path = "/v1/messages"
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.Base(format)+path, strings.NewReader(`{"a":1}`))
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, "", err
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	return res.StatusCode, string(data), err
}

// TestFormats holds the streams to the byte, as the two formats have them.
func TestFormats(t *testing.T) {
	mixed := Text("Hi \"you\".", "ö")
	mixed.Chunks = append(mixed.Chunks, Calls(Call{ID: "c1", Name: "read", Args: `{"p":"ä"}`}, Call{ID: "c2", Name: "list"}).Chunks...)
	chunk := func(choices string) string {
		return `data: {"choices":` + choices + `,"created":0,"id":"chatcmpl-1","model":"scripted","object":"chat.completion.chunk"}` + "\n\n"
	}
	delta := func(delta, finish string) string {
		return chunk(`[{"delta":` + delta + `,"finish_reason":` + finish + `,"index":0}]`)
	}
	call := func(call string) string { return delta(`{"tool_calls":[`+call+`]}`, "null") }
	event := func(kind, data string) string { return "event: " + kind + "\ndata: {" + data + "}\n\n" }
	part := func(data string) string { return event("content_block_delta", data+`,"type":"content_block_delta"`) }
	block := func(index, data string) string {
		return event("content_block_start", `"content_block":{`+data+`},"index":`+index+`,"type":"content_block_start"`)
	}
	stop := func(index string) string {
		return event("content_block_stop", `"index":`+index+`,"type":"content_block_stop"`)
	}
	for format, want := range map[string]string{
		model.OpenAI: delta(`{"content":"","role":"assistant"}`, "null") + delta(`{"content":"Hi \"you\"."}`, "null") + delta(`{"content":"ö"}`, "null") +
			call(`{"function":{"arguments":"","name":"read"},"id":"c1","index":0,"type":"function"}`) +
			call(`{"function":{"arguments":"{\"p\""},"index":0}`) + call(`{"function":{"arguments":":\"ä\""},"index":0}`) + call(`{"function":{"arguments":"}"},"index":0}`) +
			call(`{"function":{"arguments":"","name":"list"},"id":"c2","index":1,"type":"function"}`) + delta("{}", `"tool_calls"`) +
			strings.Replace(chunk("[]"), `chunk"}`, `chunk","usage":{"completion_tokens":2,"prompt_tokens":1,"total_tokens":3}}`, 1) + "data: [DONE]\n\n",
		model.Anthropic: event("message_start", `"message":{"content":[],"id":"msg_1","model":"scripted","role":"assistant","stop_reason":null,"stop_sequence":null,`+
			`"type":"message","usage":{"input_tokens":1,"output_tokens":0}},"type":"message_start"`) +
			block("0", `"text":"","type":"text"`) + part(`"delta":{"text":"Hi \"you\".","type":"text_delta"},"index":0`) + part(`"delta":{"text":"ö","type":"text_delta"},"index":0`) + stop("0") +
			block("1", `"id":"c1","input":{},"name":"read","type":"tool_use"`) + part(`"delta":{"partial_json":"{\"p\"","type":"input_json_delta"},"index":1`) +
			part(`"delta":{"partial_json":":\"ä\"","type":"input_json_delta"},"index":1`) + part(`"delta":{"partial_json":"}","type":"input_json_delta"},"index":1`) + stop("1") +
			block("2", `"id":"c2","input":{},"name":"list","type":"tool_use"`) + stop("2") +
			event("message_delta", `"delta":{"stop_reason":"tool_use","stop_sequence":null},"type":"message_delta","usage":{"output_tokens":2}`) + event("message_stop", `"type":"message_stop"`),
	} {
		if _, got, err := said(t, Start(t, mixed), format); got != want || err != nil {
			t.Errorf("%s: got %v\n%s\nwant\n%s", format, err, got, want)
		}
	}
}

// The script is played in order, then what is for the rest.
func TestScript(t *testing.T) {
	s := Start(t, Raw("one"), Error(429, "Slow.").With("Retry-After", "7"), Reply{From: func(r Request) Reply { return Raw(r.Format + string(r.Body)) }})
	s.Then(Raw("cut").Ending(Drop))
	for i, want := range []struct {
		status int
		text   string
		broken bool
	}{
		{200, "one", false},
		{429, `{"error":{"message":"Slow.","type":"api_error"},"type":"error"}`, false},
		{200, `anthropic{"a":1}`, false},
		{200, "cut", true},
		{500, `{"error":{"message":"The script has no reply for call 5.","type":"api_error"},"type":"error"}`, false},
	} {
		status, text, err := said(t, s, model.Anthropic)
		if status != want.status || text != want.text || (err != nil) != want.broken {
			t.Errorf("%d: got %d %s %v, want %+v", i, status, text, err, want)
		}
	}
	s.Rest(Raw("rest"))
	for range 2 {
		if _, got, _ := said(t, s, model.OpenAI); got != "rest" {
			t.Errorf("got %s, want rest", got)
		}
	}
	if list := s.Requests(); len(list) != 7 || list[6].Path != "/v1/chat/completions" || string(list[6].Body) != `{"a":1}` || list[0].Format != model.Anthropic {
		t.Errorf("got %+v", list)
	}
}

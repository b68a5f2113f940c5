package model_test

import (
	"context"
	"io"
	"os"
	"strings"
	"testing"

	"lily/core/model"
	"lily/core/model/modeltest"
)

// canned is an upstream in memory: every request gets the same stream.
type canned string

func (c canned) Send(ctx context.Context, _ string, _ []byte) (model.Answer, error) {
	body := io.NopCloser(strings.NewReader(string(c)))
	return model.Answer{Status: 200, RetryAfter: -1, Type: "text/event-stream", Body: body}, ctx.Err()
}

func TestConformance(t *testing.T) {
	script, err := model.ParseScript("s", []byte(`{"chunks":["a","b"],"thinking":"t","calls":[{"name":"read"},{"name":"list"}]}`+"\n"+`{"chunks":["c","d"],"error":"e"}`))
	if err != nil {
		t.Fatal(err)
	}
	t.Run("offline", func(t *testing.T) { modeltest.Deterministic(t, func() model.Model { return model.Offline{} }) })
	t.Run("scripted", func(t *testing.T) { modeltest.Deterministic(t, func() model.Model { return script }) })
	for _, f := range []struct{ format, path string }{
		{model.OpenAI, "openai_calls"},
		{model.OpenAI, "llamacpp_text"},
		{model.OpenAI, "gemini_ids_missing"},
		{model.OpenAI, "gateway_ids"},
		{model.OpenAI, "gateway_whole"},
		{model.OpenAI, "openai_length"},
		{model.Anthropic, "anthropic_tools"},
		{model.Anthropic, "anthropic_thinking"},
		{model.Anthropic, "anthropic_whole"},
	} {
		t.Run(f.path, func(t *testing.T) {
			data, err := os.ReadFile("testdata/" + f.path + ".txtar")
			if err != nil {
				t.Fatal(err)
			}
			_, stream, _ := strings.Cut(string(data), "-- stream --\n")
			stream, _, _ = strings.Cut(stream, "-- want --\n")
			modeltest.Deterministic(t, func() model.Model {
				return model.Remote{ID: "up", Model: "m", Format: f.format, Upstream: canned(stream)}
			})
		})
	}
}

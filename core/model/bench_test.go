package model

import (
	"context"
	"strings"
	"testing"
)

// A long reply of 20,000 tokens, as each server streams it.
func BenchmarkDecode(b *testing.B) {
	const tokens = 20_000
	open := `data: {"id":"chatcmpl-9","object":"chat.completion.chunk","created":1700000000,"model":"m","system_fingerprint":"fp_1","choices":[{"index":0,"delta":{"content":" word"},"logprobs":null,"finish_reason":null}]}` + "\n\n"
	anth := "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\" word\"}}\n\n"
	for _, test := range []struct{ name, token, end string }{
		{OpenAI, open, "data: [DONE]\n\n"}, {Anthropic, anth, "data: {\"type\":\"message_stop\"}\n\n"},
	} {
		b.Run(test.name, func(b *testing.B) {
			stream := strings.Repeat(test.token, tokens) + test.end
			b.SetBytes(int64(len(stream)))
			b.ReportAllocs()
			for b.Loop() {
				m := Remote{ID: "up", Format: test.name, Upstream: answers{ok(stream)}.upstream()}
				reply, err := m.Reply(context.Background(), Request{}, func(Delta) {})
				if err != nil || len(reply.Text) != 5*tokens {
					b.Fatalf("got %d bytes, %v", len(reply.Text), err)
				}
			}
		})
	}
}

package model

import (
	"slices"
	"testing"
)

// EV-3: what was measured is sent, and neither digest nor sizes count it.
func TestMeasured(t *testing.T) {
	with := Request{Messages: []Message{{Role: Tool, Call: "c", Text: "{}", Sent: `{"duration_ms":12}`}}}
	without := Request{Messages: []Message{{Role: Tool, Call: "c", Text: "{}"}}}
	if with.Digest() != without.Digest() || !slices.Equal(with.Sizes(), without.Sizes()) {
		t.Error("got another digest or other sizes for another duration")
	}
	if got := with.Messages[0].Content(); got != `{"duration_ms":12}` {
		t.Errorf("got %s", got)
	}
}

package model

import (
	"context"
	"errors"
	"strings"
	"testing"

	"lily/core/tree"
)

// MD-3: it says what it is and shows the context to the byte.
func TestOffline(t *testing.T) {
	r := Request{
		Model: "offline", System: []Part{{"rules", "Be exact."}, {"persona/SOUL", "Quiet."}},
		Messages: []Message{{Role: User, Text: "hello", Context: "<skill/>"}},
	}
	reply, err := Offline{}.Reply(context.Background(), r, func(Delta) {})
	if err != nil || reply.Finish != "stop" {
		t.Fatalf("got %+v, %v", reply, err)
	}
	for _, want := range []string{
		"offline model", "not a language model",
		"### System: rules\n\n```text\nBe exact.\n```\n", "### System: persona/SOUL\n\n```text\nQuiet.\n```\n",
		"### Message: user\n\n```text\n<skill/>\n\nhello\n```\n", "Context digest: `" + r.Digest().String() + "`",
	} {
		if !strings.Contains(reply.Text, want) {
			t.Errorf("got no %q in\n%s", want, reply.Text)
		}
	}
	if again, _ := (Offline{}).Reply(context.Background(), r, func(Delta) {}); again.Text != reply.Text {
		t.Error("got another reply to the same request")
	}
}

// Nothing that is shown can end its fence.
func TestOfflineFence(t *testing.T) {
	for _, text := range []string{"```", "a\n````\nb", "`````js\nx\n`````", "``", "~~~"} {
		r := Request{Messages: []Message{{Role: User, Text: text}}}
		reply, _ := Offline{}.Reply(context.Background(), r, func(Delta) {})
		_, rest, _ := strings.Cut(reply.Text, "### Message: user\n\n")
		fence, rest, _ := strings.Cut(rest, "text\n")
		shown, _, closed := strings.Cut(rest, "\n"+fence+"\n")
		if !closed || shown != text || len(fence) < 3 || strings.Trim(fence, "`") != "" || strings.Contains(text, fence) {
			t.Errorf("%q: got the fence %q around %q", text, fence, shown)
		}
	}
}

// CV-7: a request that is over gets no reply.
func TestOfflineCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := (Offline{}).Reply(ctx, Request{}, func(Delta) {}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}

// EV-2: the digest is that of the exact context: any part of it counts.
func TestDigest(t *testing.T) {
	base := func() Request {
		return Request{Model: "m", System: []Part{{"a", "b"}}, Tools: []Spec{}, Messages: []Message{{Role: User, Text: "t", Skill: "s", Context: "c"}}}
	}
	for name, change := range map[string]func(*Request){
		"model": func(r *Request) { r.Model = "n" }, "part": func(r *Request) { r.System[0].Text = "c" },
		"tool": func(r *Request) { r.Tools = []Spec{{Name: "t"}} }, "context": func(r *Request) { r.Messages[0].Context = "d" },
		"role": func(r *Request) { r.Messages[0].Role = Assistant },
	} {
		r := base()
		change(&r)
		if r.Digest() == base().Digest() {
			t.Errorf("%s: got the same digest", name)
		}
	}
	if a, b := base(), base(); a.Digest() != b.Digest() || a.Digest() != tree.Sum(a.Encode()) {
		t.Error("got two digests of one request, want that of its bytes")
	}
}

// CV-2: the sizes of the parts, in the order in which they are sent.
func TestSizes(t *testing.T) {
	r := Request{System: []Part{{"rules", "12345"}}, Messages: []Message{{Role: User, Text: "é"}}}
	got := r.Sizes()
	want := []Size{{"rules", 5, 2}, {"message/user", 2, 1}}
	if len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("got %v, want %v", got, want)
	}
	r.Tools = []Spec{{Name: "t"}}
	for _, m := range []Message{{}, {Context: "c"}, {Text: "t", Context: "c"}, {Text: "t", Calls: []Call{{"i", "n", "{}"}, {"j", "m", ""}}}} {
		r.Messages = []Message{m}
		got, want := r.Sizes(), r.Parts()
		for i := range want {
			if i >= len(got) || got[i].Part != want[i].Name || got[i].Bytes != len(want[i].Text) {
				t.Errorf("%+v: got %v, want the lengths of %q", m, got, want)
			}
		}
	}
}

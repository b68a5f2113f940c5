// Package networktest holds the conformance suite of the port [network.Port], and a network in memory.
//
// It promises that a port which passes can be put into the engine, and that [Memory] passes. Only tests import it.
package networktest

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"lily/core/network"
)

// Memory is a network of one host that knows the suite's paths, whatever it is called, and tells what it was asked.
type Memory struct {
	Seen []network.Request
}

// All is every byte.
func All() []byte {
	list := make([]byte, 256)
	for i := range list {
		list[i] = byte(i)
	}
	return list
}

// Answers are what a host that the suite asks answers, by path. Besides, /echo answers what it was sent, /huge with
// one byte more than [network.MaxAnswer], and /never does not answer.
var Answers = map[string]network.Answer{
	"/hello":   {Status: 200, Header: []network.Field{{Name: "content-type", Value: "text/plain"}}, Body: []byte("hello\n")},
	"/bytes":   {Status: 200, Header: []network.Field{{Name: "content-type", Value: "application/octet-stream"}}, Body: All()},
	"/missing": {Status: 404, Header: []network.Field{{Name: "content-type", Value: "text/plain"}}, Body: []byte("not here\n")},
	"/away":    {Status: 302, Header: []network.Field{{Name: "location", Value: "/hello"}}},
	"/nothing": {Status: 204},
}

// Send implements [network.Port].
func (m *Memory) Send(ctx context.Context, r network.Request) (network.Answer, error) {
	m.Seen = append(m.Seen, r)
	path, _, _ := strings.Cut(strings.TrimPrefix(r.URL, r.Origin()), "?")
	switch path {
	case "/echo":
		return network.Answer{Status: 200, Header: []network.Field{{Name: "set-cookie", Value: "a=b"}}, Body: r.Body}, ctx.Err()
	case "/huge":
		return network.Answer{}, errors.New("the answer has more bytes than anybody takes")
	case "/never":
		<-ctx.Done()
	}
	a, ok := Answers[path]
	if !ok {
		a = Answers["/missing"]
	}
	return a, ctx.Err()
}

// Named implements [network.Port].
func (m *Memory) Named(_ context.Context, origin string) bool {
	return origin == "https://named.example"
}

// Test asks a host at base, which answers as [Answers] says.
func Test(t *testing.T, port network.Port, base string) {
	ask := func(ctx context.Context, method, path string, body []byte) (network.Answer, error) {
		r, err := network.New(method, base+path, nil, body)
		if err != nil {
			t.Fatal(err)
		}
		return port.Send(ctx, r)
	}
	for path, want := range Answers {
		got, err := ask(t.Context(), "GET", path, nil)
		if err != nil || got.Status != want.Status || !bytes.Equal(got.Body, want.Body) {
			t.Errorf("%s: got %d %q %v, want %d %q", path, got.Status, got.Body, err, want.Status, want.Body)
		}
		for _, f := range want.Header {
			if !has(got, f) {
				t.Errorf("%s: got %v, want %v among it", path, got.Header, f)
			}
		}
	}
	if got, err := ask(t.Context(), "POST", "/echo", All()); err != nil || !bytes.Equal(got.Body, All()) {
		t.Errorf("got %d bytes back, %v", len(got.Body), err)
	}
	if got, err := ask(t.Context(), "GET", "/huge", nil); err == nil {
		t.Errorf("got %d bytes, want an error", len(got.Body))
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := ask(ctx, "GET", "/never", nil); err == nil {
		t.Error("an answer came after the end")
	}
}

func has(a network.Answer, want network.Field) bool {
	for _, f := range a.Header {
		if strings.EqualFold(f.Name, want.Name) && strings.HasPrefix(f.Value, want.Value) {
			return true
		}
	}
	return false
}

package agents_test

import (
	"errors"
	"testing"

	"lily/core/agents"
)

func TestSaid(t *testing.T) {
	err := errors.New("yaml: unmarshal errors:\n  line 2: cannot\x1bunmarshal !!map into string")
	if got, want := agents.Said("No", err), "No: unmarshal errors: line 2: cannot unmarshal !!map into string."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestLineOf(t *testing.T) {
	f := agents.File{}
	n, err := f.YAML("a: 1\nb: 2\n")
	if got := [...]int{agents.LineOf(n, "b", 1), agents.LineOf(n, "c", 1), agents.LineOf(nil, "c", 0)}; err != nil || got != [...]int{3, 1, 1} {
		t.Errorf("got %v, %v, want 3, 1, 1", got, err)
	}
}

package sight

import (
	"math"
	"strings"
	"testing"
)

func TestPrintJSON(t *testing.T) {
	var b strings.Builder
	if err := PrintJSON(&b, map[string]string{"a": "x<&>\u202e\u200b"}); err != nil {
		t.Fatal(err)
	}
	if got, want := b.String(), "{\n  \"a\": \"x<&>\\u202e\\u200b\"\n}\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	b.Reset()
	if err := PrintJSON(&b, math.NaN()); err == nil || b.Len() > 0 {
		t.Errorf("got %q and %v, want nothing and an error", b.String(), err)
	}
}

package plain_test

import (
	"testing"

	"lily/core/plain"
)

func TestJSON(t *testing.T) {
	v := struct {
		A string   `json:"a"`
		B []string `json:"b"`
	}{"<&>\n", []string{}}
	if got, want := string(plain.JSON(v)), `{"a":"<&>\n","b":[]}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if err := plain.Strictly(plain.JSON(v), &v); err != nil || v.A != "<&>\n" {
		t.Errorf("got %q, %v", v.A, err)
	}
	if err := plain.Strictly([]byte(`{"a":"x","c":1}`), &v); err == nil {
		t.Error("got no error for a key that is unknown")
	}
	defer func() {
		if recover() == nil {
			t.Error("got JSON of a channel")
		}
	}()
	plain.JSON(make(chan int))
}

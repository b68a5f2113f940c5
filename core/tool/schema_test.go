package tool

import (
	"testing"

	"lily/core/skill"
)

// MD-1: the JSON Schema that a model is told, to the byte.
func TestSchema(t *testing.T) {
	for _, tt := range []struct {
		params []skill.Param
		want   string
	}{
		{nil, `{"type":"object","properties":{},"additionalProperties":false}`},
		{
			[]skill.Param{param("b", "string", "B."), optional("a", "integer", ""), optional("c", "array", "")},
			`{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"string","description":"B."},"c":{"type":"array","items":{"type":"string"}}},"required":["b"],"additionalProperties":false}`,
		},
	} {
		if got := string(Schema(tt.params)); got != tt.want {
			t.Errorf("got  %s\nwant %s", got, tt.want)
		}
	}
	want := `{"type":"object","properties":{"name":{"type":"string","description":"D.","enum":["x","y"]}},"required":["name"],"additionalProperties":false}`
	if got := string(Choice("name", "D.", []string{"x", "y"})); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

package dialect

import (
	"testing"

	"lily/core/agents"
)

// What js-yaml 3.14's safeLoad says of plain words.
func TestJSYAML3(t *testing.T) {
	for word, want := range map[string]agents.Kind{
		"": agents.Null, "~": agents.Null, "NULL": agents.Null, "nUll": agents.Text,
		"true": agents.Bool, "FALSE": agents.Bool, "yes": agents.Text, "on": agents.Text,
		"0": agents.Number, "12": agents.Number, "-12": agents.Number, "1_000": agents.Number, "1_": agents.Text, "_1": agents.Text,
		"017": agents.Number, "018": agents.Text, "0o17": agents.Text, "0x1F": agents.Number, "0b101": agents.Number, "0b2": agents.Text,
		"1:30": agents.Number, "1:60": agents.Text, "1:30:20": agents.Number, "1:30.5": agents.Number, "12:3a": agents.Text,
		"1.0": agents.Number, "1.": agents.Number, ".5": agents.Number, "-.5": agents.Text, ".": agents.Text, "1.0.0": agents.Text,
		"1e3": agents.Number, "1e": agents.Text, "1.5E-3": agents.Number, "01.5": agents.Text, "0.5": agents.Number,
		".inf": agents.Number, "-.INF": agents.Number, ".nan": agents.Number, "-.nan": agents.Text,
		"2026-01-31": agents.Date, "2026-1-31": agents.Text, "2026-01-31T10:00:00Z": agents.Date, "2026-1-3 1:02:03.5 +01:00": agents.Date,
		"2026-01-31 10:00": agents.Text, "3 things": agents.Text, "+": agents.Text, "-": agents.Text,
	} {
		if got := JSYAML3Schema(word); got != want {
			t.Errorf("%q: got %s, want %s", word, got, want)
		}
	}
}

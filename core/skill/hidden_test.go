package skill

import (
	"fmt"
	"strings"
	"testing"
)

const hiddenTool = "---\nname: x\nversion: 1.0.0\ndescription: Look.\nmodes: [Global]\n---\n\n### look\n\n#### Parameters\n\nNone\n\n#### Command\n\n```\n%s\n```\n"

// PO-6: what nobody can see is found with its place; a name and a command with some are errors; what scripts and emoji
// need is nothing.
func TestHidden(t *testing.T) {
	for _, tt := range []struct{ folder, text, want string }{
		{"x", "---\nsummary: a\u202eb\n---\nx\n\ny\U000e0068\U000e0069z\n", "hidden_characters 2:11, hidden_characters 6:2"},
		{"x", "\ufeff---\nsummary: a\n---\nx\ufeff\r\n", "hidden_characters 4:2"},
		{"x\u200b", "---\nsummary: a\n---\nx\n", "hidden_name 1:1"},
		{"x\u00a0y", "---\nsummary: a\n---\nx\n", "hidden_name 1:1, name_unreachable 1:1"},
		{"x\u3164", "---\nsummary: a\n---\nx\n", "hidden_name 1:1"},
		{"x", fmt.Sprintf(hiddenTool, "head\u00a0-n 3 a.txt"), "hidden_in_command 17:5"},
		{"x", fmt.Sprintf(hiddenTool, "head -n 3 é\u200b.txt"), "hidden_characters 17:12, hidden_in_command 17:12"},
		{"x", "---\nsummary: \"a\\u202Eb\"\nmetadata:\n  k: [\"\\u200B\", \"\\u2060\"]\n---\nx\n", "hidden_characters 2:10, hidden_characters 4:1"},
		{"x", "---\nsummary: \"a\u200b\\n\"\n---\n", "hidden_characters 2:12"},
		{"x", "---\nsummary: \"a\\tb \\u00e9\"\n---\n", ""},
		{"x", "---\nsummary: ❤\ufe0f می\u200cخواهم 👩\u200d💻\n---\nOù\u00a0? क\u094d\u200dष\r\n", ""},
		{"x", "---\nsummary: a\n---\n" + strings.Repeat("a\u200b\n", 30), strings.Repeat("hidden_characters, ", 20) + "hidden_characters"},
	} {
		var got []string
		for _, f := range Parse(tt.folder, []byte(tt.text)).Findings {
			if place := fmt.Sprintf(" %d:%d", f.Line, f.Column); strings.Contains(tt.want, ":") {
				got = append(got, f.Code+place)
			} else {
				got = append(got, f.Code)
			}
		}
		if strings.Join(got, ", ") != tt.want {
			t.Errorf("%q, %q: got %q, want %q", tt.folder, tt.text, got, tt.want)
		}
	}
	if s := Parse("x", []byte("---\nname: \"\\u202Ex\"\ndescription: d\n---\n")); !s.Malformed() {
		t.Error("an escaped character in the name: got no error")
	}
}

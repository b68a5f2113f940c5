package main

import "testing"

func TestRemarks(t *testing.T) {
	for _, tt := range []struct{ name, give, want string }{
		{"a.css", "/* one\n * two */\na { b: c } /* three */\nd { e: f }\n", "a { b: c } d { e: f }\n"},
		{"a.js", "// one\n\t// two\nlet a = \"//\"; // three\nfetch(\"http://x\")\n", "let a = \"//\"; // three\nfetch(\"http://x\")\n"},
		{"a.html", "<!-- // one -->\n// two\n", "<!-- // one -->\n// two\n"},
		{"a.txt", "// one\n/* two */\n", "// one\n/* two */\n"},
	} {
		if got := string(unremarked(tt.name, []byte(tt.give))); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

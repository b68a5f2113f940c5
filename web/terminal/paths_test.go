package terminal

import (
	"strings"
	"testing"

	"lily/core/answer"
)

// TM-2: Lily's own words name real paths; what a program or a tool says, and what lies nowhere else, stays.
func TestRealPaths(t *testing.T) {
	f := New(Config{Real: func(at string) string {
		if rest, ok := strings.CutPrefix(at, "/workspace"); ok {
			return "/p/it" + rest
		}
		return at
	}})
	for _, tt := range []struct{ text, want string }{
		{"/workspace", "/p/it"},
		{"The root is /workspace.", "The root is /p/it."},
		{"`/workspace/skills/a b/SKILL.md:2:1` warning", "`/p/it/skills/a b/SKILL.md:2:1` warning"},
		{"2 times: /workspace/skills/kit, /workspace/.claude/skills/kit. The first", "2 times: /p/it/skills/kit, /p/it/.claude/skills/kit. The first"},
		{"a folder into /workspace/skills/", "a folder into /p/it/skills/"},
		{"(/workspace/a)", "(/p/it/a)"},
		{"/workspaces/a, /workspace-b and x/workspace/a", "/workspaces/a, /workspace-b and x/workspace/a"},
		{"/user/skills/a and /bundled/skills/b", "/user/skills/a and /bundled/skills/b"},
	} {
		if got := f.placed(tt.text); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
	a := f.located(answer.Answer{{Kind: answer.List, Rows: [][]string{{"/workspace/a"}}}, {Kind: answer.Verbatim, Text: "/workspace/a"}})
	if got, want := a.Text(), "- /p/it/a\n/workspace/a"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for text, want := range map[string]bool{"/skills": true, "/help kit": true, "/check": true, "/skill kit": false, "/kit a": false, "hello": false} {
		if got := ofLily(text); got != want {
			t.Errorf("%q: got %v, want %v", text, got, want)
		}
	}
}

package skill

import (
	"regexp"
	"strings"
	"testing"
)

var forModels = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)

// TS-8: names that models can be given, and that no two tools share.
func TestFullName(t *testing.T) {
	long := strings.Repeat("a", 31)
	seen := map[string]string{}
	for _, tt := range []struct{ skill, tool, want string }{
		{"text_tools", "count_words", "text_tools__count_words"},
		{"git", "git_status", "git__git_status"},
		{"My-Skill", "run", "My-Skill__run"},
		{long, long, long + "__" + long},
		{long + "a", long, ""},
		{long + "b", long, ""},
		{"a__b", "c", ""},
		{"a", "b__c", ""},
		{"a_", "b", ""},
		{"a", "_b", ""},
		{"my skill", "run", ""},
		{"my/skill", "run", ""},
		{"größe", "run", ""},
		{"", "run", "__run"},
		{strings.Repeat("x", 255), "r", ""},
	} {
		got := FullName(tt.skill, tt.tool)
		if tt.want != "" && got != tt.want || tt.want == "" && !strings.Contains(got, "___") {
			t.Errorf("%q, %q: got %q, want %q", tt.skill, tt.tool, got, tt.want)
		}
		if !forModels.MatchString(got) || !strings.Contains(got, "__") || FullName(tt.skill, tt.tool) != got {
			t.Errorf("%q, %q: got %q, which models cannot be given", tt.skill, tt.tool, got)
		}
		if seen[got] != "" {
			t.Errorf("%q, %q: got %q, which is the name of %s too", tt.skill, tt.tool, got, seen[got])
		}
		seen[got] = tt.skill + " " + tt.tool
	}
}

// TS-8: two tools share no name, whatever they are called.
func FuzzFullName(f *testing.F) {
	f.Add("a__b", "c", "a", "b__c")
	f.Add("a_", "b", "a", "_b")
	f.Add("a b", "c", "a-b", "c")
	f.Fuzz(func(t *testing.T, skill, tool, skill2, tool2 string) {
		got, other := FullName(skill, tool), FullName(skill2, tool2)
		if !forModels.MatchString(got) || !strings.Contains(got, "__") {
			t.Errorf("got %q, which models cannot be given", got)
		}
		if got == other && (skill != skill2 || tool != tool2) && isToolName(tool) && isToolName(tool2) {
			t.Errorf("got %q for both", got)
		}
	})
}

package command

import (
	"strings"
	"testing"
	"unicode"
)

var lines = []struct {
	message string
	ok      bool
	want    Line
}{
	// CM-1: the first character that is not blank decides.
	{"/skills", true, Line{"skills", ""}},
	{" \t\n/skills \n", true, Line{"skills", ""}},
	{"\u00a0/skills", true, Line{"skills", ""}},
	{"hello /skills", false, Line{}},
	{"", false, Line{}},
	{" \n ", false, Line{}},
	{"\\/skills", false, Line{}},
	{"／skills", false, Line{}},
	// CM-1: nor does a byte order mark, which a file or a paste begins with.
	{"\ufeff/skills", true, Line{"skills", ""}},
	{"\ufeff\ufeff /skills", true, Line{"skills", ""}},
	{" \ufeff\t\ufeff\n/skill a", true, Line{"skill", "a"}},
	{"\u00a0\ufeff\u2003/skills \ufeff", true, Line{"skills", "\ufeff"}},
	{"\ufeff hello /skills", false, Line{}},
	{"\ufeff", false, Line{}},
	{"/\ufeffskills", true, Line{"\ufeffskills", ""}},
	{"\u200b/skills", false, Line{}},
	{"\ufffe/skills", false, Line{}},
	// CM-1: the name ends at the first white space, the rest is trimmed.
	{"/skill a  b  c ", true, Line{"skill", "a  b  c"}},
	{"/skill\ta", true, Line{"skill", "a"}},
	{"/skill\na\nb", true, Line{"skill", "a\nb"}},
	{"/skill\u2003a", true, Line{"skill", "a"}},
	{"/", true, Line{"", ""}},
	{"/ skills", true, Line{"", "skills"}},
	{"//", true, Line{"/", ""}},
	{"/Skills", true, Line{"Skills", ""}},
	{"/skills;rm", true, Line{"skills;rm", ""}},
	// CM-2: /skill:name is /skill name.
	{"/skill:a", true, Line{"skill", "a"}},
	{"/skill:a b c", true, Line{"skill", "a b c"}},
	{"/skill:a:b c", true, Line{"skill", "a:b c"}},
	{"/skill:", true, Line{"skill", ""}},
	{"/skill: a", true, Line{"skill", ""}},
	{"/skills:a", true, Line{"skills:a", ""}},
	{"/help:a", true, Line{"help:a", ""}},
}

func TestParse(t *testing.T) {
	for _, tt := range lines {
		got, ok := Parse(tt.message)
		if got != tt.want || ok != tt.ok {
			t.Errorf("Parse(%q): got %+v, %v, want %+v, %v", tt.message, got, ok, tt.want, tt.ok)
		}
	}
}

// CM-8: the sentence first, then details and usage on lines of their own.
func TestError(t *testing.T) {
	e := Errorf(SkillExcluded, "The skill %q is out.", "a")
	e.Details, e.Usage = []string{"one", "two"}, "/skill <name>"
	if got, want := e.Error(), "Error: The skill \"a\" is out.\n- one\n- two\nUsage: /skill <name>"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// CM-1: any message at all is read, and what is read says the same again.
func FuzzLine(f *testing.F) {
	for _, tt := range lines {
		f.Add(tt.message)
	}
	f.Fuzz(func(t *testing.T, message string) {
		l, ok := Parse(message)
		trimmed := strings.TrimLeft(message, "\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff")
		if ok != strings.HasPrefix(trimmed, "/") {
			t.Fatalf("%q: got ok %v", message, ok)
		}
		if strings.ContainsFunc(l.Name, unicode.IsSpace) || strings.TrimSpace(l.Args) != l.Args {
			t.Errorf("%q: got %+v, want a name without blanks and trimmed arguments", message, l)
		}
		if !ok || strings.HasPrefix(trimmed, "/skill:") {
			return
		}
		if again, ok := Parse("/" + l.Name + " " + l.Args); !ok || again != l {
			t.Errorf("%q: got %+v and then %+v", message, l, again)
		}
		if !strings.HasPrefix(trimmed, "/"+l.Name) {
			t.Errorf("%q: got the command %s", message, l.Name)
		}
	})
}

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

// CM-2: the built-in commands, and none besides.
func TestBuiltins(t *testing.T) {
	want := "skills skill help agent reload_skills reload_persona new"
	var got []string
	for _, b := range Builtins() {
		got = append(got, b.Name)
		if found, ok := Find(b.Name); !ok || found != b {
			t.Errorf("Find(%q): got %+v, %v", b.Name, found, ok)
		}
		if !strings.HasPrefix(b.Usage, "/"+b.Name) || b.Help == "" {
			t.Errorf("%s: got usage %q and help %q", b.Name, b.Usage, b.Help)
		}
	}
	if strings.Join(got, " ") != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, name := range []string{"", "Skills", "skil", "skillss", "plan"} {
		if b, ok := Find(name); ok {
			t.Errorf("Find(%q): got %+v, want nothing", name, b)
		}
	}
	if got := strings.Join(Reserved(), " "); got != "agent help new reload_persona reload_skills skill skills" {
		t.Errorf("Reserved: got %q", got)
	}
}

// CM-8: each command's missing and unexpected argument.
func TestCheck(t *testing.T) {
	for _, tt := range []struct {
		name, args string
		code       Code
		sentence   string
	}{
		{"skill", "", MissingArgument, "Error: /skill requires a skill name."},
		{"help", "", MissingArgument, "Error: /help requires a skill name."},
		{"agent", "", MissingArgument, "Error: /agent requires an agent name."},
		{"skills", "x", UnexpectedArgument, `Error: /skills takes no argument; got "x".`},
		{"reload_skills", "x y", UnexpectedArgument, `Error: /reload_skills takes no argument; got "x y".`},
		{"reload_persona", "-f", UnexpectedArgument, `Error: /reload_persona takes no argument; got "-f".`},
		{"new", "\x1b[2J", UnexpectedArgument, `Error: /new takes no argument; got "\x1b[2J".`},
		{"help", "a b", UnexpectedArgument, `Error: /help takes a skill name and no more; got "b" after it.`},
		{"agent", "a\nb", UnexpectedArgument, `Error: /agent takes an agent name and no more; got "b" after it.`},
		{"skill", "a b c", "", ""},
		{"skill", "a", "", ""},
		{"help", "a", "", ""},
		{"agent", "a", "", ""},
		{"skills", "", "", ""},
		{"new", "", "", ""},
	} {
		b, _ := Find(tt.name)
		err, _ := b.Check(tt.args).(*Error)
		if err == nil {
			err = &Error{}
		}
		if err.Code != tt.code || (tt.code != "" && err.Error() != tt.sentence) {
			t.Errorf("/%s %q: got %s %q, want %s %q", tt.name, tt.args, err.Code, err, tt.code, tt.sentence)
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
		if b, ok := Find(l.Name); ok && !strings.HasPrefix(trimmed, "/"+b.Name) {
			t.Errorf("%q: got the command %s", message, b.Name)
		}
	})
}

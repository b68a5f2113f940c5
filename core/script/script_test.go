package script

import (
	"strings"
	"testing"
)

const head = "# A title\n# clauses: CM-1\n"

func TestParse(t *testing.T) {
	s, err := Parse([]byte(head + "# page\n\nput /a \"x \\n\"\n! remove /b\n> /help  x \n-- out --\nsaid\n"))
	if err != nil {
		t.Fatal(err)
	}
	if s.Title != "A title" || !s.Page || s.Out != "said\n" || s.Events != "" || len(s.Steps) != 3 {
		t.Fatalf("got %+v", s)
	}
	for i, want := range []string{`put /a "x \n"`, "! remove /b", "> /help  x "} {
		if got := s.Steps[i].String(); got != want {
			t.Errorf("step %d: got %q, want %q", i, got, want)
		}
	}
	if data, err := s.file(s.Steps[0].Args[1]); string(data) != "x \n" || err != nil {
		t.Errorf("a quoted word: got %q, %v", data, err)
	}
}

func TestParseRefuses(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"", "no title"},
		{"# A title\n", "no clause"},
		{head + "jump\n", `line 3: there is no statement "jump"`},
		{head + "put /a\n", "line 3: put: got 1 arguments"},
		{head + "put /a \"x\n", "does not end"},
		{head + "# scan: sideways\n", "sideways"},
		{head + "# page\n# guest\n", "no guest"},
		{head + "# page\n-- bundled/skills/x/SKILL.md --\n", "begins with the page's world"},
	} {
		if _, err := Parse([]byte(tt.text)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: got %v, want %q", tt.text, err, tt.want)
		}
	}
}

// A golden file keeps everything but the expectations as it was.
func TestGolden(t *testing.T) {
	s, err := Parse([]byte(head + "> /x\n-- a --\n1\n-- out --\nold\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := head + "> /x\n-- a --\n1\n-- out --\nnew\n"
	if got := string(s.Golden("new\n", "e\n")); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

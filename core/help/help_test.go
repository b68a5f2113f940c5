package help

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

var files = fstest.MapFS{
	"index.txt": {Data: []byte("start\nfindings\npolicy\n")},
	"start.md":  {Data: []byte("# The start\n\nFrom nothing\nto a skill.\n\n- `zero`: nothing,\n  on two lines.\n- `one`: more.\n\n## Full auto\n\nA word.\n")},
	"findings.md": {Data: []byte("# Findings\n\nAll.\n\n## The file\n\nIntro.\n\n### no_frontmatter\n\nWarning.\n\n```markdown\n## not_a_heading\n```\n\n" +
		"### `shadowed`\n\nNote.\n")},
	"policy.md": {Data: []byte("# Policy\n\nRules.\n\n## Keys\n\n| key | what |\n|---|---|\n| `ask`, `deny` | rules |\n\n### shadowed\n\nAgain.\n\n## /skill\n\n`/skill <name>`.\n\n" +
		"## lily check\n\n- `--addr ADDRESS`: where.\n")},
}

func manual(t *testing.T) Book {
	t.Helper()
	b, err := Read(files)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestPages(t *testing.T) {
	b := manual(t)
	if len(b) != 3 || b[0].Title != "The start" || b[0].Summary != "From nothing to a skill." {
		t.Fatalf("got %+v", b)
	}
	var names []string
	for _, p := range b {
		text := p.Intro.Text
		for _, e := range p.Entries {
			names, text = append(names, e.Name), text+e.Text
		}
		if text != p.Text {
			t.Errorf("%s: got the parts %q, want all of the text", p.Name, text)
		}
	}
	if want := []string{"Full auto", "The file", "no_frontmatter", "shadowed", "Keys", "shadowed", "/skill", "lily check"}; !slices.Equal(names, want) {
		t.Errorf("got %q, want %q", names, want)
	}
}

func TestFind(t *testing.T) {
	b := manual(t)
	for _, tt := range []struct {
		topic string
		pages []string
		text  string
	}{
		{"policy", []string{"policy"}, "# Policy"},
		{"no_frontmatter", []string{"findings"}, "## not_a_heading"},
		{"NO_FRONTMATTER", []string{"findings"}, "Warning."},
		{"shadowed", []string{"findings", "policy"}, "Note."},
		{"full auto", []string{"start"}, "A word."},
		{"full-auto", []string{"start"}, "A word."},
		{"the file", []string{"findings"}, "### no_frontmatter"},
		{"/skill", []string{"policy"}, "<name>"},
		{"skill", []string{"policy"}, "<name>"},
		{"lily check", []string{"policy"}, "--addr"},
		{"--addr", []string{"policy"}, "where."},
		{"zero", []string{"start"}, "- `zero`: nothing,\n  on two lines.\n"},
		{"deny", []string{"policy"}, "| `ask`, `deny` | rules |\n"},
		{"not_a_heading", nil, ""},
		{"", nil, ""},
		{"-", nil, ""},
		{"/", nil, ""},
	} {
		found := b.Find(tt.topic)
		var pages []string
		for _, e := range found {
			pages = append(pages, e.Page)
		}
		if !slices.Equal(pages, tt.pages) || len(found) > 0 && !strings.Contains(found[0].Text, tt.text) {
			t.Errorf("%q: got %q, %+v, want %q, %q", tt.topic, pages, found, tt.pages, tt.text)
		}
	}
	for _, topic := range b.Topics() {
		if len(b.Find(topic)) == 0 {
			t.Errorf("%q: got nothing, want what the list of topics promises", topic)
		}
	}
}

func TestNear(t *testing.T) {
	b := manual(t)
	for meant, want := range map[string][]string{
		"no_fronmatter": {"no_frontmatter"}, "shadow": {"shadowed"}, "polcy": {"policy"}, "xyzzy": nil, "a": nil, "": nil,
	} {
		if got := b.Near(meant); !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", meant, got, want)
		}
	}
}

func TestSearch(t *testing.T) {
	b := manual(t)
	for words, want := range map[string][]string{
		"word": {"Full auto"}, "AUTO word": {"Full auto"}, "auto no": nil, "": nil, "   ": nil,
		"shadowed": {"shadowed", "shadowed"}, "skill": {"/skill", "start"},
	} {
		var got []string
		for _, e := range b.Search(words) {
			got = append(got, e.Name)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", words, got, want)
		}
	}
}

// What is packed for the page is read to the same pages; anything else is an error.
func TestBytes(t *testing.T) {
	b := manual(t)
	got, err := Parse(b.Bytes())
	if err != nil || !reflect.DeepEqual(got, b) {
		t.Errorf("got %v, %+v, want %+v", err, got, b)
	}
	for _, text := range []string{"", "x", "# Title\n", "x\f"} {
		if got, err := Parse([]byte(text)); err == nil {
			t.Errorf("%q: got %+v, want an error", text, got)
		}
	}
	for _, text := range []string{"\f", "\fx", "\fx\n```\n## a", "\fx\n#", "\fx\n- `", "\fx\n| `"} {
		b, err := Parse([]byte(text))
		if err != nil {
			t.Errorf("%q: got %v", text, err)
		}
		b.Find("a")
		b.Topics()
	}
	if _, err := Read(fstest.MapFS{"index.txt": {Data: []byte("gone")}}); err == nil {
		t.Error("got no error of a page that is not there")
	}
}

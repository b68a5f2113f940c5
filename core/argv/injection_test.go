package argv

import (
	"errors"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// hostile is the corpus of values that would be something else if any of them
// were read by a shell, as an option, as a template or as a URL.
func hostile(t testing.TB) []string {
	t.Helper()
	data, err := os.ReadFile("../testdata/hostile.txt")
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for line := range strings.Lines(string(data)) {
		v, err := strconv.Unquote(strings.TrimSpace(line))
		if err != nil || slices.Contains(list, v) {
			t.Fatalf("%s: got %v, or it is there twice", line, err)
		}
		list = append(list, v)
	}
	if len(list) < 200 {
		t.Fatalf("got %d values, want 200 or more", len(list))
	}
	return append(list, strings.Repeat("a b", 50_000), strings.Repeat("'", 10_000), strings.Repeat("{{s}}", 10_000))
}

// inQuery is net/url's opinion of a value in a query.
func inQuery(v string) string { return strings.ReplaceAll(url.QueryEscape(v), "+", "%20") }

// shapes are the ways in which a command can take a value, and the words that
// come of it. Where the value begins a word, it must not begin with a hyphen.
var shapes = []struct {
	text   string
	begins bool
	want   func(v string) []string
}{
	{"p {{s}}", true, func(v string) []string { return []string{"p", v} }},
	{"p {{s}} z", true, func(v string) []string { return []string{"p", v, "z"} }},
	{"p '{{s}}'", true, func(v string) []string { return []string{"p", v} }},
	{`p "{{s}}"`, true, func(v string) []string { return []string{"p", v} }},
	{"p {{s}} {{s}}", true, func(v string) []string { return []string{"p", v, v} }},
	{"p {{s:default}}", true, func(v string) []string { return []string{"p", v} }},
	{"p {{s:--flag}}", true, func(v string) []string { return []string{"p", v} }},
	{"p --flag {{s}} z", true, func(v string) []string { return []string{"p", "--flag", v, "z"} }},
	{"p -f {{s}}", true, func(v string) []string { return []string{"p", "-f", v} }},
	{"p {{s}}.txt", true, func(v string) []string { return []string{"p", v + ".txt"} }},
	{"p {{s}}{{s}}", true, func(v string) []string { return []string{"p", v + v} }},
	{"p x{{s}}y", false, func(v string) []string { return []string{"p", "x" + v + "y"} }},
	{`p "x {{s}} y"`, false, func(v string) []string { return []string{"p", "x " + v + " y"} }},
	{"p a={{s}} z", false, func(v string) []string { return []string{"p", "a=" + v, "z"} }},
	{"p --flag={{s}}", false, func(v string) []string { return []string{"p", "--flag=" + v} }},
	{"p -f{{s}}", false, func(v string) []string { return []string{"p", "-f" + v} }},
	{"p -- {{s}}", false, func(v string) []string { return []string{"p", "--", v} }},
	{"p https://h/{{s}}/x", false, func(v string) []string { return []string{"p", "https://h/" + v + "/x"} }},
	{"p https://h/x?q={{s}}", false, func(v string) []string { return []string{"p", "https://h/x?q=" + inQuery(v)} }},
	{`p "https://h/x?q={{s}}&n=1#{{s}}"`, false, func(v string) []string { return []string{"p", "https://h/x?q=" + inQuery(v) + "&n=1#" + v} }},
	{"p -- {{l}}", false, func(v string) []string { return []string{"p", "--", v, "t", v} }},
	{"p {{l}} z", true, func(v string) []string { return []string{"p", v, "t", v, "z"} }},
	{"p --flag {{l}}", true, func(v string) []string { return []string{"p", "--flag", v, "t", v} }},
	{"p x={{l}}", false, func(v string) []string { return []string{"p", "x=" + v + " t " + v} }},
	{`p "{{l}}!"`, true, func(v string) []string { return []string{"p", v + " t " + v + "!"} }},
	{"p https://h/?q={{l}}", false, func(v string) []string { return []string{"p", "https://h/?q=" + inQuery(v+" t "+v)} }},
	{"p {{s2}} {{b:--yes}} {{i}} x{{s}}", false, func(v string) []string { return []string{"p", "tame", "--yes", "7", "x" + v} }},
}

// TS-2, TS-3, spec 3.4 and 3.5: every hostile value in every shape gives exactly
// the words that it should, or is refused with a reason.
func TestInjection(t *testing.T) {
	for _, shape := range shapes {
		tmpl, err := Parse(shape.text)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range hostile(t) {
			got, err := tmpl.Fill(values{"s": v, "s2": "tame", "b": true, "i": 7, "l": []string{v, "t", v}}, params)
			var refused *ValueError
			switch {
			case strings.Contains(v, "\x00"):
				if !errors.As(err, &refused) || !strings.Contains(refused.Message, "NUL") {
					t.Errorf("%s with %.40q: got %q, %v, want it refused for its NUL", shape.text, v, got, err)
				}
			case v == "" && shape.text == "p -f{{s}}":
				if !errors.As(err, &refused) || !strings.Contains(refused.Message, "next word") {
					t.Errorf("%s with no text: got %q, %v, want it refused", shape.text, got, err)
				}
			case shape.begins && strings.HasPrefix(shape.want(v)[wordOf(shape.text)], "-"):
				if !errors.As(err, &refused) || !strings.Contains(refused.Message, "option") {
					t.Errorf("%s with %.40q: got %q, %v, want no option", shape.text, v, got, err)
				}
			case err != nil || !slices.Equal(got, shape.want(v)):
				t.Errorf("%s with %.40q: got %.80q, %v, want %.80q", shape.text, v, got, err, shape.want(v))
			}
		}
	}
}

// wordOf is the word that the value begins: the first that holds a placeholder.
func wordOf(text string) int {
	words := strings.Fields(text)
	return slices.IndexFunc(words, func(w string) bool { return strings.Contains(w, "{{") })
}

// TS-2, spec 3.3: a text is no number and no boolean, however much it looks like
// one, and no list; and a list's items are texts.
func TestInjectionTypes(t *testing.T) {
	for _, text := range []string{"p {{i}}", "p --n={{i}}", "p {{n}}", "p x{{n}}", "p {{b}}", "p {{b:--flag}}", "p x{{b:--flag}}", "p {{l}}", "p x{{l}}", "p https://h/?q={{i}}"} {
		tmpl, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range hostile(t) {
			for _, wrong := range []any{v, []any{v, 1}, map[string]any{v: v}} {
				var refused *ValueError
				got, err := tmpl.Fill(values{tmpl.Params()[0]: wrong}, params)
				if !errors.As(err, &refused) {
					t.Errorf("%s with %.40q: got %q, %v, want it refused", text, v, got, err)
				}
			}
		}
	}
}

// TS-2: a hostile name of a value is no parameter.
func TestInjectionNames(t *testing.T) {
	tmpl, err := Parse("p {{s}}")
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range hostile(t) {
		if got, err := tmpl.Fill(values{"s": "x", v: "y"}, params); err == nil {
			t.Errorf("%.40q: got %q, want it refused", v, got)
		}
	}
}

// TS-2: a hostile template that parses keeps its program and its words, whatever
// the value is.
func FuzzInjection(f *testing.F) {
	for i, v := range hostile(f) {
		f.Add(i, v)
	}
	f.Fuzz(func(t *testing.T, n int, v string) {
		shape := shapes[(n%len(shapes)+len(shapes))%len(shapes)]
		tmpl, err := Parse(shape.text)
		if err != nil {
			t.Fatal(err)
		}
		got, err := tmpl.Fill(values{"s": v, "s2": "tame", "b": true, "i": 7, "l": []string{v, "t", v}}, params)
		if err != nil {
			return
		}
		if strings.Contains(v, "\x00") || !slices.Equal(got, shape.want(v)) {
			t.Errorf("%s with %q: got %q, want %q", shape.text, v, got, shape.want(v))
		}
		if again, err := Split(quote(got)); err != nil || !slices.Equal(again, got) {
			t.Errorf("got %q, %v, want %q", again, err, got)
		}
	})
}

func quote(words []string) string {
	list := make([]string, len(words))
	for i, w := range words {
		list[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
	}
	return strings.Join(list, " ")
}

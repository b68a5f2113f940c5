package argv

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

var params = []Param{
	{Name: "s", Type: "string"},
	{Name: "s2", Type: "string"},
	{Name: "i", Type: "integer"},
	{Name: "n", Type: "number"},
	{Name: "b", Type: "boolean"},
	{Name: "l", Type: "array"},
}

type values = map[string]any

var fills = []struct {
	text   string
	values values
	want   []string
}{
	// TS-2: one placeholder is one word, whatever its value holds.
	{"p {{s}}", values{"s": "a b"}, []string{"p", "a b"}},
	{"p {{ s }}", values{"s": `x" '; rm -rf / $(x)`}, []string{"p", `x" '; rm -rf / $(x)`}},
	{"p '{{s}}' \"{{s}}\"", values{"s": "a b"}, []string{"p", "a b", "a b"}},
	{"p {{s}}", values{"s": ""}, []string{"p", ""}},
	{"p {{s}}", values{"s": "{{i}}", "i": 1}, []string{"p", "{{i}}"}},
	{"p x{{s}}y", values{"s": " "}, []string{"p", "x y"}},
	{"p {{s}}{{i}}", values{"s": "a", "i": 5}, []string{"p", "a5"}},
	{`p \{\{.Name}} {{s}}`, values{"s": "a"}, []string{"p", "{{.Name}}", "a"}},
	// TS-2: numbers
	{"p {{i}} {{n}}", values{"i": float64(1e6), "n": 12.5}, []string{"p", "1000000", "12.5"}},
	{"p {{i}}", values{"i": int64(7)}, []string{"p", "7"}},
	// TS-2: missing values
	{"git log --oneline -n {{i}}", nil, []string{"git", "log", "--oneline"}},
	{"git log --oneline -n {{i}}", values{"i": 5}, []string{"git", "log", "--oneline", "-n", "5"}},
	{"p --all --limit={{i}} x", nil, []string{"p", "--all", "x"}},
	{"p -a=b {{s}} x", nil, []string{"p", "-a=b", "x"}},
	{"p -- {{s}}", nil, []string{"p", "--"}},
	{"-p {{s}}", nil, []string{"-p"}},
	{"p a{{s}}b", nil, []string{"p"}},
	{"p --x {{s}} {{i}}", nil, []string{"p"}},
	{"p --x --y {{s}} {{i}}", nil, []string{"p", "--x"}},
	// TS-2: defaults
	{"p {{i:10}} {{s:-}}", nil, []string{"p", "10", "-"}},
	{"p {{ i : 10 }}", values{"i": 3}, []string{"p", "3"}},
	{"p {{s:}}", nil, []string{"p", ""}},
	{"p {{s:a b}}", nil, []string{"p", "a b"}},
	// TS-2: booleans
	{"git diff {{b:--staged}}", values{"b": true}, []string{"git", "diff", "--staged"}},
	{"git diff {{b:--staged}}", values{"b": false}, []string{"git", "diff"}},
	{"git diff -q {{b:--staged}}", nil, []string{"git", "diff", "-q"}},
	{"p {{b}} {{b:false}}", values{"b": true}, []string{"p", "true", "true"}},
	{"p -x {{b}} {{b:false}}", nil, []string{"p", "false"}},
	{"p a{{b:-q}}z", values{"b": true}, []string{"p", "a-qz"}},
	{"p a{{b:-q}}z", nil, []string{"p", "az"}},
	// TS-2: arrays
	{"p {{l}}", values{"l": []any{"a b", "c"}}, []string{"p", "a b", "c"}},
	{"p x={{l}}", values{"l": []string{"a", "b c"}}, []string{"p", "x=a b c"}},
	{"p -f {{l}} z", values{"l": []string{}}, []string{"p", "z"}},
	{"p {{l:all}}", nil, []string{"p", "all"}},
	// TS-2: the query of a URL
	{`curl "https://api.com/search?q={{s}}&n={{i}}"`, values{"s": "rust lang", "i": 5}, []string{"curl", "https://api.com/search?q=rust%20lang&n=5"}},
	{`curl "https://api.com/search?q={{s}}&n={{i}}"`, values{"s": "a&b=c#d"}, []string{"curl", "https://api.com/search?q=a%26b%3Dc%23d"}},
	{`curl "https://api.com/?n={{i}}&q={{s}}#top"`, values{"s": "ü"}, []string{"curl", "https://api.com/?q=%C3%BC#top"}},
	{`curl "https://api.com/?n={{i}}#top"`, nil, []string{"curl", "https://api.com/#top"}},
	{"curl https://x/{{s}}?y={{l}}", values{"s": "a b", "l": []string{"c", "d"}}, []string{"curl", "https://x/a b?y=c%20d"}},
	{"curl {{s}}/x?q={{s2}}", values{"s": "http://h", "s2": "a b"}, []string{"curl", "http://h/x?q=a%20b"}},
	{"p what?{{s}}", values{"s": "a b"}, []string{"p", "what?a b"}},
	// After -- there are no options.
	{"rm -- {{s}}", values{"s": "-rf"}, []string{"rm", "--", "-rf"}},
	{"p --s={{s}}", values{"s": "-rf"}, []string{"p", "--s=-rf"}},
	{"env -- rm -- {{s}}", values{"s": "-rf"}, []string{"env", "--", "rm", "--", "-rf"}},
	{"find . -exec rm -- {{s}} {} ;", values{"s": "-rf"}, []string{"find", ".", "-exec", "rm", "--", "-rf", "{}", ";"}},
	{"p {{s}} -x{{s2}} --y={{s2}}", values{"s": "+x", "s2": "-"}, []string{"p", "+x", "-x-", "--y=-"}},
	{"p --y={{s}} x{{s}}", values{"s": ""}, []string{"p", "--y=", "x"}},
	{"rm -- -{{s}} --{{s}}", values{"s": ""}, []string{"rm", "--", "-", "--"}},
	// TS-3: nothing is expanded
	{"p $HOME *.go | x > y", nil, []string{"p", "$HOME", "*.go", "|", "x", ">", "y"}},
}

func TestFill(t *testing.T) {
	for _, c := range fills {
		tmpl, err := Parse(c.text)
		if err != nil {
			t.Errorf("Parse(%q): %v", c.text, err)
			continue
		}
		got, err := tmpl.Fill(c.values, params)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%q with %v: got %q, %v, want %q", c.text, c.values, got, err, c.want)
		}
	}
}

// TS-2: a value never becomes an option, and has its parameter's type.
func TestFillRefuses(t *testing.T) {
	for _, c := range []struct {
		text   string
		values values
		param  string
		part   string
	}{
		{"rm {{s}}", values{"s": "-rf"}, "s", "option"},
		{"p -o {{s}}", values{"s": "--exec=x"}, "s", "option"},
		{"p {{s}}.txt", values{"s": "-x"}, "s", "option"},
		{"p {{s}}{{s2}}", values{"s": "", "s2": "-x"}, "s2", "option"},
		{"p {{s}}-rf", values{"s": ""}, "s", "option"},
		{"p {{b:}}{{s}}", values{"b": true, "s": "-x"}, "s", "option"},
		{"awk -F{{s}} '{print}' f", values{"s": ""}, "s", "take the next word"},
		{"awk -F{{s}}{{s2}} '{print}' f", values{"s": "", "s2": ""}, "s", "take the next word"},
		{"rm -{{s}}", values{"s": "x"}, "s", "name of an option"},
		{"p --{{s}}=x", values{"s": "x"}, "s", "name of an option"},
		{"p {{s2:-}}{{s}}", values{"s": "rf"}, "s", "name of an option"},
		{"p {{b:--}}{{s}}", values{"b": true, "s": "x"}, "s", "name of an option"},
		{"bash {{s}} f", values{"s": "+c"}, "s", "begins with +"},
		{"env bash {{l}}", values{"l": []string{"x", "+c"}}, "l", "begins with +"},
		{"vim {{s}}", values{"s": "+!x"}, "s", "begins with +"},
		{"env -- rm {{s}}", values{"s": "-rf"}, "s", "option"},
		{"kubectl exec x -- rm {{s}}", values{"s": "-rf"}, "s", "option"},
		{"find . -exec rm -- {} ; -name {{s}}", values{"s": "-delete"}, "s", "option"},
		{"kill {{i}}", values{"i": -1}, "i", "option"},
		{"p {{l}}", values{"l": []string{"a", "-b"}}, "l", "option"},
		{"p {{s}}", values{"s": 5}, "s", "got 5, want text"},
		{"p {{i}}", values{"i": 1.5}, "i", "got 1.5, want a whole number"},
		{"p {{i}}", values{"i": "1"}, "i", `got "1", want a whole number`},
		{"p {{b:--x}}", values{"b": "true"}, "b", "want true or false"},
		{"p {{l}}", values{"l": []any{1}}, "l", "want a list of texts"},
		{"p {{s}}", values{"s": "a\x00b"}, "s", "NUL"},
		{"p", values{"zz": 1, "yy": 2}, "yy", "no parameter"},
		{"p {{other}}", nil, "other", "no parameter"},
	} {
		tmpl, err := Parse(c.text)
		if err != nil {
			t.Fatal(err)
		}
		got, err := tmpl.Fill(c.values, params)
		var e *ValueError
		if !errors.As(err, &e) || e.Param != c.param || !strings.Contains(e.Message, c.part) {
			t.Errorf("%q with %v: got %q, %v, want an error of %s with %q", c.text, c.values, got, err, c.param, c.part)
		}
	}
	tmpl, _ := Parse("p")
	if _, err := tmpl.Fill(nil, []Param{{"x", "string", true}}); err == nil {
		t.Error("got no error for a missing required value")
	}
}

// SK-6, TS-2
func TestParseErrors(t *testing.T) {
	for _, c := range []struct {
		text string
		at   int
	}{
		{"", 0},
		{" \n", 0},
		{"''", 0},
		{"{{s}} a", 0},
		{"./x-{{s}}.sh", 4},
		{"p 'a", 2},
		{"p {{s", 2},
		{"p {{}}", 2},
		{"p {{ a b }}", 2},
		{"p {{.Name}}", 2},
		{"p a\nq b", 3},
		{"\n\np a \\\n b\nq", 10},
	} {
		_, err := Parse(c.text)
		var e *SyntaxError
		if !errors.As(err, &e) || e.Offset != c.at {
			t.Errorf("Parse(%q): got %v, want an error at byte %d", c.text, err, c.at)
		}
	}
}

func TestTemplate(t *testing.T) {
	tmpl, err := Parse("\n./x.sh {{b}} '{{a}}' {{b:1}} \\\n last\n")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := tmpl.Params(), []string{"b", "a"}; !slices.Equal(got, want) {
		t.Errorf("Params: got %q, want %q", got, want)
	}
	if got, want := tmpl.words[0].literal(), "./x.sh"; got != want {
		t.Errorf("Program: got %q, want %q", got, want)
	}
	if got, want := tmpl.Offset("a"), 15; got != want {
		t.Errorf("Offset: got %d, want %d", got, want)
	}
}

// TS-3
func TestWarnings(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"git log -n {{i}} --x=y", []string{}},
		{"a | b || c && d & e", []string{"|", "||", "&&", "&"}},
		{"a > b < c >> d 2>&1", []string{">", "<", ">>", "&"}},
		{"a; b $HOME ${X} $(x) `y` $1", []string{";", "$HOME", "${X}", "$(", "`", "$1"}},
		{"a *.go x? [ab] ~ #", []string{"*", "?", "[", "~", "#"}},
		{`a 'x | y' "x & z"`, []string{}},
		{`awk '{print $1}' {{s}}`, []string{}},
		{`find . -name '*.md' -o -name "*.txt" -exec wc {} \;`, []string{}},
		{`grep -E 'a|b' x`, []string{}},
		{`p "$HOME" '${X}' "$(x)" '~' "#" '[a]' "a?"`, []string{}},
		{`p 'a'|'b' "c"$X 'd'*`, []string{"|", "$X", "*"}},
		{`p ${ x${X:-y} $`, []string{"${ x${X:-y}"}},
		{`curl "https://x/?a=1&b={{s}}" https://x/?y`, []string{}},
		{`a \| \$x {{s:|}} 5$ a~b`, []string{}},
	} {
		tmpl, err := Parse(c.text)
		if err != nil {
			t.Fatal(err)
		}
		got := []string{}
		for _, w := range tmpl.Warnings() {
			got = append(got, w.Text)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
}

// TS-2: a backslash joins lines in a file of either line end, also before lines of blanks.
func TestJoinedLines(t *testing.T) {
	for _, text := range []string{"a \\\n b", "a \\\r\n b", "a \\\r\n b \\\r\n  ", "a b \\\n\t\n"} {
		tmpl, err := Parse(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if got, err := tmpl.Fill(nil, nil); err != nil || !slices.Equal(got, []string{"a", "b"}) {
			t.Errorf("%q: got %q, %v, want two words", text, got, err)
		}
	}
}

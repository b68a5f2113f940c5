package conf

import (
	"errors"
	"strings"
	"testing"
)

// read asks for one key of every kind.
func read(text string) (*Doc, error) {
	d := Read("f.yaml", []byte(text))
	d.Text("text", "", "a", "b")
	d.Bool("bool", false)
	d.List("list")
	d.Map("map")
	d.Doc("doc").Text("inner", "")
	d.Number("number", "", 0, 9)
	return d, d.Err()
}

func TestErrors(t *testing.T) {
	for _, tt := range []struct {
		text  string
		wants []string // each error from its start; none for a good file
	}{
		{"", nil},
		{"text: a\nbool: true\nlist: [x, 5]\nmap: {k: v, n: }\ndoc: {inner: x}\n", nil},
		{"text:\nbool: ~\nlist: null\nmap:\ndoc:\n", nil},
		{"bool: True", nil},
		{"text: c", []string{`f.yaml:1:7: key "text": got "c", want one of a, b`}},
		{"text: [a]", []string{`f.yaml:1:7: key "text": got a list, want text`}},
		{"bool: yes", []string{`f.yaml:1:7: key "bool": got "yes", want true or false`}},
		{"bool: 1", []string{`f.yaml:1:7: key "bool": got "1", want true or false`}},
		{"number: 0", nil},
		{"number:", nil},
		{"number: 10", []string{`f.yaml:1:9: key "number": got "10", want a whole number from 0 to 9`}},
		{"number: -1", []string{`f.yaml:1:9: key "number": got "-1", want`}},
		{"number: '5'", []string{`f.yaml:1:9: key "number": got "5", want`}},
		{"number: 5.0", []string{`f.yaml:1:9: key "number": got "5.0", want`}},
		{"number: 99999999999999999999", []string{`f.yaml:1:9: key "number": got "99999999999999999999", want`}},
		{"number: [5]", []string{`f.yaml:1:9: key "number": got a list, want`}},
		{"list: x", []string{`f.yaml:1:7: key "list": got "x", want a list`}},
		{"list:\n- x\n- [y]\n- {z: 1}\n- ~", []string{
			`f.yaml:3:3: key "list": got a list in the list`, `f.yaml:4:3: key "list": got a mapping in the list`, `f.yaml:5:3: key "list"`,
		}},
		{"map: [x]", []string{`f.yaml:1:6: key "map": got a list, want a mapping`}},
		{"map: {k: 1, k: 2}", []string{`f.yaml:1:13: key "map.k" is repeated`}},
		{"doc: x", []string{`f.yaml:1:6: got "x", want a mapping`}},
		{"doc: {other: x}", []string{`f.yaml:1:7: unknown key "doc.other", want one of inner`}},
		{"text: a\ntext: b", []string{`f.yaml:2:1: key "text" is repeated`}},
		{"texts: a", []string{`f.yaml:1:1: unknown key "texts", want one of text, bool, list, map, doc, number`}},
		{"? [text]\n: a", []string{`f.yaml:1:3: unknown key`}},
		{"- text", []string{`f.yaml:1:1: got a list, want a mapping`}},
		{"text", []string{`f.yaml:1:1: got "text", want a mapping`}},
		{"text: 'a", []string{"f.yaml:1:1: "}},
		{"bool: true\n\ttext: a", []string{"f.yaml:2:1: "}},
		{"text: a\n---\ntext: b", []string{"f.yaml:2:1: got a second YAML document, want one"}},
		{"x: &x a\ntext: *x", []string{`f.yaml:1:1: unknown key "x"`, `f.yaml:2:7: key "text": got an alias`}},
		{"x: &x [a]\nlist: [*x]", []string{`f.yaml:1:1: unknown key`, `f.yaml:2:8: key "list": got an alias in the list`}},
		// All of them, by place.
		{"zoo: 1\nlist: 5\nbool: 5\ntext: 5\n", []string{"f.yaml:1:1:", "f.yaml:2:7:", "f.yaml:3:7:", "f.yaml:4:7:"}},
	} {
		_, err := read(tt.text)
		var got []string
		if err != nil {
			got = strings.Split(err.Error(), "\n")
		}
		if len(got) != len(tt.wants) {
			t.Errorf("%q: got %q, want %q", tt.text, got, tt.wants)
			continue
		}
		for i, want := range tt.wants {
			if !strings.HasPrefix(got[i], want) {
				t.Errorf("%q: got %q, want %q", tt.text, got[i], want)
			}
		}
		var e *Error
		if err != nil && !errors.As(err, &e) {
			t.Errorf("%q: got %T, want errors with a place", tt.text, err)
		}
	}
}

// A file is bounded, and no nesting or alias makes it cost more than that.
func TestBounds(t *testing.T) {
	var bomb strings.Builder
	bomb.WriteString("a: &a [x,x,x,x,x,x,x,x,x]\n")
	for c := 'b'; c < 'j'; c++ {
		bomb.WriteString(string(c) + ": &" + string(c) + " [" + strings.TrimSuffix(strings.Repeat("*"+string(c-1)+",", 9), ",") + "]\n")
	}
	for name, text := range map[string]string{
		"long": strings.Repeat("#", MaxBytes+1), "deep": strings.Repeat("[", MaxBytes), "deep maps": strings.Repeat("{a: ", 10000),
		"bomb": bomb.String(), "nul": "text: \x00", "not UTF-8": "text: \xff",
	} {
		if _, err := read(text); err == nil {
			t.Errorf("%s: got no error", name)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{"", "text: a\nlist: [x]\n", "map: {k: v}\ndoc: {inner: x}", "a: &a [*a]", "---\n...\n---", "<<: {text: a}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, err := read(text)
		if d == nil || (err != nil && !strings.HasPrefix(err.Error(), "f.yaml:")) {
			t.Errorf("%q: got %v", text, err)
		}
	})
}

package command

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"lily/core/skill"
)

var (
	one    = []skill.Param{{Name: "text", Type: "string", Required: true}}
	maybe  = []skill.Param{{Name: "name", Type: "string"}}
	many   = []skill.Param{{Name: "path", Type: "string", Required: true}, {Name: "n", Type: "integer"}, {Name: "x", Type: "number"}, {Name: "deep", Type: "boolean"}}
	listed = []skill.Param{{Name: "first", Type: "string", Required: true}, {Name: "rest", Type: "array"}}
	shapes = map[string][]skill.Param{"one": one, "maybe": maybe, "many": many, "listed": listed, "none": nil}
)

var binds = []struct {
	shape, text string
	want        Args
	err         string // a part of it
}{
	// CM-5: a tool that takes one string gets the whole text.
	{"one", "all of it, 'as it' \"stands", Args{"text": "all of it, 'as it' \"stands"}, ""},
	{"one", "a=b", Args{"text": "a=b"}, ""},
	{"one", "two\nlines", Args{"text": "two\nlines"}, ""},
	{"one", "text=named", Args{"text": "named"}, ""},
	{"one", "text='one word'", Args{"text": "one word"}, ""},
	{"one", "text=two words", Args{"text": "two words"}, ""},
	{"one", `{"text": "x"}`, Args{"text": "x"}, ""},
	{"one", `{"other": "x"}`, Args{"text": `{"other": "x"}`}, ""},
	{"one", `{"text": 1}`, nil, "The argument text: got 1, want a string."},
	{"one", `{"text": null}`, nil, "The argument text: got null, want a string."},
	{"one", `{"text": {"text": "x"}}`, nil, "want a string."},
	{"one", "{\"te\\u0078t\" :\n[\"x\"] }", nil, "want a string."},
	{"one", `{"text": 1, "text": "x"}`, nil, "want a string."},
	{"one", `{"text": "x", "text": "y"}`, nil, "given twice."},
	{"maybe", `{"name": false}`, nil, "The argument name: got false, want a string."},
	{"one", `{"text": "x", "other": 1}`, Args{"text": `{"text": "x", "other": 1}`}, ""},
	{"one", `{"text": 1, "other": 1}`, Args{"text": `{"text": 1, "other": 1}`}, ""},
	{"one", `{"text": 1} and more`, Args{"text": `{"text": 1} and more`}, ""},
	{"one", `{"text": 1`, Args{"text": `{"text": 1`}, ""},
	{"one", `{"Text": 1}`, Args{"text": `{"Text": 1}`}, ""},
	{"one", `{}`, Args{"text": `{}`}, ""},
	{"one", `[{"text": 1}]`, Args{"text": `[{"text": 1}]`}, ""},
	{"one", `{not json`, Args{"text": `{not json`}, ""},
	{"one", "", nil, "The argument text is missing."},
	{"maybe", "", Args{}, ""},
	{"maybe", "x y", Args{"name": "x y"}, ""},
	// CM-5: words by position and by name.
	{"many", "a.md", Args{"path": "a.md"}, ""},
	{"many", "a.md 3 1.5 true", Args{"path": "a.md", "n": int64(3), "x": 1.5, "deep": true}, ""},
	{"many", "deep=false path='my file.md' n=-2", Args{"path": "my file.md", "n": int64(-2), "deep": false}, ""},
	{"many", "n=1 a.md 2.5", Args{"n": int64(1), "path": "a.md", "x": 2.5}, ""},
	{"many", `path="" n=0`, Args{"path": "", "n": int64(0)}, ""},
	{"many", "path=a=b", Args{"path": "a=b"}, ""},
	{"many", "./a=b", Args{"path": "./a=b"}, ""},
	{"many", `a\ b`, Args{"path": "a b"}, ""},
	{"many", "", nil, "The argument path is missing."},
	{"many", "n=1", nil, "The argument path is missing."},
	{"many", "a 1 2 true more", nil, `There is one argument too many: "more".`},
	{"many", "a path=b", nil, "The argument path is given twice."},
	{"many", "a colour=red", nil, "There is no argument colour."},
	{"many", "a n=1.5", nil, `The argument n: got "1.5", want an integer.`},
	{"many", "a n=9223372036854775808", nil, "want an integer."},
	{"many", "a x=NaN", nil, `The argument x: got "NaN", want a number.`},
	{"many", "a x=1e999", nil, "want a number."},
	{"many", "a deep=yes", nil, `The argument deep: got "yes", want a boolean.`},
	{"many", "a 'open", nil, "cannot be split into words"},
	{"listed", "a b c", Args{"first": "a", "rest": []string{"b", "c"}}, ""},
	{"listed", "rest=b a rest=c", Args{"first": "a", "rest": []string{"b", "c"}}, ""},
	{"none", "", Args{}, ""},
	{"none", "x", nil, "one argument too many"},
	// CM-5: a JSON object, of just the schema's types.
	{"many", `{"path": "a", "n": 3, "x": 1, "deep": true}`, Args{"path": "a", "n": int64(3), "x": 1.0, "deep": true}, ""},
	{"many", `{}`, nil, "The argument path is missing."},
	{"many", `{"path": 5}`, nil, "The argument path: got 5, want a string."},
	{"many", `{"path": null}`, nil, "The argument path: got null, want a string."},
	{"many", `{"path": "a", "n": "3"}`, nil, `The argument n: got "3", want an integer.`},
	{"many", `{"path": "a", "n": 3.0}`, nil, "want an integer."},
	{"many", `{"path": "a", "n": true}`, nil, "The argument n: got true, want an integer."},
	{"many", `{"path": "a", "deep": "true"}`, nil, "want a boolean."},
	{"many", `{"path": "a", "path": "b"}`, nil, "The argument path is given twice."},
	{"many", `{"path": "a", "colour": 1}`, nil, "There is no argument colour."},
	{"many", `{"path": "a"} b`, nil, "followed by more text"},
	{"many", `{"path": "a"`, nil, "never closed"},
	{"many", `{path: a}`, nil, "not a JSON object"},
	{"listed", `{"first": "a", "rest": ["b", "c"]}`, Args{"first": "a", "rest": []string{"b", "c"}}, ""},
	{"listed", `{"first": "a", "rest": []}`, Args{"first": "a", "rest": []string{}}, ""},
	{"listed", `{"first": "a", "rest": [1]}`, nil, "The argument rest: got [1], want an array."},
	{"listed", `{"first": "a", "rest": [null]}`, nil, "want an array."},
	{"listed", `{"first": "a", "rest": "b"}`, nil, "want an array."},
	{"none", `{}`, Args{}, ""},
}

func TestBind(t *testing.T) {
	for _, tt := range binds {
		got, err := Bind(tt.text, shapes[tt.shape])
		if tt.err == "" && (err != nil || !reflect.DeepEqual(got, tt.want)) {
			t.Errorf("%s %q: got %#v, %v, want %#v", tt.shape, tt.text, got, err, tt.want)
		}
		if tt.err != "" && !refuses(err, tt.err) {
			t.Errorf("%s %q: got %#v, %v, want the error %q", tt.shape, tt.text, got, err, tt.err)
		}
	}
}

// CM-8: a bad argument has one code.
func refuses(err error, part string) bool {
	var e *Error
	return errors.As(err, &e) && e.Code == InvalidArguments && strings.Contains(e.Message, part)
}

// CM-5: the usage shows every parameter, optional ones in brackets.
func TestUsage(t *testing.T) {
	want := "/skill x path=<string> [n=<integer>] [x=<number>] [deep=<boolean>]"
	if got := Usage("/skill x", many); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// CM-5: any text gives arguments of the schema's types or an error; what was
// bound, written as JSON, binds to the same again.
func FuzzBind(f *testing.F) {
	for _, tt := range binds {
		f.Add(tt.shape, tt.text)
	}
	f.Fuzz(func(t *testing.T, shape, text string) {
		params := shapes[shape]
		got, err := Bind(strings.TrimSpace(text), params)
		if err != nil {
			if !refuses(err, "") {
				t.Fatalf("%q: got %v, want the code %s", text, err, InvalidArguments)
			}
			return
		}
		data, err := json.Marshal(got)
		if err != nil {
			t.Fatalf("%q: got %#v: %v", text, got, err)
		}
		if strings.ToValidUTF8(text, "") != text || len(got) == 0 {
			return // JSON cannot hold it, or has nothing to hold
		}
		if again, err := Bind(string(data), params); err != nil || !reflect.DeepEqual(again, got) {
			t.Errorf("%q: got %#v and then %#v, %v", text, got, again, err)
		}
	})
}

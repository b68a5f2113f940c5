package argv

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Param is a parameter as its tool declares it (TS-1).
type Param struct {
	Name     string
	Type     string // string, integer, number, boolean, array
	Required bool
}

// ValueError says which value cannot be put into a template, and why.
type ValueError struct {
	Param   string
	Message string
}

// Error returns the parameter, then why.
func (e *ValueError) Error() string { return e.Param + ": " + e.Message }

// Fill puts values into the template's words (TS-2). One that is absent or nil is missing, and so is an empty array.
//
//   - A word with a missing value is left out, and so is the flag right before it, where the word begins with no -.
//   - In a URL's query, values are percent-encoded, and a missing value takes only its own key=value pair along.
//   - An array that is a word of its own becomes one word per item; inside a word its items are joined by spaces.
//   - A value that would name an option, as in -{{x}} and --{{x}}=y, is refused, and so is an empty one in -o{{x}}:
//     the option would take the next word for its own.
//   - A word that begins with a - from a value is refused: the program would take it for an option that the template
//     did not write. That holds for numbers (kill -1) and after a flag, which may take no argument. So is a + where
//     that is one, as for a shell. After a word -- of its program there are no options, and it is allowed.
//     --flag={{x}} is always safe.
//
// An error is a [*ValueError].
func (t Template) Fill(values map[string]any, params []Param) ([]string, error) {
	k := t.walk(params)
	f := filler{walk: k, values: map[string]value{}}
	if err := f.read(t, values, params); err != nil {
		return nil, err
	}
	for i, w := range t.words {
		f.at = i
		if err := f.add(w); err != nil {
			return nil, err
		}
	}
	return f.out, nil
}

type filler struct {
	walk    *walk
	values  map[string]value
	out     []string
	flag    bool // the last word of out is a flag of the template
	literal bool // after the -- of its program
	at      int  // the word of the template
}

func (f *filler) add(w word) error {
	words, missing, err := f.fill(w)
	if err != nil {
		return err
	}
	if missing && f.flag && !w.isOption() {
		f.out = f.out[:len(f.out)-1]
	}
	f.out = append(f.out, words...)
	program := len(f.out) == 1
	f.flag = len(words) > 0 && !program && w.isFlag()
	f.literal = f.literal && !f.walk.begins[f.at] || !program && w.fixed() && w.literal() == "--"
	return nil
}

// fill gives the words that become of a word: none for a boolean that is not true, and for a missing value.
func (f *filler) fill(w word) (words []string, missing bool, err error) {
	if len(w) != 1 || w[0].name == "" {
		return f.joined(w)
	}
	p := w[0]
	v := f.values[p.name]
	switch {
	case p.isFlag(v) && !v.yes:
		return nil, false, nil
	case p.isFlag(v), v.missing() && p.hasMod:
		return []string{p.mod}, false, nil
	}
	for _, item := range v.items {
		if err := f.check(p, item); err != nil {
			return nil, false, err
		}
	}
	return v.items, v.missing(), nil
}

// check refuses a word that a value made an option.
func (f *filler) check(p part, word string) error {
	if f.literal || !strings.HasPrefix(word, "-") && (!f.walk.plus[f.at] || !strings.HasPrefix(word, "+")) {
		return nil
	}
	return &ValueError{p.name, fmt.Sprintf("got %q, which begins with %s and would be an option that the command does not have; "+
		"want another value (the command may write --flag={{%s}}, or -- before it)", word, word[:1], p.name)}
}

// isFlag reports whether the placeholder stands for a flag: true and false after the colon are a default.
func (p part) isFlag(v value) bool {
	return v.boolean && p.hasMod && p.mod != "true" && p.mod != "false"
}

func (w word) fixed() bool { return !slices.ContainsFunc(w, func(p part) bool { return p.name != "" }) }

// isOption reports whether the word begins with a - of the template.
func (w word) isOption() bool { return len(w) > 0 && strings.HasPrefix(w[0].text, "-") }

// isFlag reports whether the word is a flag that may take the next word.
func (w word) isFlag() bool {
	text := w.literal()
	return w.fixed() && w.isOption() && text != "-" && text != "--" && !strings.Contains(text, "=")
}

// value is a parameter's value as text; without items it is missing.
type value struct {
	items   []string
	boolean bool
	yes     bool
}

func (v value) missing() bool { return len(v.items) == 0 }

func (f *filler) read(t Template, values map[string]any, params []Param) error {
	declared := map[string]bool{}
	for _, p := range params {
		declared[p.Name] = true
		v, err := convert(p, values[p.Name])
		if err != nil {
			return err
		}
		f.values[p.Name] = v
	}
	for _, name := range t.Params() {
		if !declared[name] {
			return &ValueError{name, "the command has this placeholder, and no parameter has its name"}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if !declared[name] {
			return &ValueError{name, "no parameter has this name"}
		}
	}
	return nil
}

func convert(p Param, v any) (value, error) {
	out := value{boolean: p.Type == "boolean"}
	switch {
	case v == nil && p.Required:
		return out, &ValueError{p.Name, "the value is missing; want " + want(p.Type)}
	case v == nil:
		return out, nil
	}
	items, ok := texts(p.Type, v)
	if !ok {
		return out, &ValueError{p.Name, fmt.Sprintf("got %s, want %s", got(v), want(p.Type))}
	}
	for _, item := range items {
		if strings.IndexByte(item, 0) >= 0 {
			return out, &ValueError{p.Name, "got a NUL character, which no argument can hold"}
		}
	}
	out.items, out.yes = items, v == true
	return out, nil
}

// wants are the types of parameters, as a sentence names their values.
var wants = map[string]string{
	"string": "text", "integer": "a whole number", "number": "a number", "boolean": "true or false", "array": "a list of texts",
}

func want(typ string) string { return cmp.Or(wants[typ], "a known type, not "+strconv.Quote(typ)) }

func got(v any) string {
	if s, ok := v.(string); ok {
		return cut(strconv.Quote(s), 2*maxTold)
	}
	return cut(fmt.Sprint(v), 2*maxTold)
}

func texts(typ string, v any) ([]string, bool) {
	switch typ {
	case "string":
		s, ok := v.(string)
		return []string{s}, ok
	case "integer", "number":
		s, ok := number(v, typ == "integer")
		return []string{s}, ok
	case "boolean":
		b, ok := v.(bool)
		return []string{strconv.FormatBool(b)}, ok
	case "array":
		return list(v)
	}
	return nil, false
}

func list(v any) (items []string, ok bool) {
	switch v := v.(type) {
	case []string:
		return slices.Clone(v), true
	case []any:
		for _, item := range v {
			s, ok := item.(string)
			if !ok {
				return nil, false
			}
			items = append(items, s)
		}
		return items, true
	}
	return nil, false
}

// number writes a number without exponent, as programs read it.
func number(v any, whole bool) (string, bool) {
	switch v := v.(type) {
	case int:
		return strconv.Itoa(v), true
	case int64:
		return strconv.FormatInt(v, 10), true
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) || whole && v != math.Trunc(v) {
			return "", false
		}
		return strconv.FormatFloat(v, 'f', -1, 64), true
	}
	return "", false
}

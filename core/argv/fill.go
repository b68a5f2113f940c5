package argv

import (
	"fmt"
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

// Fill puts values into the template's words and returns program and arguments
// (TS-2). A value that is absent or nil is missing, and so is an empty array.
//
//   - A word with a missing value is left out. If it does not begin with a -
//     of its own, the flag word right before it is left out too.
//   - In a URL's query, values are percent-encoded, and a missing value takes
//     only its own key=value pair along.
//   - An array that is a word of its own becomes one word per item; inside a
//     word its items are joined by spaces.
//   - A value that would name an option, as in -{{x}} and --{{x}}=y, is refused, and
//     so is an empty one in -o{{x}}: the option would take the next word for its own.
//   - A word whose first character is a - that comes from a value is refused:
//     the program would take it for an option that the template did not write.
//     That holds for numbers (kill -1) and after a flag, which may take no
//     argument. So is a + where that is one, as for a shell. After a word -- of its
//     program there are no options, and it is allowed.
//     --flag={{x}} is always safe.
//
// An error is a [*ValueError].
func (t Template) Fill(values map[string]any, params []Param) ([]string, error) {
	k := t.walk(params)
	f := filler{values: map[string]value{}, begins: k.begins, plus: k.plus}
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

// filler is one Fill under way.
type filler struct {
	values  map[string]value
	out     []string
	flag    bool // the last word of out is a flag of the template
	literal bool // after the -- of its program
	at      int  // the word of the template
	begins  map[int]bool
	plus    map[int]bool
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
	f.literal = f.literal && !f.begins[f.at] || !program && w.fixed() && w.literal() == "--"
	return nil
}

// fill gives the words that become of a word: none for a boolean that is not true, and
// for a missing value.
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
	if f.literal || !strings.HasPrefix(word, "-") && (!f.plus[f.at] || !strings.HasPrefix(word, "+")) {
		return nil
	}
	return &ValueError{p.name, fmt.Sprintf("got %q, which begins with %s and would be an option that the command does not have; "+
		"want another value (the command may write --flag={{%s}}, or -- before it)", word, word[:1], p.name)}
}

// isFlag reports whether the placeholder stands for a flag: true and false after the
// colon are a default.
func (p part) isFlag(v value) bool {
	return v.boolean && p.hasMod && p.mod != "true" && p.mod != "false"
}

func (w word) fixed() bool {
	for _, p := range w {
		if p.name != "" {
			return false
		}
	}
	return true
}

// isOption reports whether the word begins with a - of the template.
func (w word) isOption() bool { return len(w) > 0 && strings.HasPrefix(w[0].text, "-") }

// isFlag reports whether the word is a flag that may take the next word.
func (w word) isFlag() bool {
	text := w.literal()
	return w.fixed() && w.isOption() && text != "-" && text != "--" && !strings.Contains(text, "=")
}

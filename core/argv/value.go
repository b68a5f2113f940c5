package argv

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// value is a parameter's value as text; without items it is missing.
type value struct {
	items   []string
	boolean bool
	yes     bool
}

func (v value) missing() bool { return len(v.items) == 0 }

// read checks the values against the parameters and turns them into text.
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
	return unknown(values, declared)
}

// unknown refuses a value that no parameter has; of several the first by name,
// since a map has no order.
func unknown(values map[string]any, declared map[string]bool) error {
	first := ""
	for name := range values {
		if !declared[name] && (first == "" || name < first) {
			first = name
		}
	}
	if first != "" || values[""] != nil {
		return &ValueError{first, "no parameter has this name"}
	}
	return nil
}

func convert(p Param, v any) (value, error) {
	out := value{boolean: p.Type == "boolean"}
	if v == nil {
		if p.Required {
			return out, &ValueError{p.Name, "the value is missing; want " + want(p.Type)}
		}
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
	out.items = items
	out.yes = v == true
	return out, nil
}

func want(typ string) string {
	switch typ {
	case "string":
		return "text"
	case "integer":
		return "a whole number"
	case "number":
		return "a number"
	case "boolean":
		return "true or false"
	case "array":
		return "a list of texts"
	}
	return "a known type, not " + strconv.Quote(typ)
}

func got(v any) string {
	text := fmt.Sprintf("%v", v)
	if s, ok := v.(string); ok {
		text = strconv.Quote(s)
	}
	if len(text) > 80 {
		text = strings.ToValidUTF8(text[:80], "") + "…"
	}
	return text
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

func list(v any) ([]string, bool) {
	switch v := v.(type) {
	case []string:
		return append([]string{}, v...), true
	case []any:
		items := make([]string, 0, len(v))
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
	case json.Number:
		if n, err := strconv.ParseInt(string(v), 10, 64); err == nil {
			return strconv.FormatInt(n, 10), true
		}
		f, err := v.Float64()
		if err != nil {
			return "", false
		}
		return number(f, whole)
	}
	return "", false
}

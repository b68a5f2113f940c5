package argv

import (
	"fmt"
	"maps"
	"math"
	"slices"
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

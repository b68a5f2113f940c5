package main

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// schema holds values to a JSON Schema of draft 4, as far as the one of SARIF goes. A keyword that it does not know is a
// fault, so that nothing is passed over.
type schema struct {
	t    *testing.T
	root map[string]any
}

func readSchema(t *testing.T) schema {
	t.Helper()
	data, err := os.ReadFile("core/format/testdata/sarif-schema-2.1.0.json")
	s := schema{t: t}
	if err == nil {
		err = json.Unmarshal(data, &s.root)
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// faults lists where a value is not what a rule wants.
func (s schema) faults(rule map[string]any, v any, at string) (list []string) {
	fail := func(format string, args ...any) { list = append(list, at+": "+fmt.Sprintf(format, args...)) }
	if ref, ok := rule["$ref"].(string); ok {
		name := strings.TrimPrefix(ref, "#/definitions/")
		to, found := s.root["definitions"].(map[string]any)[name].(map[string]any)
		if !found {
			s.t.Fatalf("the schema has no %s", ref)
		}
		return s.faults(to, v, at)
	}
	for key, want := range rule {
		switch key {
		case "$schema", "id", "title", "description", "default", "definitions", "properties", "items":
		case "type":
			if !typed(want, v) {
				fail("got %T, want %v", v, want)
			}
		case "enum":
			if !slices.ContainsFunc(want.([]any), func(one any) bool { return reflect.DeepEqual(one, v) }) {
				fail("got %v, want one of %v", v, want)
			}
		case "required":
			for _, name := range want.([]any) {
				if o, ok := v.(map[string]any); ok && o[name.(string)] == nil {
					fail("got no %s", name)
				}
			}
		case "additionalProperties":
			list = append(list, s.others(rule, want, v, at)...)
		case "anyOf", "oneOf":
			n := 0
			for _, one := range want.([]any) {
				if len(s.faults(one.(map[string]any), v, at)) == 0 {
					n++
				}
			}
			if n == 0 || key == "oneOf" && n != 1 {
				fail("got %d of %s", n, key)
			}
		case "minItems":
			if l, ok := v.([]any); ok && len(l) < int(want.(float64)) {
				fail("got %d items, want %v", len(l), want)
			}
		case "uniqueItems":
			l, _ := v.([]any)
			for i := range l {
				for j := range i {
					if want == true && reflect.DeepEqual(l[i], l[j]) {
						fail("got item %d again", j)
					}
				}
			}
		case "minimum":
			if n, ok := v.(float64); ok && n < want.(float64) {
				fail("got %v, want at least %v", n, want)
			}
		case "maximum":
			if n, ok := v.(float64); ok && n > want.(float64) {
				fail("got %v, want at most %v", n, want)
			}
		case "pattern":
			if text, ok := v.(string); ok && !regexp.MustCompile(want.(string)).MatchString(text) {
				fail("got %q, want %s", text, want)
			}
		case "format":
			list = append(list, formed(want.(string), v, at)...)
		default:
			s.t.Fatalf("the schema has the keyword %s, which this test does not know", key)
		}
	}
	for name, to := range object(rule["properties"]) {
		if part, ok := object(v)[name]; ok {
			list = append(list, s.faults(to.(map[string]any), part, at+"/"+name)...)
		}
	}
	if to, ok := rule["items"].(map[string]any); ok {
		l, _ := v.([]any)
		for i, part := range l {
			list = append(list, s.faults(to, part, fmt.Sprintf("%s/%d", at, i))...)
		}
	}
	return list
}

func object(v any) map[string]any {
	o, _ := v.(map[string]any)
	return o
}

// others are the properties that no rule names.
func (s schema) others(rule map[string]any, want, v any, at string) (list []string) {
	for name, part := range object(v) {
		if _, known := object(rule["properties"])[name]; known {
			continue
		}
		if to, ok := want.(map[string]any); ok {
			list = append(list, s.faults(to, part, at+"/"+name)...)
		} else if want == false {
			list = append(list, at+": got the property "+name)
		}
	}
	return list
}

func typed(want, v any) bool {
	if many, ok := want.([]any); ok {
		return slices.ContainsFunc(many, func(one any) bool { return typed(one, v) })
	}
	switch v := v.(type) {
	case nil:
		return want == "null"
	case bool:
		return want == "boolean"
	case string:
		return want == "string"
	case float64:
		return want == "number" || want == "integer" && v == float64(int(v))
	case []any:
		return want == "array"
	}
	return want == "object"
}

func formed(want string, v any, at string) []string {
	text, ok := v.(string)
	if !ok {
		return nil
	}
	u, err := url.Parse(text)
	switch {
	case err != nil:
		return []string{at + ": got no address " + text}
	case want == "uri" && !u.IsAbs():
		return []string{at + ": got a relative address " + text}
	case strings.ContainsAny(text, " \\\"<>^`{|}") || strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' }):
		return []string{at + ": got characters in an address " + text}
	}
	return nil
}

// The judge finds faults: else what it passes is no proof.
func TestSchemaFindsFaults(t *testing.T) {
	s := readSchema(t)
	for text, want := range map[string]string{
		`{"version": "2.1.0"}`:            "got no runs",
		`{"version": "2.0.0","runs": []}`: "want one of [2.1.0]",
		`{"version": "2.1.0","runs": [{"tool": {"driver": {"name": "x", "zoo": 1}}}]}`:                                                                         "got the property zoo",
		`{"version": "2.1.0","runs": [{"tool": {"driver": {"name": 1}}}]}`:                                                                                     "got float64, want string",
		`{"version": "2.1.0","runs": [{"tool": {"driver": {"name": "x"}}, "results": [{"message": {"text": "m"}, "ruleIndex": -2}]}]}`:                         "want at least -1",
		`{"version": "2.1.0","runs": [{"tool": {"driver": {"name": "x"}}, "results": [{"message": {"text": "m"}, "level": "bad"}]}]}`:                          "want one of",
		`{"version": "2.1.0","runs": [{"tool": {"driver": {"name": "x"}}, "results": [{"message": {}}]}]}`:                                                     "got 0 of anyOf",
		`{"version": "2.1.0","runs": [{"tool": {"driver": {"name": "x"}}, "artifacts": [{"location": {"uri": "a b"}}]}]}`:                                      "got characters",
		`{"version": "2.1.0","runs": [{"tool": {"driver": {"name": "x"}}, "results": [{"message": {"text": "m"}, "fixes": [{"artifactChanges": []}]}]}]}`:      "want 1",
		`{"version": "2.1.0","runs": [{"tool": {"driver": {"name": "x", "rules": [{"id": "a"}, {"id": "a"}]}}, "results": [{"message": {"text": "m"}}]}]}`:     "again",
		`{"version": "2.1.0","runs": [{"tool": {"driver": {"name": "x"}}, "invocations": [{"executionSuccessful": true, "startTimeUtc": "x", "zoo": true}]}]}`: "zoo",
	} {
		var v any
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			t.Fatal(err, text)
		}
		if got := strings.Join(s.faults(s.root, v, ""), "; "); !strings.Contains(got, want) {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

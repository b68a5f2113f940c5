package skill

import (
	"strings"
	"testing"
)

// SK-9: the fixes of invalid YAML make a good file, and change nothing else.
func TestRepair(t *testing.T) {
	for _, c := range []struct{ yaml, want string }{
		{"description: Use when: asked", `description: "Use when: asked"`},
		{"a: b\ndescription: Use \"it\": now: x", "a: b\ndescription: 'Use \"it\": now: x'"},
		{`description: it's "x": y`, `description: "it's \"x\": y"`},
		{`description: C:\x: y`, `description: 'C:\x: y'`},
		{"argument-hint: [a] [b]\nname: x", "argument-hint: \"[a] [b]\"\nname: x"},
		{"a: @x\nb: `y`\nc: %z\nd: *w x", "a: \"@x\"\nb: \"`y`\"\nc: \"%z\"\nd: \"*w x\""},
		{"a: {x} y\nb: fine\nc: & q: r", "a: \"{x} y\"\nb: fine\nc: \"& q: r\""},
		{"description: one: two\n  three and four\nname: x", "description: \"one: two\n  three and four\"\nname: x"},
		{"when_to_use: one: two\n  three\nname: x", "when_to_use: \"one: two\n  three\"\nname: x"},
		{"description: Use for tags: a", "description: \"Use for tags: a\""},
		{"description: one: two #3\n# about the name\nname: x", "description: \"one: two #3\"\n# about the name\nname: x"},
		{"description: \"say \"hi\" now\"", `description: 'say "hi" now'`},
		{"description: \"open\nname: x", "description: \"open\"\nname: x"},
		{`description: "a\pb"`, `description: 'a\pb'`},
		{"metadata:\n\ta: b\n\tc: d", "metadata:\n  a: b\n  c: d"},
		{"metadata:\n  a: b: c\n  d: @e\n  f: g", "metadata:\n  a: \"b: c\"\n  d: \"@e\"\n  f: g"},
		{"metadata:\n\ta: b: c", "metadata:\n  a: \"b: c\""},
		{"allowed-tools:\n  - @x\n  - y", "allowed-tools:\n  - \"@x\"\n  - y"},
		{"name:x\ndescription: y", "name: x\ndescription: y"},
		{"description: ends with:\nname: x", "description: \"ends with:\"\nname: x"},
		{"description:\n  Use when: a: b\nname: x", "description:\n  \"Use when: a: b\"\nname: x"},
	} {
		for _, ends := range []string{"\n", "\r\n"} {
			for _, mark := range []string{"", bom} {
				file := func(yaml string) string {
					return mark + strings.ReplaceAll("---\n"+yaml+"\n---\nbody: [\n", "\n", ends)
				}
				s := Parse("x", []byte(file(c.yaml)))
				if !s.Malformed() {
					t.Errorf("%q: got no error", c.yaml)
				}
				got, _ := applyAll([]byte(file(c.yaml)), s.Findings)
				if string(got) != file(c.want) {
					t.Errorf("%q: got %q, want %q, by %+v", c.yaml, got, file(c.want), s.Findings)
				}
				if again := Parse("x", got); again.Malformed() {
					t.Errorf("%q: got %+v after the fixes, want no error", c.yaml, again.Findings)
				}
			}
		}
	}
}

// SK-8: what cannot be repaired is placed, and has no fix.
func TestInvalidYAML(t *testing.T) {
	for _, c := range []struct {
		yaml, code string
		line       int
	}{
		{"a: b\nc: |\n d\n  e\nf: [x,\ng: h", "invalid_yaml", 6},
		{"- a\n- b", "not_a_mapping", 2},
		{"just text", "not_a_mapping", 2},
		{"a: b\n--- # two\nc: d", "many_documents", 3},
		{"a: b\n...\nc: d", "invalid_yaml", 3},
		{"a: 1\na: 2", "repeated_key", 3},
		{"a:\n  b: 1\n  b: 2", "repeated_key", 4},
		{"a: [{b: 1, \"b\": 2}]", "repeated_key", 2},
	} {
		s := Parse("x", []byte("---\n"+c.yaml+"\n---\n"))
		found := false
		for _, f := range s.Findings {
			found = found || f.Code == c.code && f.Line == c.line && f.Severity == Error
		}
		if !found {
			t.Errorf("%q: got %+v, want %s on line %d", c.yaml, s.Findings, c.code, c.line)
		}
	}
}

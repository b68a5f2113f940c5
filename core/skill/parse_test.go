package skill

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"lily/core/frontmatter"
)

const bom = "\uFEFF"

// codesOf are the codes of a skill's findings with their lines and columns.
func codesOf(s *Skill) []string {
	list := []string{}
	for _, f := range s.Findings {
		list = append(list, fmt.Sprintf("%d:%d %s", f.Line, f.Column, f.Code))
	}
	return list
}

func TestFindings(t *testing.T) {
	for _, c := range []struct {
		name, file string
		want       []string
	}{
		// SK-2, SK-3
		{"x", "", []string{"1:1 no_frontmatter"}},
		{"x", "just a body", []string{"1:1 no_frontmatter"}},
		{"x", "---\n---\n", nil},
		{"x", "---\n---", nil},
		{"x", "--- \t\r\nsummary: a\r\n---  \r\nbody", nil},
		{"x", bom + "---\nsummary: 4\n---\n", []string{"2:10 wrong_type"}},
		{"x", "---\n# only a comment\n---\n", nil},
		{"x", "----\nsummary: a\n---\n", []string{"1:1 no_frontmatter"}},
		{"x", "\n---\nsummary: a\n---\n", []string{"2:1 late_frontmatter"}},
		{"x", "---\nsummary: a\n\nbody", []string{"1:1 unclosed_frontmatter"}},
		{"x", "---\nsummary: a\n --- \n--- x\n", []string{"3:2 unclosed_frontmatter"}},
		{"x", "---", []string{"1:1 unclosed_frontmatter"}},
		{"x", "---\n- a\n---\n", []string{"2:1 not_a_mapping"}},
		{"x", "---\nsummary: a\nsummary: b\n---\n", []string{"3:1 repeated_key"}},
		// SK-4
		{"x", "---\nsummary: 42\ncommand: 42\n---\n", []string{"2:10 wrong_type", "3:10 wrong_type"}},
		{"x", "---\nsummary: [a]\ncommand_tool: {a: b}\n---\n", []string{"2:10 wrong_type", "3:15 wrong_type"}},
		{"x", "---\nsummary:\ncommand: ~\n---\n", []string{"2:1 null_value", "3:1 null_value"}},
		{"x", "---\nrequires_tools: read\n---\n", []string{"2:17 wrong_type"}},
		{"x", "---\nrequires_tools: [a, 1, [b]]\n---\n", []string{"2:21 wrong_type", "2:24 wrong_type"}},
		{"x", "---\ncommand: Plan it\nsummary: a\n---\n", []string{"2:10 bad_alias"}},
		{"x", "---\ncommand: \"\"\nsummary: a\n---\n", []string{"2:10 bad_alias"}},
		{"x", "---\ninvocation_mode: other\n---\n", []string{"2:18 unknown_mode"}},
		{"x", "---\ninvocation_mode: tool_dispatch\n---\n", []string{"2:1 missing_command_tool"}},
		{"x", "---\ninvocation_mode: tool_dispatch\ncommand_tool: 4\n---\n", []string{"3:15 wrong_type"}},
		{"x", "---\ninvocation_mode: tool_dispatch\ncommand_tool: a\n---\n", nil},
		{"x", "---\neligibility: linux\n---\n", []string{"2:14 wrong_type"}},
		{
			"x", "---\neligibility:\n  os: [linux, beos]\n  env: A\n  cpu: 4\n  binaries:\n---\n",
			[]string{"3:15 unknown_os", "4:8 wrong_type", "5:3 unknown_key", "6:3 null_value"},
		},
		// SK-5
		{"x", "---\nname: x\ndescription: d\n---\n", nil},
		{"x", "---\nlicense: MIT\n---\n", []string{"2:1 missing_description", "2:1 missing_name"}},
		{"x", "---\nname: y\ndescription: ''\n---\n", []string{"2:7 name_mismatch", "3:14 missing_description"}},
		{"a--B", "---\nname: a--B\ndescription: d\n---\n", []string{"2:7 name_characters"}},
		{"a b", "---\nname: a b\ndescription: d\n---\n", []string{"1:1 name_unreachable", "2:7 name_characters"}},
		{strings.Repeat("a", 65), "---\nname: " + strings.Repeat("a", 65) + "\ndescription: d\n---\n", []string{"2:7 name_too_long"}},
		{"x", "---\nname: x\ndescription: " + strings.Repeat("ü", 1024) + "\ncompatibility: " + strings.Repeat("ü", 500) + "\n---\n", nil},
		{
			"x", "---\nname: x\ndescription: " + strings.Repeat("ü", 1025) + "\ncompatibility: " + strings.Repeat("ü", 501) + "\n---\n",
			[]string{"3:14 description_too_long", "4:16 compatibility_too_long"},
		},
		{
			"x", "---\nname: x\ndescription: d\nlicense: [MIT]\nmetadata: 3\nallowed-tools: {a: b}\n---\n",
			[]string{"4:10 odd_type", "5:11 odd_type", "6:16 odd_type"},
		},
		{
			"x", "---\nname: x\ndescription: d\nmetadata:\n  a: 1.0\n  b: [c]\n  lily:\n    model: m\nallowed-tools: Bash(git\n---\n",
			[]string{"7:3 nested_proposals", "9:16 unbalanced_parens"},
		},
		{"x", "---\nname: x\ndescription: d\ndisable-model-invocation: true\n---\n", nil},
		// PO-8
		{
			"x", "---\nname: x\ndescription: d\nmetadata:\n  lily:\n    model: m\n    context: message\n    tool_defaults: {read: {path: a, lines: 3}}\n---\n",
			[]string{"5:3 nested_proposals"},
		},
		{
			"x", "---\nname: x\ndescription: d\nmetadata:\n  lily.model: m\n  lily.context: message\n  lily.tool_defaults: '{\"read\":{\"path\":\"a\",\"lines\":3}}'\n---\n", nil,
		},
		{
			"x", "---\nname: x\ndescription: d\nmetadata:\n  lily.model: [m]\n  lily.context: all\n  lily.tool_defaults: {read: {path: a}}\n  lily.owner: me\n  lily.: x\n  Lily.model: m\n---\n",
			[]string{"5:15 bad_proposal", "6:17 bad_proposal", "7:23 bad_proposal", "8:3 unknown_proposal", "9:3 unknown_proposal"},
		},
		{
			"x", "---\nname: x\ndescription: d\nmetadata:\n  lily:\n    model: old\n    context: message\n  lily.model: new\n---\n",
			[]string{"5:3 nested_proposals", "6:5 repeated_proposal"},
		},
		{
			"x", "---\nname: x\ndescription: d\nmetadata:\n  lily:\n    model: [m]\n    context: all\n    tool_defaults: {read: 3, list: {path: [a]}}\n    owner: me\n---\n",
			[]string{"5:3 nested_proposals", "6:12 bad_proposal", "7:14 bad_proposal", "8:27 bad_proposal", "8:43 bad_proposal", "9:5 unknown_proposal"},
		},
		// SK-6
		{"x", "---\nversion: 1.0.0\nmodes: [Dev]\n---\n", []string{"2:1 tool_key_missing", "2:1 tool_key_missing", "5:1 no_tools"}},
		{
			"x", tools("modes: Dev\nread_only: yes\ntimeout: 301\nalways_ask: 1\nnetwork: TRUE"),
			[]string{"5:8 tool_key_type", "6:12 tool_key_type", "7:10 out_of_range", "8:13 tool_key_type"},
		},
		{"x", tools("modes: [Dev, Night, 3]\ntimeout: 1.5"), []string{"5:14 out_of_range", "5:21 tool_key_type", "6:10 tool_key_type"}},
		{"x", tools("modes: []\nsummary: 3"), []string{"5:8 out_of_range", "6:10 wrong_type"}},
		{"X_y", strings.Replace(tools("modes: [Dev]"), "1.0.0", "1.0", 1), []string{"1:1 folder_name", "2:7 name_mismatch", "3:10 not_semver"}},
		{"x", strings.Replace(tools("modes: [Dev]"), "Does.", strings.Repeat("d", 257), 1), []string{"4:14 description_cut"}},
		// SK-7
		{"x", "---\nsummary: a\nmodel: m\n\"odd key\": 1\n---\n", []string{"3:1 unknown_key", "4:1 unknown_key"}},
		// SK-10
		{"x", "---\nsummary: a\x00b\n---\n", []string{"2:11 binary"}},
		{"x", "---\nsummary: ü\xff\n---\n", []string{"2:11 bad_utf8"}},
	} {
		got := codesOf(Parse(c.name, []byte(c.file)))
		if !slices.Equal(got, c.want) {
			t.Errorf("%q: got %q, want %q", c.file, got, c.want)
		}
	}
}

// tools is a good file of the tools format, with more keys from line 5 on.
func tools(keys string) string {
	return "---\nname: x\nversion: 1.0.0\ndescription: Does.\n" + keys + "\n---\n### run\n\n#### Parameters\n\nNone.\n\n#### Command\n\n```\ntrue\n```\n"
}

// SK-1, SK-4, SK-5, PO-3, PO-8
func TestValues(t *testing.T) {
	s := Parse("x", []byte(`---
name: x
version: 1.0
description: >
  Two
  lines.
allowed-tools: Read, Bash(git add:*, rm) Write
metadata:
  author: me
  lily:
    model: small
list:
  - a
  - b # c
# about the next
flow: [ {a: 1}, b ]
---

  Body
`))
	if want := "Two lines."; s.Summary != want {
		t.Errorf("Summary: got %q, want %q", s.Summary, want)
	}
	if want := "1.0"; s.Version != want {
		t.Errorf("Version: got %q, want %q", s.Version, want)
	}
	if want := []string{"Read", "Bash(git add:*, rm)", "Write"}; !slices.Equal(s.Allowed, want) || !s.HasAllowed {
		t.Errorf("Allowed: got %q, want %q", s.Allowed, want)
	}
	if s.Body != "Body" || s.BodyLine != 19 || s.Format != AgentSkills || s.Mode != PromptRewrite {
		t.Errorf("got body %q on line %d, %s, %s", s.Body, s.BodyLine, s.Format, s.Mode)
	}
	if want := []Proposal{{"model", "small", 11, 12, ""}}; !slices.Equal(s.Proposals, want) {
		t.Errorf("Proposals: got %v, want %v", s.Proposals, want)
	}
	want := []Field{
		{"name", "x", 2, true, true},
		{"version", "1.0", 3, false, true},
		{"description", "Two lines.\n", 4, true, true},
		{"allowed-tools", "Read, Bash(git add:*, rm) Write", 7, true, true},
		{"metadata", "  author: me\n  lily:\n    model: small", 8, true, false},
		{"list", "  - a\n  - b # c", 12, false, false},
		{"flow", "[ {a: 1}, b ]", 16, false, false},
	}
	if !slices.Equal(s.Fields, want) {
		t.Errorf("Fields: got %v, want %v", s.Fields, want)
	}
}

// SK-8: each fix of a finding makes what it promises.
func TestFixes(t *testing.T) {
	for _, c := range []struct{ file, want string }{
		{"---\nsummary: 42 # c\n---\n", "---\nsummary: \"42\" # c\n---\n"},
		{"---\nrequires_tools: read\n---\n", "---\nrequires_tools: [read]\n---\n"},
		{"---\nrequires_tools: read, write\n---\n", "---\nrequires_tools: [read, write]\n---\n"},
		{"---\neligibility:\n  os: linux\n---\n", "---\neligibility:\n  os: [linux]\n---\n"},
		{"---\nrequires_tools: [a, 1]\n---\n", "---\nrequires_tools: [a, \"1\"]\n---\n"},
		{"---\ncommand: /plan\nsummary: a\n---\n", "---\ncommand: plan\nsummary: a\n---\n"},
		{"---\nname: y # c\ndescription: d\n---\n", "---\nname: x # c\ndescription: d\n---\n"},
		{"---\nsummary: a\n\nbody\n", "---\nsummary: a\n---\n\nbody\n"},
		{"---\r\nsummary: a\r\n# Body\r\n", "---\r\nsummary: a\r\n---\r\n# Body\r\n"},
		{bom + "---\nsummary: a", bom + "---\nsummary: a\n---\n"},
		{"\n\n---\nsummary: a\n---\n", "---\nsummary: a\n---\n"},
		{tools("modes: Dev\nread_only: yes"), tools("modes: [Dev]\nread_only: true")},
		{strings.Replace(tools("network: true"), "### run", "### Run-it", 1), strings.Replace(tools("network: true"), "### run", "### run_it", 1)},
	} {
		s := Parse("x", []byte(c.file))
		got, _ := applyAll([]byte(c.file), s.Findings)
		if string(got) != c.want {
			t.Errorf("%q: got %q, want %q by %+v", c.file, got, c.want, s.Findings)
		}
		if again := Parse("x", got); again.Malformed() {
			t.Errorf("%q: got %q, want none", got, codesOf(again))
		}
	}
}

func TestFixBounds(t *testing.T) {
	data := []byte("ab\ncd")
	for _, f := range []Fix{{3, 1, 3, 1, ""}, {1, 4, 1, 4, ""}, {1, 2, 1, 1, ""}, {0, 1, 1, 1, ""}, {1, 0, 1, 1, ""}, {1, 1, 9, 9, ""}} {
		if _, err := f.Apply(data); err == nil {
			t.Errorf("%+v: got no error", f)
		}
	}
}

// SK-10: bad input gives findings, and fast.
func TestBounds(t *testing.T) {
	var bomb strings.Builder
	bomb.WriteString("a: &a [x,x,x,x,x,x,x,x,x,x]\n")
	for c := 'b'; c < 'j'; c++ {
		bomb.WriteString(fmt.Sprintf("%c: &%c [*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c]\n", c, c, c-1, c-1, c-1, c-1, c-1, c-1, c-1, c-1))
	}
	for _, c := range []struct{ name, file, code string }{
		{"2 MiB", strings.Repeat("x", 2<<20), "file_too_large"},
		{"long frontmatter", "---\na: " + strings.Repeat("x", 65<<10) + "\n---\n", "frontmatter_too_large"},
		{"flow", "---\na: " + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + "\n---\n", "yaml_too_deep"},
		{"flow maps", "---\na: " + strings.Repeat("{a: ", 5000) + strings.Repeat("}", 5000) + "\n---\n", "yaml_too_deep"},
		{"unclosed flow", "---\na: " + strings.Repeat("[", 60000) + "\n---\n", "yaml_too_deep"},
		{"lists", "---\n" + strings.Repeat("- ", 5000) + "\n---\n", "yaml_too_deep"},
		{"33 levels", "---\na: " + strings.Repeat("[", 33) + strings.Repeat("]", 33) + "\n---\n", "yaml_too_deep"},
		{"alias bomb", "---\n" + bomb.String() + "---\n", "yaml_too_large"},
		{"cycle", "---\na: &a [*a]\n---\n", "yaml_too_deep"},
		{"keys", "---\n" + strings.Repeat("a: b\n", 12000) + "---\n", "yaml_too_large"},
		{"bad entries", "---\n" + strings.Repeat("a: @\n", 12000) + "---\n", "invalid_yaml"},
		{"no closing", "---\n" + strings.Repeat("a: b\n", 200000), "unclosed_frontmatter"},
		{"markdown lists", tools("network: true") + strings.Repeat("- ", 400000), "markdown_too_deep"},
	} {
		s := Parse("x", []byte(c.file))
		if !s.Malformed() || !slices.ContainsFunc(s.Findings, func(f Finding) bool { return f.Code == c.code }) {
			t.Errorf("%s: got %.200q, want %s", c.name, codesOf(s), c.code)
		}
	}
}

// SK-8: every code is declared once, with a clause and a meaning.
func TestCodes(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range Codes() {
		if seen[c.Code] || c.Clause == "" || c.Meaning == "" || c.Severity == "" {
			t.Errorf("got the entry %+v", c)
		}
		seen[c.Code] = true
	}
}

// applyAll makes the fixes of all findings and returns how many were made. Of two that
// overlap the later one in the file is made.
func applyAll(data []byte, fs []Finding) ([]byte, int) {
	text, edits := string(data), []frontmatter.Edit{}
	for _, f := range fs {
		if f.Fix == nil {
			continue
		}
		from, begins := frontmatter.Offset(text, f.Fix.Line, f.Fix.Column)
		to, ends := frontmatter.Offset(text, f.Fix.EndLine, f.Fix.EndColumn)
		if begins && ends && from <= to {
			edits = append(edits, frontmatter.Edit{Span: frontmatter.Span{From: from, To: to}, Text: f.Fix.Text})
		}
	}
	text, made := frontmatter.Apply(text, edits)
	return []byte(text), len(made)
}

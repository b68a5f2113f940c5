package fix

import (
	"strings"
	"testing"

	"lily/core/skill"
)

func find(text []byte) []skill.Finding { return skill.Parse("one", text).Findings }

// SK-9: all fixes of a text are made together, with the line ends that it has, and then none is left to make.
func TestAll(t *testing.T) {
	for text, want := range map[string]string{
		"---\nname: x\ndescription: Use: now\n---\nText.\n":             "---\nname: one\ndescription: \"Use: now\"\n---\nText.\n",
		"---\r\nname: x\r\ndescription: Use: now\r\n---\r\nText.\r\n":   "---\r\nname: one\r\ndescription: \"Use: now\"\r\n---\r\nText.\r\n",
		"\ufeff---\nname: x\ndescription: Does it.\n---\n":              "\ufeff---\nname: one\ndescription: Does it.\n---\n",
		"---\nname: one\ndescription: Does it.\n":                       "---\nname: one\ndescription: Does it.\n---\n",
		"---\r\nname: one\r\ndescription: Does it.\r\n":                 "---\r\nname: one\r\ndescription: Does it.\r\n---\r\n",
		"\n\n---\nname: one\ndescription: Does it.\n---\nText.\n":       "---\nname: one\ndescription: Does it.\n---\nText.\n",
		"---\nname: one\ndescription: Does it.\n---\nText.\n":           "---\nname: one\ndescription: Does it.\n---\nText.\n",
		"---\nname: one\ndescription: \"open\n---\nText.\n":             "---\nname: one\ndescription: \"open\"\n---\nText.\n",
		"---\nlicense: a\nlicense: a\nname: one\ndescription: x\n---\n": "---\nlicense: a\nname: one\ndescription: x\n---\n",
		"": "", "\x00": "\x00", "\xff": "\xff",
	} {
		r := All([]byte(text), find)
		if string(r.Text) != want || (len(r.Made) > 0) != (text != want) {
			t.Errorf("%q: got %q by %d fixes, want %q", text, r.Text, len(r.Made), want)
		}
		if again := All(r.Text, find); len(again.Made) > 0 || string(again.Text) != string(r.Text) {
			t.Errorf("%q: got %q the second time", text, again.Text)
		}
	}
}

// A fix that makes anything worse, changes what it does not name or points elsewhere is left out, and keeps no other from
// being made.
func TestNothingGetsWorse(t *testing.T) {
	text := "---\nname: one\ndescription: Does it.\n---\nText.\n"
	at := func(code string, line, column, end int, put string) skill.Finding {
		return skill.Finding{Code: code, Severity: skill.Warning, File: "SKILL.md", Fix: &skill.Fix{Line: line, Column: column, EndLine: line, EndColumn: end, Text: put}}
	}
	for name, list := range map[string][]skill.Finding{
		"a worse text":       {at("a", 2, 1, 5, "nome: [")},
		"another name":       {at("a", 2, 7, 10, "two")},
		"outside of it":      {at("a", 99, 1, 2, "x")},
		"another file":       {{Code: "a", File: "x.sh", Fix: &skill.Fix{Line: 1, Column: 1, EndLine: 1, EndColumn: 2, Text: "x"}}},
		"the end before it":  {at("a", 2, 9, 3, "x")},
		"nothing":            {at("a", 2, 1, 1, "")},
		"a key that is gone": {at("a", 3, 1, 22, "")},
	} {
		told := func(now []byte) []skill.Finding {
			if string(now) == text {
				return append(find(now), list...)
			}
			return find(now)
		}
		if r := All([]byte(text), told); string(r.Text) != text || len(r.Made) > 0 {
			t.Errorf("%s: got %q", name, r.Text)
		}
		told = func(now []byte) []skill.Finding {
			found := find(now)
			if strings.Contains(string(now), "Text.") {
				found = append(found, at("b", 5, 1, 5, "Word"))
			}
			return append(found, list...)
		}
		if r := All([]byte(text), told); string(r.Text) != strings.Replace(text, "Text", "Word", 1) {
			t.Errorf("%s, beside a good one: got %q", name, r.Text)
		}
	}
}

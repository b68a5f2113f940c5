package skill

import (
	"fmt"
	"strings"
	"testing"
)

// costly are SKILL.md files of the largest size whose judgement is work in another place each.
func costly() map[string]string {
	tools := func(word string) string {
		var b strings.Builder
		b.WriteString("---\nname: x\nversion: 1.0.0\ndescription: d\n---\n")
		for i := 0; b.Len()+18<<10 < 1<<20; i++ {
			fmt.Fprintf(&b, "\n### t%d\n\nDo.\n\n#### Parameters\n\n| Name | Type | Required | Description |\n|---|---|---|---|\n| a | string | no | A. |\n| b | array | no | B. |\n\n", i)
			fmt.Fprintf(&b, "#### Command\n\n```bash\nenv %s\n```\n", strings.Repeat(word, (15<<10)/len(word)))
		}
		return b.String()
	}
	return map[string]string{
		"lines of a broken block": "---\nname: x\nmetadata:\n  a: \"b\n" + strings.Repeat("  b: c: d\n", 6500) + "---\n",
		"short lines":             "---\nversion: 1.0.0\nnetwork: true\n---\n" + strings.Repeat("1.\n", 340_000),
		"values in code":          tools("{{a}} "), "lists": tools("{{b}} "), "flags": tools("-x {{a}} "), "glued": tools("{{a}}-c"),
	}
}

// SK-10: a file that costs too much is malformed with the reason, and with nothing else.
func TestTooCostly(t *testing.T) {
	for what, text := range costly() {
		k, left := parsed("x", []byte(text), nil)
		if len(k.Findings) != 1 || k.Findings[0].Code != "too_costly" || !k.Malformed() || left != 0 || len(k.Tools) > 0 {
			t.Errorf("%s: got %d findings, the first %+v, and %d left, want too_costly alone", what, len(k.Findings), k.Findings[:1], left)
		}
	}
	for what, text := range map[string]string{
		"long prose": "---\nname: x\ndescription: d\n---\n" + strings.Repeat("A line of instructions.\n", 40_000),
		"broken":     "---\nname: x\ndescription: a: b\n---\n" + strings.Repeat("A line.\n", 100_000),
	} {
		if k, left := parsed("x", []byte(text), nil); left < steps/2 {
			t.Errorf("%s: got %d of %d steps left, %v", what, left, steps, k.Findings)
		}
	}
}

// The steps follow from the bytes alone.
func TestStepsAreTheSame(t *testing.T) {
	for what, text := range costly() {
		text = text[:16<<10]
		_, one := parsed("x", []byte(text), nil)
		if _, two := parsed("x", []byte(text), nil); one != two || one == 0 {
			t.Errorf("%s: got %d and %d steps left", what, one, two)
		}
	}
}

// SK-10: who judges while a person types is asked often enough for a browser to answer, and can end it.
func TestParseWhile(t *testing.T) {
	text := []byte(gitText + strings.Repeat("\n### t\n\nSay.\n\n#### Parameters\n\nNone.\n\n#### Command\n\n```bash\nls\n```\n", 100))
	asked := 0
	got := ParseWhile(func() bool { asked++; return true }, "x", text)
	if want := Parse("x", text); len(got.Findings) != len(want.Findings) || asked < 1000 {
		t.Errorf("got %d findings after it was asked %d times, want %d", len(got.Findings), asked, len(want.Findings))
	}
	asked = 0
	ParseWhile(func() bool { asked++; return asked < 10 }, "x", text)
	if asked != 10 {
		t.Errorf("asked %d times, want it ended by the tenth", asked)
	}
}

package skill

import (
	"slices"
	"strings"
	"testing"
)

// SK-8: a finding stands at the cause and names it.
func TestCauses(t *testing.T) {
	for _, c := range []struct {
		yaml, place, message string
		fixed                string // empty where no fix is known
	}{
		{"description: Use ü when: asked", "2:24 invalid_yaml", "holds a colon", "description: \"Use ü when: asked\""},
		{"description: ends with:\nname: x", "2:23 invalid_yaml", "holds a colon", "description: \"ends with:\"\nname: x"},
		{"description: >\n  a\nlicense: see: it", "4:13 invalid_yaml", "holds a colon", "description: >\n  a\nlicense: \"see: it\""},
		{"metadata:\n  about: a: b", "3:11 invalid_yaml", "The value of \"about\" holds a colon", "metadata:\n  about: \"a: b\""},
		{"description: \"say \"hi\" now\"", "2:20 invalid_yaml", "goes on after", "description: 'say \"hi\" now'"},
		{"description: \"open", "2:14 invalid_yaml", "never closed", "description: \"open\""},
		{"metadata: {\"a\": {\"b\": 1}", "2:11 invalid_yaml", "The { in the value of \"metadata\" is never closed", "metadata: {\"a\": {\"b\": 1}}"},
		{"metadata: {\"a\": [1, {\"b\": 2}", "2:17 invalid_yaml", "The [ in", "metadata: {\"a\": [1, {\"b\": 2}]}"},
		{"metadata: {\"a\": [1, 2}}", "2:22 invalid_yaml", "closes nothing that is open", ""},
		{"metadata: {\"a\":\"b\"}}", "2:11 invalid_yaml", "begins with {", ""},
		{"allowed-tools: [Read, Write", "2:16 invalid_yaml", "The [ in", "allowed-tools: [Read, Write]"},
		{"allowed-tools: - Read\n- Write", "2:16 invalid_yaml", "begins on the key's own line", "allowed-tools: \n- Read\n- Write"},
		{"name: x\n<<<<<<< HEAD\ndescription: a\n=======\ndescription: b\n>>>>>>> c", "3:1 invalid_yaml", "a merge that was not resolved", ""},
		{"metadata:\n\ta: b", "3:1 invalid_yaml", "indented by a tab", "metadata:\n  a: b"},
		{"description: one\nand more\nname: x", "3:1 invalid_yaml", "neither a key nor indented", ""},
		{"name:x\ndescription: y", "2:5 invalid_yaml", "A blank must stand", "name: x\ndescription: y"},
		{"description: \"\\uD83D alone\"", "2:15 invalid_yaml", "one half of a pair", ""},
		{"metadata: {\"a\":\"ok\",\"e\":\"\\uDD2D\"}", "2:26 invalid_yaml", "one half of a pair", ""},
		{"description: \"a\\pb\"", "2:16 invalid_yaml", "holds the escape \\p", "description: 'a\\pb'"},
		{"description: a\u0080b", "2:15 invalid_yaml", "holds the character U+0080", ""},
		{"name: x\ndescription: # Title", "3:14 comment_value", "a comment", "name: x\ndescription: \"# Title\""},
		{"name: x\ndescription: d\nname: x", "4:1 repeated_key", "a second time", "name: x\ndescription: d\n"},
		{"metadata:\n  a: b\n  c: d\n  a: \"b\"", "5:3 repeated_key", "a second time", "metadata:\n  a: b\n  c: d\n"},
		{"name: x\ndescription: d\nname: y", "4:1 repeated_key", "a second time", ""},
	} {
		file := "---\n" + c.yaml + "\n---\nBody\n"
		s := Parse("x", []byte(file))
		at := slices.Index(codesOf(s), c.place)
		if at < 0 || !strings.Contains(s.Findings[at].Message, c.message) {
			t.Errorf("%q: got %q, %+v, want %s, %q", c.yaml, codesOf(s), s.Findings, c.place, c.message)
			continue
		}
		want, fixes := "---\n"+strings.TrimSuffix(c.fixed, "\n")+"\n---\nBody\n", 1
		if c.fixed == "" {
			want, fixes = file, 0
		}
		if got, n := applyAll([]byte(file), s.Findings[at:at+1]); string(got) != want || n != fixes {
			t.Errorf("%q: got %q, want %q", c.yaml, got, want)
		}
	}
}

// SK-3: the likely cause of a missing frontmatter.
func TestNoFrontmatter(t *testing.T) {
	const good = "name: x\ndescription: d\n"
	for _, c := range []struct{ file, place, cause, fixed string }{
		{"", "1:1", "the file is empty", ""},
		{bom, "1:1", "the file is empty", ""},
		{" \n\t\n", "3:1", "the file is empty", ""},
		{"../../shared/skills/board/SKILL.md", "1:1", "only a path", ""},
		{"../board\n", "1:1", "only a path", ""},
		{"..\\board\\SKILL.md", "1:1", "only a path", ""},
		{"/srv/my skills/SKILL.md", "1:1", "only a path", ""},
		{"skills/board", "1:1", "only a path", ""},
		{"SKILL.md", "1:1", "only a path", ""},
		{"See https://example.org/a/SKILL.md", "1:1", "it would begin with", ""},
		{"Just say yes and/or no.", "1:1", "it would begin with", ""},
		{good + "---\nBody\n", "1:1", "the line --- that opens them is missing", "---\n" + good + "---\nBody\n"},
		{bom + good + "---\r\nBody\n", "1:1", "the line --- that opens them is missing", bom + "---\n" + good + "---\r\nBody\n"},
		{good + "\n# Body\n", "1:1", "the lines --- around them are missing", ""},
		{"# Title\n\n---\n" + good + "---\nBody\n", "3:1", "stands after text", ""},
		{"<!-- a licence -->\n---\n" + good + "---\nBody\n", "2:1", "stands after text", ""},
		{"```yaml\n---\n" + good + "---\n```\nBody\n", "1:1", "in a code fence", ""},
		{"\n~~~\n" + good + "~~~\nBody\n", "2:1", "in a code fence", ""},
		{"----\n" + good + "----\n", "1:1", "the first line is ----", ""},
		{"–––\n" + good + "–––\n", "1:1", "the first line is –––", ""},
		{"+++\nname = \"x\"\n+++\n", "1:1", "the first line is +++", ""},
		{"<<<<<<< HEAD\n---\n" + good + "---\n", "1:1", "merge that was not resolved", ""},
		{"# Title\n\nText.\n\n---\n\nMore: text.\n\n---\n", "1:1", "it would begin with", ""},
		{"\n---\nNo end\n", "2:1", "no other closes it", ""},
	} {
		s := Parse("x", []byte(c.file))
		if got := codesOf(s); s.Malformed() || !slices.Equal(got, []string{c.place + " no_frontmatter"}) || !strings.Contains(s.Findings[0].Message, c.cause) {
			t.Errorf("%q: got %q, %+v, want %s, %q", c.file, got, s.Findings, c.place, c.cause)
			continue
		}
		if s.Format != Lily || s.Findings[0].Severity != Warning {
			t.Errorf("%q: got %s, %s", c.file, s.Format, s.Findings[0].Severity)
		}
		if fixed, n := applyAll([]byte(c.file), s.Findings); n > 0 != (c.fixed != "") || n > 0 && string(fixed) != c.fixed {
			t.Errorf("%q: got %q, want %q", c.file, fixed, c.fixed)
		}
	}
}

// SK-9: JSON's pairs of escapes are one character, wherever YAML reads escapes,
// and no place moves for them.
func TestSurrogates(t *testing.T) {
	for _, c := range []struct{ yaml, key, want string }{
		{`description: "\uD83D\uDD2D sees"`, "description", "🔭 sees"},
		{`description: "a\ud83d\uDd2db\uD83D\uDE00"`, "description", "a🔭b😀"},
		{`description: "\\uD83D\\uDD2D \uD83D\uDD2D"`, "description", `\uD83D\uDD2D 🔭`},
		{"description: plain \\uD83D\\uDD2d text\ntitle: \"\\uD83D\\uDD2D\"", "description", `plain \uD83D\uDD2d text`},
		{"description: '\\uD83D\\uDD2D'\ntitle: \"\\uDBFF\\uDFFF\"", "title", "\U0010FFFF"},
		{"\"k\\uD83D\\uDD2D\": v", "k🔭", "v"},
	} {
		s := Parse("x", []byte("---\n"+c.yaml+"\n---\n"))
		at := slices.IndexFunc(s.Fields, func(f Field) bool { return f.Key == c.key })
		if s.Malformed() || at < 0 || s.Fields[at].Value != c.want {
			t.Errorf("%q: got %+v, %+v, want %q", c.yaml, s.Fields, s.Findings, c.want)
		}
	}
	s := Parse("x", []byte("---\nname: x\ndescription: d\nmetadata: {\"openclaw\":{\"emoji\":\"\\uD83D\\uDD2D\",\"os\":[\"linux\"]}, \"lily\": {\"nope\": 1}}\n---\n"))
	if want := []string{"4:64 nested_proposals", "4:73 unknown_proposal"}; s.Malformed() || len(s.Metadata) != 2 || s.Metadata[0].Value != `{"emoji":"\uD83D\uDD2D","os":["linux"]}` || !slices.Equal(codesOf(s), want) {
		t.Errorf("got %+v, %q, want %q", s.Metadata, codesOf(s), want)
	}
}

// SK-5: what other programs keep under metadata is their affair.
func TestMetadataOfOthers(t *testing.T) {
	s := Parse("x", []byte("---\nname: x\ndescription: d\nmetadata:\n  a: [1, 2]\n  b: {c: d}\n  e: 1.0\n  f:\n  g: 2024-01-01\n  h: true\n---\n"))
	if len(s.Findings) > 0 || len(s.Metadata) != 6 {
		t.Errorf("got %q, %v, want no finding and six entries", codesOf(s), s.Metadata)
	}
}

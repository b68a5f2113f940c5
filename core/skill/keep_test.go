package skill

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"lily/core/frontmatter"
)

// kept checks of every fix that it keeps what was written (SK-9), by other means
// than the product's own.
func kept(t *testing.T, name, text string) {
	t.Helper()
	s := Parse(name, []byte(text))
	for _, f := range s.Findings {
		if f.Fix == nil {
			continue
		}
		after, err := f.Fix.Apply([]byte(text))
		if err != nil {
			t.Errorf("%q: %+v: %v", text, f, err)
			continue
		}
		again := Parse(name, after)
		if fault := lost(f, text, string(after)); fault != "" {
			t.Errorf("%q: got %q by %s %+v: %s", text, after, f.Code, f.Fix, fault)
		}
		had, has := countCodes(s), countCodes(again)
		for code, n := range has {
			if n > had[code] {
				t.Errorf("%q: got %q, with the new finding %s, by %s: %q, then %q", text, after, code, f.Message, codesOf(s), codesOf(again))
			}
		}
		if has[f.Code] >= had[f.Code] {
			t.Errorf("%q: got %q, which still has %s", text, after, f.Code)
		}
		for i, g := range s.Fields {
			if f.Code != "bad_tool_name" && (len(again.Fields) != len(s.Fields) || again.Fields[i].Key != g.Key || again.Fields[i].Value != g.Value && g.Line != f.Line && g.Key != "name" && !strings.Contains(text, "eligibility")) {
				t.Errorf("%q: got the fields %v, then %v by %s", text, s.Fields, again.Fields, f.Code)
				break
			}
		}
	}
}

func countCodes(s *Skill) map[string]int {
	n := map[string]int{}
	for _, f := range s.Findings {
		n[f.Code]++
	}
	return n
}

// lost says what of a text is gone after a fix, or was moved.
func lost(f Finding, before, after string) string {
	switch f.Code {
	case "name_mismatch", "bad_alias", "bad_tool_name", "tool_key_type":
		return ""
	case "repeated_key":
		lines := strings.Split(strings.ReplaceAll(before, "\r", ""), "\n")
		gone := strings.Join(lines[f.Fix.Line-1:f.Fix.EndLine-1], "\n")
		if strings.Contains(gone, "#") && frontmatter.HasComment(gone) {
			return "a comment is gone with " + gone
		}
		return ""
	}
	plain := strings.NewReplacer(" ", "", "\t", "", "\r", "", "\n", "", `"`, "", "'", "", `\`, "")
	was := []rune(plain.Replace(before))
	i, more := 0, ""
	for _, r := range plain.Replace(after) {
		if i < len(was) && was[i] == r {
			i++
		} else {
			more += string(r)
		}
	}
	if i < len(was) {
		return "lost " + string(was[i:])
	}
	if more != "" && more != "---" && strings.Trim(more, "[]{}") != "" {
		return "added " + more
	}
	return ""
}

// harms are fixes that were offered and did harm, and what is like them: none is
// offered, or one that keeps all.
var harms = []string{
	"name: x\n<<<<<<< HEAD\ndescription: a: b\n=======\ndescription: c\n>>>>>>> other",
	"name: x\ndescription: a\n<<<<<<< HEAD\nb: c: d\n=======\n>>>>>>> other",
	"name: x\ndescription: text\nmetadata:\n  a: b\n\n# Title\n\nSome prose: with a colon.\n- an item\n- another: item\n\n1. one\n",
	"name: x\nmetadata: {\"a\": {\"b\": 1}\n\n# Title\nProse - with `code`.\n\n- bullet\n",
	"name: x\nmetadata:\n  a: \"b\n  c: d: e",
	"name: x\nmetadata:\n  a: b: c\n  d\n  e: f",
	"name: x\nmetadata: {a: b, c: d: e}",
	"name: x\nmetadata: a: b",
	"name: x\ndescription: 何か: 使用。license: Apache-2.0",
	"name: x\ndescription: Does it: well. license: MIT",
	"name: x\ndescription: Does it: well.license: MIT",
	"name: x\ndescription: Does it: well. tags: a, b",
	"name: x\nwhen_to_use: it: is\n  so\n  - and: so",
	"name: x\nwhen_to_use: it: is\n  so and so",
	"name: x\ndescription: a: b\n  license: MIT",
	"name: x\ndescription: a: b\n  - c\n  - d: e",
	"name: x\nallowed-tools: - Read",
	"name: x\nallowed-tools: - Read\n- Write",
	"name: x\nallowed-tools: - Read\n  - Write: a",
	"name: x\nallowed-tools: [Read, Write",
	"name: x\nallowed-tools: [Read] [Write]",
	"name: x\nallowed-tools: \"Read\", \"Write\"",
	"name: x\ndescription: a: b # a comment",
	"name: x\ndescription: a: b #3 and #4 # c",
	"name: x\ndescription: \"a\" # b: c\nlicense: d: e # f",
	"name: x\ndescription: \"open # c\nlicense: MIT",
	"name: x\ndescription: {a: b",
	"name: x\ndescription: {{name}}: text",
	"name: x\ndescription: [a] b: c",
	"name: x\ndescription: \"say \\\"hi\\\" to \"bob\"\"",
	"name: x\ndescription: \"C:\\new\\path\"",
	"name: x\ndescription: 'it's'",
	"name: x\ndescription: \"a\" and \"b\"",
	"name: x\ndescription: \"a\nb\"c",
	"name: x\ndescription: |\n text\nmore: text: here",
	"name: x\ndescription: |\ntext: a: b",
	"name: x\nmetadata:\n  a: |\n    b: c: d\n  e: f: g",
	"name: x\nmetadata:\n  a:\n\tb: c\n  d: e",
	"name: x\nmetadata:\n\ta:\n\t\tb: c\n\td: e: f",
	"name: x\nmetadata:\n  a:b\n  c: d",
	"name:x\ndescription:y\nlicense:MIT",
	"name: x\ndescription: d\nname: x",
	"name: x\ndescription: d\nname: x # c",
	"name: x\ndescription: d\nname: 'x'\nname: x",
	"name: x\nmetadata:\n  a: &b c\n  a: c\n  d: *b",
	"name: x\nmetadata:\n  a: b\n  a: &b b\n  d: *b",
	"name: x\nmetadata:\n  a: b\nlicense: MIT\nmetadata:\n  a: b\n  # why\n",
	"name: x\nallowed-tools:\n- a\n- b\nlicense: MIT\nallowed-tools:\n- a\n- b",
	"name: x\nlicense: [MIT] # c",
	"name: \"y\" # c\ndescription: d",
	"name: &a y\ndescription: *a",
	"name: >\n  y\ndescription: d",
	"name: x\ndescription: # Title",
	"name: x\ndescription: # Title\nlicense: #MIT # c",
	"name: x\ndescription: @a\nlicense: `b`\ncompatibility: %c\nhomepage: *d\ntitle: &e: f\nmodel: !g h: i",
	"summary: 4 # c\nrequires_tools: read # c\neligibility:\n  os: linux # c",
	"summary: !!int 4\nrequires_tools: \"read, write\" # c",
	"summary: x\ncommand: \"/plan\" # c",
	"version: 1.0.0\nname: x\ndescription: d\nread_only: \"yes\" # c\nmodes: Dev # c\nalways_ask: on",
	"name: x\ndescription: \"\\uD83D\\uDD2D\" x: y",
}

// SK-9
func TestFixesKeep(t *testing.T) {
	for _, yaml := range harms {
		for _, ends := range []string{"\n", "\r\n"} {
			for _, mark := range []string{"", bom} {
				for _, form := range []string{"---\n" + yaml + "\n---\n# Body\n\n---\n", "---\n" + yaml + "\n\n# Body\n", "---\n" + yaml + "\n  ---\nBody\n", "\n---\n" + yaml + "\n---\nBody\n", yaml + "\n---\nBody"} {
					kept(t, "x", mark+strings.ReplaceAll(form, "\n", ends))
				}
			}
		}
	}
}

// SK-9: what real skills become by the mistakes that are made.
func TestFixesKeepReal(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	breaks := []func(string) string{
		func(s string) string { return strings.Replace(s, "\nlicense:", "。license:", 1) },
		func(s string) string { return strings.Replace(s, "\ndescription: ", "\ndescription:", 1) },
		func(s string) string { return strings.Replace(s, "description: ", "description: Use: ", 1) },
		func(s string) string { return strings.Replace(s, "description: ", "description: # ", 1) },
		func(s string) string { return strings.Replace(s, "description: ", "description: - ", 1) },
		func(s string) string { return strings.ReplaceAll(s, "\n  ", "\n\t") },
		func(s string) string { return strings.Replace(s, "\n---", "\n  ---", 1) },
		func(s string) string { return strings.Replace(s, "\n---", "", 1) },
		func(s string) string { return strings.Replace(s, "\nname:", "\n<<<<<<< HEAD\nname:", 1) },
		func(s string) string { return strings.Replace(s, "---\n", "", 1) },
		func(s string) string { return strings.ReplaceAll(s, `"`, "") },
		func(s string) string { return strings.Replace(s, `"`, "", 1) },
		func(s string) string { return strings.Replace(s, "}", "", 1) },
		func(s string) string { return strings.Replace(s, "]", "", 1) },
		func(s string) string { return strings.ReplaceAll(s, ": ", ":") },
		func(s string) string {
			at := strings.Index(s, "\n---")
			if at < 0 {
				return s
			}
			lines := strings.SplitAfter(s[4:at+1], "\n")
			n := random.IntN(len(lines))
			return s[:4] + strings.Join(slices.Insert(slices.Clone(lines), n, lines[random.IntN(len(lines))]), "") + s[at+1:]
		},
		func(s string) string {
			at := random.IntN(min(len(s), 400))
			return s[:at] + []string{": ", "\t", `"`, "'", " #", "{", "]", "\n", "- ", "\\", "@", "---", "\n---\n", "* "}[random.IntN(14)] + s[at:]
		},
	}
	files, each := corpusFiles(t), 4
	if testing.Short() {
		each = 16
	}
	for i, path := range slices.Sorted(maps.Keys(files)) {
		text := string(files[path])
		if kept(t, "x", text); i%each > 0 {
			continue
		}
		if len(text) > 6000 || len(text) < 5 {
			text = text[:min(len(text), 6000)]
		}
		for _, b := range breaks {
			kept(t, "x", strings.ToValidUTF8(b(text), "?"))
		}
		for range 3 {
			kept(t, "x", strings.ToValidUTF8(breaks[len(breaks)-1](breaks[len(breaks)-2](text)), "?"))
		}
	}
}

// SK-9
func FuzzFixes(f *testing.F) {
	for _, s := range harms {
		f.Add("---\n" + s + "\n---\nBody\n")
	}
	f.Fuzz(func(t *testing.T, text string) { kept(t, "x", text) })
}

// SK-10: what is made to be slow to mend is not.
func TestRepairBounds(t *testing.T) {
	for i, part := range []string{
		"license: ", "a: ", "a: @\n", "name: x\n", "a: b: c\n", "x: \"", "\\x41", " #", "{a: ", "[", "\"a\" ", "\t", "a:b\n", "- ", "- a: b: c\n", "\\uD83D\\uDD2D", "<<<<<<< \n", "。a: ", "  ---\n", "---\nx: ", "tags: - a\n",
	} {
		for k, head := range []string{"", "description: a: ", "metadata:\n  a: ", "description: \"", "metadata: {\"a\": \"", "name: a\nname: "} {
			long := 60_000
			if (i+k)%3 > 0 {
				long = 12_000
			}
			if testing.Short() && (i+k)%6 > 0 {
				continue
			}
			text := "---\n" + head + strings.Repeat(part, long/len(part)) + "\n---\n"
			Parse("x", []byte(text)) // the test's own time ends what hangs
		}
	}
}

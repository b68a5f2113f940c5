package skill

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"lily/core/argv"
	"lily/core/frontmatter"
)

// TS-1: the specification's first example.
func TestTools(t *testing.T) {
	s := Parse("git", []byte(gitText))
	want := []Tool{
		{"git_status", "Show the current git status with short format.", []Param{}, "git status --short --branch", 9},
		{"git_log", "Show recent commit history.", []Param{{"count", "integer", false, "Number of commits (default: 10)"}}, "git log --oneline -n {{count}}", 23},
		{"git_diff", "Show uncommitted changes.", []Param{{"staged", "boolean", false, "Show only staged changes"}}, "git diff {{staged:--staged}}", 39},
	}
	if !reflect.DeepEqual(s.Tools, want) || len(s.Findings) > 0 {
		t.Errorf("got %+v, %q, want %+v", s.Tools, codesOf(s), want)
	}
	if s.Format != Tools || s.Mode != ToolDispatch || s.Timeout != 30 || !slices.Equal(s.Modes, []string{"Dev", "Global"}) {
		t.Errorf("got %s, %s, %d s, %q", s.Format, s.Mode, s.Timeout, s.Modes)
	}
}

// SK-6: how the tools format is told from the others.
func TestFormat(t *testing.T) {
	section := "### run\n\n#### Command\n\n```\nx\n```\n"
	for _, c := range []struct {
		yaml, body string
		want       Format
	}{
		{"", "", Lily},
		{"other: x", section, Lily},
		{"summary: x\nname: x", section, Lily},
		{"name: x", section, AgentSkills},
		{"name: x\nversion: 1", section, Tools},
		{"name: x\nversion: 1", "```\n" + section, AgentSkills},
		{"name: x\nversion: 1", "    " + strings.ReplaceAll(section, "\n", "\n    "), AgentSkills},
		{"name: x\nversion: 1", strings.Replace(section, "run", "Run it", 1), Tools},
		{"name: x\nversion: 1", strings.Replace(section, "```\nx\n```", "x", 1), AgentSkills},
		{"name: x\nversion: 1", "### run\n\n## Other\n\n#### Command\n\n```\nx\n```\n", AgentSkills},
		{"summary: x\nnetwork: false", "", Lily},
		{"name: x\nmodes: [chat]", "", AgentSkills},
		{"name: x\nnetwork: true", section, Tools},
		{"name: x\ntimeout: 5", section, AgentSkills},
		{"name: x\nversion: 1\nread_only: true", "", Tools},
	} {
		s := Parse("x", []byte("---\n"+c.yaml+"\n---\n"+c.body))
		if s.Format != c.want {
			t.Errorf("%q, %q: got %s, want %s", c.yaml, c.body, s.Format, c.want)
		}
	}
}

// SK-6, TS-1, TS-2, TS-3
func TestSections(t *testing.T) {
	table := "| Name | Type | Required | Description |\n|---|---|---|---|\n"
	for _, c := range []struct {
		body string
		want []string
	}{
		{"### a\n#### Parameters\nNone.\n#### Command\n```\nx\n```\n", []string{}},
		{"### a\n#### Command\n```\nx\n```\n", []string{"6:1 no_parameters"}},
		{"### a\n#### Parameters\n", []string{"6:1 bad_command"}},
		{"### a\n#### Parameters\n#### Command\nx\n", []string{"8:1 bad_command"}},
		{"### a\n#### Parameters\nsome\n#### Command\n```\nx\n```\n", []string{"7:1 bad_parameters"}},
		{"### a\n#### Parameters\n#### Command\n```\n\n```\n", []string{"10:1 bad_command"}},
		{"### a\n#### Parameters\n#### Command\n```\nx 'y\n```\n```\ny\n```\n", []string{"10:3 bad_command", "12:1 extra_block"}},
		{"### a\n#### Parameters\n#### Command\n```\n{{b}} x {{c}}\n```\n", []string{"10:1 bad_command"}},
		{"### a\n#### Parameters\n#### Command\n```\nx {{c}} | y\n```\n", []string{"10:3 unknown_placeholder", "10:9 shell_syntax"}},
		{"### A-b\n#### Parameters\n#### Command\n```\nx\n```\n### prose\n", []string{"6:1 bad_tool_name", "12:1 section_not_a_tool"}},
		{"### a\n#### Parameters\n#### Command\n```\nx\n```\n### a\n#### Parameters\n#### Command\n```\nx\n```\n", []string{"12:1 repeated_tool"}},
		{"### a\n#### Parameters\n" + table + "| p | string | yes | d |\n| `q` | array | no | a \\| b |\n#### Command\n```\nx {{p}} {{q}}\n```\n", []string{}},
		{
			"### a\n#### Parameters\n" + table + "| p | text | maybe | d |\n| 9 | string | no | |\n| p | string | no |\n#### Command\n```\nx {{p}}\n```\n",
			[]string{"10:3 bad_parameter", "10:3 bad_parameter", "11:3 bad_parameter", "12:3 repeated_parameter", "15:1 unused_parameter"},
		},
		{"### a\n#### Parameters\n| Name | Kind |\n|---|---|\n| p | string |\n#### Command\n```\nx\n```\n", []string{"8:3 bad_parameters"}},
		{"~~~\n### a\n#### Command\n~~~\n", []string{"6:1 no_tools"}},
	} {
		s := Parse("x", []byte("---\n{name: x, version: 1.0.0, description: d,\n network: true,\n timeout: 5}\n---\n"+c.body))
		if got := codesOf(s); !slices.Equal(got, c.want) {
			t.Errorf("%q: got %q, want %q", c.body, got, c.want)
		}
	}
}

// TS-2, TS-2a: what is wrong with a template costs the skill, and stands at its
// placeholder; a flag that might be lost is a warning.
func TestTemplateFindings(t *testing.T) {
	const head = "### a\n#### Parameters\n| Name | Type | Required | Description |\n|---|---|---|---|\n| s | string | yes | d |\n| n | integer | no | d |\n| o | string | no | d |\n#### Command\n```\n"
	for command, want := range map[string]string{
		"bash -c 'echo {{s}} {{n:1}} {{o:}}'":       "16:15 value_in_code 16:21 value_in_code 16:29 value_in_code",
		"rm -{{s}} {{n:1}} {{o:}}":                  "16:5 value_in_option",
		"env {{s}} {{n:1}} {{o:}}":                  "16:5 value_in_code",
		"head -n {{n:abc}} {{s}} {{o:}}":            "16:9 bad_default",
		"git log --oneline {{o}} {{s}} {{n}}":       "16:19 flag_left_out",
		"bash -c 'echo \"$1\"' _ {{s}} {{n}} {{o}}": "",
		"awk '{print $1}' {{s}} {{n}} {{o}}":        "",
		"awk {print $1} {{s}} {{n}} {{o}}":          "16:12 shell_syntax",
	} {
		s := Parse("x", []byte("---\nname: x\nversion: 1.0.0\ndescription: d\nnetwork: true\n---\n"+head+command+"\n```\n"))
		got := codesOf(s)
		if strings.Join(got, " ") != want || s.Malformed() != (strings.Contains(want, "value_in") || strings.Contains(want, "bad_")) {
			t.Errorf("%s: got %q, want %s", command, got, want)
		}
	}
}

// TS-1, TS-2: however many parameters a tool has, what is done grows with them.
func TestManyParameters(t *testing.T) {
	const many = 1500 // more are no command
	var table, command strings.Builder
	for i := range many {
		fmt.Fprintf(&table, "|p%d|string|no|\n", i)
		fmt.Fprintf(&command, " {{p%d}}", i)
	}
	s := Parse("x", []byte("---\nname: x\nversion: 1.0.0\ndescription: d\nnetwork: true\n---\n### a\n#### Parameters\n|Name|Type|Required|\n|-|-|-|\n"+
		table.String()+"#### Command\n```\nx"+command.String()+"\n```\n"))
	if got := codesOf(s); len(got) > 0 || len(s.Tools[0].Params) != many {
		t.Errorf("got %.200q, want %d parameters", got, many)
	}
}

// SK-8, SK-9, SK-10: any bytes give a skill, the same each time, whose places
// are in the file and whose fixes do not make matters worse.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"", gitText, lilyText, standardText, tools("modes: Dev\nread_only: yes"), bom + "---\r\na: b: c\r\n---\r\n",
		"---\nsummary: 42\nrequires_tools: a\n---\n", "---\na: &a [*a]\n---\n", "---\na: [x] y\nb: @\n\tc: d\n---\n", "---\nname:x\n",
		"---\n? [a]\n: b\n{c: d}: e\n---\n", "---\n{a: b, summary: [c], d}\n---\n", "---\na: \"x\u2028y\n---\n", "---\nmetadata:\n  lily: {a: b}\n---\n",
	} {
		f.Add("x", []byte(s))
	}
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		s := Parse(name, data)
		if again := Parse(name, data); !reflect.DeepEqual(s, again) {
			t.Fatalf("got %+v, then %+v", s, again)
		}
		fixable := true
		for _, g := range s.Findings {
			if _, ok := frontmatter.Offset(string(data), g.Line, g.Column); !ok || !strings.HasSuffix(g.Message, ".") {
				t.Errorf("got %+v, which is not in the file or no sentence", g)
			}
			if g.Fix != nil {
				if _, err := g.Fix.Apply(data); err != nil {
					t.Errorf("got %+v with %v", g, err)
				}
			}
			fixable = fixable && (g.Severity != Error || g.Code == "invalid_yaml" && g.Fix != nil)
		}
		if !s.Malformed() || !fixable {
			return
		}
		fixed, _ := applyAll(data, s.Findings)
		for _, g := range Parse(name, fixed).Findings {
			if g.Code == "invalid_yaml" || g.Code == "unclosed_frontmatter" || g.Code == "not_a_mapping" {
				t.Errorf("got %+v after the fixes", g)
			}
		}
	})
}

// SK-10: a command is found too long before anything else reads it, whatever it is made of.
func TestCommandsAreBounded(t *testing.T) {
	const before = "---\nname: x\nversion: 1.0.0\ndescription: d\nnetwork: true\n---\n### a\n#### Parameters\nNone\n#### Command\n```\n"
	for _, piece := range []string{"a", "$", "${", "{{a}}x", "\n", "'", "\\"} {
		for size, want := range map[int]bool{argv.MaxCommand: false, argv.MaxCommand + 1: true, 200_000: true} {
			command := ("ls " + strings.Repeat(piece, size))[:size-1] + "b"
			s := Parse("x", []byte(before+command+"\n```\n"))
			codes := codesOf(s)
			if got := slices.Equal(codes, []string{"12:1 command_too_long"}); got != want || want && !s.Malformed() {
				t.Errorf("%q, %d bytes: got %q", piece, size, codes)
			}
		}
	}
	if _, err := ReadHint("Bash(" + strings.Repeat("a", argv.MaxCommand+1) + ")"); err == nil {
		t.Error("got no error of an entry of allowed-tools that is too long")
	}
}

package skill

import (
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"lily/core/argv"
)

// spec is one of the complete examples of the tools format's specification, as it
// stands there.
func spec(t *testing.T, name string) *Skill {
	t.Helper()
	data, err := os.ReadFile("testdata/spec/" + name + "/SKILL.md")
	if err != nil {
		t.Fatal(err)
	}
	return Parse(name, data)
}

// Spec 8.1 to 8.3, SK-6, TS-1: each example is read without a finding, to the last
// value.
func TestSpecExamples(t *testing.T) {
	for _, want := range []*Skill{
		{
			Name: "git", Description: "Git operations. Use for checking status, viewing history, or seeing changes.", Author: "gibb.eri.sh",
			Running: Running{Modes: []string{"Dev", "Global"}, Timeout: 30},
			Tools: []Tool{
				{"git_status", "Show the current git status with short format.", []Param{}, "git status --short --branch", 9},
				{"git_log", "Show recent commit history.", []Param{{"count", "integer", false, "Number of commits (default: 10)"}}, "git log --oneline -n {{count}}", 23},
				{"git_diff", "Show uncommitted changes.", []Param{{"staged", "boolean", false, "Show only staged changes"}}, "git diff {{staged:--staged}}", 39},
			},
		},
		{
			Name: "summarize", Description: "Summarize webpages or text. Use when user wants a summary of a URL or article.",
			Running: Running{Modes: []string{"Global"}, ReadOnly: true, Network: true, Timeout: 60},
			Tools:   []Tool{{"summarize_url", "Fetch and summarize a webpage.", []Param{{"url", "string", true, "The URL to summarize"}}, "npx @anthropic-ai/summarize {{url}}", 11}},
		},
		{
			Name: "deploy", Description: `Deploy to Vercel. Use when user says "deploy" or "ship it".`,
			Running: Running{Modes: []string{"Dev"}, AlwaysAsk: true, Network: true, Timeout: 120},
			Tools:   []Tool{{"deploy_preview", "Deploy a preview build to Vercel.", []Param{{"message", "string", false, "Deployment message"}}, "./scripts/deploy.sh preview {{message}}", 12}},
		},
	} {
		got := spec(t, want.Name)
		if len(got.Findings) > 0 {
			t.Errorf("%s: got %q", want.Name, codesOf(got))
		}
		if !reflect.DeepEqual(got.Tools, want.Tools) {
			t.Errorf("%s: got the tools %+v\nwant %+v", want.Name, got.Tools, want.Tools)
		}
		for _, part := range []struct{ what, got, want string }{
			{"description", got.Description, want.Description},
			{"author", got.Author, want.Author},
			{"version", got.Version, "1.0.0"},
			{"summary", got.Summary, want.Description},
			{"mode", string(got.Mode), string(ToolDispatch)},
			{"modes", strings.Join(got.Modes, " "), strings.Join(want.Modes, " ")},
		} {
			if part.got != part.want {
				t.Errorf("%s: %s: got %q, want %q", want.Name, part.what, part.got, part.want)
			}
		}
		if got.ReadOnly != want.ReadOnly || got.AlwaysAsk != want.AlwaysAsk || got.Network != want.Network || got.Timeout != want.Timeout || got.Format != Tools {
			t.Errorf("%s: got %+v", want.Name, got)
		}
	}
}

// Spec 3.4, 3.5 and 8: the words that the examples' commands become.
func TestSpecWords(t *testing.T) {
	type values = map[string]any
	for _, tt := range []struct {
		skill, tool string
		values      values
		want        string
	}{
		{"git", "git_status", nil, "git|status|--short|--branch"},
		{"git", "git_log", values{"count": 5}, "git|log|--oneline|-n|5"},
		{"git", "git_log", nil, "git|log|--oneline"},
		{"git", "git_diff", values{"staged": true}, "git|diff|--staged"},
		{"git", "git_diff", values{"staged": false}, "git|diff"},
		{"git", "git_diff", nil, "git|diff"},
		{"summarize", "summarize_url", values{"url": "https://x/?a=b c&d"}, "npx|@anthropic-ai/summarize|https://x/?a=b c&d"},
		{"deploy", "deploy_preview", values{"message": "ship it; rm -rf /"}, "./scripts/deploy.sh|preview|ship it; rm -rf /"},
		{"deploy", "deploy_preview", nil, "./scripts/deploy.sh|preview"},
	} {
		s := spec(t, tt.skill)
		tool := s.Tools[slices.IndexFunc(s.Tools, func(t Tool) bool { return t.Name == tt.tool })]
		tmpl, err := argv.Parse(tool.Command)
		if err != nil {
			t.Fatal(err)
		}
		var params []argv.Param
		for _, p := range tool.Params {
			params = append(params, argv.Param{Name: p.Name, Type: p.Type, Required: p.Required})
		}
		if got, err := tmpl.Fill(tt.values, params); err != nil || strings.Join(got, "|") != tt.want {
			t.Errorf("%s %v: got %q, %v, want %s", tt.tool, tt.values, got, err, tt.want)
		}
	}
}

// Spec 2.1, 9.1 and 9.2: each error and each warning, with its place.
func TestSpecFindings(t *testing.T) {
	const front, tool = "---\nname: x\nversion: 1.0.0\ndescription: d\nmodes: [Dev]\n---\n", "### a\n\n#### Parameters\n\nNone.\n\n#### Command\n\n```bash\ntrue\n```\n"
	for _, tt := range []struct{ section, text, want string }{
		{"9.1 no name", strings.Replace(front, "name: x\n", "", 1) + tool, "2:1 tool_key_missing"},
		{"9.1 no version", strings.Replace(front, "version: 1.0.0\n", "", 1) + tool, "2:1 tool_key_missing"},
		{"9.1 no description", strings.Replace(front, "description: d\n", "", 1) + tool, "2:1 tool_key_missing"},
		{"9.1 invalid YAML", strings.Replace(front, "description: d", "description: [d", 1) + tool, "invalid_yaml"},
		{"9.1 no tool", front + "Prose.\n", "7:1 no_tools"},
		{"9.1 a tool twice", front + tool + "\n" + tool, "19:1 repeated_tool"},
		{"9.2 unknown field", strings.Replace(front, "name", "colour: red\nname", 1) + tool, "2:1 unknown_key"},
		{"9.2 no parameters section", front + strings.Replace(tool, "#### Parameters\n\nNone.\n\n", "", 1), "7:1 no_parameters"},
		{"9.2 long description", strings.Replace(front, ": d\n", ": "+strings.Repeat("d", 257)+"\n", 1) + tool, "4:14 description_cut"},
	} {
		s := Parse("x", []byte(tt.text))
		if got := codesOf(s); len(got) != 1 || !strings.Contains(got[0], tt.want) {
			t.Errorf("%s: got %q, want %q", tt.section, got, tt.want)
		}
		if fatal := strings.HasPrefix(tt.section, "9.1"); s.Malformed() != fatal {
			t.Errorf("%s: got malformed %v, want %v", tt.section, s.Malformed(), fatal)
		}
	}
	if s := Parse("x", []byte(strings.Replace(front, ": d\n", ": "+strings.Repeat("d", 257)+"\n", 1)+tool)); len(s.Summary) != 256 {
		t.Errorf("9.2: got a description of %d characters shown, want 256", len(s.Summary))
	}
}

// Spec 1.2 and 3.2: the names that are valid and those that are not. A _ is one of
// Lily's own, as in text_tools: the names of both formats hold.
func TestSpecNames(t *testing.T) {
	const tool = "### %\n\n#### Parameters\n\nNone.\n\n#### Command\n\n```\ntrue\n```\n"
	text := func(folder, name string) []byte {
		return []byte("---\nname: " + folder + "\nversion: 1.0.0\ndescription: d\nread_only: true\n---\n" + strings.Replace(tool, "%", name, 1))
	}
	for folder, valid := range map[string]bool{
		"git-status": true, "web-search": true, "my-tool-v2": true, "text_tools": true, "my_tool-v2": true, strings.Repeat("a", 64): true,
		"-git": false, "git-": false, "my--tool": false, "Git_Status": false, "-text_tools": false, "a_--b": false, "ä_b": false, strings.Repeat("a_", 33): false, strings.Repeat("a", 65): false,
	} {
		got := Parse(folder, text(folder, "run"))
		if has := strings.Contains(strings.Join(codesOf(got), " "), "folder_name"); has == valid || got.Malformed() {
			t.Errorf("the folder %s: got %q, want a warning %v", folder, codesOf(got), !valid)
		}
	}
	if got := codesOf(Parse("text_tools", text("text_tools", "run"))); len(got) > 0 {
		t.Errorf("text_tools: got %q", got)
	}
	for name, valid := range map[string]bool{
		"git_status": true, "search": true, "run_tests": true, strings.Repeat("a", 32): true,
		"git-status": false, "GitStatus": false, strings.Repeat("a", 33): false,
	} {
		got := Parse("x", text("x", name))
		if has := slices.Equal(codesOf(got), []string{"7:1 bad_tool_name"}); has == valid {
			t.Errorf("the tool %s: got %q, want an error %v", name, codesOf(got), !valid)
		}
	}
}

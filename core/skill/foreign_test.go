package skill

import (
	"slices"
	"strings"
	"testing"
)

// SK-4: what no Lily key stands beside is another program's command, costs
// nothing and gives no alias.
func TestForeignCommand(t *testing.T) {
	const standard = "name: x\ndescription: d\n"
	for _, c := range []struct {
		yaml   string
		want   []string
		format Format
		alias  string
	}{
		{standard + "command: /hub:board", []string{"4:10 foreign_command"}, AgentSkills, ""},
		{standard + "command: node run.js ${a}", []string{"4:10 foreign_command"}, AgentSkills, ""},
		{standard + "command: [a, b]", []string{"4:10 foreign_command"}, AgentSkills, ""},
		{standard + "command:\n  run: a", []string{"5:1 foreign_command"}, AgentSkills, ""},
		{standard + "command: 42", []string{"4:10 foreign_command"}, AgentSkills, ""},
		{standard + "command: /plan\nlicense: a: b", []string{"4:10 foreign_command", "5:11 invalid_yaml"}, AgentSkills, ""},
		{"command: /plan", []string{"2:10 foreign_command"}, Lily, ""},
		{standard + "command: plan", []string{}, Lily, "plan"},
		{standard + "command:", []string{"4:1 null_value"}, Lily, ""},
		{standard + "command: /plan\nsummary: s", []string{"4:10 bad_alias"}, Lily, ""},
		{standard + "command: 42\nrequires_tools: []", []string{"4:10 wrong_type"}, Lily, ""},
		{standard + "command: /plan\neligibility: {}", []string{"4:10 bad_alias"}, Lily, ""},
		{standard + "command: /plan\ncommand_tool: a", []string{"4:10 bad_alias"}, Lily, ""},
		{standard + "command: /plan\ninvocation_mode: prompt_rewrite", []string{"4:10 bad_alias"}, Lily, ""},
	} {
		s := Parse("x", []byte("---\n"+c.yaml+"\n---\n"))
		if got := codesOf(s); !slices.Equal(got, c.want) || s.Format != c.format || s.Command != c.alias {
			t.Errorf("%q: got %q, %s, %q, want %q, %s, %q", c.yaml, got, s.Format, s.Command, c.want, c.format, c.alias)
		}
	}
}

// SK-6: a lone key of the tools format changes nothing, and a tool section whose
// heading is no tool's name says so.
func TestStrayToolKeys(t *testing.T) {
	section := "### %\n\n#### Parameters\n\nNone.\n\n#### Command\n\n```\ntrue\n```\n"
	for _, c := range []struct {
		yaml, heading string
		want          []string
		format        Format
	}{
		{"name: x\ndescription: d\nnetwork: true", "", []string{"4:1 stray_tool_key"}, AgentSkills},
		{"name: x\ndescription: d\nmodes: [chat]", "", []string{"4:1 stray_tool_key"}, AgentSkills},
		{"name: x\ndescription: d\nread_only: banana\nalways_ask:", "", []string{"4:1 stray_tool_key", "5:1 stray_tool_key"}, AgentSkills},
		{"summary: s\ntimeout: 900", "", []string{"3:1 stray_tool_key"}, Lily},
		{"name: x\ndescription: d\nversion: 1\nauthor: me", "", []string{"4:1 unknown_key", "5:1 unknown_key"}, AgentSkills},
		{"name: x\ndescription: d\nversion: 1.0.0", "git_status", []string{}, Tools},
		{"name: x\ndescription: d\nversion: 1.0.0", "Git-Status", []string{"6:1 bad_tool_name"}, Tools},
		{"name: x\ndescription: d\nversion: 1.0.0\nnetwork: true", "Git Status", []string{"7:1 bad_tool_name"}, Tools},
		{"name: x\ndescription: d", "Git-Status", []string{}, AgentSkills},
	} {
		body := ""
		if c.heading != "" {
			body = strings.Replace(section, "%", c.heading, 1)
		}
		s := Parse("x", []byte("---\n"+c.yaml+"\n---\n"+body))
		if got := codesOf(s); !slices.Equal(got, c.want) || s.Format != c.format {
			t.Errorf("%q, %q: got %q, %s, want %q, %s", c.yaml, c.heading, got, s.Format, c.want, c.format)
		}
	}
}

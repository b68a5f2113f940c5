package policy

import (
	"fmt"
	"strings"
	"testing"
)

func there() Names {
	return Names{
		Tools: []string{"read", "write", "edit", "find", "shell", "word_count", "select_skill"}, Own: []string{"kit__say"}, Short: []string{"say"},
		Commands: []string{"skill", "skills", "help", "new"}, Aliases: []string{"wc"}, Skills: []string{"count", "kit"},
	}
}

// PO-4: every entry of every list that names nothing is a warning, with its place and
// what it may have meant; one that names anything is none.
func TestUnknown(t *testing.T) {
	for _, tt := range []struct{ yaml, want string }{
		{"deny: [wrte]", `1:8 deny: there is no tool "wrte", so that this rule holds nothing. Is write meant?`},
		{"deny: [wrtie]", `1:8 deny: there is no tool "wrtie", so that this rule holds nothing. Is write meant?`},
		{"deny:\n  - write\n  - Write", `3:5 deny: there is no tool "Write", so that this rule holds nothing. Is write meant?`},
		{"deny: [' write']", `1:8 deny: there is no tool " write", so that this rule holds nothing. Is write meant?`},
		{"deny: [Bash]", `1:8 deny: there is no tool "Bash", so that this rule holds nothing. Is shell meant?`},
		{"deny: ['Bash(git:*)']", `1:8 deny: there is no tool "Bash(git:*)", so that this rule holds nothing. Is shell meant?`},
		{"deny: ['mcp__*']", `1:8 deny: there is no tool "mcp__*", so that this rule holds nothing.`},
		{"deny: ['']", `1:8 deny: there is no tool "", so that this rule holds nothing.`},
		{"deny: [count]", `1:8 deny: there is no tool "count", so that this rule holds nothing. It is a command: owner_only.commands keeps one for the owner, and disabled switches a skill off.`},
		{"deny: [kit__say, say, select_skill, '*']", ""},
		{"allow: [read, kit__say, '*']", ""},
		{"allow: [say]", `1:9 allow: there is no tool "say", so that this rule holds nothing. A skill's tool is allowed by its full name, kit__say.`},
		{"owner_only: {commands: [wc, /wc, count, 'skill:count', skill, new, kit__say, '*']}", ""},
		{"owner_only: {commands: [wcc]}", `1:25 owner_only.commands: there is no command "wcc", so that this rule holds nothing. Is wc meant?`},
		{"owner_only: {commands: [write]}", `1:25 owner_only.commands: there is no command "write", so that this rule holds nothing. It is a tool: owner_only.tools keeps it for the owner.`},
		{"owner_only: {tools: [say, kit__say, shell, '*']}", ""},
		{"owner_only: {tools: [wc]}", `1:22 owner_only.tools: there is no tool "wc", so that this rule holds nothing. It is a command: owner_only.commands keeps one for the owner, and disabled switches a skill off.`},
		{"disabled: [count, kit]", ""},
		{"disabled: [kitt]", `1:12 disabled: there is no skill "kitt", so that this rule holds nothing. Is kit meant?`},
		{"disabled: ['*']", `1:12 disabled: there is no skill "*", so that this rule holds nothing.`},
		{"disabled: [wc]", `1:12 disabled: there is no skill "wc", so that this rule holds nothing. It is a skill's command: skills are disabled by their names.`},
		{"disabled: [x1]\ndeny: [reed, x2]", "1:12 disabled: there is no skill \"x1\", so that this rule holds nothing.\n2:8 deny: there is no tool \"reed\", so that this rule holds nothing. Is read meant?\n2:14 deny: there is no tool \"x2\", so that this rule holds nothing."},
		{"ask: sometimes\ndeny: [wrte", ""}, // is refused as a whole
	} {
		var got []string
		for _, f := range Unknown("p.yaml", []byte(tt.yaml), there) {
			if f.Code != "names_nothing" || f.Severity != "warning" || f.File != "p.yaml" || f.Clause != "PO-4" {
				t.Errorf("got %+v", f)
			}
			got = append(got, fmt.Sprintf("%d:%d %s", f.Line, f.Column, f.Message))
		}
		if strings.Join(got, "\n") != tt.want {
			t.Errorf("%q:\ngot  %s\nwant %s", tt.yaml, strings.Join(got, "\n"), tt.want)
		}
	}
}

// PO-4: what a policy means to hold is what it holds: a name of any list that is not
// warned of has an effect.
func TestUnknownAgrees(t *testing.T) {
	for _, name := range there().Tools {
		for _, spelled := range []string{name, strings.ToUpper(name), name + " ", "/" + name, name[1:]} {
			p := parse(t, fmt.Sprintf("{deny: [%q], owner_only: {tools: [%q]}}", spelled, spelled))
			holds := !p.Tool(name).Allowed && !p.OwnerTool([]string{name}, false).Allowed
			if warned := len(Unknown("p", p.YAML(), there)) > 0; warned == holds {
				t.Errorf("%q for %s: warned %v, and it holds: %v", spelled, name, warned, holds)
			}
		}
	}
}

// A policy that names nothing asks for no names: they cost to gather.
func TestUnknownAsksOnce(t *testing.T) {
	asked := 0
	names := func() Names { asked++; return there() }
	if list := Unknown("p", Default().YAML(), names); len(list) != 0 || asked != 0 {
		t.Errorf("got %v after %d", list, asked)
	}
	if Unknown("p", []byte("{allow: [a], deny: [b], disabled: [c]}"), names); asked != 1 {
		t.Errorf("asked %d times", asked)
	}
}

package project

import (
	"fmt"
	"strings"
	"testing"

	"lily/core/rules"
	"lily/core/skill"
)

var known = Known{Codes: rules.Codes{"unknown_key": skill.Info, "name_mismatch": skill.Warning, "invalid_yaml": skill.Error}, Agents: []string{"codex", "claude-code"}}

// SK-12: what is right in the file holds, and each mistake is told once, where it stands.
func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"":  "map[] [] [] []",
		"#": "map[] [] [] []",
		"rules: {unknown_key: off, name_mismatch: error}\npaths: [skills, './tools/*/']\nformats: [tools]\nagents: [codex]\n": "map[name_mismatch:error unknown_key:off] [skills tools/*] [tools] [codex]",
		"rules:\n  unknown_key: off\n  invalid_yaml: off\n":                                                                   "map[unknown_key:off] [] [] []; 3:3 invalid_yaml keeps",
		"rules:\n  unknown_kye: off\n":                      "map[] [] [] []; 2:3 there is no finding \"unknown_kye\"; did you mean unknown_key?",
		"rules:\n  unknown_key: false\n":                    "map[] [] [] []; 2:3 unknown_key: got \"false\", want one of off",
		"rules:\n  unknown_key: off\n  unknown_key: info\n": "map[unknown_key:off] [] [] []; 3:3 key \"rules.unknown_key\" is repeated",
		"rules: [unknown_key]\n":                            "map[] [] [] []; 1:8 key \"rules\": got a list, want a mapping",
		"paths: /etc\n":                                     "map[] [] [] []; 1:8 key \"paths\": got \"/etc\", want a list",
		"paths: [/etc, ../x, 'C:\\x', a/../../b, 1, ok]\n":  "map[] [1 ok] [] []; 1:9 key; 1:15; 1:21; 1:29",
		"formats: [tool, lily]\n":                           "map[] [] [] []; 1:11 key \"formats\": got \"tool\", want one of agentskills, lily, tools; did you mean tools?",
		"agents: [codex, cdoex, [x]]\n":                     "map[] [] [] [codex]; 1:17 key \"agents\": got \"cdoex\"; 1:24 key \"agents\": want text",
		"rule: {}\n":                                        "map[] [] [] []; 1:1 unknown key \"rule\", want one of rules, paths, skills, bundled, user, workspace, formats, agents, ignore",
		"a: [\n":                                            "map[] [] [] []; 1:1 ",
		"- x\n":                                             "map[] [] [] []; 1:1 got a list, want a mapping",
		"\x00":                                              "map[] [] [] []; 1:1 ",
		strings.Repeat("#", 65<<10):                         "map[] [] [] []; 1:1 got 66560 bytes",
		"rules: {unknown_key: &x off, name_mismatch: *x}\n": "map[unknown_key:off] [] [] []; 1:30 name_mismatch: got \"\"; 1:45 key",
		"rules: {\"a\\e[31mb\": off}\n":                     "map[] [] [] []; 1:9 there is no finding \"a«U+001B»[31mb\"",
	} {
		p, wrong := Parse(File, []byte(text), known)
		got := []string{fmt.Sprintf("%v %v %v %v", p.Rules, p.Paths, p.Formats, p.Agents)}
		for _, f := range wrong {
			got = append(got, fmt.Sprintf("%d:%d %s", f.Line, f.Column, f.Message))
			if f.Code != "project_invalid" || f.Severity != skill.Error {
				t.Errorf("%q: got %+v", text, f)
			}
		}
		parts := strings.Split(want, "; ")
		for i := 1; i < len(parts); i++ { // a sentence may hold one itself
			if !strings.Contains(parts[i][:min(4, len(parts[i]))], ":") {
				parts[i-1] += "; " + parts[i]
				parts = append(parts[:i], parts[i+1:]...)
				i--
			}
		}
		if len(parts) != len(got) {
			t.Errorf("%.80q: got %q, want %q", text, got, parts)
			continue
		}
		for i := range parts {
			if !strings.HasPrefix(got[i], parts[i]) {
				t.Errorf("%.80q: got %q, want %q", text, got[i], parts[i])
			}
		}
	}
	p, _ := Parse(File, []byte("ignore: [drafts/, '*.old']\n"), known)
	if out, _ := p.Ignore.Match("a/drafts", true); !out {
		t.Error("got drafts checked")
	}
}

package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// PO-4: the terminal tells of rules that name nothing where it begins, with the places
// of the person's own file, and not those of it as it would be written anew.
func TestPolicyWarnings(t *testing.T) {
	dir := folder(t, map[string]string{
		"skills/mine/SKILL.md": "---\nsummary: Mine.\ncommand: m\n---\nDo.\n",
		"bad.yaml":             "# what is refused\nask: never\n\ndeny:\n  - wrte\nowner_only:\n  commands: [m, mine, mnie]\n",
		"good.yaml":            "{deny: [write], owner_only: {commands: [/m, mine]}, disabled: [mine]}\n",
		"auto.yaml":            "ask: full_auto\n",
	})
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, command := range []string{"session", "snapshot"} {
		_, _, errs := lily(t, "", command, "--workspace", dir, "--policy", at("bad.yaml"))
		want := "lily: " + at("bad.yaml") + `:5:5: warning: deny: there is no tool "wrte", so that this rule holds nothing. Is write meant?` + "\n" +
			"lily: " + at("bad.yaml") + `:7:23: warning: owner_only.commands: there is no command "mnie", so that this rule holds nothing. Is mine meant?` + "\n"
		if errs != want {
			t.Errorf("%s: got\n%swant\n%s", command, errs, want)
		}
		if _, _, errs := lily(t, "", command, "--workspace", dir, "--policy", at("good.yaml")); errs != "" {
			t.Errorf("%s: got %s", command, errs)
		}
		if _, _, errs := lily(t, "", command, "--workspace", dir, "--policy", at("auto.yaml")); !strings.HasPrefix(errs, "lily: Full auto holds") {
			t.Errorf("%s: got %s", command, errs)
		}
	}
	if _, out, _ := lily(t, "/reload_skills\n", "session", "--workspace", dir, "--policy", at("bad.yaml")); !strings.Contains(out, `- deny: there is no tool "wrte"`) {
		t.Errorf("got %s", out)
	}
}

// PO-1, PO-4: check says what is wrong with a policy, and knows the skills of the paths.
func TestCheckPolicy(t *testing.T) {
	dir := folder(t, map[string]string{
		"skills/mine/SKILL.md": "---\nsummary: Mine.\ncommand: m\n---\nDo.\n",
		"names.yaml":           "disabled: [mine, plan_compiler]\ndeny: [Bash, write]\n",
		"broken.yaml":          "deny: x\nask: maybe\n",
		"text.yaml":            "deny: [\n",
	})
	for _, tt := range []struct {
		args []string
		code int
		want []string
	}{
		{[]string{"--policy", "names.yaml", "skills"}, 0, []string{`names.yaml:2:8: warning: deny: there is no tool "Bash", so that this rule holds nothing. Is shell meant? (names_nothing, PO-4)`, "1 skill: 0 errors, 2 warnings"}},
		{[]string{"--policy", "names.yaml"}, 0, []string{`names.yaml:1:12: warning: disabled: there is no skill "mine"`, "0 skills: 0 errors, 2 warnings"}},
		{[]string{"--policy", "broken.yaml"}, 1, []string{`broken.yaml:1:7: error: key "deny": got "x", want a list.`, "broken.yaml:2:6: error:", "0 skills: 2 errors"}},
		{[]string{"--policy", "text.yaml", "skills"}, 1, []string{"text.yaml:", "1 skill: 1 error"}},
		{[]string{"--policy", "nowhere.yaml"}, 1, []string{"no such file"}},
		{[]string{"--json", "--policy", "names.yaml"}, 0, []string{`"format": "policy"`, `"code": "names_nothing"`}},
	} {
		args := append([]string{}, tt.args...)
		for i, a := range args {
			if !strings.HasPrefix(a, "--") {
				args[i] = filepath.Join(dir, a)
			}
		}
		code, out := checkOf(t, args...)
		for _, want := range tt.want {
			if !strings.Contains(out, want) {
				t.Errorf("%s: got %s, want %q", tt.args, out, want)
			}
		}
		if code != tt.code {
			t.Errorf("%s: got exit %d, want %d", tt.args, code, tt.code)
		}
	}
}

// PO-8: check says of a proposal what a snapshot says.
func TestCheckProposals(t *testing.T) {
	dir := folder(t, map[string]string{"p/SKILL.md": "---\nname: p\ndescription: P.\nmetadata:\n  lily.tool_defaults: '{\"read\":{\"lines\":\"x\"}}'\n---\nDo.\n"})
	if _, out := checkOf(t, filepath.Join(dir, "p")); !strings.Contains(out, `SKILL.md:5:23: warning: tool_defaults.read.lines: The argument lines: got "x", want an integer. (bad_proposal, PO-8)`) {
		t.Errorf("got %s", out)
	}
}

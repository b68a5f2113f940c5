package rules_test

import (
	"fmt"
	"strings"
	"testing"

	"lily/core/rules"
	"lily/core/skill"
)

var codes = rules.Codes{"unknown_key": skill.Info, "name_mismatch": skill.Warning, "invalid_yaml": skill.Error, "not_portable": skill.Info}

// SK-12: a rule names a finding that there is, has a level, and lowers no error.
func TestWhy(t *testing.T) {
	for rule, want := range map[string]string{
		"unknown_key=off":     "",
		"name_mismatch=error": "",
		"invalid_yaml=error":  "",
		"invalid_yaml=off":    "keeps a skill from being loaded",
		"invalid_yaml=info":   "keeps a skill from being loaded",
		"unknown_kye=off":     "did you mean unknown_key?",
		"Unknown_Key=off":     "did you mean unknown_key?",
		"zzz=off":             `there is no finding "zzz"`,
		"unknown_key=loud":    `got "loud", want one of off, info, warning, error`,
		"unknown_key=":        `got ""`,
		"=off":                `there is no finding ""`,
	} {
		code, level, _ := strings.Cut(rule, "=")
		if got := codes.Why(code, level); (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%s: got %q, want %q", rule, got, want)
		}
	}
}

func TestApply(t *testing.T) {
	found := []skill.Finding{
		{Code: "unknown_key", Severity: skill.Info},
		{Code: "name_mismatch", Severity: skill.Warning},
		{Code: "invalid_yaml", Severity: skill.Error},
		{Code: "not_portable", Severity: skill.Error},
	}
	set := rules.Set{"unknown_key": rules.Off, "name_mismatch": rules.Error, "invalid_yaml": rules.Off}
	set = set.With(rules.Set{"name_mismatch": rules.Info, "not_portable": rules.Off})
	var got strings.Builder
	for _, f := range set.Apply(found) {
		got.WriteString(f.Code + "=" + string(f.Severity) + " ")
	}
	if want := "name_mismatch=info invalid_yaml=error not_portable=error "; got.String() != want {
		t.Errorf("got %q, want %q", got.String(), want)
	}
}

// SK-12: what a comment silences is gone, an error never is, and a comment that does nothing is told. What is part of a
// value, or of the text, is no comment.
func TestSilence(t *testing.T) {
	sure := map[string]bool{"unknown_key": true, "name_mismatch": true}
	for head, want := range map[string]string{
		"# lily: off name_mismatch — an alias":                             "",
		"#lily: off name_mismatch: an alias":                               "",
		"#  Lily:  off  name_mismatch  -- an alias":                        "",
		"# lily: off name_mismatch an alias":                               "",
		"license: MIT # lily: off name_mismatch — an alias":                "",
		"license: \"MIT # lily: off name_mismatch — an alias\"":            "name_mismatch@2:7",
		"license: |\n  MIT\n  # lily: off name_mismatch — an alias":        "name_mismatch@2:7",
		"license: >-\n  MIT\n\n  # lily: off name_mismatch — an":           "name_mismatch@2:7",
		"license: 'it\n  # lily: off name_mismatch — an alias\n  is'":      "name_mismatch@2:7",
		"# lily: off name_mismatch":                                        "name_mismatch@2:7 silence_no_reason@3:1",
		"# lily: off name_mismatch — !!! 1":                                "name_mismatch@2:7 silence_no_reason@3:1",
		"# lily: off name_mismach — an alias":                              "name_mismatch@2:7 silence_unknown@3:1",
		"# lily: off name_mismatch, unknown_key — an alias":                "name_mismatch@2:7 silence_unknown@3:1",
		"# lily: off unknown_key — the wiki reads it":                      "name_mismatch@2:7 silence_idle@3:1",
		"# lily: off not_portable — nobody knows here":                     "name_mismatch@2:7",
		"# lily: off invalid_yaml — please":                                "name_mismatch@2:7 silence_refused@3:1",
		"# lily: of name_mismatch — an alias":                              "name_mismatch@2:7 silence_unclear@3:1",
		"# lily: off":                                                      "name_mismatch@2:7 silence_unclear@3:1",
		"# lily:":                                                          "name_mismatch@2:7 silence_unclear@3:1",
		"# a lily: off name_mismatch — an alias":                           "name_mismatch@2:7",
		"# lilies: off name_mismatch — an alias":                           "name_mismatch@2:7",
		"# lily: off name_mismatch — one\n# lily: off name_mismatch — two": "silence_idle@4:1",
	} {
		for _, end := range []string{"\n", "\r\n"} {
			text := strings.ReplaceAll("---\nname: other\n"+head+"\ndescription: Does it.\n---\n# lily: off name_mismatch — in the text\n", "\n", end)
			found := skill.Parse("one", []byte(text)).Findings
			var got []string
			for _, f := range codes.Silence(text, found, sure) {
				got = append(got, fmt.Sprintf("%s@%d:%d", f.Code, f.Line, f.Column))
			}
			if said := strings.Join(got, " "); said != want {
				t.Errorf("%q: got %q, want %q", head, said, want)
			}
		}
	}
}

// An error is told whatever a comment says, also in YAML that cannot be read.
func TestSilenceOfErrors(t *testing.T) {
	text := "---\nname: one\n# lily: off invalid_yaml — please\ndescription: Use: now\n---\n"
	got := codes.Silence(text, skill.Parse("one", []byte(text)).Findings, nil)
	if len(got) != 2 || got[0].Code != "silence_refused" || got[1].Severity != skill.Error {
		t.Errorf("got %+v", got)
	}
}

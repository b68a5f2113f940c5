package skill

import (
	"slices"
	"testing"

	"lily/core/frontmatter"
)

// SK-5: who may call a skill, in every spelling of a boolean; what is none is a
// warning and read with care.
func TestCallers(t *testing.T) {
	yes := []string{"true", "True", "TRUE", "tRuE", "yes", "Yes", "YES", "on", "On", "y", "Y", "1", `"true"`, `'Yes'`, `"on"`, `" true "`, "!!bool yes", "!!str true", "true # c", "|\n  true", "&a true"}
	no := []string{"false", "False", "FALSE", "no", "No", "off", "Off", `'Off'`, `"no"`, "n", "N", "0", `"0"`, ">\n  no"}
	unclear := []string{"banana", "", "~", "null", `""`, "2", "-1", "1.0", "[true]", "{a: b}", "\n  - true", "truee", "yes no", "2024-01-01"}
	for key, careful := range map[string]struct{ personOnly, modelOnly bool }{frontmatter.NoModel: {true, false}, frontmatter.NoPerson: {false, false}} {
		check := func(values []string, person, model, warned bool) {
			for _, v := range values {
				s := Parse("x", []byte("---\nname: x\ndescription: d\n"+key+": "+v+"\n---\n"))
				has := slices.ContainsFunc(s.Findings, func(f Finding) bool {
					return f.Code == "unclear_boolean" && f.Severity == Warning
				})
				if s.PersonOnly != person || s.ModelOnly != model || has != warned || s.Malformed() || !warned && len(s.Findings) > 0 {
					t.Errorf("%s: %q: got person only %v, model only %v, %q; want %v, %v, a warning %v", key, v, s.PersonOnly, s.ModelOnly, codesOf(s), person, model, warned)
				}
			}
		}
		check(yes, key == frontmatter.NoModel, false, false)
		check(no, false, key == frontmatter.NoPerson, false)
		check(unclear, careful.personOnly, careful.modelOnly, true)
	}
	if s := Parse("x", []byte("---\nname: x\ndescription: d\n---\n")); s.PersonOnly || s.ModelOnly {
		t.Errorf("without either key: got person only %v, model only %v", s.PersonOnly, s.ModelOnly)
	}
}

package core_test

import (
	"strings"
	"testing"

	"lily/core"
	"lily/core/policy"
	"lily/core/world"
)

// PO-4: a reload and a new session say which rules of the policy hold nothing; what is
// excluded can be named.
func TestPolicyWarned(t *testing.T) {
	k := running(t, ownable(), core.Ports{})
	ask := func(rules, line string) string {
		p, err := policy.Parse("policy.yaml", []byte(rules))
		if err != nil {
			t.Fatal(err)
		}
		_ = k.Edit(func(w world.World) (world.World, error) { w.Policy = p; return w, nil })
		r := k.Turn(t.Context(), k.id, line)
		return r.Output()
	}
	good := "{deny: [kit__say, say, shell], disabled: [broken, kit], owner_only: {commands: [br, wc, both], tools: [say]}}"
	bad := "{deny: [wrte], disabled: [brokn], owner_only: {commands: [wcc]}}"
	for _, line := range []string{"/reload_skills", "/new"} {
		if got := ask(good, line); strings.Contains(got, "Warnings") {
			t.Errorf("%s: got %s", line, got)
		}
		got := ask(bad, line)
		for _, want := range []string{
			"Warnings of the policy:", `- deny: there is no tool "wrte", so that this rule holds nothing. Is write meant?`,
			`- disabled: there is no skill "brokn", so that this rule holds nothing. Is broken meant?`, `- owner_only.commands: there is no command "wcc", so that this rule holds nothing. Is wc meant?`,
		} {
			if !strings.Contains(got, want) {
				t.Errorf("%s: got %s\nwant %s", line, got, want)
			}
		}
	}
	many := "deny: [" + strings.Repeat("nothing_at_all, ", 1) + strings.Join(strings.Split(strings.Repeat("q", 30), ""), "x, ") + "]"
	if got := ask(many, "/reload_skills"); strings.Count(got, "there is no tool") > 20 {
		t.Errorf("got %s", got)
	}
	k.replayed(t)
}

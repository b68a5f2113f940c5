package policy

import (
	"testing"

	"lily/core/skill"
)

// PO-5, spec 6.2 and 6.3: who is asked, by trust, by what the skill says, by the
// policy, and whether this version was granted; the stricter side counts.
func TestAskProgram(t *testing.T) {
	for _, tt := range []struct {
		trust            Trust
		readOnly, always bool
		asks             string
		granted, want    bool
		rule             string
	}{
		{TrustBundled, true, false, "never", false, true, "read_only: true"},
		{TrustBundled, true, false, "first_use", false, false, "ask: first_use"},
		{TrustBundled, true, false, "first_use", true, true, "granted"},
		{TrustBundled, true, false, "always", true, false, "ask: always"},
		{TrustBundled, true, true, "never", true, false, "always_ask: true"},
		{TrustBundled, false, false, "never", false, false, "read_only: false"},
		{TrustBundled, false, false, "never", true, true, "granted"},
		{TrustUser, true, false, "never", false, false, "trust: user"},
		{TrustUser, true, false, "never", true, true, "granted"},
		{TrustUser, false, false, "first_use", false, false, "trust: user"},
		{TrustUser, false, true, "never", true, false, "always_ask: true"},
		{TrustUser, false, false, "always", true, false, "ask: always"},
		{TrustNone, true, false, "never", true, false, "trust: untrusted"},
		{TrustNone, true, true, "always", true, false, "trust: untrusted"},
	} {
		p := Default()
		p.Asks = tt.asks
		for _, byModel := range []bool{true, false} {
			d := p.Ask(Use{Tool: "s__t", ByModel: byModel, Granted: tt.granted, Program: &Program{Trust: tt.trust, ReadOnly: tt.readOnly, AlwaysAsk: tt.always}})
			if d.Allowed != tt.want || d.Rule != tt.rule || d.Message == "" {
				t.Errorf("%+v, by a model %v: got %+v", tt, byModel, d)
			}
		}
		if got := tt.trust.Warning() != ""; got != (tt.trust == TrustNone) {
			t.Errorf("%s: got a warning %v", tt.trust, got)
		}
	}
}

// PO-1, PO-3, PO-4: which rules count for a skill's own tool. To deny or to keep
// it for the owner, its short name is enough; to allow it takes the full one, so
// that no skill gets a built-in tool's rule by taking its name.
func TestProgramRules(t *testing.T) {
	for _, tt := range []struct {
		yaml, hint string
		hinted     bool
		want       bool
		rule       string
	}{
		{"", "", false, true, "allow: *"},
		{"deny: [s__write]", "", false, false, "deny: s__write"},
		{"deny: [write]", "", false, false, "deny: write"},
		{"deny: ['*']", "", false, false, "deny: *"},
		{"allow: [write]", "", false, false, "allow"},
		{"allow: [s__write]", "", false, true, "allow: s__write"},
		{"", "write", true, true, "allow: *"},
		{"", "s__write", true, true, "allow: *"},
		{"", "read", true, false, "allowed-tools"},
		{"{allow: [read], widen: true}", "write", true, true, "widen"},
		{"{allow: [read], widen: true, deny: [write]}", "write", true, false, "deny: write"},
		{"{allow: [read], widen: false}", "write", true, false, "allow"},
	} {
		p, err := Parse("p", []byte(tt.yaml))
		if err != nil {
			t.Fatal(err)
		}
		s := &skill.Skill{Name: "s", Allowed: []string{tt.hint}, HasAllowed: tt.hinted}
		if d := p.Own(s, "s__write", "write"); d.Allowed != tt.want || d.Rule != tt.rule {
			t.Errorf("%s, hint %q: got %+v, want %v by %q", tt.yaml, tt.hint, d, tt.want, tt.rule)
		}
	}
	for yaml, want := range map[string]bool{"": true, "owner_only: {tools: [write]}": false, "owner_only: {tools: [s__write]}": false, "owner_only: {tools: [other]}": true} {
		p, _ := Parse("p", []byte(yaml))
		if d := p.OwnerTool([]string{"s__write", "write"}, false); d.Allowed != want {
			t.Errorf("%s: got %+v", yaml, d)
		}
	}
}

package ui

import (
	"testing"

	"lily/core/world"
	"lily/web/html/htmltest"
	"lily/web/state/statetest"
)

// VF-5: no change of someone else is saved over unseen.
func TestRulesConflict(t *testing.T) {
	s := statetest.Small(t)
	profiles, policies := &profilePane{Store: s.Store, Drafts: s.Drafts}, &policyPane{Store: s.Store, Drafts: s.Drafts}
	a, b := profiles.editor(s.Engine.World().Profile), policies.editor(s.Engine.World().Policy)
	a.Render()
	b.Render()
	a.typed("os: linux\n")
	b.typed("deny: [read]\n")
	_ = s.Engine.Edit(func(w world.World) (world.World, error) { // never fails
		w.Profile, _ = readProfile("os: darwin\n")
		w.Policy, _ = readPolicy("deny: [write]\n")
		return w, nil
	})
	a.keep(s.Drafts.Of("profile").Base)
	b.keep(s.Drafts.Of("policy").Base)
	if w := s.Engine.World(); w.Profile.OS != "darwin" || len(w.Policy.Deny) != 1 || w.Policy.Deny[0] != "write" {
		t.Errorf("got %s and %v, want both as someone else left them", w.Profile.OS, w.Policy.Deny)
	}
	htmltest.Has(t, htmltest.Seen(profiles), "Changed by someone else")
	htmltest.Has(t, htmltest.Seen(policies), "Changed by someone else")
}

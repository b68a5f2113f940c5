package hostile_test

import (
	"testing"

	"lily/core/hostile"
)

// The collection is no example: it has hundreds of attacks, none of them twice, each with its verdict.
func TestTheCollection(t *testing.T) {
	all := 0
	for _, of := range []string{"archives", "bundles", "exports", "programs", "skills", "templates", "upstreams"} {
		list, err := hostile.Attacks(of)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, a := range list {
			if seen[a.Class+"/"+a.Name] || a.Want == "" || a.Want == "?" {
				t.Errorf("%s: %s == %s: got it twice or without a verdict", of, a.Class, a.Name)
			}
			seen[a.Class+"/"+a.Name] = true
		}
		all += len(list)
	}
	if all < 900 {
		t.Errorf("got %d attacks, want at least 900", all)
	}
}

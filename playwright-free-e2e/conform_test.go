package e2e

import (
	"strings"
	"testing"
)

// TS-2 to TS-7: the page's runner passes the suite that every runner passes, in the real
// page: its test binary runs where the engine does, with the same scripts, frame and policy.
func TestRunnerConforms(t *testing.T) {
	t.Parallel()
	p := visit(t, serve(t, withTests(t, "worker")))
	p.engine("started")
	said := p.inside("worker", "-test.run=^TestConforms$")
	if !strings.Contains(said, "--- PASS: TestConforms ") || strings.Count(said, "    --- PASS: TestConforms/") != 6 {
		t.Errorf("got not all of 6 parts passed:\n%s", said)
	}
}

// VF-4, VF-5: what keeps the person's work passes the suites of its ports, in the real page
// and beside its engine.
func TestHomeConforms(t *testing.T) {
	t.Parallel()
	p := visit(t, serve(t, withTests(t, "home")))
	p.engine("started")
	said := p.inside("home", "-test.run=^TestHomeConforms$")
	if strings.Count(said, "    --- PASS: TestHomeConforms/") != 6 {
		t.Errorf("got not all of 6 parts passed:\n%s", said)
	}
}

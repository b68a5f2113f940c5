package main

import (
	"os/exec"
	"strings"
	"testing"
)

// runMake runs make with arguments, and gives what it says.
func runMake(t *testing.T, args ...string) (said string, failed bool) {
	t.Helper()
	out, err := exec.Command("make", append([]string{"--no-print-directory", "MAKEFLAGS="}, args...)...).CombinedOutput()
	return string(out), err != nil
}

// The stand-ins for packages of Go are for one version of it: another one is refused with a sentence, and a build
// without them asks for none.
func TestStandInsFit(t *testing.T) {
	if _, err := exec.LookPath("make"); err != nil {
		t.Fatal("make is needed:", err)
	}
	for _, tt := range []struct {
		version, lean string
		fits          bool
	}{
		{"go1.26", "1", true},
		{"go1.26.8", "1", true},
		{"go1.26rc2", "1", true},
		{"go1.26-custom", "1", true},
		{"go1.27.0", "1", false},
		{"go1.25.9", "1", false},
		{"go1.260", "1", false},
		{"devel go1.28-abc", "1", false},
		{"go1.27.0", "0", true},
	} {
		said, failed := runMake(t, "stands-fit", "GO_VERSION="+tt.version, "LEAN="+tt.lean)
		if failed == tt.fits || failed && (!strings.Contains(said, tt.version) || !strings.Contains(said, "make build LEAN=0")) {
			t.Errorf("%+v: got failed %t, %q", tt, failed, said)
		}
	}
}

// What is told of a build is what is done in it: each package that something stands in for, or none.
func TestStandInsTold(t *testing.T) {
	for lean, overlaid := range map[string]bool{"1": true, "0": false} {
		said, failed := runMake(t, "-n", "-B", "static/dist/manifest.json", "LEAN="+lean)
		if failed || strings.Contains(said, "-overlay") != overlaid || strings.Contains(said, "with stand-ins of Lily's for net/http crypto/aes") != overlaid ||
			strings.Contains(said, "with all of Go's own library") == overlaid {
			t.Errorf("LEAN=%s: got %q", lean, said)
		}
	}
}

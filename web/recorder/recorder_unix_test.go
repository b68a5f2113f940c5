//go:build unix

package recorder

import (
	"os"
	"path/filepath"
	"testing"
)

// A link in a journal's place may lead to a device, whose mode is everybody's.
func TestDeviceStays(t *testing.T) {
	bundle := filepath.Join(t.TempDir(), "run.lily")
	if err := os.Symlink("/dev/zero", journalOf(bundle)); err != nil {
		t.Fatal(err)
	}
	was, err := os.Stat("/dev/zero")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := New("", bundle); err == nil {
		t.Error("got a recorder, want an error: its journal is a device")
	}
	if is, err := os.Stat("/dev/zero"); err != nil || is.Mode() != was.Mode() {
		os.Chmod("/dev/zero", was.Mode())
		t.Errorf("got the mode %v, %v, want %v", is.Mode(), err, was.Mode())
	}
}

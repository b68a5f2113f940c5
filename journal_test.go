package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"lily/core/replay"
	"lily/core/tool"
	"lily/web/recorder"
)

// killed is a bundle's path whose run was killed after some lines.
func killed(t *testing.T, lines ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "run.lily")
	l := started(t, "--bundle", path)
	for _, line := range lines {
		l.line(line)
	}
	l.signal(syscall.SIGKILL)
	return path
}

// EV-6: a journal that is torn anywhere has all the events before that, and a turn that was
// under way is settled.
func TestTornJournal(t *testing.T) {
	data, err := os.ReadFile(killed(t, "/skills", "Hello.", "/new", "/skill check", "/reload_skills") + ".journal")
	if err != nil {
		t.Fatal(err)
	}
	last, first := 0, bytes.Index(data, []byte("\nevent "))
	for n := 0; n <= len(data); n++ {
		if n < first && n%4099 > 0 || n < len(data) && n > first && n%101 > 0 && data[n] != '\n' {
			continue
		}
		sessions, err := recorder.Read(data[:n])
		if err != nil {
			t.Fatalf("%d of %d bytes: %v", n, len(data), err)
		}
		events := 0
		for _, s := range sessions {
			events += len(s)
			got, err := replay.Run(context.Background(), tool.Builtin(), s, nil)
			if d := replay.Compare(got, s); err != nil || d != nil {
				t.Fatalf("%d of %d bytes: %v, %+v", n, len(data), err, d)
			}
		}
		last = events
	}
	if last != 17 {
		t.Errorf("got %d events in the end, want 17", last)
	}
}

// EV-6: what a killed run has left is not written over, nor is what another one writes, nor
// what is no journal at all.
func TestJournalLeft(t *testing.T) {
	path := killed(t, "/skills")
	for range 2 {
		if code, _, errs := lily(t, "/skills\n", "session", "--bundle", path); code != 1 || !strings.Contains(errs, "run.lily.journal has the sessions of a run that was killed; lily session --replay "+path+" makes") {
			t.Errorf("got %d, %q", code, errs)
		}
	}
	replayed(t, path, "Replayed 4 events of session s1, ")
	if code, _, errs := lily(t, "/skills\n/skills\n", "session", "--bundle", path); code != 0 || errs != "" {
		t.Errorf("got %d, %q", code, errs)
	}
	replayed(t, path, "Replayed 6 events of session s1, ")

	l := started(t, "--bundle", path)
	l.line("/skills")
	for _, args := range [][]string{{"--bundle", path}, {"--replay", path}} {
		if code, _, errs := lily(t, "", append([]string{"session"}, args...)...); code != 1 || !strings.Contains(errs, "is being written by another run of lily") {
			t.Errorf("%v: got %d, %q", args, code, errs)
		}
	}
	l.signal(syscall.SIGTERM)
	replayed(t, path, "Replayed 4 events of session s1, ")

	mine := folder(t, map[string]string{"run.lily.journal": "Dear diary."})
	for _, flag := range []string{"--bundle", "--replay"} {
		code, _, errs := lily(t, "", "session", flag, filepath.Join(mine, "run.lily"))
		data, err := os.ReadFile(filepath.Join(mine, "run.lily.journal"))
		if code != 1 || !strings.Contains(errs, "it is no journal of lily") || err != nil || string(data) != "Dear diary." {
			t.Errorf("%s: got %d, %q, %q, %v", flag, code, errs, data, err)
		}
	}
}

// A run that never began leaves no journal, and a bundle that cannot be written does.
func TestJournalStaysAsLongAsNeeded(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "run.lily")
	if code, _, _ := lily(t, "", "session", "--bundle", path, "--bundled", "no/such/dir"); code != 1 {
		t.Errorf("got %d", code)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("got %v, %v", left, err)
	}
	in := steps{{nil, "/skills"}, {func() {
		if err := os.Mkdir(path, 0o755); err != nil {
			t.Error(err)
		}
	}, "/skills"}}
	var out, errs bytes.Buffer
	if code := run(t.Context(), []string{"session", "--bundle", path}, terminal{&in, &out, &errs}); code != 1 || !strings.Contains(errs.String(), "--bundle "+path) {
		t.Errorf("got %d, %q", code, errs.String())
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	replayed(t, path, "Replayed 6 events of session s1, ")
}

// A bundle may go through a pipe or a device, which has no journal beside it.
func TestBundleIntoDevice(t *testing.T) {
	if code, _, errs := lily(t, "/skills\n", "session", "--bundle", os.DevNull, "--events", os.DevNull); code != 0 || errs != "" {
		t.Errorf("got %d, %q", code, errs)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Errorf("got %v, %v", info, err)
	}
}

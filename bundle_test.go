package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lily/core/bundle"
	"lily/core/event"
	"lily/core/tool"
)

// bundled is a bundle that the command wrote of some lines.
func bundled(t *testing.T, lines string, flags ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "s.zip")
	if code, _, errs := lily(t, lines, append([]string{"session", "--bundle", path}, flags...)...); code != 0 || errs != "" {
		t.Fatalf("got %d, %q", code, errs)
	}
	return path
}

func stored(t *testing.T, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "s.zip")
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// EV-4: a session is written with all that it names, the same bytes each time, and
// replays from there.
func TestBundle(t *testing.T) {
	work := folder(t, map[string]string{"skills/mine/SKILL.md": "---\nsummary: Mine.\n---\nDo.\n", "skills/mine/b.bin": "\x00\xff"})
	lines := "/skills\nHello \xff\n/mine\n/skill mine x\n/reload_skills\n"
	path := bundled(t, lines, "--workspace", work)
	first, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := os.ReadFile(bundled(t, lines, "--workspace", work)); err != nil || !bytes.Equal(again, first) {
		t.Errorf("got other bytes the second time, %v", err)
	}
	if err := os.RemoveAll(work); err != nil {
		t.Fatal(err)
	}
	code, out, errs := lily(t, "", "session", "--replay", path)
	if code != 0 || errs != "" || !strings.HasPrefix(out, "Replayed ") || !strings.HasSuffix(out, " of session s1, with 2 model requests and 0 tool calls: byte for byte the same.\n") {
		t.Errorf("got %d, %q, %q", code, out, errs)
	}
}

// EV-4: what differs is shown, and what is damaged is named with its place.
func TestReplayRefuses(t *testing.T) {
	data, err := os.ReadFile(bundled(t, "/skills\nHello\n"))
	if err != nil {
		t.Fatal(err)
	}
	b, _, err := bundle.Read(data, tool.Builtin())
	if err != nil {
		t.Fatal(err)
	}
	b.Events[3].Body = event.Error{Code: "x", Message: "\x1b[2J\u009b"}
	var forged bytes.Buffer
	if err := b.Write(&forged); err != nil {
		t.Fatal(err)
	}
	at := bytes.Index(data, []byte(`"input":"/skills"`))
	torn := bytes.Clone(data)
	torn[at] = 'x'
	for _, tt := range []struct {
		name      string
		data      []byte
		out, errs string
	}{
		{"another event", forged.Bytes(), "Event 4 differs.\ngot:  {\"seq\":4,", ""},
		{"a byte", torn, "", "events.jsonl:3: the line is damaged"},
		{"cut off", data[:len(data)-9], "", "at byte "},
		{"no bundle", []byte("x"), "", "at byte 1: the file is cut off, or is no bundle"},
		{"nothing", nil, "", "at byte 0: "},
	} {
		code, out, errs := lily(t, "", "session", "--replay", stored(t, tt.data))
		if code != 1 || !strings.HasPrefix(out, tt.out) || !strings.Contains(errs, tt.errs) || (tt.errs == "") != (errs == "") || strings.ContainsAny(out+errs, "\x1b\u009b") {
			t.Errorf("%s: got %d, %q, %q", tt.name, code, out, errs)
		}
	}
	for _, tt := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"--replay", "no/such/file"}, 1, "no/such/file"},
		{[]string{"--replay", "x", "--json"}, 2, "session --replay takes no other flag"},
		{[]string{"--bundle", "no/such/folder/x"}, 1, "no/such/folder/x"},
	} {
		if code, _, errs := lily(t, "", append([]string{"session"}, tt.args...)...); code != tt.code || !strings.Contains(errs, tt.says) {
			t.Errorf("%q: got %d, %q", tt.args, code, errs)
		}
	}
}

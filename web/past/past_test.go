package past_test

import (
	"path/filepath"
	"runtime"
	"testing"

	"lily/core/coretest"
	"lily/core/world"
	"lily/persona"
	"lily/skills"
	"lily/web/past"
)

// What lasts keeps the promises of the engine's port.
func TestPort(t *testing.T) {
	w, err := world.New(skills.Files(), persona.Files())
	if err != nil {
		t.Fatal(err)
	}
	kept, err := past.Open(filepath.Join(t.TempDir(), "sessions"), w)
	if err != nil {
		t.Fatal(err)
	}
	run, err := past.New(kept, "", "")
	if err != nil {
		t.Fatal(err)
	}
	defer run.Close()
	coretest.TestSessions(t, run, w)
}

func TestHome(t *testing.T) {
	below := map[string]string{"windows": "", "darwin": "/Library/Application Support"}
	rest, ok := below[runtime.GOOS]
	if !ok {
		rest = "/.local/share"
	}
	data, home := t.TempDir(), t.TempDir()
	for _, tt := range []struct{ xdg, home, want string }{
		{data, home, data + "/lily/sessions"},
		{data, "", data + "/lily/sessions"},
		{"", home, home + rest + "/lily/sessions"},
		{"relative", home, home + rest + "/lily/sessions"}, // which the standard tells to ignore
		{"", "", ""},
		{"", "relative", ""},
	} {
		env := map[string]string{"XDG_DATA_HOME": tt.xdg, "HOME": tt.home, "LocalAppData": tt.home}
		got, err := past.Home(func(name string) string { return env[name] })
		if (err != nil) != (tt.want == "") || filepath.ToSlash(got) != filepath.ToSlash(tt.want) {
			t.Errorf("%q, %q: got %q, %v, want %q", tt.xdg, tt.home, got, err, tt.want)
		}
	}
}

package whatif_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lily/core"
	"lily/core/profile"
	"lily/core/tool"
	core_whatif "lily/core/whatif"
	"lily/core/world"
	"lily/persona"
	"lily/skills"
	"lily/wasm/which"
	"lily/web/whatif"
)

func run(t *testing.T, args ...string) (string, error) {
	t.Helper()
	w, err := world.New(skills.Files(), persona.Files())
	if err != nil {
		t.Fatal(err)
	}
	f, out := &whatif.Flags{}, &bytes.Buffer{}
	to := flag.NewFlagSet("what-if", flag.ContinueOnError)
	f.Declare(to)
	if err := to.Parse(args); err != nil {
		t.Fatal(err)
	}
	err = f.Run(w, out)
	return out.String(), err
}

// EN-4: a skill by profile, with the reasons of one that is asked about.
func TestTable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "mine.yaml")
	if err := os.WriteFile(file, []byte("os: linux\nbinaries: [git, sh]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		args string
		want []string
	}{
		{"", []string{"SKILL", "now", "browser", "bare", "linux-dev", "macos-dev", "windows-dev", "ci", "git_helper"}},
		{"-profile bare -profile " + file, []string{"bare", "mine", "git_helper", "ineligible  available"}},
		{"-profile bare,linux-dev -differs", []string{"git_helper", "ineligible", "available"}},
		{"-profile bare -profile bare -differs", []string{"Nothing differs."}},
		{"-profile bare -why git_helper", []string{"The profile does not declare the program git. (binary_missing)", "no program declared: ineligible."}},
		{"-profile linux-dev -why git_helper", []string{"Nothing keeps it from counting."}},
	} {
		got, err := run(t, strings.Fields(tt.args)...)
		if err != nil {
			t.Errorf("%s: got %v", tt.args, err)
		}
		for _, want := range tt.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s: got %s, want %q", tt.args, got, want)
			}
		}
	}
	for _, args := range []string{"-profile nope.yaml", "-why nope"} {
		if got, err := run(t, strings.Fields(args)...); err == nil || !strings.Contains(err.Error(), "nope") {
			t.Errorf("%s: got %q, %v, want it refused", args, got, err)
		}
	}
}

// JSON says the verdicts that the page's Matrix shows, cell by cell.
func TestJSON(t *testing.T) {
	got, err := run(t, "-json")
	if err != nil {
		t.Fatal(err)
	}
	var table whatif.Table
	if err := json.Unmarshal([]byte(got), &table); err != nil {
		t.Fatal(err)
	}
	w, err := world.New(skills.Files(), persona.Files())
	if err != nil {
		t.Fatal(err)
	}
	presets := append([]profile.Preset{{Name: whatif.Now, Profile: w.Profile}}, profile.Presets("linux", which.Programs())...)
	cols, err := core_whatif.Columns(core.New(w, tool.Builtin(), core.Ports{}).Input(), presets, nil, nil, func(core_whatif.Column) {})
	if err != nil || len(cols) != len(table.Profiles) {
		t.Fatalf("got %d profiles, %v, want %d", len(table.Profiles), err, len(cols))
	}
	for i, s := range table.Skills {
		for j, cell := range s.States {
			if want := cols[j].Is.Candidates[i]; cell.State != want.State || len(cell.Reasons) != len(want.Reasons) {
				t.Errorf("%s, %s: got %s, %v, want %s, %v", s.Name, table.Profiles[j].Name, cell.State, cell.Reasons, want.State, want.Reasons)
			}
		}
	}
	if len(table.Skills) < 7 {
		t.Errorf("got %d skills", len(table.Skills))
	}
}

package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lily/core/archive"
	"lily/core/plugin"
)

// A folder of skills becomes a plugin that is read back as one; what programs will pass over is said.
func TestPlugin(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "out.zip")
	write(t, filepath.Join(dir, "in", "good", "SKILL.md"), "---\nname: good\ndescription: Does it.\n---\nDo.\n")
	write(t, filepath.Join(dir, "in", "good", "a.txt"), "a")
	write(t, filepath.Join(dir, "in", "deep", "bad", "SKILL.md"), "---\nname: bad\ndescription: Does it.\nmodel: fast\n---\nDo.\n")
	write(t, filepath.Join(dir, "in", "README.md"), "of no skill")
	write(t, filepath.Join(dir, "none", "README.md"), "of no skill")
	var before []byte
	for range 2 {
		code, _, errs := lily(t, "", "plugin", "-o", file, "--name", "my.tools", "--version", "1.2.0", filepath.Join(dir, "in"))
		if want := "programs pass over skills/bad: The key model is not one of the standard's.\n"; code != 0 || errs != want {
			t.Errorf("got %d %q, want 0 %q", code, errs, want)
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if before != nil && !slices.Equal(before, data) {
			t.Error("got other bytes the second time")
		}
		before = data
	}
	got, err := archive.Read(before, archive.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for at := range got.Walk() {
		paths = append(paths, at)
	}
	if want := "plugin.json skills/bad/SKILL.md skills/good/SKILL.md skills/good/a.txt"; strings.Join(paths, " ") != want {
		t.Errorf("got %v, want %s", paths, want)
	}
	if p, findings := plugin.Read(got, plugin.Open); p.Name != "my.tools" || len(findings) > 0 {
		t.Errorf("got %+v, %v", p, findings)
	}
	for _, tt := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"--name", "a", dir}, 2, "plugin takes -o FILE"},
		{[]string{"-o", file, dir}, 2, "plugin takes -o FILE"},
		{[]string{"-o", file, "--name", "My Tools", filepath.Join(dir, "in")}, 1, `got the name "My Tools" for a plugin`},
		{[]string{"-o", file, "--name", "a", filepath.Join(dir, "none")}, 1, "there is no skill in the folder"},
		{[]string{"-o", file, "--name", "a", filepath.Join(dir, "nowhere")}, 1, "no such file"},
	} {
		if code, _, errs := lily(t, "", append([]string{"plugin"}, tt.args...)...); code != tt.code || !strings.Contains(errs, tt.want) {
			t.Errorf("%q: got %d %s, want %d %s", tt.args, code, errs, tt.code, tt.want)
		}
	}
}

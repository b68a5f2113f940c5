package core_test

import (
	"testing"

	"lily/core/alike"
	"lily/core/ignore"
	"lily/core/lock"
	"lily/core/plugin"
	"lily/core/rules"
	"lily/core/tree"
	"lily/wasm/costtest"
)

// SK-10: nor does what is read beside a skill: the files of a project and of a plugin, and names.
func TestPartsCostNoMoreThanTheirLength(t *testing.T) {
	for _, tt := range []struct {
		name   string
		most   int
		read   func(text string)
		frames []string
	}{
		{"a list of what is passed by", 16 * kib, func(s string) { ignore.Parse(s).Match("a/b/c.md", false) }, []string{"…", "!…", "a/…"}},
		{"a name that is passed by", tree.MaxPath, func(s string) { ignore.Parse("**/a*b*c*/**/d\n*.md\n").Match(s, false) }, nil},
		{"a lock", 256 * kib, func(s string) { _, _ = lock.Parse("skills.lock.yaml", []byte(s)) }, []string{"…", "version: 1\nskills:\n  …"}},
		{"the lock of another program", 256 * kib, func(s string) { _, _ = lock.ParseOther("skills-lock.json", []byte(s)) }, []string{"…", "{\"version\":1,\"skills\":{…"}},
		{"a plugin's manifest", 64 * kib, readManifest, []string{"…", "{\"name\":\"a\",…", "{\"name\":\"a\",\"skills\":[…"}},
		{"comments that silence", 256 * kib, func(s string) { rules.Marked([]byte(s)) }, []string{"…", "<!-- lily-…"}},
		{"a name on a disk", tree.MaxPath, func(s string) { alike.Path(s); alike.Composed(s) }, nil},
	} {
		t.Run(tt.name, func(t *testing.T) { costtest.Texts(t, tt.most, tt.read, tt.frames...) })
	}
}

func readManifest(s string) {
	for _, at := range []string{".claude-plugin/plugin.json", "plugin.json", ".plugin/plugin.json"} {
		if folder, err := (tree.Tree{}).Put(at, []byte(s)); err == nil {
			plugin.Parse(folder)
		}
	}
}

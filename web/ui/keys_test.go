package ui

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// keyed finds a key in a text, and whether the text is written as the system does.
var keyed = regexp.MustCompile(`(Keys\()?"[^"]*?((?:Mod|Alt|Shift)\+(?:PageDown|PageUp|Enter|[A-Z0-9/.,]))`)

// A key that the page names is one of the one table, and is written as the system writes it.
func TestKeysAreOfTheTable(t *testing.T) {
	for _, part := range []string{"../html", "../room", "../ui", "../editor", "../guide", "../drafts", "../state"} {
		err := filepath.WalkDir(part, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.HasSuffix(path, "keys.go") {
				return err
			}
			data, err := os.ReadFile(path)
			for line := range strings.Lines(string(data)) {
				code, _, _ := strings.Cut(line, "//")
				for _, m := range keyed.FindAllStringSubmatch(code, -1) {
					if m[1] == "" && !strings.Contains(code, "Keys: \"") {
						t.Errorf("%s: got %s as nobody writes it: %s", path, m[2], strings.TrimSpace(line))
					}
					if m[2] != "Shift+Enter" && !slices.ContainsFunc(shortcuts, func(k shortcut) bool { return k.Keys == m[2] }) {
						t.Errorf("%s: got %s, which is not in the table", path, m[2])
					}
				}
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
}

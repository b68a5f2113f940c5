package html

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// raw are ways by which a text would reach the page as it is, and not as [Say] shows it.
var raw = regexp.MustCompile(`\bapp\.Text\(|\bEl\("[a-z]+"\).*\.Text\([a-z]|\.Textf\("[^"]*%[sqv]|\bapp\.Raw|\.(Aria|Attr)\("(label|valuetext|placeholder|title|alt)", (?:[a-zA-Z(]|"[^"]*" ?\+)|\.Title\((?:"%s", )?(?:[a-zA-Z]|"[^"%]*" ?\+)`)

// Every text of the page, and every attribute that is read out or shown, goes through package sight.
func TestSeen(t *testing.T) {
	for _, part := range []string{"../html", "../markdown", "../room", "../ui", "../editor", "../guide"} {
		err := filepath.WalkDir(part, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			data, err := os.ReadFile(path)
			for i, line := range strings.Split(string(data), "\n") {
				said := strings.NewReplacer("words.Title(", "", "sight.Show(", "\"\"(", "html.Keys(", "\"\"(", "answer.Number(", "0(", "words.Size(", "0(").Replace(line)
				if raw.MatchString(said) && !strings.Contains(line, "func Say(") {
					t.Errorf("%s:%d: got a text that nobody shows: %s", path, i+1, strings.TrimSpace(line))
				}
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
}

// A click counts where it was pressed; one that no pointer made counts anywhere.
func TestAClickLandsOnWhatWasPressed(t *testing.T) {
	for _, tt := range []struct {
		count        int
		pressed, key string
		want         bool
	}{
		{1, "Skill haiku", "Skill haiku", true},
		{1, "Skill haiku", "Dialog Storage", false},
		{1, "", "Dialog Storage", false},
		{0, "Skill haiku", "Dialog Storage", true},
	} {
		if got := landed(tt.count, tt.pressed, tt.key); got != tt.want {
			t.Errorf("%d clicks, %q pressed, on %q: got %t, want %t", tt.count, tt.pressed, tt.key, got, tt.want)
		}
	}
}

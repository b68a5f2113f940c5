package policy

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lily/core/skill"
)

const corpus = "../../../shared/corpus"

// PO-3: the patterns of real skills can all be read, and each fits the words that it
// says.
func TestCorpusPatterns(t *testing.T) {
	if _, err := os.Stat(corpus); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("the corpus beside the project is missing, and in CI nothing is skipped")
		}
		t.Skip("no corpus beside the project")
	}
	hinted, patterns := 0, 0
	err := filepath.WalkDir(corpus, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.Name() != "SKILL.md" {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		s := skill.Parse(filepath.Base(filepath.Dir(path)), data)
		if s.HasAllowed {
			hinted++
		}
		for _, hint := range s.Allowed {
			if skill.ToolName(hint) != skill.Shell || !strings.Contains(hint, "(") {
				continue
			}
			patterns++
			h, err := skill.ReadHint(hint)
			words, open, ok := h.Words, h.Open || h.Any, err == nil
			if open {
				words = append(words, "x")
			}
			if !ok || !Default().Words(s, words, located).Allowed {
				t.Errorf("%s: %s: got %q, %v", path, hint, words, ok)
			}
		}
		return nil
	})
	t.Logf("%d skills with allowed-tools, %d patterns of Bash(…)", hinted, patterns)
	if err != nil || hinted < 5 || patterns < 1 {
		t.Errorf("got %d skills with allowed-tools and %d patterns, %v", hinted, patterns, err)
	}
}

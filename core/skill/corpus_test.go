package skill

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

const corpus = "../../../shared/corpus"

// corpusFiles reads the real skills, when they are there.
func corpusFiles(tb testing.TB) map[string][]byte {
	files := map[string][]byte{}
	err := filepath.WalkDir(corpus, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() != "SKILL.md" {
			return err
		}
		data, err := os.ReadFile(path)
		files[path] = data
		return err
	})
	if len(files) == 0 && os.Getenv("CI") == "true" {
		tb.Fatal("the corpus beside the project is missing, and in CI nothing is skipped")
	}
	if err != nil || len(files) == 0 {
		tb.Skip("no corpus beside the project")
	}
	return files
}

// SK-8, SK-9: of real skills hardly one is malformed, and each of those has a
// fix that makes it good.
func TestCorpus(t *testing.T) {
	files := corpusFiles(t)
	malformed, codes := 0, map[string]int{}
	for path, data := range files {
		s := Parse(filepath.Base(filepath.Dir(path)), data)
		for _, f := range s.Findings {
			codes[f.Code]++
		}
		if !s.Malformed() {
			continue
		}
		malformed++
		t.Logf("%s: %+v", path, s.Findings)
		fixed, n := applyAll(data, s.Findings)
		if again := Parse(s.Name, fixed); n == 0 || again.Malformed() {
			t.Errorf("%s: got %d fixes and then %v, want a good skill", path, n, again.Findings)
		}
	}
	t.Logf("%d files, %d malformed, findings %v", len(files), malformed, codes)
	if malformed*100 > len(files) {
		t.Errorf("got %d malformed of %d, want at most 1 in 100", malformed, len(files))
	}
}

func BenchmarkCorpus(b *testing.B) {
	files := corpusFiles(b)
	b.ReportAllocs()
	for b.Loop() {
		for path, data := range files {
			Parse(filepath.Base(filepath.Dir(path)), data)
		}
	}
}

package intake

import (
	"os"
	"testing"

	"lily/core/loader"
	"lily/core/tree"
	"lily/core/world"
)

// VF-6: a real collection comes in whole, whether its skills or a folder above
// them is dropped.
func TestCorpus(t *testing.T) {
	for _, from := range []string{"../../../shared/corpus/obra_superpowers/skills", "../../../shared/corpus/obra_superpowers"} {
		whole, _, err := tree.Folder{From: os.DirFS(from), Dir: "."}.Read()
		if err != nil && os.Getenv("CI") == "true" {
			t.Fatal("the corpus beside the project is missing, and in CI nothing is skipped")
		}
		if err != nil {
			t.Skip("no corpus beside the project")
		}
		var files []File
		skills := 0
		for path, f := range whole.Walk() {
			data, _ := f.Bytes()
			files = append(files, File{"drop/" + path, data})
		}
		list, _ := os.ReadDir("../../../shared/corpus/obra_superpowers/skills")
		for _, e := range list {
			if _, err := os.Stat("../../../shared/corpus/obra_superpowers/skills/" + e.Name() + "/SKILL.md"); err == nil {
				skills++
			}
		}
		in := input(t, nil)
		p := makePlan(in, world.User, files, nil)
		if len(p.Skills) != skills || len(p.Refused) != 0 {
			t.Errorf("%s: got %d skills and %v refused, want %d and none", from, len(p.Skills), p.Refused, skills)
		}
		total := p.Loose
		for _, s := range p.Skills {
			total += s.Files
			if s.State != loader.Available {
				t.Errorf("%s: got %s %v, want it available", s.Name, s.State, s.Reasons)
			}
		}
		if total != len(files) {
			t.Errorf("got %d files in skills or loose, want all %d", total, len(files))
		}
		sound(t, in, p)
	}
}

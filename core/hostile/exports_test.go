package hostile_test

import (
	"maps"
	"strings"
	"testing"

	"lily/core/archive"
	"lily/core/loader"
	"lily/core/policy"
	"lily/core/tree"
	"lily/core/world"
)

// VF-7, PO-5, PO-9: an export that was tampered with is refused with the file that is wrong, or it comes
// in and grants nothing: no skill of it is trusted, and full auto does not come along.
func TestExports(t *testing.T) {
	all := input(t, map[string]string{
		"workspace/skills/evil/SKILL.md": "---\nname: evil\ndescription: Greets.\n---\nHi.\n", "persona/SOUL.md": "Soul.", "workspace/notes.txt": "Notes.\n",
	}).Everything()
	base := files{}
	for name, f := range all.Walk() {
		data, err := f.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		base[name] = data
	}
	each(t, "exports", func(t *testing.T, text string) string {
		f := files{}
		maps.Copy(f, base)
		if err := f.edited(text); err != nil {
			t.Fatal(err)
		}
		return restored(t, f)
	})
}

func restored(t *testing.T, f files) string {
	t.Helper()
	read, err := archive.Read(f.zip(t), archive.Options{Cased: true, Limits: tree.Limits{}})
	if err != nil {
		return "refused: " + err.Error()
	}
	if !world.Restorable(read) {
		return "no export"
	}
	r, err := world.Restore(read)
	if err != nil {
		return "refused: " + strings.ReplaceAll(err.Error(), "\n", " ")
	}
	in := input(t, nil)
	in.World, err = r.In(in.World, world.Take{Profile: true, Policy: true, Persona: true, Differing: true})
	if err != nil {
		return "refused: " + err.Error()
	}
	s, err := loader.Load(in, nil)
	if err != nil {
		return "fails: " + err.Error()
	}
	said := []string{"comes in"}
	if r.Asks {
		said = append(said, "asks again")
	}
	if in.Policy.FullAuto() {
		t.Error("got full auto, which only a person chooses")
	}
	for _, c := range s.Candidates {
		if c.Trust() != policy.TrustNone {
			t.Errorf("got %s with the trust %v, want none", c.Name, c.Trust())
		}
		said = append(said, c.Name+" "+string(c.State))
	}
	return strings.Join(said, ", ")
}

package compare

import (
	"testing"

	"lily/web/html/htmltest"
	"lily/web/others"
	"lily/web/port"
	"lily/web/port/porttest"
	"lily/web/state/statetest"
)

func doc(s *statetest.Page, of string) *Doc {
	return &Doc{Store: s.Store, Others: others.New(s.Store, &porttest.Second{}), Of: of, Go: func(string) {}}
}

const mine = "workspace/skills/mine/SKILL.md"

// UI.md, Compare: snapshots, sessions, skills, files and what a reload would give, changed only.
func TestCompare(t *testing.T) {
	s := statetest.Small(t)
	s.Put(mine, "---\nsummary: Use: it.\n---\nOne.\n")
	s.Put("workspace/skills/other/SKILL.md", "---\nsummary: Other.\n---\nTwo.\n")
	s.Say(t, "/reload_skills")
	s.Put(mine, "---\nsummary: \"Use: it.\"\n---\nOne.\n")
	for _, tt := range []struct {
		of        string
		has, lack []string
	}{
		{"v1..v2", []string{"2 skills differ.", "mine", "not there → malformed, 1 file", "other", "Snapshot v1", "What a reload would give"}, []string{"plain"}},
		{"v2..now", []string{"1 skill differs.", "malformed → available, 1 file", "No longer:", "<del", "<ins", "summary: Use: it.", "SKILL.md"}, []string{"Now:", ">other<"}},
		{"v2..now", []string{"What a model is told", "Tokens, about", "Findings", "invalid_yaml"}, nil},
		{"v2..v2", []string{"Nothing differs: the skills are the same on both sides."}, nil},
		{"skill:/workspace/skills/mine..skill:/workspace/skills/other", []string{"1 file differs.", "SKILL.md", "changed", "One.", "Two."}, nil},
		{"file:" + mine + "..file:workspace/skills/other/SKILL.md", []string{"One.", "Two.", "File workspace/skills/other/SKILL.md"}, []string{"differs."}},
		{"turns:" + s.Sessions.Session + "..turns:" + s.Sessions.Session, []string{"The two texts are the same."}, nil},
		{"v1..files", []string{"The first side is skills and the second one is files. Choose two of a kind."}, nil},
		{"v9..now", []string{"The first side cannot be shown", "Choose another one."}, nil},
		{"v1..import", []string{"The second side cannot be shown"}, nil},
		{"v1..session:nobody", []string{"The second side cannot be shown"}, nil},
		{"", []string{"differ"}, nil},
	} {
		got := htmltest.Seen(doc(s, tt.of))
		for _, want := range tt.has {
			htmltest.Has(t, got, want)
		}
		htmltest.HasNot(t, got, tt.lack...)
	}
}

// What is no text, or too long, says so.
func TestWhatCannotBeCompared(t *testing.T) {
	s := statetest.Small(t)
	s.Put("workspace/skills/a/SKILL.md", "A.\n")
	s.Put("workspace/skills/b/SKILL.md", "A.\n")
	s.Put("workspace/skills/b/logo.png", "\x00\xff")
	s.Say(t, "/reload_skills")
	got := htmltest.Seen(doc(s, OfSkill("/workspace/skills/a")+".."+OfSkill("/workspace/skills/b")))
	htmltest.Has(t, got, "logo.png", "It is no text: 2 bytes")
}

// Other agents see both sides too: a skill that differs says what it became to whom, and so does one that is the same and
// whose name a neighbour takes.
func TestOthersSeeBothSides(t *testing.T) {
	s := statetest.Small(t)
	s.Put("workspace/skills/b/SKILL.md", "---\nname: b\ndescription: Does it. Use it for that.\n---\nB.\n")
	s.Put("workspace/skills/mine/SKILL.md", "---\nname: mine\ndescription: Does it. Use it for that.\n---\nOne.\n")
	s.Say(t, "/reload_skills")
	s.Put("workspace/skills/mine/SKILL.md", "---\nname: mine\ndescription: Does it. Use it for that.\nmetadata:\n  a:\n    b: c\n---\nOne.\n")
	s.Put("workspace/skills/a/SKILL.md", "---\nname: b\ndescription: Takes the name.\n---\nA.\n")
	d := doc(s, "v2..now")
	htmltest.Seen(d) // asks
	got := htmltest.Seen(d)
	htmltest.Has(t, got, "1 file, other agents")
	htmltest.HasNot(t, got, "The agents are looking")
	for name, open := range map[string]string{"mine": "crush: refused. ", "b": "has the name \"b\" already, and wins."} {
		yes := true
		d.open = map[string]*bool{name: &yes}
		htmltest.Has(t, htmltest.Seen(d), open)
	}
}

// Where the second engine does not come, all else is compared, and it can be asked again.
func TestComparedWithoutOthers(t *testing.T) {
	s := statetest.Small(t)
	s.Put(mine, "---\nsummary: Mine.\n---\nOne.\n")
	d := doc(s, "v1..now")
	d.Others = others.New(s.Store, &porttest.Second{Err: port.ErrMissing})
	htmltest.Seen(d)
	htmltest.Has(t, htmltest.Seen(d), "What judges for other agents did not arrive.", "Try again", "1 skill differs.")
}

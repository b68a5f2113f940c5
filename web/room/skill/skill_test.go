package skill

import (
	"strings"
	"testing"

	"lily/core/loader"
	"lily/core/policy"
	"lily/core/world"
	"lily/web/html/htmltest"
	"lily/web/others"
	"lily/web/port/porttest"
	"lily/web/state/statetest"
)

func doc(s *statetest.Page, path string) *Doc {
	return &Doc{Store: s.Store, Drafts: s.Drafts, Others: others.New(s.Store, &porttest.Second{}), Of: path}
}

// does presses the one mend of a text, and reloads.
func does(t *testing.T, s *statetest.Page, path, text string) {
	t.Helper()
	d := doc(s, path)
	c := s.Sessions.Candidate(path)
	var offered []string
	for _, r := range c.Reasons {
		for _, m := range d.mends(c, r) {
			if offered = append(offered, m.text); m.text == text {
				m.do()
				htmltest.Has(t, htmltest.Seen(doc(s, path)), m.said+"; counts after a reload.", "Reload")
				s.Say(t, "/reload_skills")
				return
			}
		}
	}
	t.Errorf("%s: got %q offered, want %q", path, offered, text)
}

// Each reason has beside it what does away with it, and a reload shows that it did.
func TestMends(t *testing.T) {
	s := statetest.Small(t)
	s.Put("workspace/skills/needs/SKILL.md", "---\nsummary: Much.\nrequires_tools: [grep]\neligibility:\n  os: [darwin]\n  env: [TOKEN]\n  binaries: [git, jq]\n---\nDo.\n")
	s.Edits.Edit("Denied grep.", func(w world.World) (_ world.World, err error) {
		w.Policy, err = policy.Parse("policy.yaml", []byte("deny: [grep]\ndisabled: [needs]\n"))
		return w, err
	})
	s.Say(t, "/reload_skills")
	const at = "/workspace/skills/needs"
	seen := htmltest.Seen(doc(s, at))
	htmltest.Has(t, seen, "Enable", "Allow grep", "Set os to darwin", "Declare TOKEN", "Declare git", "Declare jq")
	for i, text := range []string{"Enable", "Allow grep", "Set os to darwin", "Declare TOKEN", "Declare git", "Declare jq"} {
		n := len(s.Sessions.Candidate(at).Reasons)
		if does(t, s, at, text); len(s.Sessions.Candidate(at).Reasons) != n-1 {
			t.Errorf("step %d, %s: got %v, want one reason less than %d", i, text, s.Sessions.Candidate(at).Reasons, n)
		}
	}
	if got := s.Sessions.Candidate(at).State; got != loader.Available {
		t.Errorf("got %s, want it available once all is mended", got)
	}
}

// An alias that is taken gets another one, in the line that gives it and nowhere else.
func TestAliasIsRenamed(t *testing.T) {
	s := statetest.Small(t)
	s.Put("workspace/skills/mine/SKILL.md", "---\r\nsummary: Mine.\r\ncommand: skills\r\n---\r\ncommand: not this\r\n")
	s.Put("workspace/skills/two/SKILL.md", "---\nsummary: Two.\ncommand: same\n---\nDo.\n")
	s.Put("workspace/skills/three/SKILL.md", "---\nsummary: Three.\ncommand: same\n---\nDo.\n")
	s.Say(t, "/reload_skills")
	d := doc(s, "/workspace/skills/mine")
	c := s.Sessions.Candidate(d.Of)
	htmltest.Has(t, htmltest.Seen(d), "Another alias", "Rename the alias", `value="mine"`)
	d.alias = "No good!"
	d.rename(c)
	htmltest.Has(t, s.Loop.Notice.Text, "An alias is made of a to z")
	d.alias = ""
	d.rename(c)
	f, _ := s.Engine.World().Tree.File("workspace/skills/mine/SKILL.md")
	if text, _ := f.Bytes(); string(text) != "---\r\nsummary: Mine.\r\ncommand: mine\r\n---\r\ncommand: not this\r\n" {
		t.Errorf("got %q", text)
	}
	htmltest.Has(t, htmltest.Seen(d), "Changed; counts after a reload.")
	two := doc(s, "/workspace/skills/two")
	htmltest.Has(t, htmltest.Seen(two), "alias_conflict", "Rename the alias")
	two.alias = "/second"
	two.rename(s.Sessions.Candidate(two.Of))
	s.Say(t, "/reload_skills")
	for at, want := range map[string]string{"mine": "mine", "two": "second", "three": "same"} {
		c := s.Sessions.Candidate("/workspace/skills/" + at)
		if got := s.Sessions.Snapshot().AliasOf(c); got != want {
			t.Errorf("%s: got the alias %q, want %q", at, got, want)
		}
	}
}

// The parts of a document: files with their text, what each profile says, what a model gets, what changed.
func TestParts(t *testing.T) {
	s := statetest.Small(t)
	s.Put("workspace/skills/new/SKILL.md", "---\nname: new\ndescription: Do new things.\n---\nDo.\n")
	s.Put("workspace/skills/new/docs/more.md", "More.\n")
	s.Say(t, "/reload_skills")
	s.Put("workspace/skills/new/SKILL.md", "---\nname: new\ndescription: Do: other things.\n---\nDo.\n")
	s.Say(t, "/reload_skills")
	part := func(at, tab string) string {
		d := doc(s, at)
		d.tab = tab
		return htmltest.Seen(d)
	}
	const at = "/workspace/skills/new"
	htmltest.Has(t, part(at, "files"), "docs/", "more.md", "Text of /workspace/skills/new/SKILL.md", "Problems in this file", "Apply fix")
	htmltest.Has(t, part(at, "context"), "The skill does not count")
	htmltest.Has(t, part("/bundled/skills/plain", "context"), "Listed whole", "<name>plain</name>", "Say hello.")
	htmltest.Has(t, part("/bundled/skills/choosy", "eligibility"), "The profile as it is now", "does not declare the program git", "A developer's Linux", "eligible")
	history := part(at, "history")
	htmltest.Has(t, history, "Snapshot v3", "available → malformed, 1 file", "Snapshot v2", "first there, available, /workspace/skills/new")
	if strings.Index(history, "Snapshot v3") > strings.Index(history, "Snapshot v2") {
		t.Error("want the newest first")
	}
	d := doc(s, at)
	list := changes("new", s.Sessions.Events())
	htmltest.Has(t, htmltest.Seen(list[1].show()), "Newly so", "changed", "SKILL.md", "Do: other things.", "Do new things.")
	htmltest.Has(t, htmltest.Seen(d), "Why it does not count", "Apply fix")
	htmltest.Has(t, htmltest.Seen(doc(s, "/nowhere")), "The snapshot has no skill at /nowhere.")
}

// A fix that is made of blanks is seen: no empty box.
func TestFixIsDrawn(t *testing.T) {
	for text, want := range map[string]string{"": "leave it out", " ": "·", "  \n": "··⏎", "\t": "⇥", "name: x\n": "name: x⏎", " a b ": "·a b·", "plain": "plain", "\r\n": "⏎"} {
		if got := drawn(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// Before anything runs the document tells what scripts want that the page has not; hidden characters are shown as such.
func TestWhatWouldRun(t *testing.T) {
	s := statetest.Small(t)
	s.Host.Programs = []string{"bash", "sort"}
	s.Put("workspace/skills/new/SKILL.md", "---\nname: new\ndescription: Do new things.\n---\nDo.\n")
	s.Say(t, "/reload_skills")
	seen := func() string {
		d := doc(s, "/workspace/skills/new")
		d.tab = "eligibility"
		htmltest.Seen(d) // asks
		return htmltest.Seen(d)
	}
	htmltest.Has(t, seen(), "What would run", "The skill has no scripts.")
	s.Put("workspace/skills/new/scripts/a.sh", "#!/bin/bash\ngit log | sort\n")
	s.Put("workspace/skills/new/scripts/b.py", "import json\n")
	htmltest.Has(t, seen(), "scripts/a.sh", "needs git", "scripts/b.py", "has all that it names", `aria-label="Scripts of the skill"`)
}

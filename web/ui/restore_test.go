package ui

import (
	"bytes"
	"strings"
	"testing"

	"lily/core/archive"
	"lily/core/event"
	"lily/core/policy"
	"lily/core/tree"
	"lily/core/world"
	"lily/web/html/htmltest"
	"lily/web/port"
	"lily/web/port/porttest"
	"lily/web/room/imports"
)

// receiving restores every session as the events that it has.
type receiving struct {
	porttest.Bundles
	s      *Store
	events []event.Event
	models []string
}

func (r *receiving) RestoreBundle(_ []byte, model string) (string, error) {
	r.models = append(r.models, model)
	return "r1", r.s.Engine.Receive("r1", r.events, model)
}

// theirs is an export of everything with files, rules and sessions, as a zip.
func theirs(t *testing.T, rules string, files ...string) []byte {
	t.Helper()
	w := smallPage(t).Engine.World()
	var err error
	if w.Policy, err = policy.Parse("policy.yaml", []byte(rules)); err != nil {
		t.Fatal(err)
	}
	all := w.Everything()
	for i := 0; i < len(files); i += 2 {
		if all, err = all.Put(files[i], []byte(files[i+1])); err != nil {
			t.Fatal(err)
		}
	}
	var zip bytes.Buffer
	if err := archive.Write(&zip, all); err != nil {
		t.Fatal(err)
	}
	return zip.Bytes()
}

// front holds the button that stands out to be the one of that text, and no other.
func front(t *testing.T, seen, want string) {
	t.Helper()
	var got []string
	for line := range strings.Lines(seen) {
		if _, text, ok := strings.Cut(strings.TrimSpace(line), ">"); ok && strings.Contains(line, "<button") && strings.Contains(line, `class="main"`) {
			got = append(got, strings.TrimSuffix(text, "</button>"))
		}
	}
	if strings.Join(got, ", ") != want {
		t.Errorf("got %q in front, want %q", got, want)
	}
}

// PO-5, PO-9, VF-7: a restore shows what it would do, replaces nothing by itself, trusts nothing
// that comes in, and is taken back as a whole; one action trusts all that came.
func TestRestoreAsksForEach(t *testing.T) {
	events := stepped(t).Sessions.Recorded()
	in := &receiving{events: events}
	s := smallPage(t, func(p *port.Ports) { p.Bundles = in })
	in.s = s
	s.put("workspace/both.txt", "mine")
	before := s.Engine.World()
	if !s.Restore.Takes("l\u202eily.zip", theirs(t, "ask: full_auto\nallow: [write]\n", "workspace/both.txt", "theirs", "workspace/skills/evil/SKILL.md", "Obey.",
		"persona/SOUL.md", "Obey.\n", "sessions/s1.lily", "a session"), nil) {
		t.Fatal("the export was not taken")
	}
	dialog := func() string { return htmltest.Seen(imports.Restore(s.Store)) }
	htmltest.Has(t, dialog(), "l«U+202E»ily.zip", "full auto, which only you can choose", "The policy: yours stays", "-   - '*'", "+   - write", "The profile: the same as yours.",
		"The persona: yours stays", "the file or skill that you have differently", "1 skill comes in, 1 untrusted", "/workspace/skills/evil", "go on with your model, persona, profile, policy and skills")
	front(t, dialog(), "Restore")
	s.Restore.Choose(func(k *world.Take) { k.Policy = true })
	htmltest.Has(t, dialog(), "The policy: theirs replaces yours")
	front(t, dialog(), "Cancel")
	s.Restore.Choose(func(k *world.Take) { k.Policy = false })
	s.Restore.All()
	now := s.Engine.World()
	if text, _ := now.Tree.ReadFile("workspace/both.txt"); string(text) != "mine" || now.Policy.Digest() != before.Policy.Digest() || strings.Join(now.Origins.Paths(), " ") != "/workspace/skills/evil" {
		t.Errorf("got %s, %s, %q", text, now.Policy.YAML(), now.Origins.Paths())
	}
	if st, _ := s.Engine.State("r1"); len(in.models) != 1 || in.models[0] != s.Sessions.Model() || st.Agent != "lily" || !st.Owner || st.Foreign != 0 {
		t.Errorf("got %q, %+v", in.models, st)
	}
	htmltest.Has(t, s.Loop.Notice.Text, "Restored 1 file. What you had stays: the profile, the policy. 1 session restored.")
	htmltest.Has(t, htmltest.Seen(imports.Arrived(s.Store)), "1 skill came out of the export and is not trusted", "/workspace/skills/evil", "Trust this skill")
	front(t, htmltest.Seen(imports.Arrived(s.Store)), "Leave them untrusted")
	undo := s.Loop.Notice.Undo
	s.Restore.Trust()
	if got := s.Engine.World().Origins; len(got) != 0 || s.Restore.Arrived != nil {
		t.Errorf("got %v not trusted", got)
	}
	s.Loop.Notice.Undo()
	undo()
	if now = s.Engine.World(); now.Tree.Digest() != before.Tree.Digest() || len(now.Origins) != 0 {
		t.Errorf("got %v, %q", tree.Diff(before.Tree, now.Tree), now.Origins)
	}
	if _, left := s.Engine.State("r1"); left != nil {
		t.Errorf("got a session with %d events still", len(left))
	}
}

// PO-5: files that came in without a skill can be trusted, too: all at once, or each where it is open.
func TestRestoredFilesCanBeTrusted(t *testing.T) {
	for _, each := range []bool{false, true} {
		s := smallPage(t)
		if !s.Restore.Takes("lily.zip", theirs(t, "ask: always\n", "workspace/bin/run.sh", "echo\n", "workspace/notes.md", "x"), nil) {
			t.Fatal("the export was not taken")
		}
		s.Restore.All()
		if got := strings.Join(s.Engine.World().Origins.Paths(), " "); got == "" {
			t.Fatal("got files that are trusted, want them not")
		}
		htmltest.Has(t, htmltest.Seen(imports.Arrived(s.Store)), "Files that came in", "2 other files came out of the export", "/workspace/bin", "/workspace/notes.md")
		if !each {
			s.Restore.Trust()
		} else {
			s.Restore.Seen()
			for _, path := range []string{"workspace/bin/run.sh", "workspace/notes.md"} {
				w := s.Engine.World()
				htmltest.Has(t, w.Origins.Of("/" + path).Said()[0], "lily.zip")
				s.Edits.TrustAll("", w, []string{"/" + path})
			}
		}
		if got := s.Engine.World().Origins.Paths(); len(got) > 0 || len(s.Restore.Strange) > 0 {
			t.Errorf("each %t: got %q not trusted, want none", each, got)
		}
	}
}

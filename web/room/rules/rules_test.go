package rules

import (
	"strings"
	"testing"

	"lily/core/loader"
	"lily/core/policy"
	"lily/core/profile"
	"lily/core/world"
	"lily/web/editor"
	"lily/web/html/htmltest"
	"lily/web/state/statetest"
)

// VF-5: no change of someone else is saved over unseen.
func TestRulesConflict(t *testing.T) {
	s := statetest.Small(t)
	profiles, policies := &Profile{Store: s.Store, Drafts: s.Drafts}, &Policy{Store: s.Store, Drafts: s.Drafts}
	a, b := profiles.editor(), policies.editor()
	a.Render()
	b.Render()
	a.Typed("os: linux\n")
	b.Typed("deny: [read]\n")
	_ = s.Engine.Edit(func(w world.World) (world.World, error) { // never fails
		w.Profile, _ = profile.Parse("profile.yaml", []byte("os: darwin\n"))
		w.Policy, _ = policy.Parse("policy.yaml", []byte("deny: [write]\n"))
		return w, nil
	})
	a.Keep(s.Drafts.Of("profile").Base)
	b.Keep(s.Drafts.Of("policy").Base)
	if w := s.Engine.World(); w.Profile.OS != "darwin" || len(w.Policy.Deny) != 1 || w.Policy.Deny[0] != "write" {
		t.Errorf("got %s and %v, want both as someone else left them", w.Profile.OS, w.Policy.Deny)
	}
	htmltest.Has(t, htmltest.Seen(profiles), "Changed by someone else")
	htmltest.Has(t, htmltest.Seen(policies), "Changed by someone else")
}

// write types a text into an editor and saves it.
func write(d *editor.Editor, text string) {
	d.Render()
	d.Typed(text)
	d.Keep(d.Drafts.Of(d.Of).Base)
}

func TestProfilePane(t *testing.T) {
	s := statetest.Small(t)
	p := &Profile{Store: s.Store, Drafts: s.Drafts}
	htmltest.Has(t, htmltest.Seen(p), "none is declared", "1 skill asks for nothing", "choosy", "does not declare the program git", "Whether it can run in the page is another matter")
	write(p.editor(), "os: plan9\nmode: Dev\ncolour: red\n")
	got := htmltest.Seen(p)
	htmltest.Has(t, got, "profile.yaml:1:5:", "profile.yaml:3:1:", "profile_invalid")
	if d := s.Drafts.Of("profile"); d == nil || !strings.Contains(d.Text, "colour: red") {
		t.Errorf("got the draft %+v, want the refused text kept", d)
	}
	if s.Engine.World().Profile.Mode != "Global" {
		t.Error("a refused profile changed the world")
	}
	write(p.editor(), "os: linux\nbinaries: [git]\n")
	htmltest.Has(t, htmltest.Seen(p), "The snapshot was judged against another profile")
	htmltest.HasNot(t, htmltest.Seen(p), "profile_invalid", `class="hint">The profile does not declare`)
	htmltest.Has(t, htmltest.Seen(p), "Programs, 1 declared", `value="git"`, "Can run in the page: 2 programs<", "cat, sh", "Declared, and cannot run here: git.")
	s.Loop.Notice.Undo()
	htmltest.Has(t, htmltest.Seen(p), "none is declared")
	p.apply(s.Host.Presets()[0].Profile, "")
	htmltest.Has(t, htmltest.Seen(p), "2 declared")
	htmltest.HasNot(t, htmltest.Seen(p), "cannot run here")
}

// EN-4: what-if touches neither the session nor the world.
func TestWhatIfAgreesWithTheLoader(t *testing.T) {
	s := statetest.Small(t)
	before := s.Sessions.Snapshot()
	for _, preset := range s.Host.Presets() {
		in := s.Engine.Input()
		in.Profile = preset.Profile
		snap, err := loader.Load(in, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range snap.Candidates {
			if state, _ := loader.Eligible(preset.Profile, c.Skill()); state != c.State {
				t.Errorf("%s, %s: got %s, want %s", preset.Name, c.Name, state, c.State)
			}
		}
	}
	if s.Sessions.Snapshot() != before {
		t.Error("the session has another snapshot")
	}
}

func TestPolicyPane(t *testing.T) {
	s := statetest.Small(t)
	p := &Policy{Store: s.Store, Drafts: s.Drafts}
	htmltest.Has(t, htmltest.Seen(p), "Every registered tool is allowed.", "None. To switch a skill off", "Open a guest session")
	write(p.editor(), "deny: [read]\ndisabled: [plain]\nowner_only:\n  commands: [new]\n")
	htmltest.Has(t, htmltest.Seen(p), "even where they are allowed: read.", "still holds another policy", "Enable plain")
	p.why = "tool:read"
	htmltest.Has(t, htmltest.Seen(p), "In this session:", "The policy allows every tool, read too.", "After a reload:", "deny: read")
	p.why = "skill:plain"
	htmltest.Has(t, htmltest.Seen(p), "The policy disables the skill plain.")
	write(p.editor(), "ask: maybe\n")
	htmltest.Has(t, htmltest.Seen(p), "policy.yaml:1:6:", "policy_invalid")
	s.Edits.Disable(false, "plain")
	htmltest.Has(t, htmltest.Seen(p), "No skill is disabled.")
}

// PO-4
func TestPolicyPaneGuest(t *testing.T) {
	s := statetest.Small(t)
	p := &Policy{Store: s.Store, Drafts: s.Drafts}
	write(p.editor(), "owner_only:\n  commands: [new]\n")
	s.Sessions.New(false)
	p.why = "command:new"
	htmltest.Has(t, htmltest.Seen(p), "This is a guest session", "Go back to session s1", "does not hold the owner's token", "owner_only.commands: new")
	if s.Sessions.Session != "s2" || s.Sessions.State().Owner {
		t.Errorf("got session %s, owner %t, want s2 without the token", s.Sessions.Session, s.Sessions.State().Owner)
	}
}

// PE-1, PE-2
func TestPersonaPane(t *testing.T) {
	s := statetest.Small(t)
	p := &Persona{Store: s.Store, Drafts: s.Drafts}
	htmltest.Has(t, htmltest.Seen(p), "Switch to otto", "/persona/SOUL.md", "no file gives it", "USER.md (not there)")
	htmltest.HasNot(t, htmltest.Seen(p), "Switch to lily", "differ from what the session read")
	s.Put("persona/USER.md", "A person.\n")
	htmltest.Has(t, htmltest.Seen(p), "differ from what the session read", "Reload persona")
	s.Say(t, "/reload_persona")
	htmltest.HasNot(t, htmltest.Seen(p), "differ from what the session read")
	s.Say(t, "/agent otto")
	p.part = "AGENTS"
	htmltest.Has(t, htmltest.Seen(p), "Switch to lily", "/persona/agents/otto/AGENTS.md", "Remove AGENTS.md of otto", "Otto's rules.")
	p.part = "SOUL"
	htmltest.Has(t, htmltest.Seen(p), "takes /persona/SOUL.md")
	s.Edits.Remove("persona/agents", "Removed.")
	htmltest.Has(t, htmltest.Seen(p), "The folder of the agent otto is gone")
}

func TestPersonaPaneBuiltIn(t *testing.T) {
	s := statetest.Small(t)
	s.Edits.Remove("persona", "Removed.")
	s.Say(t, "/reload_persona")
	htmltest.Has(t, htmltest.Seen(&Persona{Store: s.Store, Drafts: s.Drafts}), "the built-in default", "No file gives this part.")
}

// PO-7: a model's first write is asked even where the policy asks never.
func TestPolicyPaneExplainsAsking(t *testing.T) {
	s := statetest.Small(t)
	p := &Policy{Store: s.Store, Drafts: s.Drafts, why: "tool:write"}
	htmltest.Has(t, htmltest.Seen(p), "Unasked", "Your first call: The policy asks never.", "Asks you", "A model's first call: A model wants to change files for the first time.", "a model's first write")
	p.why = "tool:read"
	htmltest.HasNot(t, htmltest.Seen(p), "Asks you")
}

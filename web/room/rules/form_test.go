package rules

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"lily/core/policy"
	"lily/core/profile"
	"lily/web/html/htmltest"
	"lily/web/state/statetest"
)

// A list in a field is read as it is shown, whatever names are in it.
func TestListsInFields(t *testing.T) {
	for _, list := range [][]string{{}, {"a"}, {"a", "b c"}, {"a,b"}, {"a,b", "c"}, {"*"}} {
		if got := split(joined(list)); !slices.Equal(got, list) {
			t.Errorf("got %q of %q shown as %q", got, list, joined(list))
		}
	}
	if got := split(" a ,, b,a "); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("got %q", got)
	}
	env := map[string]string{"A": "1", "PATH": "/bin:/usr/bin", "E": "", "X": "a=b,c"}
	if got, err := variables(split(joined(settings(env)))); err != nil || !maps.Equal(got, env) {
		t.Errorf("got %q, %v", got, err)
	}
	for _, wrong := range [][]string{{"A"}, {"=1"}} {
		if got, err := variables(wrong); err == nil {
			t.Errorf("got %q of %q, want why not", got, wrong)
		}
	}
	for text, want := range map[string]string{"": "usual", "0": "0", "1000000": "1000000", "-1": "wrong", "1e3": "wrong", "1000001": "wrong"} {
		n, err := tokens(text)
		got := "usual"
		if err != nil {
			got = "wrong"
		} else if n != nil {
			got = fmt.Sprint(*n)
		}
		if got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}

// The form and the YAML are one: a field is kept at once with an Undo, is refused as the text would be, and waits where
// the text has changes of its own.
func TestFormOverYAML(t *testing.T) {
	s := statetest.Small(t)
	p := &Profile{Store: s.Store, Drafts: s.Drafts}
	if err := p.set(func(next *profile.Profile) error { next.Mode, next.Binaries = "Dev", []string{"git"}; return nil }); err != nil {
		t.Fatal(err)
	}
	htmltest.Has(t, htmltest.Seen(p), "mode: Dev", "Programs, 1 declared")
	s.Loop.Notice.Undo()
	htmltest.Has(t, htmltest.Seen(p), "mode: Global", "none is declared")
	if err := p.set(func(next *profile.Profile) error { next.OS = "plan9"; return nil }); err == nil {
		t.Error("got plan9 kept, want it refused")
	} else if p.form().put("profile-os", err); !strings.Contains(htmltest.Seen(p), `class="wrong"`) {
		t.Error("got no word of what was refused")
	}
	q := &Policy{Store: s.Store, Drafts: s.Drafts}
	htmltest.Has(t, htmltest.Seen(q), `aria-label="Policy as a form"`, "Ask me", "Tools that are denied")
	htmltest.HasNot(t, htmltest.Seen(q), "save or revert it")
	d := q.editor()
	d.Render()
	d.Typed("ask: al")
	htmltest.Has(t, htmltest.Seen(q), "The YAML has changes that are not saved: save or revert it", "<fieldset")
	if err := q.set(func(next *policy.Policy) error { next.Asks = "always"; return nil }); err != nil {
		t.Error(err)
	}
}

// EN-1, PE-1: a name that means nothing is said, in the form and in the editor.
func TestNamesThatMeanNothing(t *testing.T) {
	s := statetest.Small(t)
	p := &Profile{Store: s.Store, Drafts: s.Drafts}
	write(p.editor(), "binaries: [gitt]\n")
	htmltest.Has(t, htmltest.Seen(p), "Warnings of the profile", "No skill asks for the program gitt. Is git meant?")
	if list := p.editor().Judge(func() bool { return true }, "os: linux\nbinaries: [gitt]\n"); len(list) != 1 || list[0].Line != 2 {
		t.Errorf("got %+v in the editor", list)
	}
	q := &Policy{Store: s.Store, Drafts: s.Drafts}
	if list := q.editor().Judge(func() bool { return true }, "deny: [wrte]\n"); len(list) != 1 || !strings.Contains(list[0].Message, "Is write meant?") {
		t.Errorf("got %+v in the editor", list)
	}
	w := &Persona{Store: s.Store, Drafts: s.Drafts}
	htmltest.HasNot(t, htmltest.Seen(w), "gives no part")
	s.Put("persona/SOLU.md", "x\n")
	s.Put("persona/agents/otto/soul.md", "x\n")
	htmltest.Has(t, htmltest.Seen(w), "/persona/SOLU.md", "/persona/agents/otto/soul.md", "gives no part: those are SOUL, IDENTITY, USER, AGENTS")
}

// PO-7: of any tool, command and skill it can be asked why; of very many only the nearest are shown.
func TestWhyFindsAll(t *testing.T) {
	s := statetest.Small(t)
	for i := range 40 {
		s.Put(fmt.Sprintf("workspace/skills/many%d/SKILL.md", i), "---\nsummary: One of many.\n---\nDo.\n")
	}
	s.Put("workspace/skills/kit/SKILL.md", "---\nname: kit\nversion: 1.0.0\ndescription: Says.\n---\n\n### say\n\nSay.\n\n#### Command\n\n```bash\necho hi\n```\n")
	s.Say(t, "/reload_skills")
	p := &Policy{Store: s.Store, Drafts: s.Drafts}
	for query, want := range map[string]string{"read": "tool:read", "new": "command:new", "plain": "skill:plain", "kit__say": "own:kit__say"} {
		p.query = query
		list := p.found()
		if len(list) == 0 || list[0].Value != want {
			t.Errorf("%s: got %+v, want %s first", query, list, want)
		}
	}
	p.query = "many"
	if n := strings.Count(htmltest.Seen(p), "<li><button"); len(p.found()) != 12 {
		t.Errorf("got %d of 40, and %d rows", len(p.found()), n)
	}
	p.why = "own:kit__say"
	htmltest.Has(t, htmltest.Seen(p), "The policy does not disable the skill kit.", "The policy allows every tool, kit__say too.", "Your first call: ")
}

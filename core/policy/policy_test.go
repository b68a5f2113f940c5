package policy

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"lily/core/skill"
)

func parse(t *testing.T, text string) Policy {
	t.Helper()
	p, err := Parse("policy.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// PO-1, PO-7: deny wins, what no rule names is not allowed, and each decision
// says which rule made it.
func TestTool(t *testing.T) {
	for _, tt := range []struct {
		policy  string
		allowed bool
		rule    string
	}{
		{"", true, "allow: *"},
		{"allow: [read]", true, "allow: read"},
		{"allow: ['*', read]", true, "allow: read"},
		{"allow: [write]", false, "allow"},
		{"allow: []", false, "allow"},
		{"deny: [read]", false, "deny: read"},
		{"allow: [read]\ndeny: [read]", false, "deny: read"},
		{"allow: [read]\ndeny: ['*']", false, "deny: *"},
		{"deny: [Read]", true, "allow: *"},
	} {
		d := parse(t, tt.policy).Tool("read")
		if d.Allowed != tt.allowed || d.Rule != tt.rule || !strings.Contains(d.Message, "read") {
			t.Errorf("%q: got %+v, want %v by %q", tt.policy, d, tt.allowed, tt.rule)
		}
	}
}

// PO-4, PO-7: commands and tools of the owner alone.
func TestOwner(t *testing.T) {
	p := parse(t, "owner_only: {commands: [new], tools: ['*']}")
	for _, tt := range []struct {
		got     Decision
		allowed bool
		rule    string
	}{
		{p.OwnerCommand([]string{"new"}, true), true, "owner_only.commands: new"},
		{p.OwnerCommand([]string{"new"}, false), false, "owner_only.commands: new"},
		{p.OwnerCommand([]string{"skills"}, false), true, "owner_only.commands"},
		{p.OwnerCommand([]string{"skill", "x", "new"}, false), false, "owner_only.commands: new"},
		{p.OwnerTool([]string{"write"}, false), false, "owner_only.tools: *"},
		{p.OwnerTool([]string{"write"}, true), true, "owner_only.tools: *"},
		{Default().OwnerTool([]string{"write"}, false), true, "owner_only.tools"},
	} {
		if tt.got.Allowed != tt.allowed || tt.got.Rule != tt.rule || tt.got.Message == "" {
			t.Errorf("got %+v, want %v by %q", tt.got, tt.allowed, tt.rule)
		}
	}
}

// PO-1: skills are disabled by name.
func TestSkill(t *testing.T) {
	p := parse(t, "disabled: [a]")
	if d := p.Skill("a"); d.Allowed || d.Rule != "disabled: a" {
		t.Errorf("a: got %+v", d)
	}
	if d := p.Skill("b"); !d.Allowed || d.Rule != "disabled" {
		t.Errorf("b: got %+v", d)
	}
}

// PO-3: policy ∩ hint; more only where the policy widens, and never past deny.
func TestWithin(t *testing.T) {
	registered := []string{"edit", "find", "grep", "read", "write"}
	for _, tt := range []struct {
		policy, hint, want string
		rule               string // for read
	}{
		{"", "-", "edit find grep read write", "allow: *"},
		{"", "", "", "allowed-tools"},
		{"", "Read Grep", "grep read", "allow: *"},
		{"", "Glob, Telescope", "find", "allowed-tools"},
		{"allow: [read, write]", "-", "read write", "allow: read"},
		{"allow: [read, write]", "read edit", "read", "allow: read"},
		{"allow: [write]", "read", "", "allow"},
		{"{allow: [write], widen: true}", "-", "write", "allow"},
		{"{allow: [write], widen: true}", "read", "read", "widen"},
		{"{allow: [write], widen: true}", "read write", "read write", "widen"},
		{"{allow: [write], widen: true, deny: [read]}", "read write", "write", "deny: read"},
		{"{deny: ['*'], widen: true}", "read write", "", "deny: *"},
		{"deny: [read]", "read", "", "deny: read"},
	} {
		s := &skill.Skill{Name: "s", HasAllowed: tt.hint != "-"}
		if s.HasAllowed {
			s.Allowed = strings.FieldsFunc(tt.hint, func(r rune) bool { return r == ' ' || r == ',' })
		}
		p := parse(t, tt.policy)
		if got := strings.Join(p.Effective(s, registered), " "); got != tt.want {
			t.Errorf("%q with %q: got %q, want %q", tt.policy, tt.hint, got, tt.want)
		}
		d := p.Within(s, "read")
		if d.Rule != tt.rule || d.Allowed != slices.Contains(strings.Fields(tt.want), "read") {
			t.Errorf("%q with %q: read: got %+v, want the rule %q", tt.policy, tt.hint, d, tt.rule)
		}
	}
}

// PO-3: the names that skills in the wild use.
func TestName(t *testing.T) {
	for hint, want := range map[string]string{
		"Read": "read", "read": "read", "View": "read", "Write": "write", "Edit": "edit", "MultiEdit": "edit",
		"Glob": "find", "Grep": "grep", "LS": "list", "Bash": "shell", "Bash(git:*)": "shell", "Bash (npm run)": "shell",
		"Read(./docs/**)": "read", "word_count": "word_count", "WebFetch": "WebFetch", "mcp__x__y": "mcp__x__y", "": "",
	} {
		if got := skill.ToolName(hint); got != want {
			t.Errorf("Name(%q): got %q, want %q", hint, got, want)
		}
	}
}

// PO-1: what is shown in full is what is read back, under the same digest.
func TestYAML(t *testing.T) {
	for _, text := range []string{
		"", "catalog_tokens: 0", "catalog_tokens: 20000", "allow: []", "{allow: [b, a, b], deny: [x], ask: always, widen: true, proposals: true}",
		"{disabled: ['yes', '5', 'a: b'], owner_only: {commands: [new], tools: ['*']}}",
	} {
		p := parse(t, text)
		again := parse(t, string(p.YAML()))
		if !reflect.DeepEqual(again, p) || again.Digest() != p.Digest() {
			t.Errorf("%q: got %+v, want %+v, from\n%s", text, again, p, p.YAML())
		}
	}
}

// LD-6: the order in which a person writes names is no difference.
func TestDigest(t *testing.T) {
	a, b := parse(t, "allow: [x, y]\nask: never"), parse(t, "ask: never\nallow: [y, x, x]")
	if a.Digest() != b.Digest() {
		t.Errorf("got %s and %s, want the same", a.Digest(), b.Digest())
	}
	if a.Digest() == Default().Digest() {
		t.Error("got the default's digest for another policy")
	}
}

// CV-2: the catalog's budget is a rule like any other, and where a policy says none,
// its digest is what it was before there was such a rule.
func TestCatalogTokens(t *testing.T) {
	if p := parse(t, "catalog_tokens: 0"); p.Catalog == nil || *p.Catalog != 0 || p.Digest() == Default().Digest() {
		t.Errorf("got %+v, want a budget of 0 under another digest", p)
	}
	if data := string(Default().YAML()); strings.Contains(data, "catalog") || Default().Catalog != nil {
		t.Errorf("got %s, want no word of a budget", data)
	}
	const want = "1bba85686021e894af19010510ce8932eafc1a0e63882a8aa89ff0525c321fc4"
	if got := Default().Digest().String(); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// PO-1: every fault of a file, with its place.
func TestParseErrors(t *testing.T) {
	_, err := Parse("p.yaml", []byte("allow: read\nask: sometimes\nwiden: 'true'\nowner_only: {toolz: []}\n"))
	want := `p.yaml:1:8: key "allow": got "read", want a list
p.yaml:2:6: key "ask": got "sometimes", want one of never, first_use, always, full_auto
p.yaml:3:8: key "widen": got "true", want true or false
p.yaml:4:14: unknown key "owner_only.toolz", want one of commands, tools`
	if err == nil || err.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
}

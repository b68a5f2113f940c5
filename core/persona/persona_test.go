package persona

import (
	"errors"
	"strings"
	"testing"

	"lily/core/tree"
)

func world(t *testing.T, list map[string]string) tree.Tree {
	t.Helper()
	var b tree.Builder
	for path, text := range list {
		if err := b.Put("persona/"+path, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	return b.Tree()
}

func given(p Persona) string {
	var list []string
	for _, part := range p.Parts {
		list = append(list, part.Name+" "+part.Path+" "+part.Text)
	}
	return strings.Join(list, "\n")
}

// PE-1: an agent's own file, else the default agent's, else nothing; none at
// all is the built-in.
func TestLoad(t *testing.T) {
	all := map[string]string{
		"SOUL.md": "soul\n", "IDENTITY.md": "identity", "USER.md": "user", "AGENTS.md": "agents",
		"agents/half/SOUL.md": "half", "agents/half/AGENTS.md": " \n", "agents/none/x.md": "x", "agents/lily/SOUL.md": "no",
	}
	for _, tt := range []struct {
		files       map[string]string
		agent, want string
	}{
		{all, "lily", "SOUL /persona/SOUL.md soul\nIDENTITY /persona/IDENTITY.md identity\nUSER /persona/USER.md user\nAGENTS /persona/AGENTS.md agents"},
		{all, "half", "SOUL /persona/agents/half/SOUL.md half\nIDENTITY /persona/IDENTITY.md identity\nUSER /persona/USER.md user\nAGENTS /persona/AGENTS.md agents"},
		{all, "none", "SOUL /persona/SOUL.md soul\nIDENTITY /persona/IDENTITY.md identity\nUSER /persona/USER.md user\nAGENTS /persona/AGENTS.md agents"},
		{map[string]string{"USER.md": "u", "soul.md": "no"}, "lily", "USER /persona/USER.md u"},
		{map[string]string{"USER.md": "bad \xff"}, "lily", "USER /persona/USER.md bad \ufffd"},
		{map[string]string{"USER.md": ""}, "lily", "SOUL built-in " + builtIn},
		{nil, "lily", "SOUL built-in " + builtIn},
	} {
		p, err := Load(world(t, tt.files), tt.agent)
		if got := given(p); err != nil || got != tt.want || p.Agent != tt.agent {
			t.Errorf("%s: got\n%s\n%v\nwant\n%s", tt.agent, got, err, tt.want)
		}
	}
}

// CM-8: only a folder below agents is an agent, by its exact name.
func TestLoadNotFound(t *testing.T) {
	w := world(t, map[string]string{"agents/a/SOUL.md": "a", "agents/file.md": "x"})
	for _, agent := range []string{"b", "A", "", ".", "..", "../persona", "a/SOUL.md", "file.md", "a/", "\x00"} {
		var missing *NotFound
		if _, err := Load(w, agent); !errors.As(err, &missing) || missing.Agent != agent {
			t.Errorf("%q: got %v, want that there is no such agent", agent, err)
		}
	}
	if got := strings.Join(Agents(w), " "); got != "lily a" {
		t.Errorf("agents: got %q", got)
	}
}

// PE-1: the digest names what the parts say.
func TestDigest(t *testing.T) {
	load := func(list map[string]string, agent string) Persona {
		p, err := Load(world(t, list), agent)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	a := load(map[string]string{"SOUL.md": "x"}, "lily")
	if b := load(map[string]string{"SOUL.md": "x", "OTHER.md": "y"}, "lily"); a.Digest != b.Digest {
		t.Error("a file that is no part: got another digest")
	}
	if b := load(map[string]string{"USER.md": "x"}, "lily"); a.Digest == b.Digest {
		t.Error("another part with the same text: got the same digest")
	}
}

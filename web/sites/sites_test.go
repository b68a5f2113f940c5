package sites

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lily/core/agents"
	"lily/core/agents/all"
	"lily/core/check"
	"lily/core/tree"
)

const good = "---\nname: x\ndescription: Does it when asked.\n---\nText.\n"

// laid makes a folder of files and goes into it.
func laid(t *testing.T, files map[string]string) {
	t.Helper()
	dir := t.TempDir()
	for at, text := range files {
		at = filepath.Join(dir, filepath.FromSlash(at))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
}

// seen are the skills that agents were shown, as the person would name them, after the title.
func seen(t *testing.T, path string, terms Terms) (string, []string) {
	t.Helper()
	terms.Agents = all.List
	in, err := Read(path, terms)
	if err != nil {
		t.Fatal(err)
	}
	s := in.Seen(all.List, 200_000)
	list := []string{}
	for _, row := range s.Rows {
		list = append(list, filepath.ToSlash(s.Name(row.Path)))
	}
	slices.Sort(list)
	return s.Title, list
}

// What a path is decides what is read of it, and how it is named.
func TestRead(t *testing.T) {
	laid(t, map[string]string{
		"skills/a/SKILL.md": good, "skills/b/SKILL.md": good, "skills/node_modules/c/SKILL.md": good, "skills/.git/d/SKILL.md": good,
		"kept/skills/e/SKILL.md":            good,
		"project/.claude/skills/f/SKILL.md": good, "project/docs/g/SKILL.md": good,
		"home/.codex/skills/h/SKILL.md": good, "home/Documents/i/SKILL.md": good,
	})
	for _, c := range []struct {
		path, title string
		terms       Terms
		want        []string
	}{
		{"skills", "each agent's usual folder", Terms{}, []string{"skills/a/SKILL.md", "skills/b/SKILL.md"}},
		{"kept", "kept/skills, as each agent's usual folder", Terms{}, []string{"kept/skills/e/SKILL.md"}},
		{"skills/a", "skills/a, as", Terms{}, []string{"skills/a/SKILL.md"}},
		{"skills/a/SKILL.md", "skills/a, as", Terms{}, []string{"skills/a/SKILL.md"}},
		{"project", "each agent in its own folders", Terms{}, []string{"project/.claude/skills/f/SKILL.md"}},
		{"project", "each agent in its own folders", Terms{Home: "home"}, []string{"home/.codex/skills/h/SKILL.md", "project/.claude/skills/f/SKILL.md"}},
		{"skills", "each agent in its own folders", Terms{As: "project"}, []string{}},
	} {
		title, got := seen(t, c.path, c.terms)
		if !strings.Contains(filepath.ToSlash(title), c.title) || !slices.Equal(got, c.want) {
			t.Errorf("%s, %+v: got %q with %q, want %q with %q", c.path, c.terms, title, got, c.title, c.want)
		}
	}
}

// A skill that cannot be read is named, with the reason; one that is none is an error.
func TestUnread(t *testing.T) {
	laid(t, map[string]string{"skills/a/SKILL.md": good, "skills/big/SKILL.md": strings.Repeat("x", check.MostFile+1), "x.md": "x"})
	in, err := Read("skills", Terms{Agents: all.List})
	if err != nil || len(in.Unread) != 1 || !strings.Contains(in.Unread[0], "big") || !strings.Contains(in.Unread[0], "at most") {
		t.Errorf("got %v, %v, want the one that is too big", in.Unread, err)
	}
	for path, want := range map[string]string{"x.md": "this is no skill", "gone": "no such file"} {
		if _, err := Read(path, Terms{Agents: all.List}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", path, err, want)
		}
	}
	if _, err := Read("skills", Terms{Agents: all.List, Limits: tree.Limits{Bytes: 3}}); err == nil {
		t.Error("got no error of what is over a limit")
	}
}

// A link out of a folder shows nothing from outside.
func TestLinks(t *testing.T) {
	laid(t, map[string]string{"skills/a/SKILL.md": good, "secret/SKILL.md": "secret"})
	if err := os.Symlink("../secret", filepath.Join("skills", "b")); err != nil {
		t.Fatal(err)
	}
	if _, got := seen(t, "skills", Terms{}); !slices.Equal(got, []string{"skills/a/SKILL.md"}) {
		t.Errorf("got %q", got)
	}
}

// Every preset that there is can be asked for.
func TestAs(t *testing.T) {
	laid(t, map[string]string{"skills/a/SKILL.md": good})
	for _, p := range agents.Presets() {
		if p.Name == "project" {
			continue
		}
		if title, got := seen(t, "skills", Terms{As: p.Name}); len(got) != 1 || p.Name != agents.AsIs && !strings.Contains(title, p.Title) {
			t.Errorf("%s: got %q with %q", p.Name, title, got)
		}
	}
}

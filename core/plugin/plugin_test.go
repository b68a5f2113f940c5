package plugin_test

import (
	"strings"
	"testing"

	"lily/core/plugin"
	"lily/core/skill"
	"lily/core/tree"
)

func built(t *testing.T, files map[string]string) tree.Tree {
	t.Helper()
	b := tree.Builder{}
	for at, text := range files {
		if err := b.Put(at, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	return b.Tree()
}

func codes(list []skill.Finding) string {
	var all []string
	for _, f := range list {
		all = append(all, f.Code)
	}
	return strings.Join(all, " ")
}

const head = `{"$schema": "` + plugin.Schema + `", "name": "a"`

// Agent Plugins 1.0.0: a closed schema, of which one break alone is not fatal: a key that it does not have.
func TestOpen(t *testing.T) {
	for _, tt := range []struct {
		name, manifest, want string
		refused              bool
	}{
		{"the least", head + `}`, "", false},
		{"all of it", head + `, "version": "1", "description": "d", "author": {"name": "n", "email": "e", "url": "u"},
			"homepage": "h", "repository": "r", "license": "l", "keywords": ["k"], "extensions": {"com.example": {}}}`, "", false},
		{"an unknown key", head + `, "skills": "./x", "mcpServers": {}}`, "plugin_unknown_field plugin_unknown_field", false},
		{"extensions", head + `, "extensions": []}`, "plugin_extensions", false},
		{"no schema", `{"name": "a"}`, "plugin_schema", true},
		{"another schema", `{"$schema": "x", "name": "a"}`, "plugin_schema", true},
		{"no name", `{"$schema": "` + plugin.Schema + `"}`, "plugin_name", true},
		{"a name in capitals", `{"$schema": "` + plugin.Schema + `", "name": "My-Plugin"}`, "plugin_name", true},
		{"a name twice", head + `, "name": "b"}`, "plugin_field", true},
		{"a number", head + `, "version": 1}`, "plugin_field", true},
		{"null", head + `, "version": null}`, "plugin_field", true},
		{"keywords", head + `, "keywords": "k"}`, "plugin_field", true},
		{"an author as text", head + `, "author": "n"}`, "plugin_field", true},
		{"an author with more", head + `, "author": {"name": "n", "phone": "p"}}`, "plugin_field", true},
		{"an author without a text", head + `, "author": {"name": null}}`, "plugin_field", true},
		{"no object", `[]`, "plugin_unreadable", true},
		{"no JSON", `{"name": a}`, "plugin_unreadable", true},
		{"text behind", head + `} x`, "plugin_unreadable", true},
		{"empty", ``, "plugin_unreadable", true},
		{"open", head, "plugin_unreadable", true},
	} {
		p, list := plugin.Parse(built(t, map[string]string{"plugin.json": tt.manifest, "skills/x/SKILL.md": ""}))
		if got := codes(list); got != tt.want || p.Refused != tt.refused || p.Kind != plugin.Open {
			t.Errorf("%s: got %q, refused %v, want %q, %v", tt.name, got, p.Refused, tt.want, tt.refused)
		}
	}
}

func TestClaude(t *testing.T) {
	for _, tt := range []struct{ name, manifest, want, folders string }{
		{"the least", `{"name": "a"}`, "", "skills"},
		{"its own keys", `{"name": "a", "hooks": "./h.json", "author": "n"}`, "", "skills"},
		{"a folder", `{"name": "a", "skills": "./more/"}`, "", "skills more"},
		{"folders", `{"name": "a", "skills": ["./one", "./two/three"]}`, "", "skills one two/three"},
		{"a path out of it", `{"name": "a", "skills": ["./../x", "/y", "z"]}`, "plugin_path plugin_path plugin_path", "skills"},
		{"no name", `{}`, "plugin_name", "skills"},
	} {
		p, list := plugin.Parse(built(t, map[string]string{".claude-plugin/plugin.json": tt.manifest, "skills/x/SKILL.md": ""}))
		if got := codes(list); got != tt.want || strings.Join(p.Folders, " ") != tt.folders || p.Kind != plugin.Claude {
			t.Errorf("%s: got %q in %q, want %q in %q", tt.name, got, p.Folders, tt.want, tt.folders)
		}
	}
}

func TestPlaces(t *testing.T) {
	files := map[string]string{"plugin.json": head + "}", "skills/x/deep/SKILL.md": "", "SKILL.md": "", "skills/y/z": ""}
	_, list := plugin.Parse(built(t, files))
	if got := codes(list); got != "plugin_skill_place plugin_skill_place plugin_no_skills" {
		t.Errorf("got %q", got)
	}
	_, list = plugin.Parse(built(t, map[string]string{"plugin.json": "{\n  \"$schema\": \"" + plugin.Schema + "\",\n  \"name\": \"é\", \"x\": 1\n}", "skills/x/SKILL.md": ""}))
	if len(list) != 2 || list[0].Line != 3 || list[0].Column != 3 || list[1].Column != 16 || list[1].File != "plugin.json" {
		t.Errorf("got %+v", list)
	}
	if p, list := plugin.Parse(built(t, files).Without(func(at string) bool { return at == "plugin.json" })); p.Kind != plugin.None || len(list) > 0 {
		t.Errorf("got %+v, %v of a folder that is none", p, list)
	}
}

// What is exported is read as a plugin without a finding, and twice the same.
func TestExport(t *testing.T) {
	skills := built(t, map[string]string{"one/SKILL.md": "1", "one/docs/SKILL.md": "1a", "deep/er/two/SKILL.md": "2", "README.md": "r", "deep/x": "x"})
	m := plugin.Manifest{Name: "acme.tools", Version: "1.0.0"}
	out, err := plugin.Export(skills, m)
	if err != nil {
		t.Fatal(err)
	}
	var at []string
	for p := range out.Walk() {
		at = append(at, p)
	}
	if got := strings.Join(at, " "); got != "plugin.json skills/one/SKILL.md skills/one/docs/SKILL.md skills/two/SKILL.md" {
		t.Errorf("got the files %s", got)
	}
	text, _ := out.ReadFile("plugin.json")
	if want := "{\n  \"$schema\": \"" + plugin.Schema + "\",\n  \"name\": \"acme.tools\",\n  \"version\": \"1.0.0\"\n}\n"; string(text) != want {
		t.Errorf("got %s, want %s", text, want)
	}
	again, _ := plugin.Export(skills, m)
	if p, list := plugin.Parse(out); p.Refused || p.Name != m.Name || codes(list) != "" || !again.Equal(out) {
		t.Errorf("got %+v with %v, the same twice: %v", p, list, again.Equal(out))
	}
	for name, t2 := range map[string]tree.Tree{"A": skills, "a": built(t, map[string]string{"x/one/SKILL.md": "", "y/one/SKILL.md": ""})} {
		if _, err := plugin.Export(t2, plugin.Manifest{Name: name}); err == nil {
			t.Errorf("%s: got no error", name)
		}
	}
}

func TestValid(t *testing.T) {
	for name, want := range map[string]bool{
		"my-plugin": true, "acme.tools": true, "lint3r": true, "a": true, "": false, "My": false, "-a": false, "a.": false, "a--b": false, "a..b": false,
		"a b": false, "ä": false, strings.Repeat("a", 64): true, strings.Repeat("a", 65): false,
	} {
		if got := plugin.Valid(name); (got == "") != want {
			t.Errorf("%q: got %q, want it right: %v", name, got, want)
		}
	}
}

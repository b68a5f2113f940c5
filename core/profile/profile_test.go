package profile

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"lily/core/skill"
)

func parse(t *testing.T, text string) Profile {
	t.Helper()
	p, err := Parse("profile.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// EN-2: each demand on its own, and all that are unmet.
func TestUnmet(t *testing.T) {
	p := parse(t, "os: darwin\nenv: {HOME: /home/x, EMPTY: '', NOTHING: }\nbinaries: [git, make]\n")
	for _, tt := range []struct {
		needs skill.Eligibility
		want  string // codes
	}{
		{skill.Eligibility{}, ""},
		{skill.Eligibility{OS: []string{"linux", "darwin"}}, ""},
		{skill.Eligibility{OS: []string{"linux"}}, "os_mismatch"},
		{skill.Eligibility{OS: []string{"Darwin"}}, "os_mismatch"},
		{skill.Eligibility{Env: []string{"HOME", "EMPTY", "NOTHING"}}, ""},
		{skill.Eligibility{Env: []string{"home"}}, "env_missing"},
		{skill.Eligibility{Binaries: []string{"make", "git"}}, ""},
		{skill.Eligibility{Binaries: []string{"git", "docker"}}, "binary_missing"},
		{
			skill.Eligibility{OS: []string{"win32"}, Env: []string{"A", "HOME", "B"}, Binaries: []string{"z", "a"}},
			"os_mismatch env_missing env_missing binary_missing binary_missing",
		},
	} {
		var codes []string
		for _, r := range p.Unmet(tt.needs) {
			codes = append(codes, r.Code)
			if !strings.HasSuffix(r.Message, ".") || r.Clause != "EN-2" {
				t.Errorf("%+v: got the reason %+v", tt.needs, r)
			}
		}
		if got := strings.Join(codes, " "); got != tt.want {
			t.Errorf("%+v: got %q, want %q", tt.needs, got, tt.want)
		}
	}
}

// SK-6, EN-1: Global is in every mode, no modes at all too.
func TestOutOfMode(t *testing.T) {
	for _, tt := range []struct {
		mode  string
		modes []string
		out   bool
	}{
		{"Global", nil, false},
		{"Dev", []string{"Global"}, false},
		{"Dev", []string{"Meeting", "Dev"}, false},
		{"Global", []string{"Dev"}, true},
		{"Meeting", []string{"Dev"}, true},
	} {
		p := parse(t, "mode: "+tt.mode)
		if got := p.OutOfMode(tt.modes); (len(got) > 0) != tt.out {
			t.Errorf("%s for %q: got %v, want out %v", tt.mode, tt.modes, got, tt.out)
		}
	}
}

// EN-1: an empty file is the empty profile; lists are sorted and never nil.
func TestParse(t *testing.T) {
	for _, text := range []string{"", "# nothing\n", "---\n", "{}", "env:\nbinaries:\n"} {
		if got := parse(t, text); !reflect.DeepEqual(got, Empty()) {
			t.Errorf("%q: got %+v, want %+v", text, got, Empty())
		}
	}
	got := parse(t, "{os: win32, mode: Meeting, cwd: /x, binaries: [b, a, b, 7], env: {N: 1.0, T: true}}")
	want := Profile{"win32", "Meeting", map[string]string{"N": "1.0", "T": "true"}, []string{"7", "a", "b"}, "/x"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// EN-1: a value that cannot be is refused, with its place.
func TestParseErrors(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"os: beos", `profile.yaml:1:5: key "os": got "beos", want one of darwin, linux, win32`},
		{"mode: dev", `profile.yaml:1:7: key "mode": got "dev", want one of Global, Dev, Meeting`},
		{"\nOS: linux", `profile.yaml:2:1: unknown key "OS", want one of os, mode, env, binaries, cwd`},
		{"binaries: git", `profile.yaml:1:11: key "binaries": got "git", want a list`},
		{"env: {A: [1]}", `profile.yaml:1:10: key "env.A": got a list, want text`},
	} {
		if _, err := Parse("profile.yaml", []byte(tt.text)); err == nil || err.Error() != tt.want {
			t.Errorf("%q: got %v, want %s", tt.text, err, tt.want)
		}
	}
}

// EN-1: every preset can be shown, edited and read back.
func TestPresets(t *testing.T) {
	seen := map[string]bool{}
	for _, preset := range Presets("darwin", []string{"sh", "[", "true", "sh"}) {
		p := preset.Profile
		if got := parse(t, string(p.YAML())); !reflect.DeepEqual(got, p) || got.Digest() != p.Digest() {
			t.Errorf("%s: got %+v, want %+v", preset.Name, got, p)
		}
		if seen[preset.Name] || preset.Title == "" {
			t.Errorf("%s: got a second one, or no title", preset.Name)
		}
		seen[preset.Name] = true
	}
	first := Presets("darwin", []string{"sh", "[", "true", "sh"})[0].Profile
	if first.OS != "darwin" || !slices.Equal(first.Binaries, []string{"[", "sh", "true"}) {
		t.Errorf("the first preset: got %+v, want what the browser tells and what can run", first)
	}
	if got, want := Browser("linux", nil), Empty(); !reflect.DeepEqual(got, want) {
		t.Errorf("without programs: got %+v, want %+v", got, want)
	}
}

package html

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lily/core/loader"
	"lily/core/skill"
)

var (
	symbol = regexp.MustCompile(`<symbol id="i-([a-z_]+)" viewBox="0 0 16 16">(.*)</symbol>`)
	asked  = regexp.MustCompile(`\b(?:Icon|Labelled|IconButton)\(([^()]*(?:\([^()]*\))?[^()]*)`)
	quoted = regexp.MustCompile(`"([a-z_]+)"`)
	drawn  = regexp.MustCompile(`#[0-9a-f]{3}|rgb|(fill|stroke|style)=`)
)

// symbols are the drawings of the sprite by name.
func symbols(t *testing.T) map[string]string {
	t.Helper()
	data, err := os.ReadFile("../../static/icons/sprite.svg")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, m := range symbol.FindAllStringSubmatch(string(data), -1) {
		if all[m[1]] != "" {
			t.Errorf("%s is drawn twice", m[1])
		}
		all[m[1]] = m[2]
	}
	if n := strings.Count(string(data), "<symbol"); n != len(all) {
		t.Errorf("got %d symbols of 16 px with a name, want all %d", len(all), n)
	}
	return all
}

// Every icon has one drawing, which takes its colour from where it stands; and every state has one.
func TestIconsAreDrawn(t *testing.T) {
	all := symbols(t)
	for name, drawing := range all {
		if drawn.MatchString(drawing) {
			t.Errorf("%s: got %s, want the colours and strokes of the style", name, drawing)
		}
		for other := range all {
			if name < other && all[other] == drawing {
				t.Errorf("%s and %s are one shape", name, other)
			}
		}
	}
	for _, s := range loader.States() {
		if all[string(s)] == "" {
			t.Errorf("the state %s has no shape", s)
		}
	}
}

// Every icon that the page asks for by a literal is there.
func TestIconsAreThere(t *testing.T) {
	all := symbols(t)
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		data, err := os.ReadFile(path)
		for _, call := range asked.FindAllStringSubmatch(string(data), -1) {
			for _, name := range namesIn(call[0]) {
				if all[name] == "" {
					t.Errorf("%s: got the icon %q in %s, which is not drawn", path, name, call[0])
				}
			}
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// namesIn are the icons of a call: of its first argument, and of the second where the first is a key.
func namesIn(call string) (names []string) {
	of, args, _ := strings.Cut(call, "(")
	if of == "IconButton" {
		_, args, _ = strings.Cut(args, ", ")
	}
	if either, ok := strings.CutPrefix(args, "words.Either("); ok {
		_, args, _ = strings.Cut(either, ", ")
		args, _, _ = strings.Cut(args, ")")
	} else {
		args, _, _ = strings.Cut(args, ",")
	}
	for _, m := range quoted.FindAllStringSubmatch(args, -1) {
		names = append(names, m[1])
	}
	return slices.Compact(names)
}

// Every drawing is asked for: by its name in the code of the page, or as a state, a severity or a kind of document.
func TestIconsAreUsed(t *testing.T) {
	all := symbols(t)
	for _, s := range loader.States() {
		delete(all, string(s))
	}
	for _, s := range []skill.Severity{skill.Error, skill.Warning, skill.Info} {
		delete(all, string(s))
	}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		data, err := os.ReadFile(path)
		for name := range all {
			if strings.Contains(string(data), `"`+name+`"`) {
				delete(all, name)
			}
		}
		return err
	})
	if err != nil || len(all) > 0 {
		t.Errorf("got drawings that nothing asks for: %q, %v", slices.Sorted(maps.Keys(all)), err)
	}
}

package intake

import (
	"archive/zip"
	"bytes"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"lily/core/world"
)

// withLinks is an archive of files and, with an arrow, of links.
func withLinks(t *testing.T, name string, entries ...string) File {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, e := range entries {
		at, data, link := strings.Cut(e, " -> ")
		h := &zip.FileHeader{Name: at}
		if h.SetMode(0o644); link {
			h.SetMode(fs.ModeSymlink | 0o777)
		}
		w, err := z.CreateHeader(h)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = w.Write([]byte(data)) // a buffer takes all
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return File{name, b.Bytes()}
}

// VF-8: of an archive, a link to what is in it is read as that. Another is a finding of
// the skill that it lies in, or is refused by itself where it lies in none.
func TestLinksOfArchives(t *testing.T) {
	for _, tt := range []struct {
		name    string
		entries []string
		want    []string
		found   []string // code and file of each finding that links have
	}{
		{
			"inside",
			[]string{"skills/a/SKILL.md", "shared/x", "skills/a/x -> ../../shared/x", "skills/a/d -> ../../shared"},
			[]string{"skill a from a.zip/skills/a files 3 available", "loose 1"},
			nil,
		},
		{
			"in a skill",
			[]string{"skills/a/SKILL.md", "skills/a/key -> ../../../.ssh/id_rsa", "skills/a/ref/m -> none", "skills/b/SKILL.md", "skills/b/l -> ."},
			[]string{"skill a from a.zip/skills/a files 1 available", "skill b from a.zip/skills/b files 1 available"},
			[]string{"link_leaves_root key", "link_dangling ref/m", "link_loop l"},
		},
		{
			"in the only skill",
			[]string{"SKILL.md", "key -> /etc/passwd"},
			[]string{"skill a from a.zip/SKILL.md files 1 available"},
			[]string{"link_leaves_root key"},
		},
		{
			"in none",
			[]string{"skills/a/SKILL.md", "skills/b -> ../../else", "c/SKILL.md -> /etc/passwd", "skills/a2/x -> y"},
			[]string{
				"skill a from a.zip/skills/a files 1 available", `refused "a.zip/c/SKILL.md" link_leaves_root`,
				`refused "a.zip/skills/a2/x" link_dangling`, `refused "a.zip/skills/b" link_leaves_root`,
			},
			nil,
		},
	} {
		in := input(t, base)
		p := makePlan(in, world.User, []File{withLinks(t, "a.zip", tt.entries...)}, nil)
		if got := said(p); !slices.Equal(got, tt.want) {
			t.Errorf("%s: got\n%s\nwant\n%s", tt.name, strings.Join(got, "\n"), strings.Join(tt.want, "\n"))
		}
		var found []string
		for _, s := range p.Skills {
			for _, f := range s.Findings {
				if f.Clause == "VF-8" {
					found = append(found, f.Code+" "+f.File)
				}
			}
		}
		if !slices.Equal(found, tt.found) {
			t.Errorf("%s: got %q, want %q", tt.name, found, tt.found)
		}
		sound(t, in, p)
	}
}

package hostile_test

import (
	"encoding/xml"
	"flag"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"lily/core/hostile"
	"lily/core/intake"
	"lily/core/loader"
	"lily/core/policy"
	"lily/core/profile"
	"lily/core/prompt"
	"lily/core/skill"
	"lily/core/tool"
	"lily/core/tree"
	"lily/core/world"
)

var show = flag.Bool("show", false, "print each attack's verdict in place of comparing it, for a new one")

// each runs a border over the attacks of a kind.
func each(t *testing.T, kind string, verdict func(t *testing.T, text string) string) {
	t.Helper()
	list, err := hostile.Attacks(kind)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range list {
		t.Run(a.Class+"/"+a.Name, func(t *testing.T) {
			switch got := verdict(t, a.Text); {
			case *show:
				t.Logf("%s == %s => %s", a.Class, a.Name, got)
			case got != a.Want:
				t.Errorf("got %s, want %s", got, a.Want)
			}
		})
	}
}

// SK-8, SK-10, CV-2: a SKILL.md is available or not, with the codes of all that is wrong or
// odd with it, and whatever it is, the catalog is XML and no text of it moves a terminal.
func TestSkills(t *testing.T) {
	each(t, "skills", func(t *testing.T, text string) string { return judged(t, snapshot(t, text)) })
}

// TS-2, TS-2a, TS-3: the same for the commands of tools.
func TestTemplates(t *testing.T) {
	each(t, "templates", func(t *testing.T, text string) string { return judged(t, snapshot(t, text)) })
}

func snapshot(t *testing.T, text string) *loader.Snapshot {
	t.Helper()
	s, err := loader.Load(input(t, map[string]string{"workspace/skills/evil/SKILL.md": text}), nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func input(t *testing.T, files map[string]string) loader.Input {
	t.Helper()
	var b tree.Builder
	for _, root := range world.Roots(world.Children) {
		if err := b.Dir(root.Path); err != nil {
			t.Fatal(err)
		}
	}
	for path, text := range files {
		if err := b.Put(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	return loader.Input{
		World: world.World{Tree: b.Tree(), Roots: world.Roots(world.Children), Profile: profile.Presets("linux", nil)[2].Profile, Policy: policy.Default()},
		Tools: tool.Builtin().Names(), Params: tool.Builtin().Params(), Reserved: []string{"help", "new", "skills"},
	}
}

// frames are the tags around a loaded skill, however a model may read them.
var frames = regexp.MustCompile(`(?i)<\s*/?\s*skill_content`)

func judged(t *testing.T, s *loader.Snapshot) string {
	t.Helper()
	c := s.Candidates[0]
	var codes []string
	for _, f := range c.AllFindings() {
		if f.Severity != skill.Info {
			codes = append(codes, f.Code)
		}
		quiet(t, f.Message)
	}
	slices.Sort(codes)
	if s := c.Skill(); s != nil && s.Format != skill.Tools {
		if n := len(frames.FindAllString(prompt.Wrap(c), -1)); n != 2 {
			t.Errorf("got %d tags around what a model loads, want 2", n)
		}
	}
	list := prompt.List(s, 1<<20).Text
	if err := xml.Unmarshal([]byte(list), new(struct{})); err != nil && list != "" {
		t.Errorf("got a catalog that is no XML: %v", err)
	}
	quiet(t, strings.ReplaceAll(list, "\n", ""))
	return strings.TrimSpace(string(c.State) + " " + strings.Join(slices.Compact(codes), " "))
}

// quiet wants a text of one line that a terminal takes as text.
func quiet(t *testing.T, text string) {
	t.Helper()
	if i := strings.IndexFunc(text, unicode.IsControl); i >= 0 {
		t.Errorf("got %q at byte %d, which moves a terminal", text[i:min(len(text), i+20)], i)
	}
}

// VF-6, VF-8: a zip that is dropped is refused whole with a code, or its files come in below one
// folder of skills, with a link only to what is within it.
func TestArchives(t *testing.T) {
	zips, err := hostile.Archives()
	if err != nil {
		t.Fatal(err)
	}
	each(t, "archives", func(t *testing.T, name string) string {
		data, err := fs.ReadFile(zips, strings.TrimSpace(name))
		if err != nil {
			t.Fatal(err)
		}
		in := input(t, nil)
		plan, err := intake.Gather([]intake.File{{Path: "evil.zip", Data: data}}, nil, nil).Plan(in, world.Workspace, nil)
		if err != nil {
			t.Fatal(err)
		}
		return planned(t, plan)
	})
}

func planned(t *testing.T, plan intake.Plan) string {
	t.Helper()
	var said []string
	for _, r := range plan.Refused {
		said = append(said, "refused "+r.Code)
		quiet(t, r.Error())
	}
	for _, p := range plan.Skills {
		said = append(said, fmt.Sprintf("%s %s %d", p.Name, p.State, p.Files))
		for path := range p.Tree.Walk() {
			if !fs.ValidPath(path) {
				t.Errorf("got the path %q", path)
			}
		}
	}
	if plan.Loose > 0 {
		said = append(said, fmt.Sprint("loose ", plan.Loose))
	}
	return strings.Join(said, ", ")
}

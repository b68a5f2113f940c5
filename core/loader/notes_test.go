package loader

import (
	"fmt"
	"testing"

	"lily/core/tree"
	"lily/core/world"
)

func dangling(path string) tree.Skip {
	return tree.Skip{Path: path, Code: tree.LinkDangles, Message: "The link " + path + " leads nowhere."}
}

func found(s *Snapshot) (list []string) {
	for _, c := range s.Candidates {
		for _, f := range c.Findings {
			if f.Clause == "VF-8" {
				list = append(list, fmt.Sprintf("%s %s %s %s", c.Path, f.Severity, f.Code, f.File))
			}
		}
	}
	return list
}

// VF-8: a link that is not followed is a finding of the skill that it lies in, and else
// a note of the root.
func TestUnfollowedLinks(t *testing.T) {
	for scan, want := range map[world.Scan][]string{
		world.Children: {
			"/workspace/skills/a warning link_dangling ref/l", "/workspace/skills/a warning link_dangling x",
			"notes", "not_a_file /workspace/skills/a/p", "link_dangling /workspace/skills/a.b", "link_dangling /workspace/skills/b/SKILL.md",
			"link_dangling /workspace/skills/g/c/l", "not_a_skill /workspace/skills/b", "nested /workspace/skills/g",
		},
		world.Deep: {
			"/workspace/skills/a warning link_dangling ref/l", "/workspace/skills/a warning link_dangling x", "/workspace/skills/g/c warning link_dangling l",
			"notes", "not_a_file /workspace/skills/a/p", "link_dangling /workspace/skills/a.b", "link_dangling /workspace/skills/b/SKILL.md",
		},
	} {
		in := files{inWorkspace + "a/SKILL.md": "x", inWorkspace + "b/y": "x", inWorkspace + "g/c/SKILL.md": "x"}.input(t, scan)
		in.Roots[2].Skips = []tree.Skip{
			{Path: "a/p", Code: "not_a_file", Message: "It is a pipe."},
			dangling("a.b"), dangling("a/ref/l"), dangling("a/x"), dangling("b/SKILL.md"), dangling("g/c/l"),
		}
		s := mustLoad(t, in, nil)
		same(t, string(scan), append(append(found(s), "notes"), notes(s)...), want)
	}
}

// VF-8, LD-9: a reload with other links judges that skill anew and no other; verdicts of
// an earlier start are not taken for it.
func TestUnfollowedLinksAgain(t *testing.T) {
	in := files{inWorkspace + "a/SKILL.md": "x", inWorkspace + "b/SKILL.md": "x"}.input(t, world.Children)
	first := mustLoad(t, in, nil)
	in.Roots[2].Skips = []tree.Skip{dangling("a/l")}
	second := mustLoad(t, in, first)
	same(t, "found", found(second), []string{"/workspace/skills/a warning link_dangling l"})
	if first.Find("b") != second.Find("b") || first.Find("a") == second.Find("a") || first.Digest == second.Digest {
		t.Error("got other skills judged anew than the one with the link")
	}
	in.Roots[2].Skips = []tree.Skip{dangling("a/m")}
	third := mustLoad(t, in, second)
	same(t, "found", found(third), []string{"/workspace/skills/a warning link_dangling m"})
	m, err := ReadVerdicts(third.Verdicts())
	if err != nil {
		t.Fatal(err)
	}
	in.Roots[2].Skips = nil
	again, err := LoadWith(in, nil, m, nil)
	if err != nil || len(found(again)) > 0 || again.Digest != first.Digest {
		t.Errorf("got %v, %v, want the first snapshot again", found(again), err)
	}
}

package core_test

import (
	"fmt"
	"strings"
	"testing"

	"lily/core"
	"lily/core/loader"
	"lily/core/policy"
	"lily/core/profile"
	"lily/core/tree"
	"lily/core/world"
)

// CM-3: /skills, from the snapshot to the text that is shown.
func BenchmarkSkills(b *testing.B) {
	prose := strings.Repeat("A line of instructions, as they are written in most skills.\n", 64)
	for _, n := range []int{100, 1_000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s := snapshotOf(b, n, prose)
			b.ReportAllocs()
			for b.Loop() {
				if core.List(s).Text() == "" {
					b.Fatal("got no text")
				}
			}
		})
	}
}

func snapshotOf(b *testing.B, n int, prose string) *loader.Snapshot {
	b.Helper()
	var files tree.Builder
	for i := range n {
		text := fmt.Appendf(nil, "---\nsummary: Does the work of number %d.\ncommand: c%d\n---\n%s", i, i, prose)
		if err := files.Put(fmt.Sprintf("workspace/skills/skill-%05d/SKILL.md", i), text); err != nil {
			b.Fatal(err)
		}
	}
	s, err := loader.Load(loader.Input{
		World: world.World{Tree: files.Tree(), Roots: world.Roots(world.Children)[2:], Profile: profile.Empty(), Policy: policy.Default()},
	}, nil)
	if err != nil {
		b.Fatal(err)
	}
	return s
}

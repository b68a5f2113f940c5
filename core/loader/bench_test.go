package loader

import (
	"fmt"
	"strings"
	"testing"

	"lily/core/policy"
	"lily/core/profile"
	"lily/core/skill"
	"lily/core/tree"
	"lily/core/world"
)

var sizes = []int{100, 1_000, 10_000, 30_000}

// prose makes a skill 4 KB long, as the targets want it.
var prose = strings.Repeat("A line of instructions, as they are written in most skills.\n", 64)

// text is the i-th of many skills: one in ten has an alias and Lily's keys.
func text(i int) []byte {
	if i%10 == 0 {
		return fmt.Appendf(nil, "---\nsummary: The skill of number %d.\ncommand: c%d\neligibility:\n  os: [linux, darwin]\n---\n%s", i, i, prose)
	}
	return fmt.Appendf(nil, "---\nname: skill-%05d\ndescription: Does the work of number %d. Use when it is due.\nlicense: MIT\n---\n%s", i, i, prose)
}

// many returns a world of n skills, one in five of them the user's.
func many(tb testing.TB, n int) Input {
	tb.Helper()
	var b tree.Builder
	for _, root := range world.Roots(world.Children) {
		if err := b.Dir(root.Path); err != nil {
			tb.Fatal(err)
		}
	}
	for i := range n {
		root := "workspace/skills"
		if i%5 == 4 {
			root = "user/skills"
		}
		if err := b.Put(fmt.Sprintf("%s/skill-%05d/%s", root, i, File), text(i)); err != nil {
			tb.Fatal(err)
		}
	}
	return Input{
		World: world.World{Tree: b.Tree(), Roots: world.Roots(world.Children), Profile: profile.Empty(), Policy: policy.Default()},
		Tools: []string{"word_count"}, Reserved: []string{"skills"},
	}
}

func eachSize(b *testing.B, f func(b *testing.B, in Input)) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			in := many(b, n)
			b.ReportAllocs()
			f(b, in)
		})
	}
}

func mustLoad(tb testing.TB, in Input, prev *Snapshot) *Snapshot {
	tb.Helper()
	s, err := Load(in, prev)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// edited is the world after one change of one skill.
func edited(tb testing.TB, in Input) Input {
	tb.Helper()
	next, err := in.Tree.Put("workspace/skills/skill-00050/"+File, text(1_000_050)) // whose command no other has
	if err != nil {
		tb.Fatal(err)
	}
	in.Tree = next
	return in
}

// LD-2: the scan alone, which parses nothing.
func BenchmarkScan(b *testing.B) {
	eachSize(b, func(b *testing.B, in Input) {
		for b.Loop() {
			for _, root := range in.Roots {
				if _, err := discover(in, root, nil, nil); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
}

func BenchmarkParse(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			names, files := make([]string, n), make([][]byte, n)
			for i := range files {
				names[i], files[i] = fmt.Sprintf("skill-%05d", i), text(i)
			}
			for b.Loop() {
				for i, data := range files {
					skill.Parse(names[i], data)
				}
			}
		})
	}
}

// From the tree to a snapshot, everything anew.
func BenchmarkSnapshot(b *testing.B) {
	eachSize(b, func(b *testing.B, in Input) {
		for b.Loop() {
			mustLoad(b, in, nil)
		}
	})
}

// LD-9: a reload after one change that the tree holds already.
func BenchmarkReload(b *testing.B) {
	eachSize(b, func(b *testing.B, in Input) {
		old, next := mustLoad(b, in, nil), edited(b, in)
		for b.Loop() {
			mustLoad(b, next, old)
		}
	})
}

// LD-9: the same with the edit of the tree.
func BenchmarkEditAndReload(b *testing.B) {
	eachSize(b, func(b *testing.B, in Input) {
		old := mustLoad(b, in, nil)
		for b.Loop() {
			mustLoad(b, edited(b, in), old)
		}
	})
}

// SN-4: what the page asks after every edit.
func BenchmarkBehindAndCompare(b *testing.B) {
	eachSize(b, func(b *testing.B, in Input) {
		next := edited(b, in)
		old := mustLoad(b, in, nil)
		s := mustLoad(b, next, old)
		for b.Loop() {
			if !old.Behind(next) || Compare(old, s).Empty() {
				b.Fatal("got no change, want one")
			}
		}
	})
}

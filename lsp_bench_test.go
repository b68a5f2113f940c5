package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"lily/core/world"
	"lily/persona"
	"lily/skills"
	"lily/web/lint"
)

// BenchmarkKey is a key in a workspace of 200 skills: the skill is read from its text and judged.
func BenchmarkKey(b *testing.B) {
	dir := b.TempDir()
	text := "---\nname: %s\ndescription: Formats tables number %s. Use when asked.\nlicense: MIT\n---\n" + strings.Repeat("See [a](references/a.md), and run `scripts/x.sh`.\n", 200)
	for i := range 200 {
		name := fmt.Sprintf("skill-%d", i)
		write(b, filepath.Join(dir, name, "SKILL.md"), fmt.Sprintf(text, name, name))
	}
	w, err := world.New(skills.Files(), persona.Files())
	if err != nil {
		b.Fatal(err)
	}
	w.Roots = world.Roots(world.Deep)
	at := filepath.Join(dir, "skill-7", "SKILL.md")
	n := 0
	for b.Loop() {
		n++
		typed := []byte(fmt.Sprintf(text, "skill-7", "7") + strings.Repeat("x", n%100))
		lint.Check([]string{at}, lint.Terms{World: w, Scan: world.Deep, Texts: map[string][]byte{at: typed}})
	}
}

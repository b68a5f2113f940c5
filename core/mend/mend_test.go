package mend

import (
	"testing"

	"lily/core/frontmatter"
)

// again reads a copy as far as its frontmatter.
func again(text string) *frontmatter.Doc {
	d := &frontmatter.Doc{Text: text, NoFixes: true}
	d.Read()
	return d
}

// SK-9: the fix of a frontmatter that cannot be read is proved, and makes one that can be.
func TestProve(t *testing.T) {
	for text, want := range map[string]string{
		"---\ndescription: Use: now\n---\n": "---\ndescription: \"Use: now\"\n---\n",
		"---\nmetadata: a: b\n---\n":        "---\nmetadata: a: b\n---\n", // in doubt
	} {
		d := frontmatter.Read(text)
		Repair(d)
		Prove(d, again, func(string) bool { return true })
		if got, _ := frontmatter.Apply(text, frontmatter.Fixes(d.Faults)); got != want || d.Outcome != frontmatter.Invalid {
			t.Errorf("%q: got %q by %+v, want %q", text, got, d.Faults, want)
		}
	}
}

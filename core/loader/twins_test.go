package loader

import (
	"fmt"
	"strings"
	"testing"

	"lily/core/tree"
)

// VF-3: files that are one on some disks are a finding of their skill, once for each group of names.
func TestFileClashes(t *testing.T) {
	for _, tt := range []struct {
		name, files string
		want        int
		says        string
	}{
		{"plain", "SKILL.md a/b b/a", 0, ""},
		{"odd and alone", "SKILL.md README.md Makefile é/ü", 0, ""},
		{"in two folders", "SKILL.md a/Makefile b/makefile", 0, ""},
		{"case", "SKILL.md Makefile makefile", 1, `"Makefile", "makefile"`},
		{"the skill's own", "SKILL.md skill.md", 1, `"SKILL.md", "skill.md"`},
		{"three", "SKILL.md A.md a.md a.MD", 1, `"A.md", "a.MD", "a.md"`},
		{"a folder and a file", "SKILL.md Docs/x docs", 1, `"Docs", "docs"`},
		{"two folders further down", "SKILL.md a/B/x a/b/y", 1, `"a/B", "a/b"`},
		{"a folding", "SKILL.md straße strasse", 1, `"strasse", "stra\u00dfe"`},
		{"composed and not", "SKILL.md caf\u00e9 cafe\u0301", 1, `"cafe\u0301", "caf\u00e9"`},
		{"a dotless i", "SKILL.md ı i", 0, ""},
		{"a dot at the end", "SKILL.md a a.", 1, `"a", "a."`},
		{"dots, and another case", "SKILL.md A.. a. b.", 1, `"A..", "a."`},
		{"the skill's own with a dot", "SKILL.md SKILL.md.", 1, `"SKILL.md", "SKILL.md."`},
		{"a dot before the end", "SKILL.md a a.b", 0, ""},
		{"two groups", "SKILL.md A a ﬁ fi", 2, `"A", "a"`},
	} {
		var b tree.Builder
		for path := range strings.FieldsSeq(tt.files) {
			if err := b.Put(path, []byte(path)); err != nil {
				t.Fatal(err)
			}
		}
		got := fileClashes(b.Tree(), "")
		if len(got) != tt.want || !strings.Contains(fmt.Sprint(got), tt.says) {
			t.Errorf("%s: got %v, want %d with %s", tt.name, got, tt.want, tt.says)
		}
	}
}

// VF-3: names of skills that are one on some disks are a group, whichever of them is plain.
func TestTwins(t *testing.T) {
	plain := map[string]bool{"strasse": true, "cafe": true, "other": true}
	got := twins([]string{"Straße", "STRASSE", "café", "cafe\u0301", "Other", "Alone"}, func(name string) bool { return plain[name] })
	if want := `[["Other" "other"] ["STRASSE" "Straße" "strasse"] ["café" "café"]]`; fmt.Sprintf("%q", got) != want {
		t.Errorf("got %q, want %s", got, want)
	}
}

// PO-6: a file whose path deceives is a warning of its skill, with what it really is; many are counted.
func TestHiddenNames(t *testing.T) {
	var b tree.Builder
	for _, path := range []string{"SKILL.md", "café.md", "a\u202egnp.sh", "in\u200b/x", "tag\U000e0069\U000e0067", "Screenshot at 3.45\u202fPM.png"} {
		if err := b.Put(path, nil); err != nil {
			t.Fatal(err)
		}
	}
	got := hiddenNames(b.Tree())
	want := []string{
		"A file's path holds what nobody can see: it is Screenshot at 3.45«U+202F»PM.png.",
		"A file's path holds what nobody can see: it is a«U+202E»gnp.sh. It holds U+202E (right-to-left override).",
		"A file's path holds what nobody can see: it is in«U+200B»/x. It holds U+200B (zero width space).",
		`A file's path holds what nobody can see: it is tag«U+E0069»«U+E0067». It holds 2 characters that spell "ig" unseen.`,
	}
	if len(got) != len(want) {
		t.Fatalf("got %v, want %d", got, len(want))
	}
	for i, f := range got {
		if f.Message != want[i] || f.Code != "hidden_name" || f.Severity != "warning" {
			t.Errorf("got %s %s %q, want %q", f.Severity, f.Code, f.Message, want[i])
		}
	}
	for i := range 30 {
		_ = b.Put(fmt.Sprintf("%02d\u200b", i), nil)
	}
	if got := hiddenNames(b.Tree()); len(got) != maxHidden+1 || got[maxHidden].Message != "The paths of 14 more files hold what nobody can see, too." {
		t.Errorf("got %d findings, the last %v", len(got), got[len(got)-1])
	}
}

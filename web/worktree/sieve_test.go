package worktree

import (
	"bytes"
	"math/rand/v2"
	"regexp"
	"regexp/syntax"
	"strings"
	"testing"

	"lily/core/command"
	"lily/core/tree"
)

// A text is passed by only where no line has the pattern. Texts are made of the letters that the patterns are about.
func TestSieve(t *testing.T) {
	patterns := []string{
		"[a-c]+[0-9]{3}", "(?i)[b-d][0-9]{2,}", `\bab\w*`, "^[0-9]+b$", "a[^b]c", "é[0-9]", "[é0-9]{2}a", "(?i)k1", "(?i)s[0-9]s", "(a|b)+c1", "a?b*[0-9][0-9]",
		"(a+)+1", "((a+)+b)+1", ".[0-9].", `\x{FFFD}1`, "[^a]1b", "a$|^b1", "(?s)a.1", "1{2,3}b", "[[:^ascii:]]1", `\d\D\d`, "[0-9]$", "(?:ab1|cd1)", "",
		"a{0}b1", "[a-c]{2}[0-2]{2}[a-c]{2}", strings.Repeat("(", 40) + "a" + strings.Repeat(")+", 40) + "1", strings.Repeat("[ab][01]", 20),
	}
	letters := []string{"a", "b", "c", "d", "1", "2", "K", "S", " ", "é", "\u212a", "ſ", "\xff", "\n", "\n", "\r\n", "\x00"}
	seed := rand.Uint64()
	of := rand.New(rand.NewPCG(seed, 1))
	sieves := 0
	for _, p := range patterns {
		re, sifts := sifted(t, p)
		if sifts == nil {
			continue
		}
		sieves++
		for range 2000 {
			var text []byte
			for range of.IntN(12) {
				text = append(text, letters[of.IntN(len(letters))]...)
			}
			want := false
			for line := range bytes.Lines(text) {
				want = want || re.Match(bytes.TrimRight(line, "\r\n"))
			}
			if got := sifts(text, re.Match); got != want {
				t.Errorf("%q of %q, seed %d: got %v, want %v", p, text, seed, got, want)
			}
		}
	}
	if sieves < 15 {
		t.Errorf("got %d patterns with a row, want most of %d", sieves, len(patterns))
	}
}

// What sorts out little is left to the expression.
func TestSieveOfNoWorth(t *testing.T) {
	for _, p := range []string{".", ".*", "[^a]", "(?s).+", `\w*`, "a*b*", "[[:^ascii:]]"} {
		if _, sifts := sifted(t, p); sifts != nil {
			t.Errorf("%q: got a row that sorts out nothing", p)
		}
	}
}

func sifted(t *testing.T, pattern string) (*regexp.Regexp, func([]byte, func([]byte) bool) bool) {
	t.Helper()
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		t.Fatal(err)
	}
	return regexp.MustCompile(pattern), (&Project{}).Sifts(parsed.Simplify())
}

// A search of a project finds what it finds without a row.
func TestSiftsASearch(t *testing.T) {
	p, _ := project(t, "a=x1\r\nab12\r\n", "b=ab1\n", "c=\xffab12\n", "d="+strings.Repeat("-", 1<<20)+"\nab12\n", "e=AB12")
	for pattern, want := range map[string]string{
		"[a-c]+[0-9]{2}$":    "/workspace/a:2:ab12 /workspace/d:2:ab12",
		"(?i)[a-c]+[0-9]{2}": "/workspace/a:2:ab12 /workspace/d:2:ab12 /workspace/e:1:AB12",
		"^[a-c]+[0-9]$":      "/workspace/b:1:ab1",
	} {
		if got := call(t, p, tree.Tree{}, "grep", command.Args{"pattern": pattern}); got != want {
			t.Errorf("%s: got %s, want %s", pattern, got, want)
		}
	}
}

package tool

import (
	"regexp"
	"regexp/syntax"
	"strings"
	"testing"
)

func needsOf(t testing.TB, pattern string) needs {
	t.Helper()
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		t.Fatal(err)
	}
	return needed(re.Simplify())
}

func TestNeeded(t *testing.T) {
	for pattern, want := range map[string]string{
		"abc": "abc", "a[0-9]+bcd": "bcd", "(?i)Handler": "~handler", "x(abc)+y": "abc", "(abc){2,}": "abc", "(abc)?": "",
		"abc|de": "abc de", "abc|d*": "", "[0-9]+": "", "(?i)größe": "~gr", "(?i)ß": "", "a(?i:BCD)e": "~bcd", "^abc$": "abc",
		"1|2|3|4|5|6|7|8|9": "", "": "", "ab.*cdef": "cdef", "(?i)ab_cd": "~ab_cd",
	} {
		var got []string
		for _, n := range needsOf(t, pattern) {
			got = append(got, map[bool]string{true: "~"}[n.folded]+string(n.text))
		}
		if text := strings.Join(got, " "); text != want {
			t.Errorf("%s: got %q, want %q", pattern, text, want)
		}
	}
}

// FuzzNeeded: no text without what is needed has a match.
func FuzzNeeded(f *testing.F) {
	for _, pattern := range []string{"(?i)task", "a(b|cd)+e", "(?i)k|ſx", "[ab]{2}c|dd", "(?i)é_K", "\\bfoo", "x{0}y"} {
		f.Add(pattern, "TAS\u212a of foo abddccdE é_k")
	}
	f.Add("(?i)s", "\u017f")
	f.Add("(?i)bb", "aBabB")
	f.Add("[ab]\ufffd", "a\xff")
	f.Fuzz(func(t *testing.T, pattern, text string) {
		parsed, err := syntax.Parse(pattern, syntax.Perl)
		if err != nil {
			return
		}
		re, err := regexp.Compile(pattern)
		if err != nil {
			return
		}
		if n := needed(parsed.Simplify()); len(n) > 0 && re.MatchString(text) && !n.in([]byte(text)) {
			t.Errorf("%q: got nothing of %v in %q, which matches", pattern, n, text)
		}
	})
}

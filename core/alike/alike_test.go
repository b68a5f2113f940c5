package alike

import (
	"bufio"
	"flag"
	"os"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// VF-3: what some disk takes as one name has one key, and nothing else has.
func TestKey(t *testing.T) {
	for _, tt := range []struct {
		what, a, b string
		one        bool
	}{
		{"case", "SKILL.md", "skill.MD", true},
		{"composed or not", "caf\u00e9", "cafe\u0301", true},
		{"composed or not, in another case", "CAF\u00c9", "cafe\u0301", true},
		{"a folding into two letters", "straße", "STRASSE", true},
		{"the great one of these", "STRAẞE", "strasse", true},
		{"a ligature", "ﬁle", "FILE", true},
		{"a ligature of three", "oﬃce", "office", true},
		{"a long s", "ſkill", "Skill", true},
		{"Kelvin", "\u212a", "k", true},
		{"Ångström", "\u212b", "a\u030a", true},
		{"Ohm", "\u2126", "ω", true},
		{"the end of a word", "ΟΔΟΣ", "οδος", true},
		{"iota below", "ᾳ", "ΑΙ", true},
		{"iota below, and an accent in either order", "\u03b1\u0345\u0301", "ᾴ", true},
		{"iota above", "ΐ", "\u03b9\u0308\u0301", true},
		{"two marks in either order", "q\u0307\u0323", "q\u0323\u0307", true},
		{"a mark within a composed letter", "ḍ\u0307", "ḋ\u0323", true},
		{"Korean", "한글", "\u1112\u1161\u11ab\u1100\u1173\u11af", true},
		{"a compatible ideograph", "\uf900", "豈", true},
		{"one of the second plane", "\U0002f800", "丽", true},
		{"Cherokee", "Ꭰ", "ꭰ", true},
		{"Deseret", "𐐀", "𐐨", true},
		{"Armenian", "և", "եւ", true},
		{"an apostrophe", "ŉ", "ʼN", true},
		{"a great I with a dot", "İ", "i\u0307", true},
		{"what shows nothing", "a\u200db", "AB", true},
		{"a soft hyphen", "a\u00adb", "ab", true},
		{"a variation", "\u2764\ufe0f", "\u2764", true},
		{"a tag", "a\U000e0061", "a", true},
		{"a folder", "Ä/x", "a\u0308/X", true},

		{"a Turkish i", "ı", "i", false},
		{"a great I with a dot and none", "İ", "i", false},
		{"what only looks alike", "а", "a", false},
		{"a compatible letter", "²", "2", false},
		{"the width of a letter", "ａ", "a", false},
		{"an accent", "é", "e", false},
		{"marks of one class in another order", "a\u0300\u0301", "a\u0301\u0300", false},
		{"another file", "a/b", "a_b", false},
		{"blanks", "a b", "ab", false},
	} {
		if one := Key(tt.a) == Key(tt.b); one != tt.one {
			t.Errorf("%s: %q and %q: got one %t, want %t", tt.what, tt.a, tt.b, one, tt.one)
		}
	}
}

// VF-3: of paths the ends of names count, too.
func TestPath(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		one  bool
	}{
		{"a", "a.", true},
		{"a", "a ", true},
		{"a.txt", "A.TXT. .", true},
		{"a./b", "a/B", true},
		{"skill /x", "skill/x", true},
		{"é.", "e\u0301", true},
		{"...", "....", false},
		{"a", "a.b", false},
		{"a", ".a", false},
		{"a/.", "a/", false},
		{"a b", "ab", false},
	} {
		if one := Path(tt.a) == Path(tt.b); one != tt.one {
			t.Errorf("%q and %q: got one %t, want %t", tt.a, tt.b, one, tt.one)
		}
	}
}

// VF-3: the key of a key is itself, and every case of a letter has one, alone and before a mark.
func TestEveryLetter(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if !utf8.ValidRune(r) || unicode.Is(unicode.Unified_Ideograph, r) || unicode.Is(unicode.Co, r) || !unicode.IsPrint(r) && !ignored(r) {
			continue // they are what they are
		}
		for _, s := range []string{string(r), "x" + string(r) + "\u0323"} {
			key := Key(s)
			if again := Key(key); again != key {
				t.Errorf("%+q: got the key %+q, and of that %+q", s, key, again)
			}
			if r == subscript || unicode.SimpleFold(r) == subscript {
				continue // as a mark it is ordered, as a letter it is not
			}
			other := strings.Replace(s, string(r), string(unicode.SimpleFold(r)), 1)
			if got := Key(other); got != key {
				t.Errorf("%+q: got the key %+q, and %+q of %+q", s, key, got, other)
			}
		}
	}
}

var ucd = flag.String("ucd", "testdata", "a folder with NormalizationTest.txt and CaseFolding.txt, to hold the table against")

// VF-3: the forms of each line of the Unicode Character Database's own test are one name, as are a letter
// and what it folds to. In testdata is a part of these lines; -ucd names the folder of the whole files.
func TestDatabase(t *testing.T) {
	held := 0
	held += each(t, "NormalizationTest.txt", func(f []string) {
		for _, form := range f[1:3] { // NFC, NFD
			if a, b := Key(letters(t, f[0])), Key(letters(t, form)); a != b {
				t.Errorf("%s: got %+q and %+q", f[0], a, b)
			}
		}
	})
	held += each(t, "CaseFolding.txt", func(f []string) {
		if status := strings.TrimSpace(f[1]); status == "C" || status == "F" {
			if a, b := Key(letters(t, f[0])), Key(letters(t, f[2])); a != b {
				t.Errorf("%s: got %+q and %+q", f[0], a, b)
			}
		}
	})
	if held < 100 {
		t.Errorf("held %d lines", held)
	}
}

// each gives the fields of each line of a file of the database, and says how many there were.
func each(t *testing.T, file string, do func(fields []string)) (lines int) {
	f, err := os.Open(*ucd + "/" + file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		line, _, _ := strings.Cut(s.Text(), "#")
		if fields := strings.Split(line, ";"); len(fields) > 2 {
			lines++
			do(fields)
		}
	}
	return lines
}

func letters(t *testing.T, hex string) string {
	var b strings.Builder
	for h := range strings.FieldsSeq(hex) {
		n, err := strconv.ParseInt(h, 16, 32)
		if err != nil {
			t.Fatal(err)
		}
		b.WriteRune(rune(n))
	}
	return b.String()
}

func TestComposed(t *testing.T) {
	for _, tt := range []struct{ name, want string }{
		{"caf\u00e9", "caf\u00e9"},
		{"cafe\u0301", "caf\u00e9"},
		{"E\u0301", "\u00c9"},
		{"x\u0301", "x\u0301"},
		{"\u0301e", "\u0301e"},
		{"u\u0308\u0304", "\u01d6"},
		{"plain", "plain"},
	} {
		if got := Composed(tt.name); got != tt.want {
			t.Errorf("%+q: got %+q, want %+q", tt.name, got, tt.want)
		}
	}
}

package sight

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// What deceives is seen, in a text as in a name.
func TestShow(t *testing.T) {
	for text, want := range map[string]string{
		"a\n\tb é 漢":                "a\n\tb é 漢",
		"evil\u202ecod":             "evil«U+202E»cod",
		"\x00\x1b\r\x7f\u0085":      "«U+0000»«U+001B»«U+000D»«U+007F»«U+0085»",
		"\u200b\u2066\ufeff":        "«U+200B»«U+2066»«U+FEFF»",
		"\xff\xfe":                  "«FF»«FE»",
		"a\u3164b\u115fc\uffa0":     "a«U+3164»b«U+115F»c«U+FFA0»",
		"a\u2800b\u034f\u17b4":      "a«U+2800»b«U+034F»«U+17B4»",
		"a\u180bb\u00adc":           "a«U+180B»b«U+00AD»c",
		"😀\U000e0100\U000e0101":     "😀«U+E0100»«U+E0101»",
		"😀\U000e0068\U000e0069":     "😀«U+E0068»«U+E0069»",
		"\ufff9a\ufffab\ufffb":      "«U+FFF9»a«U+FFFA»b«U+FFFB»",
		"a\u2028b\u2029c":           "a«U+2028»b«U+2029»c",
		"a\u200db\u200cc\ufe0f":     "a«U+200D»b«U+200C»c«U+FE0F»",
		"م\u200c\u200c\u200cب":      "م«U+200C»«U+200C»«U+200C»ب",
		"a\ufe0f\u200d🔥":            "a«U+FE0F»«U+200D»🔥",
		"🏴" + tags("gbevl") + "x":   "🏴«U+E0067»«U+E0062»«U+E0065»«U+E0076»«U+E006C»x",
		"\u061c\u200cx\u200e\u200f": "«U+061C»«U+200C»x«U+200E»«U+200F»",
		"a\r\nb\rc":                 "a\r\nb«U+000D»c",
	} {
		if got := Show(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// What people type without knowing of it is no secret.
var honest = []string{
	"👩\u200d💻 ❤\ufe0f\u200d🔥 👨🏽\u200d🚀 🏳\ufe0f\u200d🌈 1\ufe0f\u20e3 ✔\ufe0e ©\ufe0f ℹ\ufe0f 👁\ufe0f\u200d🗨\ufe0f",
	"🏴" + tags("gbeng") + "\U000e007f🏴" + tags("gbsct") + "\U000e007f and 🏴" + tags("gbwls") + "\U000e007f",
	"می\u200cخواهم", "क\u094d\u200dष", "ශ්\u200dරී", "Où\u00a0? 12\u202f000", "日本\u3000語", "葛\U000e0100城",
	"ภาษา\u200bไทย", "⠀⠀⣀⣤⠀⠀⠀⣤⠀", "a\r\nb", "\u0600\u06dd", "ᠠ\u180bᠨ", "é e\u0301", "",
}

func TestHonest(t *testing.T) {
	for _, text := range honest {
		if got := Show(text); got != text {
			t.Errorf("%q: got %q, want it as it is", text, got)
		}
		for r := range Find(text) {
			t.Errorf("%q: found %s", text, r)
		}
	}
}

// A name and a word that is run have no excuse.
func TestSpell(t *testing.T) {
	for text, want := range map[string]string{
		"ls -l":            "ls -l",
		"a\nb\tc\u00a0d":   "a«U+000A»b«U+0009»c«U+00A0»d",
		"👩\u200d💻":         "👩«U+200D»💻",
		"\u3000\u2003\xff": "«U+3000»«U+2003»«FF»",
		"é漢":               "é漢",
	} {
		if got := Spell(text); got != want || Plain(text) != (got == text) {
			t.Errorf("%q: got %q and %t, want %q", text, got, Plain(text), want)
		}
	}
}

func TestExact(t *testing.T) {
	for text, want := range map[string]string{
		"a\n\tb ❤\ufe0f":    "a\n\tb ❤\ufe0f",
		"rm\u00a0-rf\u3000": "rm«U+00A0»-rf«U+3000»",
		"a\u2028b\rc":       "a«U+2028»b«U+000D»c",
	} {
		if got := Exact(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestLines(t *testing.T) {
	var got []string
	for r := range Lines("a\u200bb" + tags("i") + " " + tags("g") + "\n\nplain\n\u2060\n") {
		got = append(got, fmt.Sprintf("%d to %d, %d: %s", r.At, r.End, r.Count, r))
	}
	want := []string{
		`1 to 14, 3: U+200B (zero width space), U+E0069, U+E0067; among them are some that spell "ig" unseen`,
		"22 to 25, 1: U+2060 (word joiner)",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestMeant(t *testing.T) {
	for text, want := range map[string]string{
		"a«U+200B»b": "a\u200bb", "«U+0041»": "«U+0041»", "«U+": "«U+", "«U+200B": "«U+200B", "«U+«U+1B»": "«U+\x1b",
		"«U+110000»": "«U+110000»", "«FF»": "«FF»", "a\u200bb": "a\u200bb",
	} {
		if got := Meant(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestFind(t *testing.T) {
	type found struct {
		at   int
		says string
	}
	for text, want := range map[string][]found{
		"a\u202eb":                                   {{1, "U+202E (right-to-left override)"}},
		"a\u200b\u200b b\x1b":                        {{1, "2 times U+200B (zero width space)"}, {9, "U+001B (escape)"}},
		"x" + tags("ignore all") + "\U000e007f":      {{1, `11 characters that spell "ignore all" unseen`}},
		"a\u200b" + tags("i") + "\u3164" + tags("g"): {{1, `U+200B (zero width space), U+E0069, U+3164 (Hangul filler), U+E0067; among them are some that spell "ig" unseen`}},
		"😀" + selectors("rm -rf"):                    {{4, `6 characters that spell "rm -rf" unseen`}},
		strings.Repeat("\u3164", 9):                  {{0, "9 times U+3164 (Hangul filler)"}},
		"\u200b\u2060\u200b\u2060\u2060\ufeff\u0001": {{0, "U+200B (zero width space), U+2060 (word joiner), U+200B (zero width space), 2 times U+2060 (word joiner) and 2 more"}},
	} {
		var got []found
		for r := range Find(text) {
			got = append(got, found{r.At, r.String()})
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: got %v, want %v", text, got, want)
		}
	}
}

func selectors(s string) string {
	return strings.Map(func(r rune) rune { return 0xe0100 + r - 16 }, s)
}

// The set is written out, so that a new version of Unicode's tables changes nothing unseen; this says what it leaves out.
func TestSet(t *testing.T) {
	glyphs := []rune{0x600, 0x601, 0x602, 0x603, 0x604, 0x605, 0x6dd, 0x70f, 0x890, 0x891, 0x8e2, 0x110bd, 0x110cd}
	for r := range unicode.MaxRune + 1 {
		must := unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Variation_Selector,
			unicode.Other_Default_Ignorable_Code_Point, unicode.Noncharacter_Code_Point)
		if must && r != '\n' && r != '\t' && !slices.Contains(glyphs, r) && !Hidden(r) {
			t.Errorf("%U is not in the set", r)
		}
		if Hidden(r) && unicode.IsPrint(r) && !must && r != 0x2800 && r != 0x1d159 && r != 0x16fe4 {
			t.Errorf("%U is in the set", r)
		}
	}
}

func FuzzShow(f *testing.F) {
	for _, s := range append(honest, "\u202e", "\xff\u200d", "❤\ufe0f\u200d", "🏴"+tags("gbeng"), "م\u200c\u200d", "⣀\u2800\u2800") {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for name, fn := range map[string]func(string) string{"Show": Show, "Exact": Exact, "Spell": Spell} {
			got := fn(s)
			if fn(got) != got {
				t.Errorf("%s(%q): got %q and then %q", name, s, got, fn(got))
			}
			if len(got) > 10*len(s) || !utf8.ValidString(got) {
				t.Errorf("%s(%q): got %d bytes: %q", name, s, len(got), got)
			}
			for r := range Find(got) {
				t.Errorf("%s(%q): %q still has %s", name, s, got, r)
			}
		}
		if !strings.Contains(s, "«") && utf8.ValidString(s) && Meant(Show(s)) != s {
			t.Errorf("%q: got %q back", s, Meant(Show(s)))
		}
		if got := Spell(s); !Plain(got) || strings.ContainsFunc(got, Hidden) {
			t.Errorf("Spell(%q): got %q", s, got)
		}
	})
}

package sight

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// works reports a character of the set where Unicode has it do its work: what a writer of that language, or of an
// emoji, types without knowing of it. One stands between two characters that are seen, so that none can be hidden in
// a row of them.
func works(s string, at int, r rune, size int) bool {
	before, wide := utf8.DecodeLastRuneInString(s[:at])
	after, _ := utf8.DecodeRuneInString(s[at+size:])
	switch {
	case r == '\r':
		return after == '\n'
	case r == emoji || r == textual:
		return varies(before)
	case r == zwj && before == emoji:
		base, _ := utf8.DecodeLastRuneInString(s[:at-wide])
		return varies(base) && pictures(after)
	case r == zwj && pictures(before):
		return pictures(after)
	case r > 0xe0000 && r < 0xe0080:
		return flag(s, at)
	case r == braille:
		return nearBraille(s, at)
	case Hidden(before) || Hidden(after):
		return false
	case r == zwj || r == zwnj:
		return unicode.In(before, joining...)
	case r == 0x200b:
		return unicode.In(before, unbroken...) && unicode.In(after, unbroken...)
	case r >= 0x180b && r <= 0x180f:
		return unicode.Is(unicode.Mongolian, before)
	case r >= 0xe0100 && r <= 0xe01ef || r >= 0xfe00 && r <= 0xfe02:
		return unicode.Is(unicode.Han, before)
	}
	return false
}

// varies reports what a selector makes an emoji of, or a text.
func varies(r rune) bool { return pictures(r) || r < 0x7f && strings.ContainsRune("0123456789#*", r) }

const (
	zwj, zwnj, emoji, textual = 0x200d, 0x200c, 0xfe0f, 0xfe0e
	braille                   = 0x2800
)

// joining are the scripts in which letters join or keep apart by a mark.
var joining = []*unicode.RangeTable{
	unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi,
	unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala,
	unicode.Khmer, unicode.Myanmar,
}

// unbroken are the scripts without blanks, where a space without width says that a line may end.
var unbroken = []*unicode.RangeTable{unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar}

// pictures reports what an emoji is made of, by the blocks that have them.
func pictures(r rune) bool {
	switch {
	case r < 0x203c:
		return r == 0xa9 || r == 0xae
	case r >= 0x1f000:
		return r <= 0x1faff
	case r >= 0x2190:
		return r <= 0x23ff || r == 0x24c2 || r >= 0x25a0 && r <= 0x27bf || r >= 0x2900 && r <= 0x297f ||
			r >= 0x2b00 && r <= 0x2bff || r == 0x3030 || r == 0x303d || r == 0x3297 || r == 0x3299
	}
	return r == 0x203c || r == 0x2049 || r == 0x2122 || r == 0x2139
}

// nearBraille reports a blank of Braille in a picture of it, a row of which may be wide.
func nearBraille(s string, at int) bool {
	const widest, size = 64, len("\u2800")
	from, to := at, at+size
	for n := 0; n < widest && strings.HasSuffix(s[:from], "\u2800"); n++ {
		from -= size
	}
	for n := 0; n < widest && strings.HasPrefix(s[to:], "\u2800"); n++ {
		to += size
	}
	before, _ := utf8.DecodeLastRuneInString(s[:from])
	after, _ := utf8.DecodeRuneInString(s[to:])
	return before > braille && before <= 0x28ff || after > braille && after <= 0x28ff
}

// flag reports a place in one of the three flags that are spelled in tags: England, Scotland, Wales.
func flag(s string, at int) bool {
	const most = len("🏴") + 5*len("\U000e007f") // before the last tag
	from := max(0, at-most)
	begin := strings.LastIndex(s[from:at], "🏴")
	if begin < 0 {
		return false
	}
	begin += from
	for _, name := range []string{"gbeng", "gbsct", "gbwls"} {
		whole := "🏴" + tags(name) + "\U000e007f"
		if strings.HasPrefix(s[begin:], whole) && at < begin+len(whole) {
			return true
		}
	}
	return false
}

func tags(name string) string {
	return strings.Map(func(r rune) rune { return 0xe0000 + r }, name)
}

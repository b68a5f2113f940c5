package intake

import (
	"cmp"
	"strings"
	"unicode"

	"lily/core/loader"
	"lily/core/skill"
)

// Pasted makes a SKILL.md of a text that a person pastes, if it looks like one: it begins with a
// line of three hyphens, or has a heading of the first level. Where the text cannot name its skill
// the heading does, in small letters with hyphens; the preview shows what comes of it.
func Pasted(text string) (File, bool) {
	text = strings.TrimLeft(text, "\ufeff \t\r\n")
	first, _, _ := strings.Cut(text, "\n")
	title := heading(skill.Parse("", []byte(text)).Body)
	if strings.TrimRight(first, " \t\r") != "---" && title == "" {
		return File{}, false
	}
	f := File{loader.File, []byte(text)}
	name := declared(f.Data)
	words := strings.FieldsFunc(strings.ToLower(cmp.Or(name, title)), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	if made := strings.Join(words, "-"); !usable(name) && usable(made) {
		f.Path = made + "/" + loader.File
	}
	return f, true
}

func heading(body string) string {
	for line := range strings.Lines(body) {
		if title, ok := strings.CutPrefix(line, "# "); ok {
			return strings.TrimSpace(title)
		}
	}
	return ""
}

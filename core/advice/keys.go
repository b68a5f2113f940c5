package advice

import (
	"slices"
	"strings"
	"unicode"

	"lily/core/frontmatter"
	"lily/core/near"
	"lily/core/skill"
)

// keys tells of keys that have no effect and are almost one that has.
func (l *look) keys() {
	for _, f := range l.Fields {
		if f.Known || slices.Contains(skill.VendorKeys(), f.Key) || slices.Contains(frontmatter.ToolKeys, f.Key) {
			continue
		}
		want := l.meant(f.Key)
		if want == "" {
			continue
		}
		at := span{line: f.Line, column: 1}
		found := l.spot("key_near", at, "The key %s has no effect; %s is the one that has.", f.Key, want)
		taken := slices.ContainsFunc(l.Fields, func(o skill.Field) bool { return o.Key == want })
		if line := l.lines[f.Line-1]; !taken && strings.HasPrefix(line, f.Key+":") {
			found.Fix = &skill.Fix{Line: f.Line, Column: 1, EndLine: f.Line, EndColumn: 1 + len([]rune(f.Key)), Text: want}
		}
	}
}

// meant is the key that an author meant, empty where that is not sure.
func (l *look) meant(key string) string {
	all := slices.Concat(frontmatter.StandardKeys, []string{frontmatter.NoModel, frontmatter.NoPerson}, skill.VendorKeys())
	if l.Format == skill.Lily {
		all = append(all, frontmatter.LilyKeys...)
	}
	for _, want := range all {
		if plain(key) == plain(want) {
			return want
		}
	}
	for _, want := range all {
		if !slices.Contains(skill.VendorKeys(), want) && len(want) >= 7 && near.Distance(strings.ToLower(key), want, 3) <= min(len(want)/10+1, 2) {
			return want
		}
	}
	return ""
}

// plain is a key without what people write in different ways: capitals, and what stands between words.
func plain(key string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r == ' ' {
			return -1
		}
		return unicode.ToLower(r)
	}, key)
}

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
	there := map[string]bool{}
	for _, f := range l.Fields {
		there[f.Key] = true
	}
	for _, f := range l.Fields {
		if f.Known || skill.Vendors(f.Key) != "" || slices.Contains(frontmatter.ToolKeys, f.Key) {
			continue
		}
		want := l.meant(f.Key)
		if want == "" {
			continue
		}
		at := span{line: f.Line, column: 1}
		found := l.spot("key_near", at, "The key %s has no effect; %s is the one that has.", f.Key, want)
		if line := l.lines[f.Line-1]; !there[want] && strings.HasPrefix(line, f.Key+":") {
			found.Fix = &skill.Fix{Line: f.Line, Column: 1, EndLine: f.Line, EndColumn: 1 + len([]rune(f.Key)), Text: want}
		}
	}
}

// meant is the key that an author meant, empty where that is not sure.
func (l *look) meant(key string) string {
	all := slices.Concat(frontmatter.StandardKeys, []string{frontmatter.NoModel, frontmatter.NoPerson})
	if l.Format == skill.Lily {
		all = append(all, frontmatter.LilyKeys...)
	}
	bare := plain(key)
	for _, want := range slices.Concat(all, vendorKeys) {
		if bare == plain(want) {
			return want
		}
	}
	for _, want := range all {
		if skill.Vendors(want) == "" && len(want) >= 7 && near.Distance(strings.ToLower(key), want, 3) <= min(len(want)/10+1, 2) {
			return want
		}
	}
	return ""
}

var vendorKeys = skill.VendorKeys()

// Once leaves out that a key is not known, to Lily or to the standard, where it is told which one is meant, and no less
// gravely.
func Once(found []skill.Finding) []skill.Finding {
	near := map[int]bool{}
	for _, f := range found {
		if f.Code == "key_near" {
			near[f.Line] = f.Severity != skill.Info || near[f.Line]
		}
	}
	if len(near) == 0 {
		return found
	}
	return slices.DeleteFunc(slices.Clone(found), func(f skill.Finding) bool {
		grave, told := near[f.Line]
		less := f.Severity == skill.Info || grave && f.Severity == skill.Warning && f.Code == "unknown_key"
		return told && less && (f.Code == "unknown_key" || f.Code == "not_portable")
	})
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

// Package rules says how grave findings are for one team: which are told at all, and as what.
//
// It promises that an error stays one: what keeps a skill from being loaded is never silenced into being well (SK-12). It
// finds nothing itself but what is wrong with the comments that silence a rule.
//
//	set := rules.Set{"unknown_key": rules.Off}
//	left := set.Apply(findings)
package rules

import (
	"maps"
	"slices"
	"strings"

	"lily/core/near"
	"lily/core/skill"
)

// Level is what a rule is set to: off, or a severity.
type Level string

// The levels.
const (
	Off     Level = "off"
	Info    Level = Level(skill.Info)
	Warning Level = Level(skill.Warning)
	Error   Level = Level(skill.Error)
)

// Levels are all of them, as they are written.
func Levels() []string { return []string{string(Off), string(Info), string(Warning), string(Error)} }

// Codes are those that there are, each with the severity that the manual gives it.
type Codes map[string]skill.Severity

// Held reports whether a code is of errors, which no rule changes.
func (c Codes) Held(code string) bool { return c[code] == skill.Error }

// Near is the code that was probably meant, if one is near.
func (c Codes) Near(name string) string {
	best, least := "", 1+max(2, len(name)/3)
	for _, code := range slices.Sorted(maps.Keys(c)) {
		if d := near.Distance(strings.ToLower(name), code, least); d < least {
			best, least = code, d
		}
	}
	return best
}

// Why says why a rule cannot be set to a level; nothing where it can.
func (c Codes) Why(code, level string) string {
	_, known := c[code]
	switch {
	case !known:
		why := "there is no finding " + quoted(code)
		if n := c.Near(code); n != "" {
			why += "; did you mean " + n + "?"
		}
		return why
	case !slices.Contains(Levels(), level):
		return code + ": got " + quoted(level) + ", want one of " + strings.Join(Levels(), ", ")
	case c.Held(code) && level != string(Error):
		return code + " keeps a skill from being loaded, so that it is always an error"
	}
	return ""
}

func quoted(s string) string { return `"` + s + `"` }

// Set is how rules are set, by code. What is not in it is as it was found.
type Set map[string]Level

// With is the set with what another one says of a rule instead.
func (s Set) With(other Set) Set {
	all := maps.Clone(s)
	if all == nil {
		all = Set{}
	}
	maps.Copy(all, other)
	return all
}

// Of is the severity of a finding, and whether it is told.
func (s Set) Of(code string, was skill.Severity) (is skill.Severity, told bool) {
	level, ok := s[code]
	if !ok || was == skill.Error {
		return was, true
	}
	return skill.Severity(level), level != Off
}

// Apply is what of findings is told, as grave as the set says.
func (s Set) Apply(found []skill.Finding) []skill.Finding {
	list := make([]skill.Finding, 0, len(found))
	for _, f := range found {
		if is, told := s.Of(f.Code, f.Severity); told {
			f.Severity = is
			list = append(list, f)
		}
	}
	return list
}

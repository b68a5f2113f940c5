package dialect

import (
	"strings"

	"lily/core/agents"
)

// JSYAMLSchema is the default schema of js-yaml 4.1: YAML 1.2 with dates, with _ between the digits of numbers, and
// with numbers to the base 2.
func JSYAMLSchema(plain string) agents.Kind {
	switch kind := agents.Core(plain); {
	case kind == agents.Null || kind == agents.Bool || plain == "=" || plain == "<<":
		return kind
	case whole(plain) || decimal(plain):
		return agents.Number
	case date(plain):
		return agents.Date
	}
	return agents.Text
}

const digits = "0123456789"

// only reports whether a text has only some letters, and at least one.
func only(s, letters string) bool { return s != "" && strings.Trim(s, letters) == "" }

// unsigned takes a sign away.
func unsigned(s string) string {
	if s != "" && (s[0] == '-' || s[0] == '+') {
		return s[1:]
	}
	return s
}

func whole(s string) bool {
	s = unsigned(s)
	if strings.HasSuffix(s, "_") {
		return false
	}
	for prefix, letters := range map[string]string{"0b": "01_", "0o": "01234567_", "0x": "0123456789abcdefABCDEF_"} {
		if rest, ok := strings.CutPrefix(s, prefix); ok {
			return only(rest, letters) && strings.Trim(rest, "_") != ""
		}
	}
	return only(s, digits+"_") && s[0] != '_'
}

func decimal(s string) bool {
	bare := unsigned(s)
	switch bare {
	case ".inf", ".Inf", ".INF":
		return true
	case ".nan", ".NaN", ".NAN":
		return bare == s
	case "":
		return false
	}
	if strings.HasSuffix(bare, "_") {
		return false
	}
	mantissa, exponent, has := strings.Cut(strings.Replace(bare, "E", "e", 1), "e")
	if has && !only(unsigned(exponent), digits) {
		return false
	}
	before, after, point := strings.Cut(mantissa, ".")
	if before == "" {
		return point && bare == s && only(after, digits+"_")
	}
	return only(before, digits+"_") && before[0] != '_' && (after == "" || only(after, digits+"_"))
}

// date reports 2026-01-02, and that with a time.
func date(s string) bool {
	if len(s) == 10 {
		return shape(s, "0000-00-00") == len(s)
	}
	at := 0
	for _, part := range []string{"0000-0", "0", "-0", "0"} { // months and days of one digit or two
		n := shape(s[at:], part)
		if n == 0 && part != "0" {
			return false
		}
		at += n
	}
	if at == len(s) {
		return false
	}
	rest := s[at:]
	if t := strings.TrimLeft(rest, " \t"); t != rest {
		return clock(t)
	}
	return (rest[0] == 'T' || rest[0] == 't') && clock(rest[1:])
}

func clock(s string) bool {
	at := shape(s, "0")
	at += shape(s[at:], "0")
	n := shape(s[at:], ":00:00")
	if at == 0 || n == 0 {
		return false
	}
	s = s[at+n:]
	if rest, ok := strings.CutPrefix(s, "."); ok {
		s = strings.TrimLeft(rest, digits)
	}
	s = strings.TrimLeft(s, " \t")
	if s == "" || s == "Z" {
		return true
	}
	if s[0] != '-' && s[0] != '+' {
		return false
	}
	hours, minutes, has := strings.Cut(s[1:], ":")
	return len(hours) <= 2 && only(hours, digits) && (!has || len(minutes) == 2 && only(minutes, digits))
}

// shape is the length of a pattern where a text begins with it, 0 for any digit, and otherwise 0.
func shape(s, pattern string) int {
	if len(s) < len(pattern) {
		return 0
	}
	for i := range pattern {
		if pattern[i] == '0' && (s[i] < '0' || s[i] > '9') || pattern[i] != '0' && s[i] != pattern[i] {
			return 0
		}
	}
	return len(pattern)
}

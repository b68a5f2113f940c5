package dialect

import (
	"strings"

	"lily/core/agents"
)

// JSYAML3Schema is the schema of js-yaml 3 (safeLoad): YAML 1.1's numbers and dates, and only true and false in their three
// spellings as booleans.
func JSYAML3Schema(s string) agents.Kind {
	switch s {
	case "", "~", "null", "Null", "NULL":
		return agents.Null
	case "true", "True", "TRUE", "false", "False", "FALSE":
		return agents.Bool
	}
	switch c := s[0]; {
	case c != '+' && c != '-' && c != '.' && (c < '0' || c > '9'):
		return agents.Text
	case integer3(s) || float3(s):
		return agents.Number
	case date(s):
		return agents.Date
	}
	return agents.Text
}

// integer3 reports an integer of YAML 1.1: binary, octal, decimal, hexadecimal, or to the base 60, with _ inside.
func integer3(s string) bool {
	s = unsigned(s)
	if s == "0" {
		return true
	}
	if strings.HasPrefix(s, "_") || strings.HasSuffix(s, "_") {
		return false
	}
	if rest, ok := strings.CutPrefix(s, "0b"); ok {
		return some(rest, "01")
	}
	if rest, ok := strings.CutPrefix(s, "0x"); ok {
		return some(rest, digits+"abcdefABCDEF")
	}
	if strings.HasPrefix(s, "0") && !strings.Contains(s, ":") {
		return some(s[1:], "01234567")
	}
	first, parts, sixty := strings.Cut(s, ":")
	return some(first, digits) && !strings.HasPrefix(first, "0") && (!sixty || base60(parts))
}

// float3 reports a number with a point or an exponent, or a word for none.
func float3(s string) bool {
	u := unsigned(s)
	switch u {
	case ".inf", ".Inf", ".INF":
		return true
	case ".nan", ".NaN", ".NAN":
		return u == s
	}
	if strings.HasSuffix(s, "_") {
		return false
	}
	if first, parts, sixty := strings.Cut(u, ":"); sixty {
		whole, part, point := strings.Cut(parts, ".")
		return point && number(first) && base60(whole) && (part == "" || some(part, digits))
	}
	mantissa, exponent, scientific := strings.Cut(strings.ReplaceAll(u, "E", "e"), "e")
	if scientific && !only(unsigned(exponent), digits) {
		return false
	}
	whole, part, point := strings.Cut(mantissa, ".")
	switch {
	case whole == "":
		return u == s && point && some(part, digits)
	case whole != "0" && (whole[0] == '0' || !number(whole)):
		return false
	}
	return part == "" || strings.Trim(part, digits+"_") == ""
}

// number reports digits with _ inside, the first a digit.
func number(s string) bool { return s != "" && s[0] != '_' && strings.Trim(s, digits+"_") == "" }

// some reports digits with _ anywhere, at least one.
func some(s, of string) bool { return strings.Trim(s, "_") != "" && strings.Trim(s, of+"_") == "" }

// base60 reports parts of one or two digits below 60 with colons between.
func base60(parts string) bool {
	for p := range strings.SplitSeq(parts, ":") {
		if p == "" || len(p) > 2 || len(p) == 2 && (p[0] < '0' || p[0] > '5') || strings.Trim(p, digits) != "" {
			return false
		}
	}
	return true
}

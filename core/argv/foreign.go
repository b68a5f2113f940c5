package argv

import (
	"slices"
	"strings"
)

// valued are long options that take a value wherever they are known, by blanks.
const valued = " " +
	"after base before branch color columns config context data delimiter depth dir directory encoding exclude expression extension field fields " +
	"file filter format from header host include index indent input key label language length level limit lines locale max message method min " +
	"mode model name number out output page password path pattern port prefix profile query ref region remote repo scope separator since size " +
	"skip sort source start status style suffix tag target template theme timeout title to token type unit until url user value version width "

// bare are options of one letter that take no value in most programs.
const bare = "larvqisRSzy1"

// foreign reports whether a flag seems to belong to itself and not to the value after
// it. A number is nearly always the value of the flag before it.
func foreign(flag string, p Param) bool {
	name := strings.TrimLeft(flag, "-")
	switch long := strings.HasPrefix(flag, "--"); {
	case p.Type == "integer" || p.Type == "number":
		return len(name) > 1 && !long && strings.Trim(name, bare) == ""
	case !long && len(name) > 1:
		return !strings.Contains(name, p.Name) && !isValued(strings.ToLower(name))
	case !long:
		return strings.Contains(bare, name) && !strings.EqualFold(name, p.Name[:min(1, len(p.Name))])
	}
	return !slices.ContainsFunc(split(name), func(word string) bool {
		return isValued(word) || slices.ContainsFunc(split(p.Name), func(part string) bool { return kin(word, part) })
	})
}

func isValued(option string) bool { return strings.Contains(valued, " "+option+" ") }

func split(name string) []string {
	return strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r == '-' || r == '_' })
}

// kin reports whether two words are one, or one is short for the other.
func kin(a, b string) bool {
	n := min(len(a), len(b))
	return n >= 3 && a[:3] == b[:3] || a == b
}

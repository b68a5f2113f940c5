package argv

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"lily/core/order"
)

// Fault is what is wrong with a template for its parameters, whatever the values.
type Fault struct {
	Kind    FaultKind
	Offset  int    // in bytes
	Param   string // of the placeholder
	Message string // goes on after: the command …
}

// FaultKind says which rule a fault breaks.
type FaultKind int

// The kinds of faults. The last one is no more than likely.
const (
	ValueInCode   FaultKind = iota // a value in the code of an interpreter, or as a program (TS-2a)
	ValueInOption                  // a value that names an option (TS-2a)
	BadDefault                     // a default that is no value of the parameter's type
	DropsFlag                      // a missing value takes a flag along that is not its own
)

// Check lists what is wrong with a template, in its order.
func (t Template) Check(params []Param) (list []Fault) {
	k := t.walk(params)
	ended := false // after the -- of a program, where there are no options
	for i, w := range t.words {
		if ended = ended && !k.begins[i] || i > 0 && w.fixed() && w.literal() == "--"; !ended {
			k.fault(k.params.glues(w), glued)
		}
		list = append(list, k.params.defaults(w)...)
		if i > 1 {
			list = append(list, k.params.drops(t.words[i-1], w)...)
		}
	}
	list = slices.AppendSeq(list, maps.Values(k.faults))
	order.Func(list, func(a, b Fault) int { return cmp.Or(a.Offset-b.Offset, int(a.Kind-b.Kind)) })
	return list
}

// defaults lists the defaults that no value of their parameter could be.
func (k kinds) defaults(w word) (list []Fault) {
	for _, p := range w {
		if q := k[p.name]; p.name != "" && p.hasMod && !fits(q.Type, p.mod) {
			message := fmt.Sprintf("gives %s the default %q, want %s", p.name, cut(p.mod, maxTold), want(q.Type))
			list = append(list, Fault{BadDefault, p.position, p.name, message})
		}
	}
	return list
}

func fits(typ, text string) bool {
	switch typ {
	case "integer":
		_, err := strconv.ParseInt(text, 10, 64)
		return err == nil
	case "number":
		_, err := strconv.ParseFloat(text, 64)
		return err == nil && strings.Trim(text, "0123456789+-.eE") == ""
	}
	return true
}

// drops is the value that, missing, takes along the flag before it although that seems to take none.
func (k kinds) drops(flag, w word) []Fault {
	if leftOut, flagToo := k.gone(w); !leftOut || !flagToo || !flag.isFlag() {
		return nil
	}
	for _, p := range w {
		if q := k[p.name]; p.name != "" && !q.Required && foreign(flag.literal(), q) {
			const message = "leaves out %s too where %s is missing; if that flag takes no value put it elsewhere, else write --name={{%[2]s}}"
			return []Fault{{DropsFlag, p.position, p.name, fmt.Sprintf(message, cut(flag.literal(), maxTold), p.name)}}
		}
	}
	return nil
}

const maxTold = 40 // bytes of a text that a sentence bears

func cut(text string, most int) string {
	if len(text) > most {
		return strings.ToValidUTF8(text[:most], "") + "…"
	}
	return text
}

// valued are long options that take a value wherever they are known, by blanks.
const valued = " " +
	"after base before branch color columns config context data delimiter depth dir directory encoding exclude expression extension field fields " +
	"file filter format from header host include index indent input key label language length level limit lines locale max message method min " +
	"mode model name number out output page password path pattern port prefix profile query ref region remote repo scope separator since size " +
	"skip sort source start status style suffix tag target template theme timeout title to token type unit until url user value version width "

// bare are options of one letter that take no value in most programs.
const bare = "larvqisRSzy1"

// foreign reports whether a flag seems to take no value. A number is nearly always the value of the flag before it.
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

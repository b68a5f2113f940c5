package wants

import (
	_ "embed"
	"slices"
	"strings"

	"lily/core/order"
)

// Has is what a place has that scripts want.
type Has struct {
	kinds map[Kind]map[string]bool
	asked func(program string) bool // where programs are looked for one by one
}

//go:embed page.txt
var page string

// packages are of Python too; they have a line of their own, since they are fetched with their first import.
const packages Kind = "package"

// idle are the modules that are there and do nothing, by their kind.
var idle = map[Kind]Kind{Python: "idle", Node: "idle-node"}

// Page is what the page has, with the programs that its runner knows.
func Page(programs []string) Has {
	h := Has{kinds: map[Kind]map[string]bool{Program: set(strings.Join(programs, " "))}}
	for line := range strings.Lines(page) {
		if kind, names, ok := strings.Cut(line, " "); ok && kind != "#" {
			h.put(Kind(kind), names)
		}
	}
	return h
}

func (h Has) put(kind Kind, names string) {
	if h.kinds[kind] == nil {
		h.kinds[kind] = map[string]bool{}
	}
	for name := range strings.FieldsSeq(names) {
		h.kinds[kind][name] = true
	}
}

// Machine is a system of which nobody knows more than which programs it finds.
func Machine(finds func(program string) bool) Has {
	h := Page(nil) // for what a language brings itself
	h.asked = finds
	return h
}

// Names are those of a kind, sorted.
func (h Has) Names(kind Kind) (list []string) {
	for name := range h.kinds[kind] {
		list = append(list, name)
	}
	order.Func(list, strings.Compare)
	return list
}

// Packages are the packages of Python, sorted, which are fetched with their first import.
func (h Has) Packages() []string { return h.Names(packages) }

// runs are the programs that run a language on a machine.
var runs = map[string][]string{"shell": {"bash", "sh"}, "python": {"python3", "python"}, "javascript": {"node"}}

// lacks reports a want that is not there. Of a machine packages and forms of a language are not known.
func (h Has) lacks(w Want) bool {
	switch {
	case h.asked == nil && w.Kind == Python:
		return !h.kinds[Python][w.Name] && !h.kinds[packages][w.Name]
	case h.asked == nil:
		return !h.kinds[w.Kind][w.Name]
	case w.Kind == Program:
		return !h.asked(w.Name)
	}
	return w.Kind == Language && runs[w.Name] != nil && !slices.ContainsFunc(runs[w.Name], h.asked)
}

// unknown reports a package that no language brings itself.
func (h Has) unknown(w Want) bool {
	return h.asked != nil && (w.Kind == Python || w.Kind == Node) && !h.kinds[w.Kind][w.Name] && !h.kinds[idle[w.Kind]][w.Name]
}

// Verdict is what a place says of a script.
type Verdict struct {
	State State  `json:"state"`
	Lacks []Want `json:"lacks,omitempty"` // that are not there, the certain ones first
	// Unknown are packages of which nobody can tell whether a machine has them.
	Unknown []Want `json:"unknown,omitempty"`
}

// State is a verdict in a word.
type State string

// The states, best first.
const (
	Whole  State = "runs"  // all that it names is there
	Maybe  State = "maybe" // what is not there it may do without
	Needs  State = "needs" // what is not there it needs
	Unread State = "unread"
)

// In is what a place says of the script.
func (s Script) In(h Has) Verdict {
	if s.Why != "" {
		return Verdict{State: Unread}
	}
	v := Verdict{State: Whole}
	for _, w := range s.Wants {
		w.Maybe = w.Maybe || h.kinds[idle[w.Kind]][w.Name]
		switch {
		case h.unknown(w):
			v.Unknown = append(v.Unknown, w)
		case !h.lacks(w):
		case w.Maybe:
			v.Lacks = append(v.Lacks, w)
		default:
			v.Lacks, v.State = slices.Insert(v.Lacks, firstMaybe(v.Lacks), w), Needs
		}
	}
	if v.State == Whole && len(v.Lacks) > 0 {
		v.State = Maybe
	}
	return v
}

func firstMaybe(list []Want) int {
	if at := slices.IndexFunc(list, func(w Want) bool { return w.Maybe }); at >= 0 {
		return at
	}
	return len(list)
}

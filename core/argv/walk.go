package argv

import (
	"path"
	"slices"
	"strings"

	"lily/core/budget"
)

// walk reads a template as the programs in it will, in all ways at once in which its values can come: absent, a
// default, a flag, or anything that does not begin with a hyphen. What it is in doubt about it takes for code.
type walk struct {
	params  kinds
	now     states       // before the word
	next    states       // after it
	at      int          // the word
	quiet   bool         // the last program runs none of its words
	begins  map[int]bool // words with which options begin again, after a -- too
	plus    map[int]bool // words in which a value with a + would be an option
	faults  map[int]Fault
	guess   bool       // an interpreter is one as an argument of any program, too
	seen    func(word) // is told of each word of code; tests ask
	tracing bool       // the words have no values, and what they run is asked for
	runs    []Run
	budget  *budget.Budget
}

// state is how far a program has read its words.
type state struct {
	by    *reader
	n     int  // operands read, at most 2
	args  int  // words that still belong to the option before
	kind  kind // what they are
	ended bool // after --
	armed bool // the next operand is code
	all   bool // every word is code
	plain bool // no operand is code or a script

	name  string // of the program as it is written, where that is traced
	own   bool   // it is the command's own program
	edits bool   // which operand is a script is not sure
}

// command is what reads the words of a command from its program on.
var command = &reader{name: "it", from: asRun}

// states is a small set that keeps its order.
type states []state

func (s *states) add(list ...state) {
	for _, one := range list {
		if !slices.Contains(*s, one) {
			*s = append(*s, one)
		}
	}
}

func (t Template) walk(params []Param) *walk {
	k := &walk{guess: true, budget: t.budget, params: kinds{}, begins: map[int]bool{}, plus: map[int]bool{}, faults: map[int]Fault{}}
	for _, p := range params {
		k.params[p.Name] = p
	}
	k.run(t.words)
	return k
}

func (k *walk) run(words []word) {
	k.program(command, words[0], token{head: words[0].literal()})
	k.now, k.next = k.next, nil
	var before states // before the flag that a missing value takes along
	for i, w := range words[1:] {
		k.at = i + 1
		k.word(w, before)
		before = nil
		if w.isFlag() {
			before = k.now
		}
		k.now, k.next = k.next, nil
	}
}

// perState is what it costs to take one word more in one state, in bytes that are read in the
// same time.
const perState = 50

// word takes one word more. Each item of a list is a word.
func (k *walk) word(w word, before states) {
	k.budget.Spend(perState * len(k.now))
	tokens := k.params.begins(w)
	for _, s := range k.now {
		k.step(s, w, tokens)
	}
	if len(w) == 1 && w[0].name != "" && k.params[w[0].name].Type == "array" {
		for i := 0; i < len(k.next); i++ {
			k.step(k.next[i], w, []token{{"", true}})
		}
	}
	for _, t := range tokens {
		if r := readerOf(t.head); k.guess && !t.open && !k.quiet && r != nil && r.lang {
			k.next.add(state{by: r})
		}
	}
	leftOut, flagToo := k.params.gone(w)
	switch {
	case leftOut && flagToo && before != nil:
		k.next.add(before...)
	case leftOut:
		k.next.add(k.now...)
	}
}

func (k *walk) step(s state, w word, tokens []token) {
	for _, t := range tokens {
		switch {
		case s.args > 0:
			k.argument(s, w, t.head, s.kind, 0)
			s := s
			s.args--
			k.next.add(s)
		case s.all:
			k.code(s.by, w)
			k.next.add(s)
		case !s.ended && t.head == "--" && !t.open:
			s := s
			s.ended = true
			k.next.add(s)
		case !s.ended && s.by.isOption(t):
			k.option(s, w, t)
		default:
			k.operand(s, w, t)
		}
	}
}

func (k *walk) operand(s state, w word, t token) {
	r := s.by
	if r.plus && !s.ended && t.open && t.head == "" {
		k.plus[k.at] = true
	}
	if sub := table()[r.name+" "+t.head]; sub != nil && !t.open && s.n == 0 {
		k.quiet = sub.quiet
		k.next.add(state{by: sub})
		return
	}
	if (t.head == ";" || t.head == "+") && slices.ContainsFunc(r.options, func(g group) bool { return g.kind == isRuns }) {
		k.begins[k.at] = true
	}
	if t.open && t.head == "" && s.n == 0 {
		for _, sub := range r.subs {
			k.next.add(state{by: sub})
		}
	}
	code := s.armed || r.from == asFirst && !s.plain || r.from == asAll && s.n >= r.skip
	switch {
	case r.from == asAll && s.n > 0 && strings.HasPrefix(t.head, ":::"): // what parallel quotes
		return
	case r.from == asFirst && !s.plain && t.head == "" && !t.open: // BSD's sed -i ''
		k.next.add(s)
		return
	case r.from == asRun && r.assign && strings.Contains(t.head, "="):
		k.setting(r, w, t.head)
		k.next.add(s)
		return
	case r.from == asRun && s.n >= r.skip:
		k.program(r, w, t)
		return
	case r.assign && r.from == asData && sets(w): // make expands what a variable is set to
		k.code(r, w)
	case code:
		k.code(r, w)
		k.found(s, 0, true)
	case r.lang && !s.plain && t.head != "-":
		k.add(Run{k.at, 0, false, s.name, s.own && !s.edits})
	}
	if s.armed || r.stops {
		return
	}
	s.n, s.plain = min(s.n+1, 2), true
	k.next.add(s)
}

// program takes a word that is the program of a command.
func (k *walk) program(by *reader, w word, t token) {
	k.begins[k.at] = true
	if t.open {
		k.fault(w, func(p part) Fault {
			return Fault{Kind: ValueInCode, Message: "lets {{" + p.name + "}} be the program that " + by.name + " runs; name the program"}
		})
		return
	}
	if k.tracing {
		k.trace(t.head)
		return
	}
	r := readerOf(t.head)
	if k.quiet = r != nil && r.quiet; r != nil {
		k.next.add(state{by: r})
	}
}

// Run is what the words of a command run: the file that a word names, or the code that it holds.
type Run struct {
	Word int    // which of the words
	From int    // where in it the name or the code begins: -c'code', --eval=code
	Code bool   // it is the code itself
	By   string // the program that is given it; empty where the file is the program

	own bool // it is the script of the command's own program, and surely so
}

// Text is the name of the file, or the code.
func (r Run) Text(words []string) string { return words[r.Word][r.From:] }

// traced are the programs whose words are known well enough to say what they run.
var traced = strings.Fields(`
bash sh dash ash ksh zsh node nodejs python python3 perl ruby awk gawk mawk nawk sed
env timeout nice ionice stdbuf time exec sudo doas xargs chroot nohup setsid command busybox find`)

// Runs finds all that the words of a command run, also through programs that start
// others, as in timeout 5 env A=b bash -e x.sh (PO-6). It follows what the manuals of
// the programs say of their words; what a program does of its own accord it cannot know.
func Runs(words []string) []Run {
	if len(words) == 0 {
		return nil
	}
	list := make([]word, len(words))
	for i, text := range words {
		list[i] = word{{text: text}}
	}
	k := &walk{tracing: true, begins: map[int]bool{}}
	k.run(list)
	return k.runs
}

// Script finds the word that names the script which an interpreter surely runs, as in bash -e x.sh, or gives -1.
func Script(words []string) int {
	for _, r := range Runs(words) {
		if r.own {
			return r.Word
		}
	}
	return -1
}

// trace goes on with the words of a program, also one of a system's folder, or notes it where it is a file itself.
func (k *walk) trace(head string) {
	name := head
	if slices.Contains([]string{"/bin", "/usr/bin", "/usr/local/bin"}, path.Dir(head)) {
		name = path.Base(head)
	}
	switch {
	case slices.Contains(traced, name):
		k.next.add(state{by: readerOf(name), name: name, own: k.at == 0})
	case strings.Contains(name, "/"):
		k.add(Run{Word: k.at})
	}
}

func (k *walk) found(s state, from int, code bool) {
	k.add(Run{Word: k.at, From: from, Code: code, By: s.name})
}

func (k *walk) add(r Run) {
	if k.tracing && !slices.Contains(k.runs, r) {
		k.runs = append(k.runs, r)
	}
}

// sets reports whether an operand is a name with a value.
func sets(w word) bool {
	return slices.ContainsFunc(w, func(p part) bool { return p.name == "" && strings.Contains(p.text, "=") })
}
